//go:build soak

package commerce_test

import (
	"fmt"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

const (
	soakSequences = 10_000
	// sequencesPerShop bounds how many share a database and a simulator.
	sequencesPerShop = 250
	soakRounds       = 200
)

// TestSoakWebhooksConverge is TestWebhooksConverge at length. A database and a simulator serve some of the sequences.
func TestSoakWebhooksConverge(t *testing.T) {
	for name, open := range map[string]func(testing.TB) *db.DB{"sqlite": dbtest.SQLite, "postgres": dbtest.Postgres} {
		t.Run(name, func(t *testing.T) {
			for i := range soakSequences / sequencesPerShop {
				t.Run(fmt.Sprintf("shop %d", i), func(t *testing.T) { converge(t, open(t), uint64(i), sequencesPerShop) })
			}
		})
	}
}

// TestSoakRacePoints is TestRacePoints at length.
func TestSoakRacePoints(t *testing.T) { runRaces(t, soakRounds) }
