package api

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// countedReads counts how often a file is read after a seek: what a store on S3 opens a request for.
type countedReads struct {
	*bytes.Reader

	moved bool
	opens int
}

func (c *countedReads) Seek(offset int64, whence int) (int64, error) {
	c.moved = true
	return c.Reader.Seek(offset, whence)
}

func (c *countedReads) Read(p []byte) (int, error) {
	if c.moved {
		c.moved = false
		c.opens++
	}
	return c.Reader.Read(p)
}

// One anonymous request must not become thousands of reads, whichever handler serves it.
func TestARequestNamesAtMostFourRanges(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	var content *countedReads
	w.handler = w.api.Edge(http.HandlerFunc(func(writer http.ResponseWriter, r *http.Request) {
		content = &countedReads{Reader: bytes.NewReader(bytes.Repeat([]byte("0123456789"), 10_000))}
		http.ServeContent(writer, r, "picture.jpg", time.Time{}, content)
	}))
	many := func(n int) string { return "bytes=" + strings.TrimSuffix(strings.Repeat("0-0,", n), ",") }
	for _, path := range []string{"/media/public/pictures/1.jpg", "/media/token/e1/0-1-v.m4s", "/assets/app.js", "/sitemap.xml", "/"} {
		for n, status := range map[int]int{1: http.StatusPartialContent, 4: http.StatusPartialContent, 5: http.StatusRequestedRangeNotSatisfiable, 3000: http.StatusRequestedRangeNotSatisfiable} {
			content = nil
			got := w.do(call{path: path, header: map[string]string{"Range": many(n)}})
			if got.status != status {
				t.Errorf("%s with %d ranges: %d", path, n, got.status)
			}
			if content != nil && content.opens > n {
				t.Errorf("%s with %d ranges: %d reads", path, n, content.opens)
			}
			if status == http.StatusRequestedRangeNotSatisfiable {
				if content != nil {
					t.Errorf("%s with %d ranges: the file is opened", path, n)
				}
				got.want(status, "too_many_ranges")
			}
		}
	}
}

func TestRangesOfSeveralLinesAreCountedTogether(t *testing.T) {
	three := http.Header{"Range": {"bytes=0-0,1-1,2-2"}}
	if err := checkRanges(three); err != nil {
		t.Error(err)
	}
	if err := checkRanges(http.Header{"Range": {three.Get("Range"), three.Get("Range")}}); err == nil {
		t.Error("six ranges of two lines are accepted")
	}
	if err := checkRanges(http.Header{}); err != nil {
		t.Error(err)
	}
}
