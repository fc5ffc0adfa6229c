package app

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/zone"
)

func TestTheAdminListenerTellsTheReleaseOfTheZoneData(t *testing.T) {
	h := &health{zones: zone.Data{Version: "2025b", Source: "/usr/share/zoneinfo"}}
	h.serving.Store(true)
	told := func(handler http.Handler) map[string]string {
		t.Helper()
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://127.0.0.1:9090/readyz", http.NoBody))
		body := map[string]string{}
		if err := json.Unmarshal(answer.Body.Bytes(), &body); err != nil || answer.Code != http.StatusOK {
			t.Fatal(answer.Code, err)
		}
		return body
	}
	if got := told(adminHandler(config.Config{}, metrics.NewSet(), func(context.Context) {}, nil, h)); got["zone_data"] != "2025b" || got["zone_data_source"] != "/usr/share/zoneinfo" {
		t.Errorf("admin: %v", got)
	}
	if got := told(http.HandlerFunc(h.ready)); got["zone_data"] != "" {
		t.Errorf("the public listener tells the software of the machine: %v", got)
	}
}

func TestZoneMovesAreToldInWords(t *testing.T) {
	at := time.Date(2026, 12, 6, 1, 30, 0, 0, time.UTC)
	move := NamedZoneMove{Name: "Fundy @ Rams", ZoneMove: catalog.ZoneMove{Event: 7, Local: "2026-12-05 19:30:00", Zone: "America/Edmonton", Stored: at.Add(time.Hour), Start: at}}
	const want = "event 7, Fundy @ Rams: 2026-12-05 19:30 in America/Edmonton is 2026-12-06 01:30 UTC, stored as 2026-12-06 02:30 UTC: 1 hour earlier"
	if got := move.String(); got != want {
		t.Error(got)
	}
	move.Fixed = true
	if got := move.String(); !strings.Contains(got, "--instants") {
		t.Error(got)
	}
	for by, want := range map[time.Duration]string{30 * time.Minute: "30 minutes later", -2 * time.Hour: "2 hours earlier"} {
		if got := difference(by); got != want {
			t.Errorf("%s: %s", by, got)
		}
	}
}

func TestRecomputingZonesIsADryRunWithoutApply(t *testing.T) {
	eachLife(t, func(t *testing.T, l *life) {
		id := l.importGames("g1").Changes[0].ID
		l.exec("UPDATE events SET start_ms = start_ms + 3600000 WHERE id = ?", id)
		for _, c := range []struct{ apply, left bool }{{false, true}, {true, true}, {false, false}} {
			report, err := l.RecomputeZones(t.Context(), "north", c.apply, false)
			if err != nil || (len(report.Moves) == 1 && report.Moves[0].Event == id) != c.left {
				t.Errorf("apply %t: %+v, %v", c.apply, report, err)
			}
		}
		if _, err := l.RecomputeZones(t.Context(), "elsewhere", true, false); err == nil {
			t.Error("an unknown channel is taken")
		}
	})
}
