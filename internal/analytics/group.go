package analytics

import "time"

// limit is the most that a group may report.
type limit struct {
	views   int           // at the same time
	players int           // at the same time: watched time that is added for each unit of elapsed time
	burst   time.Duration // watched time that may be reported at once
}

// groupKey names a group of reports that have one limit: those of an api key, of a network, or of a user's purchases.
// Only the fields of one kind are set.
type groupKey struct {
	apiKey, network   string
	channelID, userID int64
}

// group holds what was reported in a group.
type group struct {
	tokenBucket
	viewCounter

	subject Subject // that an api key reported last
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
// the current one. Together they include all views of the last minute (Present).
type viewCounter struct {
	minute            int64
	current, previous int
}

// viewCount is the group that counts a view, and the last minute in which it counted the view.
type viewCount struct {
	group  groupKey
	minute int64
}

// countView counts a view in the minute of a time, and reports whether the limit allows it. A view that is going on is
// always allowed.
func (c *viewCounter) countView(view *viewCount, group groupKey, at time.Time, limit int) bool {
	minute := c.startMinute(at.UnixMilli() / minuteMS)
	counted := view.group == group
	switch {
	case counted && view.minute == minute:
		return true
	case counted && view.minute == minute-1 && c.previous > 0:
		c.previous--
	case c.current+c.previous >= limit:
		return false
	}
	c.current++
	*view = viewCount{group: group, minute: minute}
	return true
}

// startMinute starts a minute, unless it is the current one, and returns the current one. A report that is up to a minute
// late counts for the current minute.
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
