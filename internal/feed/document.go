package feed

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
)

// document is one finished answer in its encodings.
type document struct {
	contentType string
	cache       string
	body, gzip  []byte
	etag        string
	modified    time.Time // zero where it is not known
	open        bool      // any site may read it by script
	name        string    // of the file, where it is kept as one
	noIndex     bool      // not for search engines
}

// worthZipping is from how many bytes on compression pays.
const worthZipping = 1 << 10

func newDocument(contentType, cacheControl string, body []byte) (*document, error) {
	sum := sha256.Sum256(body)
	d := &document{
		contentType: contentType, cache: cacheControl, body: body,
		etag: base64.RawURLEncoding.EncodeToString(sum[:12]),
	}
	if len(body) < worthZipping {
		return d, nil
	}
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	if _, err := w.Write(body); err != nil {
		return nil, fmt.Errorf("compress a feed: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("compress a feed: %w", err)
	}
	d.gzip = zipped.Bytes()
	return d, nil
}

// newXML encodes v behind the declaration.
func newXML(contentType, cacheControl string, v any) (*document, error) {
	var b bytes.Buffer
	b.WriteString(xml.Header)
	e := xml.NewEncoder(&b)
	e.Indent("", " ")
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	b.WriteByte('\n')
	return newDocument(contentType, cacheControl, b.Bytes())
}

func newJSON(contentType, cacheControl string, v any) (*document, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	return newDocument(contentType, cacheControl, append(body, '\n'))
}

// write answers a request, with 304 where the reader has the document already.
func (d *document) write(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", d.contentType)
	h.Set("Cache-Control", d.cache)
	if d.noIndex {
		h.Set("X-Robots-Tag", "noindex")
	}
	if d.open {
		h.Set("Access-Control-Allow-Origin", "*")
	}
	if d.name != "" {
		h.Set("Content-Disposition", `inline; filename="`+d.name+`"`)
	}
	body, tag := d.body, `"`+d.etag+`"`
	if d.gzip != nil && acceptsGzip(r) { // the edge says that answers vary by it
		h.Set("Content-Encoding", "gzip")
		body, tag = d.gzip, `"`+d.etag+`-gz"`
	}
	h.Set("ETag", tag)
	http.ServeContent(w, r, "", d.modified, bytes.NewReader(body))
}

// acceptsGzip reports whether the client takes the encoding (RFC 9110, 12.5.3).
func acceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(name), "gzip") {
			return !strings.HasPrefix(strings.ReplaceAll(weight, " ", "")+";", "q=0;")
		}
	}
	return false
}
