package text

import (
	"slices"
	"strings"
	"testing"
)

func TestNamesAreFoundAsPeopleTypeThem(t *testing.T) {
	for name, typed := range map[string][]string{
		"O'Brien Eagles": {"obrien", "o'brien", "O’Brien", "brien", "obrien eagles"},
		"St. Mary's":     {"st marys", "st. mary's", "saint marys", "mary", "marys"},
		"Saint-Jérôme":   {"st jerome", "saint jérôme"},
		"L’Aréna":        {"arena", "l'arena", "larena"},
		"Saints @ Rams":  {"saints vs rams", "rams at saints", "saints contre rams", "Saints v. Rams"},
	} {
		index := IndexWords(name)
		for _, search := range typed {
			for _, word := range SearchWords(search) {
				if !slices.ContainsFunc(index, func(w string) bool { return strings.HasPrefix(w, word) }) {
					t.Errorf("%q does not find %q: no %q in %q", search, name, word, index)
				}
			}
		}
	}
	if got := SearchWords("vs"); !slices.Equal(got, []string{"vs"}) {
		t.Errorf("a search for a connecting word alone: %q", got)
	}
}

func TestSearchesForAGameHaveTwoSides(t *testing.T) {
	for search, want := range map[string]string{
		"Rams vs Saints":    "rams|saints",
		"St. Mary's @ Rams": "st mary|rams",
		"rams@saints":       "rams|saints",
		"Lynx contre Marée": "lynx|maree",
		"Rams v. Saints":    "rams|saints",
		"women's hockey":    "women hockey",
		"vs Rams":           "rams",
		"vs":                "vs",
		"🏒":                 "",
		"":                  "",
	} {
		var sides []string
		for _, words := range SearchSides(search) {
			sides = append(sides, strings.Join(words, " "))
		}
		if got := strings.Join(sides, "|"); got != want {
			t.Errorf("%q has the sides %q, want %q", search, got, want)
		}
	}
}
