package analytics

import "github.com/VictoriaMetrics/metrics"

// counts say what became of what was told:
//
//	grandstand_analytics_recorded_total                  facts that were taken to be written
//	grandstand_analytics_written_total                   facts that were
//	grandstand_analytics_dropped_total{reason="full"}    facts for which the queue had no room, and media of playbacks beyond maxPlaybacks
//	grandstand_analytics_dropped_total{reason="failed"}  facts that could not be written again and again
//	grandstand_analytics_dropped_total{reason="implausible"}  reports of more than a client can have watched
//	grandstand_analytics_dropped_total{reason="undelivered"}  reports of players that were given no media
//	grandstand_analytics_write_failures_total            writes that failed, of up to 500 facts each
type counts struct{ recorded, written, full, failed, implausible, undelivered, failures *metrics.Counter }

func newCounts(set *metrics.Set) counts {
	const prefix = "grandstand_analytics_"
	return counts{
		recorded:    set.GetOrCreateCounter(prefix + "recorded_total"),
		written:     set.GetOrCreateCounter(prefix + "written_total"),
		full:        set.GetOrCreateCounter(prefix + `dropped_total{reason="full"}`),
		failed:      set.GetOrCreateCounter(prefix + `dropped_total{reason="failed"}`),
		implausible: set.GetOrCreateCounter(prefix + `dropped_total{reason="implausible"}`),
		undelivered: set.GetOrCreateCounter(prefix + `dropped_total{reason="undelivered"}`),
		failures:    set.GetOrCreateCounter(prefix + "write_failures_total"),
	}
}
