package catalog

import (
	"cmp"
	"slices"
	"strings"

	"github.com/grandstand/grandstand/internal/text"
)

// vocabulary finds what a beginning of a word names: the folded words of everything
// events refer to, sorted.
type vocabulary []entry

type entry struct {
	word string
	kind kind
	id   int64
}

type kind uint8

const (
	kindCategory kind = iota
	kindParticipant
	kindGroup
	kindLocation
)

func newVocabulary(r *Reference) vocabulary {
	var v vocabulary
	for _, c := range r.Categories {
		v.add(kindCategory, int64(c.ID), c.Title, c.Alias)
	}
	for _, p := range r.Participants {
		v.add(kindParticipant, int64(p.ID), p.Name, p.Code)
		v.add(kindParticipant, int64(p.ID), p.ShortName, "")
	}
	for _, g := range r.Groups {
		v.add(kindGroup, int64(g.ID), g.Name, g.City)
		v.add(kindGroup, int64(g.ID), g.ShortName, "")
	}
	for _, l := range r.Locations {
		v.add(kindLocation, int64(l.ID), l.Name, l.City)
	}
	slices.SortFunc(v, func(a, b entry) int {
		return cmp.Or(strings.Compare(a.word, b.word), cmp.Compare(a.kind, b.kind), cmp.Compare(a.id, b.id))
	})
	return slices.Compact(v)
}

func (v *vocabulary) add(k kind, id int64, name text.Text, more string) {
	for _, s := range name {
		v.addWords(k, id, s)
	}
	v.addWords(k, id, more)
}

func (v *vocabulary) addWords(k kind, id int64, s string) {
	for _, word := range text.IndexWords(s) {
		*v = append(*v, entry{word, k, id})
	}
}

// token is one word of a search with everything it may stand for: an event matches
// if it has any of it.
type token struct {
	prefix       string
	categories   []CategoryID
	participants []ParticipantID
	groups       []GroupID
	locations    []LocationID
	gender       Gender // of the events that are called so: "women", "féminin"
	// words are those of events' own names; wordsCut says that there are more of them
	// than are listed.
	words    []string
	wordsCut bool
}

// match collects what begins with prefix.
func (r *Reference) match(prefix string) token {
	t := token{prefix: prefix}
	at, _ := slices.BinarySearchFunc(r.words, prefix, func(e entry, p string) int { return strings.Compare(e.word, p) })
	for _, e := range r.words[at:] {
		if !strings.HasPrefix(e.word, prefix) {
			break
		}
		switch e.kind {
		case kindCategory:
			t.categories = append(t.categories, r.below[CategoryID(e.id)]...)
		case kindParticipant:
			t.participants = append(t.participants, ParticipantID(e.id))
		case kindGroup:
			t.groups = append(t.groups, GroupID(e.id))
		case kindLocation:
			t.locations = append(t.locations, LocationID(e.id))
		}
	}
	t.categories, t.participants = unique(t.categories), unique(t.participants)
	t.groups, t.locations = unique(t.groups), unique(t.locations)
	t.gender = GenderOf(prefix)
	return t
}

// GenderOf returns the gender that a word of a search names, as in "Women's hockey" or "Hockey féminin", and "" for none. The
// prefix is folded. It is "men" or has at least four letters: three letters begin too many other names.
func GenderOf(prefix string) Gender {
	words := []struct {
		gender Gender
		word   string
	}{
		{Women, "womens"},
		{Women, "feminines"},
		{Women, "feminins"},
		{Women, "femmes"},
		{Women, "dames"},
		{Women, "girls"},
		{Women, "filles"},
		{Men, "mens"},
		{Men, "masculines"},
		{Men, "masculins"},
		{Men, "hommes"},
		{Men, "boys"},
		{Men, "garcons"},
	}
	for _, w := range words {
		if (len(prefix) >= 4 || prefix == "men") && strings.HasPrefix(w.word, prefix) {
			return w.gender
		}
	}
	return ""
}

// after is a string that sorts after every word beginning with prefix, by bytes.
func after(prefix string) string { return prefix + "\U0010FFFF" }
