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

// TillDeps are what a till needs from the rest of the house.
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
	// CardKey keys the hashes of cards with which trials were begun. Another key forgets them.
	CardKey []byte
}

// Till takes and gives back money: it makes orders, has them paid and sees to it that
// every charge ends as a paid order or a refund. It is safe for concurrent use.
type Till struct{ TillDeps }

// NewTill returns the till of all channels.
func NewTill(deps TillDeps) *Till { return &Till{deps} }

// Purchase is what somebody wants to buy in one payment.
type Purchase struct {
	ChannelID     int64
	Buyer         Buyer
	Language      string // of letters
	Items         []Item
	Coupon        string // a promo code; "" for none
	PaymentMethod string // the provider's id of a card; not needed where nothing is to be paid
	SaveCard      bool
}

// Bought is a payment that was begun.
type Bought struct {
	Orders []*Order
	// ClientSecret lets the buyer's browser confirm the payment with their bank; empty where
	// there is nothing to confirm.
	ClientSecret   string
	PublishableKey string
	TestPayments   bool // no money moves
}

// maxConflicts is the number of times that a purchase clears conflicting orders and tries again.
const maxConflicts = 3

// askWithin is for how long after a purchase began the provider is asked anything. It ends
// before browsers give up waiting (30 s; specification, section 9), so that the buyer gets
// the order to wait for in place of no answer.
const askWithin = 20 * time.Second

// Buy begins a payment, and ends it where the provider answers at once. All prices are the
// channel's own. The orders stand in the database before the provider is asked; where its
// answer is not clear they stay created, and Reconcile finds out.
//
// Conflict, "already_bought", "payment_disputed" and "payment_in_progress": of one product a
// user has one order at a time. Unprocessable, "card_required"; other errors are those of Quote, and
// Unavailable, "payments_unavailable".
func (t *Till) Buy(ctx context.Context, p Purchase) (Bought, error) {
	q, err := t.Offers.Quote(ctx, p.ChannelID, p.Buyer, p.Items, p.Coupon)
	if err != nil {
		return Bought{}, err
	}
	return t.sell(ctx, p, q)
}

// sell has what was quoted paid.
func (t *Till) sell(ctx context.Context, p Purchase, q Quote) (Bought, error) {
	until := time.Now().Add(askWithin)
	asking, stop := context.WithDeadline(ctx, until)
	defer stop()
	account, err := t.Payments.Account(asking, p.ChannelID)
	if err != nil {
		return Bought{}, err
	}
	if err := t.Offers.refuseBought(ctx, p.ChannelID, p.Buyer.UserID, q.Lines); err != nil {
		return Bought{}, err
	}
	if q.subscribes() {
		if err := t.refuseOtherCurrency(asking, account, p, q.Currency); err != nil {
			return Bought{}, err
		}
	}
	fingerprint, err := t.requireCard(asking, account, p, q)
	if err != nil {
		return Bought{}, err
	}
	q.cardHash = t.cardHash(p.ChannelID, fingerprint)
	row := newCheckoutRow(p, q, account)
	if q.Amount > 0 || row.Subscribes {
		if row.Customer, err = t.customer(asking, account, p.ChannelID, p.Buyer.UserID); err != nil {
			return Bought{}, err
		}
	}
	// From here on the buyer's patience no longer counts: what was begun is brought to an end.
	ctx = context.WithoutCancel(ctx)
	if err := t.open(ctx, row, q, until); err != nil {
		return Bought{}, err
	}
	secret, err := t.charge(ctx, account, row, until)
	if err != nil {
		return Bought{}, err
	}
	orders, err := t.Offers.ofCheckout(ctx, p.ChannelID, row.ID)
	return Bought{Orders: orders, ClientSecret: secret, PublishableKey: account.PublishableKey(), TestPayments: isTest(account)}, err
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

// open writes the checkout with its orders and the job that looks after it. Where an order
// of one of the products is under way, that one is brought to an end first.
func (t *Till) open(ctx context.Context, row *checkoutRow, q Quote, until time.Time) error {
	taxes, err := t.Sites.Taxes(ctx, row.ChannelID)
	if err != nil {
		return err
	}
	for conflicts := 0; ; conflicts++ {
		err := t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return t.begin(ctx, tx, row, q, taxes) })
		switch {
		case !db.IsUnique(err):
			return err
		case conflicts == maxConflicts:
			return errInProgress()
		}
		if err := t.makeWay(ctx, row, q, until); err != nil {
			return err
		}
	}
}

func errInProgress() *fault.Error {
	return fault.New(fault.Conflict, "payment_in_progress", "A payment for this is already in progress. Please wait a moment.")
}

// reconcileAfter is when somebody looks after a checkout for the first time.
const reconcileAfter = 10 * time.Second

func (t *Till) begin(ctx context.Context, tx bun.Tx, row *checkoutRow, q Quote, taxes tax.List) error {
	now := t.Clock.Now()
	row.ID, row.Key, row.CreatedMS, row.UpdatedMS = 0, strings.ToLower(rand.Text()), clock.Millis(now), clock.Millis(now)
	if err := releaseExpired(ctx, tx, row.ChannelID, row.UserID, keysOf(q), now); err != nil {
		return err
	}
	if _, err := tx.NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("open a checkout: %w", err)
	}
	orders := ordersOfQuote(q, row, taxes)
	if _, err := tx.NewInsert().Model(&orders).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("open orders: %w", err)
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

// makeWay deals with the orders that keep new ones of the same products from being made:
// what is paid for is not sold again, and what is under way is ended.
func (t *Till) makeWay(ctx context.Context, row *checkoutRow, q Quote, until time.Time) error {
	ctx, stop := context.WithDeadline(ctx, until)
	defer stop()
	rivals, err := t.liveOrders(ctx, row.ChannelID, row.UserID, keysOf(q))
	if err != nil {
		return err
	}
	for _, rival := range rivals {
		c, err := t.checkout(ctx, row.ChannelID, rival.CheckoutID)
		if err != nil {
			return err
		}
		if rival.Dispute == DisputeOpen {
			return errBankDisputes()
		}
		if rival.Status == OrderPaid {
			if over, err := t.settleAndCheckEnded(ctx, c); err != nil || !over {
				return cmp.Or[error](err, errAlreadyBought(q.product(rival.ProductKey)))
			}
			continue
		}
		status, err := t.conclude(ctx, c)
		switch {
		case err != nil || status == OrderCreated:
			t.Log.InfoContext(ctx, "a payment is under way still", "checkout", c.ID, "error", err)
			return errInProgress()
		case status == OrderPaid:
			return errAlreadyBought(q.product(rival.ProductKey))
		}
	}
	return nil
}

// errBankDisputes refuses to sell once more what the buyer's own bank keeps from opening.
func errBankDisputes() error {
	return fault.New(fault.Conflict, "payment_disputed", "Your bank is disputing your payment. Your order becomes active again if the bank drops the dispute.")
}

// errAlreadyBought says it in the specification's words: "You already bought this {type}."
func errAlreadyBought(p Product) error {
	sentence := "You already bought this pass."
	switch {
	case p.Event != nil:
		sentence = "You already bought this event."
	case p.isAddition(): // also one that renews
		sentence = "You already bought this add-on."
	case p.Package.Kind == KindSubscription:
		sentence = "You already bought this subscription."
	}
	return fault.New(fault.Conflict, "already_bought", sentence)
}
