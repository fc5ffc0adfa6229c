package segment

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
)

// Parameter sets of two encoder settings, 640x360 and 320x180 at 30 frames a second.
const (
	spsLarge = "6764001eacd940a02ff970110000030001000003003c0f162d96"
	spsSmall = "6764000dacd941419f9f0110000003001000000303c0f1429960"
	ppsBoth  = "68ef8fcb"
)

func unhex(text string) []byte {
	b, err := hex.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return b
}

// memoryStore is a blob store and a journal; both can be told to fail.
type memoryStore struct {
	mu       sync.Mutex
	files    map[string][]byte
	runs     []RunConfig
	segments []Segment
	refuse   func(key string) error // asked before every write
}

func newMemoryStore() *memoryStore { return &memoryStore{files: map[string][]byte{}} }

func (m *memoryStore) WriteAll(_ context.Context, key string, value []byte, _ string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.refuse != nil {
		if err := m.refuse(key); err != nil {
			return err
		}
	}
	m.files[key] = slices.Clone(value)
	return nil
}

func (m *memoryStore) BeginRun(_ context.Context, run RunConfig) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.runs = append(m.runs, run)
	return nil
}

func (m *memoryStore) Append(_ context.Context, segment Segment) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range []Rendition{Video, Audio} {
		if _, ok := m.files[SegmentName(r, segment.Run, segment.Sequence).Key("s")]; !ok {
			return errors.New("the journal was told of a segment that is not stored")
		}
	}
	segment.Breaks = 0 // derived, not kept
	m.segments = append(m.segments, segment)
	return nil
}

// encoder is a synthetic publisher.
type encoder struct {
	tb    testing.TB
	store *memoryStore
	index *Index
	clock *clock.Manual
	out   *Segmenter
	sps   []byte

	dts, pts int64 // of the next picture and audio frame
}

func newEncoder(tb testing.TB) *encoder {
	e := &encoder{
		tb: tb, store: newMemoryStore(), index: NewIndex(DefaultLimits()), sps: unhex(spsLarge),
		clock: clock.NewManual(time.Date(2026, 3, 1, 18, 0, 0, 0, time.UTC)),
	}
	e.connect()
	return e
}

// connect begins a publishing session.
func (e *encoder) connect() {
	options := StoreOptions{Blob: e.store, Journal: e.store, Prefix: "s", Retries: []time.Duration{}}
	e.out = NewSegmenter(NewRecorder(context.Background(), e.index, options), e.clock)
}

func (e *encoder) configure() {
	e.tb.Helper()
	if err := errors.Join(e.out.VideoConfig(e.sps, [][]byte{unhex(ppsBoth)}), e.out.AudioConfig(SilentAudio().ASC)); err != nil {
		e.tb.Fatal(err)
	}
}

func (e *encoder) picture(key bool, duration int64) {
	e.tb.Helper()
	unit := []byte{0x41, 0x9a, byte(e.dts), byte(e.dts >> 8), byte(e.dts >> 16)}
	if key {
		unit[0] = 0x65
	}
	if err := e.out.Video(context.Background(), VideoSample{DTS: e.dts, PTS: e.dts + 6000, NALUs: [][]byte{unit}}); err != nil {
		e.tb.Fatalf("picture at %d: %v", e.dts, err)
	}
	e.dts += duration
}

// sound sends audio up to the moment of the next picture.
func (e *encoder) sound() {
	e.tb.Helper()
	for e.pts < e.dts {
		if err := e.out.Audio(AudioSample{PTS: e.pts, AU: []byte{0x21, byte(e.pts), byte(e.pts >> 8)}}); err != nil {
			e.tb.Fatalf("audio at %d: %v", e.pts, err)
		}
		e.pts += 1920
	}
}

// play sends seconds of 30 pictures a second with a key frame every gop pictures.
func (e *encoder) play(seconds, gop int) {
	e.tb.Helper()
	for i := range seconds * 30 {
		e.picture(i%gop == 0, 3000)
		e.sound()
	}
}

func (e *encoder) hangUp() {
	e.tb.Helper()
	if err := e.out.Close(); err != nil {
		e.tb.Fatalf("close: %v", err)
	}
}

// finish ends the session and returns what was recorded, which holds every promise of a recording.
func (e *encoder) finish() *Snapshot {
	e.tb.Helper()
	e.hangUp()
	s := e.index.Load()
	if err := check(s); err != nil {
		e.tb.Fatal(err)
	}
	return s
}

// check fails on anything that no index may show.
func check(s *Snapshot) error {
	var breaks int
	for i, segment := range s.Segments {
		run := s.Run(segment.Run)
		if run == nil {
			return fmt.Errorf("segment %d has no run", i)
		}
		if segment.Sequence != int64(i) {
			return fmt.Errorf("segment %d is numbered %d", i, segment.Sequence)
		}
		if err := checkPieces(run, segment.Pieces); err != nil {
			return fmt.Errorf("segment %d: %w", i, err)
		}
		if rounded := roundSeconds(segment.Pieces[Video].Duration); rounded > s.Target {
			return fmt.Errorf("segment %d lasts %d s, the target is %d", i, rounded, s.Target)
		}
		if i > 0 {
			elder := s.Segments[i-1]
			if segment.Pieces[Video].Start != elder.Pieces[Video].End() {
				return fmt.Errorf("segment %d starts at %d, its elder ended at %d", i, segment.Pieces[Video].Start, elder.Pieces[Video].End())
			}
			if elder.Run == segment.Run && segment.Pieces[Audio].Start != elder.Pieces[Audio].End() {
				return fmt.Errorf("segment %d has a hole in its audio", i)
			}
			if elder.Run > segment.Run {
				return fmt.Errorf("segment %d belongs to an elder run", i)
			}
			if elder.Run != segment.Run {
				breaks++
			}
		}
		if segment.Breaks != breaks {
			return fmt.Errorf("segment %d counts %d breaks, there are %d", i, segment.Breaks, breaks)
		}
	}
	for _, hot := range s.Recent {
		if err := checkHot(s.Segments[hot.Sequence], hot); err != nil {
			return fmt.Errorf("segment %d in memory: %w", hot.Sequence, err)
		}
	}
	return nil
}

func checkPieces(run *Run, pieces [renditions]Piece) error {
	for r, p := range pieces {
		if p.Start < 0 || p.Duration <= 0 || p.Size <= 0 {
			return fmt.Errorf("rendition %d: %+v", r, p)
		}
	}
	frame := float64(run.Audio.FrameSize) / float64(run.Audio.SampleRate)
	ends := float64(pieces[Video].End())/Ticks - float64(pieces[Audio].End())/float64(run.Audio.SampleRate)
	if ends > 0.001 || ends < -2*frame {
		return fmt.Errorf("audio and video end %.3f s apart", ends)
	}
	return nil
}

func checkHot(segment Segment, hot *Hot) error {
	var sums [renditions]Piece
	for r := range sums {
		sums[r].Start = hot.Parts[0].Pieces[r].Start
		at := sums[r].Start
		for i, part := range hot.Parts {
			if part.Pieces[r].Start != at {
				return fmt.Errorf("part %d starts at %d, its elder ended at %d", i, part.Pieces[r].Start, at)
			}
			at = part.Pieces[r].End()
			sums[r].Duration += part.Pieces[r].Duration
			sums[r].Size += part.Pieces[r].Size
			if int64(len(hot.Chunk(Rendition(r), i))) != part.Pieces[r].Size {
				return fmt.Errorf("part %d has %d bytes, %d are said", i, len(hot.Chunk(Rendition(r), i)), part.Pieces[r].Size)
			}
		}
	}
	if sums != segment.Pieces {
		return fmt.Errorf("parts sum to %+v, the segment is %+v", sums, segment.Pieces)
	}
	return nil
}
