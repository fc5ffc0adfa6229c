// Package blobtest gives tests a store that speaks S3.
package blobtest

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// S3 starts a server with one bucket, "media", and returns the address to open it by.
func S3(t testing.TB) string {
	t.Helper()
	address, _ := Failing(t)
	return address
}

// Outage is when a server cannot be reached.
type Outage struct{ now atomic.Bool }

// Begin has every request end without an answer.
func (o *Outage) Begin() { o.now.Store(true) }

// End has them answered again.
func (o *Outage) End() { o.now.Store(false) }

func (o *Outage) before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if o.now.Load() {
			panic(http.ErrAbortHandler) // closes the connection
		}
		next.ServeHTTP(w, r)
	})
}

// Failing starts a server like S3 that can be made to fail.
func Failing(t testing.TB) (address string, outage *Outage) {
	t.Helper()
	address, outage = start(t)
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	return address, outage
}

// Bucket is S3 for other processes, also of tests that run beside others: it returns what they need in their environment.
func Bucket(t testing.TB) (address string, environment []string) {
	t.Helper()
	address, _ = start(t)
	return address, []string{"AWS_ACCESS_KEY_ID=test", "AWS_SECRET_ACCESS_KEY=test"}
}

func start(t testing.TB) (address string, outage *Outage) {
	t.Helper()
	outage = &Outage{}
	backend := s3mem.New()
	if err := backend.CreateBucket("media"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(outage.before(gofakes3.New(backend).Server()))
	t.Cleanup(server.Close)
	query := url.Values{"endpoint": {server.URL}, "region": {"us-east-1"}, "use_path_style": {"true"}}
	return "s3://media?" + query.Encode(), outage
}
