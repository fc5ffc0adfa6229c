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

// Shed has pages rendered only while enter gives room. Pages in memory need none: they are
// answered at any load.
func (s *Site) Shed(enter func() (release func(), ok bool)) { s.enter = enter }

// notFoundPath is the path of the one page that answers every path without a page.
const notFoundPath = "/not-found"

// scopes finds the one spelling of the parameters that narrow a page.
type scopes interface {
	CanonicalQuery(ctx context.Context, host, query string) (string, error)
}

// canonicalKey gives every spelling of an address the same key: pages are kept by it, and a
// visitor can spell an address in any number of ways.
func (s *Site) canonicalKey(ctx context.Context, key pageKey) (pageKey, error) {
	route := s.files.build.match(key.path)
	key.path = canonicalPath(route, key.path)
	if route.kind == kindUnknown {
		found, err := s.content.Channel(ctx, key.host, key.lang)
		if err != nil {
			return key, err
		}
		if !found.hasPage(key.path) {
			key.path, key.query, key.plain = notFoundPath, "", true
		}
	}
	if c, ok := s.content.(scopes); ok && key.query != "" {
		var err error
		if key.query, err = c.CanonicalQuery(ctx, key.host, key.query); err != nil {
			return key, err
		}
	}
	return key, nil
}

// canonicalPath is a path without slashes at its end, and with its ids in decimal digits only.
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

// unknownScope replaces every value that is no alias of anything.
const unknownScope = "\x00"

// CanonicalQuery returns the one parameter that narrows a page, by the alias of what it names.
func (d Domains) CanonicalQuery(ctx context.Context, host, query string) (string, error) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return "", nil //nolint:nilerr // what cannot be read narrows nothing
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
