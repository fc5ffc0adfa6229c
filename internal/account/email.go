package account

import (
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxEmail is the longest address in bytes (RFC 5321, 4.5.3.1.3).
const maxEmail = 254

// normalizeEmail gives a mailbox one spelling: without spaces around it, composed and
// in lower case. Case counts by the letter of RFC 5321 and by nobody's habit. There are
// letters that compose in lower case alone, so that it is composed again.
func normalizeEmail(email string) string {
	return norm.NFC.String(strings.ToLower(norm.NFC.String(strings.TrimSpace(email))))
}

// isEmail reports whether a normalised address has the standard shape: a name, an "@"
// and a domain with a dot.
func isEmail(email string) bool {
	if len(email) > maxEmail || strings.ContainsFunc(email, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
		return false
	}
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Name != "" || parsed.Address != email {
		return false
	}
	name, domain, _ := strings.Cut(email, "@")
	return len(name) <= 64 && !strings.Contains(domain, "@") && isDomain(domain)
}

func isDomain(domain string) bool {
	if strings.HasPrefix(domain, "[") {
		return false
	}
	labels := strings.Split(domain, ".")
	for _, label := range labels {
		if label == "" || len(label) > 63 || strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") {
			return false
		}
	}
	return len(labels) >= 2 && utf8.RuneCountInString(labels[len(labels)-1]) >= 2
}

// digitsOf keeps the digits of a phone number.
func digitsOf(phone string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, phone)
}

// normalizeLogin gives a login identifier one spelling, under which its attempts are
// counted: parentheses anywhere in a phone number make no other account of it.
func normalizeLogin(login string) string {
	login = normalizeEmail(login)
	if isPhoneLogin(login) {
		return digitsOf(login)
	}
	return login
}

// isPhoneLogin reports whether a login identifier is of digits and parentheses only,
// the specification's other form beside an e-mail address.
func isPhoneLogin(login string) bool {
	return digitsOf(login) != "" && strings.Trim(login, "0123456789()") == ""
}
