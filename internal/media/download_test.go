package media

import (
	"bytes"
	"crypto/sha256"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// taker has the address of an event's download.
type taker struct {
	*screen
	file Download
}

// taker signs the download of a stream that has ended.
func (v *venue) taker(t *testing.T, s Stream) *taker {
	t.Helper()
	file, err := v.SignDownload(t.Context(), Grant{ChannelID: s.ChannelID, EventID: s.EventID, UserID: 5, SessionID: 6}, Source{StreamID: s.ID}, "Les Élans at Home 2026-11-21")
	if err != nil {
		t.Fatal(err)
	}
	return &taker{newScreen(t, v, s), file}
}

// played is a recording of two sessions, of a synthetic encoder.
func (v *venue) played(t *testing.T) Stream {
	t.Helper()
	s := v.stream()
	for range 2 {
		e := v.mustPublish(s)
		e.mustPlay(5)
		e.close()
	}
	v.finish(t)
	return s
}

func (v *venue) finish(t testing.TB) {
	t.Helper()
	v.now.Advance(time.Hour)
	if n, err := v.FinishExpired(t.Context()); n != 1 || err != nil {
		t.Fatalf("ended %d, %v", n, err)
	}
}

// A recording whose encoder came back, as it was and with other settings, is one file: all
// its pictures, in their order, and nothing for a player to complain about.
func TestARecordingInOneFile(t *testing.T) {
	t.Parallel()

	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		stream := v.stream()
		for i, settings := range [][]string{{"-bf", "0"}, {"-bf", "0"}, {"-bf", "2"}} {
			e := v.mustPublish(stream)
			if err := feed(t.Context(), e.Sink.(*session).segmenter, Recording{Path: footage(t, 120*i, 120, settings...)}); err != nil {
				t.Fatal(err)
			}
			e.close()
		}
		v.finish(t)
		s := v.taker(t, stream)
		got := s.ask(http.MethodGet, s.file.URL)
		if got.StatusCode != http.StatusOK || int64(len(got.body)) != s.file.Size || got.ContentLength != s.file.Size {
			t.Fatalf("%d, %d bytes of %d", got.StatusCode, len(got.body), s.file.Size)
		}
		for name, want := range map[string]string{
			"Content-Type": "video/mp4", "Accept-Ranges": "bytes", "X-Content-Type-Options": "nosniff",
			"Content-Disposition": `attachment; filename="Les Elans at Home 2026-11-21.mp4"; filename*=UTF-8''Les%20%C3%89lans%20at%20Home%202026-11-21.mp4`,
		} {
			if got.Header.Get(name) != want {
				t.Errorf("%s: %q", name, got.Header.Get(name))
			}
		}
		numbers := s.numbers(s.file.URL)
		if len(numbers) != 360 {
			t.Errorf("%d pictures of 360", len(numbers))
		}
		for i, n := range numbers {
			if n != i {
				t.Fatalf("picture %d is number %d", i, n)
			}
		}
		for _, said := range []string{
			s.complaints("ffprobe", "-count_packets", s.server.URL+s.file.URL),
			s.complaints("ffmpeg", "-nostdin", "-xerror", "-i", s.server.URL+s.file.URL, "-f", "null", "-"),
			s.complaints("ffmpeg", "-nostdin", "-i", s.server.URL+s.file.URL, "-c", "copy", "-f", "null", "-"),
		} {
			if said != "" {
				t.Error(said)
			}
		}
		s.resumes(got)
		if sent := v.Metrics.Downloaded.Get(); sent < uint64(s.file.Size) {
			t.Errorf("%d bytes are counted", sent)
		}
	})
}

// complaints runs a program of ffmpeg's.
func (s *taker) complaints(program string, args ...string) string {
	s.t.Helper()
	var said bytes.Buffer
	cmd := exec.CommandContext(s.t.Context(), program, append([]string{"-v", "warning"}, args...)...)
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		s.t.Errorf("%s: %v", program, err)
	}
	return said.String()
}

// resumes checks that a file that was broken off is the same when the rest has come.
func (s *taker) resumes(whole answer) {
	s.t.Helper()
	tag := whole.Header.Get("Etag")
	for _, at := range []int{1, 700, len(whole.body) / 3, len(whole.body) - 1} {
		rest := s.ask(http.MethodGet, s.file.URL, "Range", "bytes="+strconv.Itoa(at)+"-", "If-Range", tag)
		if rest.StatusCode != http.StatusPartialContent || rest.Header.Get("Etag") != tag {
			s.t.Errorf("from %d: %d, tag %q", at, rest.StatusCode, rest.Header.Get("Etag"))
		}
		if sha256.Sum256(append(whole.body[:at:at], rest.body...)) != sha256.Sum256(whole.body) {
			s.t.Errorf("from %d: another file", at)
		}
	}
	other := s.ask(http.MethodGet, s.file.URL, "Range", "bytes=10-", "If-Range", `"another"`)
	if other.StatusCode != http.StatusOK || len(other.body) != len(whole.body) {
		s.t.Errorf("the rest of another file: %d, %d bytes", other.StatusCode, len(other.body))
	}
}

// From a folder and from S3, where every byte is asked for over the network.
func TestADownloadComesFromAnyStore(t *testing.T) {
	for name, venueOf := range map[string]func(t *testing.T) *venue{
		"folder": func(t *testing.T) *venue { return newVenue(t, dbtest.SQLite(t)) },
		"s3":     func(t *testing.T) *venue { return newVenueWith(t, dbtest.SQLite(t), s3Store(t)) },
	} {
		t.Run(name, func(t *testing.T) {
			v := venueOf(t)
			s := v.taker(t, v.played(t))
			whole := s.ask(http.MethodGet, s.file.URL)
			if int64(len(whole.body)) != s.file.Size {
				t.Fatalf("%d bytes of %d", len(whole.body), s.file.Size)
			}
			d, err := s.desk(t.Context(), s.stream.ID)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range []segment.Rendition{segment.Video, segment.Audio} {
				g := d.index.Load().Segments[1]
				stored, err := v.Blob.ReadAll(t.Context(), segment.SegmentName(r, g.Run, g.Sequence).Key(d.folder))
				if err != nil {
					t.Fatal(err)
				}
				if samples := stored[len(stored)-32:]; !bytes.Contains(whole.body, samples) {
					t.Errorf("the last samples of %s are not in the file", r)
				}
			}
			s.resumes(whole)
		})
	}
}

func TestRequestsForADownload(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	s := v.taker(t, v.played(t))
	size := strconv.FormatInt(s.file.Size, 10)
	if head := s.ask(http.MethodHead, s.file.URL); head.StatusCode != http.StatusOK || head.ContentLength != s.file.Size || len(head.body) != 0 {
		t.Errorf("HEAD: %d, %d bytes said", head.StatusCode, head.ContentLength)
	}
	tag := s.ask(http.MethodHead, s.file.URL).Header.Get("Etag")
	for _, c := range []struct {
		header, value string
		status        int
		said          string // Content-Range
	}{
		{"Range", "bytes=0-0", http.StatusPartialContent, "bytes 0-0/" + size},
		{"Range", "bytes=-1", http.StatusPartialContent, "bytes " + strconv.FormatInt(s.file.Size-1, 10) + "-" + strconv.FormatInt(s.file.Size-1, 10) + "/" + size},
		{"Range", "bytes=" + size + "-", http.StatusRequestedRangeNotSatisfiable, "bytes */" + size},
		{"Range", "bytes=9-3", http.StatusRequestedRangeNotSatisfiable, ""},
		{"Range", "bytes=99999999999999999999-", http.StatusRequestedRangeNotSatisfiable, ""},
		{"If-None-Match", tag, http.StatusNotModified, ""},
		{"If-Match", `"another"`, http.StatusPreconditionFailed, ""},
	} {
		got := s.ask(http.MethodGet, s.file.URL, c.header, c.value)
		if got.StatusCode != c.status || got.Header.Get("Content-Range") != c.said {
			t.Errorf("%s %s: %d, %q", c.header, c.value, got.StatusCode, got.Header.Get("Content-Range"))
		}
	}
	several := s.ask(http.MethodGet, s.file.URL, "Range", "bytes=0-3,10-12")
	if several.StatusCode != http.StatusPartialContent || !strings.HasPrefix(several.Header.Get("Content-Type"), "multipart/byteranges") {
		t.Errorf("several ranges: %d %s", several.StatusCode, several.Header.Get("Content-Type"))
	}
}

// An address of a download opens that file and nothing else, and no other address opens it.
func TestADownloadOpensOnlyByItsOwnSignature(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	stream := v.played(t)
	s := v.taker(t, stream)
	path, _, _ := strings.Cut(s.file.URL, "?")
	folder := strings.TrimSuffix(path, "event.mp4")
	other := v.stream()
	for _, file := range []string{"index.m3u8", "video.m3u8", "v/1-0.m4s", "v/1.mp4", "clip.mp4", "film.mp4", "event.MP4", "", "event.mp4/"} {
		s.expect(http.StatusNotFound, "media_not_found", folder+file)
	}
	s.expect(http.StatusNotFound, "media_not_found", s.base+"event.mp4")
	s.expect(http.StatusForbidden, "invalid_media_signature", strings.Replace(path, "/"+Source{StreamID: stream.ID}.String()+"/", "/"+Source{StreamID: other.ID}.String()+"/", 1))
	s.expect(http.StatusForbidden, "invalid_media_signature", "/media/A"+strings.TrimPrefix(path, "/media/"))
	away := v.addChannel("south")
	for name, g := range map[string]Grant{
		"another channel's": {ChannelID: away, EventID: stream.EventID, SessionID: 6},
		"another event's":   {ChannelID: v.channel, EventID: other.EventID, SessionID: 6},
		"the library's":     {ChannelID: v.channel, VODID: 4, SessionID: 6},
	} {
		if _, err := v.SignDownload(t.Context(), g, Source{StreamID: stream.ID}, "x"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%s: %v", name, err)
		}
	}
	s.expect(http.StatusOK, "", path)
	v.now.Advance(8 * time.Hour)
	s.expect(http.StatusForbidden, "media_signature_expired", path)
}

func TestOnlyWhatIsCompleteIsDownloaded(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		stream := v.stream()
		sign := func() error {
			_, err := v.SignDownload(t.Context(), Grant{ChannelID: v.channel, EventID: stream.EventID, SessionID: 6}, Source{StreamID: stream.ID}, "x")
			return err
		}
		if err := sign(); fault.CodeOf(err) != codeNotReady {
			t.Errorf("before the game: %v", err)
		}
		e := v.mustPublish(stream)
		e.mustPlay(5)
		eventually(t, "the stream is live", func() bool { return v.state(stream) == Live })
		if err := sign(); fault.CodeOf(err) != codeNotReady {
			t.Errorf("during the game: %v", err)
		}
		e.close()
		v.finish(t)
		if err := sign(); err != nil {
			t.Errorf("after the game: %v", err)
		}
		s := v.taker(t, stream)
		before := s.ask(http.MethodGet, s.file.URL)
		again := v.mustPublish(stream)
		again.mustPlay(5)
		eventually(t, "it goes on", func() bool { return v.state(stream) == Live })
		if got := s.ask(http.MethodGet, s.file.URL); got.StatusCode != http.StatusNotFound {
			t.Errorf("while it goes on: %d", got.StatusCode)
		}
		again.close()
		v.finish(t)
		after := s.ask(http.MethodGet, s.file.URL, "Range", "bytes=100-", "If-Range", before.Header.Get("Etag"))
		if after.StatusCode != http.StatusOK || len(after.body) <= len(before.body) {
			t.Errorf("the rest of what has grown: %d, %d bytes", after.StatusCode, len(after.body))
		}
	})
}

// slow is a connection on which time passes while it is written to.
type slow struct {
	*httptest.ResponseRecorder
	sent func()
}

func (s slow) Write(p []byte) (int, error) {
	s.sent()
	return s.ResponseRecorder.Write(p)
}

// A download ends within the doorman's time once its holder has no access, and only then.
func TestADownloadEndsWithTheAccess(t *testing.T) {
	for _, revoked := range []bool{true, false} {
		v := newVenue(t, dbtest.SQLite(t))
		s := v.taker(t, v.played(t))
		writes := 0
		w := slow{httptest.NewRecorder(), func() {
			if writes++; writes == 3 {
				if revoked {
					v.access.deny(6)
				}
				v.now.Advance(accessKept)
			}
		}}
		v.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, s.file.URL, nil))
		if all := int64(w.Body.Len()) == s.file.Size; all == revoked {
			t.Errorf("revoked %t: %d bytes of %d were sent", revoked, w.Body.Len(), s.file.Size)
		}
	}
}

// Who goes away leaves nothing open behind.
func TestAClientThatLeavesFreesEverything(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	s := v.taker(t, v.played(t))
	response, err := http.Get(s.server.URL + s.file.URL)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.CopyN(io.Discard, response.Body, 100); err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	eventually(t, "nothing is being sent", func() bool { return v.Metrics.Downloads.Get() == 0 })
}

func TestFileNames(t *testing.T) {
	for given, want := range map[string]string{
		"Away at Home 2026-11-22":        "Away at Home 2026-11-22.mp4",
		"already.mp4":                    "already.mp4",
		"../../etc/passwd":               "etc-passwd.mp4",
		"a/b\\c:d*e?f\"g<h>i|j":          "a-b-c-d-e-f-g-h-i-j.mp4",
		"line\r\nSet-Cookie: x":          "line Set-Cookie- x.mp4",
		" . ":                            "video.mp4",
		"":                               "video.mp4",
		"evil.exe":                       "evil.exe.mp4",
		"turned\u202e4pm.exe":            "turned 4pm.exe.mp4",
		"torn\xff":                       "torn.mp4",
		strings.Repeat("é", 300):         strings.Repeat("é", 90) + ".mp4",
		"Brûleurs de loups – Les Aigles": "Brûleurs de loups – Les Aigles.mp4",
		"\u0065\u0301galité":             "égalité.mp4",
	} {
		if got := FileName(given); got != want {
			t.Errorf("%q: %q, want %q", given, got, want)
		}
	}
	for name, want := range map[string]string{
		"plain.mp4":   `attachment; filename="plain.mp4"`,
		"50% off.mp4": `attachment; filename="50_ off.mp4"; filename*=UTF-8''50%25%20off.mp4`,
		"été – 1.mp4": `attachment; filename="ete _ 1.mp4"; filename*=UTF-8''%C3%A9t%C3%A9%20%E2%80%93%201.mp4`,
	} {
		if got := disposition(name); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
