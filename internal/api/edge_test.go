package api

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/throttle"
)

func trusted(networks ...string) func(*Deps) {
	return func(d *Deps) {
		for _, n := range networks {
			d.Options.TrustedProxies = append(d.Options.TrustedProxies, netip.MustParsePrefix(n))
		}
	}
}

func TestForwardedAddressesAreBelievedFromProxiesOnly(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), trusted("10.0.0.0/8", "2001:db8::/32"))
	key := w.visitor(home)
	for name, c := range map[string]struct{ from, forwarded, want string }{
		"nobody's word":            {"203.0.113.7:1", "198.51.100.1", "203.0.113.7"},
		"a proxy's":                {"10.0.0.1:1", "198.51.100.1", "198.51.100.1"},
		"through two proxies":      {"10.0.0.1:1", "198.51.100.1, 10.0.0.2", "198.51.100.1"},
		"the client lies before":   {"10.0.0.1:1", "1.1.1.1, 198.51.100.1", "198.51.100.1"},
		"proxies all the way":      {"10.0.0.1:1", "10.0.0.3, 10.0.0.2", "10.0.0.3"},
		"garbage at the end":       {"10.0.0.1:1", "198.51.100.1, unknown", "10.0.0.1"},
		"garbage in the middle":    {"10.0.0.1:1", "198.51.100.1, x, 10.0.0.2", "10.0.0.2"},
		"nothing":                  {"10.0.0.1:1", "", "10.0.0.1"},
		"over IPv6":                {"[2001:db8::1]:1", "2a00::5", "2a00::5"},
		"IPv4 written as IPv6":     {"10.0.0.1:1", "::ffff:198.51.100.1", "198.51.100.1"},
		"a zone is no address":     {"10.0.0.1:1", "fe80::1%eth0", "fe80::1"},
		"a proxy that is not ours": {"192.0.2.1:1", "198.51.100.1", "192.0.2.1"},
	} {
		var got geoDTO
		rep := w.do(call{path: "/api/geo", key: key, from: c.from, header: map[string]string{"X-Forwarded-For": c.forwarded}})
		rep.into(&got)
		if got.IP != c.want {
			t.Errorf("%s: %s, want %s", name, got.IP, c.want)
		}
	}
}

func TestRequestIDs(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), trusted("10.0.0.0/8"))
	id := func(from, given string) string {
		return w.do(call{path: "/api/nothing", from: from, header: map[string]string{"X-Request-Id": given}}).header.Get("X-Request-Id")
	}
	if got := id("10.0.0.1:1", "abc-123"); got != "abc-123" {
		t.Errorf("a proxy's id became %q", got)
	}
	for _, given := range []string{"abc\"def", "a b", strings.Repeat("a", 65)} {
		if got := id("10.0.0.1:1", given); got == given || len(got) != 16 {
			t.Errorf("%q became %q", given, got)
		}
	}
	if got := id("203.0.113.7:1", "abc-123"); got == "abc-123" {
		t.Error("a stranger's id was taken")
	}
}

func TestSecurityHeaders(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), trusted("10.0.0.0/8"))
	h := w.do(call{path: "/keys/channel-key", from: "10.0.0.1:1", header: map[string]string{"X-Forwarded-Proto": "https"}}).header
	for name, want := range map[string]string{
		"X-Content-Type-Options":    "nosniff",
		"Content-Security-Policy":   "default-src 'none'; frame-ancestors 'none'",
		"Strict-Transport-Security": "max-age=31536000",
		"Cache-Control":             "no-store",
	} {
		if got := h.Get(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := w.do(call{path: "/"}).header.Get("Referrer-Policy"); got != "strict-origin" {
		t.Errorf("Referrer-Policy of a page: %q", got)
	}
	if got := w.do(call{path: "/keys/channel-key", header: map[string]string{"X-Forwarded-Proto": "https"}}).header.Get("Strict-Transport-Security"); got != "" {
		t.Error("a stranger's word made the site HTTPS only")
	}
}

func TestCrossOriginCalls(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), func(d *Deps) { d.Options.AllowedOrigins = []string{"https://static.host/"} })
	for origin, allowed := range map[string]bool{
		"https://home.example": true, "https://home.example:8443": true, "http://away.example": true, "https://static.host": true,
		"https://evil.example": false, "https://home.example.evil.example": false, "ftp://home.example": false,
		"https://static.host:444": false, "home.example": false, "https://home.example@evil.example": false, "%": false,
	} {
		preflight := w.do(call{method: http.MethodOptions, path: "/api/v2/auth/login", header: map[string]string{
			"Origin": origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type",
		}})
		if preflight.status != http.StatusNoContent {
			t.Errorf("%s: preflight %d", origin, preflight.status)
		}
		plain := w.do(call{path: "/keys/channel-key", header: map[string]string{"Origin": origin}})
		for _, rep := range []reply{preflight, plain} {
			if got := rep.header.Get("Access-Control-Allow-Origin") == origin; got != allowed {
				t.Errorf("%s: allowed %v", origin, got)
			}
			if rep.header.Get("Access-Control-Allow-Credentials") != "" {
				t.Errorf("%s: credentials are allowed", origin)
			}
			if !strings.Contains(rep.header.Get("Vary"), "Origin") {
				t.Errorf("%s: Vary %q", origin, rep.header.Get("Vary"))
			}
		}
		if got := preflight.header.Get("Access-Control-Allow-Methods") != ""; got != allowed {
			t.Errorf("%s: methods %v", origin, got)
		}
	}
}

// A page of an opaque origin is anyone's: it may make the calls of a visitor's player, and no other.
func TestOpaqueOriginsMakeTheCallsOfAPlayer(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	for _, c := range []struct {
		method, path string
		allowed      bool
	}{
		{"GET", "/api/events", true},
		{"HEAD", "/api/events", true},
		{"GET", "/keys/channel-key", true},
		{"POST", "/api/get_api_key", true},
		{"POST", "/analytics/datalake/session/", true},
		{"POST", "/api/v2/auth/login", false},
		{"POST", "/api/get_api_key/", false},
		{"POST", "/api/auth/user", false},
		{"DELETE", "/api/events", false},
		{"", "/api/events", false},
	} {
		preflight := w.do(call{method: http.MethodOptions, path: c.path, header: map[string]string{"Origin": "null", "Access-Control-Request-Method": c.method}})
		if got := preflight.header.Get("Access-Control-Allow-Origin") == "null"; got != c.allowed {
			t.Errorf("preflight of %s %s: allowed %v", c.method, c.path, got)
		}
		if c.method == "" {
			continue
		}
		plain := w.do(call{method: c.method, path: c.path, header: map[string]string{"Origin": "null"}})
		if got := plain.header.Get("Access-Control-Allow-Origin") == "null"; got != c.allowed {
			t.Errorf("%s %s: allowed %v", c.method, c.path, got)
		}
		for _, rep := range []reply{preflight, plain} {
			if rep.header.Get("Access-Control-Allow-Credentials") != "" {
				t.Errorf("%s %s: credentials are allowed", c.method, c.path)
			}
		}
	}
}

// Where encoders ask by WHIP, preflights are answered there, since web pages of any origin may
// be encoders; and the log has no path that may hold a stream key.
func TestEncodersAsk(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	for _, path := range []string{"/whip", "/whip/aaaabbbbccccddddeeee"} {
		rep := w.do(call{method: http.MethodOptions, path: path, header: map[string]string{
			"Origin": "https://evil.example", "Access-Control-Request-Method": "POST",
		}})
		if rep.status == http.StatusNoContent {
			t.Errorf("%s: the preflight did not get through", path)
		}
		if got := loggablePath(path); got != "/whip" {
			t.Errorf("%s is logged as %s", path, got)
		}
	}
	for path, want := range map[string]string{
		"/whippet": "/whippet", "/share/17/0b9f4f0e": "/share/17/-", "/share_embed/17/0b9f4f0e": "/share_embed/17/-", "/shared": "/shared",
		"/share_video/17/0b9f4f0e.mp4": "/share_video/17/-", "/share_videos/17/0b9f4f0e": "/share_videos/17/0b9f4f0e",
		"/feeds/favourites/0b9f4f0e.ics": "/feeds/favourites/-", "/media/public/1/a.jpg": "/media/public/1/a.jpg",
		"//share/17//0b9f4f0e": "/share/17/-", "/media//s1gnature/e1/a.m4s": "/media/-/e1/a.m4s", "/media/s1gnature/../public/a": "/media/public/a",
		"/whip/s3cret/..": "/whip", "/whip/sessions/s3cret": "/whip", "/": "/",
	} {
		if got := loggablePath(path); got != want {
			t.Errorf("%s is logged as %s", path, got)
		}
	}
}

func TestLimitsPerAddress(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), func(d *Deps) {
		d.Options.Limits = Limits{
			General: throttle.Rate{Every: time.Second, Burst: 6},
			Session: throttle.Rate{Every: time.Minute, Burst: 2},
		}
	})
	fresh := call{path: "/api/get_api_key", body: map[string]any{"channel_key": home}}
	for range 2 {
		w.do(fresh).want(200, "")
	}
	rep := w.do(fresh).want(429, "too_many_requests")
	if rep.header.Get("Retry-After") != "60" {
		t.Errorf("Retry-After %q", rep.header.Get("Retry-After"))
	}
	for range 3 {
		w.do(call{path: "/keys/channel-key"}).want(200, "")
	}
	w.do(call{path: "/keys/channel-key"}).want(429, "too_many_requests")
	w.do(call{path: "/keys/channel-key", from: "203.0.113.8:1"}).want(200, "")
	for range 20 {
		w.do(call{path: "/keys/channel-key", from: "127.0.0.1:1"}).want(200, "")
	}
	w.clock.Advance(time.Second)
	w.do(call{path: "/keys/channel-key"}).want(200, "")
}

func TestAnOverloadedEdgeAnswers503(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), func(d *Deps) { d.Options.MaxInFlight = 4 })
	for range 3 {
		if _, ok := w.api.load.Enter(ClassPlayback); !ok {
			t.Fatal("no room")
		}
	}
	rep := w.do(call{path: "/keys/channel-key"}).want(503, "overloaded")
	if rep.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

func TestUnknownPathsAndMethods(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	for _, path := range []string{"/api", "/api/", "/api/nothing", "/api/profile/", "/api/profile/1", "/keys/", "/keys/other", "/storage/x", "/analytics/", "/analytics/datalake", "/analytics/datalake/hash/x"} {
		if rep := w.do(call{path: path}); path != "/api" {
			rep.want(404, "route_not_found")
		}
	}
	for _, method := range []string{http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions, "BREW"} {
		rep := w.do(call{method: method, path: "/api/profile"}).want(405, "method_not_allowed")
		if rep.header.Get("Allow") != "GET, HEAD, POST" {
			t.Errorf("Allow %q", rep.header.Get("Allow"))
		}
	}
	methods := map[string]int{}
	for _, op := range w.api.Operations() {
		methods[op.Method]++
		for _, method := range []string{http.MethodPut, http.MethodPatch, http.MethodOptions} {
			rep := w.do(call{method: method, path: strings.NewReplacer("{", "", "}", "").Replace(op.Path)}).want(405, "method_not_allowed")
			for allowed := range strings.SplitSeq(rep.header.Get("Allow"), ", ") {
				if !slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete}, allowed) {
					t.Errorf("%s allows %s", op.Path, allowed)
				}
			}
		}
	}
	if got := slices.Sorted(maps.Keys(methods)); !slices.Equal(got, []string{http.MethodDelete, http.MethodGet, http.MethodPost}) {
		t.Errorf("calls are made by %v", methods)
	}
	head := w.do(call{method: http.MethodHead, path: "/keys/channel-key"}).want(200, "")
	if len(head.body) != 0 || head.header.Get("Content-Length") == "0" {
		t.Errorf("HEAD: %d bytes, Content-Length %s", len(head.body), head.header.Get("Content-Length"))
	}
}

func TestAPanicIsOneProblemAndOneLogLine(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.handler = w.api.Edge(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("the roof is on fire") }))
	rep := w.do(call{path: "/api/x"}).want(500, "internal_error")
	if strings.Contains(string(rep.body), "roof") {
		t.Error("the cause is shown")
	}
	log := w.log.String()
	if strings.Count(log, "\n") != 1 || !strings.Contains(log, "the roof is on fire") || !strings.Contains(log, rep.problem().RequestID) {
		t.Errorf("log: %s", log)
	}
}

// An error that nobody classified is told to nobody but the log.
func TestUnknownErrorsStayInside(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.handler = w.api.Edge(http.HandlerFunc(func(writer http.ResponseWriter, r *http.Request) {
		Fail(writer, r, errors.New("password=hunter2"))
	}))
	rep := w.do(call{path: "/api/x", header: map[string]string{"Accept-Language": "fr-CA"}}).want(500, "internal_error")
	if strings.Contains(string(rep.body), "hunter2") || !strings.HasPrefix(rep.problem().Detail, "Une erreur") {
		t.Errorf("got %s", rep.body)
	}
	w.handler = w.api.Edge(http.HandlerFunc(func(writer http.ResponseWriter, r *http.Request) {
		Fail(writer, r, context.DeadlineExceeded)
	}))
	w.do(call{path: "/api/x"}).want(503, "timeout")
}

func TestSecretsNeverReachTheLog(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.person(home, "fan@example.com")
	key := w.visitor(home)
	w.do(call{path: "/api/v2/auth/login", key: key, body: map[string]any{"email": "fan@example.com", "password": "wrong-password"}}).want(401, "")
	w.do(call{path: "/api/v2/auth/login", key: key, body: `{"api_key":"` + key + `","password":"wrong-password"`}).want(400, "")
	w.do(call{path: "/api/geo", key: key}).want(200, "")
	w.do(call{path: "/api/nothing?token=s3cret", key: key, header: map[string]string{"Authorization": "Bearer " + key}})
	w.handler = w.api.Edge(http.NotFoundHandler())
	w.do(call{path: "/media/s1gnature/e1/index.m3u8"})
	log := w.log.String()
	for _, secret := range []string{key, "wrong-password", "s3cret", "s1gnature"} {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
	for _, wanted := range []string{`"path":"/media/-/e1/index.m3u8"`, `"operation":"login"`, `"code":"wrong_auth_data"`, `"path":"/api/nothing"`} {
		if !strings.Contains(log, wanted) {
			t.Errorf("the log lacks %s", wanted)
		}
	}
}

// The wrapper around the writer must not hide from net/http what lets a file leave by
// the kernel, a stream flush, and a handler set deadlines.
func TestTheWriterKeepsItsAbilities(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	file := filepath.Join(t.TempDir(), "segment")
	content := bytes.Repeat([]byte("0123456789"), 100_000)
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	var usedReadFrom bool
	server := httptest.NewServer(w.api.Edge(http.HandlerFunc(func(writer http.ResponseWriter, r *http.Request) {
		if err := http.NewResponseController(writer).SetWriteDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Error(err)
		}
		if _, ok := writer.(http.Flusher); !ok {
			t.Error("no Flusher")
		}
		_, usedReadFrom = writer.(io.ReaderFrom)
		f, err := os.Open(file)
		if err != nil {
			t.Error(err)
			return
		}
		defer f.Close()
		http.ServeContent(writer, r, "", time.Time{}, f)
	})))
	defer server.Close()
	response, err := http.Get(server.URL + "/media/x/segment")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	got, err := io.ReadAll(response.Body)
	if err != nil || !bytes.Equal(got, content) || !usedReadFrom {
		t.Errorf("%d bytes, %v, ReaderFrom %v", len(got), err, usedReadFrom)
	}
	server.Close() // waits for the handler, and with it for the log line
	if !strings.Contains(w.log.String(), `"bytes":1000000`) {
		t.Error("the size is not in the log")
	}
}

func TestAClientThatSendsItsBodyDropByDropIsCutOff(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	server := httptest.NewUnstartedServer(w.handler)
	server.Config = NewServer(w.handler, w.api.Log)
	server.Config.Handler = http.HandlerFunc(func(writer http.ResponseWriter, r *http.Request) {
		// The clock of connections cannot be injected; an elapsed deadline can.
		w.handler.ServeHTTP(elapsed{writer}, r)
	})
	server.Start()
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "POST /api/get_api_key HTTP/1.1\r\nHost: home.example\r\nContent-Length: 100\r\n\r\n{"); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var p Problem
	if err := json.NewDecoder(response.Body).Decode(&p); err != nil || p.Code != "request_timeout" || response.StatusCode != http.StatusRequestTimeout {
		t.Errorf("%d %+v, %v", response.StatusCode, p, err)
	}
}

// elapsed lets every read deadline pass at once.
type elapsed struct{ http.ResponseWriter }

func (e elapsed) Unwrap() http.ResponseWriter { return e.ResponseWriter }

func (e elapsed) SetReadDeadline(time.Time) error {
	return http.NewResponseController(e.ResponseWriter).SetReadDeadline(time.Unix(1, 0))
}

// A deadline that stayed would cancel the call when it passes, whoever still waits for the answer.
func TestTheDeadlineOfABodyEndsWithIt(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	for path, body := range map[string]string{
		"/api/get_api_key":   `{"channel_key": "home"}`,
		"/api/v2/auth/login": `{"api_key": "` + w.visitor(home) + `", "email": "ada@example.com", "password": "some password"}`,
	} {
		r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
		seen := &readDeadlines{ResponseWriter: httptest.NewRecorder()}
		w.handler.ServeHTTP(seen, r)
		if n := len(seen.all); n < 2 || seen.all[0].IsZero() || !seen.all[n-1].IsZero() {
			t.Errorf("%s: %v", path, seen.all)
		}
	}
}

// readDeadlines notes what deadlines were set.
type readDeadlines struct {
	http.ResponseWriter
	all []time.Time
}

func (d *readDeadlines) SetReadDeadline(at time.Time) error {
	d.all = append(d.all, at)
	return nil
}

func TestTheServerWaitsForHeadersOnlySoLong(t *testing.T) {
	server := NewServer(http.NotFoundHandler(), newWorld(t, dbtest.SQLite(t)).api.Log)
	if server.ReadHeaderTimeout <= 0 || server.IdleTimeout <= 0 || server.MaxHeaderBytes <= 0 || server.WriteTimeout != 0 {
		t.Errorf("%+v", server)
	}
}

func TestNewNeedsItsParts(t *testing.T) {
	if _, err := New(Deps{Clock: clock.System{}}); err == nil {
		t.Error("built without a log")
	}
}
