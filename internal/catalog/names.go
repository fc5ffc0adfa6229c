package catalog

import (
	"cmp"
	"slices"
	"strings"

	"github.com/grandstand/grandstand/internal/text"
)

// NameMatches are the results of a search as indexes into the lists of Reference, the best match first.
type NameMatches struct {
	Participants []int
	Groups       []int
	Categories   []int
	Locations    []int
}

// FindNames returns the participants, groups, categories and locations whose names match a search. A search for two
// sides, such as "Rams vs Saints", finds the participants of each side.
func (r *Reference) FindNames(search string) NameMatches {
	var participants, groups, categories, locations ranks
	for _, words := range text.SearchSides(search) {
		tokens := make([]token, len(words))
		for i, word := range words {
			tokens[i] = r.match(word)
		}
		for i, p := range r.Participants {
			participants.add(i, words, p.Name, rankParticipant(p, tokens))
		}
		for i, g := range r.Groups {
			groups.add(i, words, g.Name, rankAll(tokens, func(t token) bool { return slices.Contains(t.groups, g.ID) }))
		}
		for i, c := range r.Categories {
			categories.add(i, words, c.Title, rankAll(tokens, func(t token) bool { return slices.Contains(t.categories, c.ID) }))
		}
		for i, l := range r.Locations {
			locations.add(i, words, l.Name, rankAll(tokens, func(t token) bool { return slices.Contains(t.locations, l.ID) }))
		}
	}
	return NameMatches{
		Participants: participants.sorted(), Groups: groups.sorted(), Categories: categories.sorted(), Locations: locations.sorted(),
	}
}

// rank says how well a name matches; lower is better.
type rank int

const (
	prefixMatch  rank = iota // the name begins with the search
	nameMatch                // every word matches the name
	relatedMatch             // every word matches, but some only the group, the sport or the gender
	noMatch
)

// ranks are the matches of one list by position.
type ranks map[int]rank

// add records a match. A name that begins with the search ranks as prefixMatch.
func (r *ranks) add(position int, words []string, name text.Text, found rank) {
	if found == noMatch {
		return
	}
	typed := strings.Join(words, " ")
	for _, language := range name {
		if strings.HasPrefix(strings.Join(text.Words(language), " "), typed) {
			found = prefixMatch
		}
	}
	if *r == nil {
		*r = ranks{}
	}
	if earlier, ok := (*r)[position]; !ok || found < earlier {
		(*r)[position] = found
	}
}

// sorted returns the positions, the best match first.
func (r ranks) sorted() []int {
	out := make([]int, 0, len(r))
	for position := range r {
		out = append(out, position)
	}
	slices.SortFunc(out, func(a, b int) int { return cmp.Or(cmp.Compare(r[a], r[b]), cmp.Compare(a, b)) })
	return out
}

// rankAll returns nameMatch if every token passes, otherwise noMatch.
func rankAll(tokens []token, passes func(token) bool) rank {
	for _, t := range tokens {
		if !passes(t) {
			return noMatch
		}
	}
	if len(tokens) == 0 {
		return noMatch
	}
	return nameMatch
}

// rankParticipant ranks a participant. Every word must match the name, the group, the sport or the gender.
func rankParticipant(p *Participant, tokens []token) rank {
	own := true
	all := rankAll(tokens, func(t token) bool {
		if slices.Contains(t.participants, p.ID) {
			return true
		}
		own = false
		return p.GroupID != 0 && slices.Contains(t.groups, p.GroupID) ||
			p.CategoryID != 0 && slices.Contains(t.categories, p.CategoryID) ||
			p.Gender != "" && t.gender == p.Gender
	})
	if all == nameMatch && !own {
		return relatedMatch
	}
	return all
}
