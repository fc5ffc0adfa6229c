package site

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"strconv"
	"strings"

	"github.com/grandstand/grandstand/internal/catalog"
)

// errBusy reports that too many pages are being rendered.
var errBusy = errors.New("too many pages are being rendered")

// Shed limits rendering: pages are rendered only if enter admits the request. Cached pages are
// served at any load.
func (s *Site) Shed(enter func() (release func(), ok bool)) { s.enter = enter }

// notFoundPath is the path under which the page for all unknown paths is cached.
const notFoundPath = "/not-found"

// scopes normalizes the filter parameters of a page.
type scopes interface {
	CanonicalQuery(ctx context.Context, host, query string) (string, error)
}

// canonicalKey maps equivalent URLs to one cache key. Otherwise visitors could fill the cache with
// variants of one page.
func (s *Site) canonicalKey(ctx context.Context, key pageKey) (pageKey, error) {
	route := s.files.build.match(key.path)
	key.path = canonicalPath(route, key.path)
	if route.kind == kindUnknown {
		found, err := s.content.Channel(ctx, key.host, key.lang)
		if err != nil {
			return key, err
		}
		if !found.hasPage(key.path) {
			key.path = notFoundPath
		}
	}
	if route.kind != kindEvents {
		key.plain = true // only lists of events differ by the parameters that firstPaintQuery drops
	}
	if route.kind != kindEvents && route.kind != kindHome {
		key.query = "" // no filter changes other pages
	}
	if c, ok := s.content.(scopes); ok && key.query != "" {
		var err error
		if key.query, err = c.CanonicalQuery(ctx, key.host, key.query); err != nil {
			return key, err
		}
	}
	return key, nil
}

// canonicalPath removes trailing slashes, and leading zeros and signs of ids.
func canonicalPath(route route, path string) string {
	parts := segments(path)
	for i, want := range route.pattern {
		if i >= len(parts) || want == "$uuid" || !strings.HasPrefix(want, "$") {
			continue
		}
		if id, err := strconv.ParseInt(parts[i], 10, 64); err == nil {
			parts[i] = strconv.FormatInt(id, 10)
		}
	}
	return "/" + strings.Join(parts, "/")
}

// unknownPath returns the path under which the page for all unknown addresses of a route is cached: with the number 0, which
// nothing has, and a secret of zeros.
func unknownPath(route route, path string) string {
	parts := segments(path)
	for i, want := range route.pattern {
		switch {
		case i >= len(parts):
		case want == "$uuid":
			parts[i] = strings.Repeat("0", len(parts[i]))
		case strings.HasPrefix(want, "$"):
			parts[i] = "0"
		}
	}
	return "/" + strings.Join(parts, "/")
}

// unknownScope replaces filter values that match nothing, so that all of them share one cached
// page.
const unknownScope = "\x00"

// CanonicalQuery returns the page's filter as one query parameter, with the alias of the team,
// school or sport.
func (d Domains) CanonicalQuery(ctx context.Context, host, query string) (string, error) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return "", nil //nolint:nilerr // an invalid query is ignored
	}
	found, err := d.Channels.FindByDomain(ctx, host)
	if err != nil {
		return "", err
	}
	ref, err := d.Catalog.Reference(ctx, int64(found.ID))
	if err != nil {
		return "", err
	}
	return canonicalScope(ref, values), nil
}

func canonicalScope(ref *catalog.Reference, values url.Values) string {
	for _, name := range scopeNames {
		term := values.Get(name)
		if term == "" {
			continue
		}
		value := unknownScope
		if s, ok := find(ref, name, term); ok {
			value = cmp.Or(s.alias, term)
		}
		return url.Values{name: {value}}.Encode()
	}
	return ""
}

var _ scopes = Domains{}
