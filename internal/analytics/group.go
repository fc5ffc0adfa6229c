package analytics

import "time"

// limit is how much a group of reports can be true of.
type limit struct {
	views   int           // that go on at once
	players int           // side by side: watched time that is added per elapsed time
	late    time.Duration // watched time that may be reported at once
}

// group is what is reported by one api key, from one network, or by one user of what they bought.
type group struct {
	allowance
	presence

	subject Subject // that an api key named last
}

// allowance is watched time that may still count (a token bucket).
type allowance struct {
	at   time.Time
	left time.Duration
}

// grow adds the time that has elapsed and returns the allowance.
func (a *allowance) grow(now time.Time, l limit) time.Duration {
	elapsed := min(max(0, now.Sub(a.at)), l.late) // more would only be cut off, and could overflow
	a.at, a.left = now, min(a.left+time.Duration(l.players)*elapsed, l.late)
	return a.left
}

// isWhole reports whether nothing was taken from the allowance for so long that it may be forgotten.
func (a allowance) isWhole(now time.Time) bool { return now.Sub(a.at) > mostLate }

// presence counts the views of a group that were reported in the current minute or else in the one before, which are
// at least those of the last minute (Present).
type presence struct {
	minute      int64
	now, before int
}

// sighting is the group that counts a view, and the minute in which it did so last.
type sighting struct {
	group  string
	minute int64
}

// enter counts a view in the minute of a time, and reports whether there was room. A view that is going on has room.
func (p *presence) enter(seen *sighting, name string, at time.Time, most int) bool {
	minute := p.turn(at.UnixMilli() / minuteMS)
	ours := seen.group == name
	switch {
	case ours && seen.minute == minute:
		return true
	case ours && seen.minute == minute-1 && p.before > 0:
		p.before--
	case p.now+p.before >= most:
		return false
	}
	p.now++
	*seen = sighting{name, minute}
	return true
}

// turn begins a minute, unless it is the current one, and returns the current one. A report that is a moment late belongs to it.
func (p *presence) turn(minute int64) int64 {
	switch minute {
	case p.minute, p.minute - 1:
	case p.minute + 1:
		p.minute, p.now, p.before = minute, 0, p.now
	default: // also after the clock was set back
		p.minute, p.now, p.before = minute, 0, 0
	}
	return p.minute
}
