package commerce

import (
	"context"
	"fmt"
	"strconv"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/payment"
)

type subscriptionRow struct {
	bun.BaseModel `bun:"table:subscriptions,alias:s"`

	Interval
	ID               SubscriptionID `bun:",pk,autoincrement"`
	ChannelID        int64
	UserID           int64
	PackageID        PackageID
	OrderID          OrderID
	CheckoutID       CheckoutID
	Ref              string
	Account          string
	Customer         string
	ProductName      string
	Price            int64
	ServiceFee       int64 // the part of Price that is shown as taxes
	NextAmount       int64 // of the next renewal; nextAmountIsPrice for Price
	Currency         string
	PeriodDays       int64 // the length that the provider was asked for; Interval is the present one
	PendingAmount    int64 // the part of NextAmount for changes within a period
	PendingFromMS    int64 // of the first of these changes
	PendingThroughMS int64 // of the last
	TrialDays        int64
	Status           SubscriptionStatus
	AutoRenew        bool
	PastDue          bool
	TrialUntilMS     int64
	PeriodStartMS    int64
	PeriodEndMS      int64
	CanceledMS       int64
	EndedMS          int64
	PausedMS         int64 // when payments were paused in the dashboard; 0 if they were not
	UnchargedMS      int64 `bun:"uncharged_until_ms"` // end of the period after the paid one that is not charged; 0 for none
	Card             string
	CardBrand        string
	CardLast4        string `bun:"card_last4"`
	LookedMS         int64
	Hold             hold
	HeldMS           int64
	CreatedMS        int64
	UpdatedMS        int64
}

type happeningRow struct {
	bun.BaseModel `bun:"table:subscription_history"`

	Interval             // the new length of a period, where this entry changed it
	ID             int64 `bun:",pk,autoincrement"`
	ChannelID      int64
	SubscriptionID SubscriptionID
	Kind           HappeningKind
	Ref            string
	Amount         int64
	UsualAmount    int64 // instead of which Amount is; 0 for none
	Currency       string
	FromMS         int64
	UntilMS        int64
	AtMS           int64
	Reason         reason
	ToldMS         int64
	UsualInterval  Interval `bun:"embed:usual_"` // the length of a period before this entry changed it
}

type trialRow struct {
	bun.BaseModel `bun:"table:trials"`

	ChannelID int64
	UserID    int64
	OrderID   OrderID
	StartedMS int64
}

// newSubscriptionRow is the subscription that a checkout begins, before the provider knows.
func newSubscriptionRow(c *checkoutRow, o *orderRow, q Quote) *subscriptionRow {
	p := q.Lines[0].Package
	r := &subscriptionRow{
		ChannelID: c.ChannelID, UserID: c.UserID, PackageID: p.ID, OrderID: o.ID, CheckoutID: c.ID, Account: c.Account, Customer: c.Customer,
		ProductName: p.Name.In("en"), Price: p.Price(), ServiceFee: p.ServiceFee, Currency: p.Currency, NextAmount: nextAmountIsPrice, TrialDays: int64(q.TrialDays), Status: SubscriptionInactive,
		CreatedMS: c.CreatedMS, UpdatedMS: c.CreatedMS,
	}
	r.PeriodDays = int64(p.periodDays())
	r.Interval = intervalOf(r.PeriodDays)
	return r
}

// request is the subscription to be made: a function of its row and its checkout's alone.
func (r *subscriptionRow) request(c *checkoutRow) payment.SubscriptionRequest {
	request := payment.SubscriptionRequest{
		Key: c.idempotencyKey(), Customer: r.Customer, Product: fmt.Sprintf("grandstand-%d-%d", r.ChannelID, r.PackageID), Name: r.ProductName,
		Price: r.Price, Currency: r.Currency, Days: r.PeriodDays, TrialDays: r.TrialDays, Metadata: c.metadata(),
	}
	if c.Amount == 0 {
		request.Card = c.PaymentMethod // no payment attaches the card
	}
	if r.TrialDays == 0 {
		request.Discount = r.Price - c.Amount
	}
	return request
}

// fits reports whether the provider speaks of this subscription.
func (r *subscriptionRow) fits(c *checkoutRow, s payment.Subscription) bool {
	return (r.Ref == "" || r.Ref == s.ID) && s.Customer == r.Customer && s.Currency == r.Currency &&
		s.Metadata[metaCheckout] == c.Key && s.Metadata[metaChannel] == strconv.FormatInt(r.ChannelID, 10)
}

// subscriptionBy returns the channel's subscription that has the value in a unique column.
func (t *Till) subscriptionBy(ctx context.Context, channelID int64, column string, value any) (*subscriptionRow, error) {
	row := new(subscriptionRow)
	err := t.DB.From(ctx).NewSelect().Model(row).Where("s.channel_id = ?", channelID).Where("? = ?", bun.Ident("s."+column), value).Scan(ctx)
	if db.IsNoRows(err) {
		return nil, ErrSubscriptionNotFound()
	}
	if err != nil {
		return nil, fmt.Errorf("find a subscription by its %s: %w", column, err)
	}
	return row, nil
}

// happened adds an entry to a subscription's history and returns its id, 0 where it stands
// there already.
func (t *Till) happened(ctx context.Context, tx bun.Tx, r *subscriptionRow, h happeningRow) (id int64, err error) {
	h.ChannelID, h.SubscriptionID = r.ChannelID, r.ID
	if h.Currency == "" {
		h.Currency = r.Currency
	}
	if h.AtMS == 0 {
		h.AtMS = clock.Millis(t.Clock.Now())
	}
	if _, err := tx.NewInsert().Model(&h).On("CONFLICT DO NOTHING").Returning("id").Exec(ctx); err != nil {
		return 0, fmt.Errorf("write the history of subscription %d: %w", r.ID, err)
	}
	if h.ID != 0 && (h.Kind == HappenedPrice || h.Kind == HappenedExtra || h.Kind == HappenedPending || h.Reason == reasonAmount || h.Reason == reasonPeriod) {
		t.Log.WarnContext(ctx, "subscription changed at the provider", "subscription", r.ID, "channel", r.ChannelID, "change", h.describe())
	}
	return h.ID, nil
}

// recordHistory adds an entry to a subscription's history, unless the history has it already.
func (t *Till) recordHistory(ctx context.Context, tx bun.Tx, r *subscriptionRow, h happeningRow) error {
	_, err := t.happened(ctx, tx, r, h)
	return err
}

// recordAndNotify is recordHistory with one letter to the subscriber for a new entry. While the account is being deleted no entry
// sends a letter: the deletion has its own.
func (t *Till) recordAndNotify(ctx context.Context, tx bun.Tx, r *subscriptionRow, h happeningRow) error {
	if r.Hold == holdHeld && (h.AtMS == 0 || h.AtMS+userCancelMargin.Milliseconds() >= r.HeldMS) {
		return t.recordHistory(ctx, tx, r, h)
	}
	id, err := t.happened(ctx, tx, r, h)
	if err != nil || id == 0 {
		return err
	}
	return t.Queue.EnqueueSubscriptionLetter(ctx, tx, r.ChannelID, id)
}

// beginSubscription stores the subscription of a checkout and marks the free trial as used.
func (t *Till) beginSubscription(ctx context.Context, tx bun.Tx, c *checkoutRow, o *orderRow, q Quote) error {
	if _, err := tx.NewInsert().Model(newSubscriptionRow(c, o, q)).Exec(ctx); err != nil {
		return fmt.Errorf("open a subscription: %w", err)
	}
	if q.TrialDays == 0 {
		return nil
	}
	trial := &trialRow{ChannelID: c.ChannelID, UserID: c.UserID, OrderID: o.ID, StartedMS: c.CreatedMS}
	taken, err := db.Changed(tx.NewInsert().Model(trial).On("CONFLICT DO NOTHING").Returning("NULL").Exec(ctx))
	if err != nil {
		return fmt.Errorf("take the trial: %w", err)
	}
	if !taken {
		return errTrialUsed()
	}
	return t.takeTrialCard(ctx, tx, c, o, q.cardHash)
}

// recordCharged stores the amount that the provider charged for the first period on the checkout and its order, which are not paid yet. A lower
// amount than expected raises the discount, a higher one the base price.
func (t *Till) recordCharged(ctx context.Context, tx bun.Tx, c *checkoutRow, charged int64) error {
	less, more := max(c.Amount-charged, 0), max(charged-c.Amount, 0)
	_, err := tx.NewUpdate().Model((*orderRow)(nil)).Set("amount = ?", charged).Set("discount = discount + ?", less).Set("base_price = base_price + ?", more).
		Where("channel_id = ?", c.ChannelID).Where("checkout_id = ?", c.ID).Where("status IN (?)", bun.List([]OrderStatus{OrderCreated, OrderFailed})).Exec(ctx)
	if err != nil {
		return fmt.Errorf("record what was charged for the order of checkout %d: %w", c.ID, err)
	}
	_, err = tx.NewUpdate().Model((*checkoutRow)(nil)).Set("amount = ?", charged).Set("discount = discount + ?", less).
		Where("channel_id = ?", c.ChannelID).Where("id = ?", c.ID).Where("status IN (?)", bun.List([]OrderStatus{OrderCreated, OrderFailed})).Exec(ctx)
	if err != nil {
		return fmt.Errorf("record what was charged for checkout %d: %w", c.ID, err)
	}
	return nil
}

// failSubscription ends a subscription that never began; its trial can be taken again.
func (t *Till) failSubscription(ctx context.Context, tx bun.Tx, c *checkoutRow) error {
	now := clock.Millis(t.Clock.Now())
	_, err := tx.NewUpdate().Model((*subscriptionRow)(nil)).Set("status = ?", SubscriptionExpired).Set("auto_renew = FALSE").
		Set("ended_ms = ?", now).Set("updated_ms = ?", now).Where("channel_id = ?", c.ChannelID).Where("checkout_id = ?", c.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("end the subscription of checkout %d: %w", c.ID, err)
	}
	_, err = tx.NewDelete().Model((*trialRow)(nil)).Where("channel_id = ?", c.ChannelID).Where("user_id = ?", c.UserID).
		Where("order_id IN (SELECT o.id FROM orders AS o WHERE o.checkout_id = ?)", c.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("give back the trial of checkout %d: %w", c.ID, err)
	}
	return giveBackTrialCard(ctx, tx, c)
}
