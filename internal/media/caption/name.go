package caption

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxLabel = 60 // characters

var languageTag = regexp.MustCompile(`^[a-z]{2,3}(-[A-Z]{2}|-[A-Z][a-z]{3}|-[0-9]{3})?$`)

// IsLanguage reports whether a text names a language, as RFC 5646 has it: en, fr-CA.
func IsLanguage(text string) bool { return languageTag.MatchString(text) }

// IsLabel reports whether a text can stand in a playlist and a menu.
func IsLabel(text string) bool {
	return text != "" && utf8.ValidString(text) && utf8.RuneCountInString(text) <= maxLabel &&
		!strings.ContainsFunc(text, func(r rune) bool { return r == '"' || unicode.IsControl(r) })
}
