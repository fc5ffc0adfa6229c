package stripesim

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Kinds of faults that requests run into.
const (
	faultError     = "error"      // 500, and nothing was done
	faultErrorDone = "error_done" // 500, and the request was done
	faultRateLimit = "rate_limit" // 429, and nothing was done
	faultRevoked   = "revoked"    // 401, since the account's owner revoked the key; nothing was done
	faultLost      = "lost"       // the connection ends without an answer, and nothing was done
	faultUnclear   = "unclear"    // the connection ends without an answer, and the request was done
	faultSlow      = "slow"       // done, and answered late
)

// Kinds of faults that deliveries of events run into.
const (
	faultDuplicate = "duplicate" // delivered twice
	faultDisorder  = "disorder"  // held until count events have gathered, then delivered in reverse
	faultDelay     = "delay"     // delivered late
	faultDrop      = "drop"      // never delivered
)

// fault is a disturbance that was ordered by POST /_simulator/faults.
type fault struct {
	Kind    string `json:"kind"`
	Account string `json:"account,omitempty"` // empty: every account
	Method  string `json:"method,omitempty"`  // of requests; empty: every method
	Path    string `json:"path,omitempty"`    // how the path of requests begins
	Event   string `json:"event,omitempty"`   // how the type of events begins
	Count   int    `json:"count,omitempty"`   // how often; 0 means once
	Millis  int64  `json:"milliseconds,omitempty"`

	held []string // deliveries that wait for their reversed order
}

func (f *fault) ofRequests() bool {
	return slices.Contains([]string{faultError, faultErrorDone, faultRateLimit, faultRevoked, faultLost, faultUnclear, faultSlow}, f.Kind)
}

func (f *fault) ofDeliveries() bool {
	return slices.Contains([]string{faultDuplicate, faultDisorder, faultDelay, faultDrop}, f.Kind)
}

// faults are those that are still to happen, in the order they were ordered. They are not kept over a restart.
type faults []*fault

// requestFault takes the fault that a request is to run into, or nil.
func (s *Server) requestFault(account, method, path string) *fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, f := range s.faults {
		if !f.ofRequests() || !matches(f.Account, account) || !matches(f.Method, method) || !strings.HasPrefix(path, f.Path) {
			continue
		}
		if f.Count--; f.Count <= 0 {
			s.faults = slices.Delete(s.faults, i, i+1)
		}
		taken := *f
		return &taken
	}
	return nil
}

func matches(wanted, have string) bool { return wanted == "" || wanted == have }

// spared tells whether the request is not to be done.
func (f *fault) spared() bool {
	return f != nil && (f.Kind == faultError || f.Kind == faultRateLimit || f.Kind == faultRevoked || f.Kind == faultLost)
}

// outcome is what the caller gets instead of answer, after the fault's time. It panics with http.ErrAbortHandler where
// he gets nothing: that is how net/http closes a connection.
func (f *fault) outcome(ctx context.Context, id string, answer reply) reply {
	if f == nil {
		return answer
	}
	pause(ctx, time.Duration(f.Millis)*time.Millisecond)
	switch f.Kind {
	case faultError, faultErrorDone:
		return failed(id, internalError("An error occurred on the simulator's server, as was ordered."))
	case faultRateLimit:
		return failed(id, &apiError{
			status: http.StatusTooManyRequests, kind: typeRequest, code: "rate_limit",
			message: "Request rate limit exceeded, as was ordered.",
		})
	case faultRevoked:
		return failed(id, &apiError{status: http.StatusUnauthorized, kind: typeRequest, code: "api_key_expired", message: "Expired API Key provided, as was ordered."})
	case faultLost, faultUnclear:
		panic(http.ErrAbortHandler)
	default:
		return answer
	}
}

// pause waits for d, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
