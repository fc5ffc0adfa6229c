package srt_test

import (
	"context"
	"fmt"
	"log/slog"
	"os/exec"
	"testing"
	"time"

	gosrt "github.com/datarhei/gosrt"
	"go.uber.org/goleak"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/media/ingest/ingesttest"
	"github.com/grandstand/grandstand/internal/media/ingest/srt"
)

func TestMain(m *testing.M) {
	// The library's caller, which only these tests use, leaves its timer and its reader behind.
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/datarhei/gosrt.Dial.func3"),
		goleak.IgnoreAnyFunction("github.com/datarhei/gosrt.Dial.func1"))
}

// patience bounds waiting for other processes.
const patience = 3 * time.Minute

const goodKey = ingesttest.Key

// studio is a server with one stream behind it.
type studio struct {
	*ingesttest.Gate

	t       *testing.T
	address string
	log     *ingesttest.Log
	stop    context.CancelFunc
}

func newStudio(t *testing.T, change func(*srt.Options)) *studio {
	t.Helper()
	s := &studio{Gate: ingesttest.NewGate(), t: t, log: ingesttest.NewLog()}
	counts := &ingesttest.Counts{}
	options := srt.Options{Gate: s, Observer: counts, Clock: clock.System{}, Log: slog.New(slog.NewTextHandler(s.log, nil)), PeerTimeout: patience}
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
		if opened, closed := counts.Both(); opened != closed {
			t.Errorf("%d connections opened, %d closed", opened, closed)
		}
	})
	return s
}

func (s *studio) url(id string) string {
	return fmt.Sprintf("srt://%s?mode=caller&connect_timeout=%d&streamid=%s", s.address, patience.Milliseconds(), id)
}

// dial connects as the library's own caller does, but waits longer than its 3 s for an answer and its 2 s for a sign of
// life: a busy machine needs more with the race detector.
func (s *studio) dial(id string) (gosrt.Conn, error) {
	config := gosrt.DefaultConfig()
	config.StreamId, config.ConnectionTimeout, config.PeerIdleTimeout = id, patience, patience
	conn, err := gosrt.Dial("srt", s.address, config)
	if err == nil {
		s.t.Cleanup(func() { _ = conn.Close() })
	}
	return conn, err
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
