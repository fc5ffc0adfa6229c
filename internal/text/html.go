package text

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/microcosm-cc/bluemonday"
)

// sanitizer is a policy that is built when it is first needed, which takes a while; it
// is safe for concurrent use.
type sanitizer struct{ policy func() *bluemonday.Policy }

// newSanitizer allows what an editor produces: headings, lists, tables, emphasis, links
// and pictures.
func newSanitizer() sanitizer {
	return sanitizer{sync.OnceValue(func() *bluemonday.Policy {
		p := bluemonday.UGCPolicy()
		p.RequireNoReferrerOnFullyQualifiedLinks(true)
		p.AddTargetBlankToFullyQualifiedLinks(true)
		return p
	})}
}

var safeHTML = newSanitizer()

// SafeHTML returns s without anything that could run or style itself: it is called
// when a text is written, so that what is stored may be shown as it is.
func SafeHTML(s string) string {
	return strings.TrimSpace(safeHTML.policy().Sanitize(strings.ToValidUTF8(s, "\uFFFD")))
}

var localPath = NewPattern(`^/(?:[^/\\\x00-\x20][^\\\x00-\x20]*)?$`)

// IsLink reports whether s may be a link in the product: a path of the same site,
// or an absolute https address. Scheme-relative addresses, other schemes and
// anything with spaces or control characters are not, nor is what is no UTF-8.
func IsLink(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	if localPath.MatchString(s) {
		return true
	}
	rest, ok := strings.CutPrefix(s, "https://")
	return ok && rest != "" && rest[0] != '/' && !strings.ContainsFunc(rest, func(r rune) bool {
		return r <= ' ' || r == '\\' || r == '"' || r == '<' || r == '>'
	})
}
