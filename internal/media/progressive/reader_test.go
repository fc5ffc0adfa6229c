package progressive

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// made is a stream of some sessions of synthetic samples.
func made(t testing.TB, seconds, size int, shifts ...int64) (*segment.Snapshot, *warehouse) {
	t.Helper()
	w, index := newWarehouse(), segment.NewIndex(segment.DefaultLimits())
	for _, shift := range shifts {
		synthetic(t, w.session(index), 900_000, seconds, size, shift)
	}
	index.SetState(segment.Ended)
	return index.Load(), w
}

// Whatever stretch is read, in whatever order, is what stands there in the whole.
func TestAnyStretchIsOfTheWhole(t *testing.T) {
	s, w := made(t, 7, 300, 0, 6000)
	layout, err := Build(t.Context(), s, w, 3)
	if err != nil {
		t.Fatal(err)
	}
	want := contents(t, layout, w)
	rapid.Check(t, func(t *rapid.T) {
		r := layout.Reader(context.Background(), w)
		defer r.Close()
		for range rapid.IntRange(1, 8).Draw(t, "reads") {
			from := rapid.Int64Range(0, layout.Size()).Draw(t, "from")
			length := rapid.Int64Range(0, layout.Size()-from).Draw(t, "length")
			if _, err := r.Seek(from, io.SeekStart); err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(io.LimitReader(r, length))
			if err != nil || !bytes.Equal(got, want[from:from+length]) {
				t.Fatalf("%d bytes from %d: %d are not those, %v", length, from, len(got), err)
			}
		}
	})
	if n := w.open.Load(); n != 0 {
		t.Errorf("%d segments are still open", n)
	}
}

func TestSeek(t *testing.T) {
	s, w := made(t, 3, 100, 0)
	layout, err := Build(t.Context(), s, w, 1)
	if err != nil {
		t.Fatal(err)
	}
	r := layout.Reader(t.Context(), w)
	defer r.Close()
	for _, c := range []struct {
		offset int64
		whence int
		want   int64
	}{{10, io.SeekStart, 10}, {5, io.SeekCurrent, 15}, {-1, io.SeekEnd, layout.Size() - 1}, {3, io.SeekEnd, layout.Size() + 3}} {
		if got, err := r.Seek(c.offset, c.whence); got != c.want || err != nil {
			t.Errorf("%+v: %d, %v", c, got, err)
		}
	}
	if n, err := r.Read(make([]byte, 1)); n != 0 || err != io.EOF { //nolint:errorlint // io.Reader returns it bare
		t.Errorf("beyond the end: %d, %v", n, err)
	}
	if _, err := r.Seek(-1, io.SeekStart); err == nil {
		t.Error("it goes before the beginning")
	}
}

func TestAMissingSegmentIsAnError(t *testing.T) {
	s, w := made(t, 6, 100, 0)
	layout, err := Build(t.Context(), s, w, 2)
	if err != nil {
		t.Fatal(err)
	}
	g := s.Segments[1]
	name := segment.SegmentName(segment.Video, g.Run, g.Sequence)
	w.replace(name, func(b []byte) []byte { return b[:len(b)/2] })
	r := layout.Reader(t.Context(), w)
	if _, err := io.Copy(io.Discard, r); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("half a segment: %v", err)
	}
	_ = r.Close()
	if _, err := Build(t.Context(), s, w, 2); err == nil {
		t.Error("half a segment is laid out")
	}
	delete(w.files, name.Key("s"))
	if _, err := Build(t.Context(), s, w, 2); err == nil {
		t.Error("a segment that is gone is laid out")
	}
	if n := w.open.Load(); n != 0 {
		t.Errorf("%d segments are still open", n)
	}
}

func TestNothingRecorded(t *testing.T) {
	if _, err := Build(t.Context(), segment.NewIndex(segment.DefaultLimits()).Load(), newWarehouse(), 1); !errors.Is(err, ErrEmpty) {
		t.Errorf("%v", err)
	}
}

func TestWhoLeavesIsNotWaitedFor(t *testing.T) {
	s, w := made(t, 6, 100, 0)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Build(ctx, s, w, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// Whatever a stored file holds, it is read or refused.
func FuzzScanFile(f *testing.F) {
	s, w := made(f, 3, 50, 0, 3000)
	for _, g := range s.Segments {
		for _, r := range renditions {
			f.Add(slices.Clone(w.file(segment.SegmentName(r, g.Run, g.Sequence))))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		found, err := scanFile(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			return
		}
		for _, p := range found {
			if p.offset < 0 || p.size < 0 || p.offset+p.size > int64(len(b)) {
				t.Errorf("samples from %d, %d bytes, of %d", p.offset, p.size, len(b))
			}
		}
	})
}
