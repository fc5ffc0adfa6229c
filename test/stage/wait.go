package stage

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Patience bounds waits for another process. It only ends a run that hangs: a busy machine may be many times slower than an
// idle one, so no test fails because something takes long.
const Patience = 3 * time.Minute

// pollEvery is how often a condition in another process is looked at.
const pollEvery = 50 * time.Millisecond

// Until looks at a condition of another process until it holds. It ends early with the condition's error, or with one
// that names what was waited for when ctx is over. An answer that asks for a later attempt (see RetryAfter) is no error:
// Until looks again after the time that the answer names.
func Until(ctx context.Context, what string, condition func() (bool, error)) error {
	var refusal error
	for {
		holds, err := condition()
		pause, busy := RetryAfter(err)
		switch {
		case busy:
			refusal = err
		case err != nil:
			return fmt.Errorf("wait until %s: %w", what, withRefusal(err, refusal))
		case holds:
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait until %s: %w", what, withRefusal(context.Cause(ctx), refusal))
		case <-time.After(max(pause, pollEvery)):
		}
	}
}

// withRefusal adds the last refusal, if any, to the error that ended a wait.
func withRefusal(err, refusal error) error {
	if refusal == nil {
		return err
	}
	return fmt.Errorf("%w (last refusal: %w)", err, refusal)
}

// RetryAfter returns the pause after which a client asks again: an answer 503 with Retry-After means "not now" (RFC 9110,
// section 10.2.3).
func RetryAfter(err error) (pause time.Duration, ok bool) {
	problem, ok := errors.AsType[*Problem](err)
	if !ok || problem.Status != http.StatusServiceUnavailable || problem.RetryAfter <= 0 {
		return 0, false
	}
	return problem.RetryAfter, true
}
