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
	// IsCancelled reports whether an event was called off: no encoder may publish it.
	IsCancelled(ctx context.Context, channelID, eventID int64) (bool, error)
	// SetImage sets the event's picture: a key of public media, and narrower variants
	// by width in pixels.
	SetImage(ctx context.Context, tx bun.IDB, channelID, eventID int64, key string, widths map[int]string) error
	// SetPreview notes how long the preview of the event's stream is, 0 for none.
	SetPreview(ctx context.Context, tx bun.IDB, channelID, eventID int64, length time.Duration) error
}

// Viewer is whose access is asked for, and to what: an event, a medium of the VOD
// library or a cut; the others are 0. A visitor without login has user 0.
type Viewer struct {
	ChannelID, EventID, VODID int64
	CutID                     CutID
	Download                  bool // it is about the whole of an event or cut in one file
	Sound                     bool // it is about the sound of an event alone
	// Still marks a question about a still of the event at a place alone: the caller has been told
	// its address.
	Still             bool
	UserID, SessionID int64
	Place             string // by ISO 3166, "CA-QC" or "CA"; "" where it is not known
}

// Access decides whether a viewer may (still) watch from where they are. It is asked
// again and again while somebody watches.
type Access interface {
	Allowed(ctx context.Context, v Viewer) (bool, error)
}

// Playing is a signed address in use: whose it is, what it plays, and where.
type Playing struct {
	Viewer

	Player    int64     // see Grant
	GivenIn   int64     // Grant.Network
	ExpiresAt time.Time // of the address
	Network   string    // of the client; "" where it is not known
	Starts    bool      // asked for is the playlist with which playback begins
}

// Screens bounds on how many screens at once users play what they bought, in how many networks one
// address is used, and how much of a game one network sees in clips. Play is asked when an address is first used in a network and
// again and again while it is. A refusal is a fault that is Forbidden or a Conflict.
type Screens interface {
	Play(ctx context.Context, p Playing) error
}
