package main

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestEdgeOfAPlaylist(t *testing.T) {
	head := "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:7\n#EXT-X-MAP:URI=\"init.mp4\"\n"
	e, err := readEdge([]byte(head + "#EXTINF:2,\n7.m4s\n#EXTINF:2,\n8.m4s\n#EXT-X-PART:DURATION=1,URI=\"9.0\"\n#EXTINF:2.00000,\n#EXT-X-BITRATE:9\n9.m4s\n" +
		"#EXTINF:1.5,\n10.m4s\n#EXT-X-PART:DURATION=1,URI=\"11.0\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []listed{{"7.m4s", 2 * time.Second}, {"8.m4s", 2 * time.Second}, {"9.m4s", 2 * time.Second}, {"10.m4s", 1500 * time.Millisecond}}
	if e.target != 2*time.Second || e.init != "init.mp4" || e.last != 10 || !slices.Equal(e.segments, want) {
		t.Errorf("read %+v", e)
	}
	for name, text := range map[string]string{
		"a page": "<html>", "no target": "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:7\n", "an end": head + "#EXTINF:2,\n7.m4s\n#EXT-X-ENDLIST\n",
		"no address": head + "#EXTINF:2,\n", "no length": head + "#EXTINF:0,\n7.m4s\n",
	} {
		if e, err := readEdge([]byte(text)); err == nil {
			t.Errorf("%s is read as %+v", name, e)
		}
	}
}

// TestWire asks a real server on one connection, which it closes in between.
func TestWire(t *testing.T) {
	long := strings.Repeat("0123456789", 2_000)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/busy":
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusServiceUnavailable)
		case "/chunks":
			_ = http.NewResponseController(w).Flush()
			_, _ = io.WriteString(w, long)
		case "/close":
			w.Header().Set("Connection", "close")
		case "/cut":
			w.Header().Set("Content-Length", "9")
			_, _ = io.WriteString(w, "half")
			panic(http.ErrAbortHandler)
		default:
			w.Header().Set("Content-Length", "20000")
			_, _ = io.WriteString(w, long)
		}
	}))
	defer server.Close()
	w := wire{dialer: &net.Dialer{}, address: server.Listener.Addr().String()}
	defer w.close()
	room := make([]byte, 32<<10)
	ask := func(path string, room []byte, keep bool) (answer, error) {
		return w.ask([]byte("GET "+path+" HTTP/1.1\r\nHost: here\r\n\r\n"), room, keep)
	}
	var first net.Conn
	for _, path := range []string{"/whole", "/chunks"} {
		if a, err := ask(path, room, true); err != nil || a.status != http.StatusOK || string(a.body) != long {
			t.Errorf("%s: %d with %d bytes, %v", path, a.status, a.size, err)
		}
		first = cmp.Or(first, w.conn)
		if a, err := ask(path, room[:512], false); err != nil || a.size != int64(len(long)) || len(a.body) != 0 {
			t.Errorf("%s without keeping it: %d bytes, %d kept, %v", path, a.size, len(a.body), err)
		}
	}
	if w.conn == nil || w.conn != first {
		t.Error("a connection that could be used again was not")
	}
	if a, err := ask("/busy", room, true); err != nil || a.status != http.StatusServiceUnavailable || a.again != 7*time.Second {
		t.Errorf("busy: %d, again in %s, %v", a.status, a.again, err)
	}
	if _, err := ask("/cut", room, true); err == nil {
		t.Error("half an answer passes as a whole one")
	}
	for range 2 {
		if a, err := ask("/close", room, true); err != nil || a.status != http.StatusOK {
			t.Errorf("close: %d, %v", a.status, err)
		}
	}
	if _, err := ask("/whole", room, true); err != nil {
		t.Error(err)
	}
	server.CloseClientConnections() // behind its back: it asks on a new one
	if a, err := ask("/whole", room, true); err != nil || string(a.body) != long {
		t.Errorf("after the connection was lost: %d bytes, %v", a.size, err)
	}
	if _, err := ask("/whole", room[:100], true); err == nil {
		t.Error("an answer that is larger than the room is cut")
	}
}

func TestTalliesAddUp(t *testing.T) {
	one, other := newTally(), newTally()
	for ms := 1; ms <= 100; ms++ {
		to := one
		if ms%2 == 0 {
			to = other
		}
		to.took("call", time.Duration(ms)*time.Millisecond)
	}
	one.Shed[browse], other.Shed[browse], other.Wrong["x"] = 1, 2, 3
	one.add(other)
	if one.answered() != 100 || one.Shed[browse] != 3 || one.wrong() != 3 {
		t.Errorf("added up to %+v", one)
	}
	for p, want := range map[float64]time.Duration{0.5: 51 * time.Millisecond, 0.99: 100 * time.Millisecond} {
		if got := one.at("call", p); got < want || got > want*103/100 {
			t.Errorf("p%.0f is %s, want %s and a fiftieth more at most", 100*p, got, want)
		}
	}
	if one.at("no call", 0.5) != 0 {
		t.Error("a call that nobody made took time")
	}
}

func TestCheapCallsOutOfTurn(t *testing.T) {
	begin := time.Now()
	made := func(class string, shed bool, from, to int) trace {
		return trace{class, shed, begin.Add(time.Duration(from) * time.Second), begin.Add(time.Duration(to) * time.Second)}
	}
	waits := made(purchase, false, 0, 20)
	for name, c := range map[string]struct {
		traces []trace
		want   int
	}{
		"nothing dear was refused":     {[]trace{waits, made(browse, false, 1, 2)}, 0},
		"cheap ones were refused too":  {[]trace{waits, made(purchase, true, 5, 5), made(browse, true, 6, 6)}, 0},
		"before and after":             {[]trace{waits, made(purchase, true, 5, 5), made(browse, false, 4, 6), made(browse, false, 19, 21)}, 0},
		"in between":                   {[]trace{waits, made(purchase, true, 5, 5), made(browse, false, 6, 7), made(browse, false, 8, 9)}, 2},
		"dear ones were never let in":  {[]trace{made(purchase, true, 5, 5), made(browse, false, 6, 7)}, 1},
		"cheap ones of another class":  {[]trace{waits, made(purchase, true, 5, 5), made(analytics, false, 6, 7)}, 0},
		"let in before one is refused": {[]trace{made(purchase, false, 0, 1), waits, made(purchase, true, 5, 5), made(browse, false, 6, 7)}, 1},
	} {
		if got := outOfTurn(c.traces, browse, purchase); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

func TestRefusedInOrder(t *testing.T) {
	begin := time.Now()
	refused := func(class string, at int) trace {
		return trace{class, true, begin, begin.Add(time.Duration(at) * time.Second)}
	}
	told, looked, bought := refused(analytics, 3), refused(browse, 5), refused(purchase, 7)
	for name, c := range map[string]struct {
		traces []trace
		want   bool
	}{
		"in order":                 {[]trace{bought, looked, told}, true},
		"and again later":          {[]trace{told, looked, bought, refused(analytics, 9)}, true},
		"the dear ones first":      {[]trace{told, looked, refused(purchase, 4)}, false},
		"the cheapest never":       {[]trace{looked, bought}, false},
		"the cheapest let in only": {[]trace{{analytics, false, begin, begin}, looked, bought}, false},
	} {
		if got := refusedInOrder(c.traces, analytics, browse, purchase); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestFansTellAnalyticsAsTheAppDoes has a fan open a session, be told to come again, and lose a report to a fault.
func TestFansTellAnalyticsAsTheAppDoes(t *testing.T) {
	var asked []string
	status := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Method == http.MethodPost && !json.Valid(body) {
			t.Errorf("%s: %s", r.URL.Path, body)
		}
		asked = append(asked, strings.TrimPrefix(r.URL.Path, "/analytics/datalake/"))
		if status == http.StatusServiceUnavailable {
			w.Header().Set("Retry-After", "1")
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, `{"data":{"hash":"h","session_uuid":"s"}}`)
	}))
	defer server.Close()
	s := &stand{now: newTally(), dialer: &net.Dialer{}, address: server.Listener.Addr().String()}
	s.furnish()
	f := s.fan(fanSpec{Kind: returning, Key: "key"}, time.Now())
	defer f.wire.close()
	expect := func(want ...string) {
		t.Helper()
		if f.tell(); !slices.Equal(asked, want) {
			t.Errorf("asked for %q, want %q", asked, want)
		}
		asked = nil
	}
	f.noteEvent("visit_page", map[string]any{"path": "/"})
	f.noteState("play")
	expect("hash/", "session/", "event/", "video/event/")
	f.noteViewing(time.Now())
	status = http.StatusServiceUnavailable
	expect("video/viewing/")
	status = http.StatusOK
	expect() // it rests
	f.measure.next = time.Time{}
	expect("video/viewing/")
	f.noteState("pause")
	status = http.StatusInternalServerError
	for range 2 {
		f.measure.next = time.Time{}
		expect("video/event/")
	}
	f.measure.next = time.Time{}
	expect() // after two tries it is forgotten
	if met := s.take(); met.Shed[analytics] != 1 || met.wrong() != 2 {
		t.Errorf("shed %v, wrong %v", met.Shed, met.Wrong)
	}
}

// TestFansAreToldApart has a fan meet what nobody should get, and what may happen.
func TestFansAreToldApart(t *testing.T) {
	profile := func(status int, email string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			if status == http.StatusServiceUnavailable {
				w.Header().Set("Retry-After", "1")
			}
			w.WriteHeader(status)
			_, _ = io.WriteString(w, `{"data":{"email":"`+email+`"}}`)
		}
	}
	for name, c := range map[string]struct {
		handler     http.HandlerFunc
		wrong, shed int
	}{
		"their own":       {profile(200, "me@example.com"), 0, 0},
		"somebody else's": {profile(200, "you@example.com"), 1, 0},
		"refused":         {profile(403, ""), 1, 0},
		"throttled":       {profile(429, ""), 1, 0},
		"too busy, twice": {profile(503, ""), 0, 2},
		"a fault, twice":  {profile(500, ""), 2, 0},
		"a lost line":     {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, 2, 0},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(c.handler)
			defer server.Close()
			s := &stand{now: newTally(), dialer: &net.Dialer{}, address: server.Listener.Addr().String()}
			s.furnish()
			f := s.fan(fanSpec{Kind: returning, Email: "me@example.com", Key: "key"}, time.Now())
			defer f.wire.close()
			ok := f.enter(context.Background())
			if met := s.take(); met.wrong() != c.wrong || met.Shed[playback] != c.shed || ok != (c.wrong+c.shed == 0) {
				t.Errorf("entered: %t, wrong %v, shed %v", ok, met.Wrong, met.Shed)
			}
		})
	}
}
