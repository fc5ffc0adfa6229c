package progressive

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// folder is a warehouse of files.
type folder struct{ path string }

func (f folder) WriteAll(_ context.Context, key string, value []byte, _ string) error {
	return os.WriteFile(filepath.Join(f.path, filepath.Base(key)), value, 0o600)
}
func (f folder) BeginRun(context.Context, segment.RunConfig) error { return nil }
func (f folder) Append(context.Context, segment.Segment) error     { return nil }

func (f folder) Open(_ context.Context, name segment.Name, _ int64) (File, error) {
	return os.Open(filepath.Join(f.path, filepath.Base(name.Key("s"))))
}

func (f folder) fill(b *testing.B, seconds, size int) *segment.Snapshot {
	b.Helper()
	index := segment.NewIndex(segment.Limits{})
	recorder := segment.NewRecorder(b.Context(), index, segment.StoreOptions{Blob: f, Journal: f, Prefix: "s"})
	synthetic(b, segment.NewSegmenter(recorder, clock.NewManual(kickOff)), 0, seconds, size, 6000)
	index.SetState(segment.Ended)
	return index.Load()
}

// Two hours: 3,600 segments of two renditions, 216,000 pictures and 337,500 frames of sound.
func BenchmarkBuildTwoHours(b *testing.B) {
	f := folder{b.TempDir()}
	s := f.fill(b, 7200, 200)
	var layout *Layout
	b.ReportAllocs()
	for b.Loop() {
		var err error
		if layout, err = Build(b.Context(), s, f, 8); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(layout.Weight())/(1<<20), "MB-kept")
}

// Two minutes of 6 Mbit/s, as a connection reads them: 32 KiB at a time.
func BenchmarkRead(b *testing.B) {
	f := folder{b.TempDir()}
	s := f.fill(b, 120, 25_000)
	layout, err := Build(b.Context(), s, f, 8)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(layout.Size())
	b.ReportAllocs()
	for b.Loop() {
		r := layout.Reader(b.Context(), f)
		if _, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{r}, make([]byte, 32<<10)); err != nil {
			b.Fatal(err)
		}
		_ = r.Close()
	}
}
