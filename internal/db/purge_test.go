package db_test

import (
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func TestOldRowsArePurged(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		id := dbtest.Channel(t, d, "north")
		if err := d.PurgeOldRows(t.Context(), "channels"); err != nil {
			t.Fatal(err)
		}
		var kept int64
		if err := d.Read().NewRaw("SELECT id FROM channels").Scan(t.Context(), &kept); err != nil || kept != id {
			t.Errorf("channel %d is %d afterwards, %v", id, kept, err)
		}
	})
}
