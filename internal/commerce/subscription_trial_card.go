package commerce

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
)

type trialCardRow struct {
	bun.BaseModel `bun:"table:trial_cards"`

	ChannelID int64
	CardHash  string
	OrderID   OrderID
	StartedMS int64
}

// cardHash returns an HMAC of the card's fingerprint for a channel. The hash does not reveal the card.
func (t *Till) cardHash(channelID int64, fingerprint string) string {
	mac := hmac.New(sha256.New, t.CardKey)
	fmt.Fprintf(mac, "trial card of channel %d: %s", channelID, fingerprint)
	return hex.EncodeToString(mac.Sum(nil))
}

// takeTrialCard records that a trial begins with a card. A card has one trial per channel, over all accounts. The row
// outlives the account.
func (t *Till) takeTrialCard(ctx context.Context, tx bun.Tx, c *checkoutRow, o *orderRow, hash string) error {
	row := &trialCardRow{ChannelID: c.ChannelID, CardHash: hash, OrderID: o.ID, StartedMS: c.CreatedMS}
	taken, err := db.Changed(tx.NewInsert().Model(row).On("CONFLICT DO NOTHING").Returning("NULL").Exec(ctx))
	if err != nil {
		return fmt.Errorf("note the card of a trial: %w", err)
	}
	if !taken {
		return errTrialCardUsed()
	}
	return nil
}

// giveBackTrialCard deletes the record of a trial that never began, so that the card can begin
// another.
func giveBackTrialCard(ctx context.Context, tx bun.Tx, c *checkoutRow) error {
	_, err := tx.NewDelete().Model((*trialCardRow)(nil)).Where("channel_id = ?", c.ChannelID).
		Where("order_id IN (SELECT o.id FROM orders AS o WHERE o.checkout_id = ?)", c.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("give back the card of the trial of checkout %d: %w", c.ID, err)
	}
	return nil
}
