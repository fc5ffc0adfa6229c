package rtmp_test

import (
	"bytes"
	"crypto/rand"
	"crypto/tls"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/media/ingest/rtmp"
)

// raw opens a connection and sends bytes as they are.
func (s *studio) raw(payload []byte) net.Conn {
	s.t.Helper()
	c, err := net.Dial("tcp", s.address)
	if s.roots != nil {
		c, err = tls.Dial("tcp", s.address, &tls.Config{RootCAs: s.roots, MinVersion: tls.VersionTLS12})
	}
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = c.Close() })
	_, _ = c.Write(payload) // the server may have closed it already
	return c
}

// gone waits until the server has closed a connection.
func gone(t *testing.T, c net.Conn) {
	t.Helper()
	if err := c.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, c); err != nil && !strings.Contains(err.Error(), "reset") {
		t.Errorf("the server did not close: %v", err)
	}
}

func shake() []byte { return append([]byte{3}, make([]byte, 2*1536)...) }

// chunk is a type 0 chunk's header.
func chunk(kind byte, length uint32) []byte {
	return []byte{3, 0, 0, 0, byte(length >> 16), byte(length >> 8), byte(length), kind, 0, 0, 0, 0}
}

func TestGarbageIsClosedWithAReason(t *testing.T) {
	noise := make([]byte, 4096)
	if _, err := rand.Read(noise); err != nil {
		t.Fatal(err)
	}
	noise[0] = 0x77
	deep := bytes.Repeat([]byte{3, 0, 1, 'a'}, 16_000) // an object in an object in an object …
	chunkSize := func(n uint32) []byte { return append(chunk(1, 4), binary.BigEndian.AppendUint32(nil, n)...) }
	for name, tt := range map[string]struct {
		payload []byte
		code    string
	}{
		"a web browser":          {[]byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n"), "not_rtmp"},
		"TLS":                    {[]byte{22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3}, "not_rtmp"},
		"noise":                  {noise, "not_rtmp"},
		"encrypted RTMP":         {append([]byte{6}, make([]byte, 3000)...), "not_rtmp"},
		"a huge message":         {append(shake(), chunk(20, 0xFFFFFF)...), "excess"},
		"video before publish":   {append(shake(), chunk(9, 1<<20)...), "excess"},
		"chunks of nothing":      {append(shake(), chunkSize(0)...), "excess"},
		"a chunk out of nowhere": {append(shake(), 0xC5, 0, 0), "not_rtmp"},
		"unknown message":        {append(append(shake(), chunk(99, 4)...), 1, 2, 3, 4), "not_rtmp"},
		"broken command":         {append(append(shake(), chunk(20, 4)...), 1, 2, 3, 4), "not_rtmp"},
		"command before connect": {append(append(shake(), chunk(20, 26)...), "\x02\x00\x0ccreateStream\x00\x40\x00\x00\x00\x00\x00\x00\x00\x05\x05"...), "not_rtmp"},
		"a deep object":          {append(append(shake(), chunkSize(65536)...), append(chunk(20, uint32(len(deep))), deep...)...), "not_rtmp"},
		"much of nothing":        {append(append(shake(), chunkSize(65536)...), bytes.Repeat(append(chunk(18, 59994), make([]byte, 59994)...), 6)...), "excess"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStudio(t, func(o *rtmp.Options) { o.HandshakeTimeout = 5 * time.Second })
			gone(t, s.raw(tt.payload))
			s.log.Await(t, "msg=closed", "code="+tt.code)
			text, _ := s.log.Text()
			if lines := strings.Count(text, "\n"); lines != 1 {
				t.Errorf("%d lines in the log, want 1:\n%s", lines, text)
			}
		})
	}
}

func TestATruncatedHandshakeTimesOut(t *testing.T) {
	s := newStudio(t, func(o *rtmp.Options) { o.HandshakeTimeout = 100 * time.Millisecond })
	gone(t, s.raw([]byte{3, 0, 0}))
	s.log.Await(t, "code=too_slow")
}

// A thousand connections that do nothing must not keep an encoder out, nor disturb
// one that is already in.
func TestHalfOpenFlood(t *testing.T) {
	s := newStudio(t, nil)
	early := dial(t, s.url(goodKey))
	units := h264Units(t, 3)
	early.send(0, units[0])
	flood := make([]net.Conn, 1000)
	for i := range flood {
		payload := []byte{3}
		if i%2 == 0 {
			payload = shake()[:1500]
		}
		flood[i] = s.raw(payload)
	}
	late := dial(t, s.url(goodKey))
	for i, unit := range units {
		early.send(time.Duration(i+1)*33*time.Millisecond, unit)
	}
	early.Close()
	_ = s.Reason(t)
	if got := s.Index.Load().Duration(); got < 2900*time.Millisecond {
		t.Errorf("the stream that was on recorded %s of 3 s", got)
	}
	late.Close()
	_ = s.Reason(t)
	for _, c := range flood {
		_ = c.Close()
	}
	s.log.Await(t, "code=crowded")
}
