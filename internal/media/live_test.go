package media

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/jpeg"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/ingest/rtmp"
)

// arena is a venue with an RTMP port, a viewer, and a log to read.
type arena struct {
	*screen
	rtmp string
	log  *safeBuffer
}

type safeBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

func (b *safeBuffer) text() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.String()
}

func newArena(t *testing.T, d *db.DB) *arena {
	t.Helper()
	v := withFFmpeg(t, newVenue(t, d))
	log := &safeBuffer{}
	v.Log = slog.New(slog.NewTextHandler(log, nil))
	v.Deps.Clock = clock.System{}
	v.Service = NewService(v.Deps, Options{Reconnect: time.Hour})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := rtmp.New(rtmp.Options{Gate: v.Service, Observer: v.Metrics.ForIngest(), Log: v.Log, Clock: clock.System{}})
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- server.Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return &arena{screen: newScreen(t, v, v.stream()), rtmp: l.Addr().String(), log: log}
}

// broadcast starts a real encoder that sends in real time; stop kills it, as pulling
// its plug would.
func (a *arena) broadcast(seconds int) (stop func()) {
	a.t.Helper()
	cmd := a.encoder(seconds, a.stream.Key)
	if err := cmd.Start(); err != nil {
		a.t.Fatal(err)
	}
	stop = sync.OnceFunc(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	a.t.Cleanup(stop)
	return stop
}

func (a *arena) encoder(seconds int, key string) *exec.Cmd {
	args := []string{
		"-v", "warning", "-nostdin", "-re", "-f", "lavfi", "-i", fmt.Sprintf("testsrc2=size=640x360:rate=30:duration=%d", seconds),
		"-re", "-f", "lavfi", "-i", fmt.Sprintf("sine=frequency=440:sample_rate=48000:duration=%d", seconds),
		"-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "60", "-pix_fmt", "yuv420p", "-c:a", "aac", "-ac", "2",
		"-f", "flv", "rtmp://" + a.rtmp + "/live/" + key,
	}
	return exec.Command("ffmpeg", args...)
}

type probed struct {
	Streams []struct {
		Type   string `json:"codec_type"`
		Codec  string `json:"codec_name"`
		Width  int    `json:"width"`
		Height int    `json:"height"`
	} `json:"streams"`
	Format struct {
		Duration string `json:"duration"`
	} `json:"format"`
}

// probe opens a playlist as a player would.
func (a *arena) probe(file string) probed {
	a.t.Helper()
	out, err := exec.CommandContext(a.t.Context(), "ffprobe", "-v", "error", "-of", "json", "-show_streams", "-show_format", a.server.URL+a.base+file).Output()
	if err != nil {
		a.t.Fatalf("ffprobe: %v", err)
	}
	var p probed
	if err := json.Unmarshal(out, &p); err != nil {
		a.t.Fatal(err)
	}
	return p
}

// decode plays a whole recording and returns how many pictures it has and what the
// decoder complains about.
func (a *arena) decode(file string) (pictures int, complaints string) {
	a.t.Helper()
	var stderr bytes.Buffer
	cmd := exec.CommandContext(a.t.Context(), "ffmpeg", "-v", "warning", "-nostdin", "-i", a.server.URL+a.base+file, "-map", "0:v", "-f", "framecrc", "-")
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		a.t.Fatalf("ffmpeg: %v: %s", err, stderr.String())
	}
	for line := range strings.Lines(string(out)) {
		if !strings.HasPrefix(line, "#") {
			pictures++
		}
	}
	return pictures, stderr.String()
}

func TestARealBroadcast(t *testing.T) {
	t.Parallel()

	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		a := newArena(t, d)
		stop := a.broadcast(60)
		eventually(t, "the event is live", func() bool { return a.state(a.stream) == Live })
		for _, file := range []string{"index.m3u8", "live.m3u8"} {
			p := a.probe(file)
			if len(p.Streams) != 2 || p.Streams[0].Codec+p.Streams[1].Codec != "h264aac" && p.Streams[0].Codec+p.Streams[1].Codec != "aach264" {
				t.Errorf("%s: %+v", file, p)
			}
		}
		if out, err := a.encoder(2, a.stream.Key).CombinedOutput(); err == nil || !strings.Contains(string(out), refuseSecond.Reason) {
			t.Errorf("a second encoder was told %q, %v", out, err)
		}
		if out, err := a.encoder(2, newKey()).CombinedOutput(); err == nil || !strings.Contains(string(out), refuseKey.Reason) {
			t.Errorf("a wrong key was told %q, %v", out, err)
		}
		eventually(t, "the event has a picture", a.events.pictured)
		stop()
		eventually(t, "the loss is noticed", func() bool { return a.state(a.stream) == Reconnecting })
		stop = a.broadcast(60)
		eventually(t, "the encoder is back", func() bool { return a.state(a.stream) == Live })
		stop()
		eventually(t, "the second loss is noticed", func() bool { return a.state(a.stream) == Reconnecting })
		a.mustEnd(a.stream, longWait)
		a.checkRecording()
		a.checkLog()
	})
}

func (a *arena) checkRecording() {
	a.t.Helper()
	list := string(a.get("video.m3u8").body)
	if !strings.Contains(list, "#EXT-X-ENDLIST") || strings.Count(list, "#EXT-X-DISCONTINUITY\n") != 1 || strings.Count(list, "#EXT-X-MAP") != 2 {
		a.t.Errorf("the recording:\n%s", list)
	}
	media, err := a.ListMedia(a.t.Context(), a.stream.ChannelID, a.stream.EventID)
	if err != nil || len(media) != 2 || media[0].Type != TypeVOD || media[1].Type != TypeImage {
		a.t.Fatalf("media: %+v, %v", media, err)
	}
	picture := a.ask(http.MethodGet, PublicURL(media[1].Key))
	if image, err := jpeg.Decode(bytes.NewReader(picture.body)); err != nil || image.Bounds().Dx() != 640 {
		a.t.Errorf("the picture: %v", err)
	}
	pictures, complaints := a.decode("index.m3u8")
	desk, err := a.desk(a.t.Context(), a.stream.ID)
	if err != nil {
		a.t.Fatal(err)
	}
	frames := 0
	for _, g := range desk.index.Load().Segments {
		frames += g.Frames
	}
	if pictures != frames {
		a.t.Errorf("%d of %d pictures decode: %s", pictures, frames, complaints)
	}
}

func (a *arena) checkLog() {
	a.t.Helper()
	text := a.log.text()
	for _, piece := range []string{"msg=publishing", "msg=live", "code=second_publisher", "code=unknown_key", "code=lost", `msg="stream ended"`} {
		if !strings.Contains(text, piece) {
			a.t.Errorf("the log lacks %s", piece)
		}
	}
	if strings.Contains(text, a.stream.Key) {
		a.t.Errorf("the log holds the stream key")
	}
}

func recordedGame(t testing.TB, args ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "game.mp4")
	args = append([]string{
		"-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=25:duration=8",
		"-f", "lavfi", "-i", "sine=frequency=300:sample_rate=44100:duration=8",
	}, append(args, "-c:v", "libx264", "-preset", "veryfast", "-bf", "2", "-g", "50", "-pix_fmt", "yuv420p", "-c:a", "aac", path)...)
	if out, err := exec.CommandContext(t.Context(), "ffmpeg", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path
}

func TestImportRecording(t *testing.T) {
	t.Parallel()

	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withFFmpeg(t, newVenue(t, d))
		event := v.addEvent(v.channel)
		stream, err := v.ImportRecording(t.Context(), v.by, v.channel, event, Recording{Path: recordedGame(t), Loops: 3, StartedAt: kickOff.Add(-24 * time.Hour)})
		if err != nil {
			t.Fatal(err)
		}
		if stream.State != Ended || stream.Duration != 24*time.Second || !stream.StartedAt.Equal(kickOff.Add(-24*time.Hour)) {
			t.Errorf("imported %+v", stream)
		}
		if got := v.events.said(); got != "idle live ended" {
			t.Errorf("events were told %q", got)
		}
		if len(v.events.images) != 1 {
			t.Errorf("%d pictures", len(v.events.images))
		}
		a := &arena{screen: newScreen(t, v, stream)}
		list := string(a.get("video.m3u8").body)
		if strings.Contains(list, "DISCONTINUITY") || !strings.Contains(list, "#EXT-X-PROGRAM-DATE-TIME:2026-11-20T18:00:00.000Z") {
			t.Errorf("the list:\n%s", list)
		}
		if pictures, complaints := a.decode("index.m3u8"); pictures != 600 || complaints != "" {
			t.Errorf("%d pictures of 600 decode: %s", pictures, complaints)
		}
		if _, err := v.ImportRecording(t.Context(), v.by, v.channel, event, Recording{Path: recordedGame(t)}); fault.CodeOf(err) != "already_recorded" {
			t.Errorf("imported twice: %v", err)
		}
	})
}

func TestImportsThatFailLeaveNothing(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	event := v.addEvent(v.channel)
	for _, path := range []string{"/does/not/exist.mp4", "live_test.go", t.TempDir()} {
		if _, err := v.ImportRecording(t.Context(), v.by, v.channel, event, Recording{Path: path}); err == nil {
			t.Errorf("%s was imported", path)
		}
	}
	stream, err := v.ImportRecording(t.Context(), v.by, v.channel, event, Recording{Path: recordedGame(t), StartedAt: kickOff})
	if err != nil || stream.Duration != 8*time.Second {
		t.Errorf("after failures: %+v, %v", stream, err)
	}
}

// stillsOfGame imports a recorded game. Each call of next makes a still of it, a minute later.
func (v *venue) stillsOfGame() (next func()) {
	v.t.Helper()
	game := Recording{Path: recordedGame(v.t), StartedAt: kickOff}
	stream, err := v.ImportRecording(v.t.Context(), v.by, v.channel, v.addEvent(v.channel), game)
	if err != nil {
		v.t.Fatal(err)
	}
	desk, err := v.desk(v.t.Context(), stream.ID)
	if err != nil {
		v.t.Fatal(err)
	}
	return func() {
		v.t.Helper()
		v.now.Advance(time.Minute)
		if err := v.stillOfRecording(v.t.Context(), desk, desk.index.Load()); err != nil {
			v.t.Fatal(err)
		}
	}
}

func TestStillsAreFew(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withFFmpeg(t, newVenue(t, d))
		nextStill := v.stillsOfGame()
		for range 4 {
			nextStill()
		}
		files := 0
		secret := regexp.MustCompile(`^public/stills/\d+/\d+/\d+-[a-z2-7]{26}-\d+\.jpg$`)
		for object, err := range v.Blob.List(t.Context(), "public/stills/") {
			if err != nil {
				t.Fatal(err)
			}
			if !secret.MatchString(object.Key) {
				t.Errorf("%s can be guessed", object.Key)
			}
			files++
		}
		if want := stillsKept * len(stillWidths()); files != want {
			t.Errorf("%d files, want %d", files, want)
		}
		if len(v.events.images) != 5 {
			t.Errorf("the event was given %d pictures, want 5", len(v.events.images))
		}
	})
}

// Viewers who may not watch any longer know the addresses of earlier stills. No later address can be made of them, and the
// earlier ones end with their stills.
func TestTheAddressOfAStillOpensNoLaterOne(t *testing.T) {
	v := withFFmpeg(t, newVenue(t, dbtest.SQLite(t)))
	nextStill := v.stillsOfGame()
	handler := v.Handler()
	answer := func(key string) int {
		t.Helper()
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, PublicURL(key), http.NoBody))
		return w.Code
	}
	parts := regexp.MustCompile(`^(stills/\d+/\d+/)(\d+)-([a-z2-7]{26})-(\d+)\.jpg$`)
	told := []string{v.events.images[0]}
	for range stillsKept {
		nextStill()
		next := v.events.images[len(v.events.images)-1]
		if got := answer(next); got != http.StatusOK {
			t.Fatalf("the new still: %d", got)
		}
		later := parts.FindStringSubmatch(next)
		for _, key := range told {
			earlier := parts.FindStringSubmatch(key)
			if later == nil || earlier == nil || later[3] == earlier[3] {
				t.Fatalf("%s and %s have one secret", key, next)
			}
			// Everything but the random part is known: the game, the time of the still, and the widths.
			for _, guess := range []string{earlier[3], strings.Repeat("a", 26)} {
				if got := answer(fmt.Sprintf("%s%s-%s-%s.jpg", later[1], later[2], guess, later[4])); got != http.StatusNotFound {
					t.Errorf("a guess at the new still: %d", got)
				}
			}
		}
		told = append(told, next)
	}
	if got := answer(told[0]); got != http.StatusNotFound {
		t.Errorf("an earlier still, after %d newer ones: %d", stillsKept, got)
	}
}
