package account

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
)

// phoneRow is the account that a phone number logs in to.
type phoneRow struct {
	bun.BaseModel `bun:"table:phone_logins,alias:p"`

	ChannelID int64
	Digits    string
	UserID    int64
}

// claimPhone makes a phone number the login of a user, unless another account had the number
// before: it then stays a contact alone. Nothing tells the user which of the two it is,
// since that would tell who has an account. The user's earlier number is free again.
//
// No proof says whose a number is. One account per number is what keeps a second account
// from switching off the login of the first.
func claimPhone(ctx context.Context, tx bun.IDB, channelID int64, id UserID, phone string) error {
	digits := digitsOf(phone)
	_, err := tx.NewDelete().Model((*phoneRow)(nil)).
		Where("channel_id = ? AND user_id = ? AND digits <> ?", channelID, id, digits).Exec(ctx)
	if err != nil {
		return fmt.Errorf("release a phone number: %w", err)
	}
	if digits == "" {
		return nil
	}
	row := phoneRow{ChannelID: channelID, Digits: digits, UserID: int64(id)}
	if _, err := db.Changed(tx.NewInsert().Model(&row).On("CONFLICT DO NOTHING").Returning("NULL").Exec(ctx)); err != nil {
		return fmt.Errorf("claim a phone number: %w", err)
	}
	return nil
}
