package commerce

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/tax"
)

// TillDeps are the dependencies of Till.
type TillDeps struct {
	DB       *db.DB
	Clock    clock.Clock
	Log      *slog.Logger
	Offers   *Service
	Payments Payments
	Buyers   Buyers
	Sites    Sites
	Letters  Letters
	Queue    Queue
	// CardKey is the key of the hashes of cards that started trials. After a change of the key earlier cards are unknown.
	CardKey []byte
}

// Till creates orders, charges and refunds them, and ensures that every charge ends as a paid order or a refund. It is safe for
// concurrent use.
type Till struct{ TillDeps }

// NewTill returns a Till for all channels.
func NewTill(deps TillDeps) *Till { return &Till{deps} }

// Purchase is a request to buy items in one payment.
type Purchase struct {
	ChannelID     int64
	Buyer         Buyer
	Language      string // of emails
	Items         []Item
	Coupon        string // a promo code; "" for none
	PaymentMethod string // the provider's id of a card; not needed for a free purchase
	SaveCard      bool
}

// PurchaseResult is the result of a purchase: its orders, and the data with which a browser confirms the payment.
type PurchaseResult struct {
	Orders []*Order
	// ClientSecret lets the buyer's browser confirm the payment with their bank; empty if no confirmation is needed.
	ClientSecret   string
	PublishableKey string
	TestPayments   bool // no money moves
}

// maxConflicts is the number of times that a purchase clears conflicting orders and tries again.
const maxConflicts = 3

// providerDeadline limits the requests to the provider, from the start of a purchase. It is shorter than the timeout of browsers (30 s;
// specification, section 9), so that the buyer gets an order to wait for instead of no answer.
const providerDeadline = 20 * time.Second

// Buy creates the orders, then charges. If the provider's answer is unclear, the orders stay "created" and Reconcile finds out the outcome later.
// All prices are the channel's own.
//
// Errors: Conflict, "already_bought", "payment_disputed" and "payment_in_progress", because a user has one order of a product at a time;
// "other_currency", because the provider bills a customer in one currency; Unprocessable, "card_required"; Unavailable, "payments_unavailable"; and those of Quote.
func (t *Till) Buy(ctx context.Context, p Purchase) (PurchaseResult, error) {
	q, err := t.Offers.Quote(ctx, p.ChannelID, p.Buyer, p.Items, p.Coupon)
	if err != nil {
		return PurchaseResult{}, err
	}
	return t.chargeQuote(ctx, p, q)
}

// chargeQuote creates the orders of a quote, then charges.
func (t *Till) chargeQuote(ctx context.Context, p Purchase, q Quote) (PurchaseResult, error) {
	until := time.Now().Add(providerDeadline)
	providerCtx, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	account, err := t.Payments.Account(providerCtx, p.ChannelID)
	if err != nil {
		return PurchaseResult{}, err
	}
	if err := t.Offers.refuseBought(ctx, p.ChannelID, p.Buyer.UserID, q.Lines); err != nil {
		return PurchaseResult{}, err
	}
	if q.subscribes() {
		if err := t.refuseOtherCurrency(providerCtx, account, p, q.Currency); err != nil {
			return PurchaseResult{}, err
		}
	}
	fingerprint, err := t.requireCard(providerCtx, account, p, q)
	if err != nil {
		return PurchaseResult{}, err
	}
	q.cardHash = t.cardHash(p.ChannelID, fingerprint)
	row := newCheckoutRow(p, q, account)
	if q.Amount > 0 || row.Subscribes {
		if row.Customer, err = t.customer(providerCtx, account, p.ChannelID, p.Buyer.UserID); err != nil {
			return PurchaseResult{}, err
		}
	}
	// Ignore cancellation of the request from here on.
	ctx = context.WithoutCancel(ctx)
	if err := t.createCheckout(ctx, row, q, until); err != nil {
		return PurchaseResult{}, err
	}
	secret, err := t.charge(ctx, account, row, until)
	if err != nil {
		return PurchaseResult{}, err
	}
	orders, err := t.Offers.ofCheckout(ctx, p.ChannelID, row.ID)
	return PurchaseResult{Orders: orders, ClientSecret: secret, PublishableKey: account.PublishableKey(), TestPayments: isTest(account)}, err
}

func newCheckoutRow(p Purchase, q Quote, account Account) *checkoutRow {
	row := &checkoutRow{
		ChannelID: p.ChannelID, UserID: p.Buyer.UserID, Status: OrderCreated, Currency: q.Currency, BasePrice: q.BasePrice,
		ServiceFee: q.ServiceFee, Discount: q.Discount, Amount: q.Amount, Account: account.Name(),
		PaymentMethod: p.PaymentMethod, SaveCard: p.SaveCard, Language: p.Language, Subscribes: q.subscribes(),
	}
	if q.Coupon != nil {
		row.CouponID = q.Coupon.ID
	}
	return row
}

// createCheckout stores a checkout, its orders and the job that reconciles it. If the user has an unfinished order of the same product,
// createCheckout cancels that order and tries again.
func (t *Till) createCheckout(ctx context.Context, row *checkoutRow, q Quote, until time.Time) error {
	taxes, err := t.Sites.Taxes(ctx, row.ChannelID)
	if err != nil {
		return err
	}
	for conflicts := 0; ; conflicts++ {
		err := t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return t.insertCheckout(ctx, tx, row, q, taxes) })
		switch {
		case !db.IsUnique(err):
			return err
		case conflicts == maxConflicts:
			return errInProgress()
		}
		if err := t.clearConflictingOrders(ctx, row, q, until); err != nil {
			return err
		}
	}
}

func errInProgress() *fault.Error {
	return fault.New(fault.Conflict, "payment_in_progress", "A payment for this purchase is already in progress. Please wait a moment.")
}

// reconcileAfter is the delay before the first Reconcile.
const reconcileAfter = 10 * time.Second

// insertCheckout stores a checkout and its orders in one transaction. A free checkout is marked as paid; the others get a reconcile job. A
// unique violation means that an order of the same product is unfinished or paid.
func (t *Till) insertCheckout(ctx context.Context, tx bun.Tx, row *checkoutRow, q Quote, taxes tax.List) error {
	now := t.Clock.Now()
	row.ID, row.Key, row.CreatedMS, row.UpdatedMS = 0, strings.ToLower(rand.Text()), clock.Millis(now), clock.Millis(now)
	if err := releaseExpired(ctx, tx, row.ChannelID, row.UserID, keysOf(q), now); err != nil {
		return err
	}
	if _, err := tx.NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert checkout: %w", err)
	}
	orders := ordersOfQuote(q, row, taxes)
	if _, err := tx.NewInsert().Model(&orders).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert orders: %w", err)
	}
	if row.Subscribes {
		if err := t.beginSubscription(ctx, tx, row, orders[0], q); err != nil {
			return err
		}
	}
	if row.CouponID != 0 {
		if err := t.Offers.TakeCoupon(ctx, tx, row.ChannelID, row.UserID, row.CouponID, row.Key); err != nil {
			return err
		}
	}
	if row.free() {
		return t.pay(ctx, tx, row, "")
	}
	return t.Queue.EnqueueReconcile(ctx, tx, row.ChannelID, row.ID, reconcileAfter)
}

// clearConflictingOrders cancels the user's unfinished orders of the same products. It refuses the purchase if an order of these products
// is paid, disputed or still being processed. A paid subscription that has ended does not prevent the purchase.
func (t *Till) clearConflictingOrders(ctx context.Context, row *checkoutRow, q Quote, until time.Time) error {
	ctx, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	conflicting, err := t.liveOrders(ctx, row.ChannelID, row.UserID, keysOf(q))
	if err != nil {
		return err
	}
	for _, order := range conflicting {
		c, err := t.checkout(ctx, row.ChannelID, order.CheckoutID)
		if err != nil {
			return err
		}
		if order.Dispute == DisputeOpen {
			return errOrderDisputed()
		}
		if order.Status == OrderPaid {
			if ended, err := t.checkSubscriptionOver(ctx, c); err != nil || !ended {
				return cmp.Or[error](err, errAlreadyBought(q.product(order.ProductKey)))
			}
			continue
		}
		status, err := t.cancelUnlessPaid(ctx, c)
		switch {
		case err != nil || status == OrderCreated:
			t.Log.InfoContext(ctx, "payment still pending", "checkout", c.ID, "error", err)
			return errInProgress()
		case status == OrderPaid:
			return errAlreadyBought(q.product(order.ProductKey))
		}
	}
	return nil
}

// errOrderDisputed refuses a product while the buyer's bank disputes an earlier payment for the product.
func errOrderDisputed() error {
	return fault.New(fault.Conflict, "payment_disputed", "Your bank is disputing your payment. Your order becomes active again if the bank drops the dispute.")
}

// errAlreadyBought returns the message of the specification: "You already bought this {type}."
func errAlreadyBought(p Product) error {
	sentence := "You already bought this pass."
	switch {
	case p.Event != nil:
		sentence = "You already bought this event."
	case p.isAddition(): // also an add-on subscription
		sentence = "You already bought this add-on."
	case p.Package.Kind == KindSubscription:
		sentence = "You already bought this subscription."
	}
	return fault.New(fault.Conflict, "already_bought", sentence)
}
