package pack

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Change is one difference between a channel and what a pack says of it.
type Change struct {
	Path     string // "catalog.participants[lynx].color"
	Old, New string // as shown; both empty for a thing that comes or goes whole
	Kind     Kind
}

// Kind says what happens to what a Change is about.
type Kind string

// Kinds of changes, as they are printed.
const (
	Added   Kind = "+"
	Removed Kind = "-"
	Changed Kind = "~"
)

func (c Change) String() string {
	if c.Kind != Changed {
		return string(c.Kind) + " " + c.Path
	}
	return fmt.Sprintf("%s %s: %s → %s", c.Kind, c.Path, c.Old, c.New)
}

// diff lists what makes a channel what the pack says, in the order of the pack.
func diff(now, want *State) []Change {
	before, after := flatten(now), flatten(want)
	var changes []Change
	seen := map[string]bool{}
	once := func(kind Kind, path string) {
		if !seen[path] {
			seen[path] = true
			changes = append(changes, Change{Path: path, Kind: kind})
		}
	}
	for _, path := range after.order {
		value := after.values[path]
		old, ok := before.values[path]
		switch {
		case ok && old == value:
		case ok:
			changes = append(changes, Change{Path: path, Kind: Changed, Old: old.shown, New: value.shown})
		default:
			once(Added, newcomer(path, before))
		}
	}
	for _, path := range before.order {
		if _, ok := after.values[path]; !ok {
			once(Removed, newcomer(path, after))
		}
	}
	return changes
}

// newcomer is the longest part of a path that the other side does not have, from the
// left: the whole thing that is new, not each of its fields.
func newcomer(path string, other flat) string {
	for i := 1; i < len(path); i++ {
		if (path[i] == '.' || path[i] == '[') && !other.has(path[:i]) {
			return path[:i]
		}
	}
	return path
}

// value is one leaf: what is compared, and how it is shown.
type value struct{ compared, shown string }

// flat is a State as leaves by path.
type flat struct {
	values   map[string]value
	prefixes map[string]bool
	order    []string
}

func (f flat) has(prefix string) bool { return f.prefixes[prefix] }

func (f *flat) put(path []string, compared, shown string) {
	name := joined(path)
	f.values[name] = value{compared, shown}
	f.order = append(f.order, name)
	for i := range path {
		f.prefixes[joined(path[:i+1])] = true
	}
}

func joined(path []string) string {
	return strings.ReplaceAll(strings.Join(path, "."), ".[", "[")
}

// flatten lists what is set; where order has a meaning, the order too.
func flatten(s *State) flat {
	f := flat{values: map[string]value{}, prefixes: map[string]bool{}}
	walk(s, func(path []string, v reflect.Value) {
		switch leaf := v.Interface().(type) {
		case Words:
			f.putTexts(path, leaf)
		case Rich:
			f.putTexts(path, leaf)
		case Secret:
			f.put(path, string(leaf), "(secret)")
		case Film:
			if leaf != "" {
				f.put(path, string(leaf), leaf.shown())
			}
		default:
			if !v.IsZero() {
				s := fmt.Sprint(v.Interface())
				f.put(path, s, strconv.Quote(s))
			}
		}
	})
	f.putOrders(s)
	return f
}

const shownText = 60 // characters of a text that a change shows

func (f *flat) putTexts(path []string, texts map[string]string) {
	for _, code := range sortedKeys(texts) {
		s := texts[code]
		shown := strconv.Quote(s)
		if n := utf8.RuneCountInString(s); n > shownText {
			shown = fmt.Sprintf("a text of %d characters", n)
		}
		f.put(below(path, code), s, shown)
	}
}

// putOrders adds the order of the lists whose items are known by alias: a list that
// only turned round has no other difference.
func (f *flat) putOrders(s *State) {
	var visit func(path []string, v reflect.Value)
	visit = func(path []string, v reflect.Value) {
		switch v.Kind() { //nolint:exhaustive // the others hold no lists
		case reflect.Struct:
			for i := range v.NumField() {
				visit(below(path, fieldName(v.Type().Field(i))), v.Field(i))
			}
		case reflect.Slice:
			var order []string
			for i := range v.Len() {
				visit(below(path, elementName(v, i)), v.Index(i))
				if alias := aliasOf(v.Index(i)); alias != "" {
					order = append(order, alias)
				}
			}
			if len(order) > 1 {
				f.put(below(path, "order"), strings.Join(order, " "), fmt.Sprintf("(%d in another order)", len(order)))
			}
		}
	}
	visit(nil, reflect.ValueOf(s).Elem())
}

// touches reports whether any change is in a part of a State, or of all that the part
// belongs to.
func touches(changes []Change, part string) bool {
	return slices.ContainsFunc(changes, func(c Change) bool {
		return c.Path == part || strings.HasPrefix(c.Path, part+".") || strings.HasPrefix(c.Path, part+"[") ||
			strings.HasPrefix(part, c.Path+".")
	})
}
