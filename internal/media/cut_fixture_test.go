package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db/dbtest/prepared"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// Footage whose pictures carry their numbers, as bars of light and dark, and whose sound is
// a short tone with every 25th picture.
const (
	barWidth    = 16
	bars        = 12
	codeWidth   = barWidth * bars
	codeHeight  = 112
	codeRate    = 25
	codeTicks   = segment.Ticks / codeRate
	codeSamples = 48_000 / codeRate
)

// footage returns the path of an MP4 of pictures from one number on, with a key frame every two seconds. Tests with the same
// arguments share the file.
func footage(t *testing.T, first, count int, args ...string) string {
	t.Helper()
	const name = "footage.mp4"
	encode := func(dir string) error {
		return encodeFootage(t.Context(), filepath.Join(dir, name), first, count, args)
	}
	if !prepared.IsShared() {
		dir := t.TempDir()
		if err := encode(dir); err != nil {
			t.Fatal(err)
		}
		return filepath.Join(dir, name)
	}
	sum := sha256.Sum256(fmt.Append(nil, first, count, args))
	dir, err := prepared.Folder("footage-"+hex.EncodeToString(sum[:8]), encode)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, name)
}

func encodeFootage(ctx context.Context, path string, first, count int, args []string) error {
	sound := path + ".pcm"
	if err := os.WriteFile(sound, tones(first, count), 0o600); err != nil {
		return err
	}
	all := append([]string{
		"-v", "error", "-f", "rawvideo", "-pix_fmt", "gray", "-s", fmt.Sprintf("%dx%d", codeWidth, codeHeight), "-r", strconv.Itoa(codeRate), "-i", "pipe:0",
		"-f", "s16le", "-ar", "48000", "-ac", "1", "-i", sound,
		"-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-pix_fmt", "yuv420p", "-g", "50", "-keyint_min", "50", "-sc_threshold", "0",
		"-c:a", "aac", "-b:a", "96k",
	}, append(args, path)...)
	cmd := exec.CommandContext(ctx, "ffmpeg", all...)
	cmd.Stdin = bytes.NewReader(codedPictures(first, count))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return os.Remove(sound)
}

func codedPictures(first, count int) []byte {
	out := make([]byte, 0, count*codeWidth*codeHeight)
	for n := first; n < first+count; n++ {
		for y := range codeHeight {
			for x := range codeWidth {
				value := byte(x + 3*n + y) // something that moves
				if y < 64 {
					value = 32 + 192*byte(n>>(x/barWidth)&1)
				}
				out = append(out, value)
			}
		}
	}
	return out
}

func tones(first, count int) []byte {
	var out []byte
	for n := first; n < first+count; n++ {
		for i := range codeSamples {
			var v float64
			if n%codeRate == 0 {
				v = 20_000 * math.Sin(2*math.Pi*1000*float64(i)/48_000)
			}
			out = binary.LittleEndian.AppendUint16(out, uint16(int16(v)))
		}
	}
	return out
}

// numbers are those of the pictures that a player shows.
func (a *screen) numbers(path string) []int {
	a.t.Helper()
	return readNumbers(a.ffmpeg(path, "-map", "0:v", "-fps_mode", "passthrough", "-pix_fmt", "gray", "-f", "rawvideo", "-"))
}

// readNumbers reads those of raw pictures of the footage's size.
func readNumbers(out []byte) []int {
	var all []int
	for size := codeWidth * codeHeight; len(out) >= size; out = out[size:] {
		n := 0
		for bar := range bars {
			if out[32*codeWidth+bar*barWidth+barWidth/2] > 128 {
				n |= 1 << bar
			}
		}
		all = append(all, n)
	}
	return all
}

// ffmpeg plays a list and must not complain.
func (a *screen) ffmpeg(path string, args ...string) []byte {
	a.t.Helper()
	var stderr bytes.Buffer
	cmd := exec.CommandContext(a.t.Context(), "ffmpeg", append([]string{"-v", "repeat+warning", "-nostdin", "-i", a.server.URL + path}, args...)...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	for line := range strings.Lines(stderr.String()) {
		// Every run has an initialisation, and yuvj420p another name.
		if !strings.Contains(line, "duplicated MOOV") && !strings.Contains(line, "deprecated pixel format") {
			a.t.Errorf("ffmpeg says %s", line)
		}
	}
	if err != nil {
		a.t.Errorf("ffmpeg: %v", err)
	}
	return out
}

// steps are the times from each picture to the next, in seconds.
func (a *screen) steps(path string) []float64 {
	a.t.Helper()
	cmd := exec.CommandContext(a.t.Context(), "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "frame=best_effort_timestamp_time", "-of", "csv=p=0", a.server.URL+path)
	out, err := cmd.Output()
	if err != nil {
		a.t.Fatal(err)
	}
	var steps []float64
	last := math.NaN()
	for line := range strings.Lines(string(out)) {
		line = strings.Trim(line, ",\n")
		if line == "" {
			continue
		}
		at, err := strconv.ParseFloat(line, 64)
		if err != nil {
			a.t.Fatalf("%q: %v", line, err)
		}
		if !math.IsNaN(last) {
			steps = append(steps, at-last)
		}
		last = at
	}
	return steps
}

// onset is how long after its beginning the first tone of the sound is heard, in seconds.
func (a *screen) onset(path string) (onset, length float64) {
	a.t.Helper()
	pcm := a.ffmpeg(path, "-map", "0:a", "-ac", "1", "-ar", "48000", "-f", "s16le", "-")
	onset, length = math.NaN(), float64(len(pcm)/2)/48_000
	for i := 0; i+1 < len(pcm); i += 2 {
		if v := int16(binary.LittleEndian.Uint16(pcm[i:])); v > 6_000 || v < -6_000 {
			return float64(i/2) / 48_000, length
		}
	}
	return onset, length
}

func (v *venue) addCut(event int64, from, length time.Duration) (CutID, error) {
	v.t.Helper()
	footage, err := v.Footage(v.t.Context(), v.channel, event)
	if err != nil {
		return 0, err
	}
	var id CutID
	err = v.db.InTx(v.t.Context(), func(ctx context.Context, tx bun.Tx) (err error) {
		id, err = footage.AddCut(ctx, tx, from, length)
		return err
	})
	return id, err
}

// mustAddCut waits until the stream is announced and adds a cut. The recorder stores the first segments
// and announces the stream concurrently, and a stream cannot be cut before its announcement.
func (v *venue) mustAddCut(event int64, from, length time.Duration) CutID {
	v.t.Helper()
	eventually(v.t, "the stream is announced", func() bool {
		stream, err := v.FindStream(v.t.Context(), v.channel, event)
		return err == nil && stream.State != Idle
	})
	id, err := v.addCut(event, from, length)
	if err != nil {
		v.t.Fatal(err)
	}
	return id
}

func (v *venue) found(id CutID) Cut {
	v.t.Helper()
	found, err := v.FindCuts(v.t.Context(), v.channel, []CutID{id})
	if err != nil {
		v.t.Fatal(err)
	}
	return found[id]
}

func (v *venue) dropCut(id CutID) error {
	return v.db.InTx(v.t.Context(), func(ctx context.Context, tx bun.Tx) error { return v.DropCut(ctx, tx, v.channel, id) })
}

// cutBase is the base of the signed addresses of a cut.
func (v *venue) cutBase(id CutID) string {
	g := Grant{ChannelID: v.channel, CutID: id, UserID: 5, SessionID: 6}
	return strings.TrimSuffix(v.PlaybackURL(g, Source{CutID: id}).Rewind, "index.m3u8")
}
