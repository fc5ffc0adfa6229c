package account

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"time"

	"golang.org/x/time/rate"

	"github.com/grandstand/grandstand/internal/fairqueue"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/passwordhash"
)

// PasswordOptions tune the hashing of passwords. A zero field selects the default in its comment.
type PasswordOptions struct {
	Hasher passwordhash.Hasher // default: in this process, at passwordhash.DefaultParams
	AtOnce int                 // most hashes computed at once; default: half of the processors

	processors int // of the machine
}

const (
	// hashShare is the largest share of processor time for hashes. A larger share delays other
	// answers while many people log in (ADR 0058).
	hashShare = 9.0 / 20
	// hashBurst is the number of hashes that begin at once after a pause.
	hashBurst = 5
	// maxTurnWait bounds the wait for a turn. With the longest hash (passwordhash.WorkerPool, 10 s) a login
	// ends before the call's time limit (30 s; specification, section 9).
	maxTurnWait = 18 * time.Second
	// mostWaiting limits the queue. Each waiting caller keeps a connection open.
	mostWaiting = 4096
	// mostOfUser limits the callers in the queue that are one user: known devices and sessions.
	mostOfUser = 5
	// soonest and latest are the limits of Retry-After for a refused caller.
	soonest, latest = 2 * time.Second, 30 * time.Second
)

// hasher limits the rate of password hashing with a fair queue.
type hasher struct {
	passwordhash.Hasher

	unknown string
	queue   *fairqueue.Queue
	most    int           // callers that wait
	later   *rate.Limiter // when the next refused caller comes again
}

func newHasher(o PasswordOptions) *hasher {
	if o.Hasher == nil {
		o.Hasher = passwordhash.InProcess{Params: passwordhash.DefaultParams()}
	}
	if o.processors == 0 {
		o.processors = runtime.GOMAXPROCS(0)
	}
	if o.AtOnce == 0 {
		o.AtOnce = max(1, o.processors/2)
	}
	cost := o.Hasher.CurrentParams()
	every := time.Duration(float64(passwordhash.EstimateTime(cost)) / (hashShare * float64(o.processors)))
	limits := fairqueue.Options{
		Every: every, Burst: hashBurst, AtOnce: o.AtOnce, MaxWait: maxTurnWait,
		MaxWaiting: min(mostWaiting, int(maxTurnWait/every)), MaxOfUser: mostOfUser,
	}
	return &hasher{
		Hasher: o.Hasher,
		queue:  fairqueue.New(limits),
		most:   limits.MaxWaiting,
		later:  rate.NewLimiter(rate.Every(every), 1),
		// A hash that matches no password, at the current cost. A login with an unknown name is
		// checked against this hash, so that its answer time reveals nothing.
		unknown: fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", cost.Memory, cost.Iterations),
	}
}

// turn waits for a turn to compute. If the queue is full or the wait exceeds maxTurnWait, turn
// returns an Unavailable fault with RetryAfter.
func (h *hasher) turn(ctx context.Context, caller fairqueue.Caller) (done func(), err error) {
	done, err = h.queue.Enter(ctx, caller)
	if errors.Is(err, fairqueue.ErrFull) {
		return nil, h.busy()
	}
	if err != nil {
		return nil, fmt.Errorf("wait to hash a password: %w", err)
	}
	return done, nil
}

// busy returns the refusal. RetryAfter differs from caller to caller by one turn interval, so that
// refused callers do not retry at the same time.
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

// inTurn waits for a turn and calls compute.
func (h *hasher) inTurn(ctx context.Context, caller fairqueue.Caller, compute func() error) error {
	done, err := h.turn(ctx, caller)
	if err != nil {
		return err
	}
	defer done()
	return compute()
}

// hash waits for a turn and returns the encoded argon2id hash of a password.
func (h *hasher) hash(ctx context.Context, caller fairqueue.Caller, password string) (hash string, err error) {
	err = h.inTurn(ctx, caller, func() error {
		hash, err = h.Hash(password)
		return err
	})
	return hash, err
}

// check waits for a turn, then compares a password with a hash.
func (h *hasher) check(ctx context.Context, caller fairqueue.Caller, password, hash string) (ok bool, err error) {
	err = h.inTurn(ctx, caller, func() error {
		ok, _, err = h.compare(password, hash)
		return err
	})
	return ok, err
}

// compare compares a password with a hash. The caller must hold a turn. An empty hash is replaced
// by one that matches no password. outdated reports whether the hash has another cost than the
// configured one.
func (h *hasher) compare(password, hash string) (ok, outdated bool, err error) {
	known := hash != ""
	if !known {
		hash = h.unknown
	}
	cost, err := passwordhash.ParamsOf(hash)
	if err != nil {
		return false, false, err
	}
	ok, err = h.Matches(password, hash)
	if err != nil {
		return false, false, err
	}
	return ok && known, cost != h.CurrentParams(), nil
}
