package catalog

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/word"
)

// Cursor is a place in a sorted list: after the event with this key and id. The
// zero cursor is the beginning.
type Cursor struct {
	sort       Sort
	descending bool
	number     int64  // the key of ByDate and ByPrice
	name       string // the key of ByName
	id         EventID
}

// IsZero reports whether the cursor is the beginning of every list.
func (c Cursor) IsZero() bool { return c == Cursor{} }

// String writes the cursor as a client gets it, "" for the beginning.
func (c Cursor) String() string {
	if c.IsZero() {
		return ""
	}
	direction := "+"
	if c.descending {
		direction = "-"
	}
	plain := strings.Join([]string{string(c.sort), direction, strconv.FormatInt(int64(c.id), 10), strconv.FormatInt(c.number, 10), c.name}, " ")
	return base64.RawURLEncoding.EncodeToString([]byte(plain))
}

// maxCursor bounds a cursor in bytes: sort names are not longer.
const maxCursor = 2_000

// ParseCursor reads what String wrote for a page of the given order. Anything else
// is Invalid, field "after".
func ParseCursor(s string, sort Sort, descending bool) (Cursor, error) {
	if s == "" {
		return Cursor{}, nil
	}
	c, err := parseCursor(s)
	if err != nil || c.sort != sort || c.descending != descending {
		return Cursor{}, fault.InvalidFields(fault.Field{
			Field: "after", Code: "invalid_cursor", Message: "This cursor does not belong to a list in this order",
		})
	}
	return c, nil
}

func parseCursor(s string) (Cursor, error) {
	if len(s) > maxCursor {
		return Cursor{}, fmt.Errorf("cursor of %d bytes", len(s))
	}
	plain, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil {
		return Cursor{}, fmt.Errorf("decode cursor: %w", err)
	}
	parts := strings.SplitN(string(plain), " ", 5)
	if len(parts) != 5 || !utf8.Valid(plain) || strings.ContainsRune(parts[4], 0) || parts[1] != "+" && parts[1] != "-" {
		return Cursor{}, fmt.Errorf("cursor %q", plain)
	}
	id, err := strconv.ParseInt(parts[2], 10, 64)
	if err != nil {
		return Cursor{}, fmt.Errorf("cursor's id: %w", err)
	}
	number, err := strconv.ParseInt(parts[3], 10, 64)
	if err != nil {
		return Cursor{}, fmt.Errorf("cursor's key: %w", err)
	}
	return Cursor{sort: Sort(parts[0]), descending: parts[1] == "-", number: number, name: parts[4], id: EventID(id)}, nil
}

// cursorAt is the place after a listed event.
func cursorAt(e *Event, p Page) Cursor {
	c := Cursor{sort: p.Sort, descending: p.Descending, id: e.ID}
	switch p.Sort {
	case ByDate:
		c.number = e.StartAt.UnixMilli()
	case ByPrice:
		c.number = e.Price()
	case ByName:
		c.name = e.sortName
	}
	return c
}

// maxSortName bounds sort names in runes, so that index entries stay small.
const maxSortName = 100

// sortName is what ByName orders by: the folded name in the alphabetically first
// sortedVersus stands between two sides in the names by which events are sorted, which are stored: in all channels the same.
var sortedVersus = word.Versus{AtHome: "@", Neutral: "@"}

// language that has one.
func (r *Reference) sortName(e *Event) string {
	folded := []rune(text.Fold(r.EventName(e, sortedVersus)))
	return string(folded[:min(len(folded), maxSortName)])
}
