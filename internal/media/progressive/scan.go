package progressive

import (
	"context"
	"fmt"
	"io"

	"golang.org/x/sync/errgroup"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// batch is how many segments are read before their samples are laid out, so that what is
// in between does not fill the memory.
const batch = 256

// Sizes of what is read of a file at a time, in bytes.
const (
	whole  = 64 << 10 // a file of no more than this is read at once
	glance = 4 << 10  // more than the tables of half a second of pictures
	// largest bounds the tables of a part, far above what fits into one.
	largest = 1 << 20
)

// scan reads the tables of renditions of segments. A gap has none.
func scan(ctx context.Context, store Store, segments []segment.Segment, parallel int, wanted ...segment.Rendition) ([][2][]fragment, error) {
	found := make([][2][]fragment, len(segments))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallel)
	for i, g := range segments {
		if g.Gap {
			continue
		}
		for _, r := range wanted {
			group.Go(func() (err error) {
				if err := ctx.Err(); err != nil {
					return err
				}
				name := segment.SegmentName(r, g.Run, g.Sequence)
				if found[i][r], err = scanStored(ctx, store, name, g.Pieces[r].Size); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				return nil
			})
		}
	}
	return found, group.Wait()
}

func scanStored(ctx context.Context, store Store, name segment.Name, size int64) ([]fragment, error) {
	file, err := store.Open(ctx, name, size)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return scanFile(file, size)
}

// scanFile goes from box to box of a segment.
func scanFile(file io.ReaderAt, size int64) ([]fragment, error) {
	var found []fragment
	w := &window{file: file, size: size}
	for at := int64(0); at < size; {
		begin, err := w.view(at, min(longHeader, size-at))
		if err != nil {
			return nil, err
		}
		h, ok := readHeader(begin)
		if !ok || h.size > size-at {
			return nil, fmt.Errorf("a box at %d of %d bytes: %w", at, size, ErrSegment)
		}
		switch h.kind {
		case boxMoof:
			body, err := w.tables(at, h)
			if err != nil {
				return nil, err
			}
			f, err := readFragment(body, at)
			if err != nil {
				return nil, err
			}
			found = append(found, f)
		case boxMdat:
			if err := claim(found, at+int64(h.length), at+h.size); err != nil {
				return nil, err
			}
		}
		at += h.size
	}
	if len(found) == 0 || found[len(found)-1].offset+found[len(found)-1].size > size {
		return nil, fmt.Errorf("samples beyond %d bytes: %w", size, ErrSegment)
	}
	return found, nil
}

// claim checks that the samples of the newest fragment are in the data that follows it.
func claim(found []fragment, from, to int64) error {
	if len(found) == 0 {
		return nil // of nobody
	}
	if f := found[len(found)-1]; f.offset < from || f.offset+f.size > to {
		return fmt.Errorf("samples from %d to %d are not in the data from %d to %d: %w", f.offset, f.offset+f.size, from, to, ErrSegment)
	}
	return nil
}

// window is a part of a file in memory.
type window struct {
	file   io.ReaderAt
	size   int64
	at     int64
	buffer []byte
}

// view returns bytes of the file, which are good until the next call.
func (w *window) view(at, length int64) ([]byte, error) {
	if at < w.at || at+length > w.at+int64(len(w.buffer)) {
		if err := w.fill(at, max(length, glance)); err != nil {
			return nil, err
		}
	}
	return w.buffer[at-w.at:][:length], nil
}

func (w *window) fill(at, length int64) error {
	if w.size <= whole {
		at, length = 0, w.size
	}
	length = min(length, w.size-at)
	if int64(cap(w.buffer)) < length {
		w.buffer = make([]byte, length)
	}
	w.buffer = w.buffer[:length]
	w.at = at
	n, err := w.file.ReadAt(w.buffer, at)
	if int64(n) == length {
		return nil
	}
	if err == io.EOF { //nolint:errorlint // io.ReaderAt returns it bare
		err = fmt.Errorf("%d bytes at %d: %w", n, at, io.ErrUnexpectedEOF)
	}
	w.buffer = w.buffer[:0]
	return err
}

func (w *window) tables(at int64, h header) ([]byte, error) {
	if h.size > largest {
		return nil, fmt.Errorf("tables of %d bytes: %w", h.size, ErrSegment)
	}
	all, err := w.view(at, h.size)
	if err != nil {
		return nil, err
	}
	return all[h.length:], nil
}
