package api

import (
	"bytes"
	"net/url"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// firstList is what a page of a channel carries.
func (w *world) firstList(channelKey string, hideScores bool, statuses ...string) []byte {
	w.t.Helper()
	query := url.Values{"limit": {"24"}, "facets": {"1"}}
	if len(statuses) > 0 {
		query["stream_status"] = statuses
	}
	body, err := w.api.FirstList(w.t.Context(), w.channel(channelKey).ID, "en", hideScores, query)
	if err != nil {
		w.t.Fatal(err)
	}
	return body
}

func TestAPageCarriesWhatAVisitorIsAnswered(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.season(home, "")
	w.season(away, "Elsewhere")
	for spoilers, hide := range map[string]bool{"show": false, "hide": true} {
		asked := w.do(call{path: "/api/events?lang=en&limit=24&facets=1&spoilers=" + spoilers, key: w.visitor(home)})
		carried := w.firstList(home, hide)
		if !bytes.Equal(carried, asked.body) {
			t.Errorf("carried %s\nasked %s", carried, asked.body)
		}
		if bytes.Contains(carried, []byte("Elsewhere")) || !bytes.Contains(w.firstList(away, hide), []byte("Elsewhere")) {
			t.Error("a page carries another channel's events")
		}
	}
}

// What depends on where a visitor is must not be carried by a page for everybody.
func TestAPageCarriesNothingThatDependsOnAPlace(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), atlas(t))
	s := w.season(home, "")
	w.block(away, "FR")
	id := w.channel(home).ID
	err := w.commerce.ReplaceBlackouts(t.Context(), actor.ForSystem(id), id, int64(s.events["live"]), []commerce.Blackout{
		{Mode: commerce.Deny, Places: []string{"CA-QC"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.clock.Advance(time.Minute)
	for _, channel := range []string{home, away} {
		if body := w.firstList(channel, false); body != nil {
			t.Errorf("%s: %s", channel, body)
		}
	}
	if w.firstList(home, false, "upcoming") == nil || w.firstList(away, false, "upcoming") != nil {
		t.Error("one event's rules are about that event, a country's about all")
	}
}
