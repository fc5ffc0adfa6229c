package feed

import (
	"bytes"
	"context"
	"fmt"
	"time"

	ics "github.com/arran4/golang-ical"

	"github.com/grandstand/grandstand/internal/catalog"
)

// How far a calendar looks, and how many events it has at most: those nearest to its
// beginning.
const (
	calendarBack   = 30 * 24 * time.Hour
	calendarAhead  = 365 * 24 * time.Hour
	calendarEvents = 500

	// nominalLength is how long an event is said to take where its planned length is not
	// known; the true length would tell of overtime.
	nominalLength = 2 * time.Hour
)

// calendar answers a calendar to subscribe to (RFC 5545).
func (f *Feeds) calendar(ctx context.Context, req *request) (*document, error) {
	s, err := f.scope(ctx, req)
	if err != nil {
		return nil, err
	}
	return f.documents.Get(ctx, req.key("calendar", s.query), func(ctx context.Context) (*document, error) {
		return f.makeCalendar(ctx, req, s)
	})
}

func (f *Feeds) makeCalendar(ctx context.Context, req *request, s scope) (*document, error) {
	now := f.Clock.Now()
	filter := s.filter
	// By the hour, so that the window's edge moves rarely and the answer stays the same.
	filter.From, filter.Before = now.Add(-calendarBack).Truncate(time.Hour), now.Add(calendarAhead).Truncate(time.Hour)
	events, err := f.events(ctx, req, filter, false, calendarEvents)
	if err != nil {
		return nil, err
	}
	removed, err := f.Catalog.ListRemoved(ctx, int64(req.channel.ID))
	if err != nil {
		return nil, err
	}
	cal := ics.NewCalendar()
	cal.SetProductId("-//Grandstand//Grandstand//EN")
	cal.SetMethod(ics.MethodPublish)
	cal.SetCalscale("GREGORIAN")
	cal.SetXWRCalName(req.title(s))
	cal.SetXWRCalDesc(req.about(s))
	cal.SetXWRTimezone(req.channel.TimeZone)
	cal.SetRefreshInterval("PT1H")
	cal.SetXPublishedTTL("PT1H")
	for _, e := range events {
		req.addEvent(cal, s, e)
	}
	for _, e := range removed {
		if s.holds(e) && !e.StartAt.Before(filter.From) && e.StartAt.Before(filter.Before) {
			req.addEvent(cal, s, e).SetStatus(ics.ObjectStatusCancelled)
			events = append(events, e)
		}
	}
	var b bytes.Buffer
	if err := cal.SerializeTo(&b, ics.WithNewLineWindows); err != nil {
		return nil, fmt.Errorf("write a calendar: %w", err)
	}
	doc, err := newDocument("text/calendar; charset=utf-8", cacheFeed, b.Bytes())
	if err != nil {
		return nil, err
	}
	doc.name, doc.modified = req.channel.Key+".ics", latest(events)
	return doc, nil
}

// addEvent writes one event. Times are in UTC, which needs no definition of zones and
// is exact wherever the reader is; the time at the venue is in the description.
func (req *request) addEvent(cal *ics.Calendar, s scope, e *catalog.Event) *ics.VEvent {
	languages := req.languages()
	v := cal.AddEvent(req.uid(int64(e.ID)))
	v.SetDtStampTime(e.ListedAt)
	v.SetLastModifiedAt(e.ListedAt)
	v.SetSequence(sequence(e.ListedAt))
	w := wordsIn(req.lang)
	req.setTime(v, e)
	v.SetSummary(line(labelled(req.lang, w.schedule(e.ScheduleStatus), s.name(e, languages))))
	v.SetStatus(calendarStatus(e))
	v.SetTimeTransparency(ics.TransparencyTransparent)
	v.SetURL(req.watch(int64(e.ID)))
	if venue := line(s.venue(e, languages)); venue != "" {
		v.SetLocation(venue)
	}
	sport := line(s.sport(e, languages))
	if sport != "" {
		v.AddProperty(ics.ComponentPropertyCategories, sport)
	}
	v.SetDescription(join("\n", sport, labelled(req.lang, w.at, req.venueTime(e)), labelled(req.lang, w.watch, req.watch(int64(e.ID)))))
	return v
}

// setTime sets when an event takes place. One whose time was not announced takes its
// whole day (RFC 5545, 3.6.1: a DTSTART of a date and no DTEND).
func (req *request) setTime(v *ics.VEvent, e *catalog.Event) {
	if e.TimeTBA {
		v.SetAllDayStartAt(e.StartAt.In(req.zone(e)))
		return
	}
	v.SetStartAt(e.StartAt)
	v.SetEndAt(e.StartAt.Add(length(e)))
}

// calendarStatus is an event's STATUS (RFC 5545, 3.8.1.11).
func calendarStatus(e *catalog.Event) ics.ObjectStatus {
	switch e.ScheduleStatus {
	case catalog.Cancelled:
		return ics.ObjectStatusCancelled
	case catalog.Postponed, catalog.TBA:
		return ics.ObjectStatusTentative
	case catalog.On:
	}
	return ics.ObjectStatusConfirmed
}

func length(e *catalog.Event) time.Duration {
	if e.Planned <= 0 {
		return nominalLength
	}
	return e.Planned
}

// sequenceStart is when sequences begin: they have 31 bits.
const sequenceStart = 1_577_836_800 // 2020-01-01

// sequence numbers the states of an event in calendars: by the second in which what they
// show last changed, so that it only grows (RFC 5545, 3.8.7.4), and not with its score.
func sequence(listed time.Time) int {
	return int(max(0, listed.Unix()-sequenceStart))
}
