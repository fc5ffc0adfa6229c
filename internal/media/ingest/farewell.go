package ingest

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"
)

// Farewell is the line in the log with which a connection ends.
type Farewell struct {
	Origin

	KeyHint string // what may be said of its stream key
	Bytes   int64  // received
	Lasted  time.Duration
	Reason  error // nil where the encoder ended the stream
}

// Tell writes the line and counts the end.
func (f Farewell) Tell(ctx context.Context, log *slog.Logger, observer Observer) {
	if f.Reason == nil {
		f.Reason = ErrEnded
	}
	observer.Closed(CodeOf(f.Reason))
	log.LogAttrs(ctx, slog.LevelInfo, "closed",
		slog.String("protocol", f.Protocol),
		slog.String("remote", f.Remote),
		slog.String("stream_key", f.KeyHint),
		slog.String("code", CodeOf(f.Reason)),
		slog.String("reason", f.Reason.Error()),
		slog.Int64("bytes", f.Bytes),
		slog.Duration("lasted", f.Lasted))
}

// Protect keeps a fault in looking after one connection from ending the process.
func Protect(ctx context.Context, log *slog.Logger, serve func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%w: %v", ErrPanic, fault)
			log.ErrorContext(ctx, "connection panicked", "panic", fault, "stack", string(debug.Stack()))
		}
	}()
	return serve()
}
