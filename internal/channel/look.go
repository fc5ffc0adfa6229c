package channel

import (
	"cmp"
	"slices"
)

// Look is what makes a channel's pages its own besides its colours. An empty field is
// the first of its kind.
type Look struct {
	Typeface Typeface `json:"typeface,omitempty"`
	Corners  Corners  `json:"corners,omitempty"`
}

// Typeface is the character of headings, names and scores. All are narrow, so that the
// same names fit the same cards.
type Typeface string

// Typefaces, by what they remind of.
const (
	Broadcast Typeface = "broadcast" // the score line of a newscast
	Poster    Typeface = "poster"    // a bill on a wall: straight and tall
	Campus    Typeface = "campus"    // a jersey: heavy and friendly
)

// Corners is how buttons, cards and fields end.
type Corners string

// Corners, from the smallest radius to the largest.
const (
	Soft  Corners = "soft"
	Sharp Corners = "sharp"
	Round Corners = "round"
)

// Resolved is the look with nothing left empty.
func (l Look) Resolved() Look {
	return Look{cmp.Or(l.Typeface, Broadcast), cmp.Or(l.Corners, Soft)}
}

func (l Look) validate(p *problems) {
	l = l.Resolved()
	p.require(slices.Contains([]Typeface{Broadcast, Poster, Campus}, l.Typeface), "typeface", "unknown_typeface", "The typeface must be broadcast, poster or campus")
	p.require(slices.Contains([]Corners{Soft, Sharp, Round}, l.Corners), "corners", "unknown_corners", "The corners must be soft, sharp or round")
}
