package media

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/media/transcode"
)

// BenchmarkCut cuts half a minute out of an event of two hours, 720p at 30 pictures a second
// with a key frame every two seconds, beside what ffmpeg does with the file it was made of.
// `go run ./bench clip` runs it.
func BenchmarkCut(b *testing.B) {
	v := newVenue(b, dbtest.SQLite(b))
	tool, err := transcode.NewTool("ffmpeg", transcode.DefaultLimits(), 2)
	if err != nil {
		b.Fatal(err)
	}
	v.FFmpeg = tool
	game := filepath.Join(b.TempDir(), "game.mp4")
	ffmpeg(b, "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=30:duration=120", "-f", "lavfi", "-i", "sine=frequency=330:sample_rate=48000:duration=120",
		"-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-profile:v", "high", "-bf", "2", "-g", "60", "-keyint_min", "60", "-sc_threshold", "0",
		"-b:v", "3000k", "-c:a", "aac", "-b:a", "96k", "-ac", "2", game)
	stream, err := v.ImportRecording(b.Context(), v.by, v.channel, v.addEvent(v.channel), Recording{Path: game, Loops: 60, StartedAt: kickOff})
	if err != nil {
		b.Fatal(err)
	}
	d, err := v.desk(b.Context(), stream.ID)
	if err != nil {
		b.Fatal(err)
	}
	pictures, _, err := v.readSegment(b.Context(), d, d.index.Load(), d.index.Load().Segments[0])
	if err != nil {
		b.Fatal(err)
	}
	key := time.Hour + ticksToTime(pictures[0].PTS) // a key frame
	const length = 30 * time.Second
	b.Run("at_once", func(b *testing.B) { v.benchmarkAtOnce(b, stream, key+time.Second, length) })
	b.Run("posted", func(b *testing.B) { v.benchmarkMaking(b, stream, key, length) })
	b.Run("aligned", func(b *testing.B) { // as ffmpeg, which draws no poster either
		v.FFmpeg = nil
		v.benchmarkMaking(b, stream, key, length)
		v.FFmpeg = tool
	})
	b.Run("exact", func(b *testing.B) { v.benchmarkMaking(b, stream, key+34*time.Millisecond, length+500*time.Millisecond) })
	out := filepath.Join(b.TempDir(), "out.mp4")
	from := []string{"-y", "-ss", "60", "-i", game, "-t", fmt.Sprint(length.Seconds())}
	b.Run("copy", func(b *testing.B) {
		for b.Loop() {
			ffmpeg(b, append(from, "-c", "copy", "-movflags", "+faststart", out)...)
		}
	})
	b.Run("encode", func(b *testing.B) {
		for b.Loop() {
			ffmpeg(b, append(from, "-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-threads", "2", "-c:a", "copy", out)...)
		}
	})
}

// benchmarkAtOnce is until a player has the lists of a cut.
func (v *venue) benchmarkAtOnce(b *testing.B, s Stream, from, length time.Duration) {
	v.t = b
	a := newScreen(b, v, s)
	for b.Loop() {
		base := v.cutBase(v.mustAddCut(s.EventID, from, length))
		for _, file := range []string{"index.m3u8", "now/video.m3u8", "now/audio.m3u8"} {
			if got := a.ask(http.MethodGet, base+file); got.StatusCode != http.StatusOK || !strings.HasPrefix(string(got.body), "#EXTM3U") {
				b.Fatalf("%s: %d", file, got.StatusCode)
			}
		}
	}
}

// benchmarkMaking is the making of a cut, with its poster where there is a tool for it.
func (v *venue) benchmarkMaking(b *testing.B, s Stream, from, length time.Duration) {
	v.t = b
	for b.Loop() {
		b.StopTimer()
		id := v.mustAddCut(s.EventID, from, length)
		b.StartTimer()
		if err := v.MakeCut(b.Context(), v.channel, id); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if v.found(id).State != CutSuccess {
			b.Fatalf("%+v", v.found(id))
		}
		if err := v.dropCut(id); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

func ffmpeg(b *testing.B, args ...string) {
	b.Helper()
	cmd := exec.CommandContext(b.Context(), "ffmpeg", append([]string{"-v", "error", "-nostdin"}, args...)...)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		b.Fatal(err)
	}
}
