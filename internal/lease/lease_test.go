package lease_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/lease"
)

// fixture is a user who watches games of a channel on several screens.
type fixture struct {
	*lease.Service
	t       testing.TB
	db      *db.DB
	clock   *clock.Manual
	channel int64
	user    int64
	games   [2]int64
	most    int
}

func newFixture(t testing.TB, d *db.DB) *fixture {
	t.Helper()
	h := &fixture{t: t, db: d, clock: clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)), most: 2}
	h.Service = lease.New(d, h.clock)
	h.channel = dbtest.Channel(t, d, "north")
	h.user = dbtest.User(t, d, h.channel, "fan@example.com")
	sport := dbtest.Category(t, d, h.channel, "hockey")
	for i := range h.games {
		h.games[i] = dbtest.Insert(t, d, `INSERT INTO events
			(channel_id, event_category_id, type, status, stream_state, gender, name, sort_name, participants, start_ms, time_zone,
			 base_price, service_fee, price, currency, featured, image, score, created_ms, updated_ms, description)
			VALUES (?, ?, 'paid', 'live', 'live', '', '{}', '', '[]', 0, 'UTC', 0, 0, 0, 'CAD', FALSE, '', '', 0, 0, '{}') RETURNING id`, h.channel, sport)
	}
	return h
}

// player returns the player name of page i.
func player(i int) string { return fmt.Sprintf("player-%d", i) }

// request returns the request of player i, with a session for each player.
func (h *fixture) request(i int) lease.Request {
	return lease.Request{ChannelID: h.channel, UserID: h.user, SessionID: int64(100 + i), Subject: lease.Subject{EventID: h.games[0]}, Player: player(i), Slots: h.most}
}

func (h *fixture) acquires(r lease.Request) bool {
	h.t.Helper()
	err := h.Acquire(h.t.Context(), r)
	if err != nil && fault.CodeOf(err) != "too_many_streams" {
		h.t.Error(err)
	}
	return err == nil
}

func (h *fixture) holds(r lease.Request) bool {
	h.t.Helper()
	return h.plays(bound(r), false)
}

// bound returns the address of a request's player.
func bound(r lease.Request) lease.Address {
	return lease.Address{ChannelID: r.ChannelID, UserID: r.UserID, SessionID: r.SessionID, Subject: r.Subject, Player: lease.PlayerNumber(r.Player)}
}

// plays reports whether an address may be played.
func (h *fixture) plays(a lease.Address, starts bool) bool {
	h.t.Helper()
	err := h.RenewAddress(h.t.Context(), a, max(h.most, 1), starts)
	if err != nil && fault.CodeOf(err) != "too_many_streams" {
		h.t.Error(err)
	}
	return err == nil
}

// players returns the players with an active lease, the oldest lease first.
func (h *fixture) players() []string {
	h.t.Helper()
	list, err := h.List(h.t.Context(), h.channel, h.user)
	if err != nil {
		h.t.Fatal(err)
	}
	names := make([]string, len(list))
	for i, l := range list {
		names[i] = l.Player
	}
	return names
}

func (h *fixture) wantPlayers(want ...string) {
	h.t.Helper()
	if got := h.players(); fmt.Sprint(got) != fmt.Sprint(want) {
		h.t.Errorf("places are held by %v, and not by %v", got, want)
	}
}

func TestSlots(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := newFixture(t, d)
		for i := range 2 {
			if !h.acquires(h.request(i)) {
				t.Errorf("player %d is refused with places free", i)
			}
			h.clock.Advance(time.Second)
		}
		if h.acquires(h.request(2)) || h.holds(h.request(2)) {
			t.Error("a third has one of two places")
		}
		if !h.acquires(h.request(0)) {
			t.Error("who has a place may not renew it")
		}
		h.wantPlayers(player(0), player(1))

		away := h.request(3)
		away.UserID = dbtest.User(t, d, h.channel, "friend@example.com")
		if !h.acquires(away) || h.Release(t.Context(), h.channel, away.UserID, player(0)) != nil {
			t.Error("one user's places are another's")
		}
		h.wantPlayers(player(0), player(1))

		if err := h.Release(t.Context(), h.channel, h.user, player(0)); err != nil || h.holds(h.request(0)) {
			t.Errorf("a place that is given back is held: %v", err)
		}
		if !h.acquires(h.request(2)) {
			t.Error("a place that was given back is not free at once")
		}
		h.wantPlayers(player(1), player(2))
	})
}

func TestReplaceOldest(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := newFixture(t, d)
		for i := range 2 {
			h.acquires(h.request(i))
			h.clock.Advance(time.Second)
		}
		here := h.request(2)
		here.ReplaceOldest = true
		if !h.acquires(here) {
			t.Error("nobody gave way")
		}
		h.wantPlayers(player(1), player(2))
		if h.acquires(h.request(0)) || h.holds(h.request(0)) {
			t.Error("who gave way goes on")
		}
		if !h.acquires(here) {
			t.Error("who has a place may not ask for one instead of another's")
		}
		h.wantPlayers(player(1), player(2))
	})
}

// A tab that is reloaded or shows another game keeps its slot.
func TestTabKeepsItsSlot(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := newFixture(t, d)
		for i := range 2 {
			h.acquires(h.request(i))
			h.clock.Advance(time.Second)
		}
		again := h.request(7)
		again.SessionID, again.EventID, again.Previous = h.request(0).SessionID, h.games[1], player(0)
		if !h.acquires(again) || !h.holds(again) || h.holds(h.request(0)) {
			t.Error("a tab does not inherit its own place for another game")
		}
		h.wantPlayers(player(7), player(1))
		// The page that is gone says so late: its player has nothing any more.
		if err := h.Release(t.Context(), h.channel, h.user, player(0)); err != nil {
			t.Error(err)
		}
		h.wantPlayers(player(7), player(1))
		if err := h.Release(t.Context(), h.channel, h.user, player(7)); err != nil {
			t.Error(err)
		}
		again.Previous, again.Player = player(7), player(8)
		if !h.acquires(again) {
			t.Error("a tab that gave its place back finds none")
		}
		h.wantPlayers(player(8), player(1))
		if err := h.Release(t.Context(), h.channel, h.user, player(8)); err != nil {
			t.Error(err)
		}
		again.Previous, again.Player = player(8), player(9)
		if !h.acquires(h.request(2)) || h.acquires(again) {
			t.Error("a place that was given back is kept for who had it")
		}
	})
}

// Leases that are not renewed expire. Until another player acquires the slot, the player may continue
// for gracePeriod.
func TestSlotsExpire(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := newFixture(t, d)
		h.acquires(h.request(0))
		h.acquires(h.request(1))
		h.clock.Advance(lease.Duration - time.Second)
		h.acquires(h.request(1))
		h.clock.Advance(time.Second)
		h.wantPlayers(player(1))
		if !h.holds(h.request(0)) {
			t.Error("who is late is stopped, and nobody wants the place")
		}
		if !h.acquires(h.request(0)) {
			t.Error("who is late has lost a place that nobody wants")
		}
		h.clock.Advance(lease.Duration)
		if !h.acquires(h.request(2)) || !h.acquires(h.request(3)) || h.acquires(h.request(0)) || h.holds(h.request(0)) {
			t.Error("places that lapsed are not taken")
		}
		h.clock.Advance(lease.Duration + time.Minute)
		if h.holds(h.request(2)) {
			t.Error("a place is held for ever")
		}
		if n, err := h.DeleteExpired(t.Context(), 10); n != 0 || err != nil {
			t.Errorf("pruned %d, %v", n, err)
		}
		h.clock.Advance(time.Hour)
		if n, err := h.DeleteExpired(t.Context(), 10); n != 2 || err != nil {
			t.Errorf("pruned %d, %v", n, err)
		}
	})
}

func TestLimitsChange(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := newFixture(t, d)
		h.most = 3
		for i := range 3 {
			h.acquires(h.request(i))
		}
		h.most = 1
		going := 0
		for i := range 3 {
			if h.acquires(h.request(i)) {
				going++
			}
		}
		if going != 1 || len(h.players()) != 1 {
			t.Errorf("%d go on, and %v have places, of which there is one", going, h.players())
		}
		h.most = 0
		for i := range 5 {
			if !h.acquires(h.request(i)) {
				t.Error("a limit of none limits")
			}
		}
	})
}

func TestInvalidPlayerNames(t *testing.T) {
	h := newFixture(t, dbtest.SQLite(t))
	for _, name := range []string{"", "short", "with space in it", "ünïcödé-player", string(make([]byte, 65))} {
		r := h.request(0)
		r.Player = name
		if err := h.Acquire(t.Context(), r); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %v", name, err)
		}
		r.Player, r.Previous = player(0), name
		if err := h.Acquire(t.Context(), r); name != "" && fault.KindOf(err) != fault.Invalid {
			t.Errorf("before %q: %v", name, err)
		}
	}
}

// Concurrent renewals return the result of each player.
func TestRenewalsAreBatched(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := newFixture(t, d)
		h.most = 20
		for i := range 20 {
			h.acquires(h.request(i))
		}
		h.most = 10
		h.clock.Advance(lease.Duration - time.Second)
		var all sync.WaitGroup
		for i := range 10 {
			all.Go(func() {
				if !h.acquires(h.request(i)) {
					t.Errorf("player %d has lost its place", i)
				}
			})
		}
		all.Wait()
		h.clock.Advance(lease.Duration - time.Second)
		if n := len(h.players()); n != 10 {
			t.Errorf("%d places were renewed, and not 10", n)
		}
	})
}

// Concurrent lookups, as after a restart, share statements, and each returns the user's own leases.
func TestLookupsAreBatched(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := newFixture(t, d)
		const crowd = 60
		asked := make([]lease.Request, crowd)
		for i := range asked {
			h.user = dbtest.User(t, d, h.channel, player(i)+"@example.com")
			asked[i] = h.request(i)
			if i%2 == 0 {
				h.acquires(asked[i])
			}
		}
		dbtest.AtOnce(crowd, func(i int) {
			if h.holds(asked[i]) != (i%2 == 0) {
				t.Errorf("player %d has another's place, or not its own", i)
			}
			other := asked[i]
			other.SessionID++
			if h.holds(other) {
				t.Errorf("player %d's place is another session's, too", i)
			}
		})
	})
}

// A clock that is set back does not leave expired leases active, and a clock that is set forward does not end the leases of
// players that watch.
func TestSlotsWhenTheClockJumps(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := newFixture(t, d)
		h.acquires(h.request(0))
		h.acquires(h.request(1))
		h.clock.Advance(-time.Hour)
		if !h.holds(h.request(0)) || !h.acquires(h.request(0)) {
			t.Error("who watches is stopped by a clock that was set back")
		}
		h.wantPlayers(player(0))
		if !h.acquires(h.request(2)) || h.acquires(h.request(3)) {
			t.Error("a place that nobody has since the clock was set back is not free, or more are than there are")
		}
		h.wantPlayers(player(2), player(0)) // by what the clock says, the one that has just come was there first
		h.clock.Advance(2 * time.Hour)
		if !h.acquires(h.request(0)) || !h.acquires(h.request(2)) || !h.holds(h.request(2)) {
			t.Error("who watches has lost a place by a clock that was set forward")
		}
		h.wantPlayers(player(2), player(0))
	})
}
