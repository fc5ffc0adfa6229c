package media

import "github.com/prometheus/client_golang/prometheus"

// Metrics count what the media side does.
type Metrics struct {
	Publishers  prometheus.Gauge
	Connections prometheus.Counter
	Closed      *prometheus.CounterVec // by code of the reason
	Received    prometheus.Counter     // bytes from encoders
	Segments    prometheus.Counter
	Stored      prometheus.Counter // bytes of segments
	Reconnects  prometheus.Counter
	Finished    prometheus.Counter
	Stills      *prometheus.CounterVec // by outcome
	Requests    *prometheus.CounterVec // by kind and status
	Waiting     prometheus.Gauge       // requests that wait for a part
}

// NewMetrics registers the metrics.
func NewMetrics(r prometheus.Registerer) *Metrics {
	counter := func(name, help string) prometheus.Counter {
		c := prometheus.NewCounter(prometheus.CounterOpts{Namespace: "grandstand", Subsystem: "media", Name: name, Help: help})
		r.MustRegister(c)
		return c
	}
	counters := func(name, help string, labels ...string) *prometheus.CounterVec {
		c := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "grandstand", Subsystem: "media", Name: name, Help: help}, labels)
		r.MustRegister(c)
		return c
	}
	gauge := func(name, help string) prometheus.Gauge {
		g := prometheus.NewGauge(prometheus.GaugeOpts{Namespace: "grandstand", Subsystem: "media", Name: name, Help: help})
		r.MustRegister(g)
		return g
	}
	return &Metrics{
		Publishers:  gauge("publishers", "Encoders that are publishing."),
		Connections: counter("ingest_connections_total", "Connections to the ingest ports."),
		Closed:      counters("ingest_closed_total", "Ingest connections that ended, by reason.", "reason"),
		Received:    counter("ingest_bytes_total", "Bytes received from encoders."),
		Segments:    counter("segments_total", "Segments stored."),
		Stored:      counter("segment_bytes_total", "Bytes of segments stored."),
		Reconnects:  counter("reconnects_total", "Encoders that came back within the reconnect window."),
		Finished:    counter("finished_total", "Streams that ended."),
		Stills:      counters("stills_total", "Pictures taken from streams, by outcome.", "outcome"),
		Requests:    counters("requests_total", "Requests for media, by kind and status.", "kind", "status"),
		Waiting:     gauge("waiting_requests", "Requests that wait for the next part."),
	}
}

// IngestObserver counts for the ingest servers.
type IngestObserver struct{ metrics *Metrics }

// ForIngest returns the counters that an ingest server reports to.
func (m *Metrics) ForIngest() IngestObserver { return IngestObserver{m} }

// Opened is part of rtmp.Observer.
func (o IngestObserver) Opened() { o.metrics.Connections.Inc() }

// Closed is part of rtmp.Observer.
func (o IngestObserver) Closed(reason string) { o.metrics.Closed.WithLabelValues(reason).Inc() }

// Received is part of rtmp.Observer.
func (o IngestObserver) Received(bytes int64) { o.metrics.Received.Add(float64(bytes)) }
