package playlist

import (
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/media/segment"
)

func TestStretchGoldens(t *testing.T) {
	s := match(t).s
	from := s.Segments[1].Pieces[segment.Video].Start + segment.Ticks
	first := s.FirstOf(from)
	end := s.Segments[len(s.Segments)-1].Pieces[segment.Video].End()
	for name, to := range map[string]int64{"stretch-growing": end + 1, "stretch-whole": end} {
		stretch := s.Stretch(first, to)
		if stretch.Whole != (to == end) {
			t.Errorf("%s is %+v", name, stretch)
		}
		golden(t, name+"-video.m3u8", StretchMedia(&s, segment.Video, stretch, time.Second))
		golden(t, name+"-audio.m3u8", StretchMedia(&s, segment.Audio, stretch, time.Second))
	}
	golden(t, "stretch.m3u8", StretchWhole(&s, Beside{}))
	for name, want := range map[string]bool{"video.m3u8": true, "audio.m3u8": true, "index.m3u8": false, "video-live.m3u8": false, "": false} {
		if _, ok := ParseStretch(name); ok != want {
			t.Errorf("%q is read: %t", name, ok)
		}
	}
}

// Whatever moments are asked for, a stretch begins where decoding can, at or before its
// beginning, and lists nothing that starts after its end.
func TestStretchesReachAroundWhatIsAskedFor(t *testing.T) {
	s := recorded(t, 100)
	length := s.Segments[99].Pieces[segment.Video].End()
	for from := int64(0); from < length; from += segment.Ticks * 7 / 3 {
		for _, long := range []int64{1, segment.Ticks, 5 * segment.Ticks, length} {
			stretch := s.Stretch(s.FirstOf(from), from+long)
			first, last := s.Segments[stretch.First], s.Segments[stretch.End-1]
			if first.Pieces[segment.Video].Start > from || first.Pieces[segment.Video].End() <= from || !stretch.Whole {
				t.Fatalf("from %d: %+v", from, stretch)
			}
			if last.Pieces[segment.Video].Start >= max(from+long, first.Pieces[segment.Video].End()) || last.Pieces[segment.Video].End() < min(from+long, length) {
				t.Fatalf("from %d for %d: %+v", from, long, stretch)
			}
			body := string(StretchMedia(s, segment.Video, stretch, 0))
			if got := int64(strings.Count(body, "#EXTINF")); got != stretch.End-stretch.First || strings.Contains(body, "#EXT-X-DISCONTINUITY\n") != (stretch.First < 50 && stretch.End > 50) {
				t.Fatalf("from %d for %d:\n%s", from, long, body)
			}
		}
	}
	if body := StretchMedia(s, segment.Video, s.Stretch(200, length), 0); len(body) != 0 {
		t.Errorf("of nothing there is %q", body)
	}
}
