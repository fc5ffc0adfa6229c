package account

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/passkey"
	"github.com/grandstand/grandstand/internal/social"
	"github.com/grandstand/grandstand/internal/text"
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

// Renewals are subscriptions that charge a user's card again and again. They are commerce's to
// know.
type Renewals interface {
	// Stop stops all of a user's, in the transaction that confirms the deletion of the account.
	Stop(ctx context.Context, tx bun.Tx, channelID int64, user UserID) ([]Renewal, error)
	// Resume turns those on again that Stop stopped, in the transaction that keeps the account.
	Resume(ctx context.Context, tx bun.Tx, channelID int64, user UserID) ([]Renewal, error)
}

// Renewal is a subscription that stops or resumes.
type Renewal struct {
	Name  text.Text
	Until time.Time // end of what is paid, or of the trial
	Trial bool
	Over  bool // it has ended and does not renew again
}

// noRenewals is for programs that sell nothing.
type noRenewals struct{}

func (noRenewals) Stop(context.Context, bun.Tx, int64, UserID) ([]Renewal, error) { return nil, nil }

func (noRenewals) Resume(context.Context, bun.Tx, int64, UserID) ([]Renewal, error) { return nil, nil }

// Zones are the time zones of channels, in which letters name days.
type Zones interface {
	Zone(ctx context.Context, channelID int64) (*time.Location, error)
}

// inUTC is for programs without channels.
type inUTC struct{}

func (inUTC) Zone(context.Context, int64) (*time.Location, error) { return time.UTC, nil }

// Queue has work done later, by a job.
type Queue interface {
	// EnqueueReset has SendReset called once the transaction tx stands.
	EnqueueReset(ctx context.Context, tx bun.Tx, r ResetRequest) error
	// EnqueueRegistration has SendRegistration called once the transaction tx stands.
	EnqueueRegistration(ctx context.Context, tx bun.Tx, r RegistrationRequest) error
	// EnqueueLoginCode has SendLoginCode called once the transaction tx stands.
	EnqueueLoginCode(ctx context.Context, tx bun.Tx, r LoginCodeRequest) error
	// EnqueueTellEmail has the payment provider told the user's new address.
	EnqueueTellEmail(ctx context.Context, tx bun.Tx, channelID int64, user UserID) error
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

// Revocation ends what another domain handed out for a user and what works without a
// session, such as a secret address.
type Revocation interface {
	RevokeUser(ctx context.Context, tx bun.Tx, channelID int64, user UserID) error
}

// RelyingParties name the WebAuthn relying party of a channel's site on a host. Where passkeys do
// not work: NotFound, "relying_party_not_found".
type RelyingParties interface {
	RelyingParty(ctx context.Context, channelID int64, host string) (passkey.Party, error)
}

// Others say who somebody is: the login providers that a channel has keys of, and its
// own membership system.
type Others interface {
	// Authorize is the address at which a person logs in at a provider, and the one that
	// the provider sends them back to, on the host of theirs if it is the channel's. A
	// provider that the channel does not offer: NotFound, "provider_not_found".
	Authorize(ctx context.Context, channelID int64, host string, p social.Provider, r social.Request) (address, redirect string, err error)
	// Identify asks a provider who came back with a code.
	Identify(ctx context.Context, channelID int64, p social.Provider, r social.Request, code string) (social.Person, error)
	// Member reads a token of the membership system. What is wrong with it is a
	// social.TokenProblem; a channel without one: NotFound.
	Member(ctx context.Context, channelID int64, token string) (social.Member, error)
}
