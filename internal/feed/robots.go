package feed

import "context"

// robots answers the rules for crawlers (RFC 9309), and forbids nothing. Services of other sites follow the rules, too: Google
// Calendar shows no calendar that robots.txt forbids. The header X-Robots-Tag keeps private pages and the API out of search engines.
// A crawler reads that header only where it may ask.
func (f *Feeds) robots(_ context.Context, req *request) (*document, error) {
	rules := "User-agent: *\nDisallow:\n\nSitemap: " + req.origin + "/sitemap.xml\n"
	return newDocument("text/plain; charset=utf-8", cacheSitemap, []byte(rules))
}
