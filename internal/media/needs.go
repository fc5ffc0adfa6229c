package media

import (
	"context"
	"time"

	"github.com/uptrace/bun"
)

// Events is told what happens to an event's stream, in the transaction in which it
// happens. An event that is not the channel's is NotFound.
type Events interface {
	// SetStreamState notes a [State].
	SetStreamState(ctx context.Context, tx bun.IDB, channelID, eventID int64, state string, at time.Time) error
	// SetImage sets the event's picture: a key of public media, and narrower variants
	// by width in pixels.
	SetImage(ctx context.Context, tx bun.IDB, channelID, eventID int64, key string, widths map[int]string) error
}

// Access decides whether a visitor may (still) watch an event. A visitor without
// login has user 0. It is asked again and again while somebody watches.
type Access interface {
	Allowed(ctx context.Context, channelID, eventID, userID, sessionID int64) (bool, error)
}
