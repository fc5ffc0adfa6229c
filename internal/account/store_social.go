package account

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/seal"
	"github.com/grandstand/grandstand/internal/social"
)

// socialRow is one login at a provider.
type socialRow struct {
	bun.BaseModel `bun:"table:social_logins,alias:l"`

	ID            int64 `bun:"id,pk,autoincrement"`
	ChannelID     int64
	SessionID     int64
	UserID        *int64 // of BeginConnect
	Provider      social.Provider
	StateHash     string
	BrowserHash   string
	Redirect      string
	ExpiresMS     int64  `bun:"expires_ms"`
	AnsweredMS    *int64 `bun:"answered_ms"`
	TicketHash    *string
	Subject       string
	Email         string
	EmailVerified bool
	FirstName     string
	LastName      string
	RedeemedMS    *int64 `bun:"redeemed_ms"`
}

func (r *socialRow) person() social.Person {
	return social.Person{Subject: r.Subject, Email: r.Email, EmailVerified: r.EmailVerified, FirstName: r.FirstName, LastName: r.LastName}
}

func (s *Service) insertSocial(ctx context.Context, idb bun.IDB, row *socialRow) error {
	row.ExpiresMS = clock.Millis(s.clock.Now().Add(SocialLoginLife))
	if _, err := idb.NewInsert().Model(row).Exec(ctx); err != nil {
		return fmt.Errorf("insert social login: %w", err)
	}
	return nil
}

// takeState spends a state, or says why it opens nothing; it returns the row of one that
// is over or another browser's, too. One statement decides, so that of many at once one
// goes on.
func (s *Service) takeState(ctx context.Context, idb bun.IDB, channelID int64, p social.Provider, state, browser keyHash) (*socialRow, error) {
	now := clock.Millis(s.clock.Now())
	row := new(socialRow)
	err := idb.NewUpdate().Model(row).Set("answered_ms = ?", now).
		Where("l.channel_id = ? AND l.provider = ?", channelID, p).
		Where("l.state_hash = ? AND l.browser_hash = ?", state.String(), browser.String()).
		Where("l.answered_ms IS NULL AND l.expires_ms > ?", now).
		Returning("*").Scan(ctx)
	if err == nil {
		return row, nil
	}
	if !db.IsNoRows(err) {
		return nil, fmt.Errorf("take state: %w", err)
	}
	err = idb.NewSelect().Model(row).
		Where("l.channel_id = ? AND l.provider = ? AND l.state_hash = ?", channelID, p, state.String()).Scan(ctx)
	switch {
	case db.IsNoRows(err):
		return nil, RefusedMismatch
	case err != nil:
		return nil, fmt.Errorf("look for a state: %w", err)
	case row.BrowserHash != browser.String():
		return row, RefusedMismatch
	default:
		return row, RefusedStale
	}
}

// issueSocialTicket keeps who came back until their session asks.
func (s *Service) issueSocialTicket(ctx context.Context, row *socialRow, who social.Person) (ticket string, err error) {
	ticket, hash := seal.NewKey()
	_, err = s.db.Write().NewUpdate().Model((*socialRow)(nil)).
		Set("ticket_hash = ?", hash.String()).Set("expires_ms = ?", clock.Millis(s.clock.Now().Add(SocialLoginLife))).
		Set("subject = ?", who.Subject).Set("email = ?", storable(who.Email)).Set("email_verified = ?", who.EmailVerified).
		Set("first_name = ?", storable(who.FirstName)).Set("last_name = ?", storable(who.LastName)).
		Where("channel_id = ? AND id = ?", row.ChannelID, row.ID).Exec(ctx)
	if err != nil {
		return "", fmt.Errorf("issue ticket: %w", err)
	}
	return ticket, nil
}

// takeSocialTicket spends a ticket within the transaction that changes it into a user: where
// that fails, it stays good.
func (s *Service) takeSocialTicket(ctx context.Context, tx bun.IDB, session Session, p social.Provider, ticket keyHash) (*socialRow, error) {
	now := clock.Millis(s.clock.Now())
	row := new(socialRow)
	err := tx.NewUpdate().Model(row).Set("redeemed_ms = ?", now).
		Where("l.channel_id = ? AND l.session_id = ? AND l.provider = ?", session.ChannelID, session.ID, p).
		Where("l.ticket_hash = ? AND l.redeemed_ms IS NULL AND l.expires_ms > ?", ticket.String(), now).
		Returning("*").Scan(ctx)
	if db.IsNoRows(err) {
		return nil, ticketInvalid()
	}
	if err != nil {
		return nil, fmt.Errorf("take ticket: %w", err)
	}
	return row, nil
}
