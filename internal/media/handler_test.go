package media

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// screen is a viewer with a server in front of him.
type screen struct {
	*venue
	server *httptest.Server
	stream Stream
	base   string // of the stream's signed addresses
}

func newScreen(t testing.TB, v *venue, s Stream) *screen {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle("/media/", v.Handler())
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	play := v.PlaybackURL(Grant{ChannelID: s.ChannelID, EventID: s.EventID, UserID: 5, SessionID: 6}, Source{StreamID: s.ID})
	return &screen{venue: v, server: server, stream: s, base: strings.TrimSuffix(play.Rewind, "index.m3u8")}
}

type answer struct {
	*http.Response
	body []byte
}

// ask requests a path exactly as written, with headers in pairs.
func (s *screen) ask(method, path string, headers ...string) answer {
	s.t.Helper()
	r, err := http.NewRequestWithContext(context.Background(), method, s.server.URL, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	path, query, _ := strings.Cut(path, "?")
	r.URL.Opaque, r.URL.RawQuery = "//"+r.URL.Host+path, query
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		s.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	// No shared cache may answer for a signed address: it would do so after access has ended.
	caching := response.Header.Get("Cache-Control")
	signed := strings.HasPrefix(path, "/media/") && !strings.HasPrefix(path, PublicURL(""))
	if signed && response.StatusCode < 300 && method != http.MethodOptions && !strings.HasPrefix(caching, "private") {
		s.t.Errorf("%s: shared caches may keep it: %q", path, caching)
	}
	return answer{response, body}
}

func (s *screen) get(file string, headers ...string) answer {
	s.t.Helper()
	return s.ask(http.MethodGet, s.base+file, headers...)
}

func (s *screen) expect(status int, code, path string) {
	s.t.Helper()
	got := s.ask(http.MethodGet, path)
	var p struct{ Code string }
	if status >= 400 && json.Unmarshal(got.body, &p) != nil {
		s.t.Errorf("%s: not a problem: %q", path, got.body)
	}
	if got.StatusCode != status || p.Code != code {
		s.t.Errorf("%s: %d %s, want %d %s", path, got.StatusCode, p.Code, status, code)
	}
	if status >= 400 && (got.Header.Get("Content-Type") != "application/problem+json" || got.Header.Get("Cache-Control") != "no-store") {
		s.t.Errorf("%s: headers %v", path, got.Header)
	}
}

// onAir is a stream of seven seconds with its encoder still there.
func onAir(t *testing.T) (*screen, *encoder) {
	t.Helper()
	v := newVenue(t, dbtest.SQLite(t))
	s := v.stream()
	e := v.mustPublish(s)
	e.mustPlay(7)
	eventually(t, "the stream is live", func() bool { return v.state(s) == Live })
	return newScreen(t, v, s), e
}

// Only media that a player is given count as delivered: not playlists and pictures, and nothing that is refused or missing.
func TestDeliveredMediaAreTold(t *testing.T) {
	s, _ := onAir(t)
	var told []Grant
	s.Delivered = func(g Grant) { told = append(told, g) }
	cut := s.mustAddCut(s.stream.EventID, 3*time.Second, 3400*time.Millisecond)
	for _, path := range []string{
		s.base + "index.m3u8", s.base + "video.m3u8", s.base + "strip.vtt", s.base + "nothing", s.base + "v/1-99.m4s", s.base + "v/9.mp4",
		s.cutBase(cut) + "index.m3u8", s.cutBase(cut) + "now/v/1-99.m4s", "/media/unsigned/e1/v/1-1.m4s",
	} {
		s.ask(http.MethodGet, path)
	}
	s.ask(http.MethodGet, s.base+"v/1-1.m4s", "Range", "bytes=99999999-")
	if len(told) != 0 {
		t.Errorf("told of %+v", told)
	}
	s.get("v/1-1.m4s")
	s.get("a/1-1.m4s", "Range", "bytes=0-9")
	s.ask(http.MethodHead, s.base+"a/1-1.m4s") // as proxies ask that keep segments
	s.ask(http.MethodGet, s.cutBase(cut)+"now/v/1-1.m4s")
	if len(told) != 4 || told[0].EventID != s.stream.EventID || told[0].SessionID != 6 || told[3].CutID != cut {
		t.Errorf("told of %+v", told)
	}
}

func TestWhatAPlayerLoads(t *testing.T) {
	s, _ := onAir(t)
	for file, want := range map[string]string{
		"index.m3u8": "video.m3u8", "live.m3u8": "video-live.m3u8", "video.m3u8": "v/1-0.m4s", "audio.m3u8": "a/1-0.m4s",
		"video-live.m3u8": "v/1-2.m4s", "audio-live.m3u8": "#EXT-X-PRELOAD-HINT",
	} {
		got := s.get(file)
		if got.StatusCode != http.StatusOK || !strings.Contains(string(got.body), want) {
			t.Errorf("%s: %d %s", file, got.StatusCode, got.body)
		}
		if got.Header.Get("Content-Type") != "application/vnd.apple.mpegurl" || got.Header.Get("Access-Control-Allow-Origin") != "*" ||
			got.Header.Get("Cache-Control") != "private, no-cache" || got.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: headers %v", file, got.Header)
		}
		zipped := s.get(file, "Accept-Encoding", "br, gzip;q=0.8")
		if plain := gunzip(t, zipped.body); zipped.Header.Get("Content-Encoding") != "gzip" || !bytes.Equal(plain, got.body) {
			t.Errorf("%s: compressed differs", file)
		}
		if head := s.ask(http.MethodHead, s.base+file); head.StatusCode != http.StatusOK || head.ContentLength != int64(len(got.body)) || len(head.body) != 0 {
			t.Errorf("%s: HEAD %d, %d bytes said", file, head.StatusCode, head.ContentLength)
		}
	}
	desk, err := s.desk(t.Context(), s.stream.ID)
	if err != nil {
		t.Fatal(err)
	}
	hot := desk.index.Load().Hot(1)
	for file, want := range map[string][]byte{
		"v/1.mp4": hot.Run.Init(segment.Video), "a/1.mp4": hot.Run.Init(segment.Audio),
		"v/1-1.m4s": hot.Whole(segment.Video), "a/1-1.m4s": hot.Whole(segment.Audio),
		"v/1-1-2.m4s": hot.Chunk(segment.Video, 2), "a/1-1-0.m4s": hot.Chunk(segment.Audio, 0),
	} {
		got := s.get(file)
		if got.StatusCode != http.StatusOK || !bytes.Equal(got.body, want) {
			t.Errorf("%s: %d, %d bytes of %d", file, got.StatusCode, len(got.body), len(want))
		}
		if cc := got.Header.Get("Cache-Control"); cc != "private, max-age=31536000, immutable" {
			t.Errorf("%s: Cache-Control %q", file, cc)
		}
		if kind := got.Header.Get("Content-Type"); kind != map[byte]string{'v': "video/mp4", 'a': "audio/mp4"}[file[0]] {
			t.Errorf("%s: %s", file, kind)
		}
		ranged := s.get(file, "Range", "bytes=4-9")
		if ranged.StatusCode != http.StatusPartialContent || !bytes.Equal(ranged.body, want[4:10]) {
			t.Errorf("%s: range %d, %q", file, ranged.StatusCode, ranged.body)
		}
	}
}

func gunzip(t *testing.T, body []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// From a folder and from S3, after the stream has left memory.
func TestOldSegmentsComeFromTheStore(t *testing.T) {
	for name, venueOf := range map[string]func(t *testing.T) *venue{
		"folder": func(t *testing.T) *venue { return newVenue(t, dbtest.SQLite(t)) },
		"s3":     func(t *testing.T) *venue { return newVenueWith(t, dbtest.SQLite(t), s3Store(t)) },
	} {
		t.Run(name, func(t *testing.T) {
			v := venueOf(t)
			stream := v.stream()
			e := v.mustPublish(stream)
			e.mustPlay(6)
			d, err := v.desk(t.Context(), stream.ID)
			if err != nil {
				t.Fatal(err)
			}
			want := bytes.Clone(d.index.Load().Hot(1).Whole(segment.Video))
			e.close()
			v.now.Advance(time.Hour)
			if n, err := v.FinishExpired(t.Context()); n != 1 || err != nil {
				t.Fatalf("ended %d, %v", n, err)
			}
			s := newScreen(t, v, stream)
			got := s.get("v/1-1.m4s")
			if got.StatusCode != http.StatusOK || !bytes.Equal(got.body, want) || !strings.Contains(got.Header.Get("Cache-Control"), "immutable") {
				t.Errorf("%d, %d bytes of %d, %v", got.StatusCode, len(got.body), len(want), got.Header)
			}
			for spec, part := range map[string][]byte{"bytes=0-0": want[:1], "bytes=10-": want[10:], "bytes=-5": want[len(want)-5:], "bytes=3-7": want[3:8]} {
				ranged := s.get("v/1-1.m4s", "Range", spec)
				if ranged.StatusCode != http.StatusPartialContent || !bytes.Equal(ranged.body, part) {
					t.Errorf("%s: %d, %d bytes of %d", spec, ranged.StatusCode, len(ranged.body), len(part))
				}
			}
			if far := s.get("v/1-1.m4s", "Range", "bytes=99999999-"); far.StatusCode != http.StatusRequestedRangeNotSatisfiable {
				t.Errorf("beyond the end: %d", far.StatusCode)
			}
			if body := string(s.get("video.m3u8").body); !strings.Contains(body, "#EXT-X-ENDLIST") || !strings.Contains(body, "PLAYLIST-TYPE:VOD") {
				t.Errorf("not on demand: %s", body)
			}
			s.expect(http.StatusNotFound, "media_not_found", s.base+"v/1-1-0.m4s")
			s.expect(http.StatusNotFound, "media_not_found", s.base+"v/1-3.m4s")
			s.expect(http.StatusNotFound, "media_not_found", s.base+"v/2-1.m4s")
			s.expect(http.StatusNotFound, "media_not_found", s.base+"v/2.mp4")
		})
	}
}

func TestBlockingReload(t *testing.T) {
	s, e := onAir(t)
	desk, err := s.desk(t.Context(), s.stream.ID)
	if err != nil {
		t.Fatal(err)
	}
	next, parts := desk.index.Load().Next()
	answers := make(chan answer)
	for _, file := range []string{
		fmt.Sprintf("video.m3u8?_HLS_msn=%d&_HLS_part=%d&_HLS_skip=YES", next, parts),
		fmt.Sprintf("audio.m3u8?_HLS_msn=%d", next),
		fmt.Sprintf("v/1-%d-%d.m4s", next, parts), // the part that was announced
	} {
		go func() { answers <- s.get(file) }()
	}
	eventually(t, "three requests wait", func() bool { return s.Metrics.Waiting.Get() == 3 })
	e.mustPlay(4)
	for range 3 {
		got := <-answers
		if got.StatusCode != http.StatusOK {
			t.Errorf("%s: %d %s", got.Request.URL.RawQuery, got.StatusCode, got.body)
		}
		if caching := got.Header.Get("Cache-Control"); strings.Contains(got.Request.URL.Path, ".m3u8") && caching != "private, no-cache" {
			t.Errorf("%s: %s", got.Request.URL.RawQuery, caching)
		}
		text := string(got.body)
		if strings.Contains(got.Request.URL.RawQuery, "_HLS_part") && !strings.Contains(text, fmt.Sprintf("v/1-%d-%d.m4s", next, parts)) {
			t.Errorf("the part is missing:\n%s", text)
		}
		if got.Request.URL.RawQuery == fmt.Sprintf("_HLS_msn=%d", next) && !strings.Contains(text, fmt.Sprintf("\na/1-%d.m4s", next)) {
			t.Errorf("the segment is missing:\n%s", text)
		}
	}
}

func TestAPlayerThatWaitsHearsOfTheEnd(t *testing.T) {
	s, e := onAir(t)
	e.close()
	desk, err := s.desk(t.Context(), s.stream.ID)
	if err != nil {
		t.Fatal(err)
	}
	next, _ := desk.index.Load().Next()
	got := make(chan answer)
	go func() { got <- s.get(fmt.Sprintf("video.m3u8?_HLS_msn=%d", next)) }()
	eventually(t, "a request waits", func() bool { return s.Metrics.Waiting.Get() == 1 })
	s.now.Advance(2 * time.Minute)
	if _, err := s.FinishExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	if a := <-got; a.StatusCode != http.StatusOK || !strings.Contains(string(a.body), "#EXT-X-ENDLIST") {
		t.Errorf("%d:\n%s", a.StatusCode, a.body)
	}
}

// A recording under a veil is told as far as was watched, and nobody keeps what is told.
func TestARecordingUnderAVeil(t *testing.T) {
	s, e := onAir(t)
	e.close()
	s.now.Advance(2 * time.Minute)
	if _, err := s.FinishExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	play := s.PlaybackURL(Grant{ChannelID: s.stream.ChannelID, EventID: s.stream.EventID, UserID: 5, SessionID: 6}, Source{StreamID: s.stream.ID})
	if play.Veiled != s.base+"veiled.m3u8" {
		t.Errorf("at %s", play.Veiled)
	}
	whole := s.get("veiled.m3u8?from=2")
	video := fmt.Sprintf("video-veiled.m3u8?from=2&at=%d", s.now.Now().Unix())
	if whole.StatusCode != http.StatusOK || !strings.Contains(string(whole.body), video+"\n") || whole.Header.Get("Cache-Control") != "private, no-cache" {
		t.Errorf("%d, %v:\n%s", whole.StatusCode, whole.Header, whole.body)
	}
	for _, file := range []string{video, "audio-veiled.m3u8"} {
		if list := s.get(file); list.StatusCode != http.StatusOK || !strings.Contains(string(list.body), "#EXTINF") || !strings.Contains(string(list.body), "TYPE:EVENT") {
			t.Errorf("%d:\n%s", list.StatusCode, list.body)
		}
	}
	for _, query := range []string{
		"from=-1", "from=x", "from=", "from=1&from=2", "from=99999999999999999999", "from=1099511627776", "at=x", "at=-1", "at=1.5", "from=%zz",
	} {
		s.expect(http.StatusBadRequest, "validation_failed", s.base+"video-veiled.m3u8?"+query)
	}
	for _, query := range []string{"?at=0", "?at=1099511627776", "?x=1"} {
		s.expect(http.StatusOK, "", s.base+"video-veiled.m3u8"+query)
	}
	s.expect(http.StatusForbidden, "invalid_media_signature", "/media/x/e1/veiled.m3u8")
}

func TestNonsenseIsRefused(t *testing.T) {
	s, _ := onAir(t)
	for _, query := range []string{
		"_HLS_msn=99", "_HLS_msn=-1", "_HLS_msn=x", "_HLS_msn=", "_HLS_msn=1&_HLS_msn=2", "_HLS_part=1", "_HLS_msn=1&_HLS_part=x",
		"_HLS_msn=1&_HLS_part=-1", "_HLS_msn=99999999999999999999", "_HLS_skip=NO", "_HLS_skip=", "_HLS_msn=1&_HLS_skip=maybe", "_HLS_msn=1%zz",
	} {
		s.expect(http.StatusBadRequest, "validation_failed", s.base+"video.m3u8?"+query)
	}
	for _, query := range []string{"", "?x=1", "?_HLS_msn=1", "?_HLS_msn=2&_HLS_part=0", "?_HLS_skip=YES", "?_HLS_skip=v2", "?_HLS_msn=0&_HLS_part=99"} {
		s.expect(http.StatusOK, "", s.base+"video.m3u8"+query)
	}
}

func TestOnlyTheRightAddress(t *testing.T) {
	s, _ := onAir(t)
	good := Grant{ChannelID: s.stream.ChannelID, EventID: s.stream.EventID, UserID: 5, SessionID: 6, ExpiresAt: s.now.Now().Add(time.Hour)}
	at := func(change func(*Grant)) string {
		g := good
		change(&g)
		return strings.TrimSuffix(s.PlaybackURL(g, Source{StreamID: s.stream.ID}).Rewind, "index.m3u8")
	}
	files := []string{"index.m3u8", "video.m3u8", "v/1.mp4", "v/1-0.m4s", "a/1-2-0.m4s"}
	for _, file := range files {
		s.expect(http.StatusOK, "", at(func(*Grant) {})+file)
		s.expect(http.StatusForbidden, "media_signature_expired", at(func(g *Grant) { g.ExpiresAt = s.now.Now() })+file)
		s.expect(http.StatusForbidden, "invalid_media_signature", at(func(g *Grant) { g.EventID++ })+file)
		s.expect(http.StatusForbidden, "invalid_media_signature", at(func(g *Grant) { g.ChannelID++ })+file)
		token := strings.Split(s.base, "/")[2]
		s.expect(http.StatusForbidden, "invalid_media_signature", "/media/"+token[:len(token)-2]+"AA/e1/"+file)
		s.expect(http.StatusForbidden, "invalid_media_signature", "/media/x/e1/"+file)
		s.expect(http.StatusNotFound, "media_not_found", "/media/"+token+"/e999/"+file)
	}
	foreign := s.venue.stream()
	s.expect(http.StatusForbidden, "invalid_media_signature", strings.Replace(s.base, fmt.Sprintf("/e%d/", s.stream.ID), fmt.Sprintf("/e%d/", foreign.ID), 1)+"index.m3u8")
}

func TestPathsHaveOneSpelling(t *testing.T) {
	s, _ := onAir(t)
	token := strings.Split(s.base, "/")[2]
	root := "/media/" + token
	for _, path := range []string{
		root, root + "/", root + "/e1", root + "/e1/", root + "/e01/index.m3u8", root + "/e+1/index.m3u8", root + "/e-1/index.m3u8",
		root + "/1/index.m3u8", root + "/e1x/index.m3u8", root + "/e99999999999999999999/index.m3u8", root + "/e1/INDEX.m3u8",
		root + "/e1/index.m3u8/", root + "/e1/v/01-0.m4s", root + "/e1/v/1-0.m4s/", root + "/e1/v/1-0.mp4", root + "/e1/v", root + "/e1/x/1.mp4",
		root + "/e1/%69ndex.m3u8", root + "/e1/v%2F1-0.m4s", root + "/e%31/index.m3u8", root + "/e1/v/1-0.m4s%00", root + "/e1/v/1-0.m4s%20",
		root + "/e1/%2e%2e/e1/index.m3u8", root + "/e1/v/%2e%2e%2f%2e%2e%2fgrandstand.db", root + "/e1/v\\1-0.m4s", root + "/e1/v/..%5c1.mp4",
		root + "/e1/v/1-99999999999999999999.m4s", root + "/e1/v/-1-0.m4s",
	} {
		if got := s.ask(http.MethodGet, path); got.StatusCode != http.StatusNotFound && got.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %d", path, got.StatusCode)
		}
	}
	// Plain dots are cleaned away by the mux before anything is authorised.
	if got := s.ask(http.MethodGet, s.base+"v/../../../../etc/passwd"); got.StatusCode == http.StatusOK {
		t.Errorf("dots: %d", got.StatusCode)
	}
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch} {
		if got := s.ask(method, s.base+"index.m3u8"); got.StatusCode != http.StatusMethodNotAllowed || got.Header.Get("Allow") == "" {
			t.Errorf("%s: %d", method, got.StatusCode)
		}
	}
	if got := s.ask(http.MethodOptions, s.base+"index.m3u8", "Origin", "https://elsewhere.example"); got.StatusCode != http.StatusNoContent ||
		!strings.Contains(got.Header.Get("Access-Control-Allow-Headers"), "Range") {
		t.Errorf("preflight: %d %v", got.StatusCode, got.Header)
	}
}

// Signed addresses are judged by a clock that may be wrong: set back it keeps nobody in who lost access, and set forward
// it ends old addresses, not new ones.
func TestAddressesWhenTheClockJumps(t *testing.T) {
	s, _ := onAir(t)
	sign := func() string {
		g := Grant{ChannelID: s.stream.ChannelID, EventID: s.stream.EventID, UserID: 5, SessionID: 6, ExpiresAt: s.now.Now().Add(time.Hour)}
		return s.PlaybackURL(g, Source{StreamID: s.stream.ID}).Rewind
	}
	address := sign()
	s.expect(http.StatusOK, "", address)
	s.now.Advance(-2 * time.Hour)
	s.expect(http.StatusOK, "", address)
	s.access.deny(6)
	s.now.Advance(accessKept + time.Second)
	s.expect(http.StatusForbidden, "no_access", address)
	s.access.allow(6)
	s.now.Advance(-2 * time.Hour)
	s.now.Advance(refusalKept)
	s.expect(http.StatusOK, "", address)
	s.now.Advance(6 * time.Hour)
	s.expect(http.StatusForbidden, "media_signature_expired", address)
	s.expect(http.StatusOK, "", sign())
}

func TestLosingAccessStopsPlayback(t *testing.T) {
	s, _ := onAir(t)
	s.expect(http.StatusOK, "", s.base+"video.m3u8")
	asked := s.access.asked
	for range 50 {
		s.expect(http.StatusOK, "", s.base+"v/1-0.m4s")
	}
	if s.access.asked != asked {
		t.Errorf("access was asked for %d times in a moment", s.access.asked-asked)
	}
	s.access.deny(6)
	s.now.Advance(accessKept + time.Second)
	for _, file := range []string{"index.m3u8", "video.m3u8", "v/1-0.m4s", "v/1.mp4", "v/1-2-0.m4s"} {
		s.expect(http.StatusForbidden, "no_access", s.base+file)
	}
	s.access.allow(6)
	s.now.Advance(refusalKept)
	s.expect(http.StatusOK, "", s.base+"v/1-0.m4s")
	other := s.PlaybackURL(Grant{ChannelID: s.stream.ChannelID, EventID: s.stream.EventID, SessionID: 7}, Source{StreamID: s.stream.ID})
	s.expect(http.StatusOK, "", other.Live)
	s.access.fail = errors.New("the database is away")
	s.now.Advance(accessKept + time.Second)
	s.expect(http.StatusServiceUnavailable, "unavailable", other.Live)
}

func TestNothingToPlayYet(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	s := newScreen(t, v, v.stream())
	for _, file := range []string{"index.m3u8", "video.m3u8", "v/1.mp4", "v/1-0.m4s"} {
		s.expect(http.StatusNotFound, "media_not_found", s.base+file)
	}
}

func TestAddressesStayEqualForAWhile(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	s := v.stream()
	g := Grant{ChannelID: s.ChannelID, EventID: s.EventID, SessionID: 1}
	one := v.PlaybackURL(g, Source{StreamID: s.ID})
	v.now.Advance(4 * time.Second)
	if two := v.PlaybackURL(g, Source{StreamID: s.ID}); one != two {
		t.Errorf("%s became %s", one.Rewind, two.Rewind)
	}
	grant, err := v.Keys.Verify(strings.Split(one.Rewind, "/")[2], v.now.Now())
	if life := grant.ExpiresAt.Sub(v.now.Now()); err != nil || life < 6*time.Hour || life > 7*time.Hour {
		t.Errorf("lives %s, %v", life, err)
	}
}

func TestPublicMedia(t *testing.T) {
	for name, venueOf := range map[string]func(t *testing.T) *venue{
		"folder": func(t *testing.T) *venue { return newVenue(t, dbtest.SQLite(t)) },
		"s3":     func(t *testing.T) *venue { return newVenueWith(t, dbtest.SQLite(t), s3Store(t)) },
	} {
		t.Run(name, func(t *testing.T) {
			v := venueOf(t)
			s := newScreen(t, v, v.stream())
			for key, body := range map[string]string{
				"public/logos/a.png": "PNG", "public/logos/b.svg": "<svg/>", "public/note.html": "<script>", "secret.jpg": "secret",
				"streams/1-1/v-1-0.m4s": "paid",
			} {
				if err := v.Blob.WriteAll(t.Context(), key, []byte(body), ""); err != nil {
					t.Fatal(err)
				}
			}
			for path, kind := range map[string]string{"logos/a.png": "image/png", "logos/b.svg": "image/svg+xml"} {
				got := s.ask(http.MethodGet, PublicURL(path))
				if got.StatusCode != http.StatusOK || got.Header.Get("Content-Type") != kind || !strings.Contains(got.Header.Get("Cache-Control"), "immutable") ||
					got.Header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(got.Header.Get("Content-Security-Policy"), "sandbox") {
					t.Errorf("%s: %d %v", path, got.StatusCode, got.Header)
				}
			}
			if got := s.ask(http.MethodGet, PublicURL("logos/a.png"), "Range", "bytes=1-1"); got.StatusCode != http.StatusPartialContent || string(got.body) != "N" {
				t.Errorf("range: %d %q", got.StatusCode, got.body)
			}
			for _, key := range []string{
				"", "logos", "logos/", "logos/c.png", "note.html", "..%2fsecret.jpg", "%2e%2e/secret.jpg", ".png", "logos/.png", "logos//a.png",
				"logos/a.png/", "logos%2fa.png", "../secret.jpg", "../streams/1-1/v-1-0.m4s", "logos/a.png%00.jpg", "logos\\a.png", "logos/a.png.jpg",
			} {
				if got := s.ask(http.MethodGet, PublicURL(key)); got.StatusCode == http.StatusOK {
					t.Errorf("%q is served: %q", key, got.body)
				}
			}
		})
	}
}

func TestEveryAddressIsBelowMedia(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	f := v.taker(t, v.played(t))
	if err := v.Blob.WriteAll(t.Context(), "public/logos/a.png", []byte("PNG"), ""); err != nil {
		t.Fatal(err)
	}
	for what, address := range map[string]string{
		"a playlist": f.base + "index.m3u8", "a download": f.file.URL, "a public file": PublicURL("logos/a.png"),
	} {
		if got := f.ask(http.MethodGet, address); got.StatusCode != http.StatusOK || !strings.HasPrefix(address, "/media/") {
			t.Errorf("%s at %s: %d", what, address, got.StatusCode)
		}
	}
}

func TestAcceptsGzip(t *testing.T) {
	for accept, want := range map[string]bool{
		"": false, "gzip": true, "deflate, gzip": true, "gzip;q=1.0": true, "gzip; q=0.5": true, "gzip;q=0": false, "gzip;q=0.0": false,
		"br": false, "xgzip": false, "gzip;q=0.001": true,
	} {
		if got := acceptsGzip(accept); got != want {
			t.Errorf("%q: %t", accept, got)
		}
	}
}

// A picture of a game is served where the game may be watched, and kept by no cache that
// several places share.
func TestPicturesOfAGameFollowItsPlaces(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	v.access.closed = "FR"
	handler := v.Handler()
	handler.Locate = func(r *http.Request) string { return r.Header.Get("X-Test-Place") }
	for _, key := range []string{"stills/1/2/3-secret-640.jpg", "stills/1/2/3-640.jpg", "stills/cuts/1/2-secret.jpg", "north/poster.jpg"} {
		if err := v.Blob.WriteAll(t.Context(), publicPrefix+key, []byte("JPEG"), ""); err != nil {
			t.Fatal(err)
		}
	}
	for key, ofGame := range map[string]bool{
		"stills/1/2/3-secret-640.jpg": true, "stills/1/2/3-640.jpg": true, "stills/cuts/1/2-secret.jpg": true, "north/poster.jpg": false,
	} {
		for place, want := range map[string]bool{"": true, "CA": true, "FR": !ofGame} {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, PublicURL(key), nil)
			r.Header.Set("X-Test-Place", place)
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			if (w.Code == http.StatusOK) != want {
				t.Errorf("%s from %q: %d %s", key, place, w.Code, w.Body)
			}
			if shared := !strings.Contains(w.Header().Get("Cache-Control"), "private"); want && ofGame && shared {
				t.Errorf("%s is kept by caches: %v", key, w.Header())
			}
		}
	}
}

// A signed address may be handed on: who asks from where nobody may watch is refused,
// and those elsewhere are not.
func TestAnAddressHandedOnToAClosedPlaceIsRefused(t *testing.T) {
	s, _ := onAir(t)
	handler := s.Handler()
	handler.Locate = func(r *http.Request) string { return r.Header.Get("X-Test-Place") }
	s.access.closed = "FR"
	for _, file := range []string{"index.m3u8", "video.m3u8", "v/1-0.m4s"} {
		for place, want := range map[string]int{"": http.StatusOK, "CA": http.StatusOK, "FR": http.StatusForbidden} {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, s.base+file, nil)
			r.Header.Set("X-Test-Place", place)
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			if w.Code != want {
				t.Errorf("%s from %q: %d %s", file, place, w.Code, w.Body)
			}
		}
	}
}
