// Package position knows where users left what they watched, so that they go on there on any of
// their devices. The last one to tell is right.
package position

import (
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
)

// Kind is a sort of things that are watched.
type Kind string

// Kinds, in the words of the calls.
const (
	Event  Kind = "event"
	Medium Kind = "vod" // one part of a video of the library
)

// Subject is something that is watched.
type Subject struct {
	Kind Kind
	ID   int64
}

// Position is where a user left something.
type Position struct {
	Subject

	At      time.Duration // into it
	Length  time.Duration // of it; 0 while it is not known
	SavedAt time.Time
}

// What is not worth keeping.
const (
	// Beginning is what nobody remembers having watched.
	Beginning = 30 * time.Second
	// Credits is how close to its end something has been seen, unless it goes on.
	Credits = time.Minute
	// Longest is more than anything lasts.
	Longest = 48 * time.Hour
)

// MaxPerUser is how many positions are kept of a user, the latest.
const MaxPerUser = 200

// Left is what a player tells while something is watched, and when it is left.
type Left struct {
	Subject

	At     time.Duration
	Length time.Duration // 0 where the player does not know it, or must not tell
	Live   bool          // it goes on: its end so far is not its end
}

// Deps is what positions need from the rest of the house.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Subjects Subjects
}

// Service is the positions of an installation. It is safe for concurrent use.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	subjects Subjects
}

// New returns the positions kept in d.DB.
func New(d Deps) *Service { return &Service{db: d.DB, clock: d.Clock, subjects: d.Subjects} }

func (l Left) check() error {
	switch {
	case !slices.Contains([]Kind{Event, Medium}, l.Kind):
		return fault.InvalidFields(fault.Field{Field: "type", Code: "not_allowed", Message: "The value must be one of: event, vod."})
	case l.ID < 1:
		return fault.InvalidFields(fault.Field{Field: "item_id", Code: "out_of_range", Message: "The value must be at least 1."})
	case l.At < 0 || l.At > Longest:
		return outOfRange("position", l.At)
	case l.Length < 0 || l.Length > Longest:
		return outOfRange("duration", l.Length)
	}
	return nil
}

func outOfRange(field string, value time.Duration) error {
	message := "The value must be at most 172800."
	if value < 0 {
		message = "The value must be at least 0."
	}
	return fault.InvalidFields(fault.Field{Field: field, Code: "out_of_range", Message: message})
}

// anew reports whether whoever comes back begins anew: they saw hardly anything, or all of it.
func (l Left) anew() bool {
	return l.At < Beginning || !l.Live && l.Length > 0 && l.Length-l.At < Credits
}

func errNoSubject() error {
	return fault.NotFoundf("subject", "There is nothing like this on the channel.")
}
