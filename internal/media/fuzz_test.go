package media

import (
	"errors"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/media/playlist"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// What opens anything was signed by us, in the one spelling in which we would sign it again.
func FuzzVerify(f *testing.F) {
	r := ring(f, secret)
	for _, g := range []Grant{
		{ChannelID: 1, EventID: 2, SessionID: 3},
		{ChannelID: 1, CutID: 2, UserID: 3, SessionID: 4},
		{ChannelID: 1, EventID: 2, Download: true},
		{ChannelID: 1, VODID: 2, Source: Source{FilmID: 3}},
	} {
		g.ExpiresAt = kickOff.Add(3600e9)
		f.Add(r.Sign(g))
		f.Add(ring(f, strings.ToUpper(secret)).Sign(g))
	}
	f.Add(strings.Repeat("A", maxToken))
	f.Fuzz(func(t *testing.T, token string) {
		g, err := r.Verify(token, kickOff)
		switch {
		case err == nil && (r.Sign(g) != token || !kickOff.Before(g.ExpiresAt)):
			t.Errorf("%q opens %+v", token, g)
		case err != nil && !errors.Is(err, errSignature) && !errors.Is(err, errExpired):
			t.Errorf("%q: %v", token, err)
		case err != nil && g != (Grant{}):
			t.Errorf("%q is refused and grants %+v", token, g)
		}
	})
}

// What is signed is read as it was written, or it is none: a kind reads no other kind's numbers.
func FuzzGrant(f *testing.F) {
	f.Add(byte(tokenEvent), []byte{1, 2, 3, 4, 5})
	f.Add(byte(tokenVOD), []byte{1, 2, 0, 3, 4, 5, 6})
	f.Add(byte(tokenDownload), []byte{1, 2, 0, 3, 4, 5})
	f.Add(byte(tokenCut), []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4, 5})
	f.Fuzz(func(t *testing.T, kind byte, payload []byte) {
		g, ok := readGrant(kind, payload)
		if !ok || kind < tokenEvent || kind > tokenDownload {
			return
		}
		if g.kind() != kind {
			t.Fatalf("kind %d, %x: %+v", kind, payload, g)
		}
		for _, v := range g.values() {
			if *v < 0 {
				t.Fatalf("kind %d, %x: %+v", kind, payload, g)
			}
		}
		r := ring(t, secret)
		if again, err := r.Verify(r.Sign(g), g.ExpiresAt.Add(-1e9)); err != nil || again != g {
			t.Fatalf("%+v is read again as %+v, %v", g, again, err)
		}
	})
}

// Delivery directives and how far a viewer is are refused, or within bounds; what is not ours is
// passed over.
func FuzzPlaylistQuery(f *testing.F) {
	for _, seed := range []string{
		"", "_HLS_msn=3&_HLS_part=1", "_HLS_part=1", "_HLS_msn=-1", "_HLS_msn=1099511627777", "_HLS_skip=YES", "_HLS_skip=v2&_HLS_skip=v2", "_HLS_msn=1;_HLS_part=2",
		"_HLS_msn=%31", "from=10&at=1700000000", "from=99999999", "at=1e3", "%zz", "utm=1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		r, err := readReload(query)
		switch {
		case err != nil && !errors.Is(err, errReload):
			t.Fatalf("%q: %v", query, err)
		case err == nil && (r.sequence < 0 || r.sequence > maxDirective || r.part < -1 || r.part > maxDirective || r.part >= 0 && !r.blocks):
			t.Fatalf("%q asks for %+v", query, r)
		case err == nil && !strings.Contains(query, "_HLS_") && r != (reload{part: -1}):
			t.Fatalf("%q asks for %+v", query, r)
		}
		watched, err := readWatched(query)
		if err != nil {
			if !errors.Is(err, errReload) {
				t.Fatalf("%q: %v", query, err)
			}
			return
		}
		if s := watched.From.Seconds(); s < 0 || s > maxWatched {
			t.Fatalf("%q is watched from %v", query, watched.From)
		}
		index := segment.NewIndex(segment.DefaultLimits())
		if page := playlist.Veil(index.Load(), playlist.VeiledVideo, watched, kickOff, playlist.Beside{}); page != nil {
			t.Fatalf("%q: a playlist of nothing: %s", query, page)
		}
	})
}

// The folders and files of addresses have one spelling each.
func FuzzFolders(f *testing.F) {
	for _, seed := range []string{"e1", "f22", "c333", "e0", "e01", "e-1", "x1", "e+1", "e9223372036854775808", "", "720/video.m3u8", "0720/a", "-1/x", "strip-0-60.jpg", "strip-00-1.jpg", "index.m3u8", "video-veiled.m3u8"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if s, ok := parseSource(text); ok && (s.String() != text || s.StreamID < 0 || s.FilmID < 0 || s.CutID < 0) {
			t.Errorf("%q is %+v", text, s)
		}
		if name, file, ok := playlist.ParseRung(text); ok && (name < 1 || (playlist.Rung{Name: name}).Address(file) != text) {
			t.Errorf("%q is the file %q of rung %d", text, file, name)
		}
		if k, ok := playlist.ParseFileName(text); ok && k.FileName() != text {
			t.Errorf("%q is %v", text, k)
		}
		if k, ok := playlist.ParseVeiled(text); ok && k.FileName() != text {
			t.Errorf("%q is %v", text, k)
		}
		if playlist.IsStrip(text) && (strings.ContainsAny(text, "/\\") || strings.Contains(text, "..")) {
			t.Errorf("%q is a strip", text)
		}
	})
}

// A film's name becomes a file's on every system, and browsers read that name out of the header.
func FuzzFileName(f *testing.F) {
	for _, seed := range []string{"Tide – Lynx", "a.mp4", "../../etc/passwd", "", "...", "\u202egnp.mp4", strings.Repeat("é", 200), "a\x00b\r\nSet-Cookie: x", `a"b\c`, "e\u0301.mp4 .mp4", "\xff", "100 % ; x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		name := FileName(text)
		bare := strings.TrimSuffix(name, nameEnd)
		if !utf8.ValidString(name) || bare == name || bare == "" || len(name) > maxBytes+len(nameEnd) || bare[0] == '.' || bare[0] == '-' ||
			strings.ContainsAny(name, `/\:*?"<>|`) || strings.ContainsFunc(name, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }) {
			t.Fatalf("%q is kept as %q", text, name)
		}
		header := disposition(name)
		kind, said, err := mime.ParseMediaType(header)
		if err != nil || kind != "attachment" || said["filename"] != name {
			t.Fatalf("%q is sent as %q, which is read as %q, %v", name, header, said["filename"], err)
		}
	})
}

// A journal that no version of ours wrote is refused; of one that can be read the playlists are
// written.
func FuzzFilmJournal(f *testing.F) {
	var n notebook
	n.runs = append(n.runs, segment.RunConfig{Number: 1, At: kickOff, SPS: unhex(spsHex), PPS: [][]byte{unhex(ppsHex)}, ASC: unhex("1190")})
	n.segments = append(n.segments, segment.Segment{Run: 1, Independent: true, Frames: 60, Pieces: [2]segment.Piece{
		segment.Video: {Duration: 180_000, Size: 1000}, segment.Audio: {Duration: 96_256, Size: 100},
	}})
	written, err := n.encode()
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{written, "{}", "", "null", `{"runs":[{"number":1}],"segments":[{"run":1}]}`, `{"segments":[{"run":7}]}`, strings.ReplaceAll(written, "180000", "-1")} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, journal string) {
		index, _, err := restoreFilm(journal)
		if err != nil {
			return
		}
		s := index.Load()
		if s.State != segment.Ended {
			t.Fatal("a film goes on")
		}
		for i, g := range s.Segments {
			if g.Sequence != int64(i) || s.Run(g.Run) == nil {
				t.Fatalf("segment %d is %d of run %d", i, g.Sequence, g.Run)
			}
		}
		var pages playlist.Cache
		for _, k := range []playlist.Kind{playlist.Rewind, playlist.Window, playlist.VideoRewind, playlist.AudioRewind, playlist.VideoRewindDelta, playlist.VideoWindow} {
			if page := pages.Page(s, k, playlist.Beside{}); len(s.Segments) > 0 && len(page.Body) == 0 {
				t.Fatalf("no playlist %v of %d segments", k, len(s.Segments))
			}
		}
	})
}

// Whatever is asked below /media/, what is not public and not signed is refused, whatever lies in
// the folder beside it, and never by a failure.
func FuzzMediaAddress(f *testing.F) {
	const private, public = "what nobody may read", "a picture of everybody's"
	v := newVenue(f, dbtest.SQLite(f))
	for key, content := range map[string]string{"films/1/secret.jpg": private, "secret.jpg": private, publicPrefix + "north/logo.png": public} {
		if err := v.Blob.WriteAll(f.Context(), key, []byte(content), "image/png"); err != nil {
			f.Fatal(err)
		}
	}
	stream := v.stream()
	token := v.Keys.Sign(Grant{ChannelID: v.channel, EventID: stream.EventID, SessionID: 1, ExpiresAt: kickOff.Add(3600e9)})
	for _, seed := range []string{
		"public/north/logo.png", "public/../secret.jpg", "public/%2e%2e/secret.jpg", "public/north/../../films/1/secret.jpg", "public//secret.jpg", "public/north", "public/.jpg",
		token + "/e1/index.m3u8", token + "/e1/../f1/secret.jpg", token + "/e1/v/1.mp4", "x/e1/index.m3u8", token + "/f1/captions-en.vtt", "", "//", token + "/e1/720/v/1-1.m4s",
	} {
		f.Add(seed, "")
		f.Add(seed, "_HLS_msn=1")
	}
	handler := v.Handler()
	f.Fuzz(func(t *testing.T, address, query string) {
		path, err := url.PathUnescape(address)
		if err != nil || strings.ContainsRune(path, 0) {
			path = address
		}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.URL.Path, r.URL.RawPath, r.URL.RawQuery = "/media/"+path, "/media/"+address, query
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code >= 500 || strings.Contains(w.Body.String(), private) {
			t.Fatalf("%q?%q: %d, %q", address, query, w.Code, w.Body)
		}
		if w.Code == http.StatusOK && (address != publicPrefix+"north/logo.png" || w.Body.String() != public) {
			t.Fatalf("%q?%q is served: %q", address, query, w.Body)
		}
	})
}
