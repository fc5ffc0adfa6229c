package segment

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/bluenviron/mediacommon/v2/pkg/formats/fmp4"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestCutsAtKeyFramesAndIntoParts(t *testing.T) {
	e := newEncoder(t)
	e.configure()
	e.play(6, 60)
	s := e.finish()
	if len(s.Segments) != 3 || len(s.Runs) != 1 {
		t.Fatalf("%d segments in %d runs, want 3 in 1", len(s.Segments), len(s.Runs))
	}
	for i, segment := range s.Segments {
		if segment.Pieces[Video].Duration != 2*Ticks || !segment.Independent || segment.Frames != 60 {
			t.Errorf("segment %d: %+v", i, segment)
		}
		if want := e.clock.Now().Add(time.Duration(i) * 2 * time.Second); !segment.At.Equal(want) {
			t.Errorf("segment %d at %s, want %s", i, segment.At, want)
		}
		if parts := len(s.Hot(int64(i)).Parts); parts != 4 {
			t.Errorf("segment %d has %d parts, want 4", i, parts)
		}
	}
}

func TestShortGroupsShareASegment(t *testing.T) {
	e := newEncoder(t)
	e.configure()
	e.play(6, 15)
	e.hangUp()
	if s := e.index.Load(); len(s.Segments) != 3 {
		t.Errorf("%d segments of half-second groups in 6 s, want 3", len(s.Segments))
	}
}

func TestLongGroupsRaiseTheTarget(t *testing.T) {
	e := newEncoder(t)
	e.configure()
	e.play(20, 300)
	s := e.finish()
	if len(s.Segments) != 2 || s.Target != 10 {
		t.Errorf("%d segments with target %d, want 2 with 10", len(s.Segments), s.Target)
	}
}

func TestCutsWithoutKeyFramesInTheEnd(t *testing.T) {
	e := newEncoder(t)
	e.configure()
	e.play(30, 30*30)
	s := e.finish()
	if len(s.Segments) != 3 || s.Segments[1].Independent {
		t.Errorf("segments: %+v", s.Segments)
	}
}

func TestReconnectContinuesWithADiscontinuity(t *testing.T) {
	e := newEncoder(t)
	e.configure()
	e.play(5, 60)
	e.hangUp()
	e.clock.Advance(40 * time.Second)
	e.dts, e.pts = 0, 0
	e.connect()
	e.configure()
	e.play(4, 60)
	s := e.finish()
	if len(s.Segments) != 5 || s.Segments[3].Breaks != 1 || s.Segments[4].Breaks != 1 {
		t.Fatalf("segments: %+v", s.Segments)
	}
	if want := e.clock.Now(); !s.Segments[3].At.Equal(want) {
		t.Errorf("the second run is at %s, want the wall clock %s", s.Segments[3].At, want)
	}
}

func TestIndexSurvivesARestart(t *testing.T) {
	e := newEncoder(t)
	e.configure()
	e.play(6, 60)
	e.picture(true, 3000) // finishes the third segment and opens a fourth, which the crash loses
	before := e.index.Load()
	_, err := e.index.Wait(t.Context(), func(s *Snapshot) bool { return s.Has(2, -1) })
	if err != nil {
		t.Fatal(err)
	}
	e.hangUp() // a crash would not run this; what it adds is cut off below
	e.store.segments = e.store.segments[:3]

	e.index, err = RestoreIndex(DefaultLimits(), e.store.runs, e.store.segments)
	if err != nil {
		t.Fatal(err)
	}
	if got := e.index.Load(); got.Duration() != 6*time.Second || !slices.Equal(got.Segments, before.Segments) {
		t.Fatalf("restored %+v, had %+v", got.Segments, before.Segments)
	}
	e.dts, e.pts = 0, 0
	e.connect()
	e.configure()
	e.play(2, 60)
	s := e.finish()
	if len(s.Segments) != 4 || s.Segments[3].Breaks != 1 || s.Segments[3].Run != 2 {
		t.Errorf("after the restart: %+v", s.Segments)
	}
}

func TestRestoreRefusesAJournalWithHoles(t *testing.T) {
	e := newEncoder(t)
	e.configure()
	e.play(6, 60)
	e.hangUp()
	holed := []Segment{e.store.segments[0], e.store.segments[2]}
	if _, err := RestoreIndex(DefaultLimits(), e.store.runs, holed); !errors.Is(err, ErrJournal) {
		t.Errorf("holes in segments: %v", err)
	}
	if _, err := RestoreIndex(DefaultLimits(), nil, e.store.segments); !errors.Is(err, ErrJournal) {
		t.Errorf("runs missing: %v", err)
	}
}

func TestResolutionChangeBeginsARun(t *testing.T) {
	e := newEncoder(t)
	e.configure()
	e.play(4, 60)
	e.sps = unhex(spsSmall)
	e.configure()
	e.play(4, 60)
	s := e.finish()
	if len(s.Runs) != 2 || s.Runs[1].Video.Width != 320 || s.Segments[2].Breaks != 1 || s.Segments[1].Breaks != 0 {
		t.Errorf("runs %d, segments %+v", len(s.Runs), s.Segments)
	}
}

func TestInBandParameterSetsCount(t *testing.T) {
	e := newEncoder(t)
	e.configure()
	e.play(2, 60)
	sample := VideoSample{DTS: e.dts, PTS: e.dts, NALUs: [][]byte{{0x09, 0xf0}, unhex(spsSmall), unhex(ppsBoth), {0x65, 1, 2}}}
	if err := e.out.Video(t.Context(), sample); err != nil {
		t.Fatal(err)
	}
	e.hangUp()
	if s := e.index.Load(); len(s.Runs) != 2 || s.Runs[1].Video.Height != 180 {
		t.Errorf("%d runs", len(s.Runs))
	}
}

func TestRepeatedConfigurationBreaksNothing(t *testing.T) {
	e := newEncoder(t)
	for range 3 {
		e.configure()
		e.play(2, 60)
	}
	e.hangUp()
	if s := e.index.Load(); len(s.Runs) != 1 {
		t.Errorf("%d runs, want 1", len(s.Runs))
	}
}

func TestJumpsOfTheClock(t *testing.T) {
	for name, jump := range map[string]int64{"ahead": 3600 * Ticks, "back": -3600 * Ticks} {
		t.Run(name, func(t *testing.T) {
			e := newEncoder(t)
			e.dts, e.pts = 7200*Ticks, 7200*Ticks
			e.configure()
			e.play(3, 60)
			e.dts, e.pts = e.dts+jump, e.pts+jump
			for i := range 150 { // goes on in the middle of a group
				e.picture(i%60 == 30, 3000)
				e.sound()
			}
			e.hangUp()
			s := e.index.Load()
			if err := check(s); err != nil {
				t.Fatal(err)
			}
			if len(s.Runs) != 2 || s.Duration() != 8*time.Second {
				t.Errorf("%d runs, %s: want 2 runs and all 8 s", len(s.Runs), s.Duration())
			}
		})
	}
}

// However our own clock jumps, what is shown later is dated later.
func TestOurOwnClockJumps(t *testing.T) {
	for name, jump := range map[string]time.Duration{"ahead": 3 * time.Hour, "back": -3 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			e := newEncoder(t)
			e.configure()
			e.play(3, 60)
			e.hangUp()
			e.clock.Advance(jump)
			e.dts, e.pts = 0, 0
			e.connect()
			e.configure()
			e.play(3, 60)
			s := e.finish()
			for i, g := range s.Segments[1:] {
				before := s.Segments[i]
				if end := before.At.Add(time.Duration(before.Pieces[Video].Duration) * time.Second / Ticks); g.At.Before(end.Add(-time.Millisecond)) || g.Sequence != before.Sequence+1 {
					t.Errorf("segment %d is dated %s, and the one before ends at %s", g.Sequence, g.At, end)
				}
			}
			if len(s.Runs) != 2 {
				t.Errorf("%d runs", len(s.Runs))
			}
		})
	}
}

// An encoder whose two clocks never agreed is wrong from the start, not every time
// a key frame comes.
func TestClocksThatNeverAgreedBreakOnce(t *testing.T) {
	e := newEncoder(t)
	e.configure()
	e.pts = 100 * Ticks
	for i := range 300 {
		e.picture(i%60 == 0, 3000)
		for e.pts < 100*Ticks+e.dts {
			if err := e.out.Audio(AudioSample{PTS: e.pts, AU: []byte{1, 2, 3}}); err != nil {
				t.Fatal(err)
			}
			e.pts += 1920
		}
	}
	s := e.finish()
	if len(s.Runs) != 1 {
		t.Errorf("%d runs, want 1", len(s.Runs))
	}
}

func TestNoAudioIsSilence(t *testing.T) {
	e := newEncoder(t)
	if err := e.out.VideoConfig(e.sps, [][]byte{unhex(ppsBoth)}); err != nil {
		t.Fatal(err)
	}
	for i := range 180 {
		e.picture(i%60 == 0, 3000)
	}
	s := e.finish()
	if len(s.Segments) != 3 {
		t.Errorf("%d segments, want 3", len(s.Segments))
	}
}

func TestAudioThatStopsIsFilled(t *testing.T) {
	e := newEncoder(t)
	e.configure()
	e.play(4, 60)
	for i := range 180 { // the microphone is unplugged
		e.picture(i%60 == 0, 3000)
	}
	e.pts = e.dts
	e.play(4, 60)
	s := e.finish()
	if s.Duration() != 14*time.Second {
		t.Errorf("lasts %s, want 14 s", s.Duration())
	}
}

func TestLateAudioConfigurationBeginsARun(t *testing.T) {
	e := newEncoder(t)
	if err := e.out.VideoConfig(e.sps, [][]byte{unhex(ppsBoth)}); err != nil {
		t.Fatal(err)
	}
	for i := range 90 {
		e.picture(i%60 == 0, 3000)
	}
	mono44 := []byte{0x12, 0x08}
	if err := e.out.AudioConfig(mono44); err != nil {
		t.Fatal(err)
	}
	e.pts = e.dts
	for i := range 150 {
		e.picture(i%60 == 30, 3000)
		e.sound()
	}
	s := e.finish()
	if len(s.Runs) != 2 || s.Runs[1].Audio.SampleRate != 44100 || s.Runs[1].Audio.Channels != 1 {
		t.Errorf("runs: %+v", s.Runs)
	}
}

func TestRefusals(t *testing.T) {
	t.Run("no video", func(t *testing.T) {
		e := newEncoder(t)
		defer e.hangUp()
		if err := e.out.AudioConfig(SilentAudio().ASC); err != nil {
			t.Fatal(err)
		}
		err := sendUntilError(func(pts int64) error { return e.out.Audio(AudioSample{PTS: pts, AU: []byte{1}}) })
		if !errors.Is(err, ErrNoVideo) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("no key frame", func(t *testing.T) {
		e := newEncoder(t)
		defer e.hangUp()
		e.configure()
		err := sendUntilError(func(pts int64) error {
			return e.out.Video(context.Background(), VideoSample{DTS: pts, PTS: pts, NALUs: [][]byte{{0x41, 1}}})
		})
		if !errors.Is(err, ErrNoKeyFrame) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("video that stops", func(t *testing.T) {
		e := newEncoder(t)
		defer e.hangUp()
		e.configure()
		e.play(4, 60)
		err := sendUntilError(func(pts int64) error {
			return e.out.Audio(AudioSample{PTS: e.pts + pts, AU: []byte{1}})
		})
		if !errors.Is(err, ErrNoVideo) {
			t.Errorf("got %v", err)
		}
	})
	for name, sps := range map[string]string{"empty": "", "cut": "6764001e", "garbage": "67ffffffffffffffffffff"} {
		t.Run("parameter set "+name, func(t *testing.T) {
			e := newEncoder(t)
			defer e.hangUp()
			if err := e.out.VideoConfig(unhex(sps), [][]byte{unhex(ppsBoth)}); !errors.Is(err, ErrUnsupported) {
				t.Errorf("got %v", err)
			}
		})
	}
	for name, asc := range map[string][]byte{"empty": nil, "unknown object": {0xF8, 0x00}, "no channels": {0x11, 0x80}} {
		t.Run("audio "+name, func(t *testing.T) {
			e := newEncoder(t)
			defer e.hangUp()
			if err := e.out.AudioConfig(asc); !errors.Is(err, ErrUnsupported) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func sendUntilError(send func(pts int64) error) error {
	for pts := int64(0); pts < 60*Ticks; pts += 1920 {
		if err := send(pts); err != nil {
			return err
		}
	}
	return nil
}

func TestChunksSayWhatTheIndexSays(t *testing.T) {
	e := newEncoder(t)
	e.configure()
	e.play(4, 60)
	e.hangUp()
	s := e.index.Load()
	for _, hot := range s.Recent {
		for r := range hot.whole {
			var parts fmp4.Parts
			if err := parts.Unmarshal(hot.Whole(Rendition(r))); err != nil {
				t.Fatal(err)
			}
			if len(parts) != len(hot.Parts) {
				t.Fatalf("%d chunks for %d parts", len(parts), len(hot.Parts))
			}
			for i, part := range parts {
				track := part.Tracks[0]
				var length int64
				for _, sample := range track.Samples {
					length += int64(sample.Duration)
				}
				if want := hot.Parts[i].Pieces[r]; int64(track.BaseTime) != want.Start || length != want.Duration {
					t.Errorf("segment %d part %d: starts %d lasts %d, index says %+v", hot.Sequence, i, track.BaseTime, length, want)
				}
			}
			if first := parts[0].Tracks[0].Samples[0]; r == int(Video) && (first.PTSOffset != 6000 || first.IsNonSyncSample || first.Payload[4] != 0x67) {
				t.Errorf("segment %d begins with offset %d, sync %t, unit %#x", hot.Sequence, first.PTSOffset, !first.IsNonSyncSample, first.Payload[4])
			}
		}
	}
}

// The rates that encoders use, with times rounded to milliseconds as RTMP has them:
// every part of either rendition is as long as the playlist promises (RFC 8216bis,
// 4.4.4.9: at most the part target; at least 85% of it unless it is the last of its
// segment or independent).
func TestPartsKeepTheirTarget(t *testing.T) {
	for _, fps := range []float64{10, 12.5, 15, 20, 23.976, 24, 25, 29.97, 30, 50, 59.94, 60} {
		for asc, rate := range map[string]int64{"1190": 48000, "1210": 44100, "1290": 32000, "1390": 22050} {
			e := newEncoder(t)
			if err := errors.Join(e.out.VideoConfig(e.sps, [][]byte{unhex(ppsBoth)}), e.out.AudioConfig(unhex(asc))); err != nil {
				t.Fatal(err)
			}
			var frames int64
			for i := range int(10 * fps) {
				at := int64(float64(i)/fps*1000+0.5) * 90
				e.dts = at
				e.picture(i%int(2*fps) == 0, 0)
				for ; frames*1024*Ticks/rate <= at; frames++ {
					pts := frames * 1024 * 1000 / rate * 90
					if err := e.out.Audio(AudioSample{PTS: pts, AU: []byte{1}}); err != nil {
						t.Fatal(err)
					}
				}
			}
			e.hangUp()
			s := e.index.Load()
			if err := check(s); err != nil {
				t.Fatalf("%g fps, %d Hz: %v", fps, rate, err)
			}
			for _, hot := range s.Recent {
				for i, part := range hot.Parts {
					last := i == len(hot.Parts)-1
					for r, piece := range part.Pieces {
						length := float64(piece.Duration) / float64(hot.Run.Rate(Rendition(r)))
						if length > PartTarget+1e-9 || (length < 0.85*PartTarget && !last && hot.Sequence < int64(len(s.Segments)-1)) {
							t.Errorf("%g fps, %d Hz: part %d of segment %d lasts %.4f s in rendition %d", fps, rate, i, hot.Sequence, length, r)
						}
					}
				}
			}
		}
	}
}

// Between two changes an index shows either a part that has a successor in its segment, or a finished segment.
func TestTheLastPartOfASegmentEndsItInOneChange(t *testing.T) {
	e := newEncoder(t)
	e.configure()
	before := e.index.Load().Version
	e.play(9, 60)
	defer e.hangUp()
	s := e.index.Load()
	parts := 0
	for _, hot := range s.Recent {
		parts += len(hot.Parts)
	}
	if s.Open != nil {
		parts += len(s.Open.Parts)
	}
	if len(s.Recent) != len(s.Segments) || len(s.Segments) < 3 {
		t.Fatalf("%d of %d segments are in memory", len(s.Recent), len(s.Segments))
	}
	if changes := int(s.Version - before); changes != parts+len(s.Runs) {
		t.Errorf("%d changes for %d parts and %d runs", changes, parts, len(s.Runs))
	}
}
