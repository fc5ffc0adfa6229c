package account

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/argon"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// Of a crowd that comes at once the first few are served at once and others in turn, at the
// pace that leaves the processors to everybody else; the rest are told when, each apart.
func TestACrowdIsServedInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHasher(PasswordOptions{Hasher: argon.Here{Params: argon.DefaultCost()}})
		begun := time.Now()
		every := time.Duration(float64(time.Second) / float64(h.line.Limit()))
		var mu sync.Mutex
		var waits []time.Duration
		var again []int
		var group sync.WaitGroup
		for range 2 * deepestLine {
			group.Go(func() {
				done, err := h.turn(t.Context())
				mu.Lock()
				defer mu.Unlock()
				if busy, ok := errors.AsType[*fault.Error](err); ok && busy.Kind == fault.Unavailable {
					again = append(again, busy.RetryAfter)
				} else if err != nil {
					t.Error(err)
				} else {
					waits = append(waits, time.Since(begun))
					done()
				}
			})
		}
		group.Wait()
		slices.Sort(waits)
		for i, wait := range waits {
			if due := time.Duration(max(0, i-hashBurst+1)) * every; (wait - due).Abs() > time.Millisecond {
				t.Fatalf("number %d was served after %s, not %s", i, wait, due)
			}
		}
		if last := waits[len(waits)-1]; last > longestLine || len(waits) > deepestLine+hashBurst || len(again) == 0 {
			t.Errorf("%d waited %s at most, %d were turned away", len(waits), last, len(again))
		}
		slices.Sort(again)
		for i, seconds := range again {
			due := min(latest, soonest+time.Duration(i)*every)
			if (time.Duration(seconds)*time.Second - due).Abs() > time.Second {
				t.Fatalf("number %d is to come again after %d s, not %s", i, seconds, due)
			}
		}
	})
}

func TestWhoHangsUpLeavesTheLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHasher(PasswordOptions{})
		for range hashBurst {
			done, err := h.turn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			done()
		}
		ctx, cancel := context.WithCancel(t.Context())
		var group sync.WaitGroup
		for range 3 {
			group.Go(func() {
				if _, err := h.turn(ctx); !errors.Is(err, context.Canceled) {
					t.Errorf("computes, or %v", err)
				}
			})
		}
		synctest.Wait()
		begun := time.Now()
		cancel()
		group.Wait()
		if waited := time.Since(begun); waited > 0 || len(h.turns) > 0 {
			t.Errorf("left after %s, %d compute", waited, len(h.turns))
		}
	})
}

// However long the one before computes, nobody waits for ever.
func TestALineThatStandsIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHasher(PasswordOptions{AtOnce: 1})
		if _, err := h.turn(t.Context()); err != nil { // and never ends
			t.Fatal(err)
		}
		begun := time.Now()
		if _, err := h.hash(t.Context(), secret); fault.KindOf(err) != fault.Unavailable || time.Since(begun) < longestLine {
			t.Errorf("after %s: %v", time.Since(begun), err)
		}
	})
}

// Waiting for one's time and then for who has not done yet is one wait, and bounded as one:
// who hears nothing for longer has gone.
func TestALineThatIsSlowerThanItsPaceIsLeftInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHasher(PasswordOptions{AtOnce: 1})
		if _, err := h.turn(t.Context()); err != nil { // and never ends
			t.Fatal(err)
		}
		h.line.ReserveN(time.Now(), hashBurst-1)
		begun := time.Now()
		for range 3 {
			h.line.Reserve() // others before
		}
		if _, err := h.turn(t.Context()); fault.KindOf(err) != fault.Unavailable || time.Since(begun) != longestLine {
			t.Errorf("after %s: %v", time.Since(begun), err)
		}
	})
}

// Who is turned away because others log in, or whose time is over before it is their turn, has not guessed.
func TestWaitingInVainCostsNoAttempts(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	c.person("ada@example.com", actor.User)
	_, session := c.visitor()
	login := func(ctx context.Context) error {
		_, _, err := c.Login(ctx, session, "ada@example.com", secret, netip.Addr{})
		return err
	}
	c.passwords.longest = 0
	for range 3 * accountAttempts.Burst {
		if err := login(t.Context()); fault.KindOf(err) != fault.Unavailable {
			t.Fatalf("a line without places answers %v", err)
		}
	}
	c.passwords.longest = longestLine
	turns := c.passwords.turns
	c.passwords.turns = nil // it never is anybody's turn
	for range 3 * accountAttempts.Burst {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := login(ctx); !errors.Is(err, context.Canceled) {
			t.Fatalf("who hung up while waiting gets %v", err)
		}
	}
	c.passwords.turns = turns
	if err := login(t.Context()); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
