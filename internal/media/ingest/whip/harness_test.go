package whip_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/media/ingest/ingesttest"
	"github.com/grandstand/grandstand/internal/media/ingest/whip"
	"github.com/grandstand/grandstand/internal/media/ingest/whip/whiptest"
	"github.com/grandstand/grandstand/internal/media/segment"
	"github.com/grandstand/grandstand/internal/media/transcode"
)

func TestMain(m *testing.M) {
	// The default client of net/http, by which these tests ask, keeps its connections.
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("net/http.(*persistConn).readLoop"), goleak.IgnoreAnyFunction("net/http.(*persistConn).writeLoop"))
}

// patience bounds waiting for other processes.
const patience = 3 * time.Minute

const goodKey = ingesttest.Key

// studio is a server with one stream behind it.
type studio struct {
	*ingesttest.Gate

	t       *testing.T
	site    string
	address string // of the UDP port
	log     *ingesttest.Log
	stop    context.CancelFunc
}

func newStudio(t *testing.T, change func(*whip.Options)) *studio {
	t.Helper()
	s := &studio{Gate: ingesttest.NewGate(), t: t, log: ingesttest.NewLog()}
	counts := &ingesttest.Counts{}
	tool, err := transcode.NewTool("ffmpeg", transcode.DefaultLimits(), 1)
	if err != nil {
		t.Fatal(err)
	}
	options := whip.Options{
		Gate: s, Observer: counts, Clock: clock.System{}, Log: slog.New(slog.NewTextHandler(s.log, nil)),
		Encode: func(ctx context.Context) (whip.Encoder, error) { return tool.LiveSound(ctx) },
	}
	if change != nil {
		change(&options)
	}
	server := whip.New(options)
	l, err := server.Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.address = l.Addr().String()
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	done := make(chan error)
	go func() { done <- server.Serve(ctx, l) }()
	site := httptest.NewServer(server)
	s.site = site.URL
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Errorf("serve: %v", err)
		}
		site.Close()
		if opened, closed := counts.Both(); opened != closed {
			t.Errorf("%d connections opened, %d closed", opened, closed)
		}
	})
	return s
}

// dial publishes with the key.
func (s *studio) dial(sound bool) *whiptest.Encoder {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	e, err := whiptest.Dial(ctx, s.site+whip.Path, goodKey, sound)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(e.Close)
	return e
}

// refused asks with an offer and returns the refusal.
func (s *studio) refused(path, key, kind, body string) *whiptest.Refused {
	s.t.Helper()
	_, _, err := whiptest.Post(s.t.Context(), s.site+path, key, kind, body)
	refused, ok := errors.AsType[*whiptest.Refused](err)
	if !ok {
		s.t.Fatalf("not refused: %v", err)
	}
	return refused
}

// send sends footage to its end, and ends the session.
func (s *studio) send(e *whiptest.Encoder, f *whiptest.Footage, how whiptest.Sending) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	if err := e.Send(ctx, f, how); err != nil {
		s.t.Fatal(err)
	}
	if status, err := e.Delete(ctx); err != nil || status != 200 {
		s.t.Errorf("ended with %d, %v", status, err)
	}
}

// pattern is a picture that moves, with a tone.
func pattern(t *testing.T, seconds int, sound bool) *whiptest.Footage {
	t.Helper()
	return render(t, sound, "-f", "lavfi", "-i", fmt.Sprintf("testsrc2=size=320x180:rate=30:duration=%d", seconds),
		"-f", "lavfi", "-i", fmt.Sprintf("sine=frequency=440:sample_rate=48000:duration=%d", seconds), "-preset", "ultrafast", "-g", "30")
}

func render(t *testing.T, sound bool, args ...string) *whiptest.Footage {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	f, err := whiptest.Render(ctx, 30, sound, args...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// length is how much of a rendition is recorded, in seconds.
func (s *studio) length(r segment.Rendition) (seconds float64) {
	snapshot := s.Index.Load()
	for _, g := range snapshot.Segments {
		rate := float64(segment.Ticks)
		if r == segment.Audio {
			rate = float64(snapshot.Runs[0].Audio.SampleRate)
		}
		seconds += float64(g.Pieces[r].Duration) / rate
	}
	return seconds
}

// file is a rendition of the first run, whole.
func (s *studio) file(r segment.Rendition) []byte {
	snapshot := s.Index.Load()
	return ingesttest.File(snapshot, snapshot.Runs[0], r)
}

// ffmpeg reads a file and returns what it prints.
func ffmpeg(t *testing.T, file []byte, args ...string) (out, complaints string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "ffmpeg", append([]string{"-hide_banner", "-nostdin", "-nostats", "-f", "mp4"}, args...)...)
	var printed, said strings.Builder
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(file), &printed, &said
	if err := cmd.Run(); err != nil {
		fmt.Fprintf(&said, "%v\n", err)
	}
	return printed.String(), said.String()
}
