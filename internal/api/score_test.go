package api

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func operator(n *account.NewUser) { n.Role = actor.Operator }

func TestAnOperatorKeepsTheScore(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s, key := w.season(home, ""), w.loggedIn(home, "op@example.com", operator)
		path := fmt.Sprintf("/api/events/%d", s.events["register"])
		now := w.clock.Now().UnixMilli()
		post := func(body map[string]any) ScoreDTO {
			t.Helper()
			var dto EventScoreDTO
			w.do(call{path: path + "/score", key: key, body: body}).into(&dto)
			return *dto.Score
		}
		if got := post(map[string]any{"away": 1, "home": 0, "period": "P1", "clock": "8:14"}); got != (ScoreDTO{1, 0, "P1", "8:14", now}) {
			t.Errorf("the first: %+v", got)
		}
		w.clock.Advance(time.Minute)
		later := map[string]any{"away": 1, "home": 1, "at_ms": now + 60_000}
		for range 2 { // repeated, it is still one score
			if got := post(later); got != (ScoreDTO{1, 1, "", "", now + 60_000}) {
				t.Errorf("the second: %+v", got)
			}
		}
		if got := post(map[string]any{"away": 0, "home": 0, "at_ms": now - 60_000}); got.Home != 1 {
			t.Errorf("a late one for an earlier moment is shown: %+v", got)
		}
		later["home"] = 2
		if got := post(later); got.Home != 2 {
			t.Errorf("corrected: %+v", got)
		}
		var e EventDetailDTO
		w.do(call{path: path, key: key}).into(&e)
		if len(e.Scores) != 3 || e.Score == nil || e.Score.Home != 2 {
			t.Errorf("the event has %+v, all %+v", e.Score, e.Scores)
		}
		var dto EventScoreDTO
		w.do(call{method: http.MethodDelete, path: fmt.Sprintf("%s/score?at_ms=%d", path, now+60_000), key: key}).into(&dto)
		if dto.Score == nil || *dto.Score != (ScoreDTO{1, 0, "P1", "8:14", now}) {
			t.Errorf("taken back, it stands %+v", dto.Score)
		}
		w.do(call{method: http.MethodDelete, path: fmt.Sprintf("%s/score?at_ms=%d", path, now+60_000), key: key}).want(http.StatusNotFound, "score_not_found")
		w.do(call{method: http.MethodDelete, path: path + "/score", key: key}).want(http.StatusBadRequest, "validation_failed").field("at_ms")
	})
}

func TestScoresThatAreRefused(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	w.game(s, actor.ForSystem(s.channelID), "gala", time.Hour, func(e *catalog.Event) {
		e.Participants, e.HomeID, e.Name = nil, 0, both("Awards night", "Gala")
	})
	key := w.loggedIn(home, "op@example.com", operator)
	path := func(name string) string { return fmt.Sprintf("/api/events/%d/score", s.events[name]) }
	good := map[string]any{"away": 1, "home": 2}
	for _, tt := range []struct {
		name, path, key string
		status          int
		code            string
	}{
		{"nobody", path("live"), "", http.StatusBadRequest, "no_api_key"},
		{"a visitor", path("live"), w.visitor(home), http.StatusUnauthorized, "unauthenticated"},
		{"a user", path("live"), w.loggedIn(home, "fan@example.com"), http.StatusForbidden, "operator_required"},
		{"another channel's operator", path("live"), w.loggedIn(away, "op@example.com", operator), http.StatusNotFound, "event_not_found"},
		{"no event", "/api/events/999999/score", key, http.StatusNotFound, "event_not_found"},
		{"not a game", path("gala"), key, http.StatusUnprocessableEntity, "not_a_game"},
	} {
		t.Log(tt.name)
		w.do(call{path: tt.path, key: tt.key, body: good}).want(tt.status, tt.code)
		w.do(call{method: http.MethodDelete, path: tt.path + "?at_ms=1", key: tt.key}).want(tt.status, tt.code)
	}
	for field, body := range map[string]map[string]any{
		"home":   {"away": 1},
		"away":   {"away": -1, "home": 0},
		"period": {"away": 1, "home": 0, "period": "the second of three periods"},
		"clock":  {"away": 1, "home": 0, "clock": 814},
		"at_ms":  {"away": 1, "home": 0, "at_ms": w.clock.Now().Add(time.Hour).UnixMilli()},
		"winner": {"away": 1, "home": 0, "winner": "away"},
	} {
		w.do(call{path: path("live"), key: key, body: body}).want(http.StatusBadRequest, "validation_failed").field(field)
	}
	w.do(call{path: path("live"), key: key, body: map[string]any{"away": 1, "home": 0, "at_ms": -1 << 50}}).want(http.StatusBadRequest, "validation_failed").field("at_ms")
	w.do(call{path: path("live"), key: key, body: map[string]any{"away": 1, "home": 0, "at_ms": 1 << 53}}).want(http.StatusBadRequest, "validation_failed").field("at_ms")
}
