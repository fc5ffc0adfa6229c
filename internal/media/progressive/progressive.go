// Package progressive computes the one MP4 file (ISO/IEC 14496-12) that a stream's stored
// segments make up together: tables first, so that it plays while it loads. Nothing of it
// is stored. A [Layout] knows the tables and which bytes of which segment follow in what
// order, so that any stretch of the file can be read, and its length is known before the
// first byte is.
package progressive

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// Store opens stored segments. What it opens need not serve several goroutines at once.
type Store interface {
	Open(ctx context.Context, name segment.Name, size int64) (File, error)
}

// File is a stored segment.
type File interface {
	io.ReaderAt
	io.Closer
}

// Errors of a stream that no file can be made of.
var (
	// ErrEmpty is returned for a stream without a finished segment.
	ErrEmpty = errors.New("nothing is recorded")
	// ErrSegment is wrapped when a stored segment is not what its index says.
	ErrSegment = errors.New("unreadable segment")
)

// Layout is where everything is in a file. It does not change.
type Layout struct {
	head []byte // up to the first sample
	size int64
	tag  string

	// The extents that follow the head, in columns: two for each half second.
	at     []int64  // where in the file one begins
	offset []uint32 // where in its segment
	which  []uint32 // twice the segment's number, and the rendition

	stored []stored // by segment
}

// stored is what is needed to open a segment.
type stored struct {
	run  int32
	size [2]uint32 // by rendition
}

// Size is the length of the file in bytes.
func (l *Layout) Size() int64 { return l.size }

// Tag names the content: what is laid out in the same way, on whatever node, has the same.
func (l *Layout) Tag() string { return l.tag }

// Weight is about how much memory the layout takes, in bytes.
func (l *Layout) Weight() int {
	return len(l.head) + len(l.at)*(8+4+4) + len(l.stored)*12
}

// Build reads the tables of all finished segments, several at a time, and lays their
// samples out. Of the samples themselves nothing is read.
func Build(ctx context.Context, s *segment.Snapshot, store Store, parallel int) (*Layout, error) {
	if len(s.Segments) == 0 {
		return nil, ErrEmpty
	}
	b := newBuilder(s)
	for from := 0; from < len(s.Segments); from += batch {
		segments := s.Segments[from:min(from+batch, len(s.Segments))]
		found, err := scan(ctx, store, segments, parallel, renditions[:]...)
		if err != nil {
			return nil, err
		}
		for i, g := range segments {
			if err := b.add(g, s.Run(g.Run), found[i]); err != nil {
				return nil, fmt.Errorf("segment %d: %w", g.Sequence, err)
			}
		}
	}
	return b.finish()
}

// builder lays out one file.
type builder struct {
	layout Layout
	tracks [2]*track    // by rendition
	run    *segment.Run // of the newest segment
	shift  int64        // of its samples against the stream's timeline, in Ticks
	begun  int64        // the wall clock of the first picture, in seconds since 1970
	end    int64        // of what is laid out, from the first sample
}

func newBuilder(s *segment.Snapshot) *builder {
	b := &builder{begun: s.Segments[0].At.Unix()}
	b.tracks[segment.Video] = newTrack(segment.Ticks)
	b.tracks[segment.Audio] = newTrack(soundScale(s.Runs))
	b.layout.stored = make([]stored, 0, len(s.Segments))
	return b
}

// add appends a segment, its parts by turns: picture and sound of the same half second
// stand side by side.
func (b *builder) add(g segment.Segment, run *segment.Run, found [2][]fragment) error {
	if run != b.run {
		if err := b.turnTo(run, found); err != nil {
			return err
		}
	}
	number := uint32(len(b.layout.stored))
	b.layout.stored = append(b.layout.stored, stored{
		run: int32(g.Run), size: [2]uint32{uint32(g.Pieces[segment.Video].Size), uint32(g.Pieces[segment.Audio].Size)},
	})
	for part := range max(len(found[segment.Video]), len(found[segment.Audio])) {
		for _, r := range renditions {
			if part < len(found[r]) {
				b.extent(number<<1|uint32(r), found[r][part])
				b.tracks[r].chunk(found[r][part], run.Rate(r), b.shift, b.layout.at[len(b.layout.at)-1])
			}
		}
	}
	return nil
}

// turnTo begins a run: it describes its samples, and lets it wait for the pictures of the
// run before. An encoder that reorders shows its last ones after the moment at which the
// next run begins; played from one file they would be shown among the next run's. Picture
// and sound wait together. The last frame of sound may end some milliseconds late, too: it
// gives way, since every decoder skips that much, and pictures that wait stutter.
func (b *builder) turnTo(run *segment.Run, found [2][]fragment) error {
	if run == nil {
		return fmt.Errorf("its run is not known: %w", ErrSegment)
	}
	for _, r := range renditions {
		entry, err := sampleEntry(run, r)
		if err != nil {
			return err
		}
		b.tracks[r].describe(entry)
	}
	if b.run != nil {
		b.shift += max(0, b.tracks[segment.Video].gone-found[segment.Video][0].shown()-b.shift)
	}
	b.run = run
	return nil
}

func (b *builder) extent(which uint32, f fragment) {
	l := &b.layout
	l.at = append(l.at, b.end)
	l.offset = append(l.offset, uint32(f.offset))
	l.which = append(l.which, which)
	b.end += f.size
}

// finish writes the tables, now that all is known, and moves what follows behind them.
func (b *builder) finish() (*Layout, error) {
	head, err := b.head()
	if err != nil {
		return nil, err
	}
	l := &b.layout
	l.head, l.size = head.bytes, int64(len(head.bytes))+b.end
	for i := range l.at {
		l.at[i] += int64(len(head.bytes))
	}
	l.tag = hex.EncodeToString(head.sum[:16])
	return l, nil
}

var renditions = [...]segment.Rendition{segment.Video, segment.Audio}
