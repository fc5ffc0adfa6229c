package reminder

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/word"
)

// Game is what a letter tells of an event.
type Game struct {
	ID       int64
	Teams    []int64
	Name     text.Text // in every language of letters
	Place    text.Text
	Start    time.Time
	TimeTBA  bool           // only the day of Start is known
	Zone     *time.Location // of the venue
	Upcoming bool           // neither live nor over
	Schedule Schedule       // "" is ScheduleOn
}

// Games answers what is on. It is the catalogue's to know.
type Games interface {
	// Find returns the channel's events of these ids; what is gone is absent.
	Find(ctx context.Context, channelID int64, ids []int64) (map[int64]Game, error)
	// Gone returns the events that were removed lately.
	Gone(ctx context.Context, channelID int64) (map[int64]Game, error)
	// Of returns the upcoming events of teams that start in a span of time.
	Of(ctx context.Context, channelID int64, teams []int64, from, before time.Time) ([]Game, error)
	// HasTeam reports whether the channel has a team.
	HasTeam(ctx context.Context, channelID, team int64) (bool, error)
	// Changes returns the channel's changes that were recorded until a time, the oldest
	// first; of all channels for channel 0.
	Changes(ctx context.Context, channelID int64, until time.Time) ([]Change, error)
	// ForgetChange removes a change that was told, in tx.
	ForgetChange(ctx context.Context, tx bun.Tx, c Change) error
	// Buyers returns the users who held a ticket of an event when it changed, and the holders of passes and subscriptions
	// who are told of the change. Each user is in it once.
	Buyers(ctx context.Context, c Change) ([]Recipient, error)
	// Words are what the channel calls things.
	Words(ctx context.Context, channelID int64) (word.Kinds, error)
}

// Person is to whom a letter goes.
type Person struct {
	Email        string // empty where nobody has shown that the mailbox is theirs
	AccountEmail string // the address of the account, verified or not
	Language     string // "en" or "fr"
}

// People answers where letters to a user go. It is the accounts' to know.
type People interface {
	// Reach returns where a user is reached, false for nowhere.
	Reach(ctx context.Context, channelID, userID int64) (Person, bool, error)
}

// Letters sends what is written.
type Letters interface {
	// Post has a letter sent in the look of a channel once the transaction tx stands.
	Post(ctx context.Context, tx bun.Tx, channelID int64, to string, l letter.Letter) error
}

// Note is what a letter says in brief, on a device.
type Note struct {
	Title, Body string
	Path        string    // of the page that it opens
	Tag         string    // notes of one event take each other's place
	Until       time.Time // after which nobody wants to know any more
}

// Notes tells people on their devices, where they allow it.
type Notes interface {
	// Tell has a note sent once the transaction tx stands.
	Tell(ctx context.Context, tx bun.Tx, channelID, userID int64, n Note) error
}
