package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/sandbox"
)

func TestAWeakerSandboxIsTold(t *testing.T) {
	for want, state := range map[string]sandbox.State{"ok": {Landlock: 7, Seccomp: true}, "without landlock": {Seccomp: true}} {
		h := &health{sandbox: state}
		h.serving.Store(true)
		answer := httptest.NewRecorder()
		h.ready(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", http.NoBody))
		var told map[string]string
		if err := json.Unmarshal(answer.Body.Bytes(), &told); err != nil {
			t.Fatal(err)
		}
		if told["sandbox"] != want || answer.Code != http.StatusOK {
			t.Errorf("%+v: %d, %s", state, answer.Code, answer.Body)
		}
	}
}

// Readiness tells the reason in words where it is a missing right, and the log tells each reason once.
func TestReadinessTellsTheReason(t *testing.T) {
	var log bytes.Buffer
	var failure error
	h := &health{log: slog.New(slog.NewTextHandler(&log, nil)), checks: map[string]func(context.Context) error{
		"media_store": func(context.Context) error { return failure },
	}}
	h.serving.Store(true)
	noListing := fmt.Errorf("reach the media store: %w: Access Denied", blob.ErrNoListing)
	for _, step := range []struct {
		failure error
		status  int
		want    string
		logged  string
	}{
		{nil, http.StatusOK, "ok", ""},
		{noListing, http.StatusServiceUnavailable, blob.ErrNoListing.Error(), "Access Denied"},
		{noListing, http.StatusServiceUnavailable, blob.ErrNoListing.Error(), ""},
		{errors.New("dial 10.0.0.7: refused"), http.StatusServiceUnavailable, "unavailable", "10.0.0.7"},
		{nil, http.StatusOK, "ok", "succeeds again"},
		{nil, http.StatusOK, "ok", ""},
	} {
		log.Reset()
		failure = step.failure
		status, told := h.check(t.Context())
		if status != step.status || told["media_store"] != step.want {
			t.Errorf("%v: %d, %q", step.failure, status, told["media_store"])
		}
		if logged := log.String(); (logged == "") != (step.logged == "") || !strings.Contains(logged, step.logged) {
			t.Errorf("%v: the log says %q", step.failure, logged)
		}
	}
}
