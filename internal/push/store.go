package push

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
)

type subscriptionRow struct {
	bun.BaseModel `bun:"table:push_subscriptions,alias:p"`

	ID           SubscriptionID `bun:"id,pk,autoincrement"`
	ChannelID    int64
	UserID       int64
	SessionID    int64
	EndpointHash string
	Endpoint     string
	P256dh       string `bun:"p256dh"`
	Auth         string
	CreatedMS    int64 `bun:"created_ms"`
}

func upsert(ctx context.Context, tx bun.IDB, row *subscriptionRow) error {
	row.ID = 0 // a transaction that is run again must not reuse the first run's
	_, err := tx.NewInsert().Model(row).
		On("CONFLICT (channel_id, endpoint_hash) DO UPDATE").
		Set("user_id = EXCLUDED.user_id").Set("session_id = EXCLUDED.session_id").
		Set("p256dh = EXCLUDED.p256dh").Set("auth = EXCLUDED.auth").Set("created_ms = EXCLUDED.created_ms").
		Returning("id").Exec(ctx)
	if err != nil {
		return fmt.Errorf("insert push subscription: %w", err)
	}
	return nil
}

func dropOldest(ctx context.Context, tx bun.IDB, channelID, userID int64, keep int64) error {
	kept := tx.NewSelect().Model((*subscriptionRow)(nil)).Column("id").
		Where("p.channel_id = ? AND p.user_id = ?", channelID, userID).OrderExpr("p.created_ms DESC, p.id DESC").Limit(keep)
	_, err := tx.NewDelete().Model((*subscriptionRow)(nil)).
		Where("channel_id = ? AND user_id = ? AND id NOT IN (?)", channelID, userID, kept).Exec(ctx)
	if err != nil {
		return fmt.Errorf("drop old push subscriptions: %w", err)
	}
	return nil
}

// remove deletes a subscription; userID 0 is anybody's.
func remove(ctx context.Context, idb bun.IDB, channelID, userID int64, id SubscriptionID) (gone bool, err error) {
	query := idb.NewDelete().Model((*subscriptionRow)(nil)).Where("channel_id = ? AND id = ?", channelID, id)
	if userID != 0 {
		query = query.Where("user_id = ?", userID)
	}
	changed, err := db.Changed(query.Exec(ctx))
	if err != nil {
		return false, fmt.Errorf("delete push subscription: %w", err)
	}
	return changed, nil
}

// living are the subscriptions whose session is still their user's: who has logged out
// on a device is told nothing there.
func living(idb bun.IDB, channelID int64) *bun.SelectQuery {
	return idb.NewSelect().Model((*subscriptionRow)(nil)).
		Join("JOIN sessions AS s ON s.id = p.session_id AND s.channel_id = p.channel_id AND s.user_id = p.user_id").
		Where("p.channel_id = ?", channelID)
}

func livingOf(ctx context.Context, idb bun.IDB, channelID, userID int64) ([]SubscriptionID, error) {
	var ids []SubscriptionID
	err := living(idb, channelID).Column("p.id").Where("p.user_id = ?", userID).OrderExpr("p.id").Scan(ctx, &ids)
	if err != nil && !db.IsNoRows(err) {
		return nil, fmt.Errorf("list push subscriptions: %w", err)
	}
	return ids, nil
}

func find(ctx context.Context, idb bun.IDB, channelID int64, id SubscriptionID) (row subscriptionRow, found bool, err error) {
	err = living(idb, channelID).Where("p.id = ?", id).Scan(ctx, &row)
	if db.IsNoRows(err) {
		return row, false, nil
	}
	if err != nil {
		return row, false, fmt.Errorf("select push subscription: %w", err)
	}
	return row, true, nil
}
