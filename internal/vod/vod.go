// Package vod is a channel's library of videos: items in categories, each with one or
// more media to play, and the rails by which the library presents itself. Who may watch
// is not decided here, and the media's bytes are elsewhere: a medium names the event
// whose recording it plays, or a film.
package vod

import (
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// CategoryID identifies a category.
type CategoryID int64

// ItemID identifies an item.
type ItemID int64

// MediumID identifies a medium. One that comes to play something else gets another id.
type MediumID int64

// RailID identifies a rail.
type RailID int64

// Access says for whom an item is.
type Access string

// Kinds of access: for everyone, for any user, for users who have bought the library.
const (
	Free     Access = "free"
	Register Access = "register"
	Paid     Access = "paid"
)

// Image is a picture in public media with narrower variants by width in pixels.
type Image struct {
	Key    string         `json:"key,omitempty"`
	Widths map[int]string `json:"widths,omitempty"`
}

// Category is a shelf of the library. Alias is how an operator names it.
type Category struct {
	ID    CategoryID
	Alias string
	Title text.Text
	Items int // how many it has; not written
}

// Item is one title of the library.
type Item struct {
	ID          ItemID
	Alias       string
	Category    string     // its alias
	CategoryID  CategoryID // not written
	Access      Access
	Title       text.Text
	Description text.Text // sanitised HTML
	Date        time.Time
	Duration    time.Duration // of all its media; not written
	Image       Image         // 16:9, of cards
	Preview     Image         // wide, of the head of a page; may be none
	Media       []Medium      // what it plays, in order
	FromPack    bool          // a pack has named it; Replace alone writes it
}

// Medium is one part of an item: it plays the recording of an event or a film, the
// other is 0. Its alias is unique within the item.
type Medium struct {
	ID       MediumID
	Alias    string
	Title    text.Text     // may be empty where there is but one
	Duration time.Duration // as far as known
	EventID  int64
	FilmID   int64
}

// Unspoiled is the item as it is told to somebody who does not want to know how games
// went: without the lengths of what plays a game, which tell whether it went on.
func (i *Item) Unspoiled() *Item {
	told := *i
	told.Media = slices.Clone(i.Media)
	for m := range told.Media {
		if told.Media[m].EventID != 0 {
			told.Duration, told.Media[m].Duration = 0, 0
		}
	}
	return &told
}

// Rail is a titled row of items, in the operator's order.
type Rail struct {
	ID    RailID
	Alias string
	Title text.Text
	Items []string // their aliases
}

// Library is everything of a channel's library, in the operator's order; items by
// alias.
type Library struct {
	Categories []Category
	Items      []Item
	Rails      []Rail
}

// ErrNotFound is the answer to an id that no item of the channel has.
func ErrNotFound() *fault.Error { return fault.NotFoundf("vod_media_item", "Video not found.") }
