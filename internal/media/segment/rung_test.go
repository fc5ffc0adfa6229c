package segment

import (
	"bytes"
	"slices"
	"testing"
)

// played is a stream of so many segments of two seconds, connected anew once in between.
func played(t *testing.T, seconds ...int) *encoder {
	t.Helper()
	e := newEncoder(t)
	for i, s := range seconds {
		if i > 0 {
			e.connect()
		}
		e.configure()
		e.play(s, 60)
		e.hangUp()
	}
	return e
}

func (e *encoder) inSize(sequence int) *Run {
	e.tb.Helper()
	s := e.index.Load()
	run, err := s.Run(s.Segments[sequence].Run).InSize([][]byte{unhex(spsSmall), unhex(ppsBoth), {0x65, 1}})
	if err != nil {
		e.tb.Fatal(err)
	}
	return run
}

func gaps(s *Snapshot) []int64 {
	var all []int64
	for _, g := range s.Segments {
		if g.Gap {
			all = append(all, g.Sequence)
		}
	}
	return all
}

func TestARungRepeatsItsSource(t *testing.T) {
	e := played(t, 6, 6)
	source := e.index.Load()
	x := NewRung()
	for _, i := range []int{1, 2, 4} {
		if !x.Add(source, e.inSize(i), int64(i), []byte("made")) {
			t.Errorf("segment %d is not added", i)
		}
	}
	x.Decide(source, 6)
	s := x.Load()
	if got := gaps(s); !slices.Equal(got, []int64{0, 3, 5}) || len(s.Segments) != 6 || s.Target != source.Target || s.State != source.State || s.Dependent {
		t.Errorf("gaps %v, %+v", got, s)
	}
	for i, g := range s.Segments {
		of := source.Segments[i]
		if g.Sequence != of.Sequence || g.Run != of.Run || !g.At.Equal(of.At) || g.Frames != of.Frames || g.Breaks != of.Breaks ||
			g.Pieces[Video].Start != of.Pieces[Video].Start || g.Pieces[Video].Duration != of.Pieces[Video].Duration {
			t.Errorf("segment %d is %+v, its source %+v", i, g, of)
		}
		if size := g.Pieces[Video].Size; (size == 0) != g.Gap || size != 0 && size != 4 {
			t.Errorf("segment %d: gap %t of %d bytes", i, g.Gap, size)
		}
	}
	if run := s.Run(1); !run.Seen() || run.Video.Width != 320 || !bytes.Equal(run.ASC, source.Run(1).ASC) {
		t.Errorf("its run is %+v", run)
	}
	if hot := s.Hot(4); hot == nil || string(hot.Whole(Video)) != "made" || !hot.Stored() {
		t.Errorf("in memory is %+v", hot)
	}
}

func TestAGapStaysOne(t *testing.T) {
	e := played(t, 10)
	source := e.index.Load()
	x := NewRung()
	x.Decide(source, 3)
	if x.Add(source, e.inSize(1), 1, []byte("late")) || !x.Load().Segments[1].Gap {
		t.Error("a gap was filled after it had been told")
	}
	if run := x.Load().Run(1); run.Seen() || run.Init(Video) != nil {
		t.Error("there is an initialisation of what was never seen")
	}
	if !x.Add(source, e.inSize(3), 3, []byte("next")) || x.Add(source, e.inSize(3), 3, []byte("again")) {
		t.Error("a segment is added once")
	}
	if !x.Load().Run(1).Seen() {
		t.Error("the run is not known yet")
	}
}

// What the source could not store is not the rung's either.
func TestARungForgetsWithItsSource(t *testing.T) {
	e := played(t, 10)
	before := e.index.Load()
	x := NewRung()
	for i := range before.Segments {
		x.Add(before, e.inSize(i), int64(i), []byte("made"))
	}
	elder := x.Load()
	other := played(t, 6, 6) // its fourth segment is of another run
	source := other.index.Load()
	x.Decide(source, 5)
	s := x.Load()
	if len(s.Segments) != 5 || !slices.Equal(gaps(s), []int64{3, 4}) || s.Segments[3].Run != 2 || s.Hot(3) != nil || s.Hot(2) == nil {
		t.Errorf("it has %+v", s.Segments)
	}
	if len(elder.Segments) != 5 || len(gaps(elder)) != 0 || elder.Hot(4) == nil {
		t.Error("a snapshot has changed")
	}
}

func TestARungIsRestored(t *testing.T) {
	e := played(t, 6, 6)
	source := e.index.Load()
	runs := []*Run{e.inSize(0), e.inSize(3)}
	made := []Made{{0, 1, 7}, {2, 1, 8}, {3, 1, 9}, {4, 2, 10}, {60, 2, 11}}
	for _, tt := range []struct {
		decided int64
		gaps    []int64
		all     int
	}{{-3, []int64{1, 3}, 5}, {2, []int64{1, 3}, 5}, {6, []int64{1, 3, 5}, 6}, {99, []int64{1, 3, 5}, 6}} {
		s := RestoreRung(source, runs, made, tt.decided).Load()
		if !slices.Equal(gaps(s), tt.gaps) || len(s.Segments) != tt.all || !s.Plain || s.Segments[4].Pieces[Video].Size != 10 {
			t.Errorf("decided to %d: gaps %v of %d", tt.decided, gaps(s), len(s.Segments))
		}
	}
	if s := RestoreRung(source, nil, made, 6).Load(); len(gaps(s)) != 6 {
		t.Errorf("without runs there are %v", gaps(s))
	}
}

func TestResizedKeepsTimes(t *testing.T) {
	run, err := NewRun(RunConfig{Number: 1, SPS: unhex(spsLarge), PPS: [][]byte{unhex(ppsBoth)}, ASC: SilentAudio().ASC})
	if err != nil {
		t.Fatal(err)
	}
	// Decoded in the order 0 3 1 2 of showing, at an uneven pace.
	elder := []Picture{
		{Run: run, DTS: 90000, PTS: 93000, Duration: 3000, Key: true},
		{Run: run, DTS: 93000, PTS: 102100, Duration: 3100},
		{Run: run, DTS: 96100, PTS: 96000, Duration: 2900},
		{Run: run, DTS: 99000, PTS: 99000, Duration: 3000},
	}
	pictures := [][][]byte{{unhex(spsSmall), unhex(ppsBoth), {0x65, 0}}, {{0x09, 0xf0}, {0x41, 1}}, {{0x41, 2}}, {{0x41, 3}}}
	small, err := run.InSize(pictures[0])
	if err != nil {
		t.Fatal(err)
	}
	body, err := Resized(small, 5, elder, pictures)
	if err != nil {
		t.Fatal(err)
	}
	got, err := ReadPictures(small, body)
	if err != nil || len(got) != 4 {
		t.Fatalf("%d pictures, %v", len(got), err)
	}
	for i, want := range []int64{93000, 96000, 99000, 102100} {
		p := got[i]
		if p.PTS != want || p.DTS != elder[i].DTS || p.Duration != elder[i].Duration || p.Key != (i == 0) {
			t.Errorf("picture %d is %+v", i, p)
		}
		units, err := p.Units()
		if err != nil || units[len(units)-1][1] != byte(i) || units[0][0] == 0x09 {
			t.Errorf("picture %d consists of %x, %v", i, units, err)
		}
	}
	for name, wrong := range map[string][][][]byte{"too few": pictures[:3], "no key frame": {{{0x41, 0}}, pictures[1], pictures[2], pictures[3]}, "nothing": {pictures[0], {}, pictures[2], pictures[3]}} {
		if _, err := Resized(small, 5, elder, wrong); err == nil {
			t.Errorf("%s: written", name)
		}
	}
}
