package api

import (
	"fmt"
	"strings"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// traffic counts what the public listener answers, by kind: api, page (with the files of
// the web app) and media.
//
//	grandstand_http_requests_total{kind,status}  answers; status is 2xx, 3xx, 4xx, 5xx, or none for a client that left
//	grandstand_http_answer_bytes_total{kind}     bytes of bodies
//	grandstand_http_request_seconds{kind}        how long answers took; not for media, where players choose to wait
type traffic struct{ api, page, media *kindOfTraffic }

type kindOfTraffic struct {
	answers [6]*metrics.Counter // by the first digit of the status
	bytes   *metrics.Counter
	seconds *metrics.Histogram // nil where the time says nothing
}

func newTraffic(set *metrics.Set) *traffic {
	seconds := func(kind string) *metrics.Histogram {
		return set.GetOrCreateHistogram(fmt.Sprintf("grandstand_http_request_seconds{kind=%q}", kind))
	}
	return &traffic{
		api:   newKindOfTraffic(set, "api", seconds("api")),
		page:  newKindOfTraffic(set, "page", seconds("page")),
		media: newKindOfTraffic(set, "media", nil),
	}
}

func newKindOfTraffic(set *metrics.Set, kind string, seconds *metrics.Histogram) *kindOfTraffic {
	k := &kindOfTraffic{seconds: seconds, bytes: set.GetOrCreateCounter(fmt.Sprintf("grandstand_http_answer_bytes_total{kind=%q}", kind))}
	for i, status := range []string{"none", "1xx", "2xx", "3xx", "4xx", "5xx"} {
		k.answers[i] = set.GetOrCreateCounter(fmt.Sprintf("grandstand_http_requests_total{kind=%q,status=%q}", kind, status))
	}
	return k
}

// count notes one answer. How long a stream was followed is not how long an answer took.
func (t *traffic) count(path string, w *response, took time.Duration, stream bool) {
	k := t.api
	switch {
	case strings.HasPrefix(path, "/media/"):
		k = t.media
	case isPageOrMedia(path):
		k = t.page
	}
	k.answers[min(max(w.status/100, 0), len(k.answers)-1)].Inc()
	k.bytes.AddInt64(w.bytes)
	if k.seconds != nil && !stream {
		k.seconds.Update(took.Seconds())
	}
}
