package media

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// randomRecording returns a recording of segments of random lengths, of which some need an earlier one.
func randomRecording(r *rand.Rand) *segment.Snapshot {
	s := &segment.Snapshot{State: segment.Ended}
	longest, start := 1+r.IntN(12), int64(0)
	for i := range 2 + r.IntN(60) {
		length := (1 + r.Int64N(int64(longest)*1000)) * ticksInMS
		g := segment.Segment{Sequence: int64(i), Independent: i == 0 || r.IntN(4) > 0}
		g.Pieces[segment.Video] = segment.Piece{Start: start, Duration: length}
		s.Segments = append(s.Segments, g)
		s.Target = max(s.Target, int((length+segment.Ticks-1)/segment.Ticks))
		start += length
	}
	return s
}

// A cut opens exactly the segments that are served of it, for any segments. While its last segment is still
// being recorded it opens no less than will be served of it.
func TestACutOpensWhatIsServedOfIt(t *testing.T) {
	r := rand.New(rand.NewPCG(28, 2))
	for range 20_000 {
		all := randomRecording(r)
		now, known := all, len(all.Segments)
		if r.IntN(2) == 0 { // the segment after the known ones is being recorded
			known = 1 + r.IntN(len(all.Segments)-1)
			now = &segment.Snapshot{State: segment.Live, Segments: all.Segments[:known], Target: all.Target}
		}
		recorded := ticksToTime(all.Segments[min(known, len(all.Segments)-1)].Pieces[segment.Video].End()).Truncate(time.Millisecond)
		length := time.Duration(1+r.Int64N(min(20_000, recorded.Milliseconds()))) * time.Millisecond
		from := time.Duration(r.Int64N((recorded-length).Milliseconds()+1)) * time.Millisecond
		row := cutRow{FromMS: from.Milliseconds(), LengthMS: length.Milliseconds()}
		served := all.Stretch(row.firstSequence(now), row.to())
		start, end := Footage{snapshot: now}.Opens(from, length)
		first, last := all.Segments[served.First].Pieces[segment.Video], all.Segments[served.End-1].Pieces[segment.Video]
		if start != ticksToTime(first.Start) {
			t.Fatalf("from %v for %v it opens from %v, the first segment begins at %v", from, length, start, ticksToTime(first.Start))
		}
		whole := now.Stretch(served.First, row.to()).Whole
		if until := ticksToTime(last.End()); end < until || whole && end != max(from+length, until) {
			t.Fatalf("from %v for %v it opens until %v, the last segment ends at %v", from, length, end, until)
		}
	}
}
