package account

import (
	"crypto/rand"
	"strings"

	"github.com/grandstand/grandstand/internal/text"
)

// typedAlphabet is what codes that people type are made of: no letter that looks like
// another one, like a digit, or makes words.
const typedAlphabet = "BCDFGHJKLMNPQRTVWXYZ34679"

// typedGroup is how many characters stand between two dashes.
const typedGroup = 4

// newTyped draws a code of so many characters, 4.6 bits each, without dashes.
func newTyped(length int) string {
	code := make([]byte, 0, length)
	var random [64]byte
	for len(code) < length {
		_, _ = rand.Read(random[:]) // it never fails: crypto/rand ends the process instead
		for _, b := range random {
			// 250 is ten times the alphabet: every character is as likely as any other.
			if b < 250 && len(code) < length {
				code = append(code, typedAlphabet[int(b)%len(typedAlphabet)])
			}
		}
	}
	return string(code)
}

// showTyped writes a code as people read it, in groups.
func showTyped(code string) string {
	var groups []string
	for len(code) > typedGroup {
		groups, code = append(groups, code[:typedGroup]), code[typedGroup:]
	}
	return strings.Join(append(groups, code), "-")
}

// lookalikes are what people read for something else, and what they type between groups.
var lookalikes = strings.NewReplacer("8", "B", "2", "Z", " ", "", "-", "", "–", "", "—", "", "\u00a0", "")

// readTyped gives what a person typed the spelling of newTyped. Anything that newTyped
// could not have drawn is no code.
func readTyped(typed string, length int) (code string, ok bool) {
	if len(typed) > 4*length {
		return "", false
	}
	code = lookalikes.Replace(strings.ToUpper(text.Identifier(typed)))
	return code, len(code) == length && strings.Trim(code, typedAlphabet) == ""
}
