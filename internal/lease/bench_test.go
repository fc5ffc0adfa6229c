package lease_test

import (
	"sync"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/lease"
)

// BenchmarkRenewals renews the places of thousands of viewers, as many at once as a second
// brings when 10,000 watch a game. One iteration is such a second's renewals.
func BenchmarkRenewals(b *testing.B) {
	for name, open := range map[string]func(testing.TB) *db.DB{"sqlite": dbtest.SQLite, "postgres": dbtest.Postgres} {
		b.Run(name, func(b *testing.B) { benchmarkRenewals(b, open(b)) })
	}
}

func benchmarkRenewals(b *testing.B, d *db.DB) {
	const perSecond = 700
	h := open(b, d)
	requests := make([]lease.Request, perSecond)
	for i := range requests {
		h.user = dbtest.User(b, d, h.channel, player(i)+"@example.com")
		requests[i] = h.ask(i)
		h.takes(requests[i])
	}
	for b.Loop() {
		var all sync.WaitGroup
		for _, r := range requests {
			all.Go(func() { h.takes(r) })
		}
		all.Wait()
	}
	b.ReportMetric(float64(perSecond*b.N)/b.Elapsed().Seconds(), "renewals/s")
}
