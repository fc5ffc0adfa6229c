package commerce

import (
	"context"
	"errors"

	"github.com/grandstand/grandstand/internal/payment"
)

// IsFormerAccount reports whether a payment account is not the one that takes the channel's new payments. It does not have the cards that
// users save now. If the present account is not known, no account counts as a former one.
func (t *Till) IsFormerAccount(ctx context.Context, channelID int64, name string) bool {
	current, err := t.Payments.Account(ctx, channelID)
	return err == nil && current.Name() != name
}

// isUnreachable reports whether an error means that a payment account of a channel cannot be asked any more: its keys are not known, or they
// were revoked and belong to a former account. Revoked keys of the account for new payments will be replaced.
func (t *Till) isUnreachable(ctx context.Context, account channelAccount, err error) bool {
	if !payment.IsUnauthorized(err) {
		return errors.Is(err, errAccountUnknown)
	}
	return t.IsFormerAccount(ctx, account.channelID, account.name)
}
