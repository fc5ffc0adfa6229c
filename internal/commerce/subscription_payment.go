package commerce

import (
	"context"
	"slices"

	"github.com/grandstand/grandstand/internal/payment"
)

// createSubscription creates the subscription of a checkout at the provider and charges its first payment.
func (t *Till) createSubscription(ctx context.Context, account Account, c *checkoutRow) (outcome, error) {
	row, err := t.subscriptionBy(ctx, c.ChannelID, "checkout_id", c.ID)
	if err != nil {
		return outcome{}, err
	}
	askedAt := t.Clock.Now()
	s, err := account.CreateSubscription(ctx, row.request(c))
	if err != nil {
		return t.outcomeOfError(ctx, c, outcome{}, err)
	}
	o := outcome{askedAt: askedAt, subscription: &s}
	if o.intent, err = account.FirstPayment(ctx, s); err != nil {
		return outcome{}, err
	}
	return t.confirmFirstPayment(ctx, account, c, o)
}

// confirmFirstPayment charges the first payment of a subscription. It does nothing if a card was tried before, or if the payment does not
// match the checkout. If the provider refuses the charge, it stores the reason and cancels the payment.
func (t *Till) confirmFirstPayment(ctx context.Context, account Account, c *checkoutRow, o outcome) (outcome, error) {
	if !o.awaitsFirstCharge() || !c.fits(o.intent) {
		return o, nil
	}
	_, err := account.ConfirmIntent(ctx, "confirm-"+c.Key, o.intent.ID, c.PaymentMethod)
	if err != nil && payment.FailureKindOf(err) == payment.Unclear {
		return outcome{}, err
	}
	// Fetch again: confirming changed the subscription, and a refusal may mean that it was already confirmed. A subscription that is
	// fetched by its id is found, or fetchErr says why not.
	fetched, _, fetchErr := t.fetchSubscription(ctx, account, c, o.subscription.ID)
	if fetchErr != nil {
		return outcome{}, fetchErr
	}
	// Return the fetched outcome, unless the provider refused the charge and the payment still waits for a card.
	if err == nil || fetched.intent.Status != payment.RequiresMethod && !fetched.awaitsFirstCharge() {
		return fetched, nil
	}
	failed, err := t.outcomeOfError(ctx, c, fetched, err)
	if err != nil {
		return outcome{}, err
	}
	if err := t.storeFailureReason(ctx, c, failed.failure.Code); err != nil {
		return outcome{}, err
	}
	if fetched, err = t.cancelPayment(ctx, account, c, fetched); err != nil || fetched.intent.Status == payment.Succeeded {
		return fetched, err
	}
	fetched.failure = failed.failure
	return fetched, nil
}

// fetchSubscription fetches a subscription from the provider: by its id or, without an id, by the key of its checkout.
func (t *Till) fetchSubscription(ctx context.Context, account Account, c *checkoutRow, ref string) (outcome, bool, error) {
	o := outcome{askedAt: t.Clock.Now()}
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

// findSubscriptionOutcome fetches the outcome of a checkout of a subscription. It changes nothing at the provider.
func (t *Till) findSubscriptionOutcome(ctx context.Context, account Account, c *checkoutRow) (outcome, bool, error) {
	row, err := t.subscriptionBy(ctx, c.ChannelID, "checkout_id", c.ID)
	if err != nil {
		return outcome{}, false, err
	}
	return t.fetchSubscription(ctx, account, c, row.Ref)
}

// isWrittenOff reports whether an operator marked the first invoice as uncollectible in the provider's dashboard. The buyer can still pay
// such an invoice.
func (o outcome) isWrittenOff() bool {
	if o.subscription == nil || o.intent.Status == payment.Succeeded || o.intent.Status == payment.Canceled {
		return false
	}
	return slices.ContainsFunc(o.subscription.Invoices, func(i payment.Invoice) bool {
		return i.First && i.Status == payment.InvoiceUncollectible
	})
}

// awaitsFirstCharge reports whether no card was tried for the payment yet. It is false if nothing is due: the outcome then has no payment.
func (o outcome) awaitsFirstCharge() bool {
	return o.intent.ID != "" && (o.intent.Status == payment.RequiresConfirmation || o.intent.Status == payment.RequiresMethod && o.intent.FailureCode == "")
}

// outcomeOfError adds the failure in a provider's error to an outcome. It returns errCustomerGone if the customer was deleted at the
// provider, and err if the result of the request is unknown.
func (t *Till) outcomeOfError(ctx context.Context, c *checkoutRow, o outcome, err error) (outcome, error) {
	if payment.IsMissing(err, c.Customer) && c.Status == OrderCreated && o.intent.ID == "" {
		return outcome{}, errCustomerGone
	}
	switch payment.FailureKindOf(err) {
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

// cancelPayment cancels an unpaid payment and returns its final state, Succeeded if the buyer paid in the meantime. For a subscription it
// voids the invoice before it cancels the subscription: Stripe refuses to void an invoice that was just paid. If the void succeeds and the
// cancellation fails, no later call cancels the subscription. Stripe then expires it within 23 hours of its creation, and charges nothing
// for the void invoice.
func (t *Till) cancelPayment(ctx context.Context, account Account, c *checkoutRow, o outcome) (outcome, error) {
	if o.subscription != nil {
		// The first payment of a subscription has the id of the invoice as its Charge (Account.FirstPayment).
		err := account.VoidInvoice(ctx, o.intent.Charge)
		if err == nil {
			err = account.CancelSubscription(ctx, o.subscription.ID, "")
		}
		if err != nil && payment.FailureKindOf(err) != payment.Refused {
			return outcome{}, err
		}
		final, _, err := t.fetchSubscription(ctx, account, c, o.subscription.ID)
		return final, err
	}
	final, err := account.CancelIntent(ctx, o.intent.ID)
	if payment.FailureKindOf(err) == payment.Refused {
		final, err = account.RetrieveIntent(ctx, o.intent.ID)
	}
	return outcome{intent: final}, err
}
