package app

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/analytics"
	"github.com/grandstand/grandstand/internal/media"
)

// A thousand free api keys report from one IP address that they watch a free game. The server sent none of them media, so there are no
// viewers and no views. A player that loads media by one media URL is one viewer, for any number of files.
func TestForgedReportsAreNoViewers(t *testing.T) {
	eachArena(t, func(t *testing.T, h *arena) {
		if _, err := h.DB.Write().NewRaw("UPDATE events SET type = 'free', status = 'archive' WHERE id = ?", h.event).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		edge, err := h.NewAPI()
		if err != nil {
			t.Fatal(err)
		}
		server := edge.Edge(edge)
		report := func(client, key string) {
			t.Helper()
			body, err := json.Marshal(map[string]any{
				"api_key": key, "stream_type": "event", "stream_id": h.event, "event": "play", "video_view_uuid": uuid.NewString(),
			})
			if err != nil {
				t.Fatal(err)
			}
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/analytics/datalake/video/event/", strings.NewReader(string(body)))
			r.RemoteAddr = client + ":4711"
			r.Header.Set("Content-Type", "application/json")
			answer := httptest.NewRecorder()
			if server.ServeHTTP(answer, r); answer.Code != http.StatusOK {
				t.Fatalf("%d %s", answer.Code, answer.Body)
			}
		}
		counted := func() (watching, views int64) {
			t.Helper()
			if err := h.Analytics.Write(t.Context()); err != nil {
				t.Fatal(err)
			}
			by := actor.ForSystem(h.channel)
			now, err := h.Analytics.Now(t.Context(), by, h.channel)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range now {
				watching += w.Viewers
			}
			day := analytics.Period{From: time.Now().Add(-time.Hour), Until: time.Now().Add(time.Hour)}
			totals, err := h.Analytics.Totals(t.Context(), by, h.channel, day, analytics.Whole)
			if err != nil {
				t.Fatal(err)
			}
			for _, total := range totals {
				views += total.Views
			}
			return watching, views
		}
		for range 1000 {
			key, _, err := h.Accounts.OpenSession(t.Context(), h.channel)
			if err != nil {
				t.Fatal(err)
			}
			report("203.0.113.9", key)
		}
		if watching, views := counted(); watching != 0 || views != 0 {
			t.Errorf("reports alone are %d viewers and %d views", watching, views)
		}
		key, viewer, err := h.Accounts.OpenSession(t.Context(), h.channel)
		if err != nil {
			t.Fatal(err)
		}
		found, err := h.Media.ListMedia(t.Context(), h.channel, h.event)
		if err != nil || len(found) == 0 {
			t.Fatalf("%+v, %v", found, err)
		}
		address := h.Media.PlaybackURL(media.Grant{ChannelID: h.channel, EventID: h.event, SessionID: viewer.ID}, found[0].Source).Rewind
		for _, file := range []string{"index.m3u8", "video.m3u8", "v/1-0.m4s", "v/1-1.m4s", "a/1-0.m4s"} {
			h.playFrom("198.51.100.7", strings.TrimSuffix(address, "index.m3u8")+file)
		}
		report("198.51.100.7", key)
		if watching, views := counted(); watching != 1 || views != 1 {
			t.Errorf("one player with media is %d viewers and %d views", watching, views)
		}
	})
}
