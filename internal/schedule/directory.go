package schedule

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Entry is something that files name: a team, a sport, a place.
type Entry struct {
	Alias  string
	Label  string   // its name for people
	Names  []string // everything it is called
	Sports []string // aliases of the sports it fits, nil for every one
	Gender string   // M or W, "" for both
}

// Want is what a row says of the entry that it names.
type Want struct {
	Sport  string // alias, "" where it is not known
	Gender string
}

func (e *Entry) fits(w Want) bool {
	return e.fitsSport(w.Sport) && (w.Gender == "" || e.Gender == "" || w.Gender == e.Gender)
}

func (e *Entry) fitsSport(sport string) bool {
	return sport == "" || e.Sports == nil || slices.Contains(e.Sports, sport)
}

// Question is a name that no single entry answers.
type Question struct {
	Name       string
	Candidates []Entry // that it may mean, the most likely first
	Many       bool    // each candidate has this very name
	OtherSport bool    // each candidate has this very name, and another sport than the row
}

func (q *Question) Error() string {
	switch {
	case q.OtherSport:
		return fmt.Sprintf("%q is not a team of this sport; another sport has %s", q.Name, q.aliases()+q.labels())
	case q.Many:
		return fmt.Sprintf("%q can be %s", q.Name, q.aliases()+q.labels())
	case len(q.Candidates) == 0:
		return fmt.Sprintf("%q is not known", q.Name)
	}
	return fmt.Sprintf("%q is not known; did you mean %s?%s", q.Name, q.aliases(), q.labels())
}

func (q *Question) aliases() string {
	said := make([]string, len(q.Candidates))
	for i, c := range q.Candidates {
		said[i] = fmt.Sprintf("%q", c.Alias)
	}
	return strings.Join(said, " or ")
}

// labels tells the names of candidates whose aliases differ from them.
func (q *Question) labels() string {
	var said []string
	for _, c := range q.Candidates {
		if c.Label != "" && Key(c.Label) != Key(c.Alias) {
			said = append(said, c.Alias+" is "+c.Label)
		}
	}
	if said == nil {
		return ""
	}
	return " (" + strings.Join(said, "; ") + ")"
}

// maxCandidates bounds the candidates of a question.
const maxCandidates = 4

// Directory finds entries of one kind by their names.
type Directory struct {
	entries []Entry
	aliases map[string]int
	keys    map[string][]int
}

// NewDirectory makes the entries findable.
func NewDirectory(entries []Entry) *Directory {
	d := &Directory{entries: entries, aliases: map[string]int{}, keys: map[string][]int{}}
	for i, e := range entries {
		d.aliases[e.Alias] = i
		for _, name := range append([]string{e.Alias}, e.Names...) {
			if key := Key(name); key != "" && !slices.Contains(d.keys[key], i) {
				d.keys[key] = append(d.keys[key], i)
			}
		}
	}
	return d
}

// Entry returns the entry of an alias.
func (d *Directory) Entry(alias string) (Entry, bool) {
	i, ok := d.aliases[alias]
	if !ok {
		return Entry{}, false
	}
	return d.entries[i], true
}

// Find returns the entry that a name means in a row. An alias is taken as it is; a name
// is taken where one entry has it, among those that fit the row. All else is a Question.
func (d *Directory) Find(name string, want Want) (Entry, *Question) {
	if e, ok := d.Entry(name); ok {
		return e, nil
	}
	named := d.keys[Key(name)]
	var fit []int
	for _, i := range named {
		if d.entries[i].fits(want) {
			fit = append(fit, i)
		}
	}
	switch {
	case len(fit) == 1:
		return d.entries[fit[0]], nil
	case len(fit) > 1:
		return Entry{}, &Question{Name: name, Candidates: d.pick(fit), Many: true}
	case len(named) > 0:
		sameSport := slices.DeleteFunc(slices.Clone(named), func(i int) bool { return !d.entries[i].fitsSport(want.Sport) })
		if len(sameSport) > 0 {
			return Entry{}, &Question{Name: name, Candidates: d.pick(sameSport)}
		}
		return Entry{}, &Question{Name: name, Candidates: d.pick(named), OtherSport: true}
	}
	return Entry{}, &Question{Name: name, Candidates: d.pick(d.near(name, want))}
}

// SportsOf returns the sports of the entries that a name may mean, nil for none or every
// sport.
func (d *Directory) SportsOf(name string, gender string) [][]string {
	if e, ok := d.Entry(name); ok {
		return [][]string{e.Sports}
	}
	var out [][]string
	for _, i := range d.keys[Key(name)] {
		if d.entries[i].fits(Want{Gender: gender}) {
			out = append(out, d.entries[i].Sports)
		}
	}
	return out
}

func (d *Directory) pick(at []int) []Entry {
	var out []Entry
	for _, i := range at[:min(len(at), maxCandidates)] {
		out = append(out, d.entries[i])
	}
	return out
}

// near finds entries whose names are a few letters away, or have the words of the name.
func (d *Directory) near(name string, want Want) []int {
	key := Key(name)
	distance := map[int]int{}
	for other, at := range d.keys {
		away := apart(key, other)
		if away < 0 {
			continue
		}
		for _, i := range at {
			far := away
			if !d.entries[i].fits(want) {
				far += 10
			}
			if before, ok := distance[i]; !ok || far < before {
				distance[i] = far
			}
		}
	}
	out := make([]int, 0, len(distance))
	for i := range distance {
		out = append(out, i)
	}
	slices.SortFunc(out, func(a, b int) int { return cmp.Or(distance[a]-distance[b], a-b) })
	return out
}

// apart tells how far two names are from each other, -1 where they are not near.
func apart(a, b string) int {
	if len(a) > 100 || len(b) > 100 || a == "" {
		return -1
	}
	edits := Edits(a, b)
	if edits <= min(len(a), len(b))/4+1 && edits < min(len(a), len(b)) {
		return edits
	}
	wordsA, wordsB := strings.Fields(a), strings.Fields(b)
	if len(wordsA) > len(wordsB) {
		wordsA, wordsB = wordsB, wordsA
	}
	shared := 0
	for _, word := range wordsA {
		if len(word) > 3 && slices.Contains(wordsB, word) {
			shared++
		}
	}
	if shared > 0 && (shared*2 >= len(wordsA)) {
		return 5 + len(wordsA) + len(wordsB) - 2*shared
	}
	return -1
}

// Edits counts the letters to insert, remove or replace between two words (Levenshtein).
func Edits(a, b string) int {
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
