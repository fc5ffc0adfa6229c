package account

import (
	"context"
	"net/netip"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/netaddr"
)

const (
	resetPassword purpose = "reset_password"
	// resetLife is how long a link that sets a new password works.
	resetLife        = 60 * time.Minute
	resetPath        = "/password-reset"
	resetRequestPath = "/password-reset-request"
)

func resetFailed() error {
	return fault.New(fault.Unprocessable, "reset_failed", "Reset password failed.")
}

func resetExpired() error {
	return fault.New(fault.Unprocessable, "reset_key_expired", "Reset password key expired.")
}

// ResetRequest is somebody's wish for a new password.
type ResetRequest struct {
	ChannelID int64  `json:"channel_id"`
	Email     string `json:"email"`
	Language  string `json:"language"` // the caller's
}

// RequestReset has a letter with a link sent to an address if it is a user's. Nothing
// that the caller sees depends on whether it is: all that could is done later, by
// SendReset.
//
// Failures: Invalid; Throttled too_many_attempts.
func (s *Service) RequestReset(ctx context.Context, r ResetRequest, from netip.Addr) error {
	if problems := checkEmail(mail.NormalizeAddress(r.Email)); len(problems) > 0 {
		return fault.InvalidFields(problems...)
	}
	var err error
	if r.Email, err = s.storedSpelling(ctx, r.ChannelID, r.Email); err != nil {
		return err
	}
	if wait, ok := s.resets.allow(attemptKey{r.ChannelID, r.Email, netaddr.Subscriber(from)}); !ok {
		return fault.TooManyAttempts(wait)
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return s.queue.EnqueueReset(ctx, tx, r) })
}

// SendReset sends the letter of a request, if there is such a user.
func (s *Service) SendReset(ctx context.Context, r ResetRequest) error {
	user, err := s.find(ctx, r.ChannelID, "u.email = ?", r.Email)
	if fault.KindOf(err) == fault.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		path, err := s.issue(ctx, tx, user, resetPassword, resetPath, user.Email, "", resetLife)
		if err != nil {
			return err
		}
		return s.post(ctx, tx, user, resetLetter(user.letterLanguage(r.Language), path))
	})
}

// PasswordReset is what the holder of a link enters.
type PasswordReset struct {
	Link                 Link
	Password             string
	PasswordConfirmation string
	Language             string // the caller's

	// Names and consent of an account whose address was never verified; other accounts ignore them. nil: not sent, see ReadReset.
	FirstName, LastName *string
	MailingConsent      *bool
}

// ResetPassword follows a mailed link: the user's password is the new one and no longer
// temporary, the address counts as verified, every session of the user ends, and the
// caller's becomes one of theirs under the key that is returned. Who has a second factor
// is asked for it then, with the new password in force (see admit). A password that is
// refused leaves the link as it is.
//
// Failures: Unprocessable reset_key_expired and reset_failed; Invalid with the fields;
// Conflict already_logged_in; Forbidden second_factor_required.
func (s *Service) ResetPassword(ctx context.Context, session Session, r PasswordReset) (key string, user User, err error) {
	if session.UserID != 0 {
		return "", User{}, alreadyLoggedIn()
	}
	row, user, err := s.findReset(ctx, session.ChannelID, r.Link)
	if err != nil {
		return "", User{}, err
	}
	var given ProfileChange
	if !user.EmailVerified {
		given = ProfileChange{FirstName: r.FirstName, LastName: r.LastName, MailingConsent: r.MailingConsent}
		given.normalize()
	}
	chosen := chosenPassword{r.Password, r.PasswordConfirmation, given.problems(user), resetFailed}
	return s.choosePassword(ctx, session, user, chosen, func(ctx context.Context, tx bun.Tx, hash string) ([]keyHash, error) {
		if user, err = s.lockUser(ctx, tx, user.ChannelID, user.ID); err != nil {
			return nil, err
		}
		if err := s.spendReset(ctx, tx, row); err != nil {
			return nil, err
		}
		if user.EmailVerified {
			user.Language = user.letterLanguage(r.Language)
			return s.storePassword(ctx, tx, user, hash, 0)
		}
		// A stranger may have registered the address: what they added must not let them in,
		// nor keep the owner out.
		options := ownerTakeover(user, s.isKnownDevice(session.Client, user), r.Language)
		options.passwordHash = hash
		ended, err := s.takeOver(ctx, tx, user, options)
		if err != nil {
			return nil, err
		}
		if err := s.storeResetNames(ctx, tx, session, user, row, given); err != nil {
			return nil, err
		}
		user.Language = options.language
		return ended, s.post(ctx, tx, user, passwordSavedLetter(user))
	})
}

// chosenPassword is a password that the holder of a mailed link chooses.
type chosenPassword struct {
	password, confirmation string
	problems               []fault.Field // with what else the form has
	refusal                func() error  // answers a login that other sessions' end came before: see admit
}

// choosePassword has the holder of a mailed link choose a password: write stores its hash and returns the sessions that end, and
// the caller's session becomes one of the user's under the key that is returned. A refused password writes nothing.
func (s *Service) choosePassword(
	ctx context.Context, session Session, user User, c chosenPassword, write func(ctx context.Context, tx bun.Tx, hash string) ([]keyHash, error),
) (key string, _ User, err error) {
	password := normalizePassword(c.password)
	problems := slices.Concat(c.problems, checkNewPassword(password, user.Email), checkConfirmation(password, normalizePassword(c.confirmation)))
	if len(problems) > 0 {
		return "", User{}, fault.InvalidFields(problems...)
	}
	hash, err := s.passwords.hash(ctx, knownCaller(user.ChannelID, user.ID, session.Client.Address), password)
	if err != nil {
		return "", User{}, err
	}
	var ended []keyHash
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if ended, err = write(ctx, tx, hash); err != nil {
			return err
		}
		user, err = findUser(ctx, tx, user.ChannelID, "u.id = ?", user.ID)
		return err
	})
	if err != nil {
		return "", User{}, err
	}
	s.forget(ended...)
	key, err = s.admit(ctx, session, user, c.refusal)
	return key, user, err
}

// findReset reads a link and whose it is.
func (s *Service) findReset(ctx context.Context, channelID int64, link Link) (row tokenRow, user User, err error) {
	row, state, err := s.findToken(ctx, s.db.Read(), channelID, resetPassword, link)
	switch {
	case err != nil:
		return row, User{}, err
	case state == tokenExpired:
		return row, User{}, resetExpired()
	case state != tokenGood:
		return row, User{}, resetFailed()
	}
	user, err = s.find(ctx, channelID, "u.id = ?", row.UserID)
	if err == nil && user.Email != row.Email {
		err = resetFailed()
	}
	return row, user, err
}

// spendReset redeems a link and with it every other that the user was sent, whatever
// for: a new password leaves nothing open that was begun before it.
func (s *Service) spendReset(ctx context.Context, tx bun.Tx, row tokenRow) error {
	marked, err := s.markVerified(ctx, tx, row, "TRUE")
	if err != nil {
		return err
	}
	if !marked { // it is an address of the user's no more
		return resetFailed()
	}
	won, err := s.redeem(ctx, tx, row)
	if err != nil {
		return err
	}
	if !won {
		return resetFailed()
	}
	return s.revokeEveryToken(ctx, tx, row.ChannelID, UserID(row.UserID))
}
