package commerce

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
)

// CardChange is a subscription that is paid by another card.
type CardChange struct {
	*Subscription

	// ClientSecret lets the browser confirm with the card's bank the renewal that failed; empty
	// where there is nothing to confirm.
	ClientSecret   string
	PublishableKey string
	TestPayments   bool // no money moves
}

// ChangeCard charges a subscription to another saved card from now on, and a renewal that failed at once. A card that is declined, or
// whose bank must be asked first, leaves the subscription past due. NotFound, "card_not_found": the card is not the user's. Conflict,
// "former_payment_account": the subscription is at an account that does not have the user's saved cards.
func (t *Till) ChangeCard(ctx context.Context, channelID, userID int64, offer PackageID, card string) (CardChange, error) {
	running, err := t.findRunningSubscription(ctx, channelID, userID, offer)
	if err != nil {
		return CardChange{}, err
	}
	if t.IsFormerAccount(ctx, channelID, running.account.Name()) {
		return CardChange{}, errFormerAccount()
	}
	if _, err := t.ownCard(ctx, running.account, channelID, userID, card); err != nil {
		return CardChange{}, err
	}
	ctx = context.WithoutCancel(ctx)
	out := CardChange{PublishableKey: running.account.PublishableKey(), TestPayments: isTest(running.account)}
	if err = running.account.ChangeCard(ctx, running.Ref, card); err == nil {
		out.ClientSecret, err = t.payOpen(ctx, running)
	}
	out.Subscription, err = t.refreshAfterChange(ctx, running, err)
	return out, err
}

func errFormerAccount() error {
	return fault.New(fault.Conflict, "former_payment_account", "This subscription is charged through a former payment account of the channel. You can change its card on the payment provider’s own page, under “Invoices and cards”.")
}

// payOpen has the renewal that waits for its money paid, if there is one, and returns the secret
// with which the user's browser goes on where their bank wants to be asked. A declined card is no
// error.
func (t *Till) payOpen(ctx context.Context, running runningSubscription) (clientSecret string, err error) {
	s, err := running.account.RetrieveSubscription(ctx, running.Ref)
	if err != nil || s.Status != payment.SubscriptionPastDue {
		return "", err
	}
	err = t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return t.Queue.EnqueueRenewal(ctx, tx, running.ChannelID, running.ID, reconcileAfter)
	})
	if err != nil {
		return "", err
	}
	for _, invoice := range s.Invoices {
		if invoice.Status != payment.InvoiceOpen {
			continue
		}
		err := running.account.PayInvoice(ctx, invoice.ID)
		if err != nil && payment.FailureKindOf(err) == payment.Unclear {
			return "", err
		}
		if err == nil || clientSecret != "" {
			continue // of several one is asked about at a time
		}
		if clientSecret, err = secretOf(ctx, running.account, invoice.ID); err != nil {
			return "", err
		}
	}
	return clientSecret, nil
}

// secretOf is the secret of an invoice's payment while that waits for its customer, else empty.
func secretOf(ctx context.Context, account Account, invoice string) (string, error) {
	id, err := account.IntentOfInvoice(ctx, invoice)
	if err != nil || id == "" {
		return "", err
	}
	i, err := account.RetrieveIntent(ctx, id)
	if err != nil || i.Status != payment.RequiresAction {
		return "", err
	}
	return i.ClientSecret, nil
}

// FollowRenewal asks how a subscription stands whose user began at a time to pay a renewal that
// had failed, so that nobody waits for a webhook that does not come. It returns when to be called
// again, 0 once the renewal is paid or was waited for long enough.
func (t *Till) FollowRenewal(ctx context.Context, channelID int64, id SubscriptionID, since time.Time) (again time.Duration, err error) {
	age := t.Clock.Now().Sub(since)
	if err := t.RecheckSubscription(ctx, channelID, id); err != nil {
		t.Log.WarnContext(ctx, "subscription state still unknown", "subscription", id, "channel", channelID, "error", err)
	} else {
		row, err := t.subscriptionBy(ctx, channelID, "id", id)
		if err != nil || !row.PastDue {
			return 0, err
		}
	}
	if age >= buyersPatience {
		return 0, nil
	}
	return backoff(age), nil
}
