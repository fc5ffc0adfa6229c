package ingest

import (
	"cmp"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
)

// Limits bound publishers, whatever their protocol.
type Limits struct {
	// NoVideoTimeout is how long a publisher may take until its first picture. Default 10 s.
	NoVideoTimeout time.Duration
	// IdleTimeout is how long a publisher may send nothing. Default 10 s.
	IdleTimeout time.Duration
	// MaxPublishers is how many may publish at once. Default 200.
	MaxPublishers int
	// MaxBitrate is what one publisher may send, in bits a second. Default 60 million.
	MaxBitrate int64
}

// WithDefaults are the limits with each one that is 0 at its default.
func (l Limits) WithDefaults() Limits {
	return Limits{
		NoVideoTimeout: cmp.Or(l.NoVideoTimeout, 10*time.Second),
		IdleTimeout:    cmp.Or(l.IdleTimeout, 10*time.Second),
		MaxPublishers:  cmp.Or(l.MaxPublishers, 200),
		MaxBitrate:     cmp.Or(l.MaxBitrate, 60_000_000),
	}
}

// Seats are those that publish at once. They are safe for concurrent use.
type Seats struct{ taken atomic.Int64 }

// Take takes one of so many, unless all are taken.
func (s *Seats) Take(of int) bool {
	if s.taken.Add(1) > int64(of) {
		s.taken.Add(-1)
		return false
	}
	return true
}

// Free gives back one that was taken.
func (s *Seats) Free() { s.taken.Add(-1) }

// rateWindow is over how long the rate of a connection is averaged.
const rateWindow = 10 * time.Second

// Meter counts what a connection receives. It is for one goroutine.
type Meter struct {
	clock      clock.Clock
	maxBitrate int64
	total      int64
	windowEnd  time.Time
	window     int64 // bytes left in it
}

// NewMeter returns a meter of a connection that may send so many bits a second, or as many as
// it likes where that is 0.
func NewMeter(c clock.Clock, maxBitrate int64) Meter { return Meter{clock: c, maxBitrate: maxBitrate} }

// Count notes n bytes and refuses what is more than an encoder sends.
func (m *Meter) Count(n int64) error {
	m.total += n
	if m.maxBitrate == 0 {
		return nil
	}
	if now := m.clock.Now(); !now.Before(m.windowEnd) {
		m.windowEnd, m.window = now.Add(rateWindow), m.maxBitrate/8*int64(rateWindow/time.Second)
	}
	if m.window -= n; m.window < 0 {
		return fmt.Errorf("more than %d bits a second: %w", m.maxBitrate, ErrExcess)
	}
	return nil
}

// Total is how many bytes were counted.
func (m *Meter) Total() int64 { return m.total }
