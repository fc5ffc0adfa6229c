package account

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/letter"
)

// Entitlements answers what a user may do. It is commerce's to know.
type Entitlements interface {
	// Access lists what the user has; a user without any purchase has empty lists.
	Access(ctx context.Context, channelID int64, user UserID) (Access, error)
}

// Access is what a user may do on a channel.
type Access struct {
	Capabilities  []string // of any purchase: watch, download, clipping, download_clip, no_ads, vod_media
	Events        []int64  // bought one by one
	Packages      []int64
	Subscriptions []int64
}

// Queue has work done later, by a job.
type Queue interface {
	// EnqueueReset has SendReset called once the transaction tx stands.
	EnqueueReset(ctx context.Context, tx bun.Tx, r ResetRequest) error
}

// Letters sends what the accounts write to people.
type Letters interface {
	// Post has a letter sent in the look of a channel once the transaction tx stands.
	Post(ctx context.Context, tx bun.Tx, channelID int64, to string, l letter.Letter) error
}

// Belongings are what another domain keeps of a user: they are part of the file of a
// user's own data, and what of them says who the user is goes with the account.
type Belongings interface {
	// Name is what the file calls them, in snake_case.
	Name() string
	// Export hands over one after the other; each is written as JSON.
	Export(ctx context.Context, channelID int64, user UserID, add func(item any) error) error
	// Erase deletes them in the transaction that erases the account.
	Erase(ctx context.Context, tx bun.Tx, channelID int64, user UserID) error
}
