package media

import "time"

// StreamID identifies a stream.
type StreamID int64

// AssetID identifies something that an event has to show.
type AssetID int64

// State is what a stream is doing.
type State string

// States of a stream. Idle ones have never had a picture.
const (
	Idle         State = "idle"
	Live         State = "live"
	Reconnecting State = "reconnecting"
	Ended        State = "ended"
)

// Stream is the live ingest of an event and, once ended, its recording.
type Stream struct {
	ID        StreamID
	ChannelID int64
	EventID   int64
	Key       string // secret: its holder can publish; empty where it was not asked for
	State     State
	StartedAt time.Time // zero before the first picture
	EndedAt   time.Time // zero unless ended
	DroppedAt time.Time // zero unless a lost encoder is waited for
	// EndRequestedAt is the time at which an operator ended the stream. From then on no encoder may publish it. Zero if no
	// operator did.
	EndRequestedAt time.Time
	RemovedAt      time.Time // zero unless its recording was removed
	Width          int       // pixels, 0 before the first picture
	Height         int
	Duration       time.Duration // of the recording, 0 before the end
}
