//go:build soak

package api

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

const (
	// asksByDefault is how often each call is asked; SOAK_REQUESTS asks for another number.
	asksByDefault = 10_000
	// probesByDefault is how often something of others is asked for; SOAK_PROBES asks for another number.
	probesByDefault = 100_000
	tenths          = 10
	// mostGrowth is how much more memory may be in use after the last tenth of the requests of a call than after the first.
	mostGrowth = 1.10
)

// mayGrow are the calls after which more memory may be in use, each with the reason. How much it is, is told.
func mayGrow() map[string]string {
	const provider = "the simulator of the payment provider, which is in this process, keeps what is made there"
	const encoded = "answers are kept encoded for a while, up to encodedWeight bytes of each kind"
	return map[string]string{
		"buy": provider, "buy-bundle": provider, "setup-intent": provider, "customer-portal": provider, "resume-payment": provider, "start-trial": provider,
		"list-events": encoded, "list-events-for-homepage": encoded, "get-event": encoded,
	}
}

// TestSoakContract is TestCallsKeepTheirContract at length. What a call leaves in memory is looked at: after ten times as
// many requests it is what it was. SOAK_CALLS names some calls, divided by commas.
func TestSoakContract(t *testing.T) {
	times := wanted(t, "SOAK_REQUESTS", asksByDefault)
	left, only := notAsked(), os.Getenv("SOAK_CALLS")
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		g := newGauntlet(t, d)
		total, growths := outcome{byStatus: map[int]int{}}, 0
		for _, p := range g.contract.operations {
			if left[p.id] != "" || only != "" && !strings.Contains(","+only+",", ","+p.id+",") {
				continue
			}
			first := g.run(p, times/tenths)
			before := heapInUse()
			got := g.run(p, times-times/tenths)
			after := heapInUse()
			growth := float64(after) / float64(before)
			if growth > mostGrowth && mayGrow()[p.id] == "" {
				growths++
				t.Errorf("%s: %d bytes in use, and then %d", p.id, before, after)
			}
			total.add(first)
			total.add(got)
			t.Logf("%-28s %s; memory %.1f MB, %+.1f %%, resident %d MB", p.id, got, float64(after)/1e6, 100*(growth-1), resident())
		}
		t.Logf("together: %s, %d calls with more memory in use", total, growths)
	})
}

// TestSoakProbes is TestRandomProbesFindNothingOfOthers at length.
func TestSoakProbes(t *testing.T) {
	times := wanted(t, "SOAK_PROBES", probesByDefault)
	dbtest.Each(t, func(t *testing.T, d *db.DB) { newProber(t, d).findNothing(times) })
}

// wanted is a number that a variable names, or the usual one.
func wanted(t *testing.T, variable string, otherwise int) int {
	t.Helper()
	said := os.Getenv(variable)
	if said == "" {
		return otherwise
	}
	n, err := strconv.Atoi(said)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// heapInUse is how many bytes the heap holds of what is still referred to.
func heapInUse() uint64 {
	runtime.GC()
	runtime.GC() // what finalizers let go of
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// resident is the memory of the process as the system counts it, in MB; 0 where it does not tell.
func resident() int {
	pages, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(pages))
	if len(fields) < 2 {
		return 0
	}
	n, err := strconv.Atoi(fields[1])
	if err != nil {
		return 0
	}
	return n * os.Getpagesize() / 1e6
}
