package site

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"
)

// asset is one built file and which encodings it was compressed to. Its bytes stay
// where they are, in the program's file.
type asset struct {
	files        fs.FS
	name         string
	contentType  string
	cache        string
	etag         string
	brotli, gzip bool
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
	return name != "routes.json" && name != "texts.json"
}

func loadAsset(dist fs.FS, name string) (*asset, error) {
	a := &asset{
		files: dist, name: name, contentType: contentType(name),
		// A file that does not shrink has no compressed sibling.
		brotli: exists(dist, name+".br"), gzip: exists(dist, name+".gz"),
	}
	if base, hashed := strings.CutPrefix(name, "assets/"); hashed {
		a.cache, a.etag = cacheForever, `"`+base+`"`
		return a, nil
	}
	content, err := fs.ReadFile(dist, name)
	if err != nil {
		return nil, err
	}
	a.cache, a.etag = cacheShort, etag(content)
	return a, nil
}

func exists(files fs.FS, name string) bool {
	_, err := fs.Stat(files, name)
	return err == nil
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
	// A player in a sandboxed frame has an opaque origin: to it, the files of its own page are another origin's.
	h.Set("Access-Control-Allow-Origin", "*")
	name, tag := a.name, a.etag
	if a.brotli || a.gzip {
		h.Add("Vary", "Accept-Encoding")
	}
	switch {
	case a.brotli && accepts(r, "br"):
		h.Set("Content-Encoding", "br")
		name, tag = a.name+".br", suffixed(a.etag, "br")
	case a.gzip && accepts(r, "gzip"):
		h.Set("Content-Encoding", "gzip")
		name, tag = a.name+".gz", suffixed(a.etag, "gz")
	}
	h.Set("ETag", tag)
	a.send(w, r, name)
}

func (a *asset) send(w http.ResponseWriter, r *http.Request, name string) {
	file, err := a.files.Open(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer file.Close()
	content, ok := file.(io.ReadSeeker) // files of embed.FS and of a folder are
	if !ok {
		http.NotFound(w, r)
		return
	}
	http.ServeContent(w, r, "", time.Time{}, content)
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
