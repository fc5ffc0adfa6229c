package account

import (
	"context"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
)

// EraseDeleted erases what says who the users of accounts were whose time of grace is
// over, of at most limit accounts, and returns of how many. The row of a user stays as
// a number that orders refer to; the e-mail address is free again.
func (s *Service) EraseDeleted(ctx context.Context, limit int64) (int64, error) {
	due := clock.Millis(s.clock.Now().Add(-DeletionGrace))
	var rows []userRow
	err := s.db.Read().NewSelect().Model(&rows).Column("id", "channel_id").
		Where("u.deleting_ms <= ? AND u.erased_ms IS NULL", due).OrderExpr("u.deleting_ms, u.id").Limit(limit).Scan(ctx)
	if err != nil && !db.IsNoRows(err) {
		return 0, fmt.Errorf("list accounts to erase: %w", err)
	}
	var failures error
	for _, row := range rows {
		if err := s.erase(ctx, row.ChannelID, UserID(row.ID), due); err != nil {
			failures = errors.Join(failures, fmt.Errorf("erase user %d: %w", row.ID, err)) // the others need not wait
		}
	}
	return int64(len(rows)), failures
}

// erase erases one account, unless it was taken back in the meantime: the statement that
// decides it asks again.
func (s *Service) erase(ctx context.Context, channelID int64, id UserID, due int64) error {
	var ended []keyHash
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		erased, err := s.eraseUser(ctx, tx, channelID, id, due)
		if err != nil || !erased {
			return err
		}
		if ended, err = s.endSessions(ctx, tx, channelID, id, 0); err != nil {
			return err
		}
		if err := s.strikeTokens(ctx, tx, channelID, id); err != nil {
			return err
		}
		if err := dropCredentials(ctx, tx, channelID, id); err != nil {
			return err
		}
		if err := claimPhone(ctx, tx, channelID, id); err != nil {
			return err
		}
		return s.eraseBelongings(ctx, tx, channelID, id)
	})
	if err == nil {
		s.forget(ended...)
	}
	return err
}

// eraseBelongings erases what other domains keep of a user.
func (s *Service) eraseBelongings(ctx context.Context, tx bun.Tx, channelID int64, id UserID) error {
	for _, b := range s.belongings {
		if err := b.Erase(ctx, tx, channelID, id); err != nil {
			return fmt.Errorf("erase %s: %w", b.Name(), err)
		}
	}
	return nil
}

func (s *Service) eraseUser(ctx context.Context, tx bun.Tx, channelID int64, id UserID, due int64) (erased bool, err error) {
	now := clock.Millis(s.clock.Now())
	update := tx.NewUpdate().Model((*userRow)(nil)).
		Set("email = ?", fmt.Sprintf("erased-%d", id)). // no address: nobody can log in or register by it
		Set("role = ?", RoleName(actor.User)).Set("erased_ms = ?", now).Set("updated_ms = ?", now)
	for _, column := range [...]string{"first_name", "last_name", "phone", "phone_digits", "password_hash", "language", "refused_email"} {
		update = update.Set("? = ''", bun.Ident(column))
	}
	for _, column := range [...]string{"mailing_consent", "email_verified", "temporary_password", "hide_scores", "is_geo_blocked"} {
		update = update.Set("? = FALSE", bun.Ident(column))
	}
	changed, err := db.Changed(update.
		Where("channel_id = ? AND id = ? AND deleting_ms <= ? AND erased_ms IS NULL", channelID, id, due).Exec(ctx))
	if err != nil {
		return false, fmt.Errorf("overwrite user: %w", err)
	}
	return changed, nil
}
