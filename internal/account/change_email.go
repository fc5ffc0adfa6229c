package account

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/throttle"
)

const (
	// changeEmail is the purpose of links that make the mailbox they went to the user's.
	// Their payload is the address that they replace.
	changeEmail purpose = "change_email"
	// changeEmailLife is how long such a link works.
	changeEmailLife = 24 * time.Hour
	// changeEmailPath is the page that such a link leads to.
	changeEmailPath = "/confirm-email"
)

// mayAskForEmail refuses an address that another account has, and letters to ever more
// mailboxes. A network that has asked for many addresses is told nothing of this one: taken
// is then for the letter to the address.
func (s *Service) mayAskForEmail(ctx context.Context, user User, email string, from netip.Addr) (taken bool, err error) {
	if err := countAsked(s.asked, user); err != nil {
		return false, err
	}
	taken, mayTell, err := s.checkEmailTaken(ctx, user.ChannelID, email, from)
	switch {
	case err != nil:
		return false, err
	case !mayTell:
		return s.emailExists(ctx, user.ChannelID, email)
	case taken:
		return false, emailTaken()
	}
	return false, nil
}

// countAsked takes a permit for something that the user has made, or says when to come
// back.
func countAsked(limiter *throttle.Limiter[owner], user User) error {
	if wait, ok := limiter.Allow(owner{user.ChannelID, user.ID}); !ok {
		return fault.TooManyAttempts(wait)
	}
	return nil
}

// editEmail asks for another address, or takes the question back when it is the
// present one. A new password takes it back, too: who chose one because of a stranger
// wants no link of theirs to work.
func (s *Service) editEmail(ctx context.Context, tx bun.Tx, user User, c ProfileChange, newPassword bool) error {
	if newPassword || c.Email != nil {
		if err := s.revokeTokens(ctx, tx, user.ChannelID, user.ID, changeEmail); err != nil {
			return err
		}
	}
	if c.Email == nil || *c.Email == user.Email {
		return nil
	}
	path, err := s.issue(ctx, tx, user, changeEmail, changeEmailPath, *c.Email, user.Email, changeEmailLife)
	if err != nil {
		return err
	}
	l := confirmEmailLetter(user.Language, path)
	if c.emailTaken { // its reader gets no link, and the user is shown that one was sent
		l = alreadyRegisteredLetter(user.Language)
	}
	if err := s.letters.Post(ctx, tx, user.ChannelID, *c.Email, l); err != nil {
		return err
	}
	return s.post(ctx, tx, user, emailAskedLetter(user.Language, *c.Email))
}

// PendingEmail is the address that is to become a user's once its link is followed, or
// empty.
func (s *Service) PendingEmail(ctx context.Context, user User) (string, error) {
	var email string
	err := s.db.Read().NewSelect().Model((*tokenRow)(nil)).Column("email").
		Where("t.channel_id = ? AND t.user_id = ? AND t.purpose = ? AND t.used_ms IS NULL AND t.expires_ms > ?",
			user.ChannelID, user.ID, changeEmail, clock.Millis(s.clock.Now())).
		OrderExpr("t.id DESC").Limit(1).Scan(ctx, &email)
	if err != nil && !db.IsNoRows(err) {
		return "", fmt.Errorf("look for a new address: %w", err)
	}
	return email, nil
}

// ConfirmEmail follows a link mailed by EditProfile: the address that it went to becomes
// the user's, and every other link that was mailed to the user stops working. A stranger
// can have such a link sent to any mailbox, so that its reader also shows that the account
// is theirs: see proveOwnership.
func (s *Service) ConfirmEmail(ctx context.Context, session Session, v Verification) (email string, err error) {
	row, state, err := s.findToken(ctx, s.db.Read(), session.ChannelID, changeEmail, v.Link)
	if err != nil {
		return "", err
	}
	if state != tokenGood {
		return "", deadLink(state)
	}
	user, err := s.find(ctx, session.ChannelID, "u.id = ?", row.UserID)
	if err != nil {
		return "", err
	}
	if err := s.proveOwnership(ctx, session, user, v.Password, v.From); err != nil {
		return "", err
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		row, err := s.follow(ctx, tx, session.ChannelID, changeEmail, v.Link)
		if err != nil {
			return err
		}
		email = row.Email
		return s.replaceEmail(ctx, tx, row)
	})
	return email, err
}

// follow takes a link, or says why it leads nowhere.
func (s *Service) follow(ctx context.Context, tx bun.Tx, channelID int64, p purpose, link Link) (tokenRow, error) {
	row, state, err := s.findToken(ctx, tx, channelID, p, link)
	if err != nil {
		return row, err
	}
	if state == tokenGood {
		won, err := s.redeem(ctx, tx, row)
		if err != nil || won {
			return row, err
		}
		state = tokenUsed
	}
	return row, deadLink(state)
}

func deadLink(state tokenState) error {
	switch state {
	case tokenExpired:
		return fault.New(fault.Unprocessable, "link_expired", "This link has expired.")
	case tokenUsed:
		return fault.New(fault.Conflict, "link_used", "This link has already been used.")
	case tokenUnknown, tokenGood:
	}
	return fault.New(fault.Unprocessable, "verification_failed", "Verification failed.")
}

// replaceEmail gives the user of a link the address that it went to. The unique index
// decides who of two comes first.
func (s *Service) replaceEmail(ctx context.Context, tx bun.Tx, link tokenRow) error {
	changed, err := db.Changed(tx.NewUpdate().Model((*userRow)(nil)).
		Set("email = ?", link.Email).Set("email_verified = TRUE").Set("updated_ms = ?", clock.Millis(s.clock.Now())).
		Where("channel_id = ? AND id = ? AND email = ?", link.ChannelID, link.UserID, link.Payload).Exec(ctx))
	if db.IsUnique(err) {
		return emailTaken()
	}
	if err != nil {
		return fmt.Errorf("replace an address: %w", err)
	}
	if !changed {
		return deadLink(tokenUnknown)
	}
	if err := claimPhone(ctx, tx, link.ChannelID, UserID(link.UserID)); err != nil {
		return err
	}
	if err := s.revokeEveryToken(ctx, tx, link.ChannelID, UserID(link.UserID)); err != nil {
		return err
	}
	user, err := findUser(ctx, tx, link.ChannelID, "u.id = ?", link.UserID)
	if err != nil {
		return err
	}
	if err := s.queue.EnqueueTellEmail(ctx, tx, link.ChannelID, user.ID); err != nil {
		return err
	}
	return s.letters.Post(ctx, tx, link.ChannelID, link.Payload, emailChangedLetter(user.Language, user.Email))
}
