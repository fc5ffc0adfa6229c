package app

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// When memory is given back: the program was quiet for an interval, and something was
// allocated since the last time. A collection is only begun by allocations, so what the
// last busy moment left behind would otherwise stay for minutes.
const (
	trimInterval = 4 * time.Second
	quietBytes   = 1 << 20 // allocated in an interval
	worthBytes   = 4 << 20 // allocated since the last time
)

// trimmer gives the memory of busy moments back to the system.
type trimmer struct {
	release         func()
	before, trimmed uint64 // bytes ever allocated, at the last look and at the last release
}

// look is called once an interval with the bytes that were ever allocated.
func (t *trimmer) look(allocated uint64) {
	quiet := allocated-t.before < quietBytes
	t.before = allocated
	if quiet && allocated-t.trimmed >= worthBytes {
		t.release()
		t.trimmed = allocated
	}
}

func trimComponent() component {
	stop, done := make(chan struct{}), make(chan struct{})
	return component{
		name: "trim",
		start: func(context.Context) error {
			go func() {
				defer close(done)
				trimWhenQuiet(stop)
			}()
			return nil
		},
		stop: func(context.Context) error {
			close(stop)
			<-done
			return nil
		},
	}
}

func trimWhenQuiet(stop <-chan struct{}) {
	t := trimmer{release: debug.FreeOSMemory}
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	ticker := time.NewTicker(trimInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			metrics.Read(sample)
			t.look(sample[0].Value.Uint64())
		case <-stop:
			return
		}
	}
}
