package media

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// recorded imports footage as the recording of an event.
func (v *venue) recorded(path string) Stream {
	v.t.Helper()
	stream, err := v.ImportRecording(v.t.Context(), v.by, v.channel, v.addEvent(v.channel), Recording{Path: path, StartedAt: kickOff})
	if err != nil {
		v.t.Fatal(err)
	}
	return stream
}

// frames is how long so many pictures of footage are.
func frames(n int) time.Duration { return time.Duration(n) * time.Second / codeRate }

// expectCut makes a cut and plays it: its pictures, one after the other without a gap, and
// its sound in step with them.
func expectCut(t *testing.T, v *venue, s Stream, id CutID, first, count int) {
	t.Helper()
	if err := v.MakeCut(t.Context(), v.channel, id); err != nil {
		t.Fatal(err)
	}
	made := v.found(id)
	if made.State != CutSuccess || made.Lead != 0 || made.Width != codeWidth || made.Height != codeHeight || made.Image == "" {
		t.Errorf("made %+v", made)
	}
	a := newScreen(t, v, s)
	base := v.cutBase(id)
	got := a.numbers(base + "index.m3u8")
	if len(got) != count {
		t.Errorf("%d pictures, want %d", len(got), count)
	}
	for i, n := range got {
		if n != first+i {
			t.Errorf("picture %d is number %d, want %d: %v", i, n, first+i, got)
			break
		}
	}
	for i, step := range a.steps(base + "index.m3u8") {
		if math.Abs(step-1.0/codeRate) > 0.002 {
			t.Errorf("picture %d is shown for %.4f s", i, step)
		}
	}
	checkSound(t, v, a, id, first, count)
}

func checkSound(t *testing.T, v *venue, a *screen, id CutID, first, count int) {
	t.Helper()
	const frame = 1024.0 / 48_000
	onset, length := a.onset(v.cutBase(id) + "audio.m3u8")
	d, err := v.cuts.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	snapshot := d.index.Load()
	pictures, _, err := v.readSegment(t.Context(), d, snapshot, snapshot.Segments[0])
	if err != nil {
		t.Fatal(err)
	}
	// The sound counts from when the first picture is shown.
	begins := float64(snapshot.Segments[0].Pieces[segment.Audio].Start)/48_000 - float64(pictures[0].PTS)/segment.Ticks
	if want := float64(count) / codeRate; math.Abs(begins+length-want) > frame {
		t.Errorf("the sound is %.3f s and begins at %.3f s, want %.3f s", length, begins, want)
	}
	next := (codeRate - first%codeRate) % codeRate
	if next+2 > count || next == 0 { // a tone that is cut into says nothing
		return
	}
	if want := float64(next) / codeRate; math.Abs(begins+onset-want) > 1.5*frame {
		t.Errorf("the tone of picture %d is heard at %.3f s, want %.3f s", first+next, begins+onset, want)
	}
}

// cutsOf300 are cuts of 300 pictures, each as its first picture and its number of pictures: with both ends at key frames, at
// one or at none, within one group and across several, and of one picture.
func cutsOf300() [][2]int {
	return [][2]int{{0, 50}, {50, 100}, {50, 63}, {61, 139}, {63, 37}, {73, 1}, {72, 5}, {99, 52}, {149, 101}}
}

// Every cut is made of the footage with the most involved order of pictures, and of other footage one of each kind: its end
// is encoded, its start is, both are. TestSoakCutsAreExactToThePicture makes every cut of all footage.
func TestCutsAreExactToThePicture(t *testing.T) {
	t.Parallel()

	testExactCuts(t, func(footage string) [][2]int {
		if footage == pyramid {
			return cutsOf300()
		}
		return [][2]int{{50, 63}, {63, 37}, {99, 52}}
	})
}

// pyramid is footage of which B-frames refer to other B-frames.
const pyramid = "pyramid"

// testExactCuts makes cuts of each kind of footage.
func testExactCuts(t *testing.T, cutsOf func(footage string) [][2]int) {
	t.Helper()
	for name, args := range map[string][]string{
		"in order":     {"-bf", "0"},
		"out of order": {"-bf", "2"},
		pyramid:        {"-bf", "3", "-x264-params", "b-pyramid=normal:b-adapt=0"},
		"full range":   {"-bf", "0", "-pix_fmt", "yuvj420p", "-color_range", "pc"},
		"baseline":     {"-profile:v", "baseline"},
	} {
		t.Run(name, func(t *testing.T) {
			v := withFFmpeg(t, newVenue(t, dbtest.SQLite(t)))
			s := v.recorded(footage(t, 0, 300, args...))
			// Footage whose pictures are decoded before they are shown begins so much later.
			d, err := v.desk(t.Context(), s.ID)
			if err != nil {
				t.Fatal(err)
			}
			pictures, _, err := v.readSegment(t.Context(), d, d.index.Load(), d.index.Load().Segments[0])
			if err != nil {
				t.Fatal(err)
			}
			late := int(pictures[0].PTS / codeTicks)
			for _, cut := range cutsOf(name) {
				t.Run(fmt.Sprint(cut), func(t *testing.T) {
					v.t = t
					id := v.mustAddCut(s.EventID, frames(cut[0]+late), frames(cut[1]))
					expectCut(t, v, s, id, cut[0], cut[1])
				})
			}
		})
	}
}

func TestACutAcrossAReconnect(t *testing.T) {
	t.Parallel()

	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withFFmpeg(t, newVenue(t, d))
		s := v.stream()
		for _, first := range []int{0, 120, 240} {
			e := v.mustPublish(s)
			if err := feed(t.Context(), e.Sink.(*session).segmenter, Recording{Path: footage(t, first, 120, "-bf", "0")}); err != nil {
				t.Fatal(err)
			}
			e.close()
		}
		expectCut(t, v, s, v.mustAddCut(s.EventID, frames(60), frames(250)), 60, 250)
		expectCut(t, v, s, v.mustAddCut(s.EventID, frames(120), frames(120)), 120, 120)
	})
}
