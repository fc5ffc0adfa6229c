package whip

import (
	"time"

	"github.com/pion/rtp"
)

// Bounds of waiting for a packet that has not come.
const (
	// patience is how long those behind it wait. It is asked for again after 100 ms.
	patience = 500 * time.Millisecond
	// maxWaiting is how many may wait; of 1,200 bytes each they are 2.4 MB.
	maxWaiting = 2048
	// maxStray is after how many packets out of place in a row the numbers are believed to
	// have begun anew (RFC 3550, A.1).
	maxStray = 64
)

// reorder puts the packets of one track into the order of their numbers (RFC 3550, 5.1),
// which wrap at 16 bits, and notices where some are missing.
type reorder struct {
	started bool
	next    int64 // number of the packet that is due, unwrapped
	waiting map[int64]arrival
	stray   int
}

// arrival is a packet that came.
type arrival struct {
	*rtp.Packet
	time int64 // its own, by its track's clock, unwrapped
	at   time.Time
}

// ordered is a packet in its place.
type ordered struct {
	arrival
	lost bool // packets before it never came
}

func newReorder() *reorder { return &reorder{waiting: map[int64]arrival{}} }

// add takes a packet and returns those whose turn it is.
func (r *reorder) add(p arrival) []ordered {
	if !r.started {
		r.started, r.next = true, 1<<32|int64(p.SequenceNumber) // far from where it could become negative
	}
	number := r.next + int64(int16(p.SequenceNumber-uint16(r.next)))
	if number < r.next || number > r.next+maxWaiting {
		if r.stray++; r.stray < maxStray {
			return nil
		}
		clear(r.waiting)
		r.next, r.stray = number+1, 0
		return []ordered{{p, true}}
	}
	r.stray = 0
	if _, twice := r.waiting[number]; !twice {
		r.waiting[number] = p
	}
	out := r.due(nil, false)
	for len(r.waiting) > 0 && (len(r.waiting) > maxWaiting/2 || p.at.Sub(r.eldest()) > patience) {
		r.next = r.first()
		out = r.due(out, true)
	}
	return out
}

// due appends the packets whose turn it is.
func (r *reorder) due(out []ordered, lost bool) []ordered {
	for {
		p, ok := r.waiting[r.next]
		if !ok {
			return out
		}
		delete(r.waiting, r.next)
		r.next++
		out = append(out, ordered{p, lost})
		lost = false
	}
}

func (r *reorder) first() int64 {
	first := int64(-1)
	for number := range r.waiting {
		if first < 0 || number < first {
			first = number
		}
	}
	return first
}

func (r *reorder) eldest() (eldest time.Time) {
	for _, p := range r.waiting {
		if eldest.IsZero() || p.at.Before(eldest) {
			eldest = p.at
		}
	}
	return eldest
}

// unwrapper turns times of 32 bits into ones that go on (RFC 3550, 5.1).
type unwrapper struct {
	known bool
	last  int64
}

// time is the unwrapped form of a time that is near the last one.
func (u *unwrapper) time(t uint32) int64 {
	if !u.known {
		u.known, u.last = true, int64(t)
		return u.last
	}
	u.last = u.near(t)
	return u.last
}

// near is time, without moving on.
func (u *unwrapper) near(t uint32) int64 { return u.last + int64(int32(t-uint32(u.last))) }
