// Package blobtest gives tests a store that speaks S3.
package blobtest

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// S3 starts a server with one bucket and returns the address to open it by.
func S3(t testing.TB) string {
	t.Helper()
	address, _ := Failing(t)
	return address
}

// Outage is when a server cannot be used. Requests that came during it get no better answer later.
type Outage struct {
	mu  sync.Mutex
	how func(w http.ResponseWriter, r *http.Request) // nil while all is well
	end chan struct{}

	server http.Handler
}

// Begin has every request end without an answer.
func (o *Outage) Begin() {
	o.begin(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }) // closes the connection
}

// Hang has every request wait for an answer that never comes.
func (o *Outage) Hang() {
	end := make(chan struct{})
	o.begin(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-end:
		case <-r.Context().Done():
		}
		panic(http.ErrAbortHandler)
	})
	o.mu.Lock()
	defer o.mu.Unlock()
	o.end = end
}

// Throttle has every request told to come slower.
func (o *Outage) Throttle() {
	o.begin(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = io.WriteString(w, "<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>")
	})
}

// ForbidListing answers as Amazon does to keys without s3:ListBucket: questions about the bucket are refused, and so is a value
// that is not there. Values that are there can be read, written and removed.
func (o *Outage) ForbidListing() {
	refuse := func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(http.StatusForbidden)
		_, _ = io.WriteString(w, "<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>")
	}
	o.begin(func(w http.ResponseWriter, r *http.Request) {
		if strings.Trim(r.URL.Path, "/") == bucket {
			refuse(w)
			return
		}
		answer := httptest.NewRecorder()
		o.server.ServeHTTP(answer, r)
		if answer.Code == http.StatusNotFound {
			refuse(w)
			return
		}
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		_, _ = answer.Body.WriteTo(w)
	})
}

func (o *Outage) begin(how func(http.ResponseWriter, *http.Request)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.how = how
}

// End has them answered again.
func (o *Outage) End() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.how = nil; o.end != nil {
		close(o.end)
		o.end = nil
	}
}

func (o *Outage) before(next http.Handler) http.Handler {
	o.server = next
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		o.mu.Lock()
		how := o.how
		o.mu.Unlock()
		if how == nil {
			how = next.ServeHTTP
		}
		how(w, r)
	})
}

// Failing starts a server like S3 that can be made to fail.
func Failing(t testing.TB) (address string, outage *Outage) {
	t.Helper()
	if err := setCredentials(); err != nil {
		t.Fatal(err)
	}
	return start(t)
}

// setCredentials sets the credentials of this process once, and not those of a test: t.Setenv does not allow parallel tests.
var setCredentials = sync.OnceValue(func() error {
	return errors.Join(os.Setenv("AWS_ACCESS_KEY_ID", "test"), os.Setenv("AWS_SECRET_ACCESS_KEY", "test"))
})

// Bucket is Failing for other processes, also of tests that run beside others: it returns what they need in their
// environment. The bucket has the files of some folders in it, each by its path in its folder.
func Bucket(t testing.TB, folders ...string) (address string, environment []string, outage *Outage) {
	t.Helper()
	address, outage = start(t, folders...)
	return address, []string{"AWS_ACCESS_KEY_ID=test", "AWS_SECRET_ACCESS_KEY=test"}, outage
}

const bucket = "media"

func start(t testing.TB, folders ...string) (address string, outage *Outage) {
	t.Helper()
	outage = &Outage{}
	backend := s3mem.New()
	if err := backend.CreateBucket(bucket); err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		if err := put(backend, os.DirFS(folder)); err != nil {
			t.Fatal(err)
		}
	}
	server := httptest.NewServer(outage.before(gofakes3.New(backend).Server()))
	t.Cleanup(server.Close)
	t.Cleanup(outage.End) // what hangs would keep it from closing
	query := url.Values{"endpoint": {server.URL}, "region": {"us-east-1"}, "use_path_style": {"true"}}
	return "s3://" + bucket + "?" + query.Encode(), outage
}

// put writes files to the bucket.
func put(backend *s3mem.Backend, files fs.FS) error {
	return fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		value, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		_, err = backend.PutObject(bucket, path, map[string]string{}, bytes.NewReader(value), int64(len(value)), nil)
		return err
	})
}
