package pack

import (
	"maps"
	"reflect"
	"slices"
)

// checkLanguages reports texts in languages that the channel does not offer: nobody
// would ever read them.
func (r *reader) checkLanguages() {
	offered := r.pack.State.Channel.Languages
	walk(&r.pack.State, func(path []string, v reflect.Value) {
		var texts map[string]string
		switch value := v.Interface().(type) {
		case Words:
			texts = value
		case Rich:
			texts = value
		}
		for _, code := range sortedKeys(texts) {
			if !slices.Contains(offered, code) {
				r.report(append(slices.Clip(path), code), "the channel is not offered in %q", code)
			}
		}
	})
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// nearest is the word that differs least from s, "" when none is near.
func nearest(s string, words []string) string {
	best, distance := "", len(s)/3+2
	for _, word := range words {
		if d := edits(s, word); d < distance {
			best, distance = word, d
		}
	}
	return best
}

// edits counts the letters to insert, remove or replace between two words
// (Levenshtein).
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
