package site

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
)

// Addresses of the service worker and of the page it keeps for pages that cannot be had.
const (
	workerPath  = "/service-worker.js"
	offlinePath = "/offline"
)

// keptPaths are the pages whose code the service worker keeps from the start: the tabs of a phone.
var keptPaths = []string{offlinePath, "/", "/live", "/schedule", "/vod", "/profile", "/login"}

// serviceWorker is the web build's service worker. Its first line names the release and the files to keep, so a new
// release is a new worker, and browsers replace the old one with its files.
type serviceWorker struct {
	content []byte
	etag    string
}

// loadWorker returns nil if the build has no service worker.
func loadWorker(dist fs.FS, b *build) (*serviceWorker, error) {
	code, err := fs.ReadFile(dist, workerPath[1:])
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // a build of tests
	}
	if err != nil {
		return nil, err
	}
	files, err := json.Marshal(b.kept())
	if err != nil {
		return nil, err
	}
	release, err := releaseOf(dist)
	if err != nil {
		return nil, err
	}
	content := fmt.Appendf(nil, "self.release = %q;\nself.shellFiles = %s;\n%s", release, files, code)
	return &serviceWorker{content: content, etag: etag(content)}, nil
}

// kept are the files of the entry and of the kept pages, in both languages.
func (b *build) kept() []string {
	files := append([]string{b.script}, b.styles...)
	for _, text := range b.texts {
		files = append(files, text)
	}
	for _, path := range keptPaths {
		r := b.match(path)
		files = append(append(files, r.preloads...), r.styles...)
	}
	files = slices.DeleteFunc(files, func(file string) bool { return file == "" })
	slices.Sort(files)
	return slices.Compact(files)
}

// releaseOf names a build by its files, whose names carry a hash of their content.
func releaseOf(dist fs.FS) (string, error) {
	names, err := fs.Glob(dist, "assets/*")
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	for _, name := range names {
		_, _ = fmt.Fprintln(sum, name)
	}
	return base64.RawURLEncoding.EncodeToString(sum.Sum(nil)[:9]), nil
}

// ServeHTTP answers the worker. Browsers ask for it at each visit.
func (w *serviceWorker) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	h := rw.Header()
	h.Set("Content-Type", contentType(workerPath))
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", w.etag)
	// A worker is held to the policy of its own answer: it loads the other worker's code, and files and pages of the site.
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'")
	if r.Header.Get("If-None-Match") == w.etag {
		rw.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = rw.Write(w.content)
}
