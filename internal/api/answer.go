package api

import (
	"bytes"
	"net/http"
	"strconv"
)

// answer collects one response, so that it leaves with its length, its ETag and in
// one piece.
type answer struct {
	api     *API
	x       *exchange
	w       http.ResponseWriter
	r       *http.Request
	status  int
	body    *bytes.Buffer
	payload *Payload // instead of body
}

func (a *API) newAnswer(x *exchange, w http.ResponseWriter, r *http.Request) *answer {
	body, ok := a.buffers.Get().(*bytes.Buffer)
	if !ok {
		body = new(bytes.Buffer)
	}
	return &answer{api: a, x: x, w: w, r: r, status: http.StatusOK, body: body}
}

// maxKeptBuffer is the largest buffer that is kept for reuse.
const maxKeptBuffer = 1 << 20

func (s *answer) release() {
	if s.body.Cap() <= maxKeptBuffer {
		s.body.Reset()
		s.api.buffers.Put(s.body)
	}
}

// Write collects a part of the body.
func (s *answer) Write(p []byte) (int, error) { return s.body.Write(p) }

func (s *answer) setStatus(status int) {
	s.status = status
	// The transformer may have decided on another one: see transformError.
	if s.x.status != 0 {
		s.status = s.x.status
	}
}

// send writes the collected response.
func (s *answer) send() {
	if s.x.cookie != nil {
		http.SetCookie(s.w, s.x.cookie)
	}
	if s.payload != nil {
		sendPayload(s.w, s.r, s.x.op.cache, s.payload)
		return
	}
	if s.status != http.StatusOK {
		writeBody(s.w, s.r, s.status, s.body.Bytes())
		return
	}
	if cache := s.x.op.cache; cache != nil && !s.x.own {
		etag := etagOf(s.body.Bytes())
		if sendUnchanged(s.w, s.r, cache, []string{etag}) {
			return
		}
	}
	body := s.body.Bytes()
	if len(body) >= compressFrom && takes(s.r.Header.Get("Accept-Encoding"), "gzip") {
		body = s.api.squeezer.Gzip(body)
		s.w.Header()["Content-Encoding"] = headerGzip
	}
	writeBody(s.w, s.r, s.status, body)
}

// sendPayload writes a body that was encoded before, with a Cache-Control unless it is
// nil.
func sendPayload(w http.ResponseWriter, r *http.Request, cache []string, p *Payload) {
	if cache != nil && sendUnchanged(w, r, cache, p.etag) {
		return
	}
	f := p.pick(r.Header.Get("Accept-Encoding"))
	h := w.Header()
	h["Content-Type"] = headerJSON
	h["Content-Length"] = f.length
	if f.encoding != nil {
		h["Content-Encoding"] = f.encoding
	}
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		_, _ = w.Write(f.body)
	}
}

// sendUnchanged sets how an answer may be kept, and answers 304 when the client has it
// already.
func sendUnchanged(w http.ResponseWriter, r *http.Request, cache, etag []string) (sent bool) {
	h := w.Header()
	h["Cache-Control"] = cache
	if etag == nil {
		return false
	}
	h["Etag"] = etag
	if !unchanged(r, etag[0]) {
		return false
	}
	delete(h, "Content-Type")
	w.WriteHeader(http.StatusNotModified)
	return true
}

// writeBody ends a response. A write that fails has lost its client, and there is
// nobody left to tell.
func writeBody(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	w.Header()["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) //nolint:gosec // JSON and documents of our own, typed and with nosniff
	}
}

// Header values that are the same on many responses; shared, never written to.
var (
	headerJSON    = []string{"application/json"}
	headerProblem = []string{"application/problem+json"}
	headerGzip    = []string{"gzip"}
	headerBrotli  = []string{"br"}
)
