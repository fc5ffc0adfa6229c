package text

import (
	"slices"
	"strings"
)

var joined = strings.NewReplacer("'", "", "’", "", "‘", "", "ʼ", "", "`", "")

// saints are the short and the full form of a word of names, each of which is indexed with the other.
var saints = [][2]string{{"st", "saint"}, {"ste", "sainte"}}

// SaintWords returns the words that IndexWords indexes in a second form.
func SaintWords() []string { return slices.Concat(saints[0][:], saints[1][:]) }

// IndexWords returns the words under which s is found: its Words, and those that an apostrophe divides
// also as one: "O'Brien" is found as "o", "brien" and "obrien". "St" is found as "saint", and the other way.
func IndexWords(s string) []string {
	words := Words(s)
	if one := joined.Replace(s); one != s {
		for _, word := range Words(one) {
			if !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}
	for _, pair := range saints {
		short, full := slices.Contains(words, pair[0]), slices.Contains(words, pair[1])
		switch {
		case short && !full:
			words = append(words, pair[1])
		case full && !short:
			words = append(words, pair[0])
		}
	}
	return words
}

// between are the words that stand between two sides of a game, as events are named in English and French.
var between = []string{"vs", "v", "versus", "contre", "at"}

// SearchWords returns the folded words of a search. Words between two teams, such as "vs", are left out, and
// so is a letter that an apostrophe divides from a word ("l'aréna", "women's"), unless there is nothing else.
func SearchWords(s string) []string {
	words := Words(s)
	divided := joined.Replace(s) != s
	kept := slices.DeleteFunc(slices.Clone(words), func(word string) bool {
		return divided && len([]rune(word)) == 1 || slices.Contains(between, word)
	})
	if len(kept) == 0 {
		return words
	}
	return kept
}

// SearchSides returns the SearchWords of each side of a search for a game, as "Rams vs Saints" or "Rams @ Saints".
// A search that names no two sides is one side.
func SearchSides(s string) [][]string {
	var sides [][]string
	var side []string
	end := func() {
		if words := SearchWords(strings.Join(side, " ")); len(words) > 0 {
			sides = append(sides, words)
		}
		side = nil
	}
	for _, part := range strings.Fields(strings.ReplaceAll(s, "@", " @ ")) {
		if part != "@" && !slices.Contains(between, strings.TrimSuffix(Fold(part), ".")) {
			side = append(side, part)
			continue
		}
		end()
	}
	end()
	if len(sides) == 0 {
		if words := SearchWords(s); len(words) > 0 {
			return [][]string{words}
		}
	}
	return sides
}
