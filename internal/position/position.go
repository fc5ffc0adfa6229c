// Package position stores the playback positions of users, so that users can continue to watch on any
// of their devices. The position that was saved last wins.
package position

import (
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
)

// Kind is the kind of a subject.
type Kind string

// Kinds, as in the API.
const (
	Event  Kind = "event"
	Medium Kind = "vod" // one part of a VOD item
)

// Subject is an event or a part of a VOD item.
type Subject struct {
	Kind Kind
	ID   int64
}

// Position is a saved playback position.
type Position struct {
	Subject

	At      time.Duration // from the start
	Length  time.Duration // of the subject; 0 if unknown
	SavedAt time.Time
}

// Limits of the positions that are saved.
const (
	// MinPosition is the smallest saved position. Users who watched less start over.
	MinPosition = 30 * time.Second
	// EndMargin is how close to the end a recording counts as watched.
	EndMargin = time.Minute
	// MaxDuration is the largest accepted position and length.
	MaxDuration = 48 * time.Hour
)

// MaxPerUser is the maximum number of positions of a user. Older ones are deleted.
const MaxPerUser = 200

// Progress is the report of a player, during playback and at its end.
type Progress struct {
	Subject

	At     time.Duration
	Length time.Duration // 0 if the player does not know it or must not reveal it
	Live   bool          // the subject is live: its length still grows
}

// Deps are the dependencies of a Service.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Subjects Subjects
}

// Service saves and returns positions. It is safe for concurrent use.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	subjects Subjects
}

// New returns a Service.
func New(d Deps) *Service { return &Service{db: d.DB, clock: d.Clock, subjects: d.Subjects} }

func (p Progress) check() error {
	switch {
	case !slices.Contains([]Kind{Event, Medium}, p.Kind):
		return fault.InvalidFields(fault.Field{Field: "type", Code: "not_allowed", Message: "The value must be one of: event, vod."})
	case p.ID < 1:
		return fault.InvalidFields(fault.Field{Field: "item_id", Code: "out_of_range", Message: "The value must be at least 1."})
	case p.At < 0 || p.At > MaxDuration:
		return outOfRange("position", p.At)
	case p.Length < 0 || p.Length > MaxDuration:
		return outOfRange("duration", p.Length)
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

// startsOver reports whether the user would start over: after hardly anything or everything was
// watched.
func (p Progress) startsOver() bool {
	return p.At < MinPosition || !p.Live && p.Length > 0 && p.Length-p.At < EndMargin
}

func errNoSubject() error {
	return fault.NotFoundf("subject", "This does not exist on the channel.")
}
