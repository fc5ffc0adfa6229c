package account

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/seal"
)

// purpose is what following a mailed link does.
type purpose string

// tokenRow is one mailed link.
type tokenRow struct {
	bun.BaseModel `bun:"table:tokens,alias:t"`

	ID        int64 `bun:"id,pk,autoincrement"`
	ChannelID int64
	UserID    int64
	Purpose   purpose
	Hash      string
	Email     string
	Payload   string
	CreatedMS int64  `bun:"created_ms"`
	ExpiresMS int64  `bun:"expires_ms"`
	UsedMS    *int64 `bun:"used_ms"`
}

// Link is what a mailed link carries, in the specification's names of query parameters.
// All three must be those that were sent.
type Link struct {
	Email     string
	Expires   int64 // seconds since 1970
	Signature string
}

// issue makes a link for a user and returns its path below the channel's site. email is
// the mailbox that it goes to: following the link shows that somebody reads it.
func (s *Service) issue(ctx context.Context, tx bun.IDB, user User, p purpose, path, email, payload string, life time.Duration) (string, error) {
	secret, hash := seal.NewKey()
	now := s.clock.Now()
	expires := now.Add(life).Truncate(time.Second)
	row := tokenRow{
		ChannelID: user.ChannelID, UserID: int64(user.ID), Purpose: p, Hash: hash.String(), Email: email, Payload: payload,
		CreatedMS: clock.Millis(now), ExpiresMS: clock.Millis(expires),
	}
	if _, err := tx.NewInsert().Model(&row).Exec(ctx); err != nil {
		return "", fmt.Errorf("insert token: %w", err)
	}
	query := url.Values{"email": {email}, "expires": {strconv.FormatInt(expires.Unix(), 10)}, "signature": {secret}}
	return path + "?" + query.Encode(), nil
}

// tokenState is what became of a link.
type tokenState uint8

const (
	tokenUnknown tokenState = iota // never sent, or altered
	tokenExpired
	tokenUsed
	tokenGood
)

// strikeTokens takes the address out of every link of a user who is erased. A link without an
// address is followed no more; its holder learns that the user is gone until PruneTokens.
func (s *Service) strikeTokens(ctx context.Context, tx bun.IDB, channelID int64, id UserID) error {
	_, err := tx.NewUpdate().Model((*tokenRow)(nil)).Set("email = ''").Set("payload = ''").Where("channel_id = ? AND user_id = ?", channelID, id).Exec(ctx)
	if err != nil {
		return fmt.Errorf("strike tokens: %w", err)
	}
	return nil
}

// findToken reads a link without following it. Whose user is erased: NotFound, user_not_found,
// which only the holder of a link learns.
func (s *Service) findToken(ctx context.Context, idb bun.IDB, channelID int64, p purpose, link Link) (row tokenRow, state tokenState, err error) {
	hash, ok := seal.HashKey(link.Signature)
	if !ok {
		return row, tokenUnknown, nil
	}
	err = idb.NewSelect().Model(&row).Where("t.channel_id = ? AND t.purpose = ? AND t.hash = ?", channelID, p, hash.String()).Scan(ctx)
	switch {
	case db.IsNoRows(err):
		return row, tokenUnknown, nil
	case err != nil:
		return row, tokenUnknown, fmt.Errorf("select token: %w", err)
	case row.Email == "" && clock.FromMillis(row.ExpiresMS).Unix() == link.Expires:
		return row, tokenUnknown, userNotFound()
	case row.Email != mail.NormalizeAddress(link.Email) && row.Email != mail.FormerAddress(link.Email) || clock.FromMillis(row.ExpiresMS).Unix() != link.Expires:
		return row, tokenUnknown, nil
	case row.UsedMS != nil:
		return row, tokenUsed, nil
	case row.ExpiresMS <= clock.Millis(s.clock.Now()):
		return row, tokenExpired, nil
	}
	return row, tokenGood, nil
}

// redeem follows a good link. One statement decides, so that of many at once one wins:
// the others learn that it was used.
func (s *Service) redeem(ctx context.Context, tx bun.IDB, row tokenRow) (won bool, err error) {
	changed, err := db.Changed(tx.NewUpdate().Model((*tokenRow)(nil)).Set("used_ms = ?", clock.Millis(s.clock.Now())).
		Where("channel_id = ? AND id = ? AND used_ms IS NULL", row.ChannelID, row.ID).Exec(ctx))
	if err != nil {
		return false, fmt.Errorf("redeem token: %w", err)
	}
	return changed, nil
}

// revokeTokens spends every link of a purpose that a user still holds.
func (s *Service) revokeTokens(ctx context.Context, tx bun.IDB, channelID int64, id UserID, p purpose) error {
	_, err := tx.NewUpdate().Model((*tokenRow)(nil)).Set("used_ms = ?", clock.Millis(s.clock.Now())).
		Where("channel_id = ? AND user_id = ? AND purpose = ? AND used_ms IS NULL", channelID, id, p).Exec(ctx)
	if err != nil {
		return fmt.Errorf("revoke tokens: %w", err)
	}
	return nil
}

// revokeEveryToken spends every link that a user still holds.
func (s *Service) revokeEveryToken(ctx context.Context, tx bun.IDB, channelID int64, id UserID) error {
	_, err := tx.NewUpdate().Model((*tokenRow)(nil)).Set("used_ms = ?", clock.Millis(s.clock.Now())).
		Where("channel_id = ? AND user_id = ? AND used_ms IS NULL", channelID, id).Exec(ctx)
	if err != nil {
		return fmt.Errorf("revoke every token: %w", err)
	}
	return nil
}
