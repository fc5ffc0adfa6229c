package account

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"

	"github.com/grandstand/grandstand/internal/argon"
	"github.com/grandstand/grandstand/internal/fault"
)

// PasswordOptions tune the hashing of passwords. The zero value of each field means
// its default.
type PasswordOptions struct {
	Hasher  argon.Hasher // in this process, at argon.DefaultCost
	AtOnce  int          // hashes computed at once: half of the processors
	Waiting int          // logins that may wait for their turn, more are turned away: as many as are done until they may come again
}

// busySeconds is when those may come again who find the queue full.
const busySeconds = 5

func (o PasswordOptions) withDefaults() PasswordOptions {
	if o.Hasher == nil {
		o.Hasher = argon.Here{Params: argon.DefaultCost()}
	}
	if o.AtOnce == 0 {
		o.AtOnce = max(1, runtime.GOMAXPROCS(0)/2)
	}
	if o.Waiting == 0 {
		o.Waiting = 200 * o.AtOnce // of 25 ms each
	}
	return o
}

// hasher computes password hashes, a few at a time, with a queue that has an end.
type hasher struct {
	argon.Hasher

	unknown string
	turns   chan struct{}
	waiting atomic.Int64
	limit   int64
}

func newHasher(o PasswordOptions) *hasher {
	o = o.withDefaults()
	cost := o.Hasher.Cost()
	return &hasher{
		Hasher: o.Hasher,
		turns:  make(chan struct{}, o.AtOnce),
		limit:  int64(o.Waiting + o.AtOnce),
		// A hash of nothing that anyone could enter, with today's cost: what a login with
		// an unknown name is compared with, so that it takes as long as any other.
		unknown: fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", cost.Memory, cost.Iterations),
	}
}

// turn waits for a place to compute in. A full queue is an Unavailable fault.
func (h *hasher) turn(ctx context.Context) (done func(), err error) {
	if h.waiting.Add(1) > h.limit {
		h.waiting.Add(-1)
		busy := fault.New(fault.Unavailable, "overloaded", "The service is busy. Please try again in a few seconds.")
		busy.RetryAfter = busySeconds
		return nil, busy
	}
	select {
	case h.turns <- struct{}{}:
		return func() { <-h.turns; h.waiting.Add(-1) }, nil
	case <-ctx.Done():
		h.waiting.Add(-1)
		return nil, fmt.Errorf("wait to hash a password: %w", ctx.Err())
	}
}

// hash makes the text form of a password's hash.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	done, err := h.turn(ctx)
	if err != nil {
		return "", err
	}
	defer done()
	return h.Hash(password)
}

// check compares a password with a hash once it is its turn.
func (h *hasher) check(ctx context.Context, password, hash string) (ok bool, err error) {
	done, err := h.turn(ctx)
	if err != nil {
		return false, err
	}
	defer done()
	ok, _, err = h.compare(password, hash)
	return ok, err
}

// compare compares a password with a hash, for whoever has a turn; an empty hash takes as
// long and never fits. outdated says that the hash was made at another cost than today's.
func (h *hasher) compare(password, hash string) (ok, outdated bool, err error) {
	known := hash != ""
	if !known {
		hash = h.unknown
	}
	cost, err := argon.CostOf(hash)
	if err != nil {
		return false, false, err
	}
	ok, err = h.Fits(password, hash)
	if err != nil {
		return false, false, err
	}
	return ok && known, cost != h.Cost(), nil
}
