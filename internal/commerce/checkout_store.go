package commerce

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
)

type checkoutRow struct {
	bun.BaseModel `bun:"table:checkouts,alias:c"`

	ID             CheckoutID `bun:",pk,autoincrement"`
	ChannelID      int64
	UserID         int64
	Key            string
	Status         OrderStatus
	Currency       string
	BasePrice      int64
	ServiceFee     int64
	Discount       int64
	Amount         int64
	CouponID       CouponID `bun:",nullzero"`
	Account        string
	Customer       string
	PaymentMethod  string
	SaveCard       bool
	Subscribes     bool
	Intent         string
	AwaitsBuyer    bool
	FailureCode    string
	FailureMessage string
	Language       string
	Attempt        int64
	CreatedMS      int64
	UpdatedMS      int64
}

// checkout returns a checkout of the channel, inside a transaction as that has it.
func (t *Till) checkout(ctx context.Context, channelID int64, id CheckoutID) (*checkoutRow, error) {
	row := new(checkoutRow)
	err := t.DB.From(ctx).NewSelect().Model(row).Where("channel_id = ?", channelID).Where("id = ?", id).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("find checkout %d: %w", id, err)
	}
	return row, nil
}

// checkoutsBy returns the channel's checkouts with a value in one of the columns that name
// them to the provider: none or one.
func (t *Till) checkoutsBy(ctx context.Context, channelID int64, column, value string) ([]*checkoutRow, error) {
	var rows []*checkoutRow
	if value == "" {
		return nil, nil
	}
	err := t.DB.From(ctx).NewSelect().Model(&rows).Where("channel_id = ?", channelID).Where("? = ?", bun.Ident(column), value).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("find a checkout by its %s: %w", column, err)
	}
	return rows, nil
}

// liveOrders are the user's orders of products that are being paid, or paid and good.
func (t *Till) liveOrders(ctx context.Context, channelID, userID int64, keys []string) ([]orderRow, error) {
	var rows []orderRow
	err := t.DB.Read().NewSelect().Model(&rows).Where("o.channel_id = ?", channelID).Where("o.user_id = ?", userID).
		Where("o.product_key IN (?)", bun.List(keys)).Where("o.live = TRUE").Order("o.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list live orders: %w", err)
	}
	return rows, nil
}

// releaseExpired lets products be bought again whose order has run out; what renews, once
// nobody asks for money for it any more.
func releaseExpired(ctx context.Context, tx bun.Tx, channelID, userID int64, keys []string, now time.Time) error {
	_, err := tx.NewUpdate().Model((*orderRow)(nil)).Set("live = FALSE").Where("channel_id = ?", channelID).Where("user_id = ?", userID).
		Where("product_key IN (?)", bun.List(keys)).Where("live = TRUE").Where("status = ?", OrderPaid).
		Where("until_ms > 0").Where("until_ms <= ?", clock.Millis(now)).
		Where("(type <> ? OR EXISTS (SELECT 1 FROM subscriptions AS s WHERE s.order_id = o.id AND s.ended_ms > 0))", OrderOfSubscription).Exec(ctx)
	if err != nil {
		return fmt.Errorf("release what has run out: %w", err)
	}
	return nil
}
