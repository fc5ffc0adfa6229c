// Package rtmp receives streams from encoders over RTMP (Adobe RTMP 1.0, and
// Enhanced RTMP's framing of H.264 and AAC) and hands their samples on. Whatever a
// connection does, it ends with one line in the log that says why, and disturbs no
// other.
package rtmp

import (
	"context"
	"errors"
	"fmt"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// Gate decides who may publish.
type Gate interface {
	// Publish admits the holder of a stream key, and returns where its samples go. A
	// [*Refusal] is told to the encoder; any other error is not. hangUp ends the
	// connection from outside, with a reason for the log; it may be called at any
	// time and from any goroutine.
	Publish(ctx context.Context, key, remote string, hangUp func(reason error)) (Sink, error)
}

// Sink takes one publisher's samples, from one goroutine. An error ends the connection.
type Sink interface {
	VideoConfig(sps []byte, pps [][]byte) error
	AudioConfig(asc []byte) error
	Video(ctx context.Context, sample segment.VideoSample) error
	Audio(sample segment.AudioSample) error
	// Close is called once, when the connection is over for the given reason.
	Close(reason error)
}

// Refusal is why a publisher is not let in, in words for the encoder's operator.
type Refusal struct {
	// Code is a stable word for metrics.
	Code   string
	Reason string
}

func (r *Refusal) Error() string { return r.Reason }

// Observer counts what happens.
type Observer interface {
	// Opened is called when a connection is accepted, Closed when it is over.
	Opened()
	Closed(reason string)
	Received(bytes int64)
}

// Reasons why connections end, besides refusals and errors of the sink.
var (
	errExcess   = errors.New("too much")
	errNotRTMP  = errors.New("not RTMP")
	errCodec    = errors.New("unsupported codec")
	errNoVideo  = fmt.Errorf("nothing to show: %w", segment.ErrNoVideo)
	errSilent   = errors.New("the encoder fell silent")
	errTooSlow  = errors.New("publishing was not begun in time")
	errCrowded  = errors.New("too many connections that do not publish")
	errShutdown = errors.New("the server is shutting down")
	errEnded    = errors.New("the encoder ended the stream")
	errLost     = errors.New("the connection was lost")
	errPlay     = &Refusal{Code: "play", Reason: "streams are watched on the site"}
	errApp      = &Refusal{Code: "application", Reason: "the address is rtmp://<host>/live/<stream key>"}
	errFull     = &Refusal{Code: "full", Reason: "the server takes no more streams at the moment"}
	errPanic    = errors.New("reading failed in a way it must not")
)

// codes give each reason a stable word for metrics; the first that matches counts.
var codes = []struct {
	err  error
	code string
}{
	{errExcess, "excess"},
	{errNotRTMP, "not_rtmp"},
	{errCodec, "codec"},
	{segment.ErrUnsupported, "codec"},
	{segment.ErrNoVideo, "no_video"},
	{segment.ErrNoKeyFrame, "no_key_frame"},
	{segment.ErrStorage, "storage"},
	{errSilent, "silent"},
	{errTooSlow, "too_slow"},
	{errCrowded, "crowded"},
	{errShutdown, "shutdown"},
	{errEnded, "ended"},
	{errLost, "lost"},
	{errPanic, "panic"},
}

// codeOf is the word for a reason.
func codeOf(reason error) string {
	if refusal, ok := errors.AsType[*Refusal](reason); ok {
		return refusal.Code
	}
	for _, c := range codes {
		if errors.Is(reason, c.err) {
			return c.code
		}
	}
	return "error"
}
