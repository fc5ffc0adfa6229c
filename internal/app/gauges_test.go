package app

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/VictoriaMetrics/metrics"
	"github.com/riverqueue/river"

	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func shown(set *metrics.Set) string {
	var text bytes.Buffer
	set.WritePrometheus(&text)
	return text.String()
}

// The queue and the payments are counted on both databases, and the disk is looked at.
func TestGaugesAreLookedUp(t *testing.T) {
	for engine, dsn := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteDSN, "postgres": dbtest.PostgresDSN} {
		t.Run(engine, func(t *testing.T) {
			a, err := Open(t.Context(), config.Config{Data: t.TempDir(), DB: dsn(t), Workers: 1}, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = a.Close() })
			if err := a.queue.Insert(t.Context(), sweepPaymentsArgs{}, &river.InsertOpts{}); err != nil {
				t.Fatal(err)
			}
			a.newGauges().observe(t.Context())
			got := shown(a.Metrics)
			for _, want := range []string{
				"grandstand_jobs{state=\"available\"} 1\n", "grandstand_jobs{state=\"discarded\"} 0\n", "grandstand_payments_unclear 0\n",
				"grandstand_database_up 1\n", "grandstand_database_look_seconds ", "grandstand_disk_bytes ", "grandstand_disk_free_bytes ",
			} {
				if !strings.Contains(got, want) {
					t.Errorf("%q is missing in:\n%s", want, got)
				}
			}
		})
	}
}

// A database that is gone takes nothing else with it.
func TestGaugesWithoutADatabase(t *testing.T) {
	gone := errors.New("gone")
	g := gauges{
		jobs:     func(context.Context) (map[string]int, error) { return nil, gone },
		payments: func(context.Context) (int64, error) { return 0, gone },
		disk:     func() (all, free uint64, err error) { return 100, 40, nil },
		set:      metrics.NewSet(), log: slog.New(slog.DiscardHandler),
	}
	g.observe(t.Context())
	if got := shown(g.set); !strings.Contains(got, "grandstand_database_up 0\n") || !strings.Contains(got, "grandstand_disk_free_bytes 40\n") || strings.Contains(got, "grandstand_jobs") {
		t.Errorf("it shows:\n%s", got)
	}
}
