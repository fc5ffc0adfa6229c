package segment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Limits of what an index keeps in memory besides the segment being filled.
type Limits struct {
	// HotFor is how much of the stream stays in memory. It must cover the parts that
	// playlists list, which reach three target durations back.
	HotFor time.Duration
	// HotBytes bounds the same by size. Segments that are not stored yet stay in any case.
	HotBytes int64
}

// DefaultLimits keep half a minute, or 64 MiB.
func DefaultLimits() Limits {
	return Limits{HotFor: 30 * time.Second, HotBytes: 64 << 20}
}

// firstTarget is the target duration of a stream whose key frames are at most four
// seconds apart, as encoders are told to set them. See Snapshot.Target.
const firstTarget = 4

// Index knows every segment of a stream. Any number of goroutines may read it; one
// at a time writes, through a [Recorder].
type Index struct {
	limits  Limits
	mu      sync.Mutex // held by whoever publishes a new snapshot
	current atomic.Pointer[Snapshot]
}

// NewIndex returns the index of a stream that has nothing yet.
func NewIndex(limits Limits) *Index {
	x := &Index{limits: limits}
	x.current.Store(&Snapshot{Version: 1, Target: firstTarget, superseded: make(chan struct{})})
	return x
}

// ErrJournal is wrapped when what a journal returns cannot have been written by one.
var ErrJournal = errors.New("inconsistent journal")

// RestoreIndex rebuilds an index from its journal: runs by rising number and
// segments by rising sequence, whose derived fields (At, Breaks) need not be set.
// The next segment follows with a discontinuity.
func RestoreIndex(limits Limits, runs []RunConfig, segments []Segment) (*Index, error) {
	x := NewIndex(limits)
	s := x.next()
	for _, c := range runs {
		run, err := NewRun(c)
		if err != nil {
			return nil, fmt.Errorf("run %d: %w (%w)", c.Number, err, ErrJournal)
		}
		s.Runs = append(s.Runs, run)
	}
	for i, segment := range segments {
		run := s.Run(segment.Run)
		if segment.Sequence != int64(i) || run == nil {
			return nil, fmt.Errorf("segment %d of run %d at place %d: %w", segment.Sequence, segment.Run, i, ErrJournal)
		}
		segment.At = run.at(segment.Pieces[Video].Start)
		s.append(segment)
	}
	x.publish(s)
	return x, nil
}

// Load returns the present state.
func (x *Index) Load() *Snapshot { return x.current.Load() }

// Wait returns the first state for which ready answers true, or, when ctx ends
// before, the state at that moment and ctx's error.
func (x *Index) Wait(ctx context.Context, ready func(*Snapshot) bool) (*Snapshot, error) {
	for {
		s := x.Load()
		if ready(s) {
			return s, nil
		}
		select {
		case <-s.superseded:
		case <-ctx.Done():
			return x.Load(), ctx.Err()
		}
	}
}

// SetState says that no encoder is connected but one may come, or that none will
// come any more. Whoever waits is woken. A run that begins makes the state Live.
func (x *Index) SetState(state State) {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := x.next()
	s.State = state
	x.publish(s)
}

// next returns a copy of the present state to change and publish. The copy shares
// slices with its elder, so that a change may append to them or replace them, but
// never write to an element.
func (x *Index) next() *Snapshot {
	s := *x.current.Load()
	s.Version++
	s.superseded = make(chan struct{})
	return &s
}

func (x *Index) publish(s *Snapshot) {
	elder := x.current.Swap(s)
	close(elder.superseded)
}

func (x *Index) addRun(r *Run) {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := x.next()
	s.Runs = append(s.Runs, r)
	s.State = Live
	x.publish(s)
}

// addPart publishes a part of the segment being filled, which it opens if need be.
func (x *Index) addPart(run *Run, part Part, chunks [renditions][]byte) {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := x.next()
	s.addPart(run, part, chunks)
	x.publish(s)
}

func (s *Snapshot) addPart(run *Run, part Part, chunks [renditions][]byte) {
	s.Open = s.Open.with(run, s.nextSequence(), part, chunks)
	s.Target = max(s.Target, roundSeconds(duration(s.Open.Parts)))
}

// with returns the segment with one part more.
func (h *Hot) with(run *Run, sequence int64, part Part, chunks [renditions][]byte) *Hot {
	if h == nil {
		h = &Hot{Sequence: sequence, Run: run, stored: new(atomic.Bool)}
	}
	next := *h
	next.Parts = append(h.Parts, part)
	for r := range chunks {
		next.chunks[r] = append(h.chunks[r], chunks[r])
	}
	return &next
}

// addLastPart publishes the part that ends the segment being filled, and returns the segment. Both are one change: a playlist
// written between them would announce a further part of this segment, which never comes (RFC 8216bis, 4.4.5.3).
func (x *Index) addLastPart(run *Run, part Part, chunks [renditions][]byte, frames int) (*Hot, Segment) {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := x.next()
	s.addPart(run, part, chunks)
	hot := s.Open.finished()
	s.Open = nil
	s.append(hot.segment(frames))
	s.Recent = x.keep(append(slices.Clip(s.Recent), hot))
	x.publish(s)
	return hot, s.Segments[len(s.Segments)-1]
}

// finished joins the parts, so that the segment is one piece of memory and its
// parts are windows on it.
func (h *Hot) finished() *Hot {
	done := *h
	for r := range h.chunks {
		done.whole[r] = slices.Concat(h.chunks[r]...)
		done.chunks[r] = make([][]byte, len(h.chunks[r]))
		offset := 0
		for i, chunk := range h.chunks[r] {
			done.chunks[r][i] = done.whole[r][offset : offset+len(chunk)]
			offset += len(chunk)
		}
	}
	return &done
}

func (h *Hot) segment(frames int) Segment {
	first := h.Parts[0]
	segment := Segment{
		Sequence:    h.Sequence,
		Run:         h.Run.Number,
		At:          h.At(),
		Independent: first.Independent,
		Frames:      frames,
		Pieces:      first.Pieces,
	}
	for _, part := range h.Parts[1:] {
		for r := range segment.Pieces {
			segment.Pieces[r].Duration += part.Pieces[r].Duration
			segment.Pieces[r].Size += part.Pieces[r].Size
		}
	}
	return segment
}

// append adds a finished segment and derives what depends on its elder.
func (s *Snapshot) append(segment Segment) {
	if n := len(s.Segments); n > 0 {
		last := s.Segments[n-1]
		segment.Breaks = last.Breaks
		if last.Run != segment.Run {
			segment.Breaks++
		}
	}
	s.Target = max(s.Target, roundSeconds(segment.Pieces[Video].Duration))
	s.Dependent = s.Dependent || !segment.Independent
	s.Segments = append(s.Segments, segment)
}

// keep drops what need not stay in memory from the finished segments, oldest first.
func (x *Index) keep(hot []*Hot) []*Hot {
	var age, size int64
	for i := len(hot) - 1; i >= 0; i-- {
		size += hot[i].size()
		old := age > scale(int64(x.limits.HotFor), Ticks, int64(time.Second)) || size > x.limits.HotBytes
		if old && i < len(hot)-1 && allStored(hot[:i+1]) {
			return hot[i+1:]
		}
		age += duration(hot[i].Parts)
	}
	return hot
}

func allStored(hot []*Hot) bool {
	return !slices.ContainsFunc(hot, func(h *Hot) bool { return !h.stored.Load() })
}

// dropUnstored forgets finished segments that could not be stored, and the one
// being filled, so that a later run takes their place. It returns how many were finished,
// and how long they are together.
func (x *Index) dropUnstored() (count int, length time.Duration) {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := x.next()
	s.Open = nil
	var ticks int64
	for len(s.Recent) > 0 && !s.Recent[len(s.Recent)-1].stored.Load() {
		count++
		ticks += duration(s.Recent[len(s.Recent)-1].Parts)
		s.Recent = s.Recent[:len(s.Recent)-1]
		s.Segments = s.Segments[:len(s.Segments)-1]
	}
	s.Recent, s.Segments = slices.Clip(s.Recent), slices.Clip(s.Segments)
	x.publish(s)
	return count, time.Duration(scale(ticks, int64(time.Second), Ticks))
}

func duration(parts []Part) int64 {
	var sum int64
	for _, part := range parts {
		sum += part.Pieces[Video].Duration
	}
	return sum
}

// roundSeconds rounds Ticks to whole seconds as target durations are compared.
func roundSeconds(ticks int64) int { return int(scale(ticks, 1, Ticks)) }
