package account

import (
	"strings"

	"github.com/grandstand/grandstand/internal/mail"
)

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
	login = mail.NormalizeAddress(login)
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
