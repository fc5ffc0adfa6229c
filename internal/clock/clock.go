// Package clock is the only source of "now", so that tests decide what time it is.
// Stored times are UTC milliseconds since the Unix epoch.
package clock

import (
	"sync"
	"time"
)

// Clock tells the time.
type Clock interface {
	Now() time.Time
}

// System is the machine's clock, in UTC.
type System struct{}

// Now returns the current time in UTC.
func (System) Now() time.Time { return time.Now().UTC() }

// Manual is a clock that moves only when told to. It is safe for concurrent use.
type Manual struct {
	mu  sync.Mutex
	now time.Time
}

// NewManual returns a clock that stands at t.
func NewManual(t time.Time) *Manual { return &Manual{now: t.UTC()} }

// Now returns the time the clock stands at.
func (m *Manual) Now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

// Advance moves the clock by d, which may be negative.
func (m *Manual) Advance(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = m.now.Add(d)
}

// Millis is t as stored: UTC milliseconds since the Unix epoch.
func Millis(t time.Time) int64 { return t.UnixMilli() }

// FromMillis is the inverse of Millis.
func FromMillis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
