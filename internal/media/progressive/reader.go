package progressive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sort"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// Reader reads a file as its layout has it. It holds at most one stored segment of each
// rendition open, and is for one goroutine.
type Reader struct {
	ctx    context.Context //nolint:containedctx // lives for one request
	layout *Layout
	store  Store
	offset int64
	open   [2]shelf
}

// shelf is a stored segment that is open.
type shelf struct {
	number uint32
	file   File
}

// Reader reads the file from its beginning. Close must be called.
func (l *Layout) Reader(ctx context.Context, store Store) *Reader {
	return &Reader{ctx: ctx, layout: l, store: store}
}

// Close ends reading.
func (r *Reader) Close() error {
	var errs []error
	for i := range r.open {
		errs = append(errs, r.put(i))
	}
	return errors.Join(errs...)
}

func (r *Reader) put(rendition int) error {
	file := r.open[rendition].file
	if file == nil {
		return nil
	}
	r.open[rendition] = shelf{}
	return file.Close()
}

// Seek is part of io.Seeker.
func (r *Reader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.offset
	case io.SeekEnd:
		offset += r.layout.size
	}
	if offset < 0 {
		return 0, errors.New("seek before the beginning")
	}
	r.offset = offset
	return offset, nil
}

// Read is part of io.Reader. It does not read beyond the end of a part of a segment.
func (r *Reader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if r.offset >= r.layout.size {
		return 0, io.EOF
	}
	if r.offset < int64(len(r.layout.head)) {
		n := copy(p, r.layout.head[r.offset:])
		r.offset += int64(n)
		return n, nil
	}
	e := r.layout.extent(r.offset)
	file, err := r.take(e.which)
	if err != nil {
		return 0, err
	}
	n, err := file.ReadAt(p[:min(int64(len(p)), e.length)], e.offset)
	r.offset += int64(n)
	switch {
	case n > 0:
		return n, nil
	case err == nil || errors.Is(err, io.EOF):
		err = io.ErrUnexpectedEOF // the file would be shorter than was said
	}
	return 0, fmt.Errorf("segment %d: %w", e.which>>1, err)
}

// extent is what is left of an extent.
type extent struct {
	which  uint32
	offset int64 // in its segment
	length int64
}

// extent finds what stands at a place behind the head.
func (l *Layout) extent(at int64) extent {
	i := sort.Search(len(l.at), func(i int) bool { return l.at[i] > at }) - 1
	end := l.size
	if i+1 < len(l.at) {
		end = l.at[i+1]
	}
	return extent{which: l.which[i], offset: int64(l.offset[i]) + at - l.at[i], length: end - at}
}

// take opens a segment, unless it is open, and closes the one before.
func (r *Reader) take(which uint32) (File, error) {
	number, rendition := which>>1, int(which&1)
	if have := r.open[rendition]; have.file != nil && have.number == number {
		return have.file, nil
	}
	_ = r.put(rendition)
	g := r.layout.stored[number]
	name := segment.SegmentName(segment.Rendition(rendition), int(g.run), int64(number))
	file, err := r.store.Open(r.ctx, name, int64(g.size[rendition]))
	if err != nil {
		return nil, fmt.Errorf("segment %s: %w", name, err)
	}
	r.open[rendition] = shelf{number, file}
	return file, nil
}
