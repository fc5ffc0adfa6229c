package ingest

import (
	"errors"
	"fmt"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// Refusal is why a publisher is not let in, in words for the encoder's operator.
type Refusal struct {
	// Code is a stable word for metrics.
	Code   string
	Reason string
}

func (r *Refusal) Error() string { return r.Reason }

// Reason is why a connection ended, for the log.
type Reason struct {
	// Code is a stable word for metrics.
	Code string
	Text string
}

func (r *Reason) Error() string { return r.Text }

// Reasons why connections end, whatever the protocol.
var (
	ErrExcess   = &Reason{"excess", "too much"}
	ErrCodec    = &Reason{"codec", "unsupported codec"}
	ErrNoVideo  = fmt.Errorf("nothing to show: %w", segment.ErrNoVideo)
	ErrSilent   = &Reason{"silent", "the encoder fell silent"}
	ErrTooSlow  = &Reason{"too_slow", "publishing was not begun in time"}
	ErrCrowded  = &Reason{"crowded", "too many connections that do not publish"}
	ErrShutdown = &Reason{"shutdown", "the server is shutting down"}
	ErrEnded    = &Reason{"ended", "the encoder ended the stream"}
	ErrLost     = &Reason{"lost", "the connection was lost"}
	ErrPanic    = &Reason{"panic", "reading failed in a way it must not"}
	ErrFull     = &Refusal{"full", "the server takes no more streams at the moment"}
	// ErrUnable is told to an encoder whose refusal is the server's own fault.
	ErrUnable = &Refusal{"error", "the server cannot take streams at the moment"}
)

// Unknown is the code of an error that has none.
const Unknown = "error"

// CodeOf is the word for why a connection ended.
func CodeOf(reason error) string {
	if refusal, ok := errors.AsType[*Refusal](reason); ok {
		return refusal.Code
	}
	if known, ok := errors.AsType[*Reason](reason); ok {
		return known.Code
	}
	for _, c := range []struct {
		err  error
		code string
	}{
		{segment.ErrUnsupported, "codec"},
		{segment.ErrNoVideo, "no_video"},
		{segment.ErrNoKeyFrame, "no_key_frame"},
		{segment.ErrStorage, "storage"},
	} {
		if errors.Is(reason, c.err) {
			return c.code
		}
	}
	return Unknown
}
