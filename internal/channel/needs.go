package channel

import (
	"context"
	"net/netip"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/mail"
)

// Outbox takes letters in the transaction that causes them: a letter is on its way
// exactly when tx commits.
type Outbox interface {
	Post(ctx context.Context, tx bun.Tx, l mail.Letter) error
}

// Humans tells people from robots by a token that a browser was given. A nil Humans
// asks nobody.
type Humans interface {
	// IsHuman reports whether a token is good. An error means that nobody could tell.
	IsHuman(ctx context.Context, token string, address netip.Addr) (bool, error)
}
