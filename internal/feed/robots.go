package feed

import (
	"context"
	"slices"
	"strings"
)

// privateTrees are not pages: their answers depend on who asks, or are not text. Secret calendars, /oembed and /storage/ are not
// among them, since services of other sites that ask for these follow the rules, too: Google Calendar shows no calendar that
// robots.txt forbids. The header X-Robots-Tag keeps them out of search engines.
var privateTrees = [...]string{"/api/", "/keys/", "/analytics/", "/media/"}

// robots answers the rules for crawlers (RFC 9309). Pictures are public media, which
// previews and search results show.
func (f *Feeds) robots(_ context.Context, req *request) (*document, error) {
	var b strings.Builder
	b.WriteString("User-agent: *\nAllow: /media/public/\n")
	for _, tree := range privateTrees {
		b.WriteString("Disallow: " + tree + "\n")
	}
	for _, path := range slices.Sorted(slices.Values(f.PrivatePaths)) {
		b.WriteString("Disallow: " + path + "\n")
	}
	b.WriteString("\nSitemap: " + req.origin + "/sitemap.xml\n")
	return newDocument("text/plain; charset=utf-8", cacheSitemap, []byte(b.String()))
}
