package clip_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

func TestAClipIsMade(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		asked := draft(s.games[0])
		asked.Name, asked.Tags, asked.Start = "  Winning \n goal ", []string{"Goal", " goal", "Overtime "}, time.Minute+1499*time.Microsecond
		c, err := s.Create(t.Context(), s.fan, asked)
		if err != nil {
			t.Fatal(err)
		}
		if c.Name != "Winning goal" || !slices.Equal(c.Tags, []string{"Goal", "Overtime"}) || c.Start != time.Minute+time.Millisecond || c.Duration != 12*time.Second {
			t.Errorf("it is kept as %+v", c)
		}
		if c.Status != clip.Processing || c.Official || len(c.UUID) != 32 || !c.IsOwn(s.fan.Actor) || c.IsOwn(s.friend.Actor) {
			t.Errorf("it is %+v", c)
		}
		if !slices.Equal(s.queued, []clip.CutID{c.Cut}) || s.used[clip.Make] != 1 {
			t.Errorf("queued %v, used %v", s.queued, s.used)
		}
		if err := s.Finish(t.Context(), s.channels[1], c.Cut); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Find(t.Context(), s.fan.Actor, c.ID, ""); err != nil || got.Status != clip.Processing {
			t.Errorf("another channel finishes it: %+v, %v", got, err)
		}
		for range 2 {
			if err := s.Finish(t.Context(), s.channels[0], c.Cut); err != nil {
				t.Fatal(err)
			}
		}
		s.fail(c.Cut) // too late
		if got, err := s.Find(t.Context(), s.fan.Actor, c.ID, ""); err != nil || got.Status != clip.Success || len(s.returned) != 0 {
			t.Errorf("in the end it is %+v, %v, with %v given back", got, err, s.returned)
		}
		if official := s.make(s.staff, s.games[0]); !official.Official || official.UUID == c.UUID {
			t.Errorf("an operator's is %+v", official)
		}
	})
}

// The specification, section 5, and product.md, 13.
func TestWhatIsNoClip(t *testing.T) {
	s := open(t, dbtest.SQLite(t))
	many := make([]string, 11)
	for i := range many {
		many[i] = strings.Repeat("x", i+1)
	}
	for name, test := range map[string]struct {
		change  func(*clip.Draft)
		field   string
		message string
	}{
		"without a name":       {func(d *clip.Draft) { d.Name = " \t" }, "name", "Field is required"},
		"with a long name":     {func(d *clip.Draft) { d.Name = strings.Repeat("é", 121) }, "name", "Field length must be less than 121"},
		"without a tag":        {func(d *clip.Draft) { d.Tags = nil }, "tags", "Please select tag"},
		"with an empty tag":    {func(d *clip.Draft) { d.Tags = []string{" "} }, "tags", "Please select tag"},
		"with many tags":       {func(d *clip.Draft) { d.Tags = many }, "tags", "At most 10 values are allowed."},
		"with a long tag":      {func(d *clip.Draft) { d.Tags = []string{strings.Repeat("é", 41)} }, "tags", "Field length must be less than 41"},
		"before the beginning": {func(d *clip.Draft) { d.Start = -time.Second }, "start_time", "The value must be at least 0."},
		"too short":            {func(d *clip.Draft) { d.Duration = 999 * time.Millisecond }, "duration", "The value must be at least 1."},
		"too long":             {func(d *clip.Draft) { d.Duration = 300*time.Second + time.Millisecond }, "duration", "The value must be at most 300."},
	} {
		d := draft(s.games[0])
		test.change(&d)
		_, err := s.Create(t.Context(), s.fan, d)
		e, ok := errors.AsType[*fault.Error](err)
		if !ok || e.Kind != fault.Invalid || len(e.Fields) != 1 || e.Fields[0].Field != test.field || e.Fields[0].Message != test.message {
			t.Errorf("%s: %v", name, err)
		}
	}
	bounds := draft(s.games[0])
	bounds.Name, bounds.Tags, bounds.Duration = strings.Repeat("é", 120), many[:10], 300*time.Second
	bounds.Tags[9] = strings.Repeat("é", 40)
	if _, err := s.Create(t.Context(), s.fan, bounds); err != nil {
		t.Errorf("at its bounds: %v", err)
	}
	if _, err := s.Create(t.Context(), clip.Viewer{Actor: actor.Actor{ChannelID: s.channels[0]}}, draft(s.games[0])); fault.KindOf(err) != fault.Unauthenticated {
		t.Errorf("by a visitor: %v", err)
	}
}

// What is refused leaves nothing: no clip, no use, no work.
func TestAClipIsMadeWholeOrNotAtAll(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		beyond := draft(s.games[0])
		beyond.Start = time.Hour - 11*time.Second
		if _, err := s.Create(t.Context(), s.fan, beyond); fault.CodeOf(err) != "clip_out_of_range" {
			t.Errorf("beyond the end: %v", err)
		}
		s.refused = fault.New(fault.Forbidden, "no_access", "No.")
		if _, err := s.Create(t.Context(), s.fan, draft(s.games[0])); fault.CodeOf(err) != "no_access" {
			t.Errorf("without access: %v", err)
		}
		s.refused, s.full = nil, fault.New(fault.Unprocessable, "clip_limit_reached", "No more.")
		if _, err := s.Create(t.Context(), s.fan, draft(s.games[0])); fault.CodeOf(err) != "clip_limit_reached" {
			t.Errorf("used up: %v", err)
		}
		if own, total, err := s.OfUser(t.Context(), s.fan.Actor, clip.Made, 10, 0); err != nil || total != 0 || len(own) != 0 || len(s.queued) != 0 {
			t.Errorf("left are %v, %v, queued %v", own, err, s.queued)
		}
	})
}

func TestAClipThatFailsGivesItsUseBackOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		c := s.make(s.fan, s.games[0])
		for range 3 {
			s.fail(c.Cut)
		}
		s.fail(c.Cut + 1) // of no clip
		if err := s.Finish(t.Context(), s.channels[0], c.Cut); err != nil {
			t.Fatal(err)
		}
		got, err := s.Find(t.Context(), s.fan.Actor, c.ID, "")
		if err != nil || got.Status != clip.Failed || !slices.Equal(s.returned, []int64{purchase}) {
			t.Errorf("%+v, %v, given back %v", got, err, s.returned)
		}
		if _, err := s.Download(t.Context(), s.fan, c.ID); fault.CodeOf(err) != "clip_failed" {
			t.Errorf("it is loaded down: %v", err)
		}
	})
}

func TestClipsThatWereToldNothingAreSettled(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		done, lost, making := s.make(s.fan, s.games[0]), s.make(s.fan, s.games[0]), s.make(s.fan, s.games[0])
		s.states = map[clip.CutID]clip.Status{done.Cut: clip.Success, lost.Cut: clip.Failed, making.Cut: clip.Processing}
		if n, err := s.Sweep(t.Context()); err != nil || n != 0 {
			t.Errorf("at once: %d, %v", n, err)
		}
		s.clock.Advance(time.Minute)
		for _, want := range []int{3, 1} {
			if n, err := s.Sweep(t.Context()); err != nil || n != want {
				t.Errorf("asked for %d, %v; want %d", n, err, want)
			}
		}
		for id, want := range map[clip.ID]clip.Status{done.ID: clip.Success, lost.ID: clip.Failed, making.ID: clip.Processing} {
			if got, err := s.Find(t.Context(), s.fan.Actor, id, ""); err != nil || got.Status != want {
				t.Errorf("%+v, %v; want %s", got, err, want)
			}
		}
		if !slices.Equal(s.returned, []int64{purchase}) {
			t.Errorf("given back %v", s.returned)
		}
	})
}

func TestWhoMayWatch(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		own, official := s.make(s.fan, s.games[0]), s.make(s.staff, s.games[0])
		visitor, elsewhere := actor.Actor{ChannelID: s.channels[0]}, actor.Actor{Role: actor.User, ChannelID: s.channels[1], UserID: s.fan.UserID}
		for name, test := range map[string]struct {
			by   actor.Actor
			of   *clip.Clip
			uuid string
			ok   bool
		}{
			"one's own":                 {s.fan.Actor, own, "", true},
			"a friend's":                {s.friend.Actor, own, "", false},
			"a friend's by its link":    {s.friend.Actor, own, own.UUID, true},
			"by the link of another":    {s.friend.Actor, own, official.UUID, false},
			"by half a link":            {s.friend.Actor, own, own.UUID[:31], false},
			"a visitor's by its link":   {visitor, own, own.UUID, true},
			"a visitor's":               {visitor, own, "", false},
			"an official one":           {visitor, official, "", true},
			"an operator":               {s.staff.Actor, own, "", true},
			"the user of that number":   {elsewhere, own, "", false},
			"by a link, from elsewhere": {elsewhere, own, own.UUID, false},
			"an official one elsewhere": {elsewhere, official, official.UUID, false},
		} {
			_, err := s.Find(t.Context(), test.by, test.of.ID, test.uuid)
			if ok := err == nil; ok != test.ok || !ok && fault.CodeOf(err) != "clip_not_found" {
				t.Errorf("%s: %v", name, err)
			}
		}
		list := func(by actor.Actor, game int64) (ids []clip.ID) {
			clips, err := s.OfEvent(t.Context(), by, game)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range clips {
				ids = append(ids, c.ID)
			}
			return ids
		}
		if got := list(s.fan.Actor, s.games[0]); !slices.Equal(got, []clip.ID{official.ID, own.ID}) {
			t.Errorf("the maker sees %v", got)
		}
		if got := list(s.friend.Actor, s.games[0]); !slices.Equal(got, []clip.ID{official.ID}) {
			t.Errorf("a friend sees %v", got)
		}
		if got := append(list(s.fan.Actor, s.games[1]), list(elsewhere, s.games[0])...); len(got) != 0 {
			t.Errorf("elsewhere there are %v", got)
		}
	})
}

func TestEventsWithClips(t *testing.T) {
	s := open(t, dbtest.SQLite(t))
	s.make(s.fan, s.games[0])
	s.make(s.staff, s.games[1])
	failed := s.make(s.friend, s.games[0])
	s.fail(failed.Cut)
	for name, test := range map[string]struct {
		by   actor.Actor
		want []int64
	}{
		"own and official": {s.fan.Actor, []int64{s.games[1], s.games[0]}},
		"one in vain":      {s.friend.Actor, []int64{s.games[1]}},
		"a visitor":        {actor.Actor{ChannelID: s.channels[0]}, []int64{s.games[1]}},
		"elsewhere":        {actor.Actor{ChannelID: s.channels[1]}, []int64{}},
	} {
		if got, err := s.Events(t.Context(), test.by); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

func TestWhoMayDelete(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		first, second := s.make(s.fan, s.games[0]), s.make(s.fan, s.games[0])
		elsewhere := actor.Actor{Role: actor.Operator, ChannelID: s.channels[1], UserID: s.fan.UserID}
		for _, by := range []actor.Actor{s.friend.Actor, elsewhere} {
			if err := s.Remove(t.Context(), by, first.ID); fault.CodeOf(err) != "clip_not_found" {
				t.Errorf("by %+v: %v", by, err)
			}
		}
		if err := s.Remove(t.Context(), s.fan.Actor, first.ID); err != nil {
			t.Error(err)
		}
		if err := s.Remove(t.Context(), s.fan.Actor, first.ID); fault.CodeOf(err) != "clip_not_found" {
			t.Errorf("again: %v", err)
		}
		if err := s.Remove(t.Context(), s.staff.Actor, second.ID); err != nil {
			t.Error(err)
		}
		if !slices.Equal(s.dropped, []clip.CutID{first.Cut, second.Cut}) || len(s.returned) != 0 {
			t.Errorf("dropped %v, given back %v", s.dropped, s.returned)
		}
	})
}

func TestDownloadsCountOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		making, own, official := s.make(s.fan, s.games[0]), s.made(s.fan, s.games[0]), s.made(s.staff, s.games[0])
		if _, err := s.Download(t.Context(), s.fan, making.ID); fault.CodeOf(err) != "clip_not_ready" || fault.KindOf(err) != fault.Conflict {
			t.Errorf("while it is made: %v", err)
		}
		if _, err := s.Download(t.Context(), s.friend, own.ID); fault.CodeOf(err) != "clip_not_found" {
			t.Errorf("a friend's: %v", err)
		}
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				if _, err := s.Download(t.Context(), s.fan, own.ID); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		s.clock.Advance(time.Second)
		if _, err := s.Download(t.Context(), s.fan, official.ID); err != nil || s.used[clip.Download] != 2 {
			t.Errorf("%v, used %v", err, s.used)
		}
		got, total, err := s.OfUser(t.Context(), s.fan.Actor, clip.Downloads, 1, 0)
		if err != nil || total != 2 || len(got) != 1 || got[0].ID != official.ID || !got[0].DownloadedAt.Equal(s.clock.Now()) {
			t.Errorf("loaded down: %v of %d, %v", got, total, err)
		}
		if got, total, err := s.OfUser(t.Context(), s.fan.Actor, clip.Made, 10, 1); err != nil || total != 2 || len(got) != 1 || got[0].ID != making.ID {
			t.Errorf("made: %v of %d, %v", got, total, err)
		}
		s.refused = fault.New(fault.Forbidden, "no_access", "No.")
		if _, err := s.Download(t.Context(), s.fan, own.ID); fault.CodeOf(err) != "no_access" {
			t.Errorf("again, without access: %v", err)
		}
	})
}

func TestClipsGoWithTheirUser(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		own, other := s.made(s.fan, s.games[0]), s.made(s.staff, s.games[0])
		if _, err := s.Download(t.Context(), s.fan, other.ID); err != nil {
			t.Fatal(err)
		}
		var exported []clip.ID
		err := s.ExportUser(t.Context(), s.channels[0], s.fan.UserID, func(c *clip.Clip) error {
			exported = append(exported, c.ID)
			return nil
		})
		if err != nil || !slices.Equal(exported, []clip.ID{own.ID}) {
			t.Errorf("exported %v, %v", exported, err)
		}
		err = d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
			return s.EraseUser(ctx, tx, s.channels[0], s.fan.UserID)
		})
		if err != nil || !slices.Equal(s.dropped, []clip.CutID{own.Cut}) {
			t.Errorf("dropped %v, %v", s.dropped, err)
		}
		_, loaded, err := s.OfUser(t.Context(), s.fan.Actor, clip.Downloads, 1, 0)
		if left, all := s.OfEvent(t.Context(), s.staff.Actor, s.games[0]); err != nil || all != nil || len(left) != 1 || left[0].ID != other.ID || loaded != 0 {
			t.Errorf("left are %v, %d downloads, %v", left, loaded, err)
		}
	})
}
