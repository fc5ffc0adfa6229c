package analytics

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// batch is what one transaction writes of a number of facts.
type batch struct {
	sessions []sessionRow
	events   []eventRow
	views    []viewRow // each once, in the order of their keys
	told     map[viewKey][]watched
	loose    []minuteRow // of what no view shows
	// undelivered is the number of reports that do not count, because their players were given no media.
	undelivered int
}

// watched is what was told of a view within one minute.
type watched struct {
	minute int64 // in milliseconds
	ms     int64
}

// world is what facts are checked against when they are written.
type world struct {
	known  map[int64]map[Subject]bool // by channel
	erased map[int64]bool             // users who are no more
	// granted is what those who say to watch something may watch.
	granted map[Watcher]Grant
	// delivered has the playbacks of granted subjects for which media were delivered.
	delivered map[playback]bool
}

// refuses reports whether a fact is about something that the channel has and its reporter may
// not watch.
func (w world) refuses(f fact) bool {
	return f.isChecked() && w.has(f.watcher) && !w.granted[f.watcher].Allowed
}

// grantsNothing reports whether a fact is about nothing that the channel has. It is kept as a single event and is in no figure.
func (w world) grantsNothing(f fact) bool { return f.isChecked() && !w.has(f.watcher) }

// isDelivered reports whether a fact's reporter was given media of what it tells of. Of other facts only the single event is kept.
func (w world) isDelivered(f fact) bool {
	return !f.isChecked() || w.delivered[w.granted[f.watcher].playbackOf(f.watcher)]
}

func (w world) has(by Watcher) bool { return w.known[by.ChannelID][by.Subject] }

func (w world) subject(channelID int64, s Subject) Subject {
	if w.known[channelID][s] {
		return s
	}
	return Subject{}
}

func (w world) user(id int64) int64 {
	if w.erased[id] {
		return 0
	}
	return id
}

// gather makes facts the rows of one transaction. What the channel does not have is left out of
// them, and so is who was erased meanwhile. The facts stay as they are: they may be written again.
func gather(facts []fact, w world) batch {
	b := batch{told: map[viewKey][]watched{}}
	sessions, views := map[viewKey]bool{}, map[viewKey]viewRow{}
	for _, f := range facts {
		if w.refuses(f) {
			continue
		}
		if f.session != nil {
			row := *f.session
			row.UserID = w.user(row.UserID)
			if key := (viewKey{row.ChannelID, row.UUID}); !sessions[key] {
				sessions[key] = true
				b.sessions = append(b.sessions, row)
			}
		}
		if f.event != nil {
			row := *f.event
			subject := w.subject(row.ChannelID, row.subject())
			row.UserID, row.SubjectKind, row.SubjectID = w.user(row.UserID), subject.Kind, subject.ID
			b.events = append(b.events, row)
		}
		if f.view == nil || w.grantsNothing(f) {
			continue
		}
		if w.isDelivered(f) {
			row := *f.view
			subject := w.subject(row.ChannelID, row.subject())
			row.UserID, row.SubjectKind, row.SubjectID = w.user(row.UserID), subject.Kind, subject.ID
			b.addView(views, row)
		} else {
			b.undelivered++
		}
	}
	b.views = slices.SortedFunc(maps.Values(views), func(x, y viewRow) int {
		return cmp.Or(cmp.Compare(x.ChannelID, y.ChannelID), strings.Compare(x.UUID, y.UUID))
	})
	return b
}

// addView joins what is told of one view. What it shows, and to whom, was told first.
func (b *batch) addView(views map[viewKey]viewRow, row viewRow) {
	if row.UUID == "" {
		if row.WatchedMS > 0 {
			b.loose = append(b.loose, minuteRow{minuteKey: minuteOf(&row, row.LastMS), WatchedMS: row.WatchedMS})
		}
		return
	}
	key := row.key()
	b.told[key] = append(b.told[key], watched{row.LastMS - row.LastMS%minuteMS, row.WatchedMS})
	joined, ok := views[key]
	if !ok {
		views[key] = row
		return
	}
	joined.FirstMS, joined.LastMS = min(joined.FirstMS, row.FirstMS), max(joined.LastMS, row.LastMS)
	joined.WatchedMS += row.WatchedMS
	joined.UserID = cmp.Or(joined.UserID, row.UserID)
	joined.SessionUUID = cmp.Or(joined.SessionUUID, row.SessionUUID)
	views[key] = joined
}

// minutes adds up what the batch tells, of views as they are stored now: where an earlier batch told
// what a view shows, that holds. Of a stored view, BeforeMS says whether it began with this batch
// and in which minutes it was seen already.
func (b *batch) minutes(stored []viewRow) []minuteRow {
	sums := map[minuteKey]minuteRow{}
	add := func(m minuteRow) {
		sum := sums[m.minuteKey]
		sum.minuteKey = m.minuteKey
		sum.Begun, sum.Seen, sum.WatchedMS = sum.Begun+m.Begun, sum.Seen+m.Seen, sum.WatchedMS+m.WatchedMS
		sums[m.minuteKey] = sum
	}
	for i := range stored {
		v := &stored[i]
		told := slices.SortedStableFunc(slices.Values(b.told[v.key()]), func(x, y watched) int { return cmp.Compare(x.minute, y.minute) })
		for n, t := range told {
			m := minuteRow{minuteKey: minuteOf(v, t.minute), WatchedMS: t.ms}
			if n == 0 && v.BeforeMS == 0 {
				m.Begun = 1
			}
			again := n > 0 && told[n-1].minute == t.minute
			if !again && (v.BeforeMS == 0 || t.minute > v.BeforeMS) { // no minute begins in one that was told of
				m.Seen = 1
			}
			add(m)
		}
	}
	for _, m := range b.loose {
		add(m)
	}
	return slices.SortedFunc(maps.Values(sums), func(x, y minuteRow) int { return x.compare(y.minuteKey) })
}

func (k minuteKey) compare(o minuteKey) int {
	live := func(b bool) int { return map[bool]int{true: 1}[b] }
	return cmp.Or(
		cmp.Compare(k.ChannelID, o.ChannelID), cmp.Compare(k.MinuteMS, o.MinuteMS), cmp.Compare(k.SubjectKind, o.SubjectKind),
		cmp.Compare(k.SubjectID, o.SubjectID), cmp.Compare(live(k.Live), live(o.Live)), cmp.Compare(k.Device, o.Device), cmp.Compare(k.Country, o.Country),
	)
}
