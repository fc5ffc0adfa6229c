package rtmp_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/media/ingest/ingesttest"
	"github.com/grandstand/grandstand/internal/media/ingest/rtmp"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience bounds waiting for other processes.
const patience = 3 * time.Minute

const goodKey = ingesttest.Key

// studio is a server with one stream behind it.
type studio struct {
	*ingesttest.Gate

	t       *testing.T
	address string
	log     *ingesttest.Log
	roots   *x509.CertPool // nil where connections are not encrypted
}

func newStudio(t *testing.T, change func(*rtmp.Options)) *studio {
	t.Helper()
	return newStudioOver(t, nil, change)
}

// newStudioOver encrypts connections where there is a certificate.
func newStudioOver(t *testing.T, certificate *tls.Certificate, change func(*rtmp.Options)) *studio {
	t.Helper()
	s := &studio{Gate: ingesttest.NewGate(), t: t, log: ingesttest.NewLog()}
	counts := &ingesttest.Counts{}
	options := rtmp.Options{Gate: s, Observer: counts, Clock: clock.System{}, Log: slog.New(slog.NewTextHandler(s.log, nil))}
	if change != nil {
		change(&options)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.address = l.Addr().String()
	if certificate != nil {
		l = tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{*certificate}, MinVersion: tls.VersionTLS12})
		leaf, err := x509.ParseCertificate(certificate.Certificate[0])
		if err != nil {
			t.Fatal(err)
		}
		s.roots = x509.NewCertPool()
		s.roots.AddCert(leaf)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- rtmp.New(options).Serve(ctx, l) }()
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

func (s *studio) url(key string) string { return "rtmp://" + s.address + "/live/" + key }

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
