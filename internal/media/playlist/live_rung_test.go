package playlist

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// smaller is a rung of a stream that has all of its segments but some, as far as it is
// decided.
func smaller(t *testing.T, s *segment.Snapshot, decided int, missing ...int) Rung {
	t.Helper()
	index := segment.NewRung()
	for i, g := range s.Segments[:decided] {
		if slices.Contains(missing, i) {
			continue
		}
		of := s.Run(g.Run)
		run, err := of.InSets(unhex(spsSmall), of.PPS)
		if err != nil {
			t.Fatal(err)
		}
		if !index.Add(s, run, g.Sequence, bytes.Repeat([]byte{1}, 40_000)) {
			t.Fatalf("segment %d is not added", i)
		}
	}
	index.Decide(s, int64(decided))
	return Rung{Name: 180, Snapshot: index.Load()}
}

func TestLiveRungGoldens(t *testing.T) {
	live := match(t).s
	ended := live
	ended.State, ended.Open = segment.Ended, nil
	lines := map[string]Rung{"rung-live": smaller(t, &live, 22, 3, 18), "rung-ended": smaller(t, &ended, 23, 3, 18)}
	for name, source := range map[string]segment.Snapshot{"rung-live": live, "rung-ended": ended} {
		r := lines[name]
		golden(t, name+"-index.m3u8", Multivariant(&source, Rewind, Beside{}, r))
		golden(t, name+"-live.m3u8", Multivariant(&source, Window, Beside{}, r))
		for _, k := range []Kind{VideoRewind, VideoRewindDelta, VideoWindow} {
			file := name + "-" + strings.TrimSuffix(k.FileName(), ".m3u8")
			if k == VideoRewindDelta {
				file += "-delta"
			}
			golden(t, file+".m3u8", Media(r.Snapshot, k))
		}
	}
	at, now := Watched{From: 10 * time.Second}, kickOff.Add(3*time.Hour)
	golden(t, "rung-veiled.m3u8", Veil(&ended, VeiledWhole, at, now, Beside{}, lines["rung-ended"]))
	golden(t, "rung-video-veiled.m3u8", Veil(lines["rung-ended"].Snapshot, VeiledVideo, at, now, Beside{}))
}

// Whoever changes sizes finds the same segments under the same numbers, at the same times.
func TestARungsListSaysWhatItsSourcesSays(t *testing.T) {
	source := match(t).s
	source.State, source.Open = segment.Ended, nil
	r := smaller(t, &source, len(source.Segments), 7)
	want := strings.Split(string(Media(&source, VideoRewind)), "\n")
	got := slices.DeleteFunc(strings.Split(string(Media(r.Snapshot, VideoRewind)), "\n"), func(line string) bool { return line == "#EXT-X-GAP" })
	if !slices.Equal(got, want) {
		t.Errorf("the rung says\n%s\nits source\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A list only grows, whatever is decided when: a segment that was told as a gap stays one.
func TestARungsListOnlyGrows(t *testing.T) {
	source := newStory(t)
	source.run(spsLarge, kickOff)
	index, told := segment.NewRung(), ""
	for i := range 40 {
		source.segment()
		if i == 20 {
			source.run(spsLarge, kickOff.Add(time.Hour))
			source.segment()
		}
		last := source.s.Segments[len(source.s.Segments)-1]
		run, err := source.s.Run(last.Run).InSets(unhex(spsSmall), source.s.Run(last.Run).PPS)
		if err != nil {
			t.Fatal(err)
		}
		if i%4 != 3 {
			index.Add(&source.s, run, last.Sequence, []byte{1})
		}
		if i > 3 {
			index.Add(&source.s, run, last.Sequence-3, []byte{2}) // too late where it is a gap
		}
		index.Decide(&source.s, last.Sequence-5)
		list := strings.TrimSpace(string(Media(index.Load(), VideoRewind)))
		list = list[strings.Index(list, "#EXT-X-MAP"):]
		if !strings.HasPrefix(list, told) {
			t.Fatalf("after %d segments the list is\n%s\nand was\n%s", i, list, told)
		}
		told = list
	}
}

func TestARungIsOfferedWhileThereIsEnoughOfIt(t *testing.T) {
	y := newStory(t)
	y.run(spsLarge, kickOff)
	y.segments(40)
	live := y.s
	ended := y.s
	ended.State = segment.Ended
	first := newStory(t)
	first.run(spsLarge, kickOff)
	first.segments(1)
	for name, tt := range map[string]struct {
		source  segment.Snapshot
		missing []int
		want    bool
	}{
		"whole":                       {live, nil, true},
		"begins with the stream":      {first.s, nil, true},
		"nothing yet":                 {first.s, []int{0}, false},
		"came late":                   {live, span(0, 30), true},
		"stopped":                     {live, span(30, 40), false},
		"stumbles":                    {live, []int{33, 36}, true},
		"is too slow":                 {live, []int{33, 35, 37}, false},
		"a recording with a hole":     {ended, span(10, 13), true},
		"a recording of the end":      {ended, span(0, 30), false},
		"a recording without the end": {ended, span(37, 40), true},
		"a recording of holes":        {ended, span(10, 15), false},
	} {
		r := smaller(t, &tt.source, len(tt.source.Segments), tt.missing...)
		list := string(Multivariant(&tt.source, Rewind, Beside{}, r))
		if got := strings.Contains(list, "180/video.m3u8"); got != tt.want {
			t.Errorf("%s: offered %t\n%s", name, got, list)
		}
		if plain := string(Multivariant(&tt.source, Rewind, Beside{})); !strings.HasPrefix(list, plain) {
			t.Errorf("%s: the stream itself is told otherwise:\n%s", name, list)
		}
	}
}

func span(from, to int) []int {
	var all []int
	for i := from; i < to; i++ {
		all = append(all, i)
	}
	return all
}

func TestBandwidthOfARungCountsWhatIsThere(t *testing.T) {
	source := match(t).s
	whole, holes := smaller(t, &source, 20), smaller(t, &source, 20, 4, 5, 6)
	for i, r := range []Rung{whole, holes} {
		peak, average := bandwidthWith(r.Snapshot, &source)
		if got, want := fmt.Sprint(peak, average), fmt.Sprint((40_000+32_000)*8/2, (40_000+32_000)*8/2); got != want {
			t.Errorf("%d: %s, want %s", i, got, want)
		}
	}
}
