package media

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// What was sent when stands where players show it, also across a pause, on the node that
// writes the stream and on one that reads its journal.
func TestTheTimelineOfAStreamWithAPause(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	s := v.stream()
	if got, err := v.Timeline(t.Context(), s.ChannelID, s.EventID); err != nil || len(got) != 0 {
		t.Errorf("before the first picture: %v, %v", got, err)
	}
	e := v.mustPublish(s)
	began := v.now.Now()
	e.mustPlay(5)
	e.close()
	v.now.Advance(time.Minute)
	e = v.mustPublish(s)
	again := v.now.Now()
	e.mustPlay(3)
	e.close()
	want := []Stretch{
		{At: began, Length: 5 * time.Second},
		{At: again, From: 5 * time.Second, Length: 3 * time.Second},
	}
	got, err := v.Timeline(t.Context(), s.ChannelID, s.EventID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	journal, err := v.loadDesk(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, stretches(journal.index.Load())); diff != "" {
		t.Errorf("by the journal: %s", diff)
	}
	if got, err := v.Timeline(t.Context(), s.ChannelID+1, s.EventID); err != nil || len(got) != 0 {
		t.Errorf("another channel's: %v, %v", got, err)
	}
}
