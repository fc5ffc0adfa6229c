package playlist

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/media/segment"
	"github.com/grandstand/grandstand/internal/squeeze"
)

var update = flag.Bool("update", false, "write the golden files")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// Parameter sets of 640x360 and 320x180 at 30 frames a second.
const (
	spsLarge = "6764001eacd940a02ff970110000030001000003003c0f162d96"
	spsSmall = "6764000dacd941419f9f0110000003001000000303c0f1429960"
)

func unhex(text string) []byte {
	b, err := hex.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return b
}

var kickOff = time.Date(2026, 3, 1, 18, 0, 0, 0, time.UTC)

// story builds snapshots the way a stream unfolds.
type story struct {
	t *testing.T
	s segment.Snapshot
}

func newStory(t *testing.T) *story {
	return &story{t: t, s: segment.Snapshot{Version: 1, Target: 4}}
}

func (y *story) run(sps string, at time.Time) {
	y.t.Helper()
	run, err := segment.NewRun(segment.RunConfig{
		Number: len(y.s.Runs) + 1, Base: y.end(segment.Video), At: at,
		SPS: unhex(sps), PPS: [][]byte{unhex("68ef8fcb")}, ASC: segment.SilentAudio().ASC,
	})
	if err != nil {
		y.t.Fatal(err)
	}
	y.s.Runs, y.s.State = append(y.s.Runs, run), segment.Live
}

func (y *story) end(r segment.Rendition) int64 {
	if n := len(y.s.Segments); n > 0 {
		return y.s.Segments[n-1].Pieces[r].End()
	}
	return 0
}

func (y *story) parts(count int) []segment.Part {
	parts := make([]segment.Part, count)
	video, audio := y.end(segment.Video), y.end(segment.Audio)
	for i := range parts {
		parts[i].Independent = i == 0
		parts[i].Pieces[segment.Video] = segment.Piece{Start: video, Duration: 45000, Size: 50_000}
		parts[i].Pieces[segment.Audio] = segment.Piece{Start: audio, Duration: 24 * 1024, Size: 8_000}
		video, audio = video+45000, audio+24*1024
	}
	return parts
}

// segment adds a finished segment of four parts.
func (y *story) segment() {
	run := y.s.LastRun()
	hot := &segment.Hot{Sequence: int64(len(y.s.Segments)), Run: run, Parts: y.parts(4)}
	g := segment.Segment{Sequence: hot.Sequence, Run: run.Number, At: hot.At(), Independent: true, Frames: 60}
	for r := range g.Pieces {
		first, last := hot.Parts[0].Pieces[r], hot.Parts[3].Pieces[r]
		g.Pieces[r] = segment.Piece{Start: first.Start, Duration: last.End() - first.Start, Size: 4 * first.Size}
	}
	if n := len(y.s.Segments); n > 0 {
		g.Breaks = y.s.Segments[n-1].Breaks
		if y.s.Segments[n-1].Run != g.Run {
			g.Breaks++
		}
	}
	y.s.Segments = append(y.s.Segments, g)
	y.s.Recent = append(y.s.Recent, hot)
	if len(y.s.Recent) > 10 {
		y.s.Recent = y.s.Recent[1:]
	}
	y.s.Open = nil
	y.s.Version++
}

func (y *story) opening(parts int) {
	y.s.Open = &segment.Hot{Sequence: int64(len(y.s.Segments)), Run: y.s.LastRun(), Parts: y.parts(parts)}
	y.s.Version++
}

func (y *story) segments(n int) {
	for range n {
		y.segment()
	}
}

// match is a stream that broke once, with two parts of its newest segment out.
func match(t *testing.T) *story {
	y := newStory(t)
	y.run(spsLarge, kickOff)
	y.segments(20)
	y.run(spsSmall, kickOff.Add(75*time.Second))
	y.segments(3)
	y.opening(2)
	return y
}

func TestGoldens(t *testing.T) {
	live := match(t).s
	broken := newStory(t)
	broken.run(spsLarge, kickOff)
	broken.segments(3)
	reconnecting := broken.s
	reconnecting.State = segment.Waiting
	broken.run(spsLarge, kickOff.Add(66*time.Second))
	broken.opening(1)
	ended := live
	ended.State, ended.Open = segment.Ended, nil
	for name, y := range map[string]segment.Snapshot{"live": live, "ended": ended, "reconnecting": reconnecting, "returned": broken.s} {
		for _, k := range []Kind{Rewind, VideoRewind, AudioRewind, VideoRewindDelta, VideoRewindSkippable, VideoWindow, AudioWindow, Window} {
			body := Multivariant(&y, k, Beside{})
			if !k.Multivariant() {
				body = Media(&y, k)
			}
			file := name + "-" + strings.TrimSuffix(k.FileName(), ".m3u8")
			file += map[Kind]string{VideoRewindDelta: "-delta", VideoRewindSkippable: "-skippable"}[k]
			golden(t, file+".m3u8", body)
		}
	}
}

func TestNothingBeforeTheFirstSegment(t *testing.T) {
	y := newStory(t)
	y.run(spsLarge, kickOff)
	y.opening(2)
	for k := range kinds {
		if page := new(Cache).Page(&y.s, k, Beside{}); len(page.Body) != 0 {
			t.Errorf("%s: %q", k.FileName(), page.Body)
		}
	}
}

// What the cache accumulates over a stream's life is what writing it in one go gives,
// also when segments disappear because they could not be stored.
func TestCacheEqualsPureFunctions(t *testing.T) {
	y := newStory(t)
	y.run(spsLarge, kickOff)
	var cache Cache
	compare := func(at string) {
		t.Helper()
		for k := range kinds {
			want := Multivariant(&y.s, k, Beside{})
			if !k.Multivariant() {
				want = Media(&y.s, k)
			}
			if diff := cmp.Diff(string(want), string(cache.Page(&y.s, k, Beside{}).Body)); diff != "" {
				t.Fatalf("%s, %s:\n%s", at, k.FileName(), diff)
			}
		}
	}
	for i := range 40 {
		y.segment()
		y.opening(1 + i%3)
		compare(fmt.Sprintf("segment %d", i))
		if i == 20 {
			y.run(spsSmall, kickOff.Add(time.Hour))
		}
	}
	y.s.Segments, y.s.Open, y.s.Recent = y.s.Segments[:28], nil, nil
	y.s.Version++
	y.run(spsLarge, kickOff.Add(2*time.Hour))
	y.segment()
	compare("after a loss")
	y.s.State = segment.Ended
	y.s.Version++
	compare("ended")
	y.s.State = segment.Live
	y.segments(3)
	compare("reopened")
}

func TestPagesAreSharedPerVersion(t *testing.T) {
	y := match(t)
	var cache Cache
	one := cache.Page(&y.s, VideoRewind, Beside{})
	if two := cache.Page(&y.s, VideoRewind, Beside{}); one != two {
		t.Error("the same version was written twice")
	}
	r, err := gzip.NewReader(bytes.NewReader(one.Gzip(new(squeeze.Squeezer))))
	if err != nil {
		t.Fatal(err)
	}
	if plain, err := io.ReadAll(r); err != nil || !bytes.Equal(plain, one.Body) {
		t.Errorf("compressed text differs: %v", err)
	}
	y.segment()
	if three := cache.Page(&y.s, VideoRewind, Beside{}); three == one {
		t.Error("a new version got the old text")
	}
}

func TestFileNames(t *testing.T) {
	for k := range kinds {
		got, ok := ParseFileName(k.FileName())
		if !ok || got.Delta() != k.Delta() {
			t.Errorf("%s was read as %d, want %d", k.FileName(), got, k)
		}
	}
	for _, name := range []string{"", "m3u8", "video.m3u8 ", "Video.m3u8", "../index.m3u8"} {
		if _, ok := ParseFileName(name); ok {
			t.Errorf("%q is a playlist", name)
		}
	}
}

// Two hours: a full list may be large, what a player asks for again and again not.
func TestDeltaOfALongEventIsSmall(t *testing.T) {
	y := newStory(t)
	y.run(spsLarge, kickOff)
	y.segments(3600)
	y.opening(3)
	full, delta := len(Media(&y.s, VideoRewind)), len(Media(&y.s, VideoRewindDelta))
	if full > 200_000 || delta > 4_000 {
		t.Errorf("full %d bytes, delta %d", full, delta)
	}
}

func BenchmarkLiveEdge(b *testing.B) {
	y := newStory(&testing.T{})
	y.run(spsLarge, kickOff)
	y.segments(3600)
	y.opening(3)
	for _, k := range []Kind{VideoRewind, VideoRewindDelta, VideoWindow} {
		b.Run(fmt.Sprintf("%s-%d", k.FileName(), k), func(b *testing.B) {
			var cache Cache
			for b.Loop() {
				y.s.Version++
				cache.Page(&y.s, k, Beside{})
			}
		})
	}
}
