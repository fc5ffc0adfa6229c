package mail

import (
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"

	"github.com/grandstand/grandstand/internal/text"
)

const (
	maxAddress   = 254 // bytes of an address in its wire form (RFC 5321, 4.5.3.1.3)
	maxLocalPart = 64  // bytes before the "@" (RFC 5321, 4.5.3.1.1)
)

// domains converts domains between Unicode and ASCII form (UTS #46).
var domains = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.Transitional(false), idna.StrictDomainName(true))

// NormalizeAddress returns the one spelling of an email address that a user typed: without invisible and
// compatibility characters, in lower case, its domain in Unicode form. "Zoé@xn--qubec-csa.ca" and "zoé@québec.ca" are one mailbox, and browsers turn
// the second into the first. RFC 5321 allows local parts that differ by case, but no provider uses them.
func NormalizeAddress(typed string) string {
	// Compatibility characters such as ligatures and mathematical letters become the usual ones. Some letters compose only in lower case.
	return withUnicodeDomain(norm.NFKC.String(strings.ToLower(text.Identifier(norm.NFKC.String(typed)))))
}

// FormerAddress returns the spelling under which earlier versions stored an address. It differs from NormalizeAddress if
// the address has compatibility characters, as in "ﬁona@example.com".
func FormerAddress(typed string) string {
	return withUnicodeDomain(norm.NFC.String(strings.ToLower(text.Identifier(typed))))
}

func withUnicodeDomain(address string) string {
	at := strings.LastIndexByte(address, '@')
	if domain, err := domains.ToUnicode(address[at+1:]); at >= 0 && err == nil {
		address = address[:at+1] + domain
	}
	return address
}

// IsAddress reports whether s is an email address that SMTP can carry: a local part, "@" and a domain with a dot, without
// a display name or brackets. web/src/lib/account/address.ts has the same rule for forms.
func IsAddress(s string) bool {
	if len(s) > utf8.UTFMax*maxAddress || len(wireAddress(s)) > maxAddress || strings.ContainsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
		return false
	}
	parsed, err := mail.ParseAddress(s)
	if err != nil || parsed.Name != "" || parsed.Address != s {
		return false
	}
	name, domain, _ := strings.Cut(s, "@")
	return len(name) <= maxLocalPart && isDomain(domain)
}

// isDomain reports whether domain has at least two labels and a top-level domain of two or more characters that is not
// numeric.
func isDomain(domain string) bool {
	ascii, err := domains.ToASCII(domain)
	if err != nil || strings.HasSuffix(ascii, ".") {
		return false
	}
	labels := strings.Split(ascii, ".")
	for _, label := range labels {
		if label == "" || len(label) > 63 || strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") {
			return false
		}
	}
	top := domain[strings.LastIndexByte(domain, '.')+1:]
	return len(labels) >= 2 && utf8.RuneCountInString(top) >= 2 && strings.Trim(top, "0123456789") != ""
}

// wireAddress returns an address as SMTP carries it, with the domain in ASCII form (RFC 5890, 2.3.2.1).
func wireAddress(address string) string {
	at := strings.LastIndexByte(address, '@')
	domain, err := domains.ToASCII(address[at+1:])
	if at < 0 || err != nil {
		return address
	}
	return address[:at+1] + domain
}
