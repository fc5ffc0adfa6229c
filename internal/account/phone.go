package account

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"
)

// phoneRow is the account that had a phone number first. Later accounts with the number log in by it as well, and cannot
// displace this one (see findByLogin).
type phoneRow struct {
	bun.BaseModel `bun:"table:phone_logins,alias:p"`

	ChannelID int64
	Digits    string
	UserID    int64
}

// claimPhone records a user as the first account with the stored phone number of the user, if there is no such account or its
// email address is not verified. The user's earlier number is free again. No answer tells the user whether another account has
// the number, since that would tell who has an account.
//
// A user without a verified email address claims nothing. Each function that stores a phone number or verifies an address
// calls claimPhone afterwards, in the same transaction.
//
// There is no proof of who owns a number. The verified address costs a stranger a mailbox, and the first account
// keeps its login however many others enter the number (ADR 0057).
func claimPhone(ctx context.Context, tx bun.IDB, channelID int64, id UserID) error {
	_, err := tx.NewDelete().Model((*phoneRow)(nil)).
		Where("channel_id = ? AND user_id = ?", channelID, id).
		Where("digits <> (SELECT phone_digits FROM users WHERE channel_id = ? AND id = ?)", channelID, id).Exec(ctx)
	if err != nil {
		return fmt.Errorf("release a phone number: %w", err)
	}
	// Of two users who claim a number at once the primary key decides.
	_, err = tx.NewRaw(`INSERT INTO phone_logins (channel_id, digits, user_id)
		SELECT channel_id, phone_digits, id FROM users WHERE channel_id = ? AND id = ? AND email_verified = TRUE AND phone_digits <> ''
		ON CONFLICT (channel_id, digits) DO UPDATE SET user_id = excluded.user_id
		WHERE NOT EXISTS (SELECT 1 FROM users AS holder
			WHERE holder.channel_id = phone_logins.channel_id AND holder.id = phone_logins.user_id AND holder.email_verified = TRUE)`,
		channelID, id).Exec(ctx)
	if err != nil {
		return fmt.Errorf("claim a phone number: %w", err)
	}
	return nil
}
