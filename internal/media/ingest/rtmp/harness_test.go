package rtmp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/ingest/rtmp"
	"github.com/grandstand/grandstand/internal/media/segment"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience bounds waiting for other processes.
const patience = 60 * time.Second

const goodKey = "k3yk3yk3yk3yk3yk3yk3y"

// studio is a server with one stream behind it.
type studio struct {
	t       *testing.T
	address string
	index   *segment.Index
	closed  chan error // reasons of publishers that were let in
	log     *lockedBuffer
	counts  *counts
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
	// changed is closed and replaced whenever something is written.
	changed chan struct{}
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.changed)
	l.changed = make(chan struct{})
	return l.b.Write(p)
}

func (l *lockedBuffer) text() (string, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String(), l.changed
}

// await waits until the log holds every piece.
func (l *lockedBuffer) await(t *testing.T, pieces ...string) {
	t.Helper()
	timeout := time.After(patience)
	for {
		text, changed := l.text()
		missing := ""
		for _, piece := range pieces {
			if !strings.Contains(text, piece) {
				missing = piece
			}
		}
		if missing == "" {
			return
		}
		select {
		case <-changed:
		case <-timeout:
			t.Fatalf("the log lacks %q:\n%s", missing, text)
		}
	}
}

type counts struct {
	mu             sync.Mutex
	opened, closed int
}

func (c *counts) Opened()        { c.mu.Lock(); c.opened++; c.mu.Unlock() }
func (c *counts) Closed(string)  { c.mu.Lock(); c.closed++; c.mu.Unlock() }
func (c *counts) Received(int64) {}

type discard struct{}

func (discard) WriteAll(context.Context, string, []byte, string) error { return nil }
func (discard) BeginRun(context.Context, segment.RunConfig) error      { return nil }
func (discard) Append(context.Context, segment.Segment) error          { return nil }

type sink struct {
	*segment.Segmenter
	closed chan error
}

func (s sink) Close(reason error) {
	if err := s.Segmenter.Close(); err != nil {
		reason = errors.Join(reason, err)
	}
	s.closed <- reason
}

// Publish lets in whoever knows the key.
func (s *studio) Publish(ctx context.Context, key string, _ ingest.Origin, _ func(error)) (ingest.Sink, error) {
	switch key {
	case goodKey:
	case "broken-broken-broken":
		return nil, errors.New("the database is away")
	default:
		return nil, &ingest.Refusal{Code: "unknown_key", Reason: "no stream has this key"}
	}
	recorder := segment.NewRecorder(ctx, s.index, segment.StoreOptions{Blob: discard{}, Journal: discard{}, Prefix: "s"})
	return sink{segment.NewSegmenter(recorder, clock.System{}), s.closed}, nil
}

func newStudio(t *testing.T, change func(*rtmp.Options)) *studio {
	t.Helper()
	s := &studio{
		t: t, index: segment.NewIndex(segment.DefaultLimits()), closed: make(chan error, 8),
		log: &lockedBuffer{changed: make(chan struct{})}, counts: &counts{},
	}
	options := rtmp.Options{Gate: s, Observer: s.counts, Clock: clock.System{}, Log: slog.New(slog.NewTextHandler(s.log, nil))}
	if change != nil {
		change(&options)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.address = l.Addr().String()
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- rtmp.New(options).Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Errorf("serve: %v", err)
		}
		if s.counts.opened != s.counts.closed {
			t.Errorf("%d connections opened, %d closed", s.counts.opened, s.counts.closed)
		}
	})
	return s
}

func (s *studio) url(key string) string { return "rtmp://" + s.address + "/live/" + key }

// reason waits for the end of a publisher.
func (s *studio) reason() error {
	s.t.Helper()
	select {
	case err := <-s.closed:
		return err
	case <-time.After(patience):
		s.t.Fatal("the publisher was not closed")
		return nil
	}
}

// ffmpeg runs ffmpeg to its end and returns what it says.
func ffmpeg(t *testing.T, args ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	out, err := exec.CommandContext(ctx, "ffmpeg", append([]string{"-hide_banner", "-v", "warning", "-nostdin", "-y"}, args...)...).CombinedOutput()
	return string(out), err
}

func mustFFmpeg(t *testing.T, args ...string) {
	t.Helper()
	if out, err := ffmpeg(t, args...); err != nil {
		t.Fatalf("ffmpeg %s: %v: %s", strings.Join(args, " "), err, out)
	}
}

// picture and sound are generated test media.
func picture(size string, seconds int) []string {
	return []string{"-f", "lavfi", "-i", fmt.Sprintf("testsrc2=size=%s:rate=30:duration=%d", size, seconds)}
}

func sound(seconds int) []string {
	return []string{"-f", "lavfi", "-i", fmt.Sprintf("sine=frequency=440:sample_rate=48000:duration=%d", seconds)}
}

func x264(extra ...string) []string {
	return append([]string{"-c:v", "libx264", "-preset", "ultrafast", "-g", "60", "-pix_fmt", "yuv420p"}, extra...)
}

func aac() []string { return []string{"-c:a", "aac", "-ac", "2"} }

func join(parts ...[]string) []string {
	var all []string
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// file makes a media file to be published as it is.
func file(t *testing.T, name string, args ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	mustFFmpeg(t, append(args, path)...)
	return path
}

// decode plays everything in the index through ffmpeg and returns its complaints.
func (s *studio) decode() string {
	s.t.Helper()
	snapshot := s.index.Load()
	var all strings.Builder
	for _, r := range []segment.Rendition{segment.Video, segment.Audio} {
		for _, run := range snapshot.Runs {
			stream := bytes.NewBuffer(bytes.Clone(run.Init(r)))
			for _, hot := range snapshot.Recent {
				if hot.Run == run {
					stream.Write(hot.Whole(r))
				}
			}
			cmd := exec.CommandContext(s.t.Context(), "ffmpeg", "-v", "warning", "-xerror", "-f", "mp4", "-i", "pipe:0", "-f", "null", "-")
			cmd.Stdin = stream
			cmd.Stdout = io.Discard
			cmd.Stderr = &all
			if err := cmd.Run(); err != nil {
				fmt.Fprintf(&all, "%s of run %d: %v\n", r, run.Number, err)
			}
		}
	}
	return all.String()
}
