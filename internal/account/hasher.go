package account

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"time"

	"golang.org/x/time/rate"

	"github.com/grandstand/grandstand/internal/argon"
	"github.com/grandstand/grandstand/internal/fault"
)

// PasswordOptions tune the hashing of passwords. The zero value of each field means
// its default.
type PasswordOptions struct {
	Hasher argon.Hasher // in this process, at argon.DefaultCost
	AtOnce int          // hashes computed at once: half of the processors
}

const (
	// hashShare is which part of all processors' time hashes may take while people wait for
	// theirs: with more, a storm of logins is felt by everybody else (ADR 0027).
	hashShare = 1.0 / 20
	// hashBurst is how many are computed without a pause after a calm.
	hashBurst = 5
	// longestLine is how long a login may wait for its turn, and deepestLine how many do:
	// each holds a place among the calls that are served at once. Those after them are told
	// when to come again. With what a hash takes at most (argon.Beside, 10 s) it is less than
	// the app waits for an answer (30 s; specification, section 9).
	longestLine = 12 * time.Second
	deepestLine = 200
	// soonest and latest are when somebody who was turned away may come again.
	soonest, latest = 5 * time.Second, 2 * time.Minute
)

// hasher computes password hashes, a few at a time and with pauses, for a line of people
// that has an end.
type hasher struct {
	argon.Hasher

	unknown string
	turns   chan struct{} // each is a hash that is computed
	line    *rate.Limiter // when the next one begins
	longest time.Duration // wait in the line; who would wait as long is turned away
	later   *rate.Limiter // when the next of those who were turned away comes again
}

func newHasher(o PasswordOptions) *hasher {
	if o.Hasher == nil {
		o.Hasher = argon.Here{Params: argon.DefaultCost()}
	}
	processors := runtime.GOMAXPROCS(0)
	if o.AtOnce == 0 {
		o.AtOnce = max(1, processors/2)
	}
	cost := o.Hasher.Cost()
	pace := rate.Limit(hashShare * float64(processors) / argon.TimeOf(cost).Seconds())
	return &hasher{
		Hasher:  o.Hasher,
		turns:   make(chan struct{}, o.AtOnce),
		line:    rate.NewLimiter(pace, hashBurst),
		longest: min(longestLine, time.Duration(deepestLine/float64(pace)*float64(time.Second))),
		later:   rate.NewLimiter(pace, 1),
		// A hash of nothing that anyone could enter, with today's cost: what a login with
		// an unknown name is compared with, so that it takes as long as any other.
		unknown: fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", cost.Memory, cost.Iterations),
	}
}

// turn waits for a place to compute in. A line that is too long, or slower than it was
// thought to be, is an Unavailable fault, which says when to come again.
func (h *hasher) turn(ctx context.Context) (done func(), err error) {
	over := time.Now().Add(longestLine)
	place := h.line.Reserve()
	wait := place.Delay()
	if wait >= h.longest {
		place.Cancel()
		return nil, h.busy()
	}
	select {
	case <-time.After(wait):
	case <-ctx.Done():
		place.Cancel()
		return nil, fmt.Errorf("wait to hash a password: %w", ctx.Err())
	}
	select {
	case h.turns <- struct{}{}:
		return func() { <-h.turns }, nil
	case <-time.After(time.Until(over)):
		return nil, h.busy()
	case <-ctx.Done():
		return nil, fmt.Errorf("wait to hash a password: %w", ctx.Err())
	}
}

// busy turns somebody away. Each is told another time, as far apart as turns are, so that
// they do not all come back at once.
func (h *hasher) busy() *fault.Error {
	e := fault.New(fault.Unavailable, "overloaded", "The service is busy. Please try again in a few seconds.")
	again := latest
	if place := h.later.Reserve(); place.Delay() <= latest-soonest {
		again = soonest + place.Delay()
	} else {
		place.Cancel()
	}
	e.RetryAfter = int(math.Ceil(again.Seconds()))
	return e
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
