package segment

import (
	"cmp"
	"slices"
	"sync/atomic"
	"time"
)

// State says what a stream is doing.
type State uint8

// States of an index.
const (
	Waiting State = iota // no encoder is connected; one may come (back)
	Live                 // an encoder is connected and its run, the newest, has begun
	Ended                // nothing more will come
)

// Piece is what one rendition has of a part or segment. Start and Duration count
// in the rendition's units ([Run.Rate]) on the stream's timeline, Size in bytes.
type Piece struct {
	Start    int64
	Duration int64
	Size     int64
}

// End is where the piece ends.
func (p Piece) End() int64 { return p.Start + p.Duration }

// Part is the smallest piece of a stream that is published by itself (a CMAF chunk,
// an HLS partial segment).
type Part struct {
	Pieces [renditions]Piece
	// Independent says that the video begins with a key frame.
	Independent bool
}

// Segment is a finished segment.
type Segment struct {
	Sequence    int64 // HLS media sequence number, from 0
	Run         int
	At          time.Time // wall clock of its first frame
	Independent bool
	Frames      int // pictures
	Pieces      [renditions]Piece

	// Gap says that a rung does not have this one of its source's segments.
	Gap bool

	// Breaks counts the discontinuities before this segment in the whole stream,
	// including one at its own start. Derived from Run.
	Breaks int
}

// Hot is a segment whose parts and bytes are in memory: one being filled or one
// finished not long ago. A Hot does not change, but for being stored.
type Hot struct {
	Sequence int64
	Run      *Run
	Parts    []Part
	chunks   [renditions][][]byte
	whole    [renditions][]byte // nil while the segment is being filled
	stored   *atomic.Bool
}

// Chunk is the bytes of one part.
func (h *Hot) Chunk(r Rendition, part int) []byte { return h.chunks[r][part] }

// Whole is the bytes of the segment, or nil while it is being filled.
func (h *Hot) Whole(r Rendition) []byte { return h.whole[r] }

// Stored reports whether the finished segment is in the blob store.
func (h *Hot) Stored() bool { return h.stored.Load() }

func (h *Hot) size() int64 {
	return int64(len(h.whole[Video]) + len(h.whole[Audio]))
}

// Snapshot is the state of an index at one moment. It does not change, and its
// slices may be read without a lock.
type Snapshot struct {
	// Version rises with every change.
	Version uint64
	State   State
	// Target is the target duration in whole seconds (RFC 8216bis, 4.4.3.1): no
	// segment, rounded, is longer. It only rises, and only for encoders whose key
	// frames are further apart than it was.
	Target int
	// Runs are all runs, by rising number.
	Runs []*Run
	// Segments are all finished segments, in order, without gaps in Sequence.
	Segments []Segment
	// Recent are the finished segments that are still in memory, oldest first.
	Recent []*Hot
	// Open is the segment being filled, with at least one part; nil when there is none.
	Open *Hot
	// Plain says that segments are published whole: this is a rung of another stream.
	Plain bool
	// Dependent says that some finished segment does not begin with a key frame.
	Dependent bool

	superseded chan struct{}
}

// Next is the address of the part that will be published next: a segment and how
// many parts of it are there.
func (s *Snapshot) Next() (sequence int64, parts int) {
	if s.Open != nil {
		return s.Open.Sequence, len(s.Open.Parts)
	}
	return s.nextSequence(), 0
}

func (s *Snapshot) nextSequence() int64 { return int64(len(s.Segments)) }

// Has reports whether a part has been published; a negative part asks for the
// whole segment. A part that a finished segment does not have counts as its next
// segment's first (RFC 8216bis, 6.2.5.2).
func (s *Snapshot) Has(sequence int64, part int) bool {
	next, parts := s.Next()
	switch {
	case sequence > next:
		return false
	case sequence == next:
		return part >= 0 && part < parts
	case sequence == next-1 && s.beyond(sequence, part):
		return parts > 0
	}
	return true
}

func (s *Snapshot) beyond(sequence int64, part int) bool {
	h := s.Hot(sequence)
	return h != nil && part >= len(h.Parts)
}

// Run returns a run by number, or nil.
func (s *Snapshot) Run(number int) *Run {
	i, found := slices.BinarySearchFunc(s.Runs, number, func(r *Run, n int) int { return cmp.Compare(r.Number, n) })
	if !found {
		return nil
	}
	return s.Runs[i]
}

// LastRun is the newest run, or nil.
func (s *Snapshot) LastRun() *Run {
	if len(s.Runs) == 0 {
		return nil
	}
	return s.Runs[len(s.Runs)-1]
}

// Hot returns a segment that is in memory, finished or not, or nil.
func (s *Snapshot) Hot(sequence int64) *Hot {
	if s.Open != nil && s.Open.Sequence == sequence {
		return s.Open
	}
	for i := len(s.Recent) - 1; i >= 0; i-- {
		if s.Recent[i].Sequence == sequence {
			return s.Recent[i]
		}
	}
	return nil
}

// Duration is the length of the finished segments.
func (s *Snapshot) Duration() time.Duration {
	if len(s.Segments) == 0 {
		return 0
	}
	return time.Duration(scale(s.Segments[len(s.Segments)-1].Pieces[Video].End(), int64(time.Second), Ticks))
}

// end is where the next run begins on the stream's timeline, in Ticks.
func (s *Snapshot) end() int64 {
	if len(s.Segments) == 0 {
		return 0
	}
	return s.Segments[len(s.Segments)-1].Pieces[Video].End()
}

// At is the wall clock of the segment's first picture.
func (h *Hot) At() time.Time { return h.Run.at(h.Parts[0].Pieces[Video].Start) }
