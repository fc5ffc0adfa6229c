package api

import (
	"cmp"
	"strings"
)

// Say translates a sentence of the API for texts other than its answers.
func Say(lang, sentence string) string { return translate(lang, sentence) }

// translate returns a sentence in a language. A sentence that is not in the table stays as it is; a test finds such
// sentences. What depends on the channel's words is still open in it.
func translate(lang, sentence string) string {
	if lang != French {
		return cmp.Or(englishVariants[sentence], sentence)
	}
	if text, ok := french[sentence]; ok {
		return text
	}
	for pattern, text := range french {
		if value, verb, ok := match(pattern, sentence); ok {
			return strings.Replace(text, verb, value, 1)
		}
	}
	return sentence
}

// match fits a sentence to a pattern with one verb, and returns the text in the verb's place.
func match(pattern, sentence string) (value, verb string, ok bool) {
	open, end := strings.IndexByte(pattern, '{'), strings.IndexByte(pattern, '}')
	if open < 0 || end < open {
		return "", "", false
	}
	rest, ok := strings.CutPrefix(sentence, pattern[:open])
	if !ok {
		return "", "", false
	}
	value, ok = strings.CutSuffix(rest, pattern[end+1:])
	return value, pattern[open : end+1], ok
}
