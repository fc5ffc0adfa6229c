package analytics

import "time"

// limit is the most that a group may report.
type limit struct {
	views   int           // most concurrent views
	players int           // most concurrent players: each second adds this many seconds of watched time
	burst   time.Duration // most watched time that is reported at once
}

// groupID identifies a group of reports that share a limit: those of an API key, of a network, or of a user's bought media.
// Only the fields of one kind are set.
type groupID struct {
	apiKey, network   string
	channelID, userID int64
}

// group holds the remaining watched time, the view counts and the last subject of a group.
type group struct {
	tokenBucket
	viewCounter

	subject Subject // last one that an API key reported
}

// tokenBucket holds the watched time that may still be reported.
type tokenBucket struct {
	updatedAt time.Time
	remaining time.Duration
}

// refill adds the time that has elapsed and returns the remaining time.
func (b *tokenBucket) refill(now time.Time, l limit) time.Duration {
	elapsed := min(max(0, now.Sub(b.updatedAt)), l.burst) // more would only be cut off, and could overflow
	b.updatedAt, b.remaining = now, min(b.remaining+time.Duration(l.players)*elapsed, l.burst)
	return b.remaining
}

// isFull reports whether the bucket was unused for so long that it is full again and may be forgotten.
func (b tokenBucket) isFull(now time.Time) bool { return now.Sub(b.updatedAt) > maxReportDelay }

// viewCounter counts the views of a group in the current minute, and those of the previous minute without a report in
// the current one. Together they include all views of the last minute (watchingTimeout).
type viewCounter struct {
	minute            int64
	current, previous int
}

// lastCounted holds the group that last counted a view, and the minute of that count. It is kept per view, once for each kind of group:
// a group counts a view only once a minute, and must recognize a view that continues from the previous minute.
type lastCounted struct {
	group  groupID
	minute int64
}

// countView counts a view of the group in the minute of a time, and reports whether maxViews allows it. A view that
// continues is always allowed.
func (c *viewCounter) countView(last *lastCounted, id groupID, at time.Time, maxViews int) bool {
	minute := c.startMinute(at.UnixMilli() / minuteMS)
	counted := last.group == id
	switch {
	case counted && last.minute == minute:
		return true
	case counted && last.minute == minute-1 && c.previous > 0:
		c.previous--
	case c.current+c.previous >= maxViews:
		return false
	}
	c.current++
	*last = lastCounted{group: id, minute: minute}
	return true
}

// startMinute moves the counter to a minute and returns the minute that counts. A report of the previous minute counts in
// the current one.
func (c *viewCounter) startMinute(minute int64) int64 {
	switch minute {
	case c.minute, c.minute - 1:
	case c.minute + 1:
		c.minute, c.current, c.previous = minute, 0, c.current
	default: // also after the clock was set back
		c.minute, c.current, c.previous = minute, 0, 0
	}
	return c.minute
}
