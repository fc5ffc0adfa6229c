package dbtest

import (
	"log/slog"
	"slices"
	"testing"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/revision"
)

// enginesOf returns the engines on which a test that Each runs by turns has run, in their order.
func enginesOf(t *testing.T, o *turns, name string, run func(t *testing.T, d *db.DB)) []db.Engine {
	t.Helper()
	var engines []db.Engine
	t.Run(name, func(t *testing.T) {
		o.each(t, func(t *testing.T, d *db.DB) {
			engines = append(engines, d.Engine())
			run(t, d)
		})
	})
	return engines
}

// countChange sends a statement that no database takes, as there is no channel.
func countChange(t *testing.T, d *db.DB) {
	if err := revision.Bump(t.Context(), d.Write(), 1, revision.Catalog); !db.IsForeignKey(err) {
		t.Fatal(err)
	}
}

func readRevisions(t *testing.T, d *db.DB) {
	tracker := revision.NewTracker(d.Read(), clock.System{}, slog.New(slog.DiscardHandler))
	if _, err := tracker.Of(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
}

func TestAStatementRunsOnBothEnginesAndThenByTurns(t *testing.T) {
	o := &turns{onBoth: map[string]bool{}}
	if got := enginesOf(t, o, "first", readRevisions); len(got) != 2 {
		t.Errorf("the first test of a statement ran on %v", got)
	}
	var first []db.Engine
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		got := enginesOf(t, o, name, readRevisions)
		if len(got) != 1 {
			t.Errorf("a later test of the statement ran on %v", got)
		}
		first = append(first, got...)
	}
	if !slices.Contains(first, db.SQLite) || !slices.Contains(first, db.Postgres) {
		t.Errorf("all tests ran on %s", first[0])
	}
	both := func(t *testing.T, d *db.DB) { readRevisions(t, d); countChange(t, d) }
	if got := enginesOf(t, o, "another statement", both); len(got) != 2 {
		t.Errorf("a test with another statement ran on %v", got)
	}
}

func TestRacesRunOnBothEngines(t *testing.T) {
	o := &turns{onBoth: map[string]bool{}}
	enginesOf(t, o, "first", readRevisions)
	atOnce := func(t *testing.T, d *db.DB) { AtOnce(2, func(int) { readRevisions(t, d) }) }
	if got := enginesOf(t, o, "at once", atOnce); len(got) != 2 {
		t.Errorf("a race ran on %v", got)
	}
}

func TestAParallelTestRunsOnBothEngines(t *testing.T) {
	o := &turns{onBoth: map[string]bool{}}
	enginesOf(t, o, "first", readRevisions)
	done := make(chan db.Engine, 2)
	t.Run("parallel", func(t *testing.T) {
		o.each(t, func(t *testing.T, d *db.DB) {
			t.Parallel()
			readRevisions(t, d)
			done <- d.Engine()
		})
	})
	if len(done) != 2 {
		t.Errorf("it ran on %d engines", len(done))
	}
}

// A test may look at the database by statements that only it uses. They say nothing about the product.
func TestStatementsOfTestsDoNotCount(t *testing.T) {
	o := &turns{onBoth: map[string]bool{}}
	enginesOf(t, o, "first", readRevisions)
	look := func(t *testing.T, d *db.DB) {
		readRevisions(t, d)
		if _, err := d.Read().NewRaw(`SELECT revision FROM revisions`).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got := enginesOf(t, o, "looks", look); len(got) != 1 {
		t.Errorf("it ran on %v", got)
	}
	alone := func(t *testing.T, d *db.DB) {
		if err := d.Ping(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got := enginesOf(t, o, "sends nothing", alone); len(got) != 2 {
		t.Errorf("a test without a statement of the product ran on %v", got)
	}
}

func TestStatementsAreEqualWithoutTheirValues(t *testing.T) {
	for _, one := range []struct{ statement, want string }{
		{`SELECT a1 FROM b WHERE c = 'it''s ''x''' AND d > 12.5`, `SELECT a1 FROM b WHERE c = ? AND d > ?`},
		{`DELETE FROM b WHERE id IN (1, 2, 3)`, `DELETE FROM b WHERE id IN (?)`},
		{`INSERT INTO b (x, y) VALUES (1, 'a'), (NULL, 'b'), (TRUE, 'c')`, `INSERT INTO b (x, y) VALUES (?)`},
		{`SELECT "t1"."x2" FROM t1 WHERE name = 'é`, `SELECT "t1"."x2" FROM t1 WHERE name = ?`},
		{`SELECT 'a' || name`, `SELECT ? || name`},
	} {
		if got := string(withoutValues(one.statement)); got != one.want {
			t.Errorf("%s\nis  %s\nnot %s", one.statement, got, one.want)
		}
	}
}
