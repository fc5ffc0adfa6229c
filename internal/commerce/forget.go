package commerce

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"
)

// EraseUser has the provider forget a user, in the transaction that erases their account. What
// they bought stays, of a user who by then is but a number.
func (t *Till) EraseUser(ctx context.Context, tx bun.Tx, channelID, userID int64) error {
	known, err := t.KnowsCustomer(ctx, tx, channelID, userID)
	if err != nil || !known {
		return err
	}
	return t.Queue.EnqueueForget(ctx, tx, channelID, userID)
}

// KnowsCustomer reports whether a user is known to any account of the channel at a provider.
func (t *Till) KnowsCustomer(ctx context.Context, tx bun.Tx, channelID, userID int64) (bool, error) {
	known, err := tx.NewSelect().Model((*customerRow)(nil)).Where("channel_id = ?", channelID).Where("user_id = ?", userID).Exists(ctx)
	if err != nil {
		return false, fmt.Errorf("find the customer of user %d: %w", userID, err)
	}
	return known, nil
}

// ForgetCustomer ends what renews of a user whose account is erased, and has the provider forget
// them with their cards. It may be called again. It returns when to be called again, because a
// payment is open still; 0 for not at all. An account of before, which nobody can ask any more,
// keeps what it knows: that is logged.
func (t *Till) ForgetCustomer(ctx context.Context, channelID, userID int64) (again time.Duration, err error) {
	account, err := t.Payments.Account(ctx, channelID)
	if err != nil {
		return 0, err
	}
	open, err := t.DB.From(ctx).NewSelect().Model((*checkoutRow)(nil)).Where("channel_id = ?", channelID).Where("user_id = ?", userID).
		Where("account = ?", account.Mode()).Where("status = ?", OrderCreated).Exists(ctx)
	if err != nil {
		return 0, fmt.Errorf("look for open payments of user %d: %w", userID, err)
	}
	if open {
		return tidyAgain, nil
	}
	var rows []customerRow
	err = t.DB.From(ctx).NewSelect().Model(&rows).Where("channel_id = ?", channelID).Where("user_id = ?", userID).Order("id").Scan(ctx)
	if err != nil {
		return 0, fmt.Errorf("find the customers of user %d: %w", userID, err)
	}
	if err := t.endRenewals(ctx, account, channelID, userID); err != nil {
		return 0, err
	}
	for _, row := range rows {
		if row.Ref == "" { // deleted at the provider already
			continue
		}
		if row.Account != string(account.Mode()) {
			t.Log.WarnContext(ctx, "a customer of an erased account stays at an account of before", "channel", channelID, "account", row.Account, "customer", row.Ref)
			continue
		}
		if err := account.DeleteCustomer(ctx, row.Ref); err != nil {
			return 0, fmt.Errorf("forget the customer of user %d: %w", userID, err)
		}
		if err := t.dropCustomer(ctx, t.DB.Write(), account.Mode(), channelID, row.Ref); err != nil {
			return 0, err
		}
	}
	return 0, nil
}

// endRenewals ends what renews of a user at once.
func (t *Till) endRenewals(ctx context.Context, account Account, channelID, userID int64) error {
	rows, err := t.renewing(ctx, account, channelID, userID)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if err := account.CancelSubscription(ctx, row.Ref, ""); err != nil {
			return fmt.Errorf("end subscription %d: %w", row.ID, err)
		}
		if err := t.settleSubscriptionOf(ctx, account, channelID, row.CheckoutID); err != nil {
			return fmt.Errorf("end subscription %d: %w", row.ID, err)
		}
	}
	return nil
}
