package account

import (
	"context"
	"fmt"
	"net/netip"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
)

// A stranger can register another person's email address and add login methods. Later the owner
// proves the address with a mailed link or a verified provider login. takeOver then revokes every
// existing login method.

// takeover holds the options of takeOver.
type takeover struct {
	passwordHash string // hash of the new password; empty: the account has no password
	temporary    bool   // the new password is a temporary one
	verified     bool   // the owner's email address is verified
	content      bool   // also erase the content of the account
	keepNames    bool   // keep the first and last name
	keepConsent  bool   // keep the consent to news
	language     string // language of letters to the owner; empty: unchanged
}

// ownerTakeover returns the options of a takeover by the owner of the mailbox. A stranger may have entered the names and the consent
// to news. They stay on a known device of the account only: the owner registered or logged in there. Names also stay if an operator
// made the account or gave it its password. language is the language of the caller.
func ownerTakeover(user User, known bool, language string) takeover {
	t := takeover{verified: true, keepNames: known || user.Role > actor.User || user.TemporaryPassword, keepConsent: known, language: language}
	if t.keepNames {
		t.language = user.letterLanguage(language)
	}
	return t
}

// takeOver ends the password, the sessions, the mailed links, the connected logins, the passkeys, the
// second factor, the phone number, the devices and the secret addresses of an account, in the transaction
// tx. Push subscriptions end with their sessions. Names and the consent to news stay only as t says. With
// t.content it also erases the data that other domains keep of the user. The caller holds the lock of the
// user's row. It returns the keys of the ended sessions. The caller removes them from the session cache
// after the commit.
func (s *Service) takeOver(ctx context.Context, tx bun.Tx, user User, t takeover) (ended []keyHash, err error) {
	if err := s.overwriteOwner(ctx, tx, user, t); err != nil {
		return nil, err
	}
	if err := s.revokeEveryToken(ctx, tx, user.ChannelID, user.ID); err != nil {
		return nil, err
	}
	if err := dropCredentials(ctx, tx, user.ChannelID, user.ID); err != nil {
		return nil, err
	}
	if ended, err = s.endSessions(ctx, tx, user.ChannelID, user.ID, 0); err != nil {
		return nil, err
	}
	for _, r := range s.revocations {
		if err := r.RevokeUser(ctx, tx, user.ChannelID, user.ID); err != nil {
			return nil, fmt.Errorf("revoke what user %d was given: %w", user.ID, err)
		}
	}
	if t.content {
		err = s.eraseBelongings(ctx, tx, user.ChannelID, user.ID)
	}
	return ended, err
}

func (s *Service) overwriteOwner(ctx context.Context, tx bun.Tx, user User, t takeover) error {
	update := tx.NewUpdate().Model((*userRow)(nil)).
		Set("password_hash = ?", t.passwordHash).Set("temporary_password = ?", t.temporary).
		Set("email_verified = ?", t.verified).Set("phone = ''").Set("phone_digits = ''").
		Set("updated_ms = ?", clock.Millis(s.clock.Now())).
		Where("channel_id = ? AND id = ?", user.ChannelID, user.ID)
	if t.language != "" {
		update = update.Set("language = ?", t.language)
	}
	if t.content || !t.keepNames {
		update = update.Set("first_name = ''").Set("last_name = ''")
	}
	if t.content || !t.keepConsent {
		update = update.Set("mailing_consent = FALSE")
	}
	if t.content {
		update = update.Set("hide_scores = FALSE")
	}
	if _, err := update.Exec(ctx); err != nil {
		return fmt.Errorf("overwrite the owner of an account: %w", err)
	}
	return claimPhone(ctx, tx, user.ChannelID, user.ID)
}

// lockUser locks the user's row until the transaction ends, and returns the current user.
func (s *Service) lockUser(ctx context.Context, tx bun.Tx, channelID int64, id UserID) (User, error) {
	_, err := tx.NewUpdate().Model((*userRow)(nil)).Set("updated_ms = ?", clock.Millis(s.clock.Now())).
		Where("channel_id = ? AND id = ?", channelID, id).Exec(ctx)
	if err != nil {
		return User{}, fmt.Errorf("lock user: %w", err)
	}
	return findUser(ctx, tx, channelID, "u.id = ?", id)
}

// Takeover is the form of a person who received the letter that verifies an address, but did not
// register the account or does not know its password.
type Takeover struct {
	Link                 Link // link of the verification letter
	Password             string
	PasswordConfirmation string
	// Stranger is set if another person registered the account: its content is erased.
	Stranger bool
	Language string // of the request
}

// TakeOver follows a link that was mailed to verify an address: the account gets a new password,
// every older login method is revoked, and the caller is logged in as the user under the returned
// session key.
//
// Failures: Unprocessable verification_failed; Conflict email_already_verified and
// already_logged_in; Invalid with the fields.
func (s *Service) TakeOver(ctx context.Context, session Session, t Takeover) (key string, user User, err error) {
	if session.UserID != 0 {
		return "", User{}, alreadyLoggedIn()
	}
	row, user, err := s.findVerification(ctx, session.ChannelID, t.Link)
	if err != nil {
		return "", User{}, err
	}
	chosen := chosenPassword{t.Password, t.PasswordConfirmation, nil, verificationFailed}
	return s.choosePassword(ctx, session, user, chosen, func(ctx context.Context, tx bun.Tx, hash string) ([]keyHash, error) {
		if err := s.verifyBy(ctx, tx, row); err != nil {
			return nil, err
		}
		options := ownerTakeover(user, s.isKnownDevice(session.Client, user), t.Language)
		if t.Stranger {
			options.content, options.language = true, t.Language
		} else { // the owner says that they registered
			options.keepNames, options.language = true, user.letterLanguage(t.Language)
		}
		options.passwordHash = hash
		ended, err := s.takeOver(ctx, tx, user, options)
		if err != nil {
			return nil, err
		}
		return ended, s.post(ctx, tx, user, takenOverLetter(options.language))
	})
}

// proveOwnership checks that a person who follows a mailed link owns the account: by a session of
// the account, or by its password. Access to the mailbox does not prove who registered the account.
// A session that was paired by a code is not accepted.
//
// Failures: Forbidden account_proof_required, with the field password where there is one;
// Unprocessable incorrect_password; Throttled too_many_attempts.
func (s *Service) proveOwnership(ctx context.Context, session Session, user User, password string, from netip.Addr) error {
	if session.UserID == user.ID && !session.ByCode {
		return nil
	}
	if password == "" || !user.HasPassword() {
		return ownershipUnproven(user)
	}
	return s.provePassword(ctx, user, "password", password, from)
}

func ownershipUnproven(user User) error {
	if !user.HasPassword() {
		return fault.New(fault.Forbidden, "account_proof_required", "Log in to your account first, then follow the link again.")
	}
	e := fault.New(fault.Forbidden, "account_proof_required", "Enter the password of your account.")
	e.Fields = []fault.Field{{Field: "password", Code: "required", Message: "Field is required"}}
	return e
}
