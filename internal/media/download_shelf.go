package media

import (
	"context"
	"errors"
	"io"

	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/media/progressive"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// shelves open the stored segments of a desk.
type shelves struct {
	store  *blob.Store
	folder string
	// onward says that what is read stands one after the other, so that one request to a
	// store that is far away serves many reads.
	onward bool
}

// Open is part of progressive.Store.
func (s shelves) Open(ctx context.Context, name segment.Name, size int64) (progressive.File, error) {
	key := name.Key(s.folder)
	file, err := s.store.OpenFile(key)
	switch {
	case err == nil:
		return file, nil
	case !errors.Is(err, blob.ErrNoFile):
		return nil, err
	case s.onward:
		return &flow{remote{ctx: ctx, store: s.store, key: key, size: size}}, nil
	}
	return pieces{ctx, s.store, key}, nil
}

// pieces asks a store for exactly what is read.
type pieces struct {
	ctx   context.Context //nolint:containedctx // lives for one request
	store *blob.Store
	key   string
}

// ReadAt is part of io.ReaderAt.
func (p pieces) ReadAt(b []byte, offset int64) (int, error) {
	if err := p.store.ReadRange(p.ctx, p.key, offset, b); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Close is part of io.Closer.
func (p pieces) Close() error { return nil }

// flow reads a value from the store as it comes.
type flow struct{ remote }

// skipped is how much is rather read and dropped than asked for anew: the tables of a
// part, which stand between the samples of two.
const skipped = 64 << 10

// ReadAt is part of io.ReaderAt.
func (f *flow) ReadAt(b []byte, offset int64) (int, error) {
	if gap := offset - f.offset; f.open != nil && gap > 0 && gap <= skipped {
		if _, err := io.CopyN(io.Discard, &f.remote, gap); err != nil {
			return 0, err
		}
	}
	if _, err := f.Seek(offset, io.SeekStart); err != nil {
		return 0, err
	}
	return io.ReadFull(&f.remote, b)
}

// Close is part of io.Closer.
func (f *flow) Close() error {
	f.remote.Close()
	return nil
}
