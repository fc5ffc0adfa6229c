package segment

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"
)

var errDisk = errors.New("disk full")

func TestFailedStorageEndsTheSessionAndLeavesNoHole(t *testing.T) {
	e := newEncoder(t)
	e.store.refuse = func(key string) error {
		if strings.Contains(key, "1-3.") {
			return errDisk
		}
		return nil
	}
	e.configure()
	// The failure shows in a later sample or, if those were faster, at the end.
	_ = sendUntilError(func(pts int64) error {
		return e.out.Video(context.Background(), VideoSample{DTS: pts, PTS: pts, NALUs: [][]byte{{0x65, 1}}})
	})
	if err := e.out.Close(); !errors.Is(err, ErrStorage) || !errors.Is(err, errDisk) {
		t.Fatalf("close: %v", err)
	}
	s := e.index.Load()
	if err := check(s); err != nil {
		t.Fatal(err)
	}
	if len(s.Segments) != 3 || len(e.store.segments) != 3 || s.Open != nil {
		t.Fatalf("%d segments in the index, %d in the journal, want 3", len(s.Segments), len(e.store.segments))
	}
	e.store.refuse = nil
	e.dts, e.pts = 0, 0
	e.connect()
	e.configure()
	e.play(2, 60)
	e.finish()
}

func TestAPassingStorageFaultIsRetried(t *testing.T) {
	e := newEncoder(t)
	e.hangUp()
	failures := 2
	e.store.refuse = func(string) error {
		if failures > 0 {
			failures--
			return errDisk
		}
		return nil
	}
	options := StoreOptions{Blob: e.store, Journal: e.store, Prefix: "s", Retries: []time.Duration{0, 0}}
	e.out = NewSegmenter(NewRecorder(context.Background(), e.index, options), e.clock)
	e.configure()
	e.play(4, 60)
	e.hangUp()
	if len(e.store.segments) != 2 {
		t.Errorf("%d segments stored, want 2", len(e.store.segments))
	}
}

// A store that stands still for too long ends the session. What was received until then is
// stored once it can be, to the last picture, and the encoder's next session follows it; and
// if it never can be, it is told how much is lost.
func TestAStoreThatStandsStillEndsTheSession(t *testing.T) {
	for name, answer := range map[string]error{"stored in the end": nil, "lost in the end": errDisk} {
		t.Run(name, func(t *testing.T) {
			e := newEncoder(t)
			e.hangUp()
			release := make(chan struct{})
			e.store.refuse = func(string) error { <-release; return answer }
			options := StoreOptions{Blob: e.store, Journal: e.store, Prefix: "s", Backlog: 1, Patience: time.Millisecond, Retries: []time.Duration{}}
			e.out = NewSegmenter(NewRecorder(context.Background(), e.index, options), e.clock)
			e.configure()
			pictures, err := e.sendUntilGivenUp()
			if !errors.Is(err, ErrStorage) {
				t.Errorf("got %v", err)
			}
			closed := make(chan error)
			go func() { closed <- e.out.Close() }()
			received := (pictures + 1) / 2 // segments
			if _, err := e.index.Wait(t.Context(), func(s *Snapshot) bool { return s.Open == nil && len(s.Segments) == received }); err != nil {
				t.Fatalf("the last segment waits for the store: %v", err)
			}
			close(release)
			err = <-closed
			if answer == nil {
				e.expectStored(err, received, pictures)
				return
			}
			told := fmt.Sprintf("%d segments, %ds, are lost", received, pictures)
			if !errors.Is(err, ErrStorage) || !errors.Is(err, errDisk) || !strings.Contains(err.Error(), told) {
				t.Errorf("close: %v, want %s", err, told)
			}
			if left := e.index.Load(); len(left.Segments) != 0 || len(e.store.segments) != 0 {
				t.Errorf("%d segments are left in the index, %d in the journal", len(left.Segments), len(e.store.segments))
			}
		})
	}
}

// sendUntilGivenUp sends a key frame for each second until the session ends, and returns how many.
func (e *encoder) sendUntilGivenUp() (pictures int, err error) {
	e.tb.Helper()
	err = sendUntilError(func(int64) error {
		v := VideoSample{DTS: e.dts, PTS: e.dts, NALUs: [][]byte{{0x65, 1}}}
		e.dts += Ticks
		pictures++
		return errors.Join(e.out.Video(context.Background(), v), e.out.Audio(AudioSample{PTS: e.dts, AU: []byte{1}}))
	})
	return pictures, err
}

// expectStored checks that all that was received is stored, in order and once, and that
// another session goes on behind it.
func (e *encoder) expectStored(closed error, segments, pictures int) {
	e.tb.Helper()
	if closed != nil {
		e.tb.Errorf("close: %v", closed)
	}
	stored := 0
	for i, g := range e.store.segments {
		stored += g.Frames
		if g.Sequence != int64(i) {
			e.tb.Errorf("segment %d is stored at place %d", g.Sequence, i)
		}
	}
	if len(e.store.segments) != segments || stored != pictures {
		e.tb.Errorf("%d pictures in %d segments are stored, want %d in %d", stored, len(e.store.segments), pictures, segments)
	}
	e.dts, e.pts = 0, 0
	e.connect()
	e.configure()
	e.play(2, 60)
	if s := e.finish(); len(s.Segments) != segments+1 || s.Segments[segments].Breaks != 1 {
		e.tb.Errorf("%d segments after another session", len(s.Segments))
	}
}

// Attempts that take long, as those do that wait for a lock, are not made as often as others.
func TestAttemptsToStoreEndInTime(t *testing.T) {
	e := newEncoder(t)
	e.hangUp()
	attempts := 0
	e.store.refuse = func(string) error { attempts++; return errDisk }
	options := StoreOptions{Blob: e.store, Journal: e.store, Prefix: "s", Retries: make([]time.Duration, 9), RetryFor: time.Nanosecond}
	e.out = NewSegmenter(NewRecorder(context.Background(), e.index, options), e.clock)
	e.configure()
	e.play(1, 60)
	if err := e.out.Close(); !errors.Is(err, errDisk) || attempts != 1 {
		t.Errorf("%d attempts, %v", attempts, err)
	}
}

func TestMemoryIsBounded(t *testing.T) {
	e := newEncoder(t)
	e.hangUp()
	e.index = NewIndex(Limits{HotFor: 6 * time.Second, HotBytes: 1 << 30})
	for range 30 {
		e.connect()
		e.configure()
		e.play(2, 60)
		e.hangUp() // waits until all is stored
	}
	s := e.index.Load()
	if len(s.Recent) > 6 {
		t.Errorf("%d segments in memory", len(s.Recent))
	}
	if got := e.index.Load().Recent; len(got) == 0 || got[len(got)-1].Sequence != 29 {
		t.Errorf("the newest segments are not in memory: %d", len(got))
	}
}

func TestWaitersAreWoken(t *testing.T) {
	e := newEncoder(t)
	e.configure()
	got := make(chan int64)
	for n := range int64(3) {
		go func() {
			s, err := e.index.Wait(context.Background(), func(s *Snapshot) bool { return s.Has(n, 1) })
			if err != nil {
				t.Error(err)
			}
			next, _ := s.Next()
			got <- min(next, n)
		}()
	}
	e.play(6, 60)
	for range 3 {
		<-got
	}
	e.hangUp()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s, err := e.index.Wait(ctx, func(s *Snapshot) bool { return s.Has(99, -1) }); !errors.Is(err, context.Canceled) || s == nil {
		t.Errorf("a wait that was cancelled returned %v, %v", s, err)
	}
}

func TestHas(t *testing.T) {
	e := newEncoder(t)
	e.configure()
	e.play(3, 60) // a whole segment of four parts, then two parts less what is held back
	s := e.index.Load()
	next, parts := s.Next()
	if next != 1 || parts < 1 || parts > 2 {
		t.Fatalf("next is part %d of segment %d", parts, next)
	}
	for _, tt := range []struct {
		sequence int64
		part     int
		want     bool
	}{
		{0, -1, true},
		{0, 0, true},
		{0, 3, true},
		{0, 9, true},
		{1, -1, false},
		{1, 0, true},
		{1, parts - 1, true},
		{1, parts, false},
		{2, -1, false},
		{2, 0, false},
	} {
		if got := s.Has(tt.sequence, tt.part); got != tt.want {
			t.Errorf("Has(%d, %d) = %t", tt.sequence, tt.part, got)
		}
	}
	e.hangUp()
}

// Silence must decode to silence in every channel layout.
func TestSilenceDecodes(t *testing.T) {
	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Fatalf("ffmpeg is needed: %v", err)
	}
	for channels := 1; channels <= 7; channels++ {
		frame := AudioConfig{Channels: channels}.silence()
		var stream bytes.Buffer
		for range 20 {
			size := len(frame) + 7
			stream.Write([]byte{0xFF, 0xF1, 0x4C | byte(channels>>2), byte(channels<<6) | byte(size>>11), byte(size >> 3), byte(size<<5) | 0x1F, 0xFC})
			stream.Write(frame)
		}
		cmd := exec.CommandContext(t.Context(), ffmpeg, "-v", "warning", "-xerror", "-f", "aac", "-i", "pipe:0", "-f", "s16le", "pipe:1")
		cmd.Stdin = &stream
		var complaints bytes.Buffer
		cmd.Stderr = &complaints
		pcm, err := cmd.Output()
		if err != nil || strings.Contains(complaints.String(), "rror") {
			t.Errorf("%d channels: %v: %s", channels, err, complaints.String())
			continue
		}
		count := channels
		if channels == 7 {
			count = 8
		}
		if len(pcm) != 20*1024*2*count || bytes.ContainsFunc(pcm, func(r rune) bool { return r != 0 }) {
			t.Errorf("%d channels: %d bytes, or not silent", channels, len(pcm))
		}
	}
}
