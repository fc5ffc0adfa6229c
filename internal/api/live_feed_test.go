package api

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/livefeed"
	"github.com/grandstand/grandstand/internal/revision"
)

// node starts a server of the world's edge.
func (w *world) node(t *testing.T, handler http.Handler) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server
}

// another is a second node on the same database: nothing is shared but that.
func (w *world) another(t *testing.T) *API {
	t.Helper()
	revisions := revision.NewTracker(w.db.Read(), w.clock, slog.New(slog.DiscardHandler))
	deps := w.api.Deps
	deps.Revisions, deps.Metrics = revisions, metrics.NewSet()
	deps.Catalog = catalog.NewService(w.db, revisions, w.clock)
	other, err := New(deps)
	if err != nil {
		t.Fatal(err)
	}
	return other
}

// listener is an open feed as a client reads it.
type listener struct {
	t        *testing.T
	response *http.Response
	lines    *bufio.Scanner
	lastID   string
}

// listenLimit ends a feed that never says what a test waits for.
const listenLimit = 3 * time.Minute

func listen(t *testing.T, server *httptest.Server, query string, header ...string) *listener {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), listenLimit)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+"/api/live-feed?"+query, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); _ = response.Body.Close() })
	return &listener{t: t, response: response, lines: bufio.NewScanner(response.Body)}
}

// next waits for one event; false when the feed is over.
func (l *listener) next() (events map[int64]map[string]any, raw string, ok bool) {
	l.t.Helper()
	for l.lines.Scan() {
		line := l.lines.Text()
		if id, found := strings.CutPrefix(line, "id: "); found {
			l.lastID = id
		}
		body, found := strings.CutPrefix(line, "data: ")
		if !found {
			continue
		}
		var told struct{ Events []map[string]any }
		if err := json.Unmarshal([]byte(body), &told); err != nil {
			l.t.Fatalf("%v: %s", err, body)
		}
		events = map[int64]map[string]any{}
		for _, e := range told.Events {
			events[int64(e["id"].(float64))] = e
		}
		return events, body, true
	}
	return nil, "", false
}

// until waits for news of an event that are as wanted.
func (l *listener) until(id catalog.EventID, wanted func(event map[string]any) bool) {
	l.t.Helper()
	for {
		events, _, ok := l.next()
		if !ok {
			l.t.Fatal("the feed ended")
		}
		if e := events[int64(id)]; e != nil && wanted(e) {
			return
		}
	}
}

func stands(away, home float64) func(map[string]any) bool {
	return func(e map[string]any) bool {
		score, ok := e["score"].(map[string]any)
		return ok && score["away"] == away && score["home"] == home
	}
}

// scored adds a score. Moving the clock afterwards makes a node read its revisions again that read them just before the score:
// while the clock stands still, what a node has read stays valid.
func (w *world) scored(s *season, event string, away, home int64) {
	w.t.Helper()
	w.clock.Advance(time.Second)
	err := w.catalog.AddScore(w.t.Context(), actor.ForSystem(s.channelID), s.channelID, s.events[event], catalog.Score{At: w.clock.Now(), Away: away, Home: home})
	if err != nil {
		w.t.Fatal(err)
	}
	w.clock.Advance(revision.MaxAge)
}

func TestScoresReachWhoListensOnEveryNode(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.season(home, "")
		second := w.another(t)
		key := w.visitor(home)
		here := listen(t, w.node(t, w.handler), "api_key="+key)
		there := listen(t, w.node(t, second.Edge(second)), "api_key="+key)
		if got := here.response.Header.Get("Content-Type"); got != "text/event-stream" || here.response.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("the feed is %q", got)
		}
		for _, l := range []*listener{here, there} { // the whole first
			l.until(s.events["live"], stands(2, 3))
		}
		w.scored(s, "live", 87, 93)
		here.until(s.events["live"], stands(87, 93))
		there.until(s.events["live"], stands(87, 93))
		if err := w.catalog.SetStreamState(t.Context(), d.Write(), s.channelID, int64(s.events["register"]), "live", w.clock.Now()); err != nil {
			t.Fatal(err)
		}
		w.clock.Advance(time.Second)
		for _, l := range []*listener{here, there} {
			l.until(s.events["register"], func(e map[string]any) bool { return e["status"] == "live" && e["score"] == nil })
		}
		if strings.Contains(w.log.String(), key) {
			t.Error("an api key is in the log")
		}
		w.api.CloseStreams()
		second.CloseStreams()
	})
}

// With scores hidden the feed carries none, and does not even say that there was one.
func TestTheLiveFeedWithoutSpoilers(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	server := w.node(t, w.handler)
	fan := w.loggedIn(home, "fan@example.com")
	w.do(call{path: "/api/profile", key: fan, body: map[string]any{"hide_scores": true}}).want(http.StatusOK, "")
	visitor, user := listen(t, server, "spoilers=hide&api_key="+w.visitor(home)), listen(t, server, "api_key="+fan)
	open := listen(t, server, "api_key="+w.visitor(home))
	open.until(s.events["live"], stands(2, 3))
	for _, l := range []*listener{visitor, user} {
		if events, raw, ok := l.next(); !ok || events[int64(s.events["live"])]["status"] != "live" || strings.Contains(raw, "score") {
			t.Errorf("the whole without scores: %s", raw)
		}
	}
	w.scored(s, "live", 87, 93)
	open.until(s.events["live"], stands(87, 93))
	if err := w.catalog.SetStreamState(t.Context(), w.db.Write(), s.channelID, int64(s.events["register"]), "live", w.clock.Now()); err != nil {
		t.Fatal(err)
	}
	w.clock.Advance(time.Second)
	for _, l := range []*listener{visitor, user} {
		events, raw, ok := l.next()
		if !ok || len(events) != 1 || events[int64(s.events["register"])] == nil || strings.Contains(raw, "score") || strings.Contains(raw, "87") {
			t.Errorf("after a score came %s", raw)
		}
	}
	// Another choice ends the feed with the next news, so that its client comes back with it.
	w.do(call{path: "/api/profile", key: fan, body: map[string]any{"hide_scores": false}}).want(http.StatusOK, "")
	if err := w.catalog.SetStreamState(t.Context(), w.db.Write(), s.channelID, int64(s.events["register"]), "ended", w.clock.Now()); err != nil {
		t.Fatal(err)
	}
	w.clock.Advance(time.Second)
	if _, raw, ok := user.next(); ok {
		t.Errorf("after another choice came %s", raw)
	}
	w.api.CloseStreams()
}

func TestTheLiveFeedIsTheChannelsOwn(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	own, foreign := w.season(home, ""), w.season(away, "x")
	l := listen(t, w.node(t, w.handler), "api_key="+w.visitor(home))
	l.until(own.events["live"], stands(2, 3))
	w.scored(foreign, "live", 87, 93)
	w.scored(own, "live", 4, 4)
	events, raw, _ := l.next()
	if len(events) != 1 || !stands(4, 4)(events[int64(own.events["live"])]) {
		t.Errorf("told %s", raw)
	}
	w.api.CloseStreams()
}

func TestTheLiveFeedGoesOnWhereItBroke(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	s := w.season(home, "")
	server, key := w.node(t, w.handler), w.visitor(home)
	first := listen(t, server, "api_key="+key)
	first.until(s.events["live"], stands(2, 3))
	again := listen(t, server, "api_key="+key, "Last-Event-ID", first.lastID)
	w.scored(s, "live", 3, 3)
	if events, raw, _ := again.next(); len(events) != 1 || !stands(3, 3)(events[int64(s.events["live"])]) {
		t.Errorf("who had heard everything is told %s", raw)
	}
	late := listen(t, server, "api_key="+key, "Last-Event-ID", first.lastID)
	if events, raw, _ := late.next(); len(events) < 2 {
		t.Errorf("who had missed something is told %s", raw)
	}
	w.api.CloseStreams()
}

func TestTheLiveFeedEndsWithTheServerAndHasLimits(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), func(d *Deps) {
		d.Options.Streams = livefeed.Limits{Total: 2, PerAddress: 1}
		d.Options.Limits.Exempt = []netip.Prefix{}
		d.Options.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	})
	s := w.season(home, "")
	server, key := w.node(t, w.handler), w.visitor(home)
	one := listen(t, server, "api_key="+key, "X-Forwarded-For", "203.0.113.1")
	one.until(s.events["live"], stands(2, 3))
	for _, tt := range []struct {
		from string
		want int
	}{{"203.0.113.1", http.StatusTooManyRequests}, {"203.0.113.2", http.StatusOK}, {"203.0.113.3", http.StatusServiceUnavailable}} {
		l := listen(t, server, "api_key="+key, "X-Forwarded-For", tt.from)
		if l.response.StatusCode != tt.want || (tt.want != http.StatusOK) != (l.response.Header.Get("Retry-After") != "") {
			t.Errorf("from %s: %d", tt.from, l.response.StatusCode)
		}
	}
	if n := w.api.load.inFlight.Load(); n != 0 {
		t.Errorf("open feeds take the room of %d calls", n)
	}
	w.api.CloseStreams()
	if _, raw, ok := one.next(); ok {
		t.Errorf("after the end: %s", raw)
	}
	if l := listen(t, server, "api_key="+key); l.response.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("after the end: %d", l.response.StatusCode)
	}
}

// The feed is no call that has to be over in time.
func TestTheLiveFeedHasNoDeadline(t *testing.T) {
	ctx := newRequestContext(httptest.NewRequest(http.MethodGet, "/api/live-feed", http.NoBody), &exchange{id: "x"})
	defer ctx.end()
	if _, bounded := ctx.Deadline(); !bounded {
		t.Fatal("a call has no deadline")
	}
	free := withoutDeadline(ctx)
	if _, bounded := free.Deadline(); bounded || exchangeFrom(free).id != "x" {
		t.Error("the feed has a deadline, or forgot its request")
	}
}

// One producer looks at a counter, reads only when it moved, and goes on after a failure.
func TestTheFeedsSourceReadsOncePerChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex // over all of these
		var now int64
		var fail error
		reads := 0
		standings := []catalog.Standing{{ID: 1, Status: catalog.Live}, {ID: 2, Status: catalog.Upcoming}}
		source := &standingsSource{
			revision: func(context.Context, int64) (int64, error) {
				mu.Lock()
				defer mu.Unlock()
				return now, fail
			},
			standings: func(context.Context, int64) ([]catalog.Standing, error) {
				mu.Lock()
				defer mu.Unlock()
				reads++
				return append([]catalog.Standing{}, standings...), nil
			},
			log: slog.New(slog.DiscardHandler),
		}
		ctx, cancel := context.WithCancel(t.Context())
		var told []*liveNews
		go source.run(ctx, 1, func(change, whole *liveNews) {
			mu.Lock()
			defer mu.Unlock()
			if len(told) == 0 {
				change = whole
			}
			told = append(told, change)
		})
		pass := func() { // the test holds the lock but here, where the bubble's clock goes on
			mu.Unlock()
			time.Sleep(10 * followEvery)
			synctest.Wait()
			mu.Lock()
		}
		mu.Lock()
		defer mu.Unlock()
		pass()
		if reads != 1 || len(told) != 1 {
			t.Fatalf("%d reads, %d messages of an unchanged channel", reads, len(told))
		}
		now, standings[0].Score = 1, &catalog.Score{Away: 87, Home: 93}
		pass()
		if reads != 2 || len(told) != 2 || !strings.Contains(string(told[1].spoiled), "87") || strings.Contains(string(told[1].spoiled), `"id":2`) || told[1].unspoiled != nil {
			t.Errorf("%d reads, a score is told as %s", reads, told[len(told)-1].spoiled)
		}
		fail = errors.New("the database is away")
		now, standings[1].Status = 2, catalog.Live
		pass()
		fail = nil
		pass()
		if len(told) != 3 || !strings.Contains(string(told[2].unspoiled), `"id":2`) {
			t.Errorf("after a failure: %d messages", len(told))
		}
		now = 3 // something that nobody sees
		pass()
		if reads != 4 || len(told) != 3 {
			t.Errorf("%d reads, %d messages", reads, len(told))
		}
		cancel()
	})
}
