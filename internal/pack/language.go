package pack

import (
	"maps"
	"reflect"
	"slices"

	"github.com/grandstand/grandstand/internal/schedule"
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
		if d := schedule.Edits(s, word); d < distance {
			best, distance = word, d
		}
	}
	return best
}
