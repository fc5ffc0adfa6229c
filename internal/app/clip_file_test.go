package app

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// The file that chats play is served only of clips that everybody may watch.
func TestPublicClipsAreServedAsFiles(t *testing.T) {
	eachArena(t, func(t *testing.T, h *arena) {
		dbtest.Insert(t, h.DB, "INSERT INTO channel_domains (domain, channel_id, position) VALUES ('north.example', ?, 0) RETURNING channel_id", h.channel)
		fan := h.clipper(0)
		made, err := h.clip(fan, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		mux, files, place := http.NewServeMux(), h.Media.Handler(), ""
		files.Locate = func(*http.Request) string { return place }
		mux.Handle("GET /share_video/{id}/{file}", clipFiles{
			app: h.App, files: files, addressOf: func(*http.Request) netip.Addr { return netip.MustParseAddr("198.51.100.7") },
		})
		get := func(host, path string) *httptest.ResponseRecorder {
			answer, r := httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody)
			r.Host = host
			r.Header.Set("Range", "bytes=0-99")
			mux.ServeHTTP(answer, r)
			return answer
		}
		file := fmt.Sprintf("/share_video/%d/%s.mp4", made.ID, made.UUID)
		refuse := func(state, path string) {
			t.Helper()
			if got := get("north.example", path); got.Code != http.StatusNotFound {
				t.Errorf("%s: %d", state, got.Code)
			}
		}
		h.update("UPDATE events SET type = 'free'")
		refuse("while it is made", file)
		h.work(1)
		got := get("north.example:8080", file)
		if got.Code != http.StatusPartialContent || got.Header().Get("Content-Type") != "video/mp4" || got.Body.Len() != 100 ||
			got.Header().Get("Content-Disposition") != "" {
			t.Errorf("%d %v", got.Code, got.Header())
		}
		for _, path := range []string{
			fmt.Sprintf("/share_video/%d/%032d.mp4", made.ID, 0), fmt.Sprintf("/share_video/%d/%s", made.ID, made.UUID),
			fmt.Sprintf("/share_video/%d/%s.mp4", made.ID+1, made.UUID), fmt.Sprintf("/share_video/x/%s.mp4", made.UUID),
			fmt.Sprintf("/share_video/%d/.mp4", made.ID), fmt.Sprintf("/share_video/99999999999999999999/%s.mp4", made.UUID),
		} {
			refuse(path, path)
		}
		if got := get("elsewhere.example", file); got.Code != http.StatusNotFound {
			t.Errorf("on another host: %d", got.Code)
		}
		h.update("UPDATE events SET type = 'paid'")
		refuse("of a sold event", file)
		h.update("UPDATE clips SET official = TRUE")
		if got := get("north.example", file); got.Code != http.StatusPartialContent {
			t.Errorf("an operator's: %d", got.Code)
		}
		refuse("an operator's by its number", fmt.Sprintf("/share_video/%d/.mp4", made.ID))
		rule := []commerce.Blackout{{Mode: commerce.Deny, Places: []string{"CA-QC"}, LiftedAfter: commerce.Forever}}
		if err := h.Commerce.ReplaceBlackouts(t.Context(), actor.ForSystem(h.channel), h.channel, h.event, rule); err != nil {
			t.Fatal(err)
		}
		for at, want := range map[string]int{"CA-QC": http.StatusForbidden, "CA-ON": http.StatusPartialContent} {
			place = at
			if got := get("north.example", file); got.Code != want {
				t.Errorf("of a game that is blacked out in Quebec, at %s: %d", at, got.Code)
			}
		}
	})
}

// update changes rows, and forgets what was kept of the channel.
func (h *arena) update(statement string) {
	h.t.Helper()
	if _, err := h.DB.Write().NewRaw(statement).Exec(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
	h.set(`{}`)
}
