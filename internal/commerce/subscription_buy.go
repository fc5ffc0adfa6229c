package commerce

import (
	"cmp"
	"context"
	"slices"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
)

// subscription is an offer that renews. It is sold whole, and by itself.
func subscription(item Item, offers []*Package) (Product, error) {
	p := find(offers, item.SubscriptionID)
	if p == nil || p.Kind != KindSubscription {
		return Product{}, ErrNotFound()
	}
	if p.Price() == 0 { // nothing that renews
		return Product{}, errNotForSale()
	}
	return Product{Package: p, BasePrice: p.BasePrice, ServiceFee: p.ServiceFee, Currency: p.Currency}, p.offers(item)
}

// subscribes reports whether what is bought renews.
func (q Quote) subscribes() bool {
	return slices.ContainsFunc(q.Lines, func(l Line) bool { return l.Package.Kind == KindSubscription })
}

// Trial is whose free trial of what is to begin.
type Trial struct {
	ChannelID      int64
	Buyer          Buyer
	Language       string // of letters
	SubscriptionID PackageID
	PaymentMethod  string // the provider's id of a saved card
	Used           bool   // it is known from elsewhere that they had theirs
}

// StartTrial begins the free trial of a subscription, paid by a saved card once it is over.
// Conflict, "trial_used": of a channel's trials a user has one, and "trial_card_used": so has a card; Forbidden,
// "email_not_verified": the user's address is not verified; Unprocessable, "no_trial", "card_required" for a card that is
// not saved, and "trial_card_required" for a wallet's card; other errors are those of Buy.
func (t *Till) StartTrial(ctx context.Context, trial Trial) (Bought, error) {
	p := Purchase{
		ChannelID: trial.ChannelID, Buyer: trial.Buyer, Language: trial.Language, Items: []Item{{SubscriptionID: trial.SubscriptionID}},
		PaymentMethod: trial.PaymentMethod,
	}
	q, err := t.Offers.Quote(ctx, p.ChannelID, p.Buyer, p.Items, "")
	if err != nil {
		return Bought{}, err
	}
	if !q.subscribes() || q.Lines[0].Package.TrialDays == 0 {
		return Bought{}, errNoTrial()
	}
	if trial.Used {
		return Bought{}, errTrialUsed()
	}
	if to, _, err := t.Buyers.Recipient(ctx, p.ChannelID, p.Buyer.UserID); err != nil || !to.Verified {
		return Bought{}, cmp.Or[error](err, errUnverified())
	}
	line := q.Lines[0]
	line.BasePrice, line.ServiceFee = 0, 0
	return t.sell(ctx, p, Quote{Lines: []Line{line}, Currency: q.Currency, TrialDays: line.Package.TrialDays})
}

// requireCard refuses a payment without a card. A subscription that charges nothing at first needs a saved card of
// the buyer; requireCard returns the fingerprint of that card. A trial also needs the fingerprint of the card's own number: each
// device with a wallet has a number, and therefore a fingerprint, for the same card.
func (t *Till) requireCard(ctx context.Context, account Account, p Purchase, q Quote) (fingerprint string, err error) {
	if q.Amount > 0 || !q.subscribes() {
		if q.Amount > 0 && p.PaymentMethod == "" {
			return "", errCardRequired()
		}
		return "", nil
	}
	card, err := t.ownCard(ctx, account, p.ChannelID, p.Buyer.UserID, p.PaymentMethod)
	if fault.KindOf(err) == fault.NotFound {
		return "", errCardRequired()
	}
	if err == nil && q.TrialDays > 0 && !card.IdentifiesNumber() {
		return "", errTrialCardRequired()
	}
	return card.Fingerprint, err
}

// refuseOtherCurrency refuses a subscription while the user has one in another currency at the same account: the provider bills a
// customer in one currency ("Customers", currency). Conflict, "other_currency".
func (t *Till) refuseOtherCurrency(ctx context.Context, account Account, p Purchase, currency string) error {
	rows, err := t.renewing(ctx, account, p.ChannelID, p.Buyer.UserID)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if row.Currency == currency {
			continue
		}
		if err := t.settleSubscriptionOf(ctx, account, p.ChannelID, row.CheckoutID); err != nil {
			return unavailable(err)
		}
		now, err := t.subscriptionBy(ctx, p.ChannelID, "id", row.ID)
		if err != nil {
			return err
		}
		if now.EndedMS == 0 {
			return fault.New(fault.Conflict, "other_currency", "Your present subscription is in another currency, and the payment provider bills each customer in one currency only. You can subscribe again once that subscription has ended.")
		}
	}
	return nil
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

// findSubscriptionOutcome is findOutcome for a checkout that begins a subscription.
func (t *Till) findSubscriptionOutcome(ctx context.Context, account Account, c *checkoutRow) (outcome, bool, error) {
	row, err := t.subscriptionBy(ctx, c.ChannelID, "checkout_id", c.ID)
	if err != nil {
		return outcome{}, false, err
	}
	return t.fetchSubscription(ctx, account, c, row.Ref)
}

// askForSubscription is ask for a checkout that begins a subscription.
func (t *Till) askForSubscription(ctx context.Context, account Account, c *checkoutRow) (outcome, error) {
	row, err := t.subscriptionBy(ctx, c.ChannelID, "checkout_id", c.ID)
	if err != nil {
		return outcome{}, err
	}
	asked := t.Clock.Now()
	s, err := account.CreateSubscription(ctx, row.request(c))
	if err != nil {
		return t.refused(ctx, c, outcome{}, err)
	}
	o := outcome{asked: asked, subscription: &s}
	if o.intent, err = account.FirstPayment(ctx, s); err != nil {
		return outcome{}, err
	}
	return t.confirm(ctx, account, c, o)
}

// confirm has the first payment of a subscription charged where that was not tried yet.
func (t *Till) confirm(ctx context.Context, account Account, c *checkoutRow, o outcome) (outcome, error) {
	if !o.unconfirmed() || !c.fits(o.intent) {
		return o, nil
	}
	_, err := account.ConfirmIntent(ctx, "confirm-"+c.Key, o.intent.ID, c.PaymentMethod)
	if err != nil && payment.OutcomeOf(err) == payment.Unclear {
		return outcome{}, err
	}
	// The subscription has changed by it; and what was refused may be so because it was done.
	now, _, again := t.fetchSubscription(ctx, account, c, o.subscription.ID)
	if again != nil {
		return outcome{}, again
	}
	if err == nil || now.intent.Status != payment.RequiresMethod && !now.unconfirmed() {
		return now, nil
	}
	failed, err := t.refused(ctx, c, now, err)
	if err != nil {
		return outcome{}, err
	}
	if err := t.storeFailureReason(ctx, c, failed.failure.Code); err != nil {
		return outcome{}, err
	}
	if now, err = t.cancelFirst(ctx, account, c, now); err != nil || now.intent.Status == payment.Succeeded {
		return now, err
	}
	now.failure = failed.failure
	return now, nil
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

// unconfirmed reports whether nobody tried yet to charge a card.
func (o outcome) unconfirmed() bool {
	return o.intent.ID != "" && (o.intent.Status == payment.RequiresConfirmation || o.intent.Status == payment.RequiresMethod && o.intent.FailureCode == "")
}

// refused is what a provider's error makes of a checkout. An error leaves that open.
func (t *Till) refused(ctx context.Context, c *checkoutRow, o outcome, err error) (outcome, error) {
	if payment.IsMissing(err, c.Customer) && c.Status == OrderCreated && o.intent.ID == "" {
		return outcome{}, errCustomerGone
	}
	switch payment.OutcomeOf(err) {
	case payment.Declined:
		o.failure = declined(payment.CodeOf(err))
		return o, nil
	case payment.Refused:
		t.Log.WarnContext(ctx, "the provider refuses a payment", "checkout", c.ID, "channel", c.ChannelID, "error", err)
		o.failure = refusedPayment(err, c.PaymentMethod)
		return o, nil
	case payment.Unclear:
	}
	return outcome{}, err
}

// cancelFirst gives up the payment of a checkout, and returns what became of it. That of a
// subscription is given up by its invoice, which the provider refuses once it is paid: to
// cancel the subscription would end what somebody has just paid for.
func (t *Till) cancelFirst(ctx context.Context, account Account, c *checkoutRow, o outcome) (outcome, error) {
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
