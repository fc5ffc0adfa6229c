package api

import (
	"encoding/json"
	"maps"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// Section 7 of the specification: each field that the calls of analytics take is kept, but for who the user claims to be.
func TestFieldsOfAnalytics(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		c := *must[*channel.Channel](w)(w.sites.FindByKey(t.Context(), home))
		c.Settings.AnalyticsKey = "lake-7"
		if err := w.sites.Update(t.Context(), actor.ForSystem(int64(c.ID)), c); err != nil {
			t.Fatal(err)
		}
		user := w.person(home, "fan@example.com")
		key, game := w.login(home, "fan@example.com"), int64(s.events["live"])
		var session analyticsSessionDTO
		w.tell(key, "session/", map[string]any{
			"profile": "lake-7", "session": w.analyticsHash(key), "device_type": "handheld", "user_agent": iPad, "resolution": "1920x1080", "platform": "web",
		}).into(&session)
		w.tell(key, "event/", map[string]any{
			"profile": "lake-7", "session_uuid": session.SessionUUID, "user_id": 987_654, "user_email": "eve@example.com", "event": "login", "extras": map[string]any{"way": "form"},
		}).want(http.StatusOK, "")
		w.tell(key, "video/event/", map[string]any{"stream_id": game, "stream_type": "event", "event": "seek", "video_view_uuid": viewUUID}).want(http.StatusOK, "")
		w.clock.Advance(12 * time.Second)
		report := map[string]any{"viewing_time": 12.0, "category": "university", "sport": "hockey", "gender": "women", "school": "laurentide", "league": "east"}
		w.tell(key, "video/viewing/", report).want(http.StatusOK, "")
		w.writeAnalytics()
		for query, args := range map[string][]any{
			"SELECT count(*) FROM analytics_sessions WHERE uuid = ? AND user_id = ? AND device_type = 'handheld' AND user_agent = ? AND resolution = '1920x1080' AND platform = 'web'": {session.SessionUUID, user.ID, iPad},
			"SELECT count(*) FROM analytics_events WHERE source = 'site' AND name = 'login' AND session_uuid = ? AND user_id = ? AND extras = ?":                                       {session.SessionUUID, user.ID, `{"way":"form"}`},
			"SELECT count(*) FROM analytics_events WHERE source = 'player' AND name = 'seek' AND view_uuid = ? AND subject_kind = 'event' AND subject_id = ?":                          {viewUUID, game},
			"SELECT count(*) FROM analytics_events WHERE source = 'viewing'":                                                                                                           {},
		} {
			if n := w.count(query, args...); n != 1 {
				t.Errorf("%d rows of %s", n, query)
			}
		}
		var kept string
		if err := d.Read().NewRaw("SELECT extras FROM analytics_events WHERE source = 'viewing'").Scan(t.Context(), &kept); err != nil {
			t.Fatal(err)
		}
		var got map[string]any
		if err := json.Unmarshal([]byte(kept), &got); err != nil {
			t.Fatal(err)
		}
		maps.DeleteFunc(got, func(field string, _ any) bool { _, is := report[field]; return !is })
		if diff := cmp.Diff(report, got); diff != "" {
			t.Errorf("of what was watched: %s", diff)
		}
	})
}
