package account

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
)

const (
	// DeletionGrace is how long a deleted account can be had back by logging in.
	DeletionGrace = 30 * 24 * time.Hour
	// deleteAccount is the purpose of links that delete the account of who reads its mail.
	deleteAccount purpose = "delete_account"
	// deleteAccountLife is how long such a link works.
	deleteAccountLife = 24 * time.Hour
	// deleteAccountPath is the page that such a link leads to. It asks once more: programs
	// that look for harm in mail follow links, too.
	deleteAccountPath = "/confirm-account-deletion"
)

// AskDeletion mails the session's user a link that deletes the account. A user who has
// a password proves it; one without has the mailbox alone. spoken is the caller's
// language.
func (s *Service) AskDeletion(ctx context.Context, session Session, password, spoken string, from netip.Addr) (email string, err error) {
	user, err := s.Profile(ctx, session.Actor())
	if err != nil {
		return "", err
	}
	if user.HasPassword() {
		if err := s.provePasswordOrStepUp(ctx, session.Actor(), user, "current_password", password, from); err != nil {
			return "", err
		}
	}
	if err := countAsked(s.asked, user); err != nil {
		return "", err
	}
	user.Language = user.letterLanguage(spoken)
	return user.Email, s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := s.revokeTokens(ctx, tx, user.ChannelID, user.ID, deleteAccount); err != nil {
			return err
		}
		// Letters follow that no request says the language of.
		if err := s.updateUser(ctx, tx, user.ChannelID, user.ID, "language = ?", user.Language); err != nil {
			return err
		}
		path, err := s.issue(ctx, tx, user, deleteAccount, deleteAccountPath, user.Email, "", deleteAccountLife)
		if err != nil {
			return err
		}
		return s.post(ctx, tx, user, confirmDeletionLetter(user.Language, path))
	})
}

// Deletion is a deletion that was confirmed.
type Deletion struct {
	ErasedAt time.Time // unless the user logs in before
	Stopped  []Renewal // subscriptions that do not renew any more
}

// ConfirmDeletion follows a link mailed by AskDeletion: every session of the user ends, no
// subscription renews any more, and what says who the user is goes after DeletionGrace, unless
// they log in before.
func (s *Service) ConfirmDeletion(ctx context.Context, channelID int64, link Link) (done Deletion, err error) {
	var ended []keyHash
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		row, err := s.follow(ctx, tx, channelID, deleteAccount, link)
		if err != nil {
			return err
		}
		user, err := s.startDeletion(ctx, tx, channelID, UserID(row.UserID))
		if err != nil {
			return err
		}
		if ended, err = s.endSessions(ctx, tx, channelID, user.ID, 0); err != nil {
			return err
		}
		done = Deletion{ErasedAt: user.DeletingSince.Add(DeletionGrace)}
		if done.Stopped, err = s.renewals.Stop(ctx, tx, channelID, user.ID); err != nil {
			return fmt.Errorf("stop renewals: %w", err)
		}
		zone, err := s.zones.Zone(ctx, channelID)
		if err != nil {
			return fmt.Errorf("zone of a letter: %w", err)
		}
		return s.post(ctx, tx, user, deletionStartedLetter(user.Language, zone, done))
	})
	if err != nil {
		return Deletion{}, err
	}
	s.forget(ended...)
	return done, nil
}

func (s *Service) startDeletion(ctx context.Context, tx bun.Tx, channelID int64, id UserID) (User, error) {
	if err := s.revokeEveryToken(ctx, tx, channelID, id); err != nil {
		return User{}, err
	}
	if err := s.updateUser(ctx, tx, channelID, id, "deleting_ms = ?", clock.Millis(s.clock.Now())); err != nil {
		return User{}, err
	}
	return findUser(ctx, tx, channelID, "u.id = ?", id)
}

// keepAccount takes the deletion of an account back, for a user who logs in before it is
// too late, and says so by mail. The caller's transaction holds the lock of the user's row.
func (s *Service) keepAccount(ctx context.Context, idb bun.IDB, channelID int64, id UserID) error {
	user, err := findUser(ctx, idb, channelID, "u.id = ?", id)
	if err != nil || user.DeletingSince.IsZero() {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		changed, err := db.Changed(tx.NewUpdate().Model((*userRow)(nil)).
			Set("deleting_ms = NULL").Set("updated_ms = ?", clock.Millis(s.clock.Now())).
			Where("channel_id = ? AND id = ? AND erased_ms IS NULL", channelID, id).Exec(ctx))
		if err != nil {
			return fmt.Errorf("keep an account: %w", err)
		}
		if !changed {
			return wrongAuthData()
		}
		resumed, err := s.renewals.Resume(ctx, tx, channelID, id)
		if err != nil {
			return fmt.Errorf("resume renewals: %w", err)
		}
		zone, err := s.zones.Zone(ctx, channelID)
		if err != nil {
			return fmt.Errorf("zone of a letter: %w", err)
		}
		return s.post(ctx, tx, user, accountKeptLetter(user.Language, zone, resumed))
	})
}
