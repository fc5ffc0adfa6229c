package catalog

import (
	"testing"
	"unicode/utf8"

	"github.com/grandstand/grandstand/internal/fault"
)

// A cursor is refused, or a place in the list that it was asked for, and is written as one that is
// read again as the same.
func FuzzCursor(f *testing.F) {
	for _, c := range []Cursor{{sort: ByDate, number: 1_772_366_400_000, id: 7}, {sort: ByName, descending: true, name: "tide at lynx", id: 1 << 60}, {sort: ByPrice, number: -1, id: -1}} {
		f.Add(c.String(), string(c.sort), c.descending)
	}
	f.Add("", "date", false)
	f.Add("ZGF0ZSArIDEgMg", "date", false)
	f.Add("\xff", "name", true)
	f.Fuzz(func(t *testing.T, s, sort string, descending bool) {
		c, err := ParseCursor(s, Sort(sort), descending)
		if err != nil {
			if fault.KindOf(err) != fault.Invalid || !c.IsZero() {
				t.Errorf("%q: %+v, %v", s, c, err)
			}
			return
		}
		if c.IsZero() {
			return
		}
		if c.sort != Sort(sort) || c.descending != descending || !utf8.ValidString(c.name) {
			t.Errorf("%q is %+v", s, c)
		}
		if again, err := ParseCursor(c.String(), c.sort, c.descending); err != nil || again != c {
			t.Errorf("%q is %+v and then %+v, %v", s, c, again, err)
		}
	})
}
