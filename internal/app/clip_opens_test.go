package app

import (
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/api"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media"
)

var listedSegment = regexp.MustCompile(`#EXTINF:([0-9.]+),[^\n]*\n(v/\S+)`)

// fetch requests a path of signed media.
func (h *arena) fetch(address string) *httptest.ResponseRecorder {
	h.t.Helper()
	answer := httptest.NewRecorder()
	h.Media.Handler().ServeHTTP(answer, httptest.NewRequestWithContext(h.t.Context(), http.MethodGet, address, http.NoBody))
	return answer
}

// One clip shows whole segments until it is made. Many short ones across the boundaries of segments
// must not show more of a game than its bound allows.
func TestShortClipsOpenNoMoreSegmentsThanTheBoundAllows(t *testing.T) {
	eachArena(t, func(t *testing.T, h *arena) {
		const length, most = 60 * time.Second, 20 * time.Second
		fan := h.clipper(0)
		h.event = h.record("testsrc2=size=64x36:rate=25:duration=60", 100) // segments of 4 s
		h.set(`{"clip_cover_s": 20}`)
		opened := map[string]time.Duration{}
		made := 0
		for from := 3500 * time.Millisecond; from+time.Second < length; from += 2 * time.Second {
			one, err := h.Clips.Create(t.Context(), fan, clip.Draft{EventID: h.event, Name: "Goal", Tags: []string{"goal"}, Start: from, Duration: time.Second})
			if fault.CodeOf(err) == "clip_cover_reached" {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			made++
			h.addOpened(opened, one)
		}
		sum := time.Duration(0)
		for _, d := range opened {
			sum += d
		}
		if made == 0 || sum > most {
			t.Errorf("%d clips open %v of %v, the bound is %v", made, sum, length, most)
		}
	})
}

// A player that began with the stream's segments plays the longest clip to its end.
func TestTheStreamsSegmentsOfAClipLastLongerThanTheLongestClip(t *testing.T) {
	if media.StretchLasts < 2*clip.MaxDuration {
		t.Errorf("%v for clips of %v", media.StretchLasts, clip.MaxDuration)
	}
}

// addOpened fetches all segments of the playlist of a clip and adds their lengths.
func (h *arena) addOpened(opened map[string]time.Duration, of *clip.Clip) {
	h.t.Helper()
	viewer := api.MediaViewer{ChannelID: h.channel}
	_, visitor, err := h.Accounts.OpenSession(h.t.Context(), h.channel)
	if err != nil {
		h.t.Fatal(err)
	}
	viewer.SessionID = visitor.ID
	base := path.Dir(clipMedia{h.Media}.SignCut(of.Cut, viewer)) + "/now/"
	list := h.fetch(base + "video.m3u8").Body.String()
	for _, found := range listedSegment.FindAllStringSubmatch(list, -1) {
		seconds, err := strconv.ParseFloat(found[1], 64)
		if err != nil {
			h.t.Fatal(err)
		}
		if got := h.fetch(base + found[2]); got.Code != http.StatusOK {
			h.t.Errorf("%s: %d", found[2], got.Code)
		}
		opened[found[2]] = time.Duration(seconds * float64(time.Second))
	}
	if !strings.Contains(list, "#EXT-X-ENDLIST") {
		h.t.Errorf("no whole playlist: %q", list)
	}
}
