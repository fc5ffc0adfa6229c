package whip

import (
	"time"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// Bounds of what senders say about their clocks.
const (
	// plausible is how far what sender reports say may be from what the arrival of packets
	// says: encoders whose reports are of two clocks say nothing about either.
	plausible = 3 * segment.Ticks
	// steady is by how much the two clocks must have drifted apart before the sound is moved.
	steady = 20 * segment.Ticks / 1000
	// maxApart bounds the distance of two reports, in seconds.
	maxApart = 60
)

// report is a sender report's pair of times (RFC 3550, 6.4.1).
type report struct {
	ntp uint64 // seconds since 1900, as a fixed-point number of 32.32 bits
	rtp uint32
}

// timing is what is known of one track's clock.
type timing struct {
	clock  unwrapper
	rate   int64 // Hz
	packet bool  // one came
	lead   int64 // arrival less the clock's time, of the packet that travelled least; in ticks
	report *report
}

// arrived notes a packet that came at a moment, counted in ticks, and returns its time by
// the track's clock, unwrapped.
func (t *timing) arrived(timestamp uint32, moment int64) int64 {
	at := t.clock.time(timestamp)
	if lead := moment - t.ticks(at); !t.packet || lead < t.lead {
		t.lead = lead
	}
	t.packet = true
	return at
}

// ticks are a time of the track's clock in ticks.
func (t *timing) ticks(rtp int64) int64 {
	whole, rest := rtp/t.rate, rtp%t.rate
	return whole*segment.Ticks + rest*segment.Ticks/t.rate
}

// aligner finds by how much the sound's clock is off the picture's, in ticks to add to the
// former: by the reports of their sender, and by the arrival of packets without.
type aligner struct {
	began         time.Time
	picture       timing
	sound         timing
	offset        int64
	known, agreed bool // offset is, and by reports
}

func newAligner(now time.Time) *aligner {
	return &aligner{began: now, picture: timing{rate: segment.Ticks}, sound: timing{rate: opusRate}}
}

// moment is a time in ticks.
func (a *aligner) moment(at time.Time) int64 {
	return at.Sub(a.began).Microseconds() * segment.Ticks / time.Second.Microseconds()
}

// reported takes a report about one of the two tracks.
func (a *aligner) reported(t *timing, r report) {
	t.report = &r
	a.agree()
}

// agree compares the reports of both. Later ones correct what went before: two clocks that
// run apart are together again.
func (a *aligner) agree() {
	p, s := &a.picture, &a.sound
	if p.report == nil || s.report == nil || !p.packet || !s.packet {
		return
	}
	apart := int64(p.report.ntp - s.report.ntp)
	if apart < -maxApart<<32 || apart > maxApart<<32 {
		return
	}
	offset := p.ticks(p.clock.near(p.report.rtp)) - apart*segment.Ticks>>32 - s.ticks(s.clock.near(s.report.rtp))
	if off := offset - a.byArrival(); off < -plausible || off > plausible {
		return
	}
	if change := offset - a.offset; !a.agreed || change < -steady || change > steady {
		a.offset = offset
	}
	a.known, a.agreed = true, true
}

// byArrival takes what arrives together for simultaneous.
func (a *aligner) byArrival() int64 { return a.sound.lead - a.picture.lead }

// settle makes do with what is known.
func (a *aligner) settle() {
	if !a.known && a.picture.packet && a.sound.packet {
		a.offset, a.known = a.byArrival(), true
	}
}
