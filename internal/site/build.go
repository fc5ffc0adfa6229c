package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Kinds of routes that the server itself tells apart.
const (
	kindHome    = "home"
	kindEvent   = "event"
	kindEvents  = "events"
	kindEmbed   = "embed" // one event's player alone, for other sites
	kindTool    = "tool"  // a screen that is no page of its own: the preview for operators
	kindSearch  = "search"
	kindAccount = "account"
	kindPage    = "page"
	kindUnknown = "not_found"
)

// build is what the server must know of the web build: which files a page starts
// with and which routes exist. It reads both, so that neither is typed twice.
type build struct {
	script   string
	styles   []string
	fonts    []string          // all there are
	texts    map[string]string // the script with the texts of each language
	routes   []route
	notFound route
	ownPage  route // of the pages that a channel made itself
}

// route is one route of the app.
type route struct {
	kind     string
	skeleton string // the outline that is painted until the app shows the route
	auth     string
	pattern  []string // path segments; "$id" stands for digits, "$uuid" for a link's secret
	preloads []string // scripts the route needs besides the entry
	styles   []string // style sheets likewise
}

// routeEntry is one line of the build's routes.json.
type routeEntry struct {
	Path     string   `json:"path"`
	Kind     string   `json:"kind"`
	Skeleton string   `json:"skeleton"`
	Auth     string   `json:"auth"`
	Chunks   []string `json:"chunks"`
	Styles   []string `json:"styles"`
}

// Tags in the built index.html, which Vite writes and we own the template of.
var (
	scriptTag = regexp.MustCompile(`<script type="module"[^>]* src="([^"]+)"`)
	styleTag  = regexp.MustCompile(`<link rel="stylesheet"[^>]* href="([^"]+)"`)
)

func readBuild(dist fs.FS) (*build, error) {
	b := &build{notFound: route{kind: kindUnknown}, ownPage: route{kind: kindUnknown}}
	index, err := fs.ReadFile(dist, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		return b, nil
	}
	if err != nil {
		return nil, err
	}
	if match := scriptTag.FindSubmatch(index); match != nil {
		b.script = string(match[1])
	} else {
		return nil, errors.New("index.html starts no script")
	}
	for _, match := range styleTag.FindAllSubmatch(index, -1) {
		b.styles = append(b.styles, string(match[1]))
	}
	if b.fonts, err = fs.Glob(dist, "assets/*.woff2"); err != nil {
		return nil, err
	}
	if err := b.readTexts(dist); err != nil {
		return nil, err
	}
	return b, b.readRoutes(dist)
}

// The font files, by how their names begin, of text and of each typeface.
const textFace = "figtree-"

var faces = map[string]string{
	"broadcast": "sofia-sans-extra-condensed-", "poster": "big-shoulders-", "campus": "barlow-condensed-",
}

// facesOf are the addresses of the fonts that the first paint of a page waits for.
func (b *build) facesOf(typeface string) []string {
	var out []string
	for _, file := range b.fonts {
		name := path.Base(file)
		if display := faces[typeface]; strings.HasPrefix(name, textFace) || display != "" && strings.HasPrefix(name, display) {
			out = append(out, "/"+file)
		}
	}
	return out
}

// readTexts reads which script each language needs; the app asks for it only when it
// runs, so the page names it.
func (b *build) readTexts(dist fs.FS) error {
	text, err := fs.ReadFile(dist, "texts.json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &b.texts); err != nil {
		return fmt.Errorf("texts.json: %w", err)
	}
	return nil
}

func (b *build) readRoutes(dist fs.FS) error {
	text, err := fs.ReadFile(dist, "routes.json")
	if err != nil {
		return err
	}
	var entries []routeEntry
	if err := json.Unmarshal(text, &entries); err != nil {
		return fmt.Errorf("routes.json: %w", err)
	}
	for _, e := range entries {
		if skeletons.Lookup("skeleton-"+e.Skeleton) == nil {
			return fmt.Errorf("routes.json: %s has the unknown skeleton %q", e.Path, e.Skeleton)
		}
		r := route{kind: e.Kind, skeleton: e.Skeleton, auth: e.Auth, pattern: segments(e.Path), preloads: e.Chunks, styles: e.Styles}
		switch {
		case e.Path == "/$":
			b.ownPage = r
			b.ownPage.kind = kindUnknown // the channel knows its path
		case e.Kind == kindUnknown:
			b.notFound = r
		default:
			b.routes = append(b.routes, r)
		}
	}
	return nil
}

func segments(p string) []string {
	return strings.Split(strings.Trim(p, "/"), "/")
}

// preloads are the scripts that a page of a route starts with in a language.
func (b *build) preloads(r route, lang string) []string {
	if texts := b.texts[lang]; texts != "" {
		return append(slices.Clone(r.preloads), texts)
	}
	return r.preloads
}

// match finds the route of a path. Dynamic pages of a channel are not among them.
func (b *build) match(p string) route {
	parts := segments(p)
	for _, r := range b.routes {
		if r.matches(parts) {
			return r
		}
	}
	return b.notFound
}

func (r route) matches(parts []string) bool {
	if len(parts) != len(r.pattern) {
		return false
	}
	for i, want := range r.pattern {
		if !stands(want, parts[i]) {
			return false
		}
	}
	return true
}

// linkSecret is what stands in the address of something that only those may see who have it.
var linkSecret = regexp.MustCompile(`^[0-9a-f]{32}$`)

// stands reports whether a segment of a path is what a pattern has in its place.
func stands(want, segment string) bool {
	switch {
	case want == "$uuid":
		return linkSecret.MatchString(segment)
	case strings.HasPrefix(want, "$"):
		_, err := strconv.ParseInt(segment, 10, 64)
		return err == nil
	}
	return want == segment
}

// request reads the id, and the secret of a link, out of a path that the route matched.
func (r route) request(key pageKey) Request {
	request := Request{Kind: r.kind, Path: key.path, Query: key.query, Plain: key.plain}
	parts := segments(key.path)
	for i, want := range r.pattern {
		switch {
		case i >= len(parts):
		case want == "$id":
			request.ID, _ = strconv.ParseInt(parts[i], 10, 64) // digits, as matches saw
		case want == "$uuid":
			request.UUID = parts[i]
		}
	}
	return request
}
