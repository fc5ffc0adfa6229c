// Package site answers every page of the web app: the built files, and an HTML
// document per route and language that already holds the channel's colours, its
// title and description, structured data, what the first paint needs, and the first
// paint itself. A person sees the page before any script has run.
package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/grandstand/grandstand/internal/clock"
)

// Site serves the web app. It expects to run behind the edge that gives each
// request its id, its log line and its limits.
type Site struct {
	content Content
	log     *slog.Logger
	files   *Files
	pages   *pageCache
	enter   func() (release func(), ok bool) // see Shed
}

// Files are those of a web build, with what is known of them.
type Files struct {
	assets map[string]*asset
	build  *build
	worker *serviceWorker
}

// Load reads a web build. That there is none (a binary made without the web tag) is no
// error: every page says so.
func Load(dist fs.FS) (*Files, error) {
	assets, err := loadAssets(dist)
	if err != nil {
		return nil, fmt.Errorf("load the web app: %w", err)
	}
	built, err := readBuild(dist)
	if err != nil {
		return nil, fmt.Errorf("load the web app: %w", err)
	}
	worker, err := loadWorker(dist, built)
	if err != nil {
		return nil, fmt.Errorf("load the web app: %w", err)
	}
	return &Files{assets: assets, build: built, worker: worker}, nil
}

// New prepares the site of a web build.
func New(files *Files, content Content, log *slog.Logger) *Site {
	s := &Site{content: content, log: log, files: files, enter: func() (func(), bool) { return func() {}, true }}
	s.pages = newPageCache(clock.System{}, s.render)
	return s
}

// pageKey is everything that decides how a page looks.
type pageKey struct {
	origin, host, path, query, lang string
	plain, hideScores               bool
}

// rendered is one finished page in its encodings.
type rendered struct {
	status  int
	html    []byte
	gzip    []byte
	etag    string
	csp     string
	noIndex bool
	private bool // its address is told to nobody
	unknown bool // the page of all unknown addresses of its route
	framed  bool // a player for pages of other sites
}

// ServeHTTP answers a file of the build or a page.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "Method not allowed.", http.StatusMethodNotAllowed)
		return
	}
	if r.URL.Path == workerPath && s.files.worker != nil {
		s.files.worker.ServeHTTP(w, r)
		return
	}
	if a, ok := s.files.assets[r.URL.Path]; ok {
		a.ServeHTTP(w, r)
		return
	}
	if strings.HasPrefix(r.URL.Path, "/assets/") {
		http.NotFound(w, r) // a file of an older build: never answer a script with a page
		return
	}
	page, err := s.page(r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	page.write(w, r)
}

func (s *Site) page(r *http.Request) (*rendered, error) {
	key := pageKey{origin: origin(r), host: hostname(r.Host), path: r.URL.Path, query: firstPaintQuery(r), plain: isPlain(r), lang: chosenLanguage(r), hideScores: hidesScores(r)}
	key, err := s.canonicalKey(r.Context(), key)
	if err != nil {
		return nil, err
	}
	return s.pages.get(r.Context(), key)
}

func (p *rendered) write(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-cache") // kept by browsers, but asked for every time
	h.Add("Vary", "Accept-Encoding, Cookie")
	h.Set("Content-Type", "text/html; charset=utf-8")
	// Scripts cannot read the Date of their page. The app takes the server's time from here.
	h.Set("Server-Timing", fmt.Sprintf(`clock;desc="%d"`, time.Now().UnixMilli()))
	h.Set("Content-Security-Policy", p.csp)
	if p.noIndex {
		h.Set("X-Robots-Tag", "noindex")
	}
	if p.private {
		h.Set("Referrer-Policy", "no-referrer")
	}
	if p.framed {
		// A site with a Cross-Origin-Embedder-Policy shows only frames that have one as well, and that say that other
		// origins may load them (HTML, 7.1.4). The CSP's frame-ancestors says which.
		h.Set("Cross-Origin-Embedder-Policy", "credentialless")
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	body, tag := p.html, p.etag
	if accepts(r, "gzip") {
		h.Set("Content-Encoding", "gzip")
		body, tag = p.gzip, suffixed(p.etag, "gz")
	}
	h.Set("ETag", tag)
	if p.status == http.StatusOK {
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
		return
	}
	w.WriteHeader(p.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the client may be gone
	}
}

// render returns the page of a key. All unknown addresses of a route share one page: to write and compress a page takes
// milliseconds, and a cache cannot hold a page for each unknown number.
func (s *Site) render(ctx context.Context, key pageKey) (*rendered, error) {
	page, shared, err := s.renderOwn(ctx, key)
	if err != nil || page != nil {
		return page, err
	}
	return s.pages.get(ctx, shared)
}

// renderOwn renders the page of a key, or returns the key of the page that the address shares with others.
func (s *Site) renderOwn(ctx context.Context, key pageKey) (page *rendered, shared pageKey, err error) {
	release, ok := s.enter()
	if !ok {
		return nil, key, errBusy
	}
	defer release()
	channel, err := s.content.Channel(ctx, key.host, key.lang)
	if err != nil {
		return nil, key, err
	}
	channel.HideScores = key.hideScores
	route := s.files.build.match(key.path)
	if route.kind == kindUnknown && !channel.hasPage(key.path) {
		route = s.files.build.notFound
	} else if route.kind == kindUnknown {
		route = s.files.build.ownPage
	}
	view, err := s.content.View(ctx, channel, route.request(key))
	if err != nil {
		return nil, key, err
	}
	unknown := view.NotFound || view.Hidden
	if path := unknownPath(route, key.path); unknown && path != key.path {
		key.path = path
		return nil, key, nil
	}
	doc := s.document(channel, route, view, key)
	if doc.Skeleton, err = paintSkeleton(route, view, channel.Lang); err != nil {
		return nil, key, err
	}
	var html bytes.Buffer
	if err := shell.Execute(&html, doc); err != nil {
		return nil, key, fmt.Errorf("render a page of kind %s: %w", route.kind, err)
	}
	if page, err = finish(html.Bytes(), view, doc, channel); err != nil {
		return nil, key, err
	}
	page.private = route.kind == kindAccount // links in letters lead there, with a secret
	page.unknown = unknown
	return page, key, nil
}

func finish(html []byte, view View, doc document, channel Channel) (*rendered, error) {
	var compressed bytes.Buffer
	w, err := gzip.NewWriterLevel(&compressed, gzip.DefaultCompression)
	if err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	if _, err := w.Write(html); err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	status := http.StatusOK
	if view.NotFound {
		status = http.StatusNotFound
	}
	return &rendered{
		status: status, html: html, gzip: compressed.Bytes(), etag: etag(html),
		csp: contentSecurityPolicy(doc, channel), noIndex: doc.NoIndex, framed: doc.Plain,
	}, nil
}

// Sources are what a page loads of somebody else, as a Content-Security-Policy lists them:
// one or more, divided by spaces.
type Sources struct{ Scripts, Frames, Connections string }

// googleTag is what Google's tag needs to measure without advertising, by
// https://developers.google.com/tag-platform/security/guides/csp: pictures may come from
// everywhere anyway. The app loads it for visitors who agreed.
var googleTag = Sources{
	Scripts:     "https://*.googletagmanager.com",
	Connections: "https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com",
}

// contentSecurityPolicy allows nothing foreign to run. The one inline style is
// allowed by its hash, which, unlike a nonce, lets a page be cached; inline JSON is
// data and needs no permission. Workers and media come from blob: as hls.js makes them.
// Other sites may frame what was made for them where the channel lists them, and nothing
// else; in there, nothing foreign is loaded in any case but the films of ads, of the hosts
// that the channel names. Analytics go where the installation says.
func contentSecurityPolicy(doc document, channel Channel) string {
	foreign := channel.Foreign
	if doc.Plain {
		foreign = nil
	}
	from := func(kind func(Sources) string) string {
		sources := []string{"'self'"}
		for _, f := range foreign {
			if of := kind(f); of != "" {
				sources = append(sources, of)
			}
		}
		return strings.Join(sources, " ")
	}
	connections := from(func(s Sources) string { return s.Connections })
	if channel.Analytics != "" {
		connections += " " + channel.Analytics
	}
	var ads strings.Builder
	for _, host := range channel.AdHosts {
		ads.WriteString(" https://" + host)
	}
	sum := sha256.Sum256([]byte(doc.ThemeCSS))
	hash := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	return "default-src 'self'; script-src " + from(func(s Sources) string { return s.Scripts }) + "; style-src 'self' " + hash + "; style-src-attr 'unsafe-inline'; " +
		"img-src 'self' data: https:; media-src 'self' blob:" + ads.String() + "; worker-src 'self' blob:; connect-src " + connections + "; font-src 'self'; " +
		"frame-src " + from(func(s Sources) string { return s.Frames }) + "; " +
		"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors " + strings.Join(append([]string{"'self'"}, doc.FramedBy...), " ")
}

// languageCookie holds the language a person chose; the app writes it.
const languageCookie = "lang"

// chosenLanguage is the language asked for by address or cookie, or "" to take the
// channel's own.
func chosenLanguage(r *http.Request) string {
	if lang := r.URL.Query().Get("lang"); lang == "en" || lang == "fr" {
		return lang
	}
	if cookie, err := r.Cookie(languageCookie); err == nil && (cookie.Value == "en" || cookie.Value == "fr") {
		return cookie.Value
	}
	return ""
}

// spoilersCookie says "hide" for a visitor who does not want to know how games went; the
// app writes it. The parameter of that name, as the API has it, comes before it.
const spoilersCookie = "spoilers"

func hidesScores(r *http.Request) bool {
	if choice := r.URL.Query().Get("spoilers"); choice == "hide" || choice == "show" {
		return choice == "hide"
	}
	cookie, err := r.Cookie(spoilersCookie)
	return err == nil && cookie.Value == "hide"
}

// firstPaintQuery keeps the few parameters that change what the server paints, so
// that tracking values do not multiply the pages in memory.
func firstPaintQuery(r *http.Request) string {
	query := r.URL.Query()
	for name := range query {
		switch name {
		case "school", "team", "sport":
			query[name] = query[name][:1]
		default:
			delete(query, name)
		}
	}
	return query.Encode()
}

// isPlain tells an address without parameters, but for the language.
func isPlain(r *http.Request) bool {
	query := r.URL.Query()
	delete(query, "lang")
	return len(query) == 0
}

func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}

// origin is the address visitors see. The scheme header is believed only because the
// edge removes it from requests that do not come through a trusted proxy.
func origin(r *http.Request) string {
	scheme := "http"
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		scheme = "https"
	}
	return scheme + "://" + ownHost(r.Host)
}

// ownHost rebuilds a host, under which a channel is found, from its parts: what else a
// request puts there ("example.org:80@evil.example") must not reach an address.
func ownHost(host string) string {
	name := hostname(host)
	if strings.Contains(name, ":") {
		name = "[" + name + "]"
	}
	if _, port, err := net.SplitHostPort(host); err == nil {
		if n, err := strconv.ParseUint(port, 10, 16); err == nil {
			return name + ":" + strconv.FormatUint(n, 10)
		}
	}
	return name
}
