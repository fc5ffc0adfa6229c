package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// observeTimeout bounds what /metrics asks, well under the ten seconds after which Prometheus gives up.
const observeTimeout = 3 * time.Second

// gauges are what is looked up when /metrics is asked for:
//
//	grandstand_jobs{state}            jobs that are available now, running, retryable after a failure, or discarded
//	grandstand_payments_unclear       payments of which the provider should have said by now what became of them
//	grandstand_database_up            1 while the database answers these questions, else 0
//	grandstand_database_look_seconds  how long it took to answer them
//	grandstand_disk_bytes             size of the file system that the data folder is on
//	grandstand_disk_free_bytes        what is left of it
type gauges struct {
	jobs     func(context.Context) (map[string]int, error)
	payments func(context.Context) (int64, error)
	disk     func() (all, free uint64, err error)
	set      *metrics.Set
	log      *slog.Logger
}

func (a *App) newGauges() gauges {
	return gauges{
		jobs: a.queue.Counts, payments: a.Till.Unclear, set: a.Metrics, log: a.Log,
		disk: func() (all, free uint64, err error) { return diskOf(a.Config.Data) },
	}
}

// observe looks everything up. What cannot be known keeps its last value, and the database is then not up.
func (g gauges) observe(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, observeTimeout)
	defer cancel()
	begin := time.Now()
	counts, err := g.jobs(ctx)
	unclear, failed := g.payments(ctx)
	if err = errors.Join(err, failed); err != nil {
		g.log.WarnContext(ctx, "the database does not say how it is", "error", err)
		g.gauge("database_up").Set(0)
	} else {
		for state, count := range counts {
			g.gauge(fmt.Sprintf("jobs{state=%q}", state)).Set(float64(count))
		}
		g.gauge("payments_unclear").Set(float64(unclear))
		g.gauge("database_look_seconds").Set(time.Since(begin).Seconds())
		g.gauge("database_up").Set(1)
	}
	if all, free, err := g.disk(); err == nil {
		g.gauge("disk_bytes").Set(float64(all))
		g.gauge("disk_free_bytes").Set(float64(free))
	}
}

func (g gauges) gauge(name string) *metrics.Gauge {
	return g.set.GetOrCreateGauge("grandstand_"+name, nil)
}
