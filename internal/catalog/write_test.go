package catalog

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

func TestEventComesBackAsWritten(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		want := Event{
			CategoryID: l.leaves[1], LocationID: l.places[0], DivisionID: l.divisions[1], EventGroupID: l.groups[0], Type: Paid,
			Status: Finished, StreamState: StreamEnded, Gender: Women, Name: text.Text{"en": "Final", "fr": "Finale"},
			Participants: []ParticipantID{l.teams[3], l.teams[0]}, HomeID: l.teams[0], StartAt: noon, Duration: 2 * time.Hour, Planned: 90 * time.Minute,
			TimeZone: "America/Toronto", ScheduleStatus: On, BasePrice: 899, ServiceFee: 100, Currency: "CAD", SingleEventPackageID: 7, Featured: true,
			Image: Image{Key: "e/1.webp", Widths: map[int]string{640: "e/1-640.webp"}},
			Score: &Score{At: noon.Add(time.Hour), Away: 2, Home: 3, Period: "P3", Clock: "0:00"}, LiveSince: noon, EndedAt: noon.Add(2 * time.Hour),
			Description: text.Text{"en": "<p>Overtime</p><script>x</script>"},
		}
		plain := l.game(0, 1, noon.Add(time.Hour))
		ids := l.create(want, plain)
		want.ID, want.ListedAt, want.Description = ids[0], noon, text.Text{"en": "<p>Overtime</p>"}
		plain.ID, plain.ListedAt, plain.Status, plain.StreamState, plain.Description = ids[1], noon, Upcoming, StreamIdle, text.Text{}
		plain.ScheduleStatus = On
		for i, e := range []Event{want, plain} {
			if diff := cmp.Diff(e, *l.all(ids)[i], cmpopts.IgnoreUnexported(Event{})); diff != "" {
				t.Error(diff)
			}
		}
		other := dbtest.Channel(t, d, "south")
		if _, err := l.FindEvent(t.Context(), other, ids[0]); fault.CodeOf(err) != "event_not_found" {
			t.Errorf("another channel finds it: %v", err)
		}
	})
}

func TestUpdateEvent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		ctx := t.Context()
		e := l.game(0, 1, noon)
		e.Name = text.Text{"en": "Opening night"}
		e.ID = l.create(e)[0]
		if err := l.SetStreamState(ctx, d.Write(), l.channel, int64(e.ID), "live", noon); err != nil {
			t.Fatal(err)
		}
		e.Name, e.Participants, e.HomeID, e.StartAt = text.Text{"en": "Closing night"}, []ParticipantID{l.teams[4]}, 0, noon.Add(time.Hour)
		if err := l.UpdateEvent(ctx, l.by, l.channel, e); err != nil {
			t.Fatal(err)
		}
		finds := func(f Filter, want int) {
			t.Helper()
			if events, _, err := l.List(ctx, l.channel, f, Page{Sort: ByDate, Limit: 10}); err != nil || len(events) != want {
				t.Errorf("%s finds %d, %v, want %d", f.Key(), len(events), err, want)
			}
		}
		finds(Filter{Search: "closing"}, 1)
		finds(Filter{Search: "opening"}, 0)
		finds(Filter{Participants: l.teams[:2]}, 0)
		finds(Filter{Participants: l.teams[4:5], From: noon.Add(time.Minute)}, 1)
		if got := l.all([]EventID{e.ID})[0]; got.Status != Live || !got.LiveSince.Equal(noon) {
			t.Errorf("what its stream said is lost: %+v", got)
		}
		other := dbtest.Channel(t, d, "south")
		if err := l.UpdateEvent(ctx, actor.ForSystem(other), other, e); err == nil {
			t.Error("another channel changes it")
		}
		if err := l.DeleteEvent(ctx, actor.ForSystem(other), other, e.ID); fault.CodeOf(err) != "event_not_found" {
			t.Errorf("another channel removes it: %v", err)
		}
		if err := l.DeleteEvent(ctx, l.by, l.channel, e.ID); fault.CodeOf(err) != "event_in_use" {
			t.Errorf("a live event is removed: %v", err)
		}
		if err := l.SetStreamState(ctx, d.Write(), l.channel, int64(e.ID), "idle", noon); err != nil {
			t.Fatal(err)
		}
		if err := l.DeleteEvent(ctx, l.by, l.channel, e.ID); err != nil {
			t.Fatal(err)
		}
		finds(Filter{}, 0)
	})
}

func TestStreamStates(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		id := l.create(l.game(0, 1, noon))[0]
		at := func(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }
		for _, step := range []struct {
			state    StreamState
			minute   int
			status   Status
			since    time.Time
			ended    time.Time
			duration time.Duration
		}{
			{StreamIdle, 0, Upcoming, time.Time{}, time.Time{}, 0},
			{StreamLive, 1, Live, at(1), time.Time{}, 0},
			{StreamReconnecting, 5, Live, at(1), time.Time{}, 0},
			{StreamLive, 6, Live, at(1), time.Time{}, 0},
			{StreamEnded, 31, Finished, at(1), at(31), 30 * time.Minute},
			{StreamIdle, 32, Finished, at(1), at(31), 30 * time.Minute},
			{StreamLive, 33, Live, at(1), time.Time{}, 30 * time.Minute},
			{StreamEnded, 61, Finished, at(1), at(61), time.Hour},
		} {
			err := d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
				return l.SetStreamState(ctx, tx, l.channel, int64(id), string(step.state), at(step.minute))
			})
			if err != nil {
				t.Fatal(err)
			}
			e := l.all([]EventID{id})[0]
			if e.Status != step.status || e.StreamState != step.state || !e.LiveSince.Equal(step.since) || !e.EndedAt.Equal(step.ended) || e.Duration != step.duration {
				t.Errorf("after %s in minute %d it is %+v", step.state, step.minute, e)
			}
		}
		if err := l.SetStreamState(t.Context(), d.Write(), l.channel, int64(id), "paused", noon); err == nil {
			t.Error("an unknown state passes")
		}
		for _, err := range []error{
			l.SetStreamState(t.Context(), d.Write(), l.channel+1, int64(id), "live", noon),
			l.SetStreamState(t.Context(), d.Write(), l.channel, int64(id)+1, "live", noon),
			l.SetImage(t.Context(), d.Write(), l.channel+1, int64(id), "e/x.webp", nil),
		} {
			if fault.CodeOf(err) != "event_not_found" {
				t.Errorf("an event that is not the channel's gives %v", err)
			}
		}
	})
}

// Counters move with the transaction that changes an event, and only then.
func TestStreamStateIsOfItsTransaction(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		id := l.create(l.game(0, 1, noon))[0]
		stop := errors.New("stop")
		err := d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
			if err := l.SetStreamState(ctx, tx, l.channel, int64(id), "live", noon); err != nil {
				return err
			}
			return stop
		})
		if !errors.Is(err, stop) {
			t.Fatal(err)
		}
		if e := l.all([]EventID{id})[0]; e.Status != Upcoming {
			t.Errorf("a transaction that failed made it %s", e.Status)
		}
	})
}

func TestSetImage(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		id := l.create(l.game(0, 1, noon))[0]
		if err := l.SetImage(t.Context(), d.Write(), l.channel, int64(id), "stills/1/2.jpg", map[int]string{640: "stills/1/2-640.jpg"}); err != nil {
			t.Fatal(err)
		}
		want := Image{Key: "stills/1/2.jpg", Widths: map[int]string{640: "stills/1/2-640.jpg"}, OfGame: true}
		if diff := cmp.Diff(want, l.all([]EventID{id})[0].Image); diff != "" {
			t.Error(diff)
		}
		// The next picture of the game keeps what the first stood in for.
		game := l.game(0, 1, noon)
		game.Image = Image{Key: "north/poster.jpg", Widths: map[int]string{640: "north/poster-640.jpg"}}
		second := l.create(game)[0]
		for _, key := range []string{"stills/1/3.jpg", "stills/1/4.jpg"} {
			if err := l.SetImage(t.Context(), d.Write(), l.channel, int64(second), key, nil); err != nil {
				t.Fatal(err)
			}
			got := l.all([]EventID{second})[0]
			if diff := cmp.Diff(game.Image, got.Poster()); diff != "" || got.Image.Key != key {
				t.Errorf("it shows %+v; %s", got.Image, diff)
			}
		}
		for _, key := range []string{"../secret", "a b", "javascript:alert(1)"} {
			if err := l.SetImage(t.Context(), d.Write(), l.channel, int64(id), key, nil); fault.KindOf(err) != fault.Invalid {
				t.Errorf("%q gives %v", key, err)
			}
		}
	})
}

func TestScores(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		ctx, id := t.Context(), l.create(l.game(0, 1, noon))[0]
		score := func(minute int, away, home int64) Score {
			return Score{At: noon.Add(time.Duration(minute) * time.Minute), Away: away, Home: home, Period: "P1", Clock: "1:00"}
		}
		for _, s := range []Score{score(1, 0, 0), score(9, 1, 1), score(5, 1, 0), score(9, 2, 1)} { // late and corrected ones
			if err := l.AddScore(ctx, l.by, l.channel, id, s); err != nil {
				t.Fatal(err)
			}
		}
		got, err := l.Scores(ctx, l.channel, id)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]Score{score(1, 0, 0), score(5, 1, 0), score(9, 2, 1)}, got); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(score(9, 2, 1), *l.all([]EventID{id})[0].Score); diff != "" {
			t.Errorf("the event's score: %s", diff)
		}
		if err := l.AddScore(ctx, l.by, l.channel, id, score(1, -1, 0)); fault.KindOf(err) != fault.Invalid {
			t.Errorf("a negative score gives %v", err)
		}
		if err := l.AddScore(ctx, l.by, l.channel, id+1, score(1, 1, 0)); fault.CodeOf(err) != "event_not_found" {
			t.Errorf("an unknown event gives %v", err)
		}
	})
}

func TestOnlyOperatorsChangeTheCatalogue(t *testing.T) {
	d := dbtest.SQLite(t)
	l := newLeague(t, d)
	ctx, id := t.Context(), l.create(l.game(0, 1, noon))[0]
	e := l.game(0, 1, noon)
	e.ID = id
	for name, by := range map[string]actor.Actor{
		"visitor":            {ChannelID: l.channel},
		"user":               {Role: actor.User, ChannelID: l.channel, UserID: 7},
		"another's operator": {Role: actor.Operator, ChannelID: l.channel + 1, UserID: 8},
	} {
		_, category := l.CreateCategory(ctx, by, l.channel, Category{})
		_, group := l.CreateGroup(ctx, by, l.channel, Group{})
		_, participant := l.CreateParticipant(ctx, by, l.channel, Participant{})
		_, division := l.CreateDivision(ctx, by, l.channel, Division{})
		_, eventGroup := l.CreateEventGroup(ctx, by, l.channel, EventGroup{})
		_, location := l.CreateLocation(ctx, by, l.channel, Location{})
		_, events := l.CreateEvents(ctx, by, l.channel, []Event{e})
		for call, err := range map[string]error{
			"CreateCategory": category, "CreateGroup": group, "CreateParticipant": participant, "CreateDivision": division,
			"CreateEventGroup": eventGroup, "CreateLocation": location, "CreateEvents": events,
			"UpdateEvent": l.UpdateEvent(ctx, by, l.channel, e),
			"DeleteEvent": l.DeleteEvent(ctx, by, l.channel, id),
			"AddScore":    l.AddScore(ctx, by, l.channel, id, Score{At: noon}),
		} {
			if fault.KindOf(err) != fault.Forbidden {
				t.Errorf("%s by %s gives %v", call, name, err)
			}
		}
	}
	if err := l.AddScore(ctx, actor.Actor{Role: actor.Operator, ChannelID: l.channel, UserID: 1}, l.channel, id, Score{At: noon}); err != nil {
		t.Errorf("the channel's own operator gets %v", err)
	}
}

func TestEventsRefuseBadInput(t *testing.T) {
	l := newLeague(t, dbtest.SQLite(t))
	for name, tt := range map[string]struct {
		change func(*Event)
		field  string
	}{
		"no category":        {func(e *Event) { e.CategoryID = 0 }, "event_category_id"},
		"unknown category":   {func(e *Event) { e.CategoryID = 999 }, "event_category_id"},
		"unknown location":   {func(e *Event) { e.LocationID = 999 }, "location_id"},
		"unknown division":   {func(e *Event) { e.DivisionID = 999 }, "division_id"},
		"unknown group":      {func(e *Event) { e.EventGroupID = 999 }, "group_id"},
		"unknown team":       {func(e *Event) { e.Participants = []ParticipantID{999} }, "participants"},
		"a team twice":       {func(e *Event) { e.Participants = []ParticipantID{1, 1} }, "participants"},
		"a home that is not": {func(e *Event) { e.HomeID = l.teams[5] }, "home_team_id"},
		"type":               {func(e *Event) { e.Type = "gift" }, "type"},
		"status":             {func(e *Event) { e.Status = "soon" }, "status"},
		"gender":             {func(e *Event) { e.Gender = "X" }, "gender"},
		"nameless":           {func(e *Event) { e.Participants, e.HomeID = nil, 0 }, "name"},
		"long name":          {func(e *Event) { e.Name = text.Text{"en": strings.Repeat("x", 201)} }, "name"},
		"NUL":                {func(e *Event) { e.Name = text.Text{"en": "a\x00b"} }, "name"},
		"no start":           {func(e *Event) { e.StartAt = time.Time{} }, "start_at"},
		"start in ms as s":   {func(e *Event) { e.StartAt = time.Unix(noon.UnixMilli(), 0) }, "start_at"},
		"negative duration":  {func(e *Event) { e.Duration = -time.Second }, "duration"},
		"zone":               {func(e *Event) { e.TimeZone = "Nowhere" }, "time_zone"},
		"negative price":     {func(e *Event) { e.BasePrice = -1 }, "base_price"},
		"negative fee":       {func(e *Event) { e.ServiceFee = -1 }, "service_fee"},
		"currency":           {func(e *Event) { e.Currency = "EUR" }, "currency"},
		"image":              {func(e *Event) { e.Image.Key = "../x" }, "image"},
		"score":              {func(e *Event) { e.Score = &Score{At: noon, Away: -1} }, "score"},
	} {
		e := l.game(0, 1, noon)
		tt.change(&e)
		_, err := l.CreateEvents(t.Context(), l.by, l.channel, []Event{e})
		expectField(t, name, err, tt.field)
		_, err = l.CreateEvents(t.Context(), l.by, l.channel, []Event{l.game(0, 1, noon), e})
		expectField(t, name, err, "1."+tt.field)
	}
	if n, err := l.Total(t.Context(), l.channel, Filter{}); err != nil || n != 0 {
		t.Errorf("%d events of refused calls are there, %v", n, err)
	}
}

func TestReferencesRefuseBadInput(t *testing.T) {
	l := newLeague(t, dbtest.SQLite(t))
	ctx := t.Context()
	name := text.Text{"en": "X"}
	group := func(g Group) error {
		_, err := l.CreateGroup(ctx, l.by, l.channel, g)
		return err
	}
	team := func(p Participant) error {
		p.Name = name
		_, err := l.CreateParticipant(ctx, l.by, l.channel, p)
		return err
	}
	place := func(p Location) error {
		p.Name = name
		_, err := l.CreateLocation(ctx, l.by, l.channel, p)
		return err
	}
	_, parent := l.CreateCategory(ctx, l.by, l.channel, Category{Alias: "x", Title: name, ParentID: 999})
	_, untitled := l.CreateCategory(ctx, l.by, l.channel, Category{Alias: "x"})
	for _, tt := range []struct {
		what  string
		err   error
		field string
	}{
		{"category", parent, "parent_id"},
		{"category", untitled, "title"},
		{"alias with a space", group(Group{Alias: "a b", Name: name}), "alias"},
		{"alias of digits", group(Group{Alias: "12", Name: name}), "alias"},
		{"no alias", group(Group{Name: name}), "alias"},
		{"no name", group(Group{Alias: "x"}), "name"},
		{"colour", group(Group{Alias: "x", Name: name, Color: "red;}"}), "color"},
		{"images", group(Group{Alias: "x", Name: name, Images: []string{"http://x"}}), "images"},
		{"school", team(Participant{Alias: "x", GroupID: 999}), "participant_group_id"},
		{"sport", team(Participant{Alias: "x", CategoryID: 999}), "event_category_id"},
		{"code", team(Participant{Alias: "x", Code: "<b>"}), "code"},
		{"gender", team(Participant{Alias: "x", Gender: "men"}), "gender"},
		{"zone", place(Location{Alias: "x"}), "time_zone"},
		{"country", place(Location{Alias: "x", TimeZone: "UTC", Country: "Canada"}), "country"},
	} {
		expectField(t, tt.what, tt.err, tt.field)
	}
	if err := group(Group{Alias: "fundy", Name: name}); fault.KindOf(err) != fault.Conflict {
		t.Errorf("a taken alias gives %v", err)
	}
}

func expectField(t *testing.T, what string, err error, field string) {
	t.Helper()
	e, ok := errors.AsType[*fault.Error](err)
	if !ok || e.Kind != fault.Invalid {
		t.Errorf("%s: got %v, want a problem with %s", what, err, field)
		return
	}
	for _, f := range e.Fields {
		if f.Field == field {
			return
		}
	}
	t.Errorf("%s: problems are %+v, want one with %s", what, e.Fields, field)
}

// Reference data that another node adds is known here within revision.MaxAge.
func TestReferenceFollowsChanges(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		before := must[*Reference](t)(l.Reference(t.Context(), l.channel))
		id := must[DivisionID](t)(l.CreateDivision(t.Context(), l.by, l.channel, Division{Alias: "north", Name: text.Text{"en": "North"}}))
		after := must[*Reference](t)(l.Reference(t.Context(), l.channel))
		if after.Division(id) == nil || before.Division(id) != nil {
			t.Errorf("before %v, after %v", before.Division(id), after.Division(id))
		}
	})
}

func TestManyEventsAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		events := make([]Event, 1_200) // more than fit into one statement
		for i := range events {
			events[i] = l.game(i%5, 5, noon.Add(time.Duration(i)*time.Minute))
			events[i].Name = text.Text{"en": fmt.Sprintf("Game %d", i)}
		}
		ids := l.create(events...)
		for i, e := range l.all([]EventID{ids[0], ids[777], ids[1_199]}) {
			if want := fmt.Sprintf("Game %d", []int{0, 777, 1_199}[i]); e.Name.In("en") != want {
				t.Errorf("id %d is of %q, want %q", e.ID, e.Name.In("en"), want)
			}
		}
		if _, err := l.CreateEvents(t.Context(), l.by, l.channel, make([]Event, MaxBulk+1)); fault.KindOf(err) != fault.Invalid {
			t.Errorf("too many give %v", err)
		}
	})
}

func TestListsRefuseBadBounds(t *testing.T) {
	l := newLeague(t, dbtest.SQLite(t))
	for field, p := range map[string]Page{
		"limit":      {Sort: ByDate, Limit: 101},
		"offset":     {Sort: ByDate, Limit: 1, Offset: 10_001},
		"sort_field": {Sort: "id", Limit: 1},
	} {
		_, _, err := l.List(t.Context(), l.channel, Filter{}, p)
		expectField(t, field, err, field)
	}
	_, _, err := l.List(t.Context(), l.channel, Filter{Search: "a"}, Page{Sort: ByDate, Limit: 1})
	expectField(t, "search", err, "search")
	for _, cursor := range []string{"x", "!!!", Cursor{sort: ByName, id: 1}.String(), Cursor{sort: ByDate, descending: true, id: 1}.String()} {
		_, err := ParseCursor(cursor, ByDate, false)
		expectField(t, cursor, err, "after")
	}
}

func TestTakingBackAChosenPictureShowsTheSchedules(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l, ctx := newLeague(t, d), t.Context()
		game := l.game(0, 1, noon)
		game.ExternalID, game.Image = "a", Image{Key: "north/poster.jpg", Widths: map[int]string{640: "north/poster-640.jpg"}}
		bring := func() {
			t.Helper()
			if _, err := l.ImportEvents(ctx, l.by, l.channel, []Event{game}, nil); err != nil {
				t.Fatal(err)
			}
		}
		bring()
		ids, err := l.ExternalIDs(ctx, l.channel)
		if err != nil {
			t.Fatal(err)
		}
		id := ids["a"]
		choose := func(key string) {
			t.Helper()
			if err := l.ChooseImage(ctx, l.by, l.channel, id, key, func(context.Context) error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		shows := func(want Image) {
			t.Helper()
			if diff := cmp.Diff(want, l.all([]EventID{id})[0].Image); diff != "" {
				t.Error(diff)
			}
		}
		scheduled := game.Image
		choose("north/chosen.jpg")
		choose("north/better.jpg")
		shows(Image{Key: "north/better.jpg", Chosen: true, Poster: &scheduled})
		choose("")
		shows(scheduled)
		// Over a picture of the game, too, and with a schedule that changed meanwhile.
		if err := l.SetImage(ctx, d.Write(), l.channel, int64(id), "stills/1.jpg", nil); err != nil {
			t.Fatal(err)
		}
		choose("north/chosen.jpg")
		game.Image = Image{Key: "north/another.jpg"}
		bring()
		if e := l.all([]EventID{id})[0]; e.Image.Key != "north/chosen.jpg" || !e.Image.Chosen {
			t.Errorf("the import replaced what an operator chose: %+v", e.Image)
		}
		choose("")
		shows(Image{Key: "north/another.jpg"})
	})
}
