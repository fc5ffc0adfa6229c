package lease_test

import (
	"sync"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/lease"
)

// BenchmarkRenewals renews the leases of thousands of viewers. One iteration is the renewals of one
// second when 10,000 viewers watch a game.
func BenchmarkRenewals(b *testing.B) {
	for name, open := range map[string]func(testing.TB) *db.DB{"sqlite": dbtest.SQLite, "postgres": dbtest.Postgres} {
		b.Run(name, func(b *testing.B) { benchmarkRenewals(b, open(b)) })
	}
}

func benchmarkRenewals(b *testing.B, d *db.DB) {
	const perSecond = 700
	h := newFixture(b, d)
	requests := make([]lease.Request, perSecond)
	for i := range requests {
		h.user = dbtest.User(b, d, h.channel, player(i)+"@example.com")
		requests[i] = h.request(i)
		h.acquires(requests[i])
	}
	for b.Loop() {
		var all sync.WaitGroup
		for _, r := range requests {
			all.Go(func() { h.acquires(r) })
		}
		all.Wait()
	}
	b.ReportMetric(float64(perSecond*b.N)/b.Elapsed().Seconds(), "renewals/s")
}
