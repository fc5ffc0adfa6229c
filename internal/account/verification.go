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
	verifyEmail purpose = "verify_email"
	// verifyLife is how long a link that verifies an address works.
	verifyLife = 24 * time.Hour
	verifyPath = "/verify-email"
)

// verifyAgain bounds how often a user may have the letter sent again.
var verifyAgain = throttle.Rate{Every: 5 * time.Minute, Burst: 3}

func verificationFailed() error {
	return fault.New(fault.Unprocessable, "verification_failed", "Verification failed.")
}

func alreadyVerified() error {
	return fault.New(fault.Conflict, "email_already_verified", "Email already verified.")
}

// sendVerification writes to a user's address to learn whether it is theirs. spoken is
// the caller's language.
func (s *Service) sendVerification(ctx context.Context, tx bun.Tx, user User, spoken string) error {
	path, err := s.issue(ctx, tx, user, verifyEmail, verifyPath, user.Email, "", verifyLife)
	if err != nil {
		return err
	}
	return s.post(ctx, tx, user, verifyLetter(user.letterLanguage(spoken), path))
}

// ResendVerification sends the session's user another link; those sent before work on,
// for letters overtake each other. spoken is the caller's language.
//
// Failures: Conflict email_already_verified; Throttled too_many_attempts.
func (s *Service) ResendVerification(ctx context.Context, session Session, spoken string) error {
	user, err := s.Profile(ctx, session.Actor())
	if err != nil {
		return err
	}
	if user.EmailVerified {
		return alreadyVerified()
	}
	if wait, ok := s.verifications.Allow(user.ID); !ok {
		return fault.TooManyAttempts(wait)
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return s.sendVerification(ctx, tx, user, spoken)
	})
}

// Verification is what a person enters who follows a link that verifies an address.
type Verification struct {
	Link     Link
	Password string     // of the account; needed outside of its sessions
	From     netip.Addr // the caller's address, for the count of guesses
}

// VerifyEmail follows a link that was mailed to verify an address. The link shows that its
// holder reads the mailbox. That the account is theirs is shown by the session or by the
// password: see proveOwnership. Who has neither takes the account over: see TakeOver.
//
// Failures: Unprocessable verification_failed for a link that was altered, has expired,
// is of another channel or goes to an address that is the user's no more; Conflict
// email_already_verified; those of proveOwnership.
func (s *Service) VerifyEmail(ctx context.Context, session Session, v Verification) error {
	row, user, err := s.findVerification(ctx, session.ChannelID, v.Link)
	if err != nil {
		return err
	}
	if err := s.proveOwnership(ctx, session, user, v.Password, v.From); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return s.verifyBy(ctx, tx, row) })
}

// findVerification reads a link that can verify an address, and the user of the link.
func (s *Service) findVerification(ctx context.Context, channelID int64, link Link) (row tokenRow, user User, err error) {
	row, state, err := s.findToken(ctx, s.db.Read(), channelID, verifyEmail, link)
	if err != nil {
		return row, User{}, err
	}
	if state == tokenUsed {
		return row, User{}, s.whyNotVerified(ctx, s.db.Read(), row)
	}
	if state != tokenGood {
		return row, User{}, verificationFailed()
	}
	user, err = s.find(ctx, channelID, "u.id = ?", row.UserID)
	switch {
	case err != nil:
		return row, User{}, err
	case user.Email != row.Email:
		return row, User{}, verificationFailed()
	case user.EmailVerified:
		return row, User{}, alreadyVerified()
	}
	return row, user, nil
}

// verifyBy spends a link and whatever other links the user holds for the same.
func (s *Service) verifyBy(ctx context.Context, tx bun.Tx, row tokenRow) error {
	marked, err := s.markVerified(ctx, tx, row, "email_verified = FALSE")
	if err != nil {
		return err
	}
	if !marked {
		return s.whyNotVerified(ctx, tx, row)
	}
	won, err := s.redeem(ctx, tx, row)
	if err != nil {
		return err
	}
	if !won {
		return verificationFailed()
	}
	return s.revokeTokens(ctx, tx, row.ChannelID, UserID(row.UserID), verifyEmail)
}

// markVerified notes that a link's holder reads its mailbox, if that is still the
// user's and the condition holds. It locks the user first, so that two links of one
// user wait for each other in one order.
func (s *Service) markVerified(ctx context.Context, idb bun.IDB, row tokenRow, condition string) (marked bool, err error) {
	changed, err := db.Changed(idb.NewUpdate().Model((*userRow)(nil)).
		Set("email_verified = TRUE").Set("updated_ms = ?", clock.Millis(s.clock.Now())).
		Where("channel_id = ? AND id = ? AND email = ?", row.ChannelID, row.UserID, row.Email).Where(condition).Exec(ctx))
	if err != nil {
		return false, fmt.Errorf("mark an address as verified: %w", err)
	}
	if !changed {
		return false, nil
	}
	return true, claimPhone(ctx, idb, row.ChannelID, UserID(row.UserID))
}

// verifyAddress notes that a user reads the mailbox of the present address.
func (s *Service) verifyAddress(ctx context.Context, idb bun.IDB, user User) error {
	if err := s.updateUser(ctx, idb, user.ChannelID, user.ID, "email_verified = ?", true); err != nil {
		return err
	}
	return claimPhone(ctx, idb, user.ChannelID, user.ID)
}

// whyNotVerified says why a link that was sent verifies nothing.
func (s *Service) whyNotVerified(ctx context.Context, idb bun.IDB, row tokenRow) error {
	user, err := findUser(ctx, idb, row.ChannelID, "u.id = ?", row.UserID)
	switch {
	case err != nil:
		return err
	case user.EmailVerified && user.Email == row.Email:
		return alreadyVerified()
	}
	return verificationFailed()
}
