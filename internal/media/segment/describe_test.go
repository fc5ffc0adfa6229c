package segment

import (
	"context"
	"errors"
	"testing"
	"time"
)

// describeAll reads every stored segment of a recording.
func (e *encoder) describeAll() ([]Segment, error) {
	runs := map[int]*Run{}
	for _, r := range e.index.Load().Runs {
		runs[r.Number] = r
	}
	var all []Segment
	var elder *Segment
	for _, kept := range e.store.segments {
		g, err := Describe(runs[kept.Run], elder, e.file(Video, kept), e.file(Audio, kept))
		if err != nil {
			return nil, err
		}
		all, elder = append(all, g), &g
	}
	return all, nil
}

func (e *encoder) file(r Rendition, g Segment) []byte {
	return e.store.files[SegmentName(r, g.Run, g.Sequence).Key("s")]
}

// What is cut short, of another place or another run, or of which one rendition is another
// segment's, is not taken for a segment.
func TestTornSegmentsAreNotDescribed(t *testing.T) {
	e := newEncoder(t)
	e.configure()
	e.play(6, 60)
	s := e.finish()
	run := s.Run(1)
	first, second := s.Segments[0], s.Segments[1]
	video, audio := e.file(Video, second), e.file(Audio, second)
	if g, err := Describe(run, &first, video, audio); err != nil || g != second {
		t.Fatalf("the whole: %+v, %v, want %+v", g, err, second)
	}
	for cut := range video {
		if g, err := Describe(run, &first, video[:cut], audio); !errors.Is(err, ErrTorn) {
			t.Fatalf("%d of %d bytes of video: %+v, %v", cut, len(video), g, err)
		}
	}
	for cut := range audio {
		if g, err := Describe(run, &first, video, audio[:cut]); !errors.Is(err, ErrTorn) {
			t.Fatalf("%d of %d bytes of audio: %+v, %v", cut, len(audio), g, err)
		}
	}
	later := *run
	later.Number, later.Base = 2, second.Pieces[Video].End()
	for name, found := range map[string]struct {
		run          *Run
		elder        *Segment
		video, audio []byte
	}{
		"of another place":        {run, &second, video, audio},
		"the first, of no stream": {run, nil, video, audio},
		"of a later run":          {&later, &second, video, audio},
		"another's sound":         {run, &first, video, e.file(Audio, first)},
		"another's pictures":      {run, &first, e.file(Video, first), audio},
		"the wrong way round":     {run, &first, audio, video},
		"nothing":                 {run, &first, nil, nil},
		"zeros":                   {run, &first, make([]byte, len(video)), make([]byte, len(audio))},
	} {
		if g, err := Describe(found.run, found.elder, found.video, found.audio); !errors.Is(err, ErrTorn) {
			t.Errorf("%s: %+v, %v", name, g, err)
		}
	}
}

// slowJournal takes no segment until it is let.
type slowJournal struct {
	Journal
	let chan struct{}
}

func (j slowJournal) Append(ctx context.Context, g Segment) error {
	<-j.let
	return j.Journal.Append(ctx, g)
}

// Bytes are written while the journal stands still, so that whoever comes next can read from
// them what it was not told of.
func TestBytesDoNotWaitForTheJournal(t *testing.T) {
	e := newEncoder(t)
	e.hangUp()
	journal := slowJournal{e.store, make(chan struct{})}
	options := StoreOptions{Blob: e.store, Journal: journal, Prefix: "s", Patience: time.Hour, Retries: []time.Duration{}}
	all := make(chan struct{})
	const segments = 8
	e.store.refuse = func(key string) error {
		if key == SegmentName(Audio, 1, segments-1).Key("s") {
			close(all)
		}
		return nil
	}
	e.out = NewSegmenter(NewRecorder(context.Background(), e.index, options), e.clock)
	e.configure()
	e.play(2*segments+1, 60)
	<-all
	if s := e.index.Load(); len(s.Segments) != segments || s.Hot(0).Stored() {
		t.Errorf("%d segments, the first is stored: %t", len(s.Segments), s.Hot(0).Stored())
	}
	close(journal.let)
	e.finish()
	if got := len(e.store.segments); got != segments+1 {
		t.Errorf("%d segments are in the journal", got)
	}
}
