package mpegts

import (
	"fmt"

	"github.com/grandstand/grandstand/internal/media/ingest"
)

// elementary collects the PES packets of one track (2.4.3.6).
type elementary struct {
	pid     uint16
	limit   int // bytes of a PES packet
	buffer  []byte
	open    bool
	counted bool
	counter byte // of the last packet
}

type order int

const (
	inOrder order = iota
	repeated
	torn // something before is missing
)

// follows compares a packet's continuity counter with the one before (2.4.3.3).
func (e *elementary) follows(counter byte, jump bool) order {
	last, known := e.counter, e.counted
	e.counter, e.counted = counter, true
	switch {
	case !known, jump, counter == (last+1)&0x0F:
		return inOrder
	case counter == last:
		return repeated
	}
	return torn
}

func (e *elementary) begin() { e.buffer, e.open = e.buffer[:0], true }

// drop discards an incomplete PES packet.
func (e *elementary) drop() { e.buffer, e.open = e.buffer[:0], false }

func (e *elementary) add(payload []byte) error {
	if !e.open {
		return nil
	}
	if len(e.buffer)+len(payload) > e.limit {
		return fmt.Errorf("a packet of more than %d bytes: %w", e.limit, ingest.ErrExcess)
	}
	e.buffer = append(e.buffer, payload...)
	return nil
}

// complete reports whether the PES packet states its length and has all bytes. Most video packets state no length.
func (e *elementary) complete() bool {
	if !e.open || len(e.buffer) < 6 {
		return false
	}
	size := int(e.buffer[4])<<8 | int(e.buffer[5])
	return size != 0 && len(e.buffer) >= 6+size
}

// content is a parsed PES packet. Times have 33 bits.
type content struct {
	pts, dts int64
	timed    bool
	data     []byte
}

// read parses the collected PES packet. It returns false if the packet is not valid.
func (e *elementary) read() (content, bool) {
	b := e.buffer
	if !e.open || len(b) < 9 || b[0] != 0 || b[1] != 0 || b[2] != 1 || b[6]&0xC0 != 0x80 {
		return content{}, false
	}
	if size := int(b[4])<<8 | int(b[5]); size != 0 {
		if len(b) < 6+size {
			return content{}, false
		}
		b = b[:6+size]
	}
	header := 9 + int(b[8])
	if header > len(b) {
		return content{}, false
	}
	c := content{data: b[header:]}
	switch flags := b[7] >> 6; {
	case flags >= 2 && header >= 14:
		c.pts, c.timed = stamp(b[9:]), true
		c.dts = c.pts
		if flags == 3 && header >= 19 {
			c.dts = stamp(b[14:])
		}
	default:
	}
	return c, true
}

// stamp reads a timestamp of 33 bits (2.4.3.7).
func stamp(b []byte) int64 {
	return int64(b[0]>>1&0x07)<<30 | int64(b[1])<<22 | int64(b[2]>>1)<<15 | int64(b[3])<<7 | int64(b[4]>>1)
}

// clockPeriod is the number of ticks after which timestamps of a transport stream wrap, every 26.5 hours.
const clockPeriod = 1 << 33

// unwrapper continues the time when timestamps wrap.
type unwrapper struct {
	last  int64
	begun bool
}

// time returns the time of a timestamp that is nearest to the previous time. Both tracks share the unwrapper, because they
// share the clock.
func (u *unwrapper) time(stamp int64) int64 {
	if !u.begun {
		u.last, u.begun = stamp, true
		return stamp
	}
	u.last = nearest(stamp, u.last)
	return u.last
}

func nearest(stamp, to int64) int64 {
	distance := (stamp - to) & (clockPeriod - 1)
	if distance >= clockPeriod/2 {
		distance -= clockPeriod
	}
	return to + distance
}
