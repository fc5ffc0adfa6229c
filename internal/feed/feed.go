// Package feed is what programs read of a channel, beside its pages: the sitemap and
// robots.txt of its host, RSS, calendars to subscribe to, oEmbed and the manifest of
// the installed app. Nothing here depends on who asks, so that all of it but the
// calendars of people's favourites may be shared, and none of it carries a score or tells how long a game took.
package feed

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/favourite"
	"github.com/grandstand/grandstand/internal/picture"
	"github.com/grandstand/grandstand/internal/vod"
)

// Deps is what feeds are made from.
type Deps struct {
	Channels *channel.Service
	Catalog  *catalog.Service
	VOD      *vod.Service
	// Favourites know whose calendar an address is.
	Favourites *favourite.Service
	Pictures   *picture.Service
	MediaURL   func(key string) string // address of a public medium
	Clock      clock.Clock
	Log        *slog.Logger
	// PublicPaths are the app's own pages that search engines may list.
	PublicPaths []string
}

// Feeds answers the feeds of every channel.
type Feeds struct {
	Deps
	documents *cache.StaleWhileRevalidate[key, *document]
	sitemaps  *cache.StaleWhileRevalidate[key, *document]
}

// How old what is kept may be, see cache.StaleWhileRevalidate, and how much is kept, in bytes.
// A sitemap is large and nobody hurries to read it.
const (
	fresh         = 2 * time.Second
	limit         = 5 * time.Second
	sitemapFresh  = time.Minute
	sitemapLimit  = 10 * time.Minute
	keptDocuments = 32 << 20
)

// New returns the feeds.
func New(d Deps) *Feeds {
	weigh := func(d *document) int { return len(d.body) + len(d.gzip) }
	return &Feeds{
		Deps:      d,
		documents: cache.NewStaleWhileRevalidate[key, *document](d.Clock, fresh, limit, keptDocuments, weigh),
		sitemaps:  cache.NewStaleWhileRevalidate[key, *document](d.Clock, sitemapFresh, sitemapLimit, keptDocuments, weigh),
	}
}

// Handler answers the paths that Paths lists.
func (f *Feeds) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /robots.txt", f.on(f.robots))
	mux.HandleFunc("GET /sitemap.xml", f.on(f.sitemap))
	mux.HandleFunc("GET /feed.xml", f.on(f.rss))
	mux.HandleFunc("GET /calendar.ics", f.on(f.calendar))
	mux.HandleFunc("GET /feeds/favourites/{file}", f.on(f.favourites))
	mux.HandleFunc("GET /oembed", f.on(f.oembed))
	mux.HandleFunc("GET /manifest.webmanifest", f.on(f.manifest))
	return mux
}

// Paths are the addresses of feeds on the host of every channel.
func Paths() []string {
	return []string{"/robots.txt", "/sitemap.xml", "/feed.xml", "/calendar.ics", "/feeds/favourites/", "/oembed", "/manifest.webmanifest"}
}

// key names a document that is kept.
type key struct {
	kind      string
	channelID int64
	origin    string
	lang      string
	query     string // what else the document depends on
}

// answerer makes the answer to one request of a known channel.
type answerer func(context.Context, *request) (*document, error)

// on finds the channel of a request's host and answers in its name. A host that is
// nobody's gets nothing, whatever else the request claims.
func (f *Feeds) on(answer answerer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		req, err := f.read(r)
		if err != nil {
			f.fail(w, r, err)
			return
		}
		doc, err := answer(r.Context(), req)
		if err != nil {
			f.fail(w, r, err)
			return
		}
		doc.write(w, r)
	}
}

// fail answers in a sentence: programs read the status.
func (f *Feeds) fail(w http.ResponseWriter, r *http.Request, err error) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	switch fault.KindOf(err) {
	case fault.NotFound:
		http.Error(w, detail(err), http.StatusNotFound)
	case fault.Invalid:
		http.Error(w, detail(err), http.StatusBadRequest)
	case fault.Unprocessable: // oEmbed, 2.3.5: a format that is not provided
		http.Error(w, detail(err), http.StatusNotImplemented)
	default:
		if r.Context().Err() == nil {
			f.Log.ErrorContext(r.Context(), "feed not made", "feed", r.Pattern, "error", err) // the address of a calendar is a secret
		}
		h.Set("Retry-After", "5")
		http.Error(w, "This is not available right now. Please try again in a moment.", http.StatusServiceUnavailable)
	}
}

// detail is the sentence of a classified error.
func detail(err error) string {
	if e, ok := errors.AsType[*fault.Error](err); ok {
		return e.Detail
	}
	return ""
}
