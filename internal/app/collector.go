package app

import (
	"context"
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// When memory is given back: the program was quiet for an interval, and something was
// allocated since the last time. A collection is only begun by allocations, so what the
// last busy moment left behind would otherwise stay for minutes.
const (
	trimInterval = 2 * time.Second
	quietBytes   = 1 << 19 // allocated in an interval
	worthBytes   = 4 << 20 // allocated since the last time
)

// heapFloor is what a busy program may let its heap grow to before it collects. What
// lives of ours is a few megabytes: Go's own pace would collect thirty times a second
// under load, for a tenth of the processor.
const heapFloor = 32 << 20

// collector paces the garbage collection and gives the memory of busy moments back to
// the system.
type collector struct {
	release         func()
	setPercent      func(int)
	percent         int
	before, trimmed uint64 // bytes ever allocated, at the last look and at the last release
}

// look is called once an interval with the bytes that were ever allocated and those that
// lived at the last collection.
func (c *collector) look(allocated, live uint64) {
	if percent := gcPercent(live); percent != c.percent {
		c.percent = percent
		c.setPercent(percent)
	}
	quiet := allocated-c.before < quietBytes
	c.before = allocated
	if quiet && allocated-c.trimmed >= worthBytes {
		c.release()
		c.trimmed = allocated
	}
}

// gcPercent is the growth, in per cent of what lives, up to heapFloor; never less than
// Go's own 100, and in steps so that it seldom changes.
func gcPercent(live uint64) int {
	switch growth := heapFloor * 100 / max(live, 1); {
	case growth >= 800:
		return 800
	case growth >= 400:
		return 400
	case growth >= 200:
		return 200
	}
	return 100
}

// giveBack returns to the system what nobody uses. What pools hold (buffers, compressors)
// outlives one collection and goes with the second. To know less of it is no reason to stop.
func giveBack(log *slog.Logger) {
	runtime.GC()
	debug.FreeOSMemory()
	if err := giveBackPages(); err != nil {
		log.Debug("memory stays", "error", err)
	}
}

// startPercent is how far the heap may grow while a server starts: nearly all that it
// allocates then stays, so that there is nothing to collect. The smallest heap is 16 MB with it.
const startPercent = 400

// DelayCollection lets a server start without collections. The pace is Run's own once it
// serves; whoever does not come to that ends.
func DelayCollection() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(startPercent)
	}
}

func collectorComponent(log *slog.Logger) component {
	stop, done := make(chan struct{}), make(chan struct{})
	return component{
		name: "collector",
		start: func(context.Context) error {
			c := &collector{release: func() { giveBack(log) }, setPercent: func(p int) { debug.SetGCPercent(p) }}
			if os.Getenv("GOGC") != "" { // the operator knows better
				c.setPercent = func(int) {}
			}
			go func() {
				defer close(done)
				c.run(stop)
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

func (c *collector) run(stop <-chan struct{}) {
	samples := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}, {Name: "/gc/heap/live:bytes"}}
	ticker := time.NewTicker(trimInterval)
	defer ticker.Stop()
	for {
		metrics.Read(samples)
		c.look(samples[0].Value.Uint64(), samples[1].Value.Uint64())
		select {
		case <-ticker.C:
		case <-stop:
			return
		}
	}
}
