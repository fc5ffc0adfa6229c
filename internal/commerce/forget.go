package commerce

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"
)

// EraseUser enqueues ForgetCustomer, in the transaction that erases a user's account. Orders are kept without personal data.
func (t *Till) EraseUser(ctx context.Context, tx bun.Tx, channelID, userID int64) error {
	known, err := t.KnowsCustomer(ctx, tx, channelID, userID)
	if err != nil || !known {
		return err
	}
	return t.Queue.EnqueueForget(ctx, tx, channelID, userID)
}

// KnowsCustomer reports whether a user is, or was, a customer at one of the channel's payment accounts.
func (t *Till) KnowsCustomer(ctx context.Context, tx bun.Tx, channelID, userID int64) (bool, error) {
	known, err := tx.NewSelect().Model((*customerRow)(nil)).Where("channel_id = ?", channelID).Where("user_id = ?", userID).Exists(ctx)
	if err != nil {
		return false, fmt.Errorf("find the customer of user %d: %w", userID, err)
	}
	return known, nil
}

// ForgetCustomer cancels the subscriptions of a user whose account is erased, and deletes their customers with the cards at each of
// the channel's payment accounts. It may be called again. While a payment is open, it does nothing and returns the delay until the
// next try. A customer stays at an account whose keys are not known, and at a former account whose keys were revoked, and is logged.
func (t *Till) ForgetCustomer(ctx context.Context, channelID, userID int64) (retryIn time.Duration, err error) {
	open, err := t.DB.From(ctx).NewSelect().Model((*checkoutRow)(nil)).Where("channel_id = ?", channelID).Where("user_id = ?", userID).
		Where("status = ?", OrderCreated).Exists(ctx)
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
	var failed []error
	for _, row := range rows {
		err := t.forgetCustomerAt(ctx, row)
		if err != nil && t.isUnreachable(ctx, channelAccount{channelID, row.Account}, err) {
			t.Log.WarnContext(ctx, "customer of an erased account not deleted at the provider", "channel", channelID, "customer", row.Ref, "error", err)
			err = nil
		}
		if err != nil { // the customers of other accounts need not wait
			failed = append(failed, fmt.Errorf("forget the customer of user %d: %w", userID, err))
		}
	}
	return 0, errors.Join(failed...)
}

func (t *Till) forgetCustomerAt(ctx context.Context, row customerRow) error {
	account, err := t.Payments.AccountNamed(ctx, row.ChannelID, row.Account)
	if err != nil {
		return err
	}
	if err := t.cancelRenewals(ctx, account, row.ChannelID, row.UserID); err != nil {
		return err
	}
	if row.Ref == "" { // deleted at the provider already
		return nil
	}
	if err := account.DeleteCustomer(ctx, row.Ref); err != nil {
		return err
	}
	return t.dropCustomer(ctx, t.DB.Write(), account.Name(), row.ChannelID, row.Ref)
}

// cancelRenewals cancels all subscriptions of a user at an account immediately.
func (t *Till) cancelRenewals(ctx context.Context, account Account, channelID, userID int64) error {
	rows, err := t.unendedSubscriptions(ctx, account, channelID, userID)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if err := account.CancelSubscription(ctx, row.Ref, ""); err != nil {
			return fmt.Errorf("end subscription %d: %w", row.ID, err)
		}
		if err := t.refreshSubscriptionOf(ctx, account, channelID, row.CheckoutID); err != nil {
			return fmt.Errorf("end subscription %d: %w", row.ID, err)
		}
	}
	return nil
}
