package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// unmarked spells out the Latin letters that Unicode does not decompose into a
// base letter and a mark.
var unmarked = strings.NewReplacer("æ", "ae", "œ", "oe", "ø", "o", "ß", "ss", "đ", "d", "ð", "d", "ł", "l", "þ", "th", "ı", "i")

// Fold returns s in lower case without accents: "Saguenay–Lac-Saint-Jean É" and
// "saguenay–lac-saint-jean e" fold to the same string. Invalid UTF-8 is replaced.
func Fold(s string) string {
	if isPlain(s) {
		return strings.ToLower(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range norm.NFKD.String(strings.ToValidUTF8(s, "\uFFFD")) {
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return unmarked.Replace(b.String())
}

func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// Words returns the folded words of s, runs of letters and digits, in order and
// with repetitions.
func Words(s string) []string {
	return strings.FieldsFunc(Fold(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}
