package api

import (
	"bytes"
	"net/http"
	"strconv"

	"github.com/klauspost/compress/gzip"
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
	if s.payload != nil {
		sendPayload(s.w, s.r, s.x.op, s.payload)
		return
	}
	h := s.w.Header()
	if s.status != http.StatusOK {
		writeBody(s.w, s.r, s.status, s.body.Bytes())
		return
	}
	if s.x.op.Cache != "" {
		etag := etagOf(s.body.Bytes())
		setCaching(h, s.x.op.Cache, etag)
		if unchanged(s.r, etag) {
			h.Del("Content-Type")
			s.w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	body := s.body.Bytes()
	if len(body) >= compressFrom && takes(s.r.Header.Get("Accept-Encoding"), "gzip") {
		body = s.compress(body)
	}
	writeBody(s.w, s.r, s.status, body)
}

// compress makes a gzip of the body, cheaply: this body is sent once.
func (s *answer) compress(body []byte) []byte {
	var out bytes.Buffer
	out.Grow(len(body) / 4)
	w, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	if err != nil {
		return body
	}
	if _, err := w.Write(body); err != nil || w.Close() != nil {
		return body
	}
	s.w.Header()["Content-Encoding"] = headerGzip
	return out.Bytes()
}

// sendPayload writes a body that was encoded before.
func sendPayload(w http.ResponseWriter, r *http.Request, op *Operation, p *Payload) {
	h := w.Header()
	if op.Cache != "" {
		setCaching(h, op.Cache, p.ETag)
		if unchanged(r, p.ETag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	body, encoding := p.pick(r.Header.Get("Accept-Encoding"))
	h["Content-Type"] = headerJSON
	if encoding != "" {
		h["Content-Encoding"] = []string{encoding}
	}
	writeBody(w, r, http.StatusOK, body)
}

func setCaching(h http.Header, control, etag string) {
	h["Cache-Control"] = []string{control}
	h["Etag"] = []string{etag}
}

// writeBody ends a response. A write that fails has lost its client, and there is
// nobody left to tell.
func writeBody(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	w.Header()["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}

// Header values that are the same on many responses; shared, never written to.
var (
	headerJSON    = []string{"application/json"}
	headerProblem = []string{"application/problem+json"}
	headerGzip    = []string{"gzip"}
)
