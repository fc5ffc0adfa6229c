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

	ID            SubscriptionID `bun:",pk,autoincrement"`
	ChannelID     int64
	UserID        int64
	PackageID     PackageID
	OrderID       OrderID
	CheckoutID    CheckoutID
	Ref           string
	Account       string
	Customer      string
	ProductName   string
	Price         int64
	ServiceFee    int64 // of which taxes
	Currency      string
	PeriodDays    int64
	TrialDays     int64
	Status        SubscriptionStatus
	AutoRenew     bool
	PastDue       bool
	TrialUntilMS  int64
	PeriodStartMS int64
	PeriodEndMS   int64
	CanceledMS    int64
	EndedMS       int64
	PausedMS      int64 // since when the dashboard collects nothing; 0 while payments go on
	UnchargedMS   int64 `bun:"uncharged_until_ms"` // until when the period after what is paid is not charged; 0 for none
	Card          string
	CardBrand     string
	CardLast4     string `bun:"card_last4"`
	LookedMS      int64
	Hold          hold
	HeldMS        int64
	CreatedMS     int64
	UpdatedMS     int64
}

type happeningRow struct {
	bun.BaseModel `bun:"table:subscription_history"`

	ID             int64 `bun:",pk,autoincrement"`
	ChannelID      int64
	SubscriptionID SubscriptionID
	Kind           HappeningKind
	Ref            string
	Amount         int64
	Currency       string
	FromMS         int64
	UntilMS        int64
	AtMS           int64
	Reason         reason
	ToldMS         int64
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
		ProductName: p.Name.In("en"), Price: p.Price(), ServiceFee: p.ServiceFee, Currency: p.Currency, TrialDays: int64(q.TrialDays), Status: SubscriptionInactive,
		CreatedMS: c.CreatedMS, UpdatedMS: c.CreatedMS,
	}
	r.PeriodDays = int64(p.periodDays())
	return r
}

// request is the subscription to be made: a function of its row and its checkout's alone.
func (r *subscriptionRow) request(c *checkoutRow) payment.SubscriptionRequest {
	request := payment.SubscriptionRequest{
		Key: c.idempotencyKey(), Customer: r.Customer, Product: fmt.Sprintf("grandstand-%d-%d", r.ChannelID, r.PackageID), Name: r.ProductName,
		Price: r.Price, Currency: r.Currency, Days: r.PeriodDays, TrialDays: r.TrialDays, Metadata: c.metadata(),
	}
	if c.Amount == 0 {
		request.Card = c.PaymentMethod // no payment tells the provider of it
	}
	if r.TrialDays == 0 {
		request.Discount = r.Price - c.Amount
	}
	return request
}

// fits reports whether the provider speaks of this subscription.
func (r *subscriptionRow) fits(c *checkoutRow, s payment.Subscription) bool {
	return (r.Ref == "" || r.Ref == s.ID) && s.Customer == r.Customer && s.Price == r.Price && s.Currency == r.Currency &&
		s.Metadata[metaCheckout] == c.Key && s.Metadata[metaChannel] == strconv.FormatInt(r.ChannelID, 10)
}

// subscriptionBy returns the channel's subscription with a value in a column that names one.
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
	return h.ID, nil
}

// note is happened for who does not mind whether the entry stands there already.
func (t *Till) note(ctx context.Context, tx bun.Tx, r *subscriptionRow, h happeningRow) error {
	_, err := t.happened(ctx, tx, r, h)
	return err
}

// tell is note, with a letter about it to the subscriber: one, since an entry is written once,
// however often and in whatever order the provider tells of it.
// What happens to a subscription because its account is being deleted is told by the letters
// about the account.
func (t *Till) tell(ctx context.Context, tx bun.Tx, r *subscriptionRow, h happeningRow) error {
	if r.Hold == holdHeld && (h.AtMS == 0 || h.AtMS+ownWish.Milliseconds() >= r.HeldMS) {
		return t.note(ctx, tx, r, h)
	}
	id, err := t.happened(ctx, tx, r, h)
	if err != nil || id == 0 {
		return err
	}
	return t.Queue.EnqueueSubscriptionLetter(ctx, tx, r.ChannelID, id)
}

// beginSubscription writes what a checkout begins besides its order, and takes the trial.
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
