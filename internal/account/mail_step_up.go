package account

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
)

// A user who is logged in can confirm a change of the account with an emailed code. The code replaces the password or a
// recent login, but never the second factor. Access to the mailbox already allows a reset of the password (ADR 0066).

func emailNotVerified() error {
	return fault.New(fault.Forbidden, "email_not_verified", "Please confirm your email address first: open the link in the email we sent you.")
}

// RequestStepUpCode mails a code to the address of the session's user. It replaces the session's
// earlier code.
//
// Failures: Forbidden device_not_allowed, email_not_verified; Throttled too_many_attempts.
func (s *Service) RequestStepUpCode(ctx context.Context, session Session, language string) error {
	user, err := s.Profile(ctx, session.Actor())
	if err != nil {
		return err
	}
	if _, err := s.provenByFactor(ctx, session.Actor()); err != nil {
		return err
	}
	if !user.mayLogInByMail() {
		return emailNotVerified()
	}
	if err := countAsked(s.asked, user); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, code, err := s.replaceLoginCode(ctx, tx, session, loginCodeRow{Email: user.Email})
		if err != nil {
			return err
		}
		return s.post(ctx, tx, user, stepUpCodeLetter(user.letterLanguage(language), code))
	})
}

// StepUpWithCode checks a code from RequestStepUpCode and records the step-up in the session. It returns the time until
// which sensitive changes need no password. The code proves access to the mailbox, so the address becomes verified.
//
// Failures: Invalid; Forbidden device_not_allowed; Unprocessable wrong_login_code; Throttled
// too_many_attempts.
func (s *Service) StepUpWithCode(ctx context.Context, session Session, entered string) (until time.Time, err error) {
	user, err := s.Profile(ctx, session.Actor())
	if err != nil {
		return time.Time{}, err
	}
	digits, ok := isTOTP(entered)
	if !ok {
		return time.Time{}, fault.InvalidFields(malformedLoginCode(entered))
	}
	if _, err := s.provenByFactor(ctx, session.Actor()); err != nil {
		return time.Time{}, err
	}
	row, code, err := s.tryLoginCode(ctx, session)
	if err != nil {
		return time.Time{}, err
	}
	key := attemptKey{channelID: user.ChannelID, login: fmt.Sprintf("code of %d", user.ID)}
	if wait, ok := s.codeTries.Allow(key); !ok {
		return time.Time{}, fault.TooManyAttempts(wait)
	}
	if !equalCodes(code, digits) {
		return time.Time{}, wrongLoginCode()
	}
	now := s.clock.Now()
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return s.recordMailStepUp(ctx, tx, session, row, now) })
	if err != nil {
		return time.Time{}, err
	}
	s.codeTries.GiveBack(key)
	return now.Add(stepUpLife), nil
}

// recordMailStepUp consumes the code and records the step-up in the session.
func (s *Service) recordMailStepUp(ctx context.Context, tx bun.Tx, session Session, row loginCodeRow, now time.Time) error {
	// Lock the user first: a takeover or a changed address invalidates the code.
	user, err := s.lockUser(ctx, tx, session.ChannelID, session.UserID)
	if err != nil {
		return err
	}
	if user.Email != row.Email || !user.mayLogInByMail() {
		return wrongLoginCode()
	}
	if _, err := s.provenByFactor(ctx, session.Actor()); err != nil {
		return err
	}
	if err := s.spendLoginCode(ctx, tx, row); err != nil {
		return err
	}
	if !user.EmailVerified {
		if err := s.verifyAddress(ctx, tx, user); err != nil {
			return err
		}
		if err := s.revokeTokens(ctx, tx, user.ChannelID, user.ID, verifyEmail); err != nil {
			return err
		}
	}
	_, err = tx.NewUpdate().Model((*sessionRow)(nil)).Set("mail_ms = ?", clock.Millis(now)).Set("proven_ms = ?", clock.Millis(now)).
		Where("channel_id = ? AND id = ? AND user_id = ?", user.ChannelID, session.ID, user.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("record email step-up: %w", err)
	}
	return nil
}

// hasRecentStepUp reports whether the actor confirmed a change by a passkey or an emailed code within stepUpLife. Either
// replaces the password.
func (s *Service) hasRecentStepUp(ctx context.Context, by actor.Actor) (bool, error) {
	after := clock.Millis(s.clock.Now().Add(-stepUpLife))
	recent, err := s.db.From(ctx).NewSelect().Model((*sessionRow)(nil)).
		Where("s.channel_id = ? AND s.id = ? AND s.user_id = ?", by.ChannelID, by.SessionID, by.UserID).
		Where("(s.passkey_ms > ? OR s.mail_ms > ?)", after, after).Exists(ctx)
	if err != nil {
		return false, fmt.Errorf("find recent step-up: %w", err)
	}
	return recent, nil
}

// provePasswordOrStepUp accepts a recent step-up in place of an empty password. It checks any other password.
func (s *Service) provePasswordOrStepUp(ctx context.Context, by actor.Actor, user User, field, password string, from netip.Addr) error {
	if password == "" {
		if recent, err := s.hasRecentStepUp(ctx, by); err != nil || recent {
			return err
		}
	}
	return s.provePassword(ctx, user, field, password, from)
}
