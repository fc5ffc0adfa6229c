package account

import (
	"context"
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

// storedSpelling returns the spelling of an address under which a channel has or would have its user. Earlier versions kept
// compatibility characters ("ﬁona@example.com"): a user who registered so is still found by the same text.
func (s *Service) storedSpelling(ctx context.Context, channelID int64, typed string) (string, error) {
	address, former := normalizeLogin(typed), mail.FormerAddress(typed)
	if former == address || !mail.IsAddress(former) {
		return address, nil
	}
	exists, err := s.emailExists(ctx, channelID, former)
	if err != nil || !exists {
		return address, err
	}
	return former, nil
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
