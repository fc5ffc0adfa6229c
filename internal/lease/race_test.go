package lease_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/lease"
)

const (
	racers = 50
	rounds = 3
)

// point is a situation in which players compete for slots.
type point struct {
	name string
	most int
	// before brings the user's home to the start; may be nil.
	before func(h *fixture)
	// each is what racer i does: it reports whether it was given a place.
	each func(h *fixture, i int) bool
	// winners is how many are to be told that they have a place; -1 where that depends.
	winners int
	// places is how many are to be held in the end.
	places int64
}

func points() []point {
	take := func(h *fixture, i int) bool { return h.acquires(h.request(i)) }
	instead := func(h *fixture, i int) bool {
		r := h.request(i)
		r.ReplaceOldest = true
		return h.acquires(r)
	}
	full := func(h *fixture) {
		for i := range h.most {
			h.acquires(h.request(1000 + i))
		}
	}
	return []point{
		{"places that are free", 3, nil, take, 3, 3},
		{"the last place", 3, func(h *fixture) { h.acquires(h.request(1000)); h.acquires(h.request(1001)) }, take, 1, 3},
		{"places that have lapsed", 3, func(h *fixture) { full(h); h.clock.Advance(lease.Duration) }, take, 3, 3},
		{"the place of the oldest", 3, full, instead, -1, 3},
		{"one player, asked for many times", 3, nil, func(h *fixture, _ int) bool { return h.acquires(h.request(0)) }, racers, 1},
		{"the place of one tab", 2, func(h *fixture) { h.acquires(h.request(1000)) }, func(h *fixture, i int) bool {
			r := h.request(i)
			r.Previous = player(1000)
			return h.acquires(r)
		}, 2, 2},
		{"a place that is renewed while it is taken", 1, full, func(h *fixture, i int) bool {
			if i%2 == 0 {
				return h.acquires(h.request(1000))
			}
			return instead(h, i)
		}, -1, 1},
	}
}

// race starts all players concurrently and returns the number that acquired a slot.
func race(each func(i int) bool) int {
	var given atomic.Int64
	dbtest.AtOnce(racers, func(i int) {
		if each(i) {
			given.Add(1)
		}
	})
	return int(given.Load())
}

// held counts the leases of a user, including expired ones.
func (h *fixture) held() (n int64) {
	h.t.Helper()
	if err := h.db.Read().NewRaw("SELECT count(*) FROM leases WHERE user_id = ?", h.user).Scan(h.t.Context(), &n); err != nil {
		h.t.Fatal(err)
	}
	return n
}

// Any number of players start concurrently on several nodes. As many acquire a slot as the user has.
func TestConcurrentPlayers(t *testing.T) { runRaces(t, rounds) }

func runRaces(t *testing.T, rounds int) {
	for _, p := range points() {
		t.Run(p.name, func(t *testing.T) {
			dbtest.Both(t, func(t *testing.T, d *db.DB) {
				h := newFixture(t, d)
				other := lease.New(d, h.clock) // another node
				h.most = p.most
				for round := range rounds {
					h.clear()
					if p.before != nil {
						p.before(h)
					}
					given := race(func(i int) bool {
						here := *h
						if i%3 == 0 {
							here.Service = other
						}
						return p.each(&here, i)
					})
					if p.winners >= 0 && given != p.winners || h.held() != p.places {
						t.Errorf("round %d: %d were given a place, and %d are held", round, given, h.held())
					}
				}
			})
		})
	}
}

func (h *fixture) clear() {
	h.t.Helper()
	if _, err := h.db.Write().NewRaw("DELETE FROM leases WHERE user_id = ?", h.user).Exec(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
}

// The negative control: in a table without the constraint, players that first read whether a slot is
// free all acquire one.
func TestConcurrentPlayersNegativeControl(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := newFixture(t, d)
		h.most = 3
		looked := dbtest.NewMeeting(racers)
		race(func(i int) bool {
			free := h.held() < int64(h.most)
			looked.Wait()
			if !free {
				return false
			}
			err := h.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
				_, err := tx.NewRaw(`INSERT INTO leases (channel_id, user_id, place, player, session_id, event_id, taken_ms, expires_ms)
					VALUES (?, ?, ?, ?, 0, ?, 0, ?)`, h.channel, h.user, i, player(i), h.games[0], clock.Millis(h.clock.Now().Add(lease.Duration))).Exec(ctx)
				return err
			})
			return err == nil
		})
		if h.held() <= int64(h.most) {
			t.Errorf("the control found nothing: %d places are held", h.held())
		}
	})
}
