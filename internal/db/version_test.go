package db_test

import (
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/jobs"
)

// A database that was just brought up to date is at the newest version that there is.
func TestAMigratedDatabaseIsAtTheNewestVersion(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		newest, err := db.NewestVersion()
		if err != nil {
			t.Fatal(err)
		}
		newestQueue, err := jobs.NewestVersion(d.Engine())
		if err != nil {
			t.Fatal(err)
		}
		version, err := d.Version(t.Context())
		if err != nil || version != newest || version < 60 {
			t.Errorf("the database is at %d of %d, %v", version, newest, err)
		}
		queue, err := jobs.Version(t.Context(), d)
		if err != nil || queue != newestQueue || queue < 6 {
			t.Errorf("the queue is at %d of %d, %v", queue, newestQueue, err)
		}
	})
}
