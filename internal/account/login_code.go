package account

import (
	"context"
	"net/netip"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/throttle"
)

// A user can log in by a code of six digits that is sent by mail. The code works in the session
// that asked for it only. No answer depends on whether an account has the address (ADR 0066).

const (
	// LoginCodeLife is the lifetime of a code.
	LoginCodeLife   = 10 * time.Minute
	loginCodeTries  = 5 // of one code
	loginCodeDigits = 6
)

// wrongLoginCodes limits the wrong codes for one account, whichever code was sent: 10 guesses of a million, then one more every hour.
// Each known device of the account has a limit of its own (see loginCodeKey).
var wrongLoginCodes = throttle.Rate{Every: time.Hour, Burst: 10}

// LoginCodeRequest is a job that sends a code. The code is not part of it: the database has it, encrypted.
type LoginCodeRequest struct {
	ChannelID int64  `json:"channel_id"`
	ID        int64  `json:"id"`       // of the stored code
	Language  string `json:"language"` // the caller's
}

func wrongLoginCode() error {
	return fault.OfField(fault.Unprocessable, "code", "wrong_login_code", "This code is incorrect or has expired. Check it or ask for a new one.")
}

// RequestLoginCode has a code sent to an address if a user has it. A new code replaces the
// session's earlier one. Whether there is such a user is decided later, by SendLoginCode.
//
// Failures: Conflict already_logged_in; Invalid; Throttled too_many_attempts.
func (s *Service) RequestLoginCode(ctx context.Context, session Session, email, language string, from netip.Addr) error {
	if session.UserID != 0 {
		return alreadyLoggedIn()
	}
	if problems := checkEmail(mail.NormalizeAddress(email)); len(problems) > 0 {
		return fault.InvalidFields(problems...)
	}
	email, err := s.storedSpelling(ctx, session.ChannelID, email)
	if err != nil {
		return err
	}
	return s.requestCode(ctx, session, loginCodeRow{Email: email}, language, from)
}

// requestCode stores a code that logs in and has it sent.
func (s *Service) requestCode(ctx context.Context, session Session, row loginCodeRow, language string, from netip.Addr) error {
	who, _, err := s.loginCodeKey(ctx, session, row.Email, from)
	if err != nil {
		return err
	}
	if wait, ok := s.loginCodes.allow(who); !ok {
		return fault.TooManyAttempts(wait)
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		id, _, err := s.replaceLoginCode(ctx, tx, session, row)
		if err != nil {
			return err
		}
		return s.queue.EnqueueLoginCode(ctx, tx, LoginCodeRequest{ChannelID: session.ChannelID, ID: id, Language: language})
	})
}

// loginCodeKey returns the key under which requests for codes and wrong codes are counted, and whether
// the device is known to belong to the user. Known devices are counted apart, so that no one else
// can use up the user's share.
func (s *Service) loginCodeKey(ctx context.Context, session Session, email string, from netip.Addr) (who attemptKey, known bool, err error) {
	client := session.Client
	client.Address = from
	client, err = s.RecognizeDevice(ctx, session.ChannelID, email, client)
	return s.loginKey(session.ChannelID, email, client), client.Known(), err
}

// SendLoginCode sends the code of a request, if there is such a user or a guest asked for it.
func (s *Service) SendLoginCode(ctx context.Context, r LoginCodeRequest) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		row, code, found, err := s.readLoginCode(ctx, tx, r)
		if err != nil || !found {
			return err
		}
		user, found, err := s.findMailbox(ctx, tx, r.ChannelID, row.Email)
		switch {
		case err != nil:
			return err
		case !found && row.Guest:
			return s.letters.Post(ctx, tx, r.ChannelID, row.Email, loginCodeLetter(r.Language, code))
		case !found || !user.mayLogInByMail():
			return nil
		}
		return s.post(ctx, tx, user, loginCodeLetter(user.letterLanguage(r.Language), code))
	})
}

// mayLogInByMail reports whether access to the mailbox lets a person in. The account of an
// operator is made by another person, who sets its password and may have mistyped its address.
func (u User) mayLogInByMail() bool { return u.EmailVerified || u.Role <= actor.User }

// CodeLogin is a login by a mailed code.
type CodeLogin struct {
	Key          string // api key of the session
	User         User
	NamesRemoved bool // the login was a takeover that removed the names of the account
}

// LoginWithCode makes a session that of the user whose mailbox got the code, and verifies the address. If the address was not
// verified before, a stranger may have made the account: the login takes the account over, which ends its password and its
// sessions. A guest who comes back on the same device keeps everything, and only the address is verified (see
// proveMailbox). Users with a second factor are asked for it (see admit).
//
// Failures: Conflict already_logged_in; Invalid; Unprocessable wrong_login_code; Throttled
// too_many_attempts; Forbidden second_factor_required.
func (s *Service) LoginWithCode(ctx context.Context, session Session, typed, language string, from netip.Addr) (CodeLogin, error) {
	if session.UserID != 0 {
		return CodeLogin{}, alreadyLoggedIn()
	}
	digits, ok := isTOTP(typed)
	if !ok {
		return CodeLogin{}, fault.InvalidFields(malformedLoginCode(typed))
	}
	row, code, err := s.tryLoginCode(ctx, session)
	if err != nil {
		return CodeLogin{}, err
	}
	who, known, err := s.loginCodeKey(ctx, session, row.Email, from)
	if err != nil {
		return CodeLogin{}, err
	}
	if wait, ok := s.codeTries.Allow(who.withoutAddress()); !ok {
		return CodeLogin{}, fault.TooManyAttempts(wait)
	}
	if !equalCodes(code, digits) {
		return CodeLogin{}, wrongLoginCode()
	}
	login, err := s.useLoginCode(ctx, row, known, language)
	if err != nil {
		return CodeLogin{}, err
	}
	s.codeTries.GiveBack(who.withoutAddress())
	login.Key, err = s.admit(ctx, session, login.User, wrongLoginCode)
	return login, err
}

func malformedLoginCode(typed string) fault.Field {
	if typed == "" {
		return fault.Field{Field: "code", Code: "required", Message: "Field is required"}
	}
	return fault.Field{Field: "code", Code: "malformed", Message: "A code has 6 digits."}
}

// useLoginCode uses up a code and returns its user, whose address is verified afterwards. The result has no key.
func (s *Service) useLoginCode(ctx context.Context, row loginCodeRow, known bool, language string) (login CodeLogin, err error) {
	var ended []keyHash
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		ended = nil
		found, exists, err := s.findMailbox(ctx, tx, row.ChannelID, row.Email)
		if err != nil {
			return err
		}
		if !exists && row.Guest {
			login.User, err = s.insertGuest(ctx, tx, row, language)
			return err
		}
		user, err := s.lockUser(ctx, tx, row.ChannelID, found.ID)
		if err != nil {
			if fault.KindOf(err) == fault.NotFound {
				return wrongLoginCode()
			}
			return err
		}
		if user.Email != row.Email || !user.mayLogInByMail() {
			return wrongLoginCode()
		}
		if err := s.spendLoginCode(ctx, tx, row); err != nil {
			return err
		}
		if ended, err = s.proveMailbox(ctx, tx, user, known, language); err != nil {
			return err
		}
		login.User, err = findUser(ctx, tx, user.ChannelID, "u.id = ?", user.ID)
		login.NamesRemoved = user.hasNames() && !login.User.hasNames()
		return err
	})
	if err != nil {
		return CodeLogin{}, err
	}
	s.forget(ended...)
	return login, nil
}

// proveMailbox changes an account after its user has shown access to its mailbox. A temporary password is removed: an operator
// set it, and the user who logs in by a code may never have learned it. The address becomes verified. known reports whether
// the device is a known device of the user. That proves ownership only of an account without credentials: on a
// shared computer, in a library for example, a stranger may have made the account.
func (s *Service) proveMailbox(ctx context.Context, tx bun.Tx, user User, known bool, language string) (ended []keyHash, err error) {
	if user.EmailVerified {
		if user.TemporaryPassword {
			err = s.updateUser(ctx, tx, user.ChannelID, user.ID, "temporary_password = FALSE, password_hash = ?", "")
		}
		return nil, err
	}
	if known {
		credentials, err := hasCredentials(ctx, tx, user)
		if err != nil {
			return nil, err
		}
		if !credentials {
			if err := s.verifyAddress(ctx, tx, user); err != nil {
				return nil, err
			}
			// A stranger on the same device may have kept the session of the guest's purchase. The secret address of the
			// guest's calendar stays: most guests are alone on their device, and their calendar would stop without a word.
			return s.endSessions(ctx, tx, user.ChannelID, user.ID, 0)
		}
	}
	options := ownerTakeover(user, known, language)
	if ended, err = s.takeOver(ctx, tx, user, options); err != nil {
		return nil, err
	}
	return ended, s.post(ctx, tx, user, takenOverLetter(options.language))
}
