package ingest

import (
	"errors"
	"fmt"
	"strings"

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

// Reasons why connections end, in every protocol.
var (
	ErrExcess   = &Reason{"excess", "too much data"}
	ErrCodec    = &Reason{"codec", "unsupported codec"}
	ErrNoVideo  = fmt.Errorf("the encoder sent no picture: %w", segment.ErrNoVideo)
	ErrSilent   = &Reason{"silent", "the encoder fell silent"}
	ErrTooSlow  = &Reason{"too_slow", "the encoder did not begin to publish in time"}
	ErrCrowded  = &Reason{"crowded", "too many connections that do not publish"}
	ErrShutdown = &Reason{"shutdown", "the server is shutting down"}
	ErrEnded    = &Reason{"ended", "the encoder ended the stream"}
	ErrLost     = &Reason{"lost", "the connection was lost"}
	ErrPanic    = &Reason{"panic", "a fault of the server"}
	ErrFull     = &Refusal{"full", "the server cannot take more streams at the moment"}
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

// InWords returns why a connection ended, for people. Messages of ffmpeg, the disk and the database stay in the log.
func InWords(reason error) string {
	switch code := CodeOf(reason); code {
	case "sound":
		return "the server could not convert the sound"
	case "storage":
		return "the server could not store the stream"
	case ErrPanic.Code, Unknown:
		return "the server had a fault"
	case ErrLost.Code:
		return ErrLost.Text
	case "no_video":
		return "the encoder sent no picture"
	case "no_key_frame":
		return "the encoder sent no key frame"
	}
	said := reason.Error()
	for _, known := range []error{ErrCodec, ErrExcess, ErrChannels, segment.ErrUnsupported} {
		said = strings.TrimSuffix(said, ": "+known.Error())
	}
	return said
}
