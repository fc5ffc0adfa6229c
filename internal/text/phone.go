package text

import "strings"

// maxPhone bounds a phone number with its separators, in bytes.
const maxPhone = 32

// IsPhone accepts what the specification takes for a phone number: an optional plus and
// 10 to 14 digits with separators among them.
func IsPhone(s string) bool {
	digits := 0
	for i, r := range s {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r == '+' && i == 0:
		case strings.ContainsRune(" ().-/", r):
		default:
			return false
		}
	}
	return digits >= 10 && digits <= 14 && len(s) <= maxPhone
}
