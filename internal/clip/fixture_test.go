package clip_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// studio is a channel with two games, and another channel with one.
type studio struct {
	*clip.Service
	t        testing.TB
	db       *db.DB
	clock    *clock.Manual
	channels [2]int64
	games    [2]int64 // of the first channel
	fan      clip.Viewer
	friend   clip.Viewer
	staff    clip.Viewer

	mu       sync.Mutex
	recorded time.Duration   // how much there is of each game
	segment  time.Duration   // how long each segment is
	grid     []time.Duration // where segments begin instead, the first at 0
	most     time.Duration   // how much of one a user's clips may show together; 0: all
	paidBack int64           // a purchase
	refused  error           // by who decides
	full     error           // by who counts
	nextCut  clip.CutID
	states   map[clip.CutID]clip.Status
	used     map[clip.Act]int
	returned []int64
	dropped  []clip.CutID
	queued   []clip.CutID

	beforeCut *dbtest.Meeting // of racers, before they store a cut; nil except in controls
}

func open(t *testing.T, d *db.DB) *studio {
	t.Helper()
	s := &studio{t: t, db: d, clock: clock.NewManual(now), recorded: time.Hour, segment: time.Second, used: map[clip.Act]int{}}
	s.Service = clip.New(clip.Deps{DB: d, Clock: s.clock, Uses: s, Cuts: s, Queue: s})
	for i, key := range []string{"one", "two"} {
		s.channels[i] = dbtest.Channel(t, d, key)
	}
	sport := dbtest.Category(t, d, s.channels[0], "hockey")
	for i := range s.games {
		s.games[i] = dbtest.Insert(t, d, `INSERT INTO events
			(channel_id, event_category_id, type, status, stream_state, gender, name, sort_name, participants, start_ms, time_zone,
			 base_price, service_fee, price, currency, featured, image, score, created_ms, updated_ms, description)
			VALUES (?, ?, 'free', 'live', 'live', '', '{}', '', '[]', 0, 'UTC', 0, 0, 0, 'CAD', FALSE, '', '', 0, 0, '{}') RETURNING id`, s.channels[0], sport)
	}
	s.fan, s.friend, s.staff = s.person("fan", actor.User), s.person("friend", actor.User), s.person("staff", actor.Operator)
	return s
}

func (s *studio) person(name string, role actor.Role) clip.Viewer {
	s.t.Helper()
	id := dbtest.User(s.t, s.db, s.channels[0], name+"@example.com")
	return clip.Viewer{Actor: actor.Actor{Role: role, ChannelID: s.channels[0], UserID: id}}
}

func draft(game int64) clip.Draft {
	return clip.Draft{EventID: game, Name: "Winning goal", Tags: []string{"goal"}, Start: time.Minute, Duration: 12 * time.Second}
}

func (s *studio) make(who clip.Viewer, game int64) *clip.Clip {
	s.t.Helper()
	c, err := s.Create(s.t.Context(), who, draft(game))
	if err != nil {
		s.t.Fatal(err)
	}
	s.clock.Advance(time.Second)
	return c
}

func (s *studio) made(who clip.Viewer, game int64) *clip.Clip {
	s.t.Helper()
	c := s.make(who, game)
	if err := s.Finish(s.t.Context(), s.channels[0], c.Cut); err != nil {
		s.t.Fatal(err)
	}
	return c
}

func (s *studio) fail(cut clip.CutID) {
	s.t.Helper()
	err := s.db.InTx(s.t.Context(), func(ctx context.Context, tx bun.Tx) error { return s.Fail(ctx, tx, s.channels[0], cut) })
	if err != nil {
		s.t.Fatal(err)
	}
}

// purchase is the one on which everything is counted.
const purchase = 17

// permit is leave of a studio.
type permit struct {
	studio *studio
	act    clip.Act
}

// May is part of clip.Uses.
func (s *studio) May(_ context.Context, _ clip.Viewer, _ int64, act clip.Act) (clip.Permit, error) {
	return permit{s, act}, s.refused
}

// Use is part of clip.Permit.
func (p permit) Use(context.Context, bun.Tx) (clip.Charge, error) {
	p.studio.mu.Lock()
	defer p.studio.mu.Unlock()
	if p.studio.full == nil {
		p.studio.used[p.act]++
	}
	return clip.Charge{Order: purchase, Access: purchase}, p.studio.full
}

// MostCovered is part of clip.Permit.
func (p permit) MostCovered(time.Duration) time.Duration { return p.studio.most }

// Hold is part of clip.Uses.
func (s *studio) Hold(_ context.Context, _ int64, clips []*clip.Clip) (map[clip.ID]bool, error) {
	held := map[clip.ID]bool{}
	for _, c := range clips {
		held[c.ID] = c.Charge.Order != s.paidBack
	}
	return held, nil
}

// Recorded is part of clip.Footage.
func (s *studio) Recorded() time.Duration { return s.recorded }

// GiveBack is part of clip.Uses.
func (s *studio) GiveBack(_ context.Context, _ bun.Tx, _, _, order int64) error {
	s.returned = append(s.returned, order)
	return nil
}

// Footage is part of clip.Cuts.
func (s *studio) Footage(context.Context, int64, int64) (clip.Footage, error) { return s, nil }

// Opens is part of clip.Footage.
func (s *studio) Opens(from, length time.Duration) clip.Stretch {
	if len(s.grid) > 0 {
		first, _ := slices.BinarySearch(s.grid, from+1)
		end, _ := slices.BinarySearch(s.grid, from+length)
		return clip.Stretch{From: s.grid[first-1], To: s.grid[end]}
	}
	return clip.Stretch{From: from.Truncate(s.segment), To: (from + length + s.segment - 1).Truncate(s.segment)}
}

// Cut is part of clip.Footage.
func (s *studio) Cut(_ context.Context, _ bun.Tx, from, length time.Duration) (clip.CutID, error) {
	if from+length > s.recorded {
		return 0, fault.OfField(fault.Unprocessable, "duration", "clip_out_of_range", "Your clip duration is longer than the end time")
	}
	s.beforeCut.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nextCut++
	return s.nextCut, nil
}

// State is part of clip.Cuts.
func (s *studio) State(_ context.Context, _ int64, id clip.CutID) (clip.Status, error) {
	return s.states[id], nil
}

// Drop is part of clip.Cuts.
func (s *studio) Drop(_ context.Context, _ bun.Tx, _ int64, id clip.CutID) error {
	s.dropped = append(s.dropped, id)
	return nil
}

// EnqueueMake is part of clip.Queue.
func (s *studio) EnqueueMake(_ context.Context, _ bun.Tx, _ int64, id clip.CutID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queued = append(s.queued, id)
	return nil
}
