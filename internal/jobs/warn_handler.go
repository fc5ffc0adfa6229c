package jobs

import (
	"context"
	"log/slog"
)

// warnHandler drops records below the level WARN. At each start River logs details that are of no use
// to people who run a command in a terminal.
type warnHandler struct{ slog.Handler }

// Enabled implements slog.Handler.
func (w warnHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}

// WithAttrs implements slog.Handler.
func (w warnHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return warnHandler{w.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (w warnHandler) WithGroup(name string) slog.Handler {
	return warnHandler{w.Handler.WithGroup(name)}
}
