package text

import (
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
)

// safeHTML allows what an editor produces: headings, lists, tables, emphasis, links
// and pictures. A policy is safe for concurrent use once built.
var safeHTML = newPolicy()

func newPolicy() *bluemonday.Policy {
	p := bluemonday.UGCPolicy()
	p.RequireNoReferrerOnFullyQualifiedLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true)
	return p
}

// SafeHTML returns s without anything that could run or style itself: it is called
// when a text is written, so that what is stored may be shown as it is.
func SafeHTML(s string) string {
	return strings.TrimSpace(safeHTML.Sanitize(strings.ToValidUTF8(s, "\uFFFD")))
}

var localPath = regexp.MustCompile(`^/(?:[^/\\\x00-\x20][^\\\x00-\x20]*)?$`)

// IsLink reports whether s may be a link in the product: a path of the same site,
// or an absolute https address. Scheme-relative addresses, other schemes and
// anything with spaces or control characters are not.
func IsLink(s string) bool {
	if localPath.MatchString(s) {
		return true
	}
	rest, ok := strings.CutPrefix(s, "https://")
	return ok && rest != "" && rest[0] != '/' && !strings.ContainsFunc(rest, func(r rune) bool {
		return r <= ' ' || r == '\\' || r == '"' || r == '<' || r == '>'
	})
}
