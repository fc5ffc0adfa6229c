package commerce

import (
	"context"
	"slices"

	"github.com/grandstand/grandstand/internal/payment"
)

// createSubscription creates the subscription of a checkout at the provider and confirms its first payment. It is askOnce for a checkout
// of a subscription.
func (t *Till) createSubscription(ctx context.Context, account Account, c *checkoutRow) (outcome, error) {
	row, err := t.subscriptionBy(ctx, c.ChannelID, "checkout_id", c.ID)
	if err != nil {
		return outcome{}, err
	}
	asked := t.Clock.Now()
	s, err := account.CreateSubscription(ctx, row.request(c))
	if err != nil {
		return t.outcomeOfError(ctx, c, outcome{}, err)
	}
	o := outcome{asked: asked, subscription: &s}
	if o.intent, err = account.FirstPayment(ctx, s); err != nil {
		return outcome{}, err
	}
	return t.confirmFirstPayment(ctx, account, c, o)
}

// confirmFirstPayment charges the first payment of a subscription, unless a charge was tried before.
func (t *Till) confirmFirstPayment(ctx context.Context, account Account, c *checkoutRow, o outcome) (outcome, error) {
	if !o.unconfirmed() || !c.fits(o.intent) {
		return o, nil
	}
	_, err := account.ConfirmIntent(ctx, "confirm-"+c.Key, o.intent.ID, c.PaymentMethod)
	if err != nil && payment.OutcomeOf(err) == payment.Unclear {
		return outcome{}, err
	}
	// Fetch again: confirming changed the subscription, and a refusal may mean that it was already confirmed. A subscription that is
	// fetched by its id is found, or fetchErr says why not.
	now, _, fetchErr := t.fetchSubscription(ctx, account, c, o.subscription.ID)
	if fetchErr != nil {
		return outcome{}, fetchErr
	}
	if err == nil || now.intent.Status != payment.RequiresMethod && !now.unconfirmed() {
		return now, nil
	}
	failed, err := t.outcomeOfError(ctx, c, now, err)
	if err != nil {
		return outcome{}, err
	}
	if err := t.storeFailureReason(ctx, c, failed.failure.Code); err != nil {
		return outcome{}, err
	}
	if now, err = t.cancelPayment(ctx, account, c, now); err != nil || now.intent.Status == payment.Succeeded {
		return now, err
	}
	now.failure = failed.failure
	return now, nil
}

// fetchSubscription fetches a subscription from the provider. The outcome has the time of the request.
func (t *Till) fetchSubscription(ctx context.Context, account Account, c *checkoutRow, ref string) (outcome, bool, error) {
	o := outcome{asked: t.Clock.Now()}
	var s payment.Subscription
	var err error
	found := true
	if ref == "" {
		s, found, err = account.FindSubscription(ctx, c.Customer, metaCheckout, c.Key)
	} else {
		s, err = account.RetrieveSubscription(ctx, ref)
	}
	if err != nil || !found {
		return outcome{}, false, err
	}
	o.subscription = &s
	if c.Status != OrderPaid {
		o.intent, err = account.FirstPayment(ctx, s)
	}
	return o, err == nil, err
}

// findSubscriptionOutcome is findOutcome for a checkout of a subscription.
func (t *Till) findSubscriptionOutcome(ctx context.Context, account Account, c *checkoutRow) (outcome, bool, error) {
	row, err := t.subscriptionBy(ctx, c.ChannelID, "checkout_id", c.ID)
	if err != nil {
		return outcome{}, false, err
	}
	return t.fetchSubscription(ctx, account, c, row.Ref)
}

// isWrittenOff reports whether the dashboard has written off the first invoice of a subscription, which its buyer can still pay.
func (o outcome) isWrittenOff() bool {
	if o.subscription == nil || o.intent.Status == payment.Succeeded || o.intent.Status == payment.Canceled {
		return false
	}
	return slices.ContainsFunc(o.subscription.Invoices, func(i payment.Invoice) bool {
		return i.First && i.Status == payment.InvoiceUncollectible
	})
}

// unconfirmed reports whether no card was tried yet.
func (o outcome) unconfirmed() bool {
	return o.intent.ID != "" && (o.intent.Status == payment.RequiresConfirmation || o.intent.Status == payment.RequiresMethod && o.intent.FailureCode == "")
}

// outcomeOfError returns the outcome of a checkout after an error of the provider. It returns err itself if the outcome is unknown.
func (t *Till) outcomeOfError(ctx context.Context, c *checkoutRow, o outcome, err error) (outcome, error) {
	if payment.IsMissing(err, c.Customer) && c.Status == OrderCreated && o.intent.ID == "" {
		return outcome{}, errCustomerGone
	}
	switch payment.OutcomeOf(err) {
	case payment.Declined:
		o.failure = declined(payment.CodeOf(err))
	case payment.Refused:
		t.Log.WarnContext(ctx, "payment refused by the provider", "checkout", c.ID, "channel", c.ChannelID, "error", err)
		o.failure = refusedPayment(err, c.PaymentMethod)
	case payment.Unclear:
		return outcome{}, err
	}
	return o, nil
}

// cancelPayment cancels an unpaid payment and returns its final state. For a subscription it voids the invoice first, because Stripe
// refuses that if the invoice was just paid. If only the void succeeds, a later call does not cancel the subscription: Stripe expires an
// incomplete subscription within 23 hours of its creation, and charges nothing for a void invoice.
func (t *Till) cancelPayment(ctx context.Context, account Account, c *checkoutRow, o outcome) (outcome, error) {
	if o.subscription != nil {
		err := account.VoidInvoice(ctx, o.intent.Charge)
		if err == nil {
			err = account.CancelSubscription(ctx, o.subscription.ID, "")
		}
		if err != nil && payment.OutcomeOf(err) != payment.Refused {
			return outcome{}, err
		}
		ended, _, err := t.fetchSubscription(ctx, account, c, o.subscription.ID)
		return ended, err
	}
	ended, err := account.CancelIntent(ctx, o.intent.ID)
	if payment.OutcomeOf(err) == payment.Refused {
		ended, err = account.RetrieveIntent(ctx, o.intent.ID)
	}
	return outcome{intent: ended}, err
}
