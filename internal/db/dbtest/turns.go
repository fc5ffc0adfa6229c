package dbtest

import (
	"hash/fnv"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
)

// TurnsVariable is the environment variable that makes Each run a test on one engine if the other cannot differ. The suite
// sets it. `make soak` and a plain `go test` do not.
const TurnsVariable = "GRANDSTAND_TEST_TURNS"

// Each runs a test on a fresh database of each engine, as subtests "sqlite" and "postgres". With -short, the test runs on
// SQLite only.
//
// With TurnsVariable set, half of the tests begin on SQLite, the others on PostgreSQL. A test runs on the second engine only
// if it ran a statement that the tests of this process have not yet run on both engines, if it called AtOnce or NewMeeting
// (the engines lock in different ways), or if it failed. So each statement that a test of the process runs is run on both
// engines. A test about values that the engines may treat differently uses Both.
func Each(t *testing.T, run func(t *testing.T, d *db.DB)) {
	t.Helper()
	if os.Getenv(TurnsVariable) == "" || testing.Short() {
		Both(t, run)
		return
	}
	byTurns.each(t, run)
}

// Both runs a test on a fresh database of each engine, as Each does without TurnsVariable.
func Both(t *testing.T, run func(t *testing.T, d *db.DB)) {
	t.Helper()
	t.Run(string(db.SQLite), func(t *testing.T) { run(t, SQLite(t)) })
	if testing.Short() {
		return
	}
	t.Run(string(db.Postgres), func(t *testing.T) { run(t, Postgres(t)) })
}

// turns chooses the engines of tests.
type turns struct {
	mu     sync.Mutex
	onBoth map[string]bool // the statements that tests have run on both engines
}

var byTurns = turns{onBoth: map[string]bool{}}

// each is Each with TurnsVariable set.
func (o *turns) each(t *testing.T, run func(t *testing.T, d *db.DB)) {
	t.Helper()
	seen := newStatements()
	engines := engineOrder(t.Name())
	racesBefore := races.Load()
	passed := runOn(t, engines[0], seen, run)
	if passed && races.Load() == racesBefore && o.covers(seen) {
		return
	}
	if runOn(t, engines[1], seen, run) && passed {
		o.add(seen)
	}
}

// engineOrder returns the engines in the order in which the test uses them. Half of all names begin with SQLite.
func engineOrder(test string) [2]db.Engine {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(test))
	if sum.Sum32()%2 == 0 {
		return [2]db.Engine{db.SQLite, db.Postgres}
	}
	return [2]db.Engine{db.Postgres, db.SQLite}
}

// runOn runs the test on one engine and notes its statements. It returns whether the test has ended and passed: a test
// that calls t.Parallel ends later.
func runOn(t *testing.T, engine db.Engine, seen *statements, run func(t *testing.T, d *db.DB)) (passed bool) {
	t.Helper()
	var ended atomic.Bool
	passed = t.Run(string(engine), func(t *testing.T) {
		t.Cleanup(func() { ended.Store(true) })
		open := SQLite
		if engine == db.Postgres {
			open = Postgres
		}
		d := open(t)
		d.Watch(seen)
		run(t, d)
	})
	return passed && ended.Load()
}

// covers reports whether tests have run all of the statements on both engines. It is false if there are none: such a
// test opens the database by its address.
func (o *turns) covers(seen *statements) bool {
	all := seen.list()
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(all) > 0 && !slices.ContainsFunc(all, func(statement string) bool { return !o.onBoth[statement] })
}

func (o *turns) add(seen *statements) {
	all := seen.list()
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, statement := range all {
		o.onBoth[statement] = true
	}
}
