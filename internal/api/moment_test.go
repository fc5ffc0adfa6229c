package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func TestAnOperatorTagsKeyMoments(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s, key := w.season(home, ""), w.loggedIn(home, "op@example.com", operator)
		event := fmt.Sprintf("/api/events/%d", s.events["live"])
		now, lynx := w.clock.Now().UnixMilli(), int64(s.lynx)
		post := func(body map[string]any) (dto MomentDTO) {
			t.Helper()
			w.do(call{path: event + "/moments", key: key, body: body}).into(&dto)
			return dto
		}
		listed := func(parameters string) (dto MomentsDTO) {
			t.Helper()
			w.do(call{path: event + "/moments" + parameters, key: w.visitor(home)}).into(&dto)
			return dto
		}
		if none := listed(""); none.Revision != 0 || len(none.Moments) != 0 || len(none.Kinds) < 5 {
			t.Errorf("before the first: %+v", none)
		}
		goal := post(map[string]any{"kind": "goal", "participant_id": lynx, "note": "Wrist shot"})
		if diff := cmp.Diff(MomentDTO{goal.ID, now, "goal", "Goal", &lynx, "Wrist shot"}, goal); diff != "" || goal.ID == 0 {
			t.Error(diff)
		}
		start := post(map[string]any{"kind": "period_start", "at_ms": now - 60_000})
		var e EventDetailDTO
		w.do(call{path: event, key: w.visitor(home)}).into(&e)
		if got := listed(""); e.Moments != 2 || got.Revision != 2 || cmp.Diff([]MomentDTO{start, goal}, got.Moments) != "" {
			t.Errorf("the event counts %d, listed: %+v", e.Moments, got)
		}
		if got := listed("?lang=fr").Moments[1]; got.Name != "But" || got.Note != "Wrist shot" {
			t.Errorf("in French: %+v", got)
		}
		var removed RemovedMomentDTO
		remove := call{method: http.MethodDelete, path: fmt.Sprintf("%s/moments/%d", event, start.ID), key: key}
		w.do(remove).into(&removed)
		if got := listed(""); got.Revision != 3 || len(got.Moments) != 1 || removed.ID != start.ID {
			t.Errorf("after one was taken back: %+v", got)
		}
		w.do(remove).want(http.StatusNotFound, "moment_not_found")
	})
}

func TestMomentsThatTheEdgeRefuses(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s, key := w.season(home, ""), w.loggedIn(home, "op@example.com", operator)
	path := fmt.Sprintf("/api/events/%d/moments", s.events["live"])
	good := map[string]any{"kind": "highlight"}
	for _, tt := range []struct {
		name, path, key string
		status          int
		code            string
	}{
		{"nobody", path, "", http.StatusBadRequest, "no_api_key"},
		{"a visitor", path, w.visitor(home), http.StatusUnauthorized, "unauthenticated"},
		{"a user", path, w.loggedIn(home, "fan@example.com"), http.StatusForbidden, "operator_required"},
		{"another channel's operator", path, w.loggedIn(away, "op@example.com", operator), http.StatusNotFound, "event_not_found"},
		{"no event", "/api/events/999999/moments", key, http.StatusNotFound, "event_not_found"},
	} {
		t.Log(tt.name)
		w.do(call{path: tt.path, key: tt.key, body: good}).want(tt.status, tt.code)
		w.do(call{method: http.MethodDelete, path: tt.path + "/1", key: tt.key}).want(tt.status, tt.code)
	}
	for field, body := range map[string]map[string]any{
		"kind":           {"kind": "touchdown", "participant_id": int64(s.lynx)},
		"participant_id": {"kind": "goal"},
		"note":           {"kind": "highlight", "note": strings.Repeat("a", 121)},
		"at_ms":          {"kind": "highlight", "at_ms": w.clock.Now().Add(time.Hour).UnixMilli()},
		"team":           {"kind": "highlight", "team": "away"},
	} {
		w.do(call{path: path, key: key, body: body}).want(http.StatusBadRequest, "validation_failed").field(field)
	}
	w.do(call{path: "/api/events/x/moments", key: key}).want(http.StatusBadRequest, "validation_failed").field("id")
	w.do(call{path: "/api/events/x/chapters.vtt", key: key}).want(http.StatusBadRequest, "validation_failed").field("id")
	w.do(call{path: "/api/events/999999/chapters.vtt", key: key}).want(http.StatusNotFound, "event_not_found")
}

// With scores hidden there are no moments: not in the list, not as chapters, not counted.
func TestKeyMomentsAreHiddenWithTheScore(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.spoiledSeason()
	event, key := fmt.Sprintf("/api/events/%d", s.events["told over"]), w.visitor(home)
	for choice, want := range map[string]int64{"show": 1, "hide": 0} {
		var e EventDetailDTO
		var moments MomentsDTO
		w.do(call{path: event + "?spoilers=" + choice, key: key}).into(&e)
		w.do(call{path: event + "/moments?spoilers=" + choice, key: key}).into(&moments)
		vtt := string(w.do(call{path: event + "/chapters.vtt?spoilers=" + choice, key: key}).body)
		if e.Moments != want || moments.Revision != want || int64(len(moments.Moments)) != want || int64(strings.Count(vtt, "-->")) != want {
			t.Errorf("%s: the event counts %d, listed %+v, as chapters %q", choice, e.Moments, moments, vtt)
		}
	}
}

func TestChaptersOfARecording(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s, noon := w.season(home, ""), w.clock.Now()
	by := actor.ForSystem(s.channelID)
	for _, m := range []catalog.Moment{
		{At: noon.Add(-2 * time.Hour), Kind: "highlight"}, // before the first picture
		{At: noon.Add(-time.Hour), Kind: "period_start"},
		{At: noon.Add(-35 * time.Minute), Kind: "goal", Participant: s.lynx, Note: both("<b>5–3 & in\n", "<b>5–3 & in\n")}, // in the pause
		{At: noon.Add(-10 * time.Minute), Kind: "period_end"},
	} {
		must[catalog.Moment](w)(w.catalog.AddMoment(t.Context(), by, s.channelID, s.events["over"], m))
	}
	got := w.do(call{path: fmt.Sprintf("/api/events/%d/chapters.vtt", s.events["over"]), key: w.visitor(home)})
	want := "WEBVTT\n" +
		"\n2\n00:00:00.000 --> 00:19:52.000\nStart of the period\n" +
		"\n3\n00:19:52.000 --> 00:39:52.000\nGoal, Lynx: &lt;b&gt;5–3 &amp; in \n" +
		"\n4\n00:39:52.000 --> 00:50:00.000\nEnd of the period\n"
	if diff := cmp.Diff(want, string(got.body)); diff != "" || got.header.Get("Content-Type") != "text/vtt; charset=utf-8" {
		t.Errorf("%s as %s", diff, got.header.Get("Content-Type"))
	}
}

// Whoever follows the feed hears of each change; who hides scores does not even hear that
// there was one.
func TestTheLiveFeedTellsOfKeyMoments(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		server := w.node(t, w.handler)
		open, hiding := listen(t, server, "api_key="+w.visitor(home)), listen(t, server, "spoilers=hide&api_key="+w.visitor(home))
		counts := func(n float64) func(map[string]any) bool {
			return func(e map[string]any) bool { return e["moments"] == n }
		}
		open.until(s.events["live"], counts(0))
		if _, raw, ok := hiding.next(); !ok || strings.Contains(raw, "moments") {
			t.Errorf("the whole without scores: %s", raw)
		}
		w.clock.Advance(time.Second)
		must[catalog.Moment](w)(w.catalog.AddMoment(t.Context(), actor.ForSystem(s.channelID), s.channelID, s.events["live"], catalog.Moment{At: w.clock.Now(), Kind: "highlight"}))
		open.until(s.events["live"], counts(1))
		if err := w.catalog.SetStreamState(t.Context(), d.Write(), s.channelID, int64(s.events["register"]), "live", w.clock.Now()); err != nil {
			t.Fatal(err)
		}
		w.clock.Advance(time.Second)
		if events, raw, ok := hiding.next(); !ok || len(events) != 1 || strings.Contains(raw, "moments") {
			t.Errorf("after a moment came %s", raw)
		}
		w.api.CloseStreams()
	})
}
