package api

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"runtime"
	"testing"
	"testing/synctest"
	"time"
)

func newTestContext(parent context.Context, path string) *requestContext {
	return newRequestContext(httptest.NewRequestWithContext(parent, http.MethodGet, path, http.NoBody), &exchange{id: "x"})
}

func TestACallEndsAtItsDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newTestContext(t.Context(), "/api/events")
		defer c.end()
		if c.Err() != nil || exchangeFrom(c).id != "x" {
			t.Fatalf("a new context: %v", c.Err())
		}
		if deadline, ok := c.Deadline(); !ok || time.Until(deadline) != callTimeout {
			t.Errorf("deadline %s", deadline)
		}
		child, cancel := context.WithCancel(c) // what a database driver does
		defer cancel()
		time.Sleep(callTimeout - time.Second)
		if c.Err() != nil || child.Err() != nil {
			t.Error("over before its time")
		}
		<-child.Done()
		if !errors.Is(c.Err(), context.DeadlineExceeded) || !errors.Is(child.Err(), context.DeadlineExceeded) {
			t.Errorf("%v, %v", c.Err(), child.Err())
		}
	})
}

func TestADeadlineThatNobodyWaitedForIsOverAllTheSame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newTestContext(t.Context(), "/api/events")
		defer c.end()
		time.Sleep(callTimeout)
		if !errors.Is(c.Err(), context.DeadlineExceeded) {
			t.Errorf("got %v", c.Err())
		}
		select {
		case <-c.Done():
		default:
			t.Error("over, but not done")
		}
	})
}

func TestAClientThatGoesEndsItsCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, path := range []string{"/api/events", "/media/x/index.m3u8"} {
			parent, leave := context.WithCancel(t.Context())
			c := newTestContext(parent, path)
			done := c.Done()
			leave()
			<-done
			if !errors.Is(c.Err(), context.Canceled) {
				t.Errorf("%s: %v", path, c.Err())
			}
			c.end()
		}
	})
}

func TestMediaHaveNoDeadlineOfCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newTestContext(context.Background(), "/media/x/segment.m4s")
		time.Sleep(10 * callTimeout)
		if _, ok := c.Deadline(); ok || c.Err() != nil {
			t.Errorf("ended: %v", c.Err())
		}
		c.end()
	})
}

func TestChildrenOfACallNeedNoGoroutine(t *testing.T) {
	c := newTestContext(t.Context(), "/api/events")
	defer c.end()
	c.Done()
	before := runtime.NumGoroutine()
	for range 100 {
		_, cancel := context.WithCancel(c)
		defer cancel()
	}
	if after := runtime.NumGoroutine(); after > before+10 {
		t.Errorf("%d goroutines became %d", before, after)
	}
}
