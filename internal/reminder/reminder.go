// Package reminder sends letters and push notes before an event starts, and when its schedule changes.
package reminder

import (
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
)

// Deps are the dependencies of Service.
type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Games   Games
	People  People
	Letters Letters
	Notes   Notes
	// Secret signs the way out in letters.
	Secret []byte
}

// Service sends the reminders of an installation. It is safe for concurrent use.
type Service struct {
	db      *db.DB
	clock   clock.Clock
	games   Games
	people  People
	letters Letters
	notes   Notes
	seal    []byte
}

// New returns a service that keeps its reminders in d.DB.
func New(d Deps) *Service {
	return &Service{db: d.DB, clock: d.Clock, games: d.Games, people: d.People, letters: d.Letters, notes: d.Notes, seal: sealOf(d.Secret)}
}

// Occasion is the reason of a letter. The database keeps only the occasions Day, Hour and Minutes.
type Occasion string

// Occasions.
const (
	Day       Occasion = "day"
	Hour      Occasion = "hour"
	Minutes   Occasion = "minutes"
	Moved     Occasion = "moved"
	Cancelled Occasion = "cancelled"
	Postponed Occasion = "postponed"
	TimeTBA   Occasion = "tba"
	TimeSet   Occasion = "time_set" // the time was to be announced, and the day stays
	Resumed   Occasion = "resumed"
	Corrected Occasion = "corrected" // an event that was streamed is no longer cancelled
)

// notice is a letter that is written so long before the start, and no later than least
// before it: one that comes late, after the process was down, says what is not true.
type notice struct {
	occasion      Occasion
	before, least time.Duration
}

func notices() [3]notice {
	return [...]notice{{Day, 24 * time.Hour, 3 * time.Hour}, {Hour, time.Hour, 20 * time.Minute}, {Minutes, 5 * time.Minute, 0}}
}

const (
	// maxPerUser bounds of how many events and of how many teams one user is reminded.
	maxPerUser = 200
	// horizon is how long before its start an event of a team is noted, so that people
	// hear when it is moved or cancelled.
	horizon = 7 * 24 * time.Hour
	// historyRetention is the time after the start of an event for which its sent letters are recorded.
	historyRetention = 7 * 24 * time.Hour
)

func errNoEvent() error { return fault.NotFoundf("event", "Sorry! - Game Not Found") }

func errNoTeam() error {
	return fault.NotFoundf("participant", "This does not exist on the channel.")
}

func errBegun() error {
	return fault.New(fault.Unprocessable, "event_begun", "This has already started.")
}

func errFull() error {
	return fault.New(fault.Unprocessable, "too_many_reminders", "You have reached the maximum number of reminders. Remove one first.")
}

func errBadToken() error {
	return fault.NotFoundf("reminder", "This link does not stop any reminders.")
}
