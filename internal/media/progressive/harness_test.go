package progressive

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/media/segment"
)

var kickOff = time.Date(2026, 11, 22, 18, 0, 0, 0, time.UTC)

// warehouse keeps stored segments in memory and counts those that are open.
type warehouse struct {
	mu    sync.Mutex
	files map[string][]byte
	open  atomic.Int32
}

func newWarehouse() *warehouse { return &warehouse{files: map[string][]byte{}} }

func (w *warehouse) WriteAll(_ context.Context, key string, value []byte, _ string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.files[key] = slices.Clone(value)
	return nil
}

func (w *warehouse) BeginRun(context.Context, segment.RunConfig) error { return nil }
func (w *warehouse) Append(context.Context, segment.Segment) error     { return nil }
func (w *warehouse) file(name segment.Name) []byte                     { return w.files[name.Key("s")] }

func (w *warehouse) replace(name segment.Name, change func([]byte) []byte) {
	w.files[name.Key("s")] = change(w.file(name))
}

type box struct {
	*bytes.Reader
	w *warehouse
}

func (b box) Close() error {
	b.w.open.Add(-1)
	return nil
}

// Open is part of Store.
func (w *warehouse) Open(ctx context.Context, name segment.Name, _ int64) (File, error) {
	value, ok := w.files[name.Key("s")]
	if !ok {
		return nil, os.ErrNotExist
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w.open.Add(1)
	return box{bytes.NewReader(value), w}, nil
}

// session begins a publishing session.
func (w *warehouse) session(index *segment.Index) *segment.Segmenter {
	options := segment.StoreOptions{Blob: w, Journal: w, Prefix: "s"}
	return segment.NewSegmenter(segment.NewRecorder(context.Background(), index, options), clock.NewManual(kickOff))
}

// record is a stream whose encoder sent files one after the other, connecting anew for each.
func record(t testing.TB, files ...string) (*segment.Snapshot, *warehouse) {
	t.Helper()
	w, index := newWarehouse(), segment.NewIndex(segment.DefaultLimits())
	for _, path := range files {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		source, err := segment.OpenMP4(file)
		if err != nil {
			t.Fatal(err)
		}
		out := w.session(index)
		if err := errors.Join(source.Play(t.Context(), out, 1), out.Close(), file.Close()); err != nil {
			t.Fatal(err)
		}
	}
	index.SetState(segment.Ended)
	return index.Load(), w
}

// film makes a file of a number of seconds; settings are ffmpeg's.
func film(t testing.TB, size string, rate, hertz, seconds int, settings ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "film.mp4")
	lasts := ":duration=" + strconv.Itoa(seconds)
	args := append([]string{
		"-f", "lavfi", "-i", "testsrc2=size=" + size + ":rate=" + strconv.Itoa(rate) + lasts,
		"-f", "lavfi", "-i", "sine=frequency=300:sample_rate=" + strconv.Itoa(hertz) + lasts,
		"-c:v", "libx264", "-preset", "ultrafast", "-g", strconv.Itoa(2 * rate), "-pix_fmt", "yuv420p", "-c:a", "aac",
	}, settings...)
	run(t, "ffmpeg", append(args, path)...)
	return path
}

// run starts a program of ffmpeg's and fails on any complaint.
func run(t testing.TB, program string, args ...string) []byte {
	t.Helper()
	var complaints bytes.Buffer
	cmd := exec.CommandContext(t.Context(), program, append([]string{"-v", "warning"}, args...)...)
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil || complaints.Len() > 0 {
		t.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, complaints.String())
	}
	return out
}

// build lays a stream out and writes it to a file.
func build(t testing.TB, s *segment.Snapshot, w *warehouse) (*Layout, string) {
	t.Helper()
	layout, err := Build(t.Context(), s, w, 4)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "event.mp4")
	if err := os.WriteFile(path, contents(t, layout, w), 0o600); err != nil {
		t.Fatal(err)
	}
	return layout, path
}

func contents(t testing.TB, layout *Layout, w *warehouse) []byte {
	t.Helper()
	r := layout.Reader(t.Context(), w)
	all, err := io.ReadAll(r)
	if err = errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
	if int64(len(all)) != layout.Size() {
		t.Fatalf("%d bytes, %d were said", len(all), layout.Size())
	}
	if n := w.open.Load(); n != 0 {
		t.Fatalf("%d segments are still open", n)
	}
	return all
}

// probed is what ffprobe says of a track.
type probed struct {
	Kind     string  `json:"codec_type"`
	Tag      string  `json:"codec_tag_string"`
	Width    int     `json:"width"`
	Height   int     `json:"height"`
	Hertz    string  `json:"sample_rate"`
	Packets  int     `json:"nb_read_packets,string"`
	Start    float64 `json:"start_time,string"`
	Duration float64 `json:"duration,string"`
}

func probe(t testing.TB, path string) (tracks []probed) {
	t.Helper()
	var said struct{ Streams []probed }
	if err := json.Unmarshal(run(t, "ffprobe", "-of", "json", "-show_streams", "-count_packets", path), &said); err != nil {
		t.Fatal(err)
	}
	return said.Streams
}

// moments lists when the packets of a track are shown, in seconds, in the order of the file.
func moments(t testing.TB, path, track string) (shown []float64) {
	t.Helper()
	for line := range strings.Lines(string(run(t, "ffprobe", "-select_streams", track, "-show_entries", "packet=pts_time", "-of", "csv=p=0", path))) {
		line = strings.Trim(line, ",\r\n")
		if line == "" { // where a packet brings another configuration
			continue
		}
		at, err := strconv.ParseFloat(line, 64)
		if err != nil {
			t.Fatal(err)
		}
		shown = append(shown, at)
	}
	return shown
}

// streamed lists the same of the stream's own segments of a run.
func streamed(t testing.TB, s *segment.Snapshot, w *warehouse, r segment.Rendition, one *segment.Run) []float64 {
	t.Helper()
	whole := slices.Clone(one.Init(r))
	for _, g := range s.Segments {
		if g.Run == one.Number {
			whole = append(whole, w.file(segment.SegmentName(r, g.Run, g.Sequence))...)
		}
	}
	path := filepath.Join(t.TempDir(), "run.mp4")
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	return moments(t, path, "0")
}

// Parameter sets of an encoder with 640x360 at 30 frames a second.
const (
	spsHex = "6764001eacd940a02ff970110000030001000003003c0f162d96"
	ppsHex = "68ef8fcb"
)

// quiet is a frame of stereo AAC without sound.
func quiet() []byte { return []byte{0x21, 0x10, 0x04, 0x60, 0x8c, 0x1c} }

func unhex(text string) []byte {
	b, err := hex.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return b
}

// synthetic plays seconds of 30 pictures of a size, shown shift ticks after they are decoded,
// and sound.
func synthetic(t testing.TB, out *segment.Segmenter, from int64, seconds, size int, shift int64) {
	t.Helper()
	picture := make([]byte, size)
	if err := errors.Join(out.VideoConfig(unhex(spsHex), [][]byte{unhex(ppsHex)}), out.AudioConfig(segment.SilentAudio().ASC)); err != nil {
		t.Fatal(err)
	}
	for i := range int64(seconds * 30) {
		at := from + i*3000
		picture[0] = 0x41
		if i%60 == 0 {
			picture[0] = 0x65
		}
		picture[1], picture[2] = byte(i), byte(i>>8)
		if err := out.Video(t.Context(), segment.VideoSample{DTS: at, PTS: at + shift, NALUs: [][]byte{slices.Clone(picture)}}); err != nil {
			t.Fatal(err)
		}
		for sound := (at + 1919) / 1920 * 1920; sound < at+3000; sound += 1920 {
			if err := out.Audio(segment.AudioSample{PTS: sound, AU: quiet()}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}
