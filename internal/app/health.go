package app

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/sandbox"
	"github.com/grandstand/grandstand/internal/zone"
)

// probeTimeout bounds one readiness check, well under a load balancer's patience.
const probeTimeout = 2 * time.Second

// health answers whether the process lives and whether it should get traffic.
type health struct {
	serving atomic.Bool
	checks  map[string]func(ctx context.Context) error
	rooms   []string // folders that are written to
	disk    func(folder string) (all, free uint64, err error)
	sandbox sandbox.State
	zones   zone.Data
	log     *slog.Logger

	mu     sync.Mutex
	failed map[string]string // the last error of each check that fails now
}

// leastRoom is how much of a disk has to be free for it not to be called full, in bytes:
// some segments, and the rows beside them.
const leastRoom = 16 << 20

// alive answers as long as the process can answer at all.
func (h *health) alive(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

// ready answers 200 while everything a request needs is there, and 503 with the
// names of what is missing, also from the moment a shutdown begins. A full disk and a
// weaker sandbox of ffmpeg are named and keep the status: recordings can still be
// watched, and a balancer that turned viewers away would end that, too.
func (h *health) ready(w http.ResponseWriter, r *http.Request) {
	status, results := h.check(r.Context())
	writeJSON(w, status, results)
}

// readyForAdmin answers as ready does, with the release of the time zone data and its source.
func (h *health) readyForAdmin(w http.ResponseWriter, r *http.Request) {
	status, results := h.check(r.Context())
	results["zone_data"], results["zone_data_source"] = h.zones.Version, h.zones.Source
	writeJSON(w, status, results)
}

func (h *health) check(ctx context.Context) (int, map[string]string) {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	results := map[string]string{}
	status := http.StatusOK
	if !h.serving.Load() {
		status, results["process"] = http.StatusServiceUnavailable, "starting or stopping"
	}
	for name, check := range h.checks {
		err := check(ctx)
		results[name] = reasonOf(err)
		if err != nil {
			status = http.StatusServiceUnavailable
		}
		h.logChange(ctx, name, err)
	}
	results["disk"] = h.room()
	results["sandbox"] = h.sandbox.String()
	return status, results
}

// reasonOf names the result of a check. Only reasons that tell nothing of the installation's addresses are told in words.
func reasonOf(err error) string {
	switch {
	case err == nil:
		return "ok"
	case errors.Is(err, blob.ErrNoListing):
		return blob.ErrNoListing.Error()
	}
	return "unavailable"
}

// logChange logs a check that begins to fail, fails for another reason, or succeeds again: balancers ask every few seconds.
func (h *health) logChange(ctx context.Context, name string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	before, failed := h.failed[name]
	switch {
	case err == nil && failed:
		delete(h.failed, name)
		h.log.InfoContext(ctx, "readiness check succeeds again", "check", name)
	case err != nil && err.Error() != before:
		if h.failed == nil {
			h.failed = map[string]string{}
		}
		h.failed[name] = err.Error()
		h.log.WarnContext(ctx, "readiness check failed", "check", name, "error", err)
	}
}

func writeJSON(w http.ResponseWriter, status int, body map[string]string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client may be gone
}

// room says whether something can be stored: "ok" or "full".
func (h *health) room() string {
	for _, folder := range h.rooms {
		if _, free, err := h.disk(folder); err == nil && free < leastRoom {
			return "full"
		}
	}
	return "ok"
}
