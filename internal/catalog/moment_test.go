package catalog

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

func (l *league) tag(id EventID, m Moment) Moment {
	l.t.Helper()
	return must[Moment](l.t)(l.AddMoment(l.t.Context(), l.by, l.channel, id, m))
}

func (l *league) moments(id EventID) []Moment {
	l.t.Helper()
	return must[[]Moment](l.t)(l.Moments(l.t.Context(), l.channel, id))
}

func TestMomentsAreTaggedAndTakenBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l, ctx := newLeague(t, d), t.Context()
		id := l.create(l.game(0, 1, noon))[0]
		later := l.tag(id, Moment{At: noon.Add(time.Minute), Kind: "goal", Participant: l.teams[0], Note: text.Text{"en": "A", "fr": "B"}})
		first := l.tag(id, Moment{At: noon, Kind: "period_start"})
		if diff := cmp.Diff([]Moment{first, later}, l.moments(id), cmpopts.EquateEmpty()); diff != "" {
			t.Error(diff)
		}
		again := later
		again.ID, again.Note = 0, text.Text{"en": "C"}
		if got := l.tag(id, again); got.ID != later.ID || len(l.moments(id)) != 2 || l.moments(id)[1].Note["en"] != "C" {
			t.Errorf("the same again is %+v among %+v", got, l.moments(id))
		}
		other := l.tag(id, Moment{At: later.At, Kind: "goal", Participant: l.teams[1]})
		if e := l.all([]EventID{id})[0]; e.Moments != 4 {
			t.Errorf("four changes are %d", e.Moments)
		}
		if err := l.RemoveMoment(ctx, l.by, l.channel, id, later.ID); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]Moment{first, other}, l.moments(id), cmpopts.EquateEmpty()); diff != "" {
			t.Error(diff)
		}
		if err := l.RemoveMoment(ctx, l.by, l.channel, id, later.ID); fault.CodeOf(err) != "moment_not_found" {
			t.Errorf("taken back twice: %v", err)
		}
		if e := l.all([]EventID{id})[0]; e.Moments != 5 {
			t.Errorf("what was refused counts: %d", e.Moments)
		}
	})
}

func TestMomentsBelongToTheirEvent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l, ctx := newLeague(t, d), t.Context()
		ids := l.create(l.game(0, 1, noon), l.game(2, 3, noon))
		m := Moment{At: noon, Kind: "goal", Participant: l.teams[0]}
		made := l.tag(ids[0], m)
		for _, by := range []actor.Actor{{}, {Role: actor.User, ChannelID: l.channel, UserID: 1}, {Role: actor.Operator, ChannelID: l.channel + 1, UserID: 1}} {
			_, add := l.AddMoment(ctx, by, l.channel, ids[0], m)
			if remove := l.RemoveMoment(ctx, by, l.channel, ids[0], made.ID); fault.KindOf(add) != fault.Forbidden || fault.KindOf(remove) != fault.Forbidden {
				t.Errorf("%+v: %v, %v", by, add, remove)
			}
		}
		if _, err := l.AddMoment(ctx, l.by, l.channel+1, ids[0], m); fault.CodeOf(err) != "event_not_found" {
			t.Errorf("another channel's event: %v", err)
		}
		if err := l.RemoveMoment(ctx, l.by, l.channel+1, ids[0], made.ID); fault.CodeOf(err) != "event_not_found" {
			t.Errorf("another channel's event: %v", err)
		}
		if err := l.RemoveMoment(ctx, l.by, l.channel, ids[1], made.ID); fault.CodeOf(err) != "moment_not_found" {
			t.Errorf("another event's moment: %v", err)
		}
		if got, err := l.Moments(ctx, l.channel+1, ids[0]); err != nil || len(got) != 0 {
			t.Errorf("another channel reads %v, %v", got, err)
		}
	})
}

func fieldsOf(err error) []fault.Field {
	var f *fault.Error
	if !errors.As(err, &f) {
		return nil
	}
	return f.Fields
}

func TestMomentsThatAreRefused(t *testing.T) {
	l := newLeague(t, dbtest.SQLite(t))
	id := l.create(l.game(0, 1, noon))[0]
	for field, m := range map[string]Moment{
		"kind":           {At: noon, Kind: "touchdown", Participant: l.teams[0]}, // of another sport
		"participant_id": {At: noon, Kind: "goal"},
		"note":           {At: noon, Kind: "period_end", Note: text.Text{"en": strings.Repeat("é", maxNote+1)}},
		"at_ms":          {Kind: "period_end"},
	} {
		_, err := l.AddMoment(t.Context(), l.by, l.channel, id, m)
		if fields := fieldsOf(err); len(fields) != 1 || fields[0].Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	_, err := l.AddMoment(t.Context(), l.by, l.channel, id, Moment{At: noon, Kind: "goal", Participant: l.teams[2]})
	if fields := fieldsOf(err); len(fields) != 1 || fields[0].Code != "unknown" {
		t.Errorf("somebody who does not play: %v", err)
	}
}

func TestAnEventHasOnlySoManyMoments(t *testing.T) {
	l := newLeague(t, dbtest.SQLite(t))
	id := l.create(l.game(0, 1, noon))[0]
	at := func(n int) Moment {
		return Moment{At: noon.Add(time.Duration(n) * time.Second), Kind: "highlight", Note: text.Text{"en": fmt.Sprint(n)}}
	}
	for n := range maxMoments {
		l.tag(id, at(n))
	}
	if _, err := l.AddMoment(t.Context(), l.by, l.channel, id, at(maxMoments)); fault.CodeOf(err) != "too_many_moments" {
		t.Errorf("one more: %v", err)
	}
	l.tag(id, at(0)) // is there already
	if got := len(l.moments(id)); got != maxMoments {
		t.Errorf("there are %d", got)
	}
}

// A sport is found by what a category, or one above it, is called; every other has kinds
// as well, and all are named in both languages.
func TestEverySportHasItsKinds(t *testing.T) {
	for _, tt := range []struct {
		alias, title string
		want         string
	}{
		{"hockey-men", "", "goal"},
		{"mens", "Natation", "finish"},
		{"kickboxing", "", "knockdown"},
		{"finals", "Final round", "score"},
	} {
		r := &Reference{Categories: []*Category{{ID: 1, Alias: tt.alias, Title: text.Text{"fr": tt.title}}}}
		r.Index()
		e := &Event{CategoryID: 1, Participants: []ParticipantID{1, 2}}
		if _, ok := r.KindOf(e, tt.want); !ok {
			t.Errorf("%s %s has no %s: %v", tt.alias, tt.title, tt.want, r.KindsOf(e))
		}
	}
	for sport, kinds := range sportKinds {
		known := map[string]bool{}
		for _, k := range append(kinds, everySport...) {
			if known[k.Key] || k.Name["en"] == "" || k.Name["fr"] == "" {
				t.Errorf("%s: %+v", sport, k)
			}
			known[k.Key] = true
		}
	}
	for name, sport := range sportsByName {
		if text.Fold(name) != name || sportKinds[sport] == nil {
			t.Errorf("%q leads to %q", name, sport)
		}
	}
}

// An event in which nobody is named has moments of nobody.
func TestAnEventOfNobodyHasMomentsOfNobody(t *testing.T) {
	l := newLeague(t, dbtest.SQLite(t))
	show := l.game(0, 1, noon)
	show.Participants, show.HomeID, show.Name = nil, 0, text.Text{"en": "Skills night"}
	l.tag(l.create(show)[0], Moment{At: noon, Kind: "goal"})
}

func TestChapters(t *testing.T) {
	at := func(s int) time.Time { return noon.Add(time.Duration(s) * time.Second) }
	sec := func(s int) time.Duration { return time.Duration(s) * time.Second }
	// A pause of 40 s after the first minute.
	recording := []Stretch{{At: at(0), Length: sec(60)}, {At: at(100), From: sec(60), Length: sec(60)}}
	var moments []Moment
	for i, s := range []int{-5, 3, 20, 20, 70, 130, 160} {
		moments = append(moments, Moment{ID: MomentID(i), At: at(s)})
	}
	type place struct {
		ID       MomentID
		From, To time.Duration
	}
	var got []place
	for _, c := range Chapters(moments, recording) {
		got = append(got, place{c.ID, c.From, c.To})
	}
	want := []place{{1, 0, sec(12)}, {2, sec(12), sec(52)}, {3, sec(12), sec(52)}, {4, sec(52), sec(82)}, {5, sec(82), sec(120)}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := Chapters(moments, nil); got != nil {
		t.Errorf("without a recording: %v", got)
	}
}
