package whip_test

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/ingest/ingesttest"
	"github.com/grandstand/grandstand/internal/media/ingest/whip"
	"github.com/grandstand/grandstand/internal/media/ingest/whip/whiptest"
)

func offer(t *testing.T, sound bool) string {
	t.Helper()
	text, err := whiptest.Offer(sound)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Who is not let in learns why, and the log says it.
func TestRefusals(t *testing.T) {
	good := offer(t, true)
	for name, tt := range map[string]struct {
		path, key, kind, body string
		status                int
		code                  string // in the log; empty where nobody asked to publish
	}{
		"no key":            {"/whip", "", "application/sdp", good, 401, "application"},
		"a wrong one":       {"/whip", "not-the-key-of-anybody", "application/sdp", good, 401, "unknown_key"},
		"in the path":       {"/whip/not-the-key-of-anybody", "", "application/sdp", good, 401, "unknown_key"},
		"the server's own":  {"/whip", "broken-broken-broken", "application/sdp", good, 503, "error"},
		"JSON":              {"/whip", goodKey, "application/json", "{}", 415, ""},
		"no type":           {"/whip", goodKey, "", good, 415, ""},
		"nothing":           {"/whip", goodKey, "application/sdp", "", 400, "offer"},
		"garbage":           {"/whip", goodKey, "application/sdp", strings.Repeat("garbage\n", 500), 400, "offer"},
		"cut short":         {"/whip", goodKey, "application/sdp", good[:len(good)/3], 400, "offer"},
		"too long":          {"/whip", goodKey, "application/sdp", good + strings.Repeat("a=x\r\n", 20_000), 413, ""},
		"no picture":        {"/whip", goodKey, "application/sdp", strings.Replace(good, "m=video", "m=text", 1), 400, "offer"},
		"another codec":     {"/whip", goodKey, "application/sdp", strings.ReplaceAll(good, "H264/90000", "H266/90000"), 406, "codec"},
		"another sound":     {"/whip", goodKey, "application/sdp", strings.ReplaceAll(good, "opus/48000", "sopu/48000"), 406, "codec"},
		"several sizes":     {"/whip", goodKey, "application/sdp", strings.Replace(good, "a=sendonly", "a=simulcast:send a;b\r\na=sendonly", 1), 406, "codec"},
		"without a finger":  {"/whip", goodKey, "application/sdp", strings.ReplaceAll(good, "a=fingerprint", "a=print"), 400, "offer"},
		"a thousand tracks": {"/whip", goodKey, "application/sdp", good + strings.Repeat("m=audio 9 UDP/TLS/RTP/SAVPF 0\r\n", 1000), 406, "codec"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStudio(t, nil)
			refused := s.refused(tt.path, tt.key, tt.kind, tt.body)
			if refused.Status != tt.status || len(refused.Reason) < 10 {
				t.Error(refused)
			}
			if (refused.Header.Get("WWW-Authenticate") != "") != (tt.status == 401) || (refused.Header.Get("Retry-After") != "") != (tt.status == 503) {
				t.Errorf("%v", refused.Header)
			}
			if tt.code != "" {
				s.log.Await(t, "code="+tt.code+" ")
			}
			if text, _ := s.log.Text(); tt.key != "" && strings.Contains(text, tt.key) {
				t.Error("the log tells the key")
			}
		})
	}
}

// second is a gate where somebody publishes already, or the event is over.
type second struct{ code string }

func (g second) Publish(context.Context, string, ingest.Origin, func(error)) (ingest.Sink, error) {
	return nil, &ingest.Refusal{Code: g.code, Reason: "there is a reason"}
}

func TestRefusalsOfTheEvent(t *testing.T) {
	good := offer(t, false)
	for code, status := range map[string]int{"second_publisher": 409, "event_over": 403} {
		s := newStudio(t, func(o *whip.Options) { o.Gate = second{code} })
		if refused := s.refused(whip.Path, goodKey, "application/sdp", good); refused.Status != status || refused.Reason != "there is a reason\n" {
			t.Errorf("%s: %v", code, refused)
		}
	}
}

// What is no request to publish is answered as the standard says.
func TestOtherRequests(t *testing.T) {
	s := newStudio(t, nil)
	for _, tt := range []struct {
		method, path string
		status       int
	}{
		{http.MethodOptions, "/whip", 204},
		{http.MethodGet, "/whip", 405},
		{http.MethodPut, "/whip/" + goodKey, 405},
		{http.MethodDelete, "/whip/sessions/nobody", 404},
		{http.MethodPatch, "/whip/sessions/nobody", 404},
		{http.MethodPost, "/whip/sessions/nobody", 405},
		{http.MethodDelete, "/whip", 405},
		{http.MethodDelete, "/whip/sessions/", 404},
	} {
		if status, header := s.request(tt.method, s.site+tt.path); status != tt.status || header.Get("Access-Control-Allow-Origin") != "*" ||
			(tt.method == http.MethodOptions) != (header.Get("Accept-Post") == "application/sdp") {
			t.Errorf("%s %s: %d %v", tt.method, tt.path, status, header)
		}
	}
	e := s.dial(false)
	if status, _ := s.request(http.MethodPatch, e.Session); status != 501 {
		t.Errorf("PATCH: %d", status)
	}
	if status, header := s.request(http.MethodGet, e.Session); status != 405 || header.Get("Allow") == "" {
		t.Errorf("GET of a session: %d %v", status, header)
	}
}

func (s *studio) request(method, address string) (int, http.Header) {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), method, address, http.NoBody)
	if err != nil {
		s.t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	_ = response.Body.Close()
	return response.StatusCode, response.Header
}

// Datagrams of every kind of nonsense neither keep an encoder out nor disturb one that is in.
func TestHostileDatagrams(t *testing.T) {
	s := newStudio(t, nil)
	stop := ingesttest.Flood(t, s.address, nonsense)
	s.send(s.dial(false), pattern(t, 4, false), whiptest.Sending{})
	stop()
	_ = s.Reason(t)
	if complaints := s.Decode(t); complaints != "" {
		t.Error(complaints)
	}
}

// nonsense is one of many malformed datagrams: of STUN, DTLS, SRTP and nothing at all (RFC 7983).
func nonsense(i int) []byte {
	noise := make([]byte, 20+i%1300)
	_, _ = rand.Read(noise)
	switch i % 4 {
	case 0: // a STUN request with torn attributes
		copy(noise, []byte{0, 1, byte(len(noise) >> 8), byte(len(noise)), 0x21, 0x12, 0xA4, 0x42})
	case 1:
		noise[0] = 22
	case 2:
		noise[0] = 0x80
	}
	return noise[:max(1, len(noise)-i%30)]
}

// Whoever asks and never sends gives the place back.
func TestNothingSent(t *testing.T) {
	s := newStudio(t, func(o *whip.Options) { o.NoVideoTimeout = 2 * time.Second })
	if _, _, err := whiptest.Post(t.Context(), s.site+whip.Path, goodKey, "application/sdp", offer(t, true)); err != nil {
		t.Fatal(err)
	}
	if code := ingest.CodeOf(s.Reason(t)); code != "no_video" {
		t.Errorf("ended as %q", code)
	}
}

func TestFallenSilent(t *testing.T) {
	s := newStudio(t, func(o *whip.Options) { o.IdleTimeout = 2 * time.Second })
	e := s.dial(false)
	if err := e.Send(t.Context(), pattern(t, 3, false), whiptest.Sending{}); err != nil {
		t.Fatal(err)
	}
	if code := ingest.CodeOf(s.Reason(t)); code != "silent" {
		t.Errorf("ended as %q", code)
	}
}

func TestTooMuch(t *testing.T) {
	s := newStudio(t, func(o *whip.Options) { o.MaxBitrate = 100_000 })
	e := s.dial(false)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := e.Send(ctx, pattern(t, 10, false), whiptest.Sending{Speed: 4, Loop: true}); ctx.Err() != nil {
		t.Error(err)
	}
	if code := ingest.CodeOf(s.Reason(t)); code != "excess" {
		t.Errorf("ended as %q", code)
	}
}

// A server that stops takes everybody along; one that is full says so.
func TestShutdown(t *testing.T) {
	s := newStudio(t, func(o *whip.Options) { o.MaxPublishers = 1 })
	e := s.dial(true)
	if refused := s.refused(whip.Path, goodKey, "application/sdp", offer(t, false)); refused.Status != 503 {
		t.Error(refused)
	}
	s.log.Await(t, "code=full")
	s.stop()
	_ = s.Reason(t)
	s.log.Await(t, "code=shutdown")
	select {
	case <-e.Gone():
	case <-time.After(patience):
		t.Error("the encoder was not told")
	}
	if refused := s.refused(whip.Path, goodKey, "application/sdp", offer(t, false)); refused.Status != 503 {
		t.Error(refused)
	}
}

func TestMoreThanMayAskAreTurnedAway(t *testing.T) {
	gate := ingesttest.Slow{Asked: make(chan struct{}, 1), Answer: make(chan struct{})}
	s := newStudio(t, func(o *whip.Options) { gate.Gate, o.MaxAsking = o.Gate, 1; o.Gate = gate })
	text := offer(t, false)
	first := make(chan error, 1)
	go func() {
		_, _, err := whiptest.Post(t.Context(), s.site+whip.Path, goodKey, "application/sdp", text)
		first <- err
	}()
	<-gate.Asked
	if refused := s.refused(whip.Path, goodKey, "application/sdp", text); refused.Status != 503 {
		t.Error(refused)
	}
	s.log.Await(t, "code=crowded")
	close(gate.Answer)
	if err := <-first; err != nil {
		t.Error(err)
	}
}

// broken is an encoder of sound that ends by itself.
type broken struct{}

func (b broken) Read([]byte) (int, error)    { return 0, io.EOF }
func (b broken) Write(p []byte) (int, error) { return len(p), nil }
func (b broken) Close() error                { return nil }
func (b broken) Kill()                       {}
func (b broken) Wait() error                 { return errors.New("it broke") }

// Sound that cannot be encoded ends the connection with a reason, instead of a recording
// that is silent.
func TestAnEncoderOfSoundThatBreaks(t *testing.T) {
	for name, encode := range map[string]func(context.Context) (whip.Encoder, error){
		"at once": func(context.Context) (whip.Encoder, error) { return nil, errors.New("it broke") },
		"later":   func(context.Context) (whip.Encoder, error) { return broken{}, nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStudio(t, func(o *whip.Options) { o.Encode = encode })
			_ = s.dial(true).Send(t.Context(), pattern(t, 10, true), whiptest.Sending{})
			if err := s.Reason(t); ingest.CodeOf(err) != "sound" || !strings.Contains(err.Error(), "it broke") {
				t.Error(err)
			}
		})
	}
}
