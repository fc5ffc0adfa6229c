package reminder

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/word"
)

// Game holds the details of an event for letters.
type Game struct {
	ID       int64
	Teams    []int64
	Name     text.Text // in every language of letters
	Place    text.Text
	Start    time.Time
	TimeTBA  bool           // only the day of Start is known
	Zone     *time.Location // of the venue
	Upcoming bool           // neither live nor ended
	Schedule ScheduleStatus // empty: ScheduleOn
}

// Games reads events, teams and changes of schedules. Package catalog and package commerce provide the data.
type Games interface {
	// Find returns the channel's events with these ids. Removed events are absent.
	Find(ctx context.Context, channelID int64, ids []int64) (map[int64]Game, error)
	// Gone returns the channel's events that were removed recently.
	Gone(ctx context.Context, channelID int64) (map[int64]Game, error)
	// Of returns the upcoming events of teams that start between two times. The second time is excluded.
	Of(ctx context.Context, channelID int64, teams []int64, from, before time.Time) ([]Game, error)
	// HasTeam reports whether the channel has a team.
	HasTeam(ctx context.Context, channelID, team int64) (bool, error)
	// Changes returns the changes that a channel recorded until a time, oldest first. Channel 0 means all channels.
	Changes(ctx context.Context, channelID int64, until time.Time) ([]Change, error)
	// ForgetChange deletes a change after its letters were written, in the transaction tx.
	ForgetChange(ctx context.Context, tx bun.Tx, c Change) error
	// Recipients returns the users who had a ticket of an event when it changed, and the holders of passes and subscriptions
	// who get a letter about the change. Each user is listed once. An error leaves out all of them, and the next sweep tries again.
	Recipients(ctx context.Context, c Change) ([]Recipient, error)
	// Words returns the channel's terms for events, teams and groups.
	Words(ctx context.Context, channelID int64) (word.Kinds, error)
}

// Person is the recipient of a letter.
type Person struct {
	Email        string // empty if the address of the account is not verified
	AccountEmail string // address of the account, verified or not
	Language     string // "en" or "fr"
}

// People reads the addresses of users. Package account provides the data.
type People interface {
	// Reach returns the address and the language of a user. It returns false if the user is unknown or the account is being deleted.
	Reach(ctx context.Context, channelID, userID int64) (Person, bool, error)
}

// Letters sends letters.
type Letters interface {
	// Post enqueues a letter with the logo and colors of a channel. It is sent after the transaction tx commits. An empty address gets none.
	Post(ctx context.Context, tx bun.Tx, channelID int64, to string, l letter.Letter) error
}

// Note is a push notification: a short form of a letter.
type Note struct {
	Title, Body string
	Path        string    // path of the page that it opens
	Tag         string    // a note replaces an earlier one with the same tag on the device
	Until       time.Time // the note is not sent later
}

// Notes sends push notifications to the browsers of users who subscribed to them.
type Notes interface {
	// Tell enqueues a note to a user. It is sent after the transaction tx commits.
	Tell(ctx context.Context, tx bun.Tx, channelID, userID int64, n Note) error
}
