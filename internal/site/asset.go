package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"
)

// asset is one built file in every encoding it was compressed to.
type asset struct {
	contentType string
	cache       string
	etag        string
	plain       []byte
	brotli      []byte
	gzip        []byte
}

// Cache lifetimes. Names under assets/ carry a hash of their content, so they never
// change; the few other files (icons, robots.txt) may.
const (
	cacheForever = "public, max-age=31536000, immutable"
	cacheShort   = "public, max-age=300, stale-while-revalidate=86400"
)

// loadAssets reads every file of the build except its pages and its manifest, which
// the server works with but nobody fetches.
func loadAssets(dist fs.FS) (map[string]*asset, error) {
	assets := map[string]*asset{}
	err := fs.WalkDir(dist, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !isPublic(name) {
			return err
		}
		a, err := loadAsset(dist, name)
		if err != nil {
			return fmt.Errorf("load %s: %w", name, err)
		}
		assets["/"+name] = a
		return nil
	})
	return assets, err
}

func isPublic(name string) bool {
	if strings.HasPrefix(name, ".") {
		return false
	}
	switch path.Ext(name) {
	case ".br", ".gz", ".html":
		return false
	}
	return name != "routes.json"
}

func loadAsset(dist fs.FS, name string) (*asset, error) {
	plain, err := fs.ReadFile(dist, name)
	if err != nil {
		return nil, err
	}
	a := &asset{plain: plain, contentType: contentType(name), cache: cacheShort, etag: etag(plain)}
	if strings.HasPrefix(name, "assets/") {
		a.cache = cacheForever
	}
	// A file that does not shrink has no compressed sibling.
	a.brotli, _ = fs.ReadFile(dist, name+".br")
	a.gzip, _ = fs.ReadFile(dist, name+".gz")
	return a, nil
}

func contentType(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".woff2":
		return "font/woff2"
	case ".webmanifest":
		return "application/manifest+json"
	}
	if t := mime.TypeByExtension(path.Ext(name)); t != "" {
		return t
	}
	return "application/octet-stream"
}

// etag is a strong validator of content (RFC 9110, section 8.8.3).
func etag(content []byte) string {
	sum := sha256.Sum256(content)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// ServeHTTP answers in the best encoding the client takes.
func (a *asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", a.contentType)
	h.Set("Cache-Control", a.cache)
	body, tag := a.plain, a.etag
	if a.brotli != nil || a.gzip != nil {
		h.Add("Vary", "Accept-Encoding")
	}
	switch {
	case a.brotli != nil && accepts(r, "br"):
		h.Set("Content-Encoding", "br")
		body, tag = a.brotli, suffixed(a.etag, "br")
	case a.gzip != nil && accepts(r, "gzip"):
		h.Set("Content-Encoding", "gzip")
		body, tag = a.gzip, suffixed(a.etag, "gz")
	}
	h.Set("ETag", tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// suffixed marks a validator with its encoding: each encoding is a representation
// of its own.
func suffixed(tag, encoding string) string {
	return strings.TrimSuffix(tag, `"`) + "-" + encoding + `"`
}

// accepts reports whether the client takes an encoding (RFC 9110, section 12.5.3).
func accepts(r *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(name), encoding) {
			return !strings.HasPrefix(strings.ReplaceAll(weight, " ", "")+";", "q=0;")
		}
	}
	return false
}
