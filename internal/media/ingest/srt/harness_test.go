package srt_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	gosrt "github.com/datarhei/gosrt"
	"go.uber.org/goleak"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/ingest/srt"
	"github.com/grandstand/grandstand/internal/media/segment"
)

func TestMain(m *testing.M) {
	// The library's caller, which only these tests use, leaves its timer behind.
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("github.com/datarhei/gosrt.Dial.func3"))
}

// patience bounds waiting for other processes.
const patience = 60 * time.Second

const goodKey = "k3yk3yk3yk3yk3yk3yk3y"

// studio is a server with one stream behind it.
type studio struct {
	t       *testing.T
	address string
	index   *segment.Index
	closed  chan error // reasons of publishers that were let in
	lines   *lines
	stop    context.CancelFunc
}

// lines is a log that can be waited for, and the count of connections.
type lines struct {
	mu             sync.Mutex
	text           bytes.Buffer
	changed        chan struct{}
	opened, closed int
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.changed)
	l.changed = make(chan struct{})
	return l.text.Write(p)
}

func (l *lines) Opened()        { l.mu.Lock(); l.opened++; l.mu.Unlock() }
func (l *lines) Closed(string)  { l.mu.Lock(); l.closed++; l.mu.Unlock() }
func (l *lines) Received(int64) {}

// await waits until the log holds a piece, and returns the line with it.
func (l *lines) await(t *testing.T, piece string) string {
	t.Helper()
	timeout := time.After(patience)
	for {
		l.mu.Lock()
		text, changed := l.text.String(), l.changed
		l.mu.Unlock()
		for line := range strings.Lines(text) {
			if strings.Contains(line, piece) {
				return line
			}
		}
		select {
		case <-changed:
		case <-timeout:
			t.Fatalf("the log lacks %q:\n%s", piece, text)
		}
	}
}

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

func newStudio(t *testing.T, change func(*srt.Options)) *studio {
	t.Helper()
	s := &studio{
		t: t, index: segment.NewIndex(segment.DefaultLimits()), closed: make(chan error, 8),
		lines: &lines{changed: make(chan struct{})},
	}
	options := srt.Options{Gate: s, Observer: s.lines, Clock: clock.System{}, Log: slog.New(slog.NewTextHandler(s.lines, nil))}
	if change != nil {
		change(&options)
	}
	server := srt.New(options)
	l, err := server.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.address = l.Addr().String()
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	done := make(chan error)
	go func() { done <- server.Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Errorf("serve: %v", err)
		}
		if s.lines.opened != s.lines.closed {
			t.Errorf("%d connections opened, %d closed", s.lines.opened, s.lines.closed)
		}
	})
	return s
}

func (s *studio) url(id string) string { return "srt://" + s.address + "?mode=caller&streamid=" + id }

// dial connects as the library's own caller does.
func (s *studio) dial(id string) (gosrt.Conn, error) {
	config := gosrt.DefaultConfig()
	config.StreamId = id
	conn, err := gosrt.Dial("srt", s.address, config)
	if err == nil {
		s.t.Cleanup(func() { _ = conn.Close() })
	}
	return conn, err
}

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

// push has ffmpeg publish generated video and sound, as fast as it is watched.
func (s *studio) push(id string, extra ...string) (string, error) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	args := append([]string{
		"-hide_banner", "-v", "warning", "-nostdin", "-re",
		"-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30:duration=5", "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=5",
		"-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "30", "-pix_fmt", "yuv420p", "-c:a", "aac", "-ac", "2",
	}, extra...)
	out, err := exec.CommandContext(ctx, "ffmpeg", append(args, "-f", "mpegts", s.url(id))...).CombinedOutput()
	return string(out), err
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
			cmd.Stdin, cmd.Stdout, cmd.Stderr = stream, io.Discard, &all
			if err := cmd.Run(); err != nil {
				fmt.Fprintf(&all, "%s of run %d: %v\n", r, run.Number, err)
			}
		}
	}
	return all.String()
}
