package catalog

import (
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/text"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// league is a channel with a catalogue small enough to enumerate, and everything in it
// that a filter may name.
type league struct {
	*Service
	t       testing.TB
	db      *db.DB
	now     *clock.Manual
	channel int64
	by      actor.Actor

	sports, leaves []CategoryID
	schools        []GroupID
	teams          []ParticipantID
	divisions      []DivisionID
	groups         []EventGroupID
	places         []LocationID
}

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func newLeague(t testing.TB, d *db.DB) *league {
	t.Helper()
	now := clock.NewManual(noon)
	l := &league{t: t, db: d, now: now, channel: dbtest.Channel(t, d, "north")}
	l.Service = NewService(d, revision.NewTracker(d.Read(), now, slog.New(slog.DiscardHandler)), now)
	l.by = actor.ForSystem(l.channel)
	l.addCompetitions()
	l.addTeams()
	return l
}

func (l *league) addCompetitions() {
	ctx, t := l.t.Context(), l.t
	for _, c := range []struct{ alias, en, fr string }{{"hockey", "Hockey", "Hockey"}, {"soccer", "Soccer", "Soccer"}, {"rugby", "Rugby", "Rugby"}} {
		sport := must[CategoryID](t)(l.CreateCategory(ctx, l.by, l.channel, Category{Alias: c.alias, Title: text.Text{"en": c.en, "fr": c.fr}}))
		l.sports = append(l.sports, sport)
		for _, sub := range []string{"men", "women"} {
			leaf := Category{ParentID: sport, Alias: c.alias + "-" + sub, Title: text.Text{"en": c.en + " " + sub}}
			l.leaves = append(l.leaves, must[CategoryID](t)(l.CreateCategory(ctx, l.by, l.channel, leaf)))
		}
	}
	for _, name := range []string{"East", "West"} {
		d := Division{Alias: text.Fold(name), Name: text.Text{"en": name}}
		l.divisions = append(l.divisions, must[DivisionID](t)(l.CreateDivision(ctx, l.by, l.channel, d)))
		g := EventGroup{Alias: "pool-" + text.Fold(name), Name: text.Text{"en": "Pool " + name}}
		l.groups = append(l.groups, must[EventGroupID](t)(l.CreateEventGroup(ctx, l.by, l.channel, g)))
	}
	for _, p := range []struct{ alias, name, city, state string }{
		{"arena", "Aréna Rivière-du-Nord", "Saint-Jérôme", "QC"}, {"ice", "Valley Ice", "Pembroke", "ON"}, {"field", "Coulee Field", "Lethbridge", "AB"},
	} {
		place := Location{Alias: p.alias, Name: text.Text{"en": p.name}, City: p.city, State: p.state, Country: "CA", TimeZone: "America/Toronto"}
		l.places = append(l.places, must[LocationID](t)(l.CreateLocation(ctx, l.by, l.channel, place)))
	}
}

func (l *league) addTeams() {
	ctx, t := l.t.Context(), l.t
	for _, name := range []string{"Laurentide", "Fundy", "Kawartha"} {
		g := Group{Alias: text.Fold(name), Name: text.Text{"en": name + " University", "fr": "Université " + name}, City: name + " City", State: "QC"}
		school := must[GroupID](t)(l.CreateGroup(ctx, l.by, l.channel, g))
		l.schools = append(l.schools, school)
		for i, animal := range []string{"Lynx", "Étoiles"} {
			p := Participant{
				GroupID: school, CategoryID: l.sports[i], Alias: fmt.Sprintf("%s-%s", text.Fold(name), text.Fold(animal)),
				Name: text.Text{"en": name + " " + animal}, ShortName: text.Text{"en": name}, Code: "AB", Gender: Men, Color: "#112233",
			}
			l.teams = append(l.teams, must[ParticipantID](t)(l.CreateParticipant(ctx, l.by, l.channel, p)))
		}
	}
}

// game is a valid event between two of the league's teams.
func (l *league) game(away, home int, start time.Time) Event {
	return Event{
		CategoryID: l.leaves[0], Type: Free, Participants: []ParticipantID{l.teams[away], l.teams[home]}, HomeID: l.teams[home],
		StartAt: start, TimeZone: "America/Toronto", Currency: "CAD",
	}
}

func (l *league) create(events ...Event) []EventID {
	l.t.Helper()
	return must[[]EventID](l.t)(l.CreateEvents(l.t.Context(), l.by, l.channel, events))
}

// all returns every event of the channel, read one by one.
func (l *league) all(ids []EventID) []*Event {
	l.t.Helper()
	out := make([]*Event, len(ids))
	for i, id := range ids {
		out[i] = must[*Event](l.t)(l.FindEvent(l.t.Context(), l.channel, id))
	}
	return out
}
