package app

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/VictoriaMetrics/metrics"

	"github.com/grandstand/grandstand/internal/config"
)

// A page whose name was resolved to this machine reads neither metrics nor mail, and starts no profile.
func TestAdminListenerRefusesUnknownHosts(t *testing.T) {
	cfg := config.Config{AdminListen: "admin.example.org:9090", AdminHosts: []string{"monitored.example.org"}}
	handler := adminHandler(cfg, metrics.NewSet(), func(context.Context) {}, nil, &health{})
	for host, want := range map[string]int{
		"127.0.0.1:9090": 200, "[::1]:9090": 200, "10.0.0.11:9090": 200, "localhost:9090": 200, "demo.localhost": 200,
		"admin.example.org:9090": 200, "Monitored.Example.org:9090": 200,
		"rebound.example.com": 421, "rebound.example.com:9090": 421, "127.0.0.1.example.com": 421, "localhost.example.com": 421, "": 421,
	} {
		request := httptest.NewRequest(http.MethodGet, "/metrics", nil)
		request.Host = host
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		if answer.Code != want {
			t.Errorf("%q: %d, want %d", host, answer.Code, want)
		}
	}
}

func TestAdminListenerRefusesOtherSites(t *testing.T) {
	handler := adminHandler(config.Config{}, metrics.NewSet(), func(context.Context) {}, nil, &health{})
	for _, c := range []struct {
		site, mode, dest, path string
		want                   int
	}{
		{"", "", "", "/metrics", 200},
		{"none", "navigate", "document", "/metrics", 200},
		{"none", "navigate", "document", "/debug/pprof/", 200},
		{"same-origin", "cors", "empty", "/metrics", 200},
		{"cross-site", "navigate", "document", "/metrics", 200},
		{"cross-site", "navigate", "document", "/debug/pprof/", 403},
		{"cross-site", "navigate", "iframe", "/metrics", 403},
		{"cross-site", "navigate", "frame", "/metrics", 403},
		{"cross-site", "navigate", "object", "/metrics", 403},
		{"cross-site", "no-cors", "image", "/metrics", 403},
		{"cross-site", "cors", "empty", "/metrics", 403},
	} {
		request := httptest.NewRequest(http.MethodGet, "http://127.0.0.1:9090"+c.path, nil)
		request.Header.Set("Sec-Fetch-Site", c.site)
		request.Header.Set("Sec-Fetch-Mode", c.mode)
		request.Header.Set("Sec-Fetch-Dest", c.dest)
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		if answer.Code != c.want {
			t.Errorf("%+v: %d", c, answer.Code)
		}
	}
}
