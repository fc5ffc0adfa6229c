package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/reminder"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/word"
)

// gamesOf answers reminders from the catalogue, everybody with one address, and keeps the
// letters.
type gamesOf struct {
	catalog *catalog.Service
	posted  []letter.Letter
}

func (g *gamesOf) Find(ctx context.Context, channelID int64, ids []int64) (map[int64]reminder.Game, error) {
	found := map[int64]reminder.Game{}
	for _, id := range ids {
		if e, err := g.catalog.FindEvent(ctx, channelID, catalog.EventID(id)); err == nil {
			found[id] = reminder.Game{ID: id, Name: text.Text{English: "A game"}, Start: e.StartAt, Zone: time.UTC, Upcoming: e.Status == catalog.Upcoming}
		}
	}
	return found, nil
}

func (*gamesOf) Changes(context.Context, int64, time.Time) ([]reminder.Change, error) {
	return nil, nil
}

func (*gamesOf) ForgetChange(context.Context, bun.Tx, reminder.Change) error { return nil }

func (*gamesOf) Recipients(context.Context, reminder.Change) ([]reminder.Recipient, error) {
	return nil, nil
}

func (*gamesOf) Gone(context.Context, int64) (map[int64]reminder.Game, error) { return nil, nil }

func (*gamesOf) Of(context.Context, int64, []int64, time.Time, time.Time) ([]reminder.Game, error) {
	return nil, nil
}

func (g *gamesOf) HasTeam(ctx context.Context, channelID, team int64) (bool, error) {
	ref, err := g.catalog.Reference(ctx, channelID)
	return err == nil && ref.Participant(catalog.ParticipantID(team)) != nil, err
}

func (*gamesOf) Words(context.Context, int64) (word.Kinds, error) { return word.Kinds{}, nil }

func (*gamesOf) Reach(context.Context, int64, int64) (reminder.Person, bool, error) {
	return reminder.Person{Email: "fan@example.com", Language: English}, true, nil
}

func (g *gamesOf) Post(_ context.Context, _ bun.Tx, _ int64, _ string, l letter.Letter) error {
	g.posted = append(g.posted, l)
	return nil
}

func TestReminders(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		fan := w.loggedIn(home, "fan@example.com")
		event, team := fmt.Sprintf("/api/events/%d/reminder", s.events["paid"]), fmt.Sprintf("/api/participants/%d/reminder", s.lynx)
		ask := func(method, path string) remindersDTO {
			t.Helper()
			var got remindersDTO
			c := call{method: method, path: path, key: fan}
			if method == http.MethodPost {
				c.body = map[string]any{}
			}
			w.do(c).into(&got)
			return got
		}
		for range 2 {
			if got := ask(http.MethodPost, event); !slices.Equal(got.Events, []int64{int64(s.events["paid"])}) {
				t.Errorf("%+v", got)
			}
		}
		ask(http.MethodPost, team)
		if got := ask(http.MethodGet, "/api/reminders"); len(got.Events) != 1 || !slices.Equal(got.Participants, []int64{int64(s.lynx)}) {
			t.Errorf("%+v", got)
		}
		for range 2 {
			ask(http.MethodDelete, event)
			if got := ask(http.MethodDelete, team); len(got.Events)+len(got.Participants) != 0 {
				t.Errorf("%+v", got)
			}
		}
		begun := fmt.Sprintf("/api/events/%d/reminder", s.events["live"])
		w.do(call{path: begun, key: fan, body: map[string]any{}}).want(http.StatusUnprocessableEntity, "event_begun")
		for _, path := range []string{event, team} {
			w.do(call{path: path, key: w.visitor(home), body: map[string]any{}}).want(http.StatusUnauthorized, "unauthenticated")
		}
	})
}

func TestRemindersEndByTheAddressInALetter(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	fan := w.loggedIn(home, "fan@example.com")
	remind := func() {
		w.do(call{path: fmt.Sprintf("/api/events/%d/reminder", s.events["paid"]), key: fan, body: map[string]any{}}).want(http.StatusOK, "")
	}
	remind()
	w.clock.Advance(time.Minute)
	if _, err := w.api.Reminders.Sweep(t.Context()); err != nil || len(w.games.posted) != 1 {
		t.Fatalf("%d letters, %v", len(w.games.posted), err)
	}
	path := w.games.posted[0].OptOut.Path
	_, token, _ := strings.Cut(path, "token=")
	wanted := func() int {
		var got remindersDTO
		w.do(call{path: "/api/reminders", key: fan}).into(&got)
		return len(got.Events)
	}
	// As mail programs do it: a form of one field, no key, no cookie.
	oneClick := func(host, path string) int {
		r := call{method: http.MethodPost, path: path, host: host, body: "List-Unsubscribe=One-Click", header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}}.request(t)
		return newRecorder(w, r).Code
	}
	if got := oneClick("away.example", path); got != http.StatusNotFound || wanted() != 1 {
		t.Errorf("on another channel: %d", got)
	}
	if got := oneClick("home.example", path+"A"); got != http.StatusNotFound || wanted() != 1 {
		t.Errorf("with another token: %d", got)
	}
	for range 2 {
		if got := oneClick("home.example", path); got != http.StatusNoContent || wanted() != 0 {
			t.Errorf("%d, %d are left", got, wanted())
		}
	}
	remind()
	w.do(call{path: "/api/reminders/stop", body: map[string]any{"token": "x"}}).want(http.StatusNotFound, "reminder_not_found")
	w.do(call{path: "/api/reminders/stop", body: map[string]any{"token": token}}).want(http.StatusOK, "")
	if n := wanted(); n != 0 {
		t.Errorf("%d are left", n)
	}
}
