package account

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/seal"
)

type ticketRow struct {
	bun.BaseModel `bun:"table:login_tickets,alias:l"`

	ID        int64 `bun:"id,pk,autoincrement"`
	ChannelID int64
	SessionID int64
	UserID    int64
	Hash      string
	KeyHash   string
	Tries     int64
	ExpiresMS int64  `bun:"expires_ms"`
	UsedMS    *int64 `bun:"used_ms"`
}

// issueTicket writes a ticket for a session's key. The caller holds the lock of the user's row.
func (s *Service) issueTicket(ctx context.Context, tx bun.Tx, session Session, user User) (ticket string, err error) {
	ticket, hash := seal.NewKey()
	row := ticketRow{
		ChannelID: session.ChannelID, SessionID: session.ID, UserID: int64(user.ID), Hash: hash.String(),
		KeyHash: session.hash.String(), ExpiresMS: clock.Millis(s.clock.Now().Add(ticketLife)),
	}
	_, err = tx.NewInsert().Model(&row).Exec(ctx)
	if db.IsForeignKey(err) {
		return "", invalidKey() // the session has just ended
	}
	if err != nil {
		return "", fmt.Errorf("insert login ticket: %w", err)
	}
	return ticket, nil
}

// tryTicket counts one try with a ticket, and finds nothing once it is spent. The count
// stands whatever becomes of the try.
func (s *Service) tryTicket(ctx context.Context, session Session, ticket string) (ticketRow, error) {
	hash, ok := seal.HashKey(ticket)
	if !ok {
		return ticketRow{}, ticketSpent()
	}
	var row ticketRow
	_, err := s.db.Write().NewUpdate().Model(&row).Set("tries = tries + 1").
		Where("channel_id = ? AND session_id = ? AND hash = ? AND key_hash = ?", session.ChannelID, session.ID, hash.String(), session.hash.String()).
		Where("tries < ? AND used_ms IS NULL AND expires_ms > ?", ticketTries, clock.Millis(s.clock.Now())).
		Returning("*").Exec(ctx)
	if err != nil && !db.IsNoRows(err) {
		return ticketRow{}, fmt.Errorf("try a login ticket: %w", err)
	}
	if row.ID == 0 {
		return ticketRow{}, ticketSpent()
	}
	return row, nil
}

func (s *Service) redeemTicket(ctx context.Context, tx bun.Tx, row ticketRow) error {
	changed, err := db.Changed(tx.NewUpdate().Model((*ticketRow)(nil)).Set("used_ms = ?", clock.Millis(s.clock.Now())).
		Where("channel_id = ? AND id = ? AND used_ms IS NULL", row.ChannelID, row.ID).Exec(ctx))
	if err != nil {
		return fmt.Errorf("redeem a login ticket: %w", err)
	}
	if !changed {
		return ticketSpent()
	}
	return nil
}

// dropTickets ends the logins of a user that wait for the second factor.
func dropTickets(ctx context.Context, idb bun.IDB, channelID int64, id UserID) error {
	_, err := idb.NewDelete().Model((*ticketRow)(nil)).Where("channel_id = ? AND user_id = ?", channelID, id).Exec(ctx)
	if err != nil {
		return fmt.Errorf("drop login tickets: %w", err)
	}
	return nil
}
