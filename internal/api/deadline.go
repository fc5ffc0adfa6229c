package api

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"
)

// callTimeout is how long a call may take, the specification's request time-out.
const callTimeout = 30 * time.Second

// requestContext is the context of one request: it carries the exchange and, for a call,
// the deadline. The timer behind the deadline starts when somebody first waits on it:
// a call that is answered from memory never does, and costs none.
type requestContext struct {
	context.Context // the connection's

	x        *exchange
	deadline time.Time // zero for none

	mu     sync.Mutex
	timed  context.Context // with the timer, once there is one
	cancel context.CancelFunc
}

// newRequestContext gives a request its context. end must be called with the answer.
func newRequestContext(r *http.Request, x *exchange) *requestContext {
	c := &requestContext{Context: r.Context(), x: x}
	if !isPageOrMedia(r.URL.Path) {
		c.deadline = time.Now().Add(callTimeout)
	}
	return c
}

// isPageOrMedia tells what may take longer than a call.
func isPageOrMedia(path string) bool {
	return !strings.HasPrefix(path, "/api/") && !strings.HasPrefix(path, "/keys/") && !strings.HasPrefix(path, "/storage/") && !strings.HasPrefix(path, "/analytics/")
}

// Value finds the exchange; it is part of context.Context. Once there is a timer, the
// context with it is asked, in which package context finds the parent of children: so
// they need no goroutine each.
func (c *requestContext) Value(key any) any {
	if key == (exchangeKey{}) {
		return c.x
	}
	c.mu.Lock()
	timed := c.timed
	c.mu.Unlock()
	if timed != nil {
		return timed.Value(key)
	}
	return c.Context.Value(key)
}

// Deadline is part of context.Context.
func (c *requestContext) Deadline() (time.Time, bool) {
	if c.deadline.IsZero() {
		return c.Context.Deadline()
	}
	return c.deadline, true
}

// Done is part of context.Context.
func (c *requestContext) Done() <-chan struct{} {
	if c.deadline.IsZero() {
		return c.Context.Done()
	}
	return c.withTimer().Done()
}

// Err is part of context.Context.
func (c *requestContext) Err() error {
	if c.deadline.IsZero() || c.Context.Err() != nil {
		return c.Context.Err()
	}
	if !c.isTimed() && time.Now().Before(c.deadline) {
		return nil
	}
	return c.withTimer().Err()
}

func (c *requestContext) isTimed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.timed != nil
}

func (c *requestContext) withTimer() context.Context {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timed == nil {
		c.timed, c.cancel = context.WithDeadline(c.Context, c.deadline)
	}
	return c.timed
}

// end stops the timer, if there is one.
func (c *requestContext) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cancel != nil {
		c.cancel()
	}
}
