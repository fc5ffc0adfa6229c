package stage

import (
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

// Without the lock several tests render the same footage at the same time.
func TestOneAtATimeHoldsALock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "footage", "plain.mp4.lock")
	var holders atomic.Int32
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			unlock, err := lockFile(path)
			if err != nil {
				t.Error(err)
				return
			}
			defer unlock()
			if n := holders.Add(1); n != 1 {
				t.Errorf("%d hold the lock", n)
			}
			holders.Add(-1)
		})
	}
	group.Wait()
}
