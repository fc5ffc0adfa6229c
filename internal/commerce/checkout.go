package commerce

import (
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
)

// TillDeps are what a till needs from the rest of the house.
type TillDeps struct {
	DB       *db.DB
	Clock    clock.Clock
	Log      *slog.Logger
	Offers   *Service
	Payments Payments
	Events   Events
	Buyers   Buyers
	Letters  Letters
	Queue    Queue
}

// Till takes and gives back money: it makes orders, has them paid and sees to it that
// every charge ends as a paid order or a refund. It is safe for concurrent use.
type Till struct{ TillDeps }

// NewTill returns the till of all channels.
func NewTill(deps TillDeps) *Till { return &Till{deps} }

// Purchase is what somebody wants to buy in one payment.
type Purchase struct {
	ChannelID, UserID int64
	Language          string // of letters
	Viewer            Viewer // where nothing may be watched, nothing is sold
	Wanted            []Selection
	PaymentMethod     string // the provider's id of a card; not needed where nothing is to be paid
	SaveCard          bool
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

// attempts is how often a purchase tries to get past one that is under way.
const attempts = 3

// Buy begins a payment, and ends it where the provider answers at once. All prices are the
// channel's own. The orders stand in the database before the provider is asked; where its
// answer is not clear they stay created, and Reconcile finds out.
//
// Conflict, "already_bought" and "payment_in_progress": of one product a user has one order
// at a time. Unprocessable, "card_required"; other errors are those of choose.
func (t *Till) Buy(ctx context.Context, p Purchase) (Bought, error) {
	account, err := t.Payments.Account(ctx, p.ChannelID)
	if err != nil {
		return Bought{}, err
	}
	items, err := t.choose(ctx, p)
	if err != nil {
		return Bought{}, err
	}
	total := totalOf(items)
	customer := ""
	if total.Amount() > 0 {
		if p.PaymentMethod == "" {
			return Bought{}, fault.OfField(fault.Unprocessable, "payment_method", "card_required", "Please select one of your saved cards or enter new one")
		}
		if customer, err = t.customer(ctx, account, p.ChannelID, p.UserID); err != nil {
			return Bought{}, err
		}
	}
	// From here on the buyer's patience no longer counts: what was begun is brought to an end.
	ctx = context.WithoutCancel(ctx)
	row := &checkoutRow{
		ChannelID: p.ChannelID, UserID: p.UserID, Status: OrderCreated, Currency: total.Currency, BasePrice: total.BasePrice,
		ServiceFee: total.ServiceFee, Discount: total.Discount, Amount: total.Amount(), Account: string(account.Mode()),
		Customer: customer, PaymentMethod: p.PaymentMethod, SaveCard: p.SaveCard, Language: p.Language,
	}
	if err := t.open(ctx, account, row, items); err != nil {
		return Bought{}, err
	}
	secret, err := t.charge(ctx, account, row)
	if err != nil {
		return Bought{}, err
	}
	orders, err := t.Offers.ofCheckout(ctx, p.ChannelID, row.ID)
	return Bought{Orders: orders, ClientSecret: secret, PublishableKey: account.PublishableKey(), TestPayments: isTest(account)}, err
}

// open writes the checkout with its orders and the job that looks after it. Where an order
// of one of the products is under way, that one is brought to an end first.
func (t *Till) open(ctx context.Context, account Account, row *checkoutRow, items []item) error {
	for range attempts {
		err := t.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return t.begin(ctx, tx, row, items) })
		if !db.IsUnique(err) {
			return err
		}
		if err := t.makeWay(ctx, account, row, items); err != nil {
			return err
		}
	}
	return errInProgress()
}

func errInProgress() *fault.Error {
	return fault.New(fault.Conflict, "payment_in_progress", "A payment for this is under way. Please wait a moment.")
}

// reconcileAfter is when somebody looks after a checkout for the first time.
const reconcileAfter = 10 * time.Second

func (t *Till) begin(ctx context.Context, tx bun.Tx, row *checkoutRow, items []item) error {
	now := t.Clock.Now()
	row.ID, row.Key, row.CreatedMS, row.UpdatedMS = 0, strings.ToLower(rand.Text()), clock.Millis(now), clock.Millis(now)
	if err := releaseExpired(ctx, tx, row.ChannelID, row.UserID, keysOf(items), now); err != nil {
		return err
	}
	if _, err := tx.NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("open a checkout: %w", err)
	}
	for _, one := range items {
		order := one.row(row)
		if _, err := tx.NewInsert().Model(order).Exec(ctx); err != nil {
			return fmt.Errorf("open an order: %w", err)
		}
	}
	if row.Amount == 0 {
		return t.pay(ctx, tx, row, "")
	}
	return t.Queue.EnqueueReconcile(ctx, tx, row.ChannelID, row.ID, reconcileAfter)
}

// makeWay deals with the orders that keep new ones of the same products from being made:
// what is paid for is not sold again, and what is under way is ended.
func (t *Till) makeWay(ctx context.Context, account Account, row *checkoutRow, items []item) error {
	rivals, err := t.liveOrders(ctx, row.ChannelID, row.UserID, keysOf(items))
	if err != nil {
		return err
	}
	for _, rival := range rivals {
		if rival.Status == OrderPaid {
			return errAlreadyBought(rival.Type)
		}
		c, err := t.checkout(ctx, row.ChannelID, rival.CheckoutID)
		if err != nil {
			return err
		}
		status, err := t.conclude(ctx, account, c)
		switch {
		case err != nil || status == OrderCreated:
			t.Log.InfoContext(ctx, "a payment is under way still", "checkout", c.ID, "error", err)
			return errInProgress()
		case status == OrderPaid:
			return errAlreadyBought(rival.Type)
		}
	}
	return nil
}

// errAlreadyBought says it in the specification's words: "You already bought this {type}."
func errAlreadyBought(kind OrderType) error {
	sentence := "You already bought this pass."
	switch kind {
	case OrderOfEvent:
		sentence = "You already bought this event."
	case OrderOfAddition:
		sentence = "You already bought this add-on."
	case OrderOfPackage:
	}
	return fault.New(fault.Conflict, "already_bought", sentence)
}
