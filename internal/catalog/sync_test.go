package catalog

import (
	"slices"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// wanted is what the league has now, as Replace takes it.
func (l *league) wanted() Wanted {
	ref := must[*Reference](l.t)(l.Stored(l.t.Context(), l.channel))
	var w Wanted
	for _, c := range ref.Categories {
		item := WantedCategory{Category: *c}
		if parent := ref.Category(c.ParentID); parent != nil {
			item.Parent = parent.Alias
		}
		w.Categories = append(w.Categories, item)
	}
	for _, p := range ref.Participants {
		item := WantedParticipant{Participant: *p}
		if g := ref.Group(p.GroupID); g != nil {
			item.Group = g.Alias
		}
		if c := ref.Category(p.CategoryID); c != nil {
			item.Sport = c.Alias
		}
		w.Participants = append(w.Participants, item)
	}
	for _, g := range ref.Groups {
		w.Groups = append(w.Groups, *g)
	}
	for _, d := range ref.Divisions {
		w.Divisions = append(w.Divisions, *d)
	}
	for _, g := range ref.EventGroups {
		w.EventGroups = append(w.EventGroups, *g)
	}
	for _, p := range ref.Locations {
		w.Locations = append(w.Locations, *p)
	}
	return w
}

func TestReplaceKeepsIDs(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		ctx := t.Context()
		game := l.create(l.game(0, 1, noon))[0]
		before := must[*Reference](t)(l.Stored(ctx, l.channel))
		w := l.wanted()
		if err := l.Replace(ctx, l.by, l.channel, w); err != nil {
			t.Fatal(err)
		}
		l.now.Advance(time.Hour)
		// The first team gets another name and another school; the order turns round; a division goes, another comes.
		moved := w.Groups[len(w.Groups)-1].Alias
		w.Participants[0].Name, w.Participants[0].Group = text.Text{"en": "Aardvarks"}, moved
		slices.Reverse(w.Participants)
		w.Divisions = append(w.Divisions[:0:0], Division{Alias: "premier", Name: text.Text{"en": "Premier"}})
		if err := l.Replace(ctx, l.by, l.channel, w); err != nil {
			t.Fatal(err)
		}
		after := must[*Reference](t)(l.Stored(ctx, l.channel))
		team := after.Participant(l.teams[0])
		if team == nil || team.Name["en"] != "Aardvarks" || after.Group(team.GroupID).Alias != moved {
			t.Errorf("the team is %+v", team)
		}
		if last := after.Participants[len(after.Participants)-1].ID; last != before.Participants[0].ID {
			t.Errorf("the last is %d", last)
		}
		if len(after.Divisions) != 1 || after.Divisions[0].Alias != "premier" {
			t.Errorf("divisions are %+v", after.Divisions)
		}
		// What events repeat of their participants follows.
		if events, _, err := l.List(ctx, l.channel, Filter{Groups: []GroupID{team.GroupID}, Participants: l.teams[:1]}, Page{Sort: ByName, Limit: 5}); err != nil ||
			len(events) != 1 || events[0].ID != game {
			t.Errorf("the game of the school is %v, %v", events, err)
		}
		name := after.sortName(&Event{Participants: []ParticipantID{l.teams[0], l.teams[1]}})
		if got := l.all([]EventID{game})[0]; got.sortName != name || !got.ListedAt.Equal(noon.Add(time.Hour)) {
			t.Errorf("sorted as %q, want %q, of %s", got.sortName, name, got.ListedAt)
		}
	})
}

func TestReplaceRefuses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		ctx := t.Context()
		l.create(l.game(0, 1, noon))
		full := l.wanted()
		replace := func(change func(*Wanted)) error {
			w := l.wanted()
			change(&w)
			return l.Replace(ctx, l.by, l.channel, w)
		}
		for name, tt := range map[string]struct {
			change func(*Wanted)
			code   string
		}{
			"a team with games goes": {func(w *Wanted) { w.Participants = w.Participants[2:] }, "in_use"},
			"unknown school":         {func(w *Wanted) { w.Participants[0].Group = "atlantis" }, "validation_failed"},
			"unknown sport":          {func(w *Wanted) { w.Participants[0].Sport = "curling" }, "validation_failed"},
			"unknown parent":         {func(w *Wanted) { w.Categories[0].Parent = "ball-games" }, "validation_failed"},
			"a circle":               {func(w *Wanted) { w.Categories[0].Parent = w.Categories[1].Alias }, "validation_failed"},
			"twice":                  {func(w *Wanted) { w.Locations = append(w.Locations, w.Locations[0]) }, "validation_failed"},
			"bad alias":              {func(w *Wanted) { w.Groups[0].Alias = "Grand Stand" }, "validation_failed"},
		} {
			if err := replace(tt.change); fault.CodeOf(err) != tt.code {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := l.Replace(ctx, actor.Actor{Role: actor.User, ChannelID: l.channel}, l.channel, full); fault.KindOf(err) != fault.Forbidden {
			t.Errorf("a user may: %v", err)
		}
		if now := l.wanted(); len(now.Participants) != len(full.Participants) || now.Groups[0].Alias != full.Groups[0].Alias {
			t.Error("a refused list changed the catalogue")
		}
	})
}

func TestImportEvents(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		ctx := t.Context()
		schedule := make([]Event, 600) // more than one part
		for i := range schedule {
			schedule[i] = l.game(i%5, i%5+1, noon.Add(time.Duration(i)*time.Hour))
			schedule[i].ExternalID = schedule[i].StartAt.Format("20060102T15")
		}
		var told []int
		got, err := l.ImportEvents(ctx, l.by, l.channel, schedule, func(done int) { told = append(told, done) })
		if err != nil || got != (Imported{Created: 600}) || !slices.Equal(told, []int{250, 500, 600}) {
			t.Fatalf("%+v, %v, told %v", got, err, told)
		}
		schedule[7].StartAt = schedule[7].StartAt.Add(30 * time.Minute)
		schedule[8].Name = text.Text{"en": "Homecoming"}
		added := l.game(2, 3, noon)
		added.ExternalID = "extra"
		if got, err = l.ImportEvents(ctx, l.by, l.channel, slices.Concat(schedule, []Event{added}), nil); err != nil || got != (Imported{1, 2, 598}) {
			t.Errorf("%+v, %v", got, err)
		}
		if total, err := l.Total(ctx, l.channel, Filter{}); err != nil || total != 601 {
			t.Errorf("%d events, %v", total, err)
		}
		if events, _, err := l.List(ctx, l.channel, Filter{Search: "homecoming"}, Page{Sort: ByDate, Limit: 5}); err != nil || len(events) != 1 {
			t.Errorf("the renamed event is not found: %v, %v", events, err)
		}
		other := dbtest.Channel(t, d, "south")
		if _, err := l.ImportEvents(ctx, l.by, other, schedule[:1], nil); err == nil {
			t.Error("another channel's teams are taken")
		}
	})
}

func TestImportRefuses(t *testing.T) {
	l := newLeague(t, dbtest.SQLite(t))
	ctx := t.Context()
	game := l.game(0, 1, noon)
	field := func(events ...Event) string {
		_, err := l.ImportEvents(ctx, l.by, l.channel, events, nil)
		if e, ok := err.(*fault.Error); ok && len(e.Fields) > 0 { //nolint:errorlint // as returned
			return e.Fields[0].Field
		}
		return ""
	}
	if got := field(game); got != "0.external_id" {
		t.Errorf("without a name: %q", got)
	}
	game.ExternalID = "a"
	if got := field(game, game); got != "1.external_id" {
		t.Errorf("twice: %q", got)
	}
	if _, err := l.ImportEvents(ctx, actor.Actor{}, l.channel, nil, nil); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("anybody may: %v", err)
	}
}
