package api

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func TestTrafficIsCountedByKindAndStatus(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	served := w.api.Edge(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "missing") {
			rw.WriteHeader(http.StatusNotFound)
			return
		}
		_, _ = rw.Write([]byte("12345"))
	}))
	for _, path := range []string{"/api/events", "/api/missing", "/", "/watch/7", "/media/token/e1/0.m4s", "/media/missing"} {
		served.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
	}
	var text bytes.Buffer
	w.api.Metrics.WritePrometheus(&text)
	for _, line := range []string{
		`grandstand_http_requests_total{kind="api",status="2xx"} 1`,
		`grandstand_http_requests_total{kind="api",status="4xx"} 1`,
		`grandstand_http_requests_total{kind="page",status="2xx"} 2`,
		`grandstand_http_requests_total{kind="media",status="2xx"} 1`,
		`grandstand_http_requests_total{kind="media",status="5xx"} 0`,
		`grandstand_http_answer_bytes_total{kind="page"} 10`,
		`grandstand_http_request_seconds_count{kind="page"} 2`,
	} {
		if !regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(line) + `$`).Match(text.Bytes()) {
			t.Errorf("no line %s in\n%s", line, text.Bytes())
		}
	}
}
