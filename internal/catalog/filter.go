package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// Sort is what a list of events is ordered by; the id decides between equals.
type Sort string

// Sorts.
const (
	ByDate  Sort = "date"
	ByName  Sort = "name"
	ByPrice Sort = "price"
)

// Filter chooses events. Lists hold alternatives, one of which an event must have;
// an event must pass every list. A nil list asks for nothing, an empty one for what
// nothing has: use the look-ups of Reference, which never return nil.
type Filter struct {
	Categories   []CategoryID // exactly these: add those below
	Groups       []GroupID    // a participant of one of these groups
	Participants []ParticipantID
	// Also are further participants, one of whom must play as well.
	Also        []ParticipantID
	Divisions   []DivisionID
	EventGroups []EventGroupID
	Locations   []LocationID
	Genders     []Gender
	Types       []Type
	Statuses    []Status
	IDs         []EventID
	From        time.Time // starts at or after; zero: any
	Before      time.Time // starts before; zero: any
	Search      string    // words, each of which something of the event begins with
	Featured    bool
	// Recorded leaves out finished events without a recording.
	Recorded bool
	// Concern leaves only events that have to do with something of it; nil: any event.
	Concern *Concern
}

// Page is a part of a sorted list.
type Page struct {
	Sort       Sort
	Descending bool
	Limit      int // 1 to MaxLimit
	Offset     int // 0 to MaxOffset; with After, from there
	After      Cursor
}

// Limits of lists and searches.
const (
	MaxLimit  = 100
	MaxOffset = 10_000
	MinSearch = 2   // characters
	MaxSearch = 100 // characters
	maxTokens = 8
)

// Intersect returns the ids in both lists, of which nil is "any".
func Intersect[K ~int64](a, b []K) []K {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	out := []K{}
	for _, id := range a {
		if slices.Contains(b, id) {
			out = append(out, id)
		}
	}
	return out
}

// validate reports what is out of bounds.
func (f *Filter) validate() error {
	if n := utf8.RuneCountInString(f.Search); f.Search != "" && (n < MinSearch || n > MaxSearch) {
		return fault.InvalidFields(fault.Field{
			Field: "search", Code: "invalid_length", Message: fmt.Sprintf("A search must have between %d and %d characters", MinSearch, MaxSearch),
		})
	}
	return nil
}

func (p *Page) validate() error {
	var bad []fault.Field
	if p.Limit < 1 || p.Limit > MaxLimit {
		bad = append(bad, fault.Field{Field: "limit", Code: "out_of_range", Message: fmt.Sprintf("A limit must be between 1 and %d", MaxLimit)})
	}
	if p.Offset < 0 || p.Offset > MaxOffset {
		bad = append(bad, fault.Field{Field: "offset", Code: "out_of_range", Message: fmt.Sprintf("An offset must be between 0 and %d", MaxOffset)})
	}
	switch p.Sort {
	case ByDate, ByName, ByPrice:
	default:
		bad = append(bad, fault.Field{Field: "sort_field", Code: "invalid_value", Message: "Sort by date, name or price"})
	}
	if len(bad) > 0 {
		return fault.InvalidFields(bad...)
	}
	return nil
}

// isEmpty reports whether a list asks for what nothing has.
func (f *Filter) isEmpty() bool {
	return none(f.Categories) || none(f.Groups) || none(f.Participants) || none(f.Also) || none(f.Divisions) ||
		none(f.EventGroups) || none(f.Locations) || none(f.Genders) || none(f.Types) || none(f.Statuses) || none(f.IDs) ||
		f.Concern != nil && f.Concern.isEmpty() ||
		!f.From.IsZero() && !f.Before.IsZero() && !f.From.Before(f.Before)
}

// normal returns the filter with each list sorted and without repetitions.
func (f Filter) normal() Filter {
	f.Categories, f.Groups, f.Participants = sorted(f.Categories), sorted(f.Groups), sorted(f.Participants)
	f.Also, f.Divisions, f.EventGroups = sorted(f.Also), sorted(f.Divisions), sorted(f.EventGroups)
	f.Locations, f.Genders, f.Types = sorted(f.Locations), sorted(f.Genders), sorted(f.Types)
	f.Statuses, f.IDs = sorted(f.Statuses), sorted(f.IDs)
	f.Concern = f.Concern.normal()
	return f
}

func sorted[K cmp.Ordered](list []K) []K {
	if len(list) < 2 {
		return list
	}
	out := slices.Clone(list)
	slices.Sort(out)
	return slices.Compact(out)
}

func none[K any](list []K) bool { return list != nil && len(list) == 0 }

// Key names the filter: two filters with one key choose the same events of a
// channel.
func (f *Filter) Key() string {
	var b strings.Builder
	n := f.normal()
	f = &n
	key(&b, 'c', f.Categories)
	key(&b, 'g', f.Groups)
	key(&b, 'p', f.Participants)
	key(&b, 'a', f.Also)
	key(&b, 'd', f.Divisions)
	key(&b, 'e', f.EventGroups)
	key(&b, 'l', f.Locations)
	key(&b, 'w', f.Genders)
	key(&b, 't', f.Types)
	key(&b, 's', f.Statuses)
	key(&b, 'i', f.IDs)
	if !f.From.IsZero() {
		fmt.Fprintf(&b, "f%d;", f.From.UnixMilli())
	}
	if !f.Before.IsZero() {
		fmt.Fprintf(&b, "b%d;", f.Before.UnixMilli())
	}
	if f.Featured {
		b.WriteString("x;")
	}
	if f.Recorded {
		b.WriteString("r;")
	}
	f.Concern.key(&b)
	if f.Search != "" {
		fmt.Fprintf(&b, "q%q", strings.Join(searchWords(f.Search), " "))
	}
	return b.String()
}

func key[K ~int64 | ~string](b *strings.Builder, name byte, list []K) {
	if list == nil {
		return
	}
	fmt.Fprintf(b, "%c%v;", name, list)
}

// searchWords are the words of a search, the longest first, without repetitions.
func searchWords(search string) []string {
	words := text.SearchWords(search)
	slices.SortFunc(words, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	words = slices.Compact(words)
	return words[:min(len(words), maxTokens)]
}
