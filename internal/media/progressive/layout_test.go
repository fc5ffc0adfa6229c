package progressive

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// What ffmpeg makes of a file is what was recorded: nothing is missing, nothing complains,
// and pictures and sound are shown when the stream shows them.
func TestTheFileIsTheRecording(t *testing.T) {
	plain := func() string { return film(t, "320x180", 30, 48000, 5, "-ac", "2") }
	for name, c := range map[string]struct {
		files  []string
		tag    string
		width  int
		sounds int // descriptions
	}{
		"one session":         {[]string{plain()}, "avc1", 320, 1},
		"reordered pictures":  {[]string{film(t, "320x180", 25, 44100, 5, "-preset", "veryfast", "-bf", "2")}, "avc1", 320, 1},
		"a reconnect":         {[]string{plain(), plain()}, "avc1", 320, 1},
		"another size":        {[]string{plain(), film(t, "640x360", 30, 48000, 5, "-ac", "2", "-bf", "0")}, "avc1", 640, 1},
		"another sample rate": {[]string{plain(), film(t, "320x180", 30, 44100, 5, "-ac", "2")}, "avc1", 320, 2},
		"everything else, reconnecting": {[]string{
			film(t, "640x360", 25, 44100, 3, "-preset", "veryfast", "-bf", "3"), plain(), film(t, "320x180", 60, 32000, 3, "-ac", "1"),
		}, "avc1", 640, 3},
		"without sound": {[]string{film(t, "320x180", 30, 48000, 5, "-an")}, "avc1", 320, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s, w := record(t, c.files...)
			_, path := build(t, s, w)
			tracks := probe(t, path)
			if len(tracks) != 2 {
				t.Fatalf("%d tracks", len(tracks))
			}
			if v := tracks[0]; v.Kind != "video" || v.Tag != c.tag || v.Packets != frames(s) {
				t.Errorf("pictures %+v, %d are recorded", v, frames(s))
			}
			if a := tracks[1]; a.Kind != "audio" || a.Packets != sounds(s) {
				t.Errorf("sound %+v, %d frames are recorded", a, sounds(s))
			}
			if first := min(tracks[0].Start, tracks[1].Start); math.Abs(first) > 1e-6 {
				t.Errorf("it begins at %f and %f", tracks[0].Start, tracks[1].Start)
			}
			inStep(t, s, w, path)
			run(t, "ffmpeg", "-nostdin", "-xerror", "-i", path, "-fps_mode", "passthrough", "-enc_time_base", "-1", "-f", "framecrc", "-")
			run(t, "ffmpeg", "-nostdin", "-i", path, "-c", "copy", "-f", "matroska", "-y", t.TempDir()+"/copy.mkv")
		})
	}
}

func frames(s *segment.Snapshot) (n int) {
	for _, g := range s.Segments {
		n += g.Frames
	}
	return n
}

func sounds(s *segment.Snapshot) (n int) {
	for _, g := range s.Segments {
		n += int(g.Pieces[segment.Audio].Duration / s.Run(g.Run).Audio.FrameSize)
	}
	return n
}

// inStep checks that every packet of the file is shown as long after the stream's own as
// every other of its run, and that what is shown never goes back.
func inStep(t *testing.T, s *segment.Snapshot, w *warehouse, path string) {
	t.Helper()
	shifts := map[int]float64{} // by run
	for _, r := range renditions {
		got, last := moments(t, path, map[segment.Rendition]string{segment.Video: "v:0", segment.Audio: "a:0"}[r]), -1.0
		for _, one := range s.Runs {
			want := streamed(t, s, w, r, one)
			if len(want) > len(got) {
				t.Fatalf("%s: %d packets are missing", r, len(want)-len(got))
			}
			for i := range want {
				if _, ok := shifts[one.Number]; !ok {
					shifts[one.Number] = got[i] - want[i]
				}
				if off := got[i] - want[i] - shifts[one.Number]; math.Abs(off) > 0.0015 {
					t.Fatalf("%s: packet %d of run %d is shown %f s off", r, i, one.Number, off)
				}
			}
			slices.Sort(got[:len(want)])
			if got[0] <= last {
				t.Errorf("%s: run %d begins at %f, the last packet before is shown at %f", r, one.Number, got[0], last)
			}
			last, got = got[len(want)-1], got[len(want):]
		}
		if len(got) != 0 {
			t.Errorf("%s: %d packets too many", r, len(got))
		}
	}
	for number, shift := range shifts {
		if math.Abs(shift-shifts[s.Runs[0].Number]) > 0.2 {
			t.Errorf("run %d is shown %f s off", number, shift)
		}
	}
}

func TestTablesComeFirst(t *testing.T) {
	s, w := record(t, film(t, "320x180", 30, 48000, 4))
	layout, _ := build(t, s, w)
	all := contents(t, layout, w)
	kinds := ""
	for at := int64(0); at < int64(len(all)); {
		h, ok := readHeader(all[at:])
		if !ok {
			t.Fatalf("no box at %d", at)
		}
		kinds += h.kind + " "
		at += h.size
	}
	if kinds != "ftyp moov mdat " {
		t.Errorf("boxes %s", kinds)
	}
}

// The same recording is the same file, whoever lays it out and how often.
func TestALayoutIsAlwaysTheSame(t *testing.T) {
	s, w := record(t, film(t, "320x180", 30, 48000, 4))
	first, _ := build(t, s, w)
	second, err := Build(t.Context(), s, w, 1)
	if err != nil {
		t.Fatal(err)
	}
	if first.Tag() != second.Tag() || !bytes.Equal(contents(t, first, w), contents(t, second, w)) {
		t.Error("two layouts of one recording differ")
	}
	other, w2 := record(t, film(t, "320x180", 30, 48000, 6))
	longer, _ := build(t, other, w2)
	if longer.Tag() == first.Tag() {
		t.Error("two recordings have one tag")
	}
}

func TestSoundScaleCountsEveryRate(t *testing.T) {
	for _, c := range []struct {
		rates []int64
		want  int64
	}{
		{[]int64{48000}, 48000},
		{[]int64{48000, 44100}, 7056000},
		{[]int64{96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350}, 28224000},
		{[]int64{48000, 47999, 47981}, segment.Ticks},
	} {
		var all []*segment.Run
		for _, rate := range c.rates {
			all = append(all, &segment.Run{Audio: segment.AudioConfig{SampleRate: rate}})
		}
		if got := soundScale(all); got != c.want {
			t.Errorf("%v: %d, want %d", c.rates, got, c.want)
		}
	}
}
