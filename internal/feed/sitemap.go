package feed

import (
	"context"
	"encoding/xml"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/fault"
)

// The sitemap's rules are those of sitemaps.org (50,000 addresses and 50 MB a file)
// and of Google for alternates in other languages. Parts are told apart by ?part=, so
// that each may list every address of the host.
const (
	sitemapPart   = 5_000  // addresses in one part: at most 5 MB
	sitemapEvents = 50_000 // the latest of the window
	sitemapVideos = 10_000 // the newest of the library
	sitemapBack   = 365 * 24 * time.Hour
	sitemapAhead  = 365 * 24 * time.Hour

	cacheSitemap = "public, max-age=3600"
	typeXML      = "application/xml; charset=utf-8"
)

const (
	sitemapNamespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
	xhtmlNamespace   = "http://www.w3.org/1999/xhtml"
)

type urlSet struct {
	XMLName   xml.Name  `xml:"urlset"`
	Namespace string    `xml:"xmlns,attr"`
	XHTML     string    `xml:"xmlns:xhtml,attr"`
	URLs      []siteURL `xml:"url"`
}

type siteURL struct {
	Loc        string     `xml:"loc"`
	LastMod    string     `xml:"lastmod,omitempty"`
	Alternates []siteLink `xml:"xhtml:link"`
}

type siteLink struct {
	Rel      string `xml:"rel,attr"`
	HrefLang string `xml:"hreflang,attr"`
	Href     string `xml:"href,attr"`
}

type sitemapIndex struct {
	XMLName   xml.Name  `xml:"sitemapindex"`
	Namespace string    `xml:"xmlns,attr"`
	Parts     []siteURL `xml:"sitemap"`
}

// sitePath is one page for the sitemap.
type sitePath struct {
	path    string
	updated time.Time // zero where it is not known
}

// sitemap answers the whole sitemap, or the index of its parts where it is large, or
// one of them.
func (f *Feeds) sitemap(ctx context.Context, req *request) (*document, error) {
	part := 0
	if text := req.query.Get("part"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > sitemapEvents || strconv.Itoa(n) != text {
			return nil, errNoPart()
		}
		part = n
	}
	req.lang = req.channel.Language // an address is listed once, with its alternates
	return f.sitemaps.Get(ctx, req.key("sitemap", strconv.Itoa(part)), func(ctx context.Context) (*document, error) {
		return f.makeSitemap(ctx, req, part)
	})
}

func errNoPart() error {
	return fault.New(fault.NotFound, "sitemap_not_found", "The sitemap does not have this part.")
}

func (f *Feeds) makeSitemap(ctx context.Context, req *request, part int) (*document, error) {
	paths, err := f.sitePaths(ctx, req)
	if err != nil {
		return nil, err
	}
	parts := slices.Collect(slices.Chunk(paths, sitemapPart))
	switch {
	case part > len(parts):
		return nil, errNoPart()
	case part > 0:
		return newXML(typeXML, cacheSitemap, req.urlSet(parts[part-1]))
	case len(parts) == 1:
		return newXML(typeXML, cacheSitemap, req.urlSet(paths))
	}
	index := sitemapIndex{Namespace: sitemapNamespace}
	for i, pages := range parts {
		index.Parts = append(index.Parts, siteURL{
			Loc: req.origin + "/sitemap.xml?part=" + strconv.Itoa(i+1), LastMod: lastMod(newest(pages)),
		})
	}
	return newXML(typeXML, cacheSitemap, index)
}

func (req *request) urlSet(paths []sitePath) urlSet {
	set := urlSet{Namespace: sitemapNamespace, XHTML: xhtmlNamespace, URLs: make([]siteURL, 0, len(paths))}
	for _, p := range paths {
		entry := siteURL{Loc: req.page(p.path), LastMod: lastMod(p.updated)}
		if len(req.channel.Languages) > 1 {
			for _, lang := range req.channel.Languages {
				entry.Alternates = append(entry.Alternates, siteLink{"alternate", lang, req.pageIn(p.path, lang)})
			}
			entry.Alternates = append(entry.Alternates, siteLink{"alternate", "x-default", req.page(p.path)})
		}
		set.URLs = append(set.URLs, entry)
	}
	return set
}

func newest(paths []sitePath) time.Time {
	var last time.Time
	for _, p := range paths {
		if p.updated.After(last) {
			last = p.updated
		}
	}
	return last
}

// lastMod is a W3C date and time.
func lastMod(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// sitePaths lists what search engines may show: the app's public pages, the channel's
// own, its sports, schools and teams, the videos of its library and the events of a
// bounded window.
func (f *Feeds) sitePaths(ctx context.Context, req *request) ([]sitePath, error) {
	site, err := f.Channels.Site(ctx, req.channel.ID)
	if err != nil {
		return nil, err
	}
	ref, err := f.Catalog.Reference(ctx, int64(req.channel.ID))
	if err != nil {
		return nil, err
	}
	videos, err := f.VOD.Stamps(ctx, int64(req.channel.ID), sitemapVideos)
	if err != nil {
		return nil, err
	}
	now := f.Clock.Now()
	stamps, err := f.Catalog.Stamps(ctx, int64(req.channel.ID), now.Add(-sitemapBack), now.Add(sitemapAhead), sitemapEvents)
	if err != nil {
		return nil, err
	}
	updated := map[string]time.Time{}
	for _, p := range site.Pages {
		updated[p.URL] = p.UpdatedAt
	}
	var paths []sitePath
	for _, path := range f.PublicPaths {
		paths = append(paths, sitePath{path, updated[path]})
	}
	for _, p := range site.Pages {
		if !slices.Contains(f.PublicPaths, p.URL) {
			paths = append(paths, sitePath{p.URL, p.UpdatedAt})
		}
	}
	paths = append(paths, scopePaths(ref)...)
	for _, v := range videos {
		paths = append(paths, sitePath{"/vod_library/" + strconv.FormatInt(int64(v.ID), 10), v.UpdatedAt})
	}
	for _, s := range stamps {
		paths = append(paths, sitePath{"/watch/" + strconv.FormatInt(int64(s.ID), 10), changed(s, now)})
	}
	return paths, nil
}

// changed is when the page of an event last became another: by what schedules say of it
// or by its status. The true end would tell of overtime, and a change for every goal
// would tell of goals.
func changed(s catalog.Stamp, now time.Time) time.Time {
	became := published(s)
	if became.After(now) || became.Before(s.ListedAt) {
		return s.ListedAt
	}
	return became
}

// scopePaths are the home's views of one sport, school or team.
func scopePaths(ref *catalog.Reference) []sitePath {
	var paths []sitePath
	add := func(name, alias string) {
		paths = append(paths, sitePath{path: "/?" + url.Values{name: {alias}}.Encode()})
	}
	for _, c := range ref.Categories {
		add("sport", c.Alias)
	}
	for _, g := range ref.Groups {
		add("school", g.Alias)
	}
	for _, p := range ref.Participants {
		add("team", p.Alias)
	}
	return paths
}
