package api

import (
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/word"
)

// A refusal is read as a sentence of a paragraph, in both languages; what is granted stands next to a tick.
func TestRefusalsAreSentences(t *testing.T) {
	granted := map[commerce.Reason]bool{
		commerce.ReasonFree: true, commerce.ReasonRegistered: true, commerce.ReasonOrder: true, commerce.ReasonPackage: true,
		commerce.ReasonSubscription: true, commerce.ReasonOperator: true,
	}
	check := func(what, said string, isSentence bool) {
		t.Helper()
		if said = (word.Kinds{}).Say(said); strings.HasSuffix(said, ".") != isSentence {
			t.Errorf("%s: %q", what, said)
		}
	}
	for _, lang := range []string{English, French} {
		if len(reasons[lang]) != len(reasons[English]) {
			t.Errorf("%s has %d reasons", lang, len(reasons[lang]))
		}
		for reason, said := range reasons[lang] {
			check(lang+" "+string(reason), said, !granted[reason])
		}
		check(lang, placeUnknown[lang], true)
		check(lang, purchaseForLibrary[lang], true)
	}
}
