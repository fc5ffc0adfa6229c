package commerce_test

import (
	"fmt"
	"hash/crc32"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// eachCase runs a test once per case, as subtests named by case and database. The result of a case must not depend on the
// database: CI runs the cases on SQLite and on PostgreSQL in turn, `make soak` runs each case on both. The name of the test
// decides which database is first. Otherwise a language or a kind of webhook would meet the same database in every test.
func eachCase[C any](t *testing.T, cases []C, run func(t *testing.T, d *db.DB, c C)) {
	t.Helper()
	first := int(crc32.ChecksumIEEE([]byte(t.Name())) % 2)
	for i, c := range cases {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			onCase := func(t *testing.T, d *db.DB) {
				t.Helper()
				run(t, d, c)
			}
			switch {
			case everyDatabase || testing.Short():
				dbtest.Each(t, onCase)
			case (first+i)%2 == 0:
				t.Run(string(db.SQLite), func(t *testing.T) { onCase(t, dbtest.SQLite(t)) })
			default:
				t.Run(string(db.Postgres), func(t *testing.T) { onCase(t, dbtest.Postgres(t)) })
			}
		})
	}
}
