package account

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"

	"github.com/alexedwards/argon2id"

	"github.com/grandstand/grandstand/internal/fault"
)

// PasswordOptions tune the hashing of passwords. The zero value of each field means
// its default.
type PasswordOptions struct {
	MemoryKiB  uint32 // of one hash
	Iterations uint32
	AtOnce     int // hashes computed at once
	Waiting    int // logins that may wait for their turn; more are turned away
}

// withDefaults fills in OWASP's second choice for argon2id (19 MiB, 2 passes, 1 lane),
// about 25 ms here, on half of the processors: a storm of logins must leave the other
// half to playback.
func (o PasswordOptions) withDefaults() PasswordOptions {
	if o.MemoryKiB == 0 {
		o.MemoryKiB = 19 << 10
	}
	if o.Iterations == 0 {
		o.Iterations = 2
	}
	if o.AtOnce == 0 {
		o.AtOnce = max(1, runtime.GOMAXPROCS(0)/2)
	}
	if o.Waiting == 0 {
		o.Waiting = 64
	}
	return o
}

// hasher computes password hashes, a few at a time, with a queue that has an end.
type hasher struct {
	params  *argon2id.Params
	unknown string
	turns   chan struct{}
	waiting atomic.Int64
	limit   int64
}

func newHasher(o PasswordOptions) *hasher {
	o = o.withDefaults()
	h := &hasher{
		params: &argon2id.Params{Memory: o.MemoryKiB, Iterations: o.Iterations, Parallelism: 1, SaltLength: 16, KeyLength: 32},
		turns:  make(chan struct{}, o.AtOnce),
		limit:  int64(o.Waiting + o.AtOnce),
	}
	// A hash of nothing that anyone could enter, with today's cost: what a login with
	// an unknown name is compared with, so that it takes as long as any other.
	h.unknown = fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", o.MemoryKiB, o.Iterations)
	return h
}

// turn waits for a place to compute in. A full queue is an Unavailable fault.
func (h *hasher) turn(ctx context.Context) (done func(), err error) {
	if h.waiting.Add(1) > h.limit {
		h.waiting.Add(-1)
		busy := fault.New(fault.Unavailable, "overloaded", "The service is busy. Please try again in a few seconds.")
		busy.RetryAfter = 5
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
	hash, err := argon2id.CreateHash(password, h.params)
	if err != nil {
		return "", fmt.Errorf("hash password: %w", err)
	}
	return hash, nil
}

// check compares a password with a hash; an empty hash takes as long and never fits.
// outdated says that the hash was made at another cost than today's.
func (h *hasher) check(ctx context.Context, password, hash string) (ok, outdated bool, err error) {
	done, err := h.turn(ctx)
	if err != nil {
		return false, false, err
	}
	defer done()
	known := hash != ""
	if !known {
		hash = h.unknown
	}
	ok, params, err := argon2id.CheckHash(password, hash)
	if err != nil {
		return false, false, fmt.Errorf("check password: %w", err)
	}
	return ok && known, *params != *h.params, nil
}
