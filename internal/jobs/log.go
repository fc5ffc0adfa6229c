package jobs

import (
	"context"
	"log/slog"
)

// warnings is a handler for what is amiss alone. River tells besides how it goes about its
// work, at each start, which of a command at a terminal nobody wants to read.
type warnings struct{ slog.Handler }

// Enabled is part of slog.Handler.
func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}

// WithAttrs is part of slog.Handler.
func (w warnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return warnings{w.Handler.WithAttrs(attrs)}
}

// WithGroup is part of slog.Handler.
func (w warnings) WithGroup(name string) slog.Handler {
	return warnings{w.Handler.WithGroup(name)}
}
