package commerce

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
)

type eventRow struct {
	bun.BaseModel `bun:"table:provider_events"`

	ID         int64 `bun:",pk,autoincrement"`
	ChannelID  int64
	Ref        string
	Type       string
	Outcome    string
	ReceivedMS int64
}

// Outcomes of events that are not those of a payment.
const (
	eventSaved    = "saved"    // of a card, which is compared with the others
	eventFollowed = "followed" // of a charge: what went back of it was asked for
	eventIgnored  = "ignored"  // of a kind that changes nothing here
	eventUnknown  = "unknown"  // of a payment that is not ours
)

// Hear takes what the provider tells a channel by webhook, body and signature as they came.
// It succeeds for what was heard before. Invalid, "invalid_signature": it does not come from
// the provider; other errors ask for it to be told again.
func (t *Till) Hear(ctx context.Context, channelID int64, body []byte, signature string) error {
	account, e, err := t.readEvent(ctx, channelID, body, signature)
	if err != nil {
		return err
	}
	switch {
	case e.Intent != nil:
		return t.hearOfIntent(ctx, account, channelID, e)
	case e.Charge != nil:
		return t.hearOfCharge(ctx, account, channelID, e)
	case e.Subscription != "":
		return t.hearOfSubscription(ctx, account, channelID, e)
	case e.Type == payment.CustomerDeleted:
		return t.hearOfCustomer(ctx, account, channelID, e)
	case e.Customer != "":
		return t.hearOfCard(ctx, account, channelID, e)
	}
	return t.setAside(ctx, channelID, e, eventIgnored)
}

// readEvent reads a webhook of one of the channel's accounts, and returns that account.
func (t *Till) readEvent(ctx context.Context, channelID int64, body []byte, signature string) (Account, payment.Event, error) {
	accounts, err := t.Payments.Accounts(ctx, channelID)
	if err != nil {
		return nil, payment.Event{}, err
	}
	for _, account := range accounts {
		var e payment.Event
		if e, err = account.ReadEvent(body, signature); err == nil {
			return account, e, nil
		}
	}
	return nil, payment.Event{}, fault.Wrap(err, fault.Invalid, "invalid_signature", "The signature is not valid.")
}

// hearOfIntent stores the outcome of the payment of a webhook. The event may be out of date: a payment that failed may have succeeded since.
// So a payment that failed is cancelled before its checkout fails.
func (t *Till) hearOfIntent(ctx context.Context, account Account, channelID int64, e payment.Event) error {
	found, err := t.checkoutsBy(ctx, channelID, "key", e.Intent.Metadata[metaCheckout])
	if err == nil && len(found) == 0 {
		found, err = t.checkoutsBy(ctx, channelID, "intent", e.Intent.ID)
	}
	if err != nil {
		return err
	}
	if len(found) == 0 || found[0].belongsTo(account) != nil {
		return t.setAside(ctx, channelID, e, eventUnknown)
	}
	c := found[0]
	if c.Subscribes {
		_, err := t.refreshSubscription(ctx, account, c, &e)
		return err
	}
	if c.Status == OrderCreated && e.Intent.Status == payment.RequiresMethod {
		_, err = t.cancelOpenPayment(ctx, account, c, outcome{intent: *e.Intent}, &e, FailureAbandoned)
	} else {
		_, err = t.applyOutcome(ctx, c, outcome{intent: *e.Intent}, &e)
	}
	return err
}

// hearOfSubscription asks about the subscription that an event is of. One whose making has not
// been answered yet is found by what it carries.
func (t *Till) hearOfSubscription(ctx context.Context, account Account, channelID int64, e payment.Event) error {
	heard, err := t.DB.From(ctx).NewSelect().Model((*eventRow)(nil)).Where("channel_id = ?", channelID).Where("ref = ?", e.ID).Exists(ctx)
	if err != nil || heard {
		return err
	}
	c, err := t.checkoutOfSubscription(ctx, account, channelID, e.Subscription)
	if err != nil {
		return err
	}
	if c == nil || c.belongsTo(account) != nil {
		return t.setAside(ctx, channelID, e, eventUnknown)
	}
	found, err := t.refreshSubscription(ctx, account, c, &e)
	if err == nil && !found {
		return t.setAside(ctx, channelID, e, eventUnknown)
	}
	return err
}

// hearOfCustomer notes that a customer was deleted in the dashboard. What renewed has ended with them, and their cards are gone.
func (t *Till) hearOfCustomer(ctx context.Context, account Account, channelID int64, e payment.Event) error {
	return t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		fresh, err := t.noteEvent(ctx, tx, channelID, e, eventFollowed)
		if err != nil || !fresh {
			return err
		}
		return t.dropCustomer(ctx, tx, account.Name(), channelID, e.Customer)
	})
}

// refreshCards asks about what renews of a user, one of whose cards was replaced, expired or removed.
func (t *Till) refreshCards(ctx context.Context, account Account, channelID, userID int64) error {
	rows, err := t.unendedSubscriptions(ctx, account, channelID, userID)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if err := t.refreshSubscriptionOf(ctx, account, channelID, row.CheckoutID); err != nil {
			return err
		}
	}
	return nil
}

// hearOfCard has a user's cards looked through, one of which was saved, changed or removed.
func (t *Till) hearOfCard(ctx context.Context, account Account, channelID int64, e payment.Event) error {
	user, err := t.userOf(ctx, account, channelID, e.Customer)
	if err != nil {
		return err
	}
	if user == 0 {
		return t.setAside(ctx, channelID, e, eventUnknown)
	}
	if e.Type != payment.MethodAttached {
		if err := t.refreshCards(ctx, account, channelID, user); err != nil {
			return err
		}
	}
	return t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		fresh, err := t.noteEvent(ctx, tx, channelID, e, eventSaved)
		if err != nil || !fresh {
			return err
		}
		return t.Queue.EnqueueCards(ctx, tx, channelID, user)
	})
}

// checkoutOfSubscription is the checkout that began a subscription, nil for none of ours.
func (t *Till) checkoutOfSubscription(ctx context.Context, account Account, channelID int64, ref string) (*checkoutRow, error) {
	row, err := t.subscriptionBy(ctx, channelID, "ref", ref)
	if err == nil {
		return t.checkout(ctx, channelID, row.CheckoutID)
	}
	if fault.KindOf(err) != fault.NotFound {
		return nil, err
	}
	s, err := account.RetrieveSubscription(ctx, ref)
	if payment.FailureKindOf(err) == payment.Refused {
		return nil, nil //nolint:nilnil // the provider does not know it
	}
	if err != nil {
		return nil, err
	}
	found, err := t.checkoutsBy(ctx, channelID, "key", s.Metadata[metaCheckout])
	if err != nil || len(found) == 0 || !found[0].Subscribes {
		return nil, err
	}
	return found[0], nil
}

// setAside notes an event that changes nothing.
func (t *Till) setAside(ctx context.Context, channelID int64, e payment.Event, outcome string) error {
	return t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := t.noteEvent(ctx, tx, channelID, e, outcome)
		return err
	})
}

// noteEvent writes in the transaction of its effect that an event was heard; false when it
// was before.
func (t *Till) noteEvent(ctx context.Context, tx bun.Tx, channelID int64, e payment.Event, outcome string) (bool, error) {
	row := &eventRow{ChannelID: channelID, Ref: e.ID, Type: e.Type, Outcome: outcome, ReceivedMS: clock.Millis(t.Clock.Now())}
	fresh, err := db.Changed(tx.NewInsert().Model(row).On("CONFLICT DO NOTHING").Returning("NULL").Exec(ctx))
	if err != nil {
		return false, fmt.Errorf("note an event: %w", err)
	}
	return fresh, nil
}
