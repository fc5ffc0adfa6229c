package site_test

import (
	"fmt"
	"testing"
	"time"
)

func TestStructuredDataTellsASchedule(t *testing.T) {
	for _, test := range []struct {
		schedule                  string
		tba, moved                bool
		status, starts            string
		previous, broadcast, sold any
	}{
		{"on", false, false, "EventScheduled", "2026-11-21T19:00:00Z", nil, true, "InStock"},
		{"on", false, true, "EventRescheduled", "2026-11-21T19:00:00Z", "2026-11-20T19:00:00Z", true, "InStock"},
		{"postponed", false, false, "EventPostponed", "2026-11-21T19:00:00Z", "2026-11-21T19:00:00Z", false, "OutOfStock"},
		{"cancelled", false, false, "EventCancelled", "2026-11-21T19:00:00Z", nil, false, "OutOfStock"},
		{"tba", true, false, "EventScheduled", "2026-11-22", nil, true, "InStock"},
		{"cancelled", true, false, "EventCancelled", "2026-11-22", nil, false, "OutOfStock"},
		{"postponed", true, false, "EventPostponed", "2026-11-22", "2026-11-22", false, "OutOfStock"},
		{"tba", true, true, "EventScheduled", "2026-11-22", nil, true, "InStock"},
	} {
		t.Run(fmt.Sprintf("%s, time unknown %t", test.schedule, test.tba), func(t *testing.T) {
			e := game("upcoming")
			e.Schedule, e.TimeTBA, e.Zone = test.schedule, test.tba, time.FixedZone("venue", 6*60*60)
			if test.moved {
				e.Previous = e.Start.Add(-24 * time.Hour)
			}
			found := nodes(t, body(t, get(t, stage{event: e}.serve(t), "/watch/5")))
			event := found["SportsEvent"][0]
			const prefix = "http://schema.org/"
			if got := value(event, "eventStatus"); got != "https://schema.org/"+test.status && got != prefix+test.status {
				t.Errorf("status %v", got)
			}
			if got := value(event, "startDate"); got != test.starts {
				t.Errorf("starts %v", got)
			}
			if ends := value(event, "endDate"); (ends == nil) != test.tba {
				t.Errorf("ends %v", ends)
			}
			if got := value(event, "previousStartDate"); got != test.previous {
				t.Errorf("before %v", got)
			}
			if got := len(found["BroadcastEvent"]) > 0; got != test.broadcast {
				t.Errorf("broadcast %v", got)
			}
			if got := value(found["Offer"][0], "availability"); got != "https://schema.org/"+test.sold.(string) {
				t.Errorf("sold %v", got)
			}
		})
	}
}

// Of an event that was moved from a day without a time, that day alone was announced.
func TestStructuredDataTellsTheDayOfAnEarlierStart(t *testing.T) {
	e := game("upcoming")
	e.Schedule, e.Previous, e.PreviousTBA, e.Zone = "on", e.Start.Add(-24*time.Hour), true, time.UTC
	found := nodes(t, body(t, get(t, stage{event: e}.serve(t), "/watch/5")))
	if got := value(found["SportsEvent"][0], "previousStartDate"); got != "2026-11-20" {
		t.Errorf("before %v", got)
	}
}

// A stream may begin before the time is announced. Its video is dated by the day.
func TestStructuredDataOfALiveGameWithoutATime(t *testing.T) {
	e := game("live")
	e.TimeTBA, e.Zone = true, time.UTC
	found := nodes(t, body(t, get(t, stage{event: e}.serve(t), "/watch/5")))
	if got := value(found["VideoObject"][0], "uploadDate"); got != "2026-11-21" {
		t.Errorf("uploaded %v", got)
	}
}
