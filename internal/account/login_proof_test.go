package account

import (
	"context"
	"errors"
	"net/netip"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fairqueue"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/passwordhash"
	"github.com/grandstand/grandstand/internal/proofofwork"
)

// fillQueue has callers wait in the queue until release is called.
func (c *club) fillQueue(waiting int) (release func()) {
	t := c.t
	t.Helper()
	c.passwords = newHasher(PasswordOptions{Hasher: passwordhash.InProcess{Params: passwordhash.NewParams(64, 1)}, AtOnce: 1})
	c.passwords.most = 2 * waiting
	c.passwords.queue = fairqueue.New(fairqueue.Options{AtOnce: 1, Burst: 1000, MaxWait: time.Minute, MaxWaiting: c.passwords.most})
	ctx, cancel := context.WithCancel(t.Context())
	done, err := c.passwords.queue.Enter(ctx, fairqueue.Caller{})
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range waiting {
		group.Go(func() { _, _ = c.passwords.queue.Enter(ctx, fairqueue.Caller{}) })
	}
	for c.passwords.queue.Waiting() < waiting {
		runtime.Gosched()
	}
	return func() {
		cancel()
		group.Wait()
		done()
	}
}

func challengeOf(err error) *fault.Challenge {
	if e, ok := errors.AsType[*fault.Error](err); ok && e.Kind == fault.Unavailable && e.Code == "proof_of_work_required" && e.RetryAfter > 0 {
		return e.Challenge
	}
	return nil
}

// While the queue fills, an unknown device proves work. A solution is good once, for the
// session that asked.
func TestAFullQueueAsksForWork(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	user := c.person("ada@example.com", actor.User)
	release := c.fillQueue(200)
	_, session := c.visitor()
	from := netip.MustParseAddr("203.0.113.7")
	login := func(client Client) error {
		client = c.recognize(client, "ada@example.com")
		client.Address = from
		_, err := c.queueCaller(session, "ada@example.com", client)
		return err
	}
	first := challengeOf(login(Client{}))
	if first == nil || first.Difficulty < minDifficulty || first.Algorithm != "sha-256" {
		t.Fatalf("challenge %+v", first)
	}
	solution := proofofwork.Solve(first.Token, first.Difficulty)
	if challengeOf(login(Client{Work: WorkProof{first.Token, "x"}})) == nil {
		t.Error("a wrong solution is accepted")
	}
	_, other := c.visitor()
	if _, err := c.queueCaller(other, "ada@example.com", Client{Work: WorkProof{first.Token, solution}}); challengeOf(err) == nil {
		t.Error("the solution of another session is accepted")
	}
	if err := login(Client{Work: WorkProof{first.Token, solution}}); err != nil {
		t.Errorf("the solution: %v", err)
	}
	if challengeOf(login(Client{Work: WorkProof{first.Token, solution}})) == nil {
		t.Error("the solution is accepted twice")
	}
	if err := login(Client{CaptchaPassed: true}); err != nil {
		t.Errorf("a person: %v", err)
	}
	if err := login(Client{Devices: c.RememberDevice("", user)}); err != nil {
		t.Errorf("a known device: %v", err)
	}
	if _, _, err := c.Register(t.Context(), session, Registration{Email: "eve@example.com", Password: secret, PasswordConfirmation: secret, FirstName: "Eve", LastName: "Ning", Terms: true}); challengeOf(err) == nil {
		t.Errorf("a registration: %v", err)
	}
	release()
	if err := login(Client{}); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// The work grows with the queue and with the network's share of it, within bounds that a
// phone solves in seconds.
func TestWorkGrowsWithTheLoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := hasherFor(2)
		h.queue = fairqueue.New(fairqueue.Options{Burst: 10_000, AtOnce: 1_000, MaxWait: time.Minute, MaxWaiting: h.most})
		ctx, cancel := context.WithCancel(t.Context())
		busy := fairqueue.Caller{Network: netip.MustParsePrefix("203.0.113.0/24")}
		quiet := fairqueue.Caller{Network: netip.MustParsePrefix("198.51.100.0/24")}
		for range 1_000 {
			if _, err := h.queue.Enter(ctx, busy); err != nil { // keeps its turn
				t.Fatal(err)
			}
		}
		var group sync.WaitGroup
		add := func(n int) {
			for range n {
				group.Go(func() { _, _ = h.queue.Enter(ctx, busy) })
			}
			synctest.Wait()
		}
		if h.difficulty(busy) != 0 {
			t.Error("an empty queue asks for work")
		}
		add(h.most / freeShareDivisor)
		early := h.difficulty(quiet)
		add(h.most / freeShareDivisor)
		if late := h.difficulty(quiet); early != minDifficulty || late != early+1 {
			t.Errorf("%d bits, then %d", early, late)
		}
		if got := h.difficulty(busy); got != h.difficulty(quiet)+maxNetworkBits {
			t.Errorf("a busy network: %d bits", got)
		}
		cancel()
		group.Wait()
	})
}
