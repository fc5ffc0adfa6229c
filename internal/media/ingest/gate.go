// Package ingest is what the ways in for encoders share: who decides whether one may
// publish, where its samples go, and in which words a connection ends. Each protocol
// has a package of its own below. Whatever a connection does, it ends with one line in
// the log that says why, and disturbs no other.
package ingest

import (
	"context"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// Gate decides who may publish.
type Gate interface {
	// Publish admits the holder of a stream key, and returns where its samples go. A
	// [*Refusal] is told to the encoder; any other error is not. hangUp ends the
	// connection from outside, with a reason for the log; it may be called at any
	// time and from any goroutine.
	Publish(ctx context.Context, key string, from Origin, hangUp func(reason error)) (Sink, error)
}

// Origin is where a publisher comes from.
type Origin struct {
	Protocol string // "rtmp", "srt", "whip"
	Remote   string // host:port, or a host
}

// Sink takes one publisher's samples, from one goroutine. An error ends the connection.
type Sink interface {
	VideoConfig(sps []byte, pps [][]byte) error
	AudioConfig(asc []byte) error
	Video(ctx context.Context, sample segment.VideoSample) error
	Audio(sample segment.AudioSample) error
	// Close is called once, when the connection is over for the given reason. It may take
	// long, until what was received is stored: the connection is closed before.
	Close(reason error)
}

// Observer counts what happens.
type Observer interface {
	// Opened is called when a connection is accepted, Closed when it is over.
	Opened()
	Closed(reason string)
	Received(bytes int64)
}

// Hint is what may be said of a stream key: enough to tell keys apart.
func Hint(key string) string {
	if len(key) < 16 {
		return ""
	}
	return key[:4] + "…"
}
