package ingest

import "sync/atomic"

// Ending is why a connection was ended from this side, if it was. The first reason counts,
// and comes before what was seen of the end. It is safe for concurrent use.
type Ending struct{ reason atomic.Pointer[error] }

// Set notes a reason, and reports whether it is the one that counts. Nil is none.
func (e *Ending) Set(reason error) bool {
	return reason != nil && e.reason.CompareAndSwap(nil, &reason)
}

// Or returns the reason that counts, or what was seen where there is none.
func (e *Ending) Or(seen error) error {
	if reason := e.reason.Load(); reason != nil {
		return *reason
	}
	return seen
}
