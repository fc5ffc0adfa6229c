package ingest

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
)

// Of many who end a connection at once one has the say, for everybody who asks.
func TestTheFirstReasonCounts(t *testing.T) {
	var e Ending
	seen := errors.New("it could not be read from")
	if e.Set(nil) || !errors.Is(e.Or(seen), seen) || e.Or(nil) != nil {
		t.Error("ended for no reason")
	}
	var group sync.WaitGroup
	var first atomic.Pointer[error]
	for range 50 {
		group.Go(func() {
			reason := errors.New("one of fifty")
			if e.Set(reason) && !first.CompareAndSwap(nil, &reason) {
				t.Error("two have the say")
			}
		})
	}
	group.Wait()
	if counts := first.Load(); counts == nil || !errors.Is(e.Or(seen), *counts) || !errors.Is(e.Or(nil), *counts) {
		t.Errorf("%v counts, told is %v", counts, e.Or(seen))
	}
}
