package segment

import "time"

// Extent is how much there is of the stream, in Ticks, with the parts of the segment that
// is being filled.
func (s *Snapshot) Extent() int64 {
	if s.Open == nil {
		return s.end()
	}
	return s.Open.Parts[0].Pieces[Video].Start + duration(s.Open.Parts)
}

// FirstOf is the sequence number of the finished segment with which playing from a moment,
// in Ticks, begins: the last up to there that a decoder can start with.
func (s *Snapshot) FirstOf(from int64) int64 {
	for i := len(s.Segments) - 1; i > 0; i-- {
		if g := s.Segments[i]; g.Independent && g.Pieces[Video].Start <= from {
			return int64(i)
		}
	}
	return 0
}

// Stretch is a run of finished segments that is played by itself.
type Stretch struct {
	First int64 // sequence number
	End   int64 // the one after the last; First when there is none yet
	Whole bool  // nothing more will be added
}

// Has reports whether a segment belongs to it.
func (t Stretch) Has(sequence int64) bool { return sequence >= t.First && sequence < t.End }

// Stretch returns the finished segments from the one with a sequence number to the one
// that reaches a moment, in Ticks.
func (s *Snapshot) Stretch(first, to int64) Stretch {
	t := Stretch{First: first, End: min(first, int64(len(s.Segments)))}
	t.First = t.End
	for t.End < int64(len(s.Segments)) && (t.End == t.First || s.Segments[t.End].Pieces[Video].Start < to) {
		t.End++
	}
	t.Whole = t.End > t.First && (s.State == Ended || s.Segments[t.End-1].Pieces[Video].End() >= to)
	return t
}

// TimeOf is the wall clock at a moment of the stream, in Ticks; zero before there was any.
func (s *Snapshot) TimeOf(ticks int64) time.Time {
	for i := len(s.Runs) - 1; i >= 0; i-- {
		if run := s.Runs[i]; run.Base <= ticks || i == 0 {
			return run.at(ticks)
		}
	}
	return time.Time{}
}
