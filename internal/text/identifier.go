package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// Identifier removes outer spaces and invisible characters (zero-width characters, marks of direction, soft hyphens) from
// an address, a code or a number that a user typed or pasted. Full-width characters of East Asian keyboards become the
// usual ones, and letters are composed (NFC).
func Identifier(typed string) string {
	shown := strings.Map(func(r rune) rune {
		if isHidden(r) {
			return -1
		}
		return r
	}, typed)
	return strings.TrimSpace(norm.NFC.String(width.Fold.String(shown)))
}

// isHidden reports whether a character is invisible: it has the property Default_Ignorable_Code_Point or the category Cf
// (Unicode Standard, 5.21 and 4.5).
func isHidden(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}
