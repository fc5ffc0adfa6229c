// Package favourite knows what people follow on a channel: teams, schools, sports, events
// and places, and the secret address of the calendar made of them.
package favourite

import (
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
)

// ID identifies a favourite.
type ID int64

// Kind is a sort of things that can be followed.
type Kind string

// Kinds, in the words of the specification's call.
const (
	Participant Kind = "participant" // a team or an athlete
	Group       Kind = "group"       // a participant group, a school
	Category    Kind = "category"    // an event category, a sport, with all below it
	Event       Kind = "event"
	Location    Kind = "location"
)

// Kinds lists every kind.
func Kinds() []Kind { return []Kind{Participant, Group, Category, Event, Location} }

// Subject is something that can be followed.
type Subject struct {
	Kind Kind
	ID   int64
}

// Favourite is a subject that a user follows.
type Favourite struct {
	ID ID
	Subject

	Since time.Time
}

// MaxPerUser is how many favourites one user may have: lists of their events ask for
// each of them. Requests at once may pass it by as many as they are.
const MaxPerUser = 200

// MaxMerged is how many favourites of a visitor are taken over at once.
const MaxMerged = 100

// Deps is what favourites need from the rest of the house.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Subjects Subjects
}

// Service is the favourites of an installation. It is safe for concurrent use.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	subjects Subjects
}

// New returns the favourites kept in d.DB.
func New(d Deps) *Service { return &Service{db: d.DB, clock: d.Clock, subjects: d.Subjects} }

func (s Subject) check() error {
	switch {
	case !slices.Contains(Kinds(), s.Kind):
		return fault.InvalidFields(fault.Field{
			Field: "favoritable_type", Code: "not_allowed", Message: "The value must be one of: participant, group, category, event, location.",
		})
	case s.ID < 1:
		return fault.InvalidFields(fault.Field{Field: "favoritable_id", Code: "out_of_range", Message: "The value must be at least 1."})
	}
	return nil
}

func errNoSubject() error {
	return fault.NotFoundf("favoritable", "This does not exist on the channel.")
}

func errNoFavourite() error { return fault.NotFoundf("favorite", "Favourite not found.") }

func errFull() error {
	return fault.New(fault.Unprocessable, "too_many_favorites", "You have reached the maximum number of favourites. Remove one first.")
}
