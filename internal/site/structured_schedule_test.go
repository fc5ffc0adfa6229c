package site_test

import (
	"testing"
	"time"
)

func TestStructuredDataTellsASchedule(t *testing.T) {
	for _, test := range []struct {
		schedule                  string
		moved                     bool
		status, starts            string
		previous, broadcast, sold any
	}{
		{"on", false, "EventScheduled", "2026-11-21T19:00:00Z", nil, true, "InStock"},
		{"on", true, "EventRescheduled", "2026-11-21T19:00:00Z", "2026-11-20T19:00:00Z", true, "InStock"},
		{"postponed", false, "EventPostponed", "2026-11-21T19:00:00Z", "2026-11-21T19:00:00Z", false, "OutOfStock"},
		{"cancelled", false, "EventCancelled", "2026-11-21T19:00:00Z", nil, false, "OutOfStock"},
		{"tba", false, "EventScheduled", "2026-11-21", nil, true, "InStock"},
	} {
		t.Run(test.schedule, func(t *testing.T) {
			e := game("upcoming")
			e.Schedule, e.Local = test.schedule, e.Start
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
