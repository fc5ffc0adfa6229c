package reminder

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/word"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// season is the reminders of three people of one channel and one of another. It plays the
// catalogue, the accounts and the post office.
type season struct {
	*Service
	t                 *testing.T
	db                *db.DB
	clock             *clock.Manual
	channel           int64
	ada, bob, foreign actor.Actor
	games, gone       map[int64]Game
	changes           []Change
	recipients        []Recipient
	broken            int64 // the event whose recipients cannot be listed
	words             word.Kinds

	mu     sync.Mutex
	posted []letterTo
	told   []Note

	beforeLetter *dbtest.Meeting // of sweeps, before they write letters; nil except in controls
}

// Tell is part of Notes.
func (s *season) Tell(_ context.Context, _ bun.Tx, _, _ int64, n Note) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.told = append(s.told, n)
	return nil
}

type letterTo struct {
	to string
	letter.Letter
}

func newSeason(t *testing.T, d *db.DB) *season {
	t.Helper()
	s := &season{t: t, db: d, clock: clock.NewManual(noon), games: map[int64]Game{}, gone: map[int64]Game{}}
	s.Service = New(Deps{DB: d, Clock: s.clock, Games: s, People: s, Letters: s, Notes: s, Secret: []byte("a secret of the tests")})
	home, away := dbtest.Channel(t, d, "home"), dbtest.Channel(t, d, "away")
	s.channel = home
	s.ada, s.bob, s.foreign = s.person(home, "ada"), s.person(home, "bob"), s.person(away, "eve")
	return s
}

func (s *season) person(channel int64, name string) actor.Actor {
	s.t.Helper()
	return actor.Actor{Role: actor.User, ChannelID: channel, UserID: dbtest.User(s.t, s.db, channel, name+"@example.com")}
}

// plan puts a game between two teams on.
func (s *season) plan(id int64, start time.Time, teams ...int64) {
	s.games[id] = Game{
		ID: id, Teams: teams, Name: text.Text{"en": "Lynx @ Tide", "fr": "Lynx @ Marées"}, Place: text.Text{"en": "Arena"},
		Start: start, Zone: time.UTC, Upcoming: true,
	}
}

func (s *season) Find(_ context.Context, channelID int64, ids []int64) (map[int64]Game, error) {
	found := map[int64]Game{}
	for _, id := range ids {
		if game, ok := s.games[id]; ok && channelID == s.channel {
			found[id] = game
		}
	}
	return found, nil
}

// Changes is part of Games.
func (s *season) Changes(_ context.Context, channelID int64, _ time.Time) ([]Change, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.changes), func(c Change) bool { return channelID != 0 && c.ChannelID != channelID }), nil
}

// ForgetChange is part of Games.
func (s *season) ForgetChange(_ context.Context, _ bun.Tx, told Change) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changes = slices.DeleteFunc(s.changes, func(c Change) bool { return c == told })
	return nil
}

// Recipients is part of Games.
func (s *season) Recipients(_ context.Context, c Change) ([]Recipient, error) {
	if c.EventID == s.broken {
		return nil, errors.New("the recipients cannot be listed")
	}
	return slices.Clone(s.recipients), nil
}

func (s *season) Gone(context.Context, int64) (map[int64]Game, error) { return s.gone, nil }

func (s *season) Of(_ context.Context, _ int64, teams []int64, from, before time.Time) ([]Game, error) {
	var out []Game
	for _, id := range slices.Sorted(maps.Keys(s.games)) {
		game := s.games[id]
		plays := slices.ContainsFunc(game.Teams, func(team int64) bool { return slices.Contains(teams, team) })
		if plays && game.Upcoming && !game.Start.Before(from) && game.Start.Before(before) {
			out = append(out, game)
		}
	}
	return out, nil
}

func (s *season) HasTeam(_ context.Context, channelID, team int64) (bool, error) {
	return channelID == s.channel && team < 100, nil
}

func (s *season) Words(context.Context, int64) (word.Kinds, error) { return s.words, nil }

func (s *season) Reach(_ context.Context, _, userID int64) (Person, bool, error) {
	s.beforeLetter.Wait()
	switch userID {
	case s.ada.UserID:
		return Person{"ada@example.com", "ada@example.com", "en"}, true, nil
	case s.bob.UserID:
		return Person{"bob@example.com", "bob@example.com", "fr"}, true, nil
	}
	return Person{}, false, nil
}

func (s *season) Post(_ context.Context, _ bun.Tx, _ int64, to string, l letter.Letter) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.posted = append(s.posted, letterTo{to, l})
	return nil
}

// sweepAt lets the time pass, sweeps, and returns what was posted, each as "to: subject".
func (s *season) sweepAt(at time.Time) string {
	s.t.Helper()
	s.clock.Advance(at.Sub(s.clock.Now()))
	s.posted = nil
	written, err := s.Sweep(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	if written != len(s.posted) {
		s.t.Errorf("%d letters were told of, %d posted", written, len(s.posted))
	}
	lines := make([]string, len(s.posted))
	for i, l := range s.posted {
		lines[i] = strings.TrimSuffix(l.to, "@example.com") + ": " + l.Subject
	}
	return strings.Join(lines, "; ")
}

func (s *season) remind(by actor.Actor, id int64) {
	s.t.Helper()
	if err := s.Remind(s.t.Context(), by, id); err != nil {
		s.t.Fatal(err)
	}
}

func (s *season) of(by actor.Actor) Wanted {
	s.t.Helper()
	w, err := s.List(s.t.Context(), by)
	if err != nil {
		s.t.Fatal(err)
	}
	return w
}
