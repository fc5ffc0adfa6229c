package media

import (
	"fmt"
	"math"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// iframeEntry is one entry of an I-frame playlist as a player reads it.
type iframeEntry struct {
	init, file     string
	length, offset int
	duration       float64
}

func readIFrames(t testing.TB, list string) []iframeEntry {
	t.Helper()
	var all []iframeEntry
	var next iframeEntry
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		tag, value, _ := strings.Cut(line, ":")
		var err error
		switch {
		case tag == "#EXT-X-MAP":
			next.init = strings.TrimSuffix(strings.TrimPrefix(value, `URI="`), `"`)
		case tag == "#EXTINF":
			next.duration, err = strconv.ParseFloat(strings.TrimSuffix(value, ","), 64)
		case tag == "#EXT-X-BYTERANGE":
			_, err = fmt.Sscanf(value, "%d@%d", &next.length, &next.offset)
		case !strings.HasPrefix(line, "#"):
			next.file = line
			all = append(all, next)
			next = iframeEntry{init: next.init}
		}
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return all
}

// picturesOf decodes the bytes of an entry behind its initialisation.
func (a *screen) picturesOf(folder string, e iframeEntry) []byte {
	a.t.Helper()
	part := a.get(folder+e.file, "Range", fmt.Sprintf("bytes=%d-%d", e.offset, e.offset+e.length-1))
	if part.StatusCode != http.StatusPartialContent || len(part.body) != e.length {
		a.t.Fatalf("%s: %d, %d bytes of %d", e.file, part.StatusCode, len(part.body), e.length)
	}
	path := filepath.Join(a.t.TempDir(), "picture.mp4")
	if err := os.WriteFile(path, append(a.get(folder+e.init).body, part.body...), 0o600); err != nil {
		a.t.Fatal(err)
	}
	out, err := exec.CommandContext(a.t.Context(), "ffmpeg", "-v", "quiet", "-nostdin", "-f", "mp4", "-i", path,
		"-fps_mode", "passthrough", "-pix_fmt", "gray", "-f", "rawvideo", "-").Output()
	if err != nil {
		a.t.Fatalf("%s at %d: %v", e.file, e.offset, err)
	}
	return out
}

var extinf = regexp.MustCompile(`#EXTINF:([0-9.]+)`)

// showsIFrames reads a size's I-frame playlist back, and returns the pictures that it shows, as raw gray. Each entry is
// one picture of so many pixels, and the list is as long as the whole.
func (a *screen) showsIFrames(folder string, width, height int) (shown [][]byte) {
	a.t.Helper()
	got := a.get(folder + "iframes.m3u8")
	list := string(got.body)
	if got.StatusCode != http.StatusOK || got.Header.Get("Content-Type") != "application/vnd.apple.mpegurl" || got.Header.Get("Cache-Control") != "private, no-cache" {
		a.t.Fatalf("%d, %v", got.StatusCode, got.Header)
	}
	if head := a.ask(http.MethodHead, a.base+folder+"iframes.m3u8"); head.StatusCode != http.StatusOK || head.Header.Get("Content-Length") != strconv.Itoa(len(list)) || len(head.body) != 0 {
		a.t.Errorf("HEAD: %d, %v", head.StatusCode, head.Header)
	}
	for _, tag := range []string{"#EXT-X-I-FRAMES-ONLY\n", "#EXT-X-PLAYLIST-TYPE:VOD\n", "#EXT-X-ENDLIST\n", "#EXT-X-MAP:"} {
		if !strings.Contains(list, tag) {
			a.t.Errorf("%q is not in\n%s", tag, list)
		}
	}
	var length, whole, peak float64
	for _, e := range readIFrames(a.t, list) {
		length += e.duration
		peak = max(peak, float64(e.length)*8/e.duration)
		picture := a.picturesOf(folder, e)
		if len(picture) != width*height {
			a.t.Errorf("%s at %d: %d bytes are not one picture of %d by %d", e.file, e.offset, len(picture), width, height)
		}
		shown = append(shown, picture)
	}
	for _, found := range extinf.FindAllStringSubmatch(string(a.get(folder+"video.m3u8").body), -1) {
		seconds, err := strconv.ParseFloat(found[1], 64)
		if err != nil {
			a.t.Fatal(err)
		}
		whole += seconds
	}
	if math.Abs(length-whole) > 0.001 {
		a.t.Errorf("%s: the key frames last %f s, all of it %f s", folder, length, whole)
	}
	index := string(a.get("index.m3u8").body)
	found := regexp.MustCompile(`#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=(\d+),AVERAGE-BANDWIDTH=\d+,CODECS="avc1\.\w+",RESOLUTION=\d+x\d+,URI="` + folder + `iframes.m3u8"`).FindStringSubmatch(index)
	if found == nil {
		a.t.Fatalf("not in the list:\n%s", index)
	}
	if rate, err := strconv.ParseFloat(found[1], 64); err != nil || math.Abs(rate-peak) > peak/1000 {
		a.t.Errorf("BANDWIDTH is %s, the peak %f", found[1], peak)
	}
	return shown
}

// Players wind through a finished game by its key frames alone.
func TestIFramesOfAGame(t *testing.T) {
	path := footage(t, 0, 300)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.recorded(path)
		a := newScreen(t, v, s)
		var numbers []int
		for _, picture := range a.showsIFrames("", codeWidth, codeHeight) {
			numbers = append(numbers, readNumbers(picture)...)
		}
		if !slices.Equal(numbers, []int{0, 50, 100, 150, 200, 250}) {
			t.Errorf("the pictures %v", numbers)
		}
		for _, file := range []string{"live.m3u8", "veiled.m3u8"} { // the veil hides how long it is
			if list := string(a.get(file).body); strings.Contains(list, "I-FRAME") {
				t.Errorf("%s:\n%s", file, list)
			}
		}
		if got := a.get("480/iframes.m3u8").StatusCode; got != http.StatusNotFound {
			t.Errorf("of a size that is not there: %d", got)
		}
	})
}

// The address of an I-frame playlist opens to those alone who may watch, and not to listeners.
func TestIFramesNeedAccess(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	s := v.recorded(footage(t, 0, 100))
	a := newScreen(t, v, s)
	a.expect(http.StatusOK, "", a.base+"iframes.m3u8")
	sound := a.soundOf(Grant{UserID: 5, SessionID: 6})
	a.expect(http.StatusForbidden, "invalid_media_signature", sound+"iframes.m3u8")
	foreign := v.PlaybackURL(Grant{ChannelID: s.ChannelID, EventID: s.EventID + 1, SessionID: 6}, Source{StreamID: s.ID})
	a.expect(http.StatusForbidden, "invalid_media_signature", foreign.Base+"iframes.m3u8")
	if !isPlayback("iframes.m3u8") || !isPlayback("360/iframes.m3u8") {
		t.Error("an I-frame playlist does not count as playback")
	}
	v.access.deny(6)
	v.now.Advance(accessKept + time.Second)
	a.expect(http.StatusForbidden, "no_access", a.base+"iframes.m3u8")
	v.now.Advance(48 * time.Hour)
	a.expect(http.StatusForbidden, "media_signature_expired", a.base+"iframes.m3u8")
}

// A live game has none, as players ask for the list only once, and a recording that cannot be read plays as before.
func TestWithoutIFrames(t *testing.T) {
	s, _ := onAir(t)
	s.expect(http.StatusNotFound, "media_not_found", s.base+"iframes.m3u8")
	if list := string(s.get("index.m3u8").body); strings.Contains(list, "I-FRAME") {
		t.Errorf("live:\n%s", list)
	}
	v := newVenue(t, dbtest.SQLite(t))
	recorded := v.recorded(footage(t, 0, 100))
	if err := v.Blob.Delete(t.Context(), streamFolder(recorded.ChannelID, recorded.ID)+"/v-1-0.m4s"); err != nil {
		t.Fatal(err)
	}
	a := newScreen(t, v, recorded)
	a.expect(http.StatusNotFound, "media_not_found", a.base+"iframes.m3u8")
	if list := string(a.get("index.m3u8").body); !strings.Contains(list, "\nvideo.m3u8\n") || strings.Contains(list, "I-FRAME") {
		t.Errorf("damaged:\n%s", list)
	}
}
