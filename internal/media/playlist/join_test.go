package playlist

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// depend has the last segments not begin with a key frame.
func (y *story) depend(n int) {
	for i := range n {
		y.s.Segments[len(y.s.Segments)-1-i].Independent = false
	}
	y.s.Dependent = true
}

var startTag = regexp.MustCompile(`#EXT-X-START:TIME-OFFSET=([0-9.]+),PRECISE=YES`)

// Who joins a live stream of open groups of pictures begins where there is a picture.
func TestLateJoinersBeginAtAKeyFrame(t *testing.T) {
	y := newStory(t)
	y.run(spsLarge, kickOff)
	y.segments(20) // of two seconds; the target is 4 s
	if list := string(Media(&y.s, VideoRewind)); startTag.MatchString(list) {
		t.Errorf("all segments begin with a key frame:\n%s", list)
	}
	y.segments(15)
	y.depend(15) // the newest with a key frame is number 19
	began := y.s.Segments[19].Pieces[segment.Video].Start
	for _, k := range []Kind{VideoRewind, AudioRewind, VideoRewindDelta, VideoWindow, AudioWindow} {
		list := string(Media(&y.s, k))
		var first int64
		if _, err := fmt.Sscanf(list[strings.Index(list, "#EXT-X-MEDIA-SEQUENCE:"):], "#EXT-X-MEDIA-SEQUENCE:%d", &first); err != nil {
			t.Fatal(err)
		}
		found := startTag.FindStringSubmatch(list)
		want := fmt.Sprintf("%.5f", float64(began-y.s.Segments[first].Pieces[segment.Video].Start)/segment.Ticks)
		if found == nil || found[1] != want || first > 19 {
			t.Errorf("%s begins at %v of %d, not at %s", k.FileName(), found, first, want)
		}
	}
	y.segments(7) // well again for as long as players look back
	if list := string(Media(&y.s, VideoRewind)); startTag.MatchString(list) {
		t.Errorf("it is well again:\n%s", list)
	}
	y.segments(1)
	y.depend(1)
	y.s.State = segment.Ended
	if list := string(Media(&y.s, VideoRewind)); startTag.MatchString(list) {
		t.Errorf("a recording begins at its beginning:\n%s", list)
	}
}
