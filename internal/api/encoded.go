package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/danielgtaylor/huma/v2"
	"github.com/klauspost/compress/gzip"
)

// Payload is a body encoded once and sent many times: its forms by content encoding,
// each with the headers that go with it.
type Payload struct {
	plain  *form
	gzip   func() *form // nil when not worth it
	brotli func() *form // nil when not worth it
	etag   []string     // weak, shared by every encoding of the body; nil for none
}

// form is one encoding of a body.
type form struct {
	body     []byte
	encoding []string // Content-Encoding, nil for none
	length   []string // Content-Length
}

func newForm(body []byte, encoding []string) *form {
	return &form{body: body, encoding: encoding, length: []string{strconv.Itoa(len(body))}}
}

// compressFrom is the size in bytes below which one packet carries the body anyway.
const compressFrom = 1400

// Encode encodes v, the whole body, and compresses it well: for bodies that are kept
// until something changes. It costs milliseconds.
func Encode[T any](v T) (Encoded[T], error) {
	body, err := encodeJSON(v)
	if err != nil {
		return Encoded[T]{}, err
	}
	return Encoded[T]{newPayload(body)}, nil
}

func newPayload(body []byte) *Payload {
	p := &Payload{plain: newForm(body, nil), etag: []string{etagOf(body)}}
	if len(body) >= compressFrom {
		small, smaller := newForm(gzipped(body), headerGzip), newForm(brotlied(body), headerBrotli)
		p.gzip, p.brotli = func() *form { return small }, func() *form { return smaller }
	}
	return p
}

func encodeJSON(v any) ([]byte, error) {
	var buffer bytes.Buffer
	enc := json.NewEncoder(&buffer)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	return buffer.Bytes(), nil
}

// Encoded is a body of type T that is already encoded. OpenAPI shows it as T.
type Encoded[T any] struct{ *Payload }

func (e Encoded[T]) payload() *Payload { return e.Payload }

// Schema documents the body as T; it is part of huma.SchemaProvider.
func (Encoded[T]) Schema(r huma.Registry) *huma.Schema {
	t := reflect.TypeFor[T]()
	return r.Schema(t, true, t.Name())
}

// etagOf is a weak validator (RFC 9110, 8.8.3) of a body, the same whatever its
// content encoding.
func etagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

func gzipped(body []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil
	}
	if _, err := w.Write(body); err != nil || w.Close() != nil {
		return nil
	}
	return out.Bytes()
}

func brotlied(body []byte) []byte {
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, 6)
	if _, err := w.Write(body); err != nil || w.Close() != nil {
		return nil
	}
	return out.Bytes()
}

// pick chooses the smallest form that the client takes.
func (p *Payload) pick(accept string) *form {
	switch {
	case accept == "":
	case p.brotli != nil && takes(accept, "br"):
		return p.brotli()
	case p.gzip != nil && takes(accept, "gzip"):
		return p.gzip()
	}
	return p.plain
}

// takes reports whether an Accept-Encoding names an encoding without refusing it by
// q=0 (RFC 9110, 12.5.3).
func takes(accept, encoding string) bool {
	for part := range strings.SplitSeq(accept, ",") {
		name, parameters, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		q, found := strings.CutPrefix(strings.ReplaceAll(parameters, " ", ""), "q=")
		return !found || strings.Trim(q, "0.") != ""
	}
	return false
}

// unchanged reports whether the client already has the body with this ETag
// (If-None-Match, RFC 9110, 13.1.2), which compares weakly.
func unchanged(r *http.Request, etag string) bool {
	header := r.Header.Get("If-None-Match")
	if header == "" || etag == "" {
		return false
	}
	for tag := range strings.SplitSeq(header, ",") {
		tag = strings.TrimSpace(tag)
		if tag == "*" || strings.TrimPrefix(tag, "W/") == strings.TrimPrefix(etag, "W/") {
			return true
		}
	}
	return false
}
