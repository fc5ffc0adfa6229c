package payment

import (
	"context"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v85"
)

// Statuses of a subscription ("Subscription", status).
const (
	SubscriptionIncomplete = "incomplete"         // its first payment is under way
	SubscriptionExpired    = "incomplete_expired" // its first payment never came
	SubscriptionTrialing   = "trialing"
	SubscriptionActive     = "active"
	SubscriptionPastDue    = "past_due" // a renewal is tried again
	SubscriptionUnpaid     = "unpaid"   // it is tried no more
	SubscriptionPaused     = "paused"
	SubscriptionCanceled   = "canceled"
)

// Subscription is what renews by itself, as the provider has it now.
type Subscription struct {
	ID       string
	Status   string
	Customer string
	Metadata map[string]string
	Price    int64  // of a period, in minor units of Currency
	Currency string // ISO 4217, upper case
	// Interval (day, week, month or year) and IntervalCount are the length of a period ("Prices", recurring).
	Interval      string
	IntervalCount int64
	// NextPayment is the charge of the next invoice. RetrieveSubscription sets it; nil if the provider does not return it.
	NextPayment *NextPayment

	Ends   bool // with its period: its renewal is cancelled
	Paused bool // its collection is paused: it stays active, and nothing is charged
	Held   bool // and this program paused it, because of a dispute
	// TrialEnd, CanceledAt and EndedAt are zero where there is none of it.
	TrialEnd, CanceledAt, EndedAt time.Time
	PeriodEnd                     time.Time // of the period that runs, paid or not
	EndReason                     string    // why the provider ended it ("Subscription", cancellation_details.reason)
	EndComment                    string    // what CancelSubscription was told
	CustomerGone                  bool      // its customer was deleted
	Card                          Card      // that pays, the zero one where none is known
	Created                       time.Time
	// Invoices are the latest, the newest first. MoreInvoices reports whether OlderInvoices has others. Both are filled by
	// RetrieveSubscription.
	Invoices     []Invoice
	MoreInvoices bool
}

// Over reports whether the provider asks for no money any more.
func (s *Subscription) Over() bool {
	switch s.Status {
	case SubscriptionExpired, SubscriptionCanceled, SubscriptionUnpaid, SubscriptionPaused:
		return true
	}
	return false
}

// Reasons for the end of a subscription ("Subscription", cancellation_details.reason) that matter here.
const (
	EndPaymentFailed   = "payment_failed"
	EndPaymentDisputed = "payment_disputed"
)

// SubscriptionRequest is a subscription to be made. The same request with the same key has
// the same answer, and nothing is charged before its first payment is confirmed.
type SubscriptionRequest struct {
	Key       string // idempotency key
	Customer  string
	Product   string // id of the offer at the provider, which is made where it is missing
	Name      string // of the offer
	Price     int64  // of a period, in minor units of Currency
	Currency  string // ISO 4217
	Days      int64  // of a period; 0: a year of twelve months
	TrialDays int64
	Discount  int64  // off the first period
	Card      string // a saved card that pays; empty where the first payment's does
	Metadata  map[string]string
}

// maxSubscriptionInvoices is the largest number of Subscription.Invoices: ten years of monthly periods.
const maxSubscriptionInvoices = 120

// CreateSubscription makes a subscription whose first payment waits to be confirmed
// ("Subscriptions", payment_behavior=default_incomplete).
func (a *Account) CreateSubscription(ctx context.Context, r SubscriptionRequest) (Subscription, error) {
	if err := a.ensureProduct(ctx, r); err != nil {
		return Subscription{}, err
	}
	recurring := &stripe.SubscriptionCreateItemPriceDataRecurringParams{Interval: stripe.String("year"), IntervalCount: stripe.Int64(1)}
	if r.Days > 0 {
		recurring.Interval, recurring.IntervalCount = stripe.String("day"), &r.Days
	}
	params := &stripe.SubscriptionCreateParams{
		Customer: &r.Customer, PaymentBehavior: stripe.String("default_incomplete"), Metadata: r.Metadata,
		PaymentSettings: &stripe.SubscriptionCreatePaymentSettingsParams{
			SaveDefaultPaymentMethod: stripe.String("on_subscription"), PaymentMethodTypes: stripe.StringSlice([]string{"card"}),
		},
		Items: []*stripe.SubscriptionCreateItemParams{{PriceData: &stripe.SubscriptionCreateItemPriceDataParams{
			Currency: stripe.String(strings.ToLower(r.Currency)), Product: &r.Product, UnitAmount: &r.Price, Recurring: recurring,
		}}},
	}
	if r.TrialDays > 0 {
		params.TrialPeriodDays = &r.TrialDays
	}
	if r.Card != "" {
		params.DefaultPaymentMethod = &r.Card
	}
	if r.Discount > 0 {
		coupon, err := a.onceOff(ctx, r)
		if err != nil {
			return Subscription{}, err
		}
		params.Discounts = []*stripe.SubscriptionCreateDiscountParams{{Coupon: &coupon}}
	}
	params.SetIdempotencyKey(r.Key)
	made, err := a.client.V1Subscriptions.Create(ctx, params)
	if err != nil {
		return Subscription{}, newError(err)
	}
	return a.RetrieveSubscription(ctx, made.ID)
}

// takenID is the code of an object that was made before under the same id.
const takenID = "resource_already_exists"

// ensureProduct makes what a price of a subscription is of.
func (a *Account) ensureProduct(ctx context.Context, r SubscriptionRequest) error {
	_, err := a.client.V1Products.Create(ctx, &stripe.ProductCreateParams{ID: &r.Product, Name: &r.Name})
	if err = failed(err); CodeOf(err) == takenID {
		return nil
	}
	return err
}

// onceOff is the coupon that takes the discount of one request off its first invoice. Its id
// follows from the request, so that asking again takes off no more.
func (a *Account) onceOff(ctx context.Context, r SubscriptionRequest) (string, error) {
	id := r.Key + "-off"
	_, err := a.client.V1Coupons.Create(ctx, &stripe.CouponCreateParams{
		ID: &id, AmountOff: &r.Discount, Currency: stripe.String(strings.ToLower(r.Currency)), Duration: stripe.String("once"),
	})
	if err = failed(err); err != nil && CodeOf(err) != takenID {
		return "", err
	}
	return id, nil
}

func failed(err error) error {
	if err == nil {
		return nil
	}
	return newError(err)
}

// RetrieveSubscription says how a subscription stands, with its invoices.
func (a *Account) RetrieveSubscription(ctx context.Context, id string) (Subscription, error) {
	params := &stripe.SubscriptionRetrieveParams{}
	params.AddExpand("default_payment_method")
	params.AddExpand("customer.invoice_settings.default_payment_method")
	found, err := a.client.V1Subscriptions.Retrieve(ctx, id, params)
	if err != nil {
		return Subscription{}, newError(err)
	}
	s := newSubscription(found)
	if s.Invoices, s.MoreInvoices, err = a.listInvoices(ctx, &stripe.InvoiceListParams{Subscription: &id}, maxSubscriptionInvoices); err != nil {
		return Subscription{}, err
	}
	s.NextPayment = a.previewNext(ctx, s)
	return s, nil
}

// FindSubscription looks among a customer's subscriptions for one by its metadata; false
// when there is none.
func (a *Account) FindSubscription(ctx context.Context, customer, key, value string) (Subscription, bool, error) {
	params := &stripe.SubscriptionListParams{Customer: &customer, Status: stripe.String("all")}
	params.Limit = stripe.Int64(100)
	looked := 0
	for found, err := range a.client.V1Subscriptions.List(ctx, params).All(ctx) {
		if err != nil {
			return Subscription{}, false, newError(err)
		}
		if found.Metadata[key] == value {
			s, err := a.RetrieveSubscription(ctx, found.ID)
			return s, err == nil, err
		}
		if looked++; looked >= maxSearched {
			break
		}
	}
	return Subscription{}, false, nil
}

// SetCancelAtPeriodEnd makes a subscription end with its current period, or renew again (Stripe API,
// Subscription.cancel_at_period_end).
func (a *Account) SetCancelAtPeriodEnd(ctx context.Context, id string, cancel bool) error {
	_, err := a.client.V1Subscriptions.Update(ctx, id, &stripe.SubscriptionUpdateParams{CancelAtPeriodEnd: &cancel})
	return failed(err)
}

// heldFor is the key of a subscription's metadata that says that this program paused its collection.
const heldFor = "held"

// PauseCollection has a subscription charge nothing until it is taken back: invoices of that time are void ("Pause payment
// collection"). A pause that was made in the dashboard is not taken back.
func (a *Account) PauseCollection(ctx context.Context, id string, paused bool) error {
	params := &stripe.SubscriptionUpdateParams{}
	if paused {
		params.PauseCollection = &stripe.SubscriptionUpdatePauseCollectionParams{Behavior: stripe.String("void")}
		params.AddMetadata(heldFor, "dispute")
	} else {
		params.AddExtra("pause_collection", "")
		params.AddMetadata(heldFor, "")
	}
	_, err := a.client.V1Subscriptions.Update(ctx, id, params)
	return failed(err)
}

// CancelSubscription ends a subscription at once: nothing is charged for it any more. The comment says why, and comes back as
// EndComment. A subscription that is over already is no error.
func (a *Account) CancelSubscription(ctx context.Context, id, comment string) error {
	params := &stripe.SubscriptionCancelParams{}
	if comment != "" {
		params.CancellationDetails = &stripe.SubscriptionCancelCancellationDetailsParams{Comment: &comment}
	}
	_, err := a.client.V1Subscriptions.Cancel(ctx, id, params)
	if err = failed(err); FailureKindOf(err) != Refused {
		return err
	}
	s, again := a.RetrieveSubscription(ctx, id)
	if again == nil && (s.Status == SubscriptionCanceled || s.Status == SubscriptionExpired) {
		return nil
	}
	return err
}

// ChangeCard has a subscription paid by another card of its customer from now on.
func (a *Account) ChangeCard(ctx context.Context, id, card string) error {
	_, err := a.client.V1Subscriptions.Update(ctx, id, &stripe.SubscriptionUpdateParams{DefaultPaymentMethod: &card})
	return failed(err)
}

func newSubscription(s *stripe.Subscription) Subscription {
	out := Subscription{
		ID: s.ID, Status: string(s.Status), Metadata: s.Metadata, Currency: strings.ToUpper(string(s.Currency)),
		Ends:   s.CancelAtPeriodEnd || s.CancelAt > 0,
		Paused: s.PauseCollection != nil, Held: s.PauseCollection != nil && s.Metadata[heldFor] != "",
		Created:  second(s.Created),
		TrialEnd: second(s.TrialEnd), CanceledAt: second(s.CanceledAt), EndedAt: second(s.EndedAt),
	}
	if s.Customer != nil {
		out.Customer, out.CustomerGone = s.Customer.ID, s.Customer.Deleted
	}
	if d := s.CancellationDetails; d != nil {
		out.EndReason, out.EndComment = string(d.Reason), d.Comment
	}
	if s.Items != nil {
		for _, item := range s.Items.Data {
			if item.Price != nil {
				out.Price += item.Price.UnitAmount * item.Quantity
				if r := item.Price.Recurring; r != nil && out.Interval == "" {
					out.Interval, out.IntervalCount = string(r.Interval), r.IntervalCount
				}
			}
			if end := second(item.CurrentPeriodEnd); end.After(out.PeriodEnd) {
				out.PeriodEnd = end
			}
		}
	}
	out.Card = cardOf(s)
	return out
}

// cardOf is the card that pays a subscription: its own, else the customer's default. One that was detached pays nothing.
func cardOf(s *stripe.Subscription) Card {
	m := s.DefaultPaymentMethod
	if m == nil && s.Customer != nil && s.Customer.InvoiceSettings != nil {
		m = s.Customer.InvoiceSettings.DefaultPaymentMethod
	}
	if m == nil || m.Customer == nil && m.Card != nil {
		return Card{}
	}
	out := Card{ID: m.ID}
	if m.Card != nil {
		out.Brand, out.Last4 = string(m.Card.Brand), m.Card.Last4
		out.ExpMonth, out.ExpYear = m.Card.ExpMonth, m.Card.ExpYear
	}
	return out
}

// second is a time of the provider, in seconds since 1970; 0 stands for none.
func second(at int64) time.Time {
	if at == 0 {
		return time.Time{}
	}
	return time.Unix(at, 0).UTC()
}
