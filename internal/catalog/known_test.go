package catalog

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/text"
)

func TestKnownEvent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		ctx := t.Context()
		id := l.create(l.game(0, 1, noon))[0]
		known := func() *Event {
			t.Helper()
			return must[*Event](t)(l.KnownEvent(ctx, l.channel, id))
		}
		asRead := func(when string) {
			t.Helper()
			if diff := cmp.Diff(l.all([]EventID{id})[0], known(), cmpopts.IgnoreUnexported(Event{})); diff != "" {
				t.Errorf("%s: %s", when, diff)
			}
		}
		asRead("at first")

		if _, err := d.Write().NewRaw(`UPDATE events SET base_price = 1234 WHERE id = ?`, id).Exec(ctx); err != nil {
			t.Fatal(err)
		}
		if known().BasePrice != 0 {
			t.Error("the database was asked again though nothing was counted as changed")
		}

		e := l.game(0, 1, noon)
		e.ID, e.Name = id, text.Text{"en": "Closing night"}
		if err := l.UpdateEvent(ctx, l.by, l.channel, e); err != nil {
			t.Fatal(err)
		}
		if known().Name["en"] != "Closing night" {
			t.Error("a change made here is not seen at once")
		}

		if err := NewService(d, revision.NewTracker(d.Read(), l.now, nil), l.now).SetStreamState(ctx, d.Write(), l.channel, int64(id), "live", noon); err != nil {
			t.Fatal(err)
		}
		l.now.Advance(revision.MaxAge)
		asRead("once another node's change may be seen")
	})
}

func TestKnownEventOfNobody(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLeague(t, d)
		ctx := t.Context()
		id := l.create(l.game(0, 1, noon))[0]
		must[*Event](t)(l.KnownEvent(ctx, l.channel, id))
		for name, of := range map[string]struct {
			channel int64
			id      EventID
		}{"unknown": {l.channel, id + 1}, "another channel's": {dbtest.Channel(t, d, "south"), id}} {
			if e, err := l.KnownEvent(ctx, of.channel, of.id); fault.CodeOf(err) != "event_not_found" {
				t.Errorf("%s: %v, %v", name, e, err)
			}
		}
		next := l.create(l.game(1, 2, noon))[0]
		if next != id+1 {
			t.Fatalf("the next event is %d, after %d", next, id)
		}
		if e := must[*Event](t)(l.KnownEvent(ctx, l.channel, next)); e.ID != next {
			t.Errorf("what was unknown once is given as %d", e.ID)
		}
	})
}
