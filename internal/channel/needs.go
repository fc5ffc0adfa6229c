package channel

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/captcha"
	"github.com/grandstand/grandstand/internal/mail"
)

// Outbox takes letters in the transaction that causes them: a letter is on its way
// exactly when tx commits.
type Outbox interface {
	Post(ctx context.Context, tx bun.Tx, l mail.Letter) error
}

// Humans tells people from robots by a token that a browser was given, with the keys of
// the channel. A nil Humans asks nobody.
type Humans interface {
	// Script is the address of what a browser loads to be given tokens.
	Script() string
	// IsHuman reports whether a proof is good. An error means that nobody could tell.
	IsHuman(ctx context.Context, p captcha.Proof) (bool, error)
}
