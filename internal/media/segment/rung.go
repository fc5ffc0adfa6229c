package segment

import (
	"cmp"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/bluenviron/mediacommon/v2/pkg/formats/fmp4"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/fmp4/seekablebuffer"
)

// A rung is the pictures of a stream in another size, segment for segment: the same numbers,
// the same times. Its index never decides anything about time; it repeats the source's
// segments as far as it is decided which of them there are, the others as gaps.

// rungLimits keep what players at the live edge ask for.
func rungLimits() Limits { return Limits{HotBytes: 8 << 20} }

// NewRung returns the index of a rung that has nothing yet.
func NewRung() *Index {
	x := NewIndex(rungLimits())
	s := x.next()
	s.Plain = true
	x.publish(s)
	return x
}

// Made is a segment of a rung that is in the store.
type Made struct {
	Sequence int64
	Run      int
	Size     int64 // bytes
}

// RestoreRung rebuilds a rung's index from what was made, by rising sequence; those of other
// runs than the source's are no part of it. Up to which of the source's segments it is
// decided says decided; what was made later decides more.
func RestoreRung(source *Snapshot, runs []*Run, made []Made, decided int64) *Index {
	x := NewRung()
	s := x.next()
	for _, m := range made {
		i := slices.IndexFunc(runs, func(r *Run) bool { return r.Number == m.Run })
		if i >= 0 {
			s.add(source, runs[i], m)
		}
	}
	s.decide(source, decided)
	x.publish(s)
	return x
}

// Decide makes gaps of what the rung does not have of the source's segments before upTo, and
// takes over what the source is doing.
func (x *Index) Decide(source *Snapshot, upTo int64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := x.next()
	s.decide(source, upTo)
	x.publish(s)
}

// Add publishes a segment that was made of the source's and is in the store. It reports
// whether the rung has it now: one that has been a gap remains one.
func (x *Index) Add(source *Snapshot, run *Run, sequence int64, body []byte) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := x.next()
	added := s.add(source, run, Made{Sequence: sequence, Run: run.Number, Size: int64(len(body))})
	if added {
		hot := &Hot{Sequence: sequence, Run: run, stored: new(atomic.Bool)}
		hot.whole[Video] = body
		hot.stored.Store(true)
		s.Recent = x.keep(append(slices.Clip(s.Recent), hot))
	}
	x.publish(s)
	return added
}

// add appends a segment that was made, unless its place is taken or the source has another one.
func (s *Snapshot) add(source *Snapshot, run *Run, m Made) bool {
	if m.Sequence >= int64(len(source.Segments)) || source.Segments[m.Sequence].Run != m.Run {
		return false
	}
	s.decide(source, m.Sequence)
	if s.nextSequence() != m.Sequence {
		return false
	}
	s.know(run)
	g := gapOf(source.Segments[m.Sequence])
	g.Gap, g.Pieces[Video].Size = false, m.Size
	s.append(g)
	return true
}

// decide appends gaps. Segments that the source could not store, and others took the place
// of, are dropped first.
func (s *Snapshot) decide(source *Snapshot, upTo int64) {
	n := min(len(s.Segments), len(source.Segments))
	for n > 0 && s.Segments[n-1].Run != source.Segments[n-1].Run {
		n--
	}
	if n < len(s.Segments) {
		s.Segments = slices.Clip(s.Segments[:n])
		s.Recent = slices.DeleteFunc(slices.Clone(s.Recent), func(h *Hot) bool { return h.Sequence >= int64(n) })
	}
	for i := n; int64(i) < min(upTo, int64(len(source.Segments))); i++ {
		g := source.Segments[i]
		if s.Run(g.Run) == nil {
			s.know(source.Run(g.Run).unseen())
		}
		s.append(gapOf(g))
	}
	s.State, s.Target = source.State, source.Target
}

// know adds a run, or puts it in the place of one that nothing was known of.
func (s *Snapshot) know(run *Run) {
	i, found := slices.BinarySearchFunc(s.Runs, run.Number, func(r *Run, n int) int { return cmp.Compare(r.Number, n) })
	s.Runs = slices.Clone(s.Runs)
	if found {
		s.Runs[i] = run
		return
	}
	s.Runs = slices.Insert(s.Runs, i, run)
}

// gapOf is a segment without its bytes.
func gapOf(g Segment) Segment {
	video := g.Pieces[Video]
	video.Size = 0
	return Segment{
		Sequence: g.Sequence, Run: g.Run, At: g.At, Independent: true, Frames: g.Frames, Gap: true,
		Pieces: [renditions]Piece{Video: video},
	}
}

// unseen is a run of a rung of which no picture has been made.
func (r *Run) unseen() *Run {
	return &Run{RunConfig: RunConfig{Number: r.Number, Base: r.Base, At: r.At, ASC: r.ASC}, Audio: r.Audio}
}

// Seen reports whether the run's pictures are known, so that there is an initialisation.
func (r *Run) Seen() bool { return r.inits[Video] != nil }

// InSize is the run in another size, as the first of its pictures, given in NAL units,
// declares itself.
func (r *Run) InSize(first [][]byte) (*Run, error) {
	unit := readAccessUnit(first)
	c := r.RunConfig
	c.SPS, c.PPS = unit.sps, unit.pps
	return NewRun(c)
}

// InSets is the run in another size, as its journal has it.
func (r *Run) InSets(sps []byte, pps [][]byte) (*Run, error) {
	c := r.RunConfig
	c.SPS, c.PPS = sps, pps
	return NewRun(c)
}

// Resized writes the video of a segment anew from pictures in the order in which they are
// shown, each in NAL units and the first a key frame. Elder are the source's: what is decoded
// when, and shown when, stays as it is.
func Resized(run *Run, sequence int64, elder []Picture, pictures [][][]byte) ([]byte, error) {
	if len(elder) == 0 || len(pictures) != len(elder) {
		return nil, fmt.Errorf("%d pictures of %d: %w", len(pictures), len(elder), ErrUnsupported)
	}
	shown := make([]int64, len(elder))
	for i, p := range elder {
		shown[i] = p.PTS
	}
	slices.Sort(shown)
	frames := make([]frame, len(elder))
	for i, p := range elder {
		unit := readAccessUnit(pictures[i])
		if !unit.slices || i == 0 && !unit.key {
			return nil, fmt.Errorf("picture %d cannot be decoded where it stands: %w", i, ErrUnsupported)
		}
		config := run.Video
		if unit.sps != nil && len(unit.pps) > 0 {
			config.SPS, config.PPS = unit.sps, unit.pps
		}
		frames[i] = frame{dts: p.DTS, pts: shown[i], duration: p.Duration, key: unit.key, payload: unit.payload(config)}
	}
	part := fmp4.Part{
		SequenceNumber: uint32(sequence + 1),
		Tracks:         []*fmp4.PartTrack{{ID: trackID, BaseTime: uint64(elder[0].DTS), Samples: videoSamples(frames)}},
	}
	var buffer seekablebuffer.Buffer
	if err := part.Marshal(&buffer); err != nil {
		return nil, fmt.Errorf("write a segment: %w", err)
	}
	return buffer.Bytes(), nil
}
