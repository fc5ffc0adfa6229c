package media

import (
	"crypto/rand"
	"encoding/base32"
	"strings"
	"time"
)

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
	Key       string // secret: whoever has it can publish
	State     State
	StartedAt time.Time // zero before the first picture
	EndedAt   time.Time // zero unless ended
	DroppedAt time.Time // zero unless a lost encoder is waited for
	RemovedAt time.Time // zero unless its recording was removed
	Width     int       // pixels, 0 before the first picture
	Height    int
	Duration  time.Duration // of the recording, 0 before the end
}

// keyBytes of randomness make a stream key that cannot be guessed.
const keyBytes = 20

// newKey makes a stream key of 32 letters and digits, which survive being read
// aloud and typed.
func newKey() string {
	var secret [keyBytes]byte
	_, _ = rand.Read(secret[:]) // it never fails: crypto/rand ends the process instead
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(secret[:]))
}

// wellFormedKey reports whether text can be a stream key, so that garbage needs no query.
func wellFormedKey(text string) bool {
	return len(text) == base32.StdEncoding.WithPadding(base32.NoPadding).EncodedLen(keyBytes) &&
		strings.Trim(text, "abcdefghijklmnopqrstuvwxyz234567") == ""
}
