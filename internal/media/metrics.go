package media

import (
	"fmt"
	"strconv"

	"github.com/VictoriaMetrics/metrics"

	"github.com/grandstand/grandstand/internal/media/ingest/health"
)

// Metrics count what the media side does. Their names begin with grandstand_media_.
type Metrics struct {
	Publishers  *metrics.Gauge     // publishers: encoders that are publishing
	Waiting     *metrics.Gauge     // waiting_requests: requests that wait for the next part
	Connections *metrics.Counter   // ingest_connections_total: connections to the ingest ports
	Received    *metrics.Counter   // ingest_bytes_total: bytes received from encoders
	Segments    *metrics.Counter   // segments_total: segments stored
	Stored      *metrics.Counter   // segment_bytes_total: bytes of segments stored
	Unstored    *metrics.Counter   // store_failures_total: attempts to store a segment that failed
	Reconnects  *metrics.Counter   // reconnects_total: encoders that came back within the reconnect window
	Finished    *metrics.Counter   // finished_total: streams that ended
	Cutting     *metrics.Histogram // cut_seconds: how long making a cut took
	Downloads   *metrics.Gauge     // downloads: whole recordings and cuts that are being sent
	Downloaded  *metrics.Counter   // download_bytes_total: bytes of them sent
	Layouts     *metrics.Histogram // layout_seconds: how long laying out one file took

	set *metrics.Set
}

const metricPrefix = "grandstand_media_"

// NewMetrics registers the metrics.
func NewMetrics(set *metrics.Set) *Metrics {
	counter := func(name string) *metrics.Counter { return set.GetOrCreateCounter(metricPrefix + name) }
	gauge := func(name string) *metrics.Gauge { return set.GetOrCreateGauge(metricPrefix+name, nil) }
	return &Metrics{
		Publishers:  gauge("publishers"),
		Waiting:     gauge("waiting_requests"),
		Connections: counter("ingest_connections_total"),
		Received:    counter("ingest_bytes_total"),
		Segments:    counter("segments_total"),
		Stored:      counter("segment_bytes_total"),
		Unstored:    counter("store_failures_total"),
		Reconnects:  counter("reconnects_total"),
		Finished:    counter("finished_total"),
		Cutting:     set.GetOrCreateHistogram(metricPrefix + "cut_seconds"),
		Downloads:   gauge("downloads"),
		Downloaded:  counter("download_bytes_total"),
		Layouts:     set.GetOrCreateHistogram(metricPrefix + "layout_seconds"),
		set:         set,
	}
}

// IngestClosed counts ingest connections that ended, by the code of the reason.
func (m *Metrics) IngestClosed(reason string) *metrics.Counter {
	return m.set.GetOrCreateCounter(fmt.Sprintf("%singest_closed_total{reason=%q}", metricPrefix, reason))
}

// Stills counts pictures taken from streams, by outcome.
func (m *Metrics) Stills(outcome string) *metrics.Counter {
	return m.set.GetOrCreateCounter(fmt.Sprintf("%sstills_total{outcome=%q}", metricPrefix, outcome))
}

// Strips counts sheets of small pictures drawn of streams, by outcome.
func (m *Metrics) Strips(outcome string) *metrics.Counter {
	return m.set.GetOrCreateCounter(fmt.Sprintf("%sstrips_total{outcome=%q}", metricPrefix, outcome))
}

// Previews counts previews that were made or failed, by outcome.
func (m *Metrics) Previews(outcome string) *metrics.Counter {
	return m.set.GetOrCreateCounter(fmt.Sprintf("%spreviews_total{outcome=%q}", metricPrefix, outcome))
}

// Cuts counts cuts that were made or given up, by outcome.
func (m *Metrics) Cuts(outcome string) *metrics.Counter {
	return m.set.GetOrCreateCounter(fmt.Sprintf("%scuts_total{outcome=%q}", metricPrefix, outcome))
}

// encoderGauges are what is shown of each encoder that is publishing, labelled by its event:
// as many series as there are encoders.
func encoderGauges() map[string]func(health.Reading) float64 {
	return map[string]func(health.Reading) float64{
		"encoder_bits_per_second":       func(r health.Reading) float64 { return r.Bitrate },
		"encoder_pictures_per_second":   func(r health.Reading) float64 { return r.FPS },
		"encoder_pace":                  func(r health.Reading) float64 { return r.Pace },
		"encoder_key_frame_seconds":     func(r health.Reading) float64 { return r.KeyEvery },
		"encoder_drift_seconds":         func(r health.Reading) float64 { return r.Drift },
		"encoder_seconds_since_picture": func(r health.Reading) float64 { return r.SinceVideo },
		"encoder_black_seconds":         func(r health.Reading) float64 { return r.Black },
		"encoder_silent_seconds":        func(r health.Reading) float64 { return r.Silent },
		"encoder_findings":              func(r health.Reading) float64 { return float64(len(r.Findings())) },
	}
}

// Watch shows an encoder's readings until the function it returns is called.
func (m *Metrics) Watch(eventID int64, read func() health.Reading) (stop func()) {
	var names []string
	for name, of := range encoderGauges() {
		series := fmt.Sprintf("%s%s{event=\"%d\"}", metricPrefix, name, eventID)
		m.set.GetOrCreateGauge(series, func() float64 { return of(read()) })
		names = append(names, series)
	}
	return func() {
		for _, series := range names {
			m.set.UnregisterMetric(series)
		}
	}
}

// LiveRungs counts segments of live streams that were to be made in smaller sizes, by outcome.
func (m *Metrics) LiveRungs(outcome string) *metrics.Counter {
	return m.set.GetOrCreateCounter(fmt.Sprintf("%slive_rungs_total{outcome=%q}", metricPrefix, outcome))
}

// Uploads counts uploads that became films or did not, by outcome.
func (m *Metrics) Uploads(outcome string) *metrics.Counter {
	return m.set.GetOrCreateCounter(fmt.Sprintf("%suploads_total{outcome=%q}", metricPrefix, outcome))
}

// Requests counts requests for media, by kind and status.
func (m *Metrics) Requests(kind string, status int) *metrics.Counter {
	return m.set.GetOrCreateCounter(fmt.Sprintf("%srequests_total{kind=%q,status=%q}", metricPrefix, kind, strconv.Itoa(status)))
}

// IngestObserver counts for the ingest servers.
type IngestObserver struct{ metrics *Metrics }

// ForIngest returns the counters that an ingest server reports to.
func (m *Metrics) ForIngest() IngestObserver { return IngestObserver{m} }

// Opened is part of ingest.Observer.
func (o IngestObserver) Opened() { o.metrics.Connections.Inc() }

// Closed is part of ingest.Observer.
func (o IngestObserver) Closed(reason string) { o.metrics.IngestClosed(reason).Inc() }

// Received is part of ingest.Observer.
func (o IngestObserver) Received(bytes int64) { o.metrics.Received.AddInt64(bytes) }
