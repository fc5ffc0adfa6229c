package api

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/analytics"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/throttle"
	"github.com/grandstand/grandstand/internal/vod"
)

// shown is what the seasons of the tests have to show.
type shown struct {
	catalog *catalog.Service
	library *vod.Service
	clips   *clip.Service
	deliver func(channelID, sessionID int64, media analytics.Subject)
}

// Known is part of analytics.Subjects.
func (o shown) Known(ctx context.Context, channelID int64, list []analytics.Subject) (known []analytics.Subject, err error) {
	for _, s := range list {
		switch s.Kind {
		case analytics.Event:
			_, err = o.catalog.FindEvent(ctx, channelID, catalog.EventID(s.ID))
		case analytics.Medium:
			_, err = o.library.FindByMedium(ctx, channelID, vod.MediumID(s.ID))
		case analytics.Clip:
			_, err = o.clips.FindCut(ctx, channelID, clip.ID(s.ID))
		case analytics.Cut:
			continue
		}
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return nil, err
		}
		if err == nil {
			known = append(known, s)
		}
	}
	return known, nil
}

// Granted is part of analytics.Subjects: everything is given to everyone, its media too.
func (o shown) Granted(_ context.Context, list []analytics.Watcher) (map[analytics.Watcher]analytics.Grant, error) {
	granted := map[analytics.Watcher]analytics.Grant{}
	for _, w := range list {
		granted[w] = analytics.Grant{Allowed: true, Media: w.Subject}
		o.deliver(w.ChannelID, w.SessionID, w.Subject)
	}
	return granted, nil
}

const (
	lake     = "/analytics/datalake/"
	viewUUID = "6f1c2a34-9d0e-4b7a-8c55-0123456789ab"
)

// analyticsRows would tell of another channel's sessions and games.
func analyticsRows() map[string]tenantRow {
	told := func(path string, body map[string]any) call { return call{path: lake + path, body: body} }
	return map[string]tenantRow{
		"get-analytics-hash": nothingToName,
		"open-analytics-session": func(f *foreigners) []probe {
			open := func(hash string) call { return told("session/", map[string]any{"session": hash}) }
			profile := func(key string) call { return told("session/", map[string]any{"session": "x", "profile": key}) }
			return []probe{
				{"another channel's hash", open(f.hash), open("AAAA" + f.hash[4:])},
				{"another channel's profile", profile(marker), profile("nobodys")},
			}
		},
		"record-analytics-event": func(f *foreigners) []probe {
			event := func(session string) call {
				return told("event/", map[string]any{"session_uuid": session, "event": "visit_page"})
			}
			return []probe{{"another channel's session", event(f.analytics), event("00000000-0000-8000-8000-000000000000")}}
		},
		"record-video-event": func(f *foreigners) []probe {
			play := func(kind string, id int64) call {
				return told("video/event/", map[string]any{"stream_type": kind, "stream_id": id, "event": "play", "video_view_uuid": viewUUID})
			}
			return []probe{
				{"another channel's event", play("event", int64(f.season.events["live"])), play("event", 987_654_321)},
				{"another channel's film", play("vod", f.season.medium), play("vod", 987_654_321)},
				{"another channel's clip", play("clip", int64(f.clip.ID)), play("clip", 987_654_321)},
			}
		},
		"record-viewing": func(f *foreigners) []probe {
			watch := func(id int64) call {
				return told("video/viewing/", map[string]any{"stream_type": "event", "stream_id": id, "viewing_time": 10, "video_view_uuid": viewUUID})
			}
			return []probe{{"another channel's event", watch(int64(f.season.events["live"])), watch(987_654_321)}}
		},
	}
}

// tell posts to the lake.
func (w *world) tell(key, path string, body map[string]any) reply {
	w.t.Helper()
	return w.do(call{path: lake + path, key: key, body: body})
}

func (w *world) analyticsHash(key string) string {
	w.t.Helper()
	var got analyticsHashDTO
	w.do(call{path: lake + "hash/", key: key}).into(&got)
	return got.Hash
}

func (w *world) analyticsSession(key string) analyticsSessionDTO {
	w.t.Helper()
	var got analyticsSessionDTO
	w.tell(key, "session/", map[string]any{"session": w.analyticsHash(key), "user_agent": iPad}).into(&got)
	return got
}

const iPad = "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/604.1"

// writeAnalytics writes what waits.
func (w *world) writeAnalytics() {
	w.t.Helper()
	if err := w.api.Analytics.Write(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) count(query string, args ...any) (n int64) {
	w.t.Helper()
	if err := w.db.Read().NewRaw(query, args...).Scan(w.t.Context(), &n); err != nil {
		w.t.Fatal(err)
	}
	return n
}

// One visit from its hash to a game that is watched for a while, and what is known of it afterwards.
func TestAVisitIsTold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		key, game := w.loggedIn(home, "fan@example.com"), int64(s.events["live"])
		session := w.analyticsSession(key)
		if !session.ExpiresAt.Equal(w.clock.Now().Add(24 * time.Hour)) {
			t.Errorf("it is over at %s", session.ExpiresAt)
		}
		w.tell(key, "event/", map[string]any{"session_uuid": session.SessionUUID, "event": "visit_page", "extras": map[string]any{"path": "/watch/1"}}).want(http.StatusOK, "")
		player := map[string]any{"session_uuid": session.SessionUUID, "stream_id": game, "stream_type": "event", "live": true, "video_view_uuid": viewUUID}
		w.tell(key, "video/event/", with(player, map[string]any{"event": "play"})).want(http.StatusOK, "")
		w.clock.Advance(30 * time.Second)
		report := with(player, map[string]any{"viewing_time": 29.5, "category": "", "sport": "chess", "gender": "", "school": "", "league": ""})
		w.tell(key, "video/viewing/", report).want(http.StatusOK, "")
		w.writeAnalytics()
		operator := actor.Actor{Role: actor.Operator, ChannelID: s.channelID, UserID: 1}
		now, err := w.api.Analytics.Now(t.Context(), operator, s.channelID)
		if err != nil || len(now) != 1 || now[0] != (analytics.Watching{Subject: analytics.Subject{Kind: analytics.Event, ID: game}, Viewers: 1}) {
			t.Errorf("now %+v, %v", now, err)
		}
		day := analytics.Period{From: w.clock.Now().Add(-time.Hour), Until: w.clock.Now().Add(time.Hour)}
		totals, err := w.api.Analytics.Totals(t.Context(), operator, s.channelID, day, analytics.BySubject)
		if err != nil || len(totals) != 1 || totals[0].Views != 1 || totals[0].Viewers != 1 || totals[0].Watched != 29500*time.Millisecond {
			t.Errorf("totals %+v, %v", totals, err)
		}
		if n := w.count(`SELECT count(*) FROM analytics_events WHERE name = 'visit_page' AND extras = '{"path":"/watch/1"}' AND session_uuid = ?`, session.SessionUUID); n != 1 {
			t.Errorf("%d events", n)
		}
		if n := w.count(`SELECT count(*) FROM analytics_sessions WHERE device = 'tablet' AND user_id IS NOT NULL`); n != 1 {
			t.Errorf("%d sessions of a tablet", n)
		}
	})
}

// Whoever tells says nothing of who they are: the api key does.
func TestWhoTellsIsWhoseKeyItIs(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		victim := w.person(home, "victim@example.com")
		mallory := w.person(home, "mallory@example.com")
		key, visitor := w.login(home, "mallory@example.com"), w.visitor(home)
		forged := map[string]any{"event": "login", "user_id": int64(victim.ID), "user_email": victim.Email}
		for _, k := range []string{key, visitor} {
			w.tell(k, "event/", with(forged, map[string]any{"session_uuid": w.analyticsSession(k).SessionUUID})).want(http.StatusOK, "")
		}
		w.writeAnalytics()
		for query, want := range map[string]int64{
			"SELECT count(*) FROM analytics_events":                                                                        2,
			"SELECT count(*) FROM analytics_events WHERE user_id IS NULL":                                                  1,
			fmt.Sprintf("SELECT count(*) FROM analytics_events WHERE user_id = %d", mallory.ID):                            1,
			fmt.Sprintf("SELECT count(*) FROM analytics_events WHERE user_id = %d OR extras LIKE '%%victim%%'", victim.ID): 0,
		} {
			if n := w.count(query); n != want {
				t.Errorf("%s: %d, want %d", query, n, want)
			}
		}
	})
}

func TestTheLakeTakesTheFieldsOfTheSpecificationAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s, key := w.season(home, ""), w.visitor(home)
		w.tell(key, "video/event/", map[string]any{"stream_id": int64(s.events["live"]), "stream_type": "event", "event": "ready", "video_view_uuid": viewUUID}).want(http.StatusOK, "")
		w.clock.Advance(30 * time.Second)
		w.tell(key, "video/viewing/", map[string]any{"viewing_time": 30, "category": "c", "sport": "hockey", "gender": "women", "school": "s", "league": "l"}).want(http.StatusOK, "")
		w.writeAnalytics()
		day := analytics.Period{From: w.clock.Now().Add(-time.Hour), Until: w.clock.Now().Add(time.Hour)}
		totals, err := w.api.Analytics.Totals(t.Context(), actor.ForSystem(s.channelID), s.channelID, day, analytics.Whole)
		if err != nil || len(totals) != 1 || totals[0].Views != 1 || totals[0].Watched != 30*time.Second {
			t.Errorf("%+v, %v", totals, err)
		}
		if n := w.count(`SELECT count(*) FROM analytics_events WHERE source = 'viewing' AND extras LIKE '%"sport":"hockey"%' AND extras LIKE '%"viewing_time":30%'`); n != 1 {
			t.Errorf("%d reports", n)
		}
	})
}

func TestWhatTheLakeRefuses(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s, key := w.season(home, ""), w.visitor(home)
	session := w.analyticsSession(key)
	foreign := w.analyticsSession(w.visitor(away)).SessionUUID
	w.do(call{path: lake + "hash/"}).want(http.StatusBadRequest, "no_api_key")
	w.tell(key, "session/", map[string]any{"session": ""}).want(422, "invalid_hash").field("session")
	w.tell(key, "session/", map[string]any{"session": w.analyticsHash(w.visitor(away))}).want(422, "invalid_hash")
	w.tell(key, "session/", map[string]any{"session": w.analyticsHash(key), "profile": "wrong"}).want(422, "unknown_profile").field("profile")
	event := map[string]any{"session_uuid": session.SessionUUID, "event": "visit_page"}
	play := map[string]any{"stream_id": int64(s.events["live"]), "stream_type": "event", "event": "play", "video_view_uuid": viewUUID}
	viewing := map[string]any{"viewing_time": 10}
	deep := strings.Repeat(`{"a":`, 6) + "1" + strings.Repeat("}", 6)
	for _, test := range []struct {
		path   string
		body   map[string]any
		change map[string]any
		status int
		code   string
	}{
		{"event/", event, map[string]any{"session_uuid": ""}, 404, "session_not_found"},
		{"event/", event, map[string]any{"session_uuid": viewUUID}, 404, "session_not_found"},
		{"event/", event, map[string]any{"session_uuid": foreign}, 404, "session_not_found"},
		{"event/", event, map[string]any{"session_uuid": strings.ToUpper(session.SessionUUID)}, 404, "session_not_found"},
		{"event/", event, map[string]any{"event": "Visit Page"}, 400, "validation_failed"},
		{"event/", event, map[string]any{"event": strings.Repeat("a", 65)}, 400, "validation_failed"},
		{"event/", event, map[string]any{"event": 7}, 400, "validation_failed"},
		{"event/", event, map[string]any{"profile": "wrong"}, 422, "unknown_profile"},
		{"event/", event, map[string]any{"extras": []int{1}}, 400, "validation_failed"},
		{"event/", event, map[string]any{"extras": "text"}, 400, "validation_failed"},
		{"event/", event, map[string]any{"extras": map[string]any{"a": strings.Repeat("x", 4096)}}, 422, "extras_too_large"},
		{"event/", event, map[string]any{"extras": map[string]any{"a": strings.Repeat("x", 20_000)}}, 413, "body_too_large"},
		{"event/", event, map[string]any{"extras": rawJSON(deep)}, 422, "extras_too_deep"},
		{"event/", event, map[string]any{"extras": map[string]any{"a": "\x00"}}, 400, "validation_failed"},
		{"event/", event, map[string]any{"unknown": 1}, 400, "validation_failed"},
		{"video/event/", play, map[string]any{"stream_id": 0}, 400, "validation_failed"},
		{"video/event/", play, map[string]any{"stream_id": 1e300}, 400, "validation_failed"},
		{"video/event/", play, map[string]any{"stream_id": rawJSON("9223372036854775808")}, 400, "validation_failed"},
		{"video/event/", play, map[string]any{"stream_type": "film"}, 400, "validation_failed"},
		{"video/event/", play, map[string]any{"video_view_uuid": "x"}, 400, "validation_failed"},
		{"video/event/", play, map[string]any{"video_view_uuid": "00000000-0000-0000-0000-000000000000"}, 400, "validation_failed"},
		{"video/event/", play, map[string]any{"session_uuid": foreign}, 404, "session_not_found"},
		{"video/viewing/", viewing, map[string]any{"viewing_time": -1}, 400, "validation_failed"},
		{"video/viewing/", viewing, map[string]any{"viewing_time": 301}, 400, "validation_failed"},
		{"video/viewing/", viewing, map[string]any{"viewing_time": 1e300}, 400, "validation_failed"},
		{"video/viewing/", viewing, map[string]any{"stream_id": 5}, 400, "validation_failed"},
		{"video/viewing/", viewing, map[string]any{"stream_type": "event"}, 400, "validation_failed"},
		{"video/viewing/", viewing, map[string]any{"video_view_uuid": "urn:uuid:" + viewUUID}, 400, "validation_failed"},
		{"video/viewing/", viewing, map[string]any{"sport": strings.Repeat("é", 300)}, 400, "validation_failed"},
	} {
		t.Run(fmt.Sprint(test.path, test.code, test.change)[:min(60, len(fmt.Sprint(test.path, test.code, test.change)))], func(t *testing.T) {
			w.t = t
			w.tell(key, test.path, with(test.body, test.change)).want(test.status, test.code)
		})
	}
	w.t = t
	w.tell(key, "event/", with(event, map[string]any{"extras": nil})).want(http.StatusOK, "")
	w.clock.Advance(24 * time.Hour)
	fresh := w.visitor(home)
	w.tell(fresh, "event/", event).want(404, "session_not_found")
	w.writeAnalytics()
	if n := w.count("SELECT count(*) FROM analytics_events"); n != 1 {
		t.Errorf("%d events were kept", n)
	}
}

// rawJSON is a value as it is sent.
type rawJSON string

func (r rawJSON) MarshalJSON() ([]byte, error) { return []byte(r), nil }

// A session that is opened twice, since the first answer was lost, is one session.
func TestASessionIsOpenedOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		c := *must[*channel.Channel](w)(w.sites.FindByKey(t.Context(), home))
		c.Settings.AnalyticsKey = "lake-7"
		if err := w.sites.Update(t.Context(), actor.ForSystem(int64(c.ID)), c); err != nil {
			t.Fatal(err)
		}
		key := w.visitor(home)
		body := map[string]any{"profile": "lake-7", "session": w.analyticsHash(key), "device_type": "tv", "resolution": "1920x1080", "platform": "web"}
		var first, second analyticsSessionDTO
		w.tell(key, "session/", body).into(&first)
		w.tell(key, "session/", body).into(&second)
		w.writeAnalytics()
		if first != second || w.count("SELECT count(*) FROM analytics_sessions") != 1 {
			t.Errorf("%+v and %+v", first, second)
		}
		w.clock.Advance(24*time.Hour - time.Second)
		var last analyticsSessionDTO
		w.tell(w.visitor(home), "session/", body).into(&last)
		if last != first {
			t.Errorf("a second before its end: %+v, want %+v", last, first)
		}
		w.clock.Advance(time.Second)
		w.tell(w.visitor(home), "session/", body).want(422, "invalid_hash")
	})
}

// While the database takes nothing, telling goes on at once: what there is no room for is dropped and
// counted, and everything else is written as soon as it can be.
func TestTheLakeNeverHoldsAnybodyUp(t *testing.T) {
	const room, flood = 40, 100
	d := dbtest.SQLite(t)
	w := newWorld(t, d, func(deps *Deps) {
		deps.Options.Limits.General = throttle.Rate{Every: 1, Burst: -1}
		deps.Analytics = must[*analytics.Service](&world{t: t})(analytics.New(analytics.Deps{
			DB: d, Clock: deps.Clock, Log: deps.Log, Metrics: deps.Metrics, Subjects: nothingShown{}, Secret: []byte(strings.Repeat("s", 32)), Queue: room,
		}))
	})
	key := w.visitor(home)
	session := w.analyticsSession(key)
	w.writeAnalytics()
	blocked, open := make(chan struct{}), make(chan struct{})
	done := make(chan error, 1)
	go func() { // the one writer of the database is taken
		done <- d.InTx(context.WithoutCancel(t.Context()), func(context.Context, bun.Tx) error {
			close(blocked)
			<-open
			return nil
		})
	}()
	<-blocked
	w.api.Analytics.Start(t.Context())
	for range flood {
		w.tell(key, "event/", map[string]any{"session_uuid": session.SessionUUID, "event": "visit_page"}).want(http.StatusOK, "")
	}
	var text bytes.Buffer
	w.api.Metrics.WritePrometheus(&text)
	close(open)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if err := w.api.Analytics.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	dropped, written := w.metric(&text, `grandstand_analytics_dropped_total{reason="full"}`), w.count("SELECT count(*) FROM analytics_events")
	if dropped == 0 || dropped+written != flood {
		t.Errorf("%d were dropped and %d written of %d", dropped, written, flood)
	}
}

// nothingShown has nothing.
type nothingShown struct{}

// Known is part of analytics.Subjects.
func (nothingShown) Granted(context.Context, []analytics.Watcher) (map[analytics.Watcher]analytics.Grant, error) {
	return nil, nil
}

func (nothingShown) Known(context.Context, int64, []analytics.Subject) ([]analytics.Subject, error) {
	return nil, nil
}

// metric reads one metric.
func (w *world) metric(from io.Reader, name string) (value int64) {
	w.t.Helper()
	text := string(must[[]byte](w)(io.ReadAll(from)))
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, name+" "); ok {
			if _, err := fmt.Sscan(rest, &value); err != nil {
				w.t.Fatal(err)
			}
			return value
		}
	}
	w.t.Fatalf("there is no %s in %s", name, text)
	return 0
}

// What the settings say of where to tell.
func TestSettingsSayWhereAnalyticsGo(t *testing.T) {
	for _, test := range []struct {
		options Options
		want    analyticsDTO
	}{
		{Options{}, analyticsDTO{"/analytics", false}},
		{Options{AnalyticsURL: "https://stats.example.org/analytics", AnalyticsLocal: true}, analyticsDTO{"https://stats.example.org/analytics", true}},
	} {
		w := newWorld(t, dbtest.SQLite(t), func(d *Deps) { d.Options = test.options })
		var got SettingsDTO
		w.do(call{path: "/api/settings", key: w.visitor(home)}).into(&got)
		if got.Analytics != test.want {
			t.Errorf("%+v, want %+v", got.Analytics, test.want)
		}
	}
}

// A page that got no api key reports it by the one call of analytics that needs none.
func TestAPageWithoutAnAPIKeyReportsIt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		report := call{path: lake + "key-error/", body: map[string]any{"times": 2}}
		w.do(report).want(http.StatusOK, "")
		w.do(call{path: lake + "key-error/?channel=" + away, body: map[string]any{"times": 1}}).want(http.StatusOK, "")
		// A report without consent keeps no user, also with an api key.
		w.do(call{path: lake + "key-error/", body: map[string]any{"times": 3}, header: map[string]string{"Authorization": "Bearer " + w.loggedIn(home, "fan@example.com")}}).want(http.StatusOK, "")
		for _, body := range []map[string]any{{}, {"times": 0}, {"times": 21}, {"times": "many"}, {"times": 1, "event": "login"}, {"times": 1, "extras": map[string]any{}}} {
			w.do(call{path: lake + "key-error/", body: body}).want(http.StatusBadRequest, "validation_failed")
		}
		w.do(call{path: lake + "key-error/?channel=nowhere", body: map[string]any{"times": 1}}).want(http.StatusNotFound, "channel_not_found")
		w.writeAnalytics()
		for query, want := range map[string]int64{
			`SELECT count(*) FROM analytics_events`: 3,
			`SELECT count(*) FROM analytics_events WHERE name = 'api_key_error' AND extras = '{"times":2}' AND session_uuid = '' AND user_id IS NULL`: 1,
			`SELECT count(*) FROM analytics_events WHERE user_id IS NOT NULL`:                                                                         0,
			`SELECT count(DISTINCT channel_id) FROM analytics_events`:                                                                                 2,
			`SELECT count(*) FROM analytics_events WHERE source = 'site' AND device <> ''`:                                                            3,
		} {
			if n := w.count(query); n != want {
				t.Errorf("%s: %d, want %d", query, n, want)
			}
		}
	})
}

func TestANetworkHasFewReportsWithoutAKey(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), func(d *Deps) {
		d.Options.Limits = Limits{Report: throttle.Rate{Every: time.Minute, Burst: 2}}
	})
	report := call{path: lake + "key-error/", body: map[string]any{"times": 1}}
	for range 2 {
		w.do(report).want(http.StatusOK, "")
	}
	w.do(report).want(http.StatusTooManyRequests, "too_many_requests")
	report.from = "203.0.113.8:1"
	w.do(report).want(http.StatusOK, "")
}
