package srt_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/ingest/ingesttest"
	"github.com/grandstand/grandstand/internal/media/ingest/srt"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// A real encoder's five seconds are recorded whole, with reordered pictures, by the key
// alone and by the standard form of a stream id, and over the moment at which the clock
// of a transport stream begins anew.
func TestAnEncoderIsRecorded(t *testing.T) {
	for name, tt := range map[string]struct {
		id    string
		extra []string
	}{
		"the key alone":     {goodKey, nil},
		"the standard form": {"%23!::m=publish,r=" + goodKey, nil},
		"the clock wraps":   {goodKey, []string{"-output_ts_offset", "95440"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStudio(t, nil)
			if out, err := s.push(tt.id, tt.extra...); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if code := ingest.CodeOf(s.Reason(t)); code != "lost" {
				t.Errorf("ended as %q", code)
			}
			snapshot := s.Index.Load()
			var video int64
			for _, g := range snapshot.Segments {
				video += g.Pieces[segment.Video].Duration
			}
			if len(snapshot.Runs) != 1 || video < 4*segment.Ticks || video > 11*segment.Ticks/2 {
				t.Errorf("%d runs, %d ticks of video", len(snapshot.Runs), video)
			}
			if complaints := s.Decode(t); complaints != "" {
				t.Error(complaints)
			}
			if line := s.log.Line(t, "msg=closed"); !strings.Contains(line, "protocol=srt") || strings.Contains(line, goodKey) {
				t.Error(line)
			}
		})
	}
}

// Who is not let in learns it at once, and the log says why.
func TestRefusals(t *testing.T) {
	s := newStudio(t, nil)
	for id, code := range map[string]string{
		"not-the-key-of-anybody":       "unknown_key",
		"#!::m=request,r=" + goodKey:   "play",
		"#!::m=publish":                "application",
		"":                             "application",
		"broken-broken-broken":         "error",
		strings.Repeat("long", 500/4):  "unknown_key",
		"publish:live/nobody-nobody-n": "unknown_key",
	} {
		before := s.count(code)
		if conn, err := s.dial(id); err == nil {
			t.Errorf("%q was let in", id)
			_ = conn.Close()
		}
		s.eventually("the log says "+code, func() bool { return s.count(code) > before })
	}
}

func (s *studio) count(code string) int {
	text, _ := s.log.Text()
	return strings.Count(text, "code="+code+" ")
}

func (s *studio) eventually(what string, ready func() bool) {
	s.t.Helper()
	timeout := time.After(patience)
	for !ready() {
		_, changed := s.log.Text()
		if ready() {
			return
		}
		select {
		case <-changed:
		case <-timeout:
			s.t.Fatalf("never: %s", what)
		}
	}
}

func TestAPassphraseIsRefused(t *testing.T) {
	s := newStudio(t, nil)
	if _, err := s.push(goodKey + "&passphrase=0123456789ab"); err == nil {
		t.Error("let in")
	}
	s.log.Await(t, "code=encrypted")
}

// What an authorised encoder sends may still be anything.
func TestWhatCannotBeTakenEndsTheConnection(t *testing.T) {
	noise := make([]byte, 1316)
	if _, err := rand.Read(noise); err != nil {
		t.Fatal(err)
	}
	text := bytes.Repeat([]byte("no video "), 140)
	for name, tt := range map[string]struct {
		payload []byte
		times   int
		code    string
	}{
		"text":       {text, 200, "not_ts"},
		"nothing":    {nil, 0, "no_video"},
		"half of it": {noise[:100], 1, "no_video"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStudio(t, func(o *srt.Options) { o.NoVideoTimeout = 3 * time.Second })
			conn, err := s.dial(goodKey)
			if err != nil {
				t.Fatal(err)
			}
			for range tt.times {
				if _, err := conn.Write(tt.payload); err != nil {
					break // the server may have closed already
				}
			}
			if code := ingest.CodeOf(s.Reason(t)); code != tt.code {
				t.Errorf("ended as %q, want %q", code, tt.code)
			}
		})
	}
}

// What is recorded hears why the connection was hung up on, not that nothing more came,
// however close together both are seen.
func TestWhoIsHungUpOn(t *testing.T) {
	s := newStudio(t, nil)
	over := &ingest.Refusal{Code: "event_over", Reason: "an operator ended the event"}
	for range 50 {
		conn, err := s.dial(goodKey)
		if err != nil {
			t.Fatal(err)
		}
		s.HangUp(t, over)
		if err := s.Reason(t); !errors.Is(err, over) {
			t.Error(err)
		}
		_ = conn.Close()
	}
	s.log.Await(t, "msg=closed", "code=event_over")
}

func TestACodecThatCannotBeTakenIsNamed(t *testing.T) {
	s := newStudio(t, nil)
	if out, err := s.push(goodKey, "-c:v", "mpeg2video"); err == nil {
		t.Logf("ffmpeg noticed nothing: %s", out)
	}
	if err := s.Reason(t); ingest.CodeOf(err) != "codec" || !strings.Contains(err.Error(), "MPEG-2, not H.264") {
		t.Error(err)
	}
}

// Datagrams of every kind of nonsense, and handshakes from nowhere, neither keep an
// encoder out nor disturb one that is in.
func TestHostileDatagrams(t *testing.T) {
	s := newStudio(t, nil)
	stop := ingesttest.Flood(t, s.address, nonsense)
	out, err := s.push(goodKey)
	stop()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	_ = s.Reason(t)
	if snapshot := s.Index.Load(); len(snapshot.Runs) != 1 {
		t.Errorf("%d runs", len(snapshot.Runs))
	}
}

// nonsense is one of many malformed datagrams.
func nonsense(i int) []byte {
	noise := make([]byte, 16+i%1400)
	_, _ = rand.Read(noise)
	switch i % 5 {
	case 0:
		return noise
	case 1:
		return noise[:i%16]
	case 2:
		return handshake(1, 0, nil)
	case 3: // an answer to a question that was never asked
		return handshake(0xFFFFFFFF, binary.BigEndian.Uint32(noise), noise[:min(len(noise), 16+i%64)])
	}
	return append([]byte{0x80, byte(i), 0, 0}, noise...)
}

// handshake is a control packet of the draft's 3.2.1.
func handshake(kind, cookie uint32, extensions []byte) []byte {
	p := make([]byte, 64)
	p[0] = 0x80
	binary.BigEndian.PutUint32(p[16:], 5)
	p[22], p[23] = 0, 7
	binary.BigEndian.PutUint32(p[28:], 1500)
	binary.BigEndian.PutUint32(p[32:], 8192)
	binary.BigEndian.PutUint32(p[36:], kind)
	binary.BigEndian.PutUint32(p[40:], 77)
	binary.BigEndian.PutUint32(p[44:], cookie)
	return slices.Concat(p, extensions)
}

// Handshakes with the right cookie and a torn end: the library reads past their end.
func TestTornHandshakesEndNothing(t *testing.T) {
	s := newStudio(t, nil)
	peer, err := net.Dial("udp", s.address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = peer.Close() }()
	if _, err := peer.Write(handshake(1, 0, nil)); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, 1500)
	if err := peer.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	n, err := peer.Read(answer)
	if err != nil || n < 64 {
		t.Fatalf("%d bytes, %v", n, err)
	}
	cookie := binary.BigEndian.Uint32(answer[44:])
	for torn := range 30 {
		extensions := []byte{0, 5, 0, 1, 'a', 'b', 'c', 'd', 0, 1, 0, 3, 1, 4, 1, 0, 0, 0, 0, 0x3F, 0, 0, 0, 0}
		if _, err := peer.Write(handshake(0xFFFFFFFF, cookie, extensions[:min(torn, len(extensions))])); err != nil {
			t.Fatal(err)
		}
	}
	s.log.Await(t, "malformed handshake")
	if conn, err := s.dial(goodKey); err != nil {
		t.Fatal(err)
	} else if err := conn.Close(); err != nil {
		t.Error(err)
	}
	_ = s.Reason(t)
}

// A server that stops says so to nobody but its log, and takes everybody along.
func TestShutdown(t *testing.T) {
	s := newStudio(t, nil)
	if _, err := s.dial(goodKey); err != nil {
		t.Fatal(err)
	}
	s.stop()
	_ = s.Reason(t)
	s.log.Await(t, "code=shutdown")
}

// More than may ask or publish are told that the server is busy.
func TestTooMany(t *testing.T) {
	s := newStudio(t, func(o *srt.Options) { o.MaxPublishers = 1 })
	if _, err := s.dial(goodKey); err != nil {
		t.Fatal(err)
	}
	if _, err := s.dial(goodKey); err == nil {
		t.Error("a second of one was let in")
	}
	s.log.Await(t, "code=full")
}

// Many who knock with wrong keys at once are all sent away, while one who is in goes on.
func TestAFloodOfWrongKeys(t *testing.T) {
	s := newStudio(t, func(o *srt.Options) { o.MaxAsking = 8 })
	published := make(chan error, 1)
	go func() {
		_, err := s.push(goodKey)
		published <- err
	}()
	s.awaitPicture()
	var knocking sync.WaitGroup
	for range 60 {
		knocking.Go(func() {
			if conn, err := s.dial("nobody-nobody-nobody"); err == nil {
				t.Error("let in")
				_ = conn.Close()
			}
		})
	}
	knocking.Wait()
	if err := <-published; err != nil {
		t.Error(err)
	}
	_ = s.Reason(t)
	if complaints := s.Decode(t); complaints != "" || len(s.Index.Load().Runs) != 1 {
		t.Errorf("the one who was in was disturbed: %s", complaints)
	}
	s.log.Await(t, "code=unknown_key")
}

// awaitPicture waits until something has been recorded.
func (s *studio) awaitPicture() {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	if _, err := s.Index.Wait(ctx, func(now *segment.Snapshot) bool { return len(now.Segments) > 0 }); err != nil {
		s.t.Fatal(err)
	}
}

func TestMoreThanMayAskAreTurnedAway(t *testing.T) {
	gate := ingesttest.Slow{Asked: make(chan struct{}, 1), Answer: make(chan struct{})}
	s := newStudio(t, func(o *srt.Options) { gate.Gate, o.MaxAsking = o.Gate, 1; o.Gate = gate })
	first := make(chan error, 1)
	go func() {
		_, err := s.dial(goodKey)
		first <- err
	}()
	<-gate.Asked
	if _, err := s.dial(goodKey); err == nil {
		t.Error("a second was let in while the first was asking")
	}
	s.log.Await(t, "code=crowded")
	close(gate.Answer)
	if err := <-first; err != nil {
		t.Error(err)
	}
}
