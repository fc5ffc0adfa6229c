package playlist

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/media/progressive"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// firstFrames are key frames at the beginning of every segment that there is, of rising sizes.
func firstFrames(s *segment.Snapshot) []progressive.KeyFrame {
	var all []progressive.KeyFrame
	for i, g := range s.Segments {
		if !g.Gap {
			all = append(all, progressive.KeyFrame{Segment: i, Start: g.Pieces[segment.Video].Start, Offset: 8, Length: int64(10_000 + 1_000*i)})
		}
	}
	return all
}

func TestIFrameGoldens(t *testing.T) {
	s := match(t).s
	s.State, s.Open = segment.Ended, nil
	frames := firstFrames(&s)
	half := frames[1]
	half.Start, half.Offset = half.Start+segment.Ticks, 60_000 // a second one in its segment
	list := NewIFrames(&s, slices.Insert(frames, 2, half))
	golden(t, "iframes.m3u8", list.Page.Body)
	golden(t, "ended-index-iframes.m3u8", WithIFrames(Multivariant(&s, Rewind, Beside{}), []IFrameSize{{Rung{Snapshot: &s}, list}}))
	if NewIFrames(&s, nil) != nil {
		t.Error("a list of nothing")
	}
}

// A list with gaps, or whose first picture is late, is as long as the segments are.
func TestIFramesKeepTime(t *testing.T) {
	whole := match(t).s
	whole.State, whole.Open = segment.Ended, nil
	for name, change := range map[string]func(*segment.Snapshot, []progressive.KeyFrame) []progressive.KeyFrame{
		"a gap first": func(s *segment.Snapshot, _ []progressive.KeyFrame) []progressive.KeyFrame {
			s.Segments[0].Gap = true
			return firstFrames(s)
		},
		"a gap later": func(s *segment.Snapshot, _ []progressive.KeyFrame) []progressive.KeyFrame {
			s.Segments[2].Gap = true
			return firstFrames(s)
		},
		"no key frame at first": func(_ *segment.Snapshot, f []progressive.KeyFrame) []progressive.KeyFrame { return f[1:] },
		"a late key frame": func(_ *segment.Snapshot, f []progressive.KeyFrame) []progressive.KeyFrame {
			f[0].Start += 1000
			return f
		},
		"a segment without in it": func(_ *segment.Snapshot, f []progressive.KeyFrame) []progressive.KeyFrame {
			return slices.Delete(f, 1, 2)
		},
		"nothing but the last one": func(_ *segment.Snapshot, f []progressive.KeyFrame) []progressive.KeyFrame { return f[len(f)-1:] },
	} {
		s := whole
		s.Segments = slices.Clone(whole.Segments)
		frames := change(&s, firstFrames(&s))
		list := string(NewIFrames(&s, frames).Page.Body)
		if n := strings.Count(list, "#EXT-X-BYTERANGE"); n != len(frames) {
			t.Errorf("%s: %d pictures of %d", name, n, len(frames))
		}
		if got, want := lengthOf(t, list), s.Duration().Seconds(); math.Abs(got-want) > 0.001 {
			t.Errorf("%s: %f s of %f:\n%s", name, got, want, list)
		}
	}
}

// lengthOf adds up the durations of a list, in seconds.
func lengthOf(t *testing.T, list string) (length float64) {
	t.Helper()
	for line := range strings.Lines(list) {
		if value, ok := strings.CutPrefix(line, "#EXTINF:"); ok {
			seconds, err := strconv.ParseFloat(strings.TrimSuffix(value, ",\n"), 64)
			if err != nil {
				t.Fatal(err)
			}
			length += seconds
		}
	}
	return length
}

// The peak is measured over half a target duration at least: a picture that is shown for a moment says nothing.
func TestIFrameBandwidth(t *testing.T) {
	at := func(seconds float64, length int64) iframe {
		return iframe{progressive.KeyFrame{Length: length}, int64(seconds * segment.Ticks)}
	}
	for name, test := range map[string]struct {
		entries       []iframe
		peak, average int64
	}{
		"steady":        {[]iframe{at(2, 1000), at(2, 3000), at(2, 2000)}, 12_000, 8_000},
		"a short last":  {[]iframe{at(2, 1000), at(2, 3000), at(0.04, 2000)}, 19_607, 11_881},
		"nothing else":  {[]iframe{at(2, 1000)}, 4_000, 4_000},
		"often, at 0.5": {[]iframe{at(0.5, 1000), at(0.5, 1000), at(2, 1000)}, 16_000, 8_000},
	} {
		if peak, average := iframeBandwidth(test.entries, 2*segment.Ticks); peak != test.peak || average != test.average {
			t.Errorf("%s: %d and %d", name, peak, average)
		}
	}
}
