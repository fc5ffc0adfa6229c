package main

import "fmt"

// tally counts tests. Only tests without subtests count, so that the numbers are of cases and not of headings.
type tally struct {
	passed, failed, skipped int
	sqlite, postgres        int    // how many of the passed ran on a database of each engine
	why                     string // what failed tests said, shortened: their whole output stands far above
}

func (t *tally) add(other tally) {
	t.passed += other.passed
	t.failed += other.failed
	t.skipped += other.skipped
	t.sqlite += other.sqlite
	t.postgres += other.postgres
	t.why += other.why
}

func (t tally) String() string {
	line := fmt.Sprintf("%d passed, %d failed", t.passed, t.failed)
	if t.skipped > 0 {
		line += fmt.Sprintf(", %d skipped", t.skipped)
	}
	return line
}

// databases names both engines and how many cases passed on each, so that a run that silently left one out shows.
func (t tally) databases() string {
	return fmt.Sprintf("databases: SQLite %d passed, PostgreSQL %d passed", t.sqlite, t.postgres)
}
