package account

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"unicode/utf8"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fairqueue"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/netaddr"
)

// attempt is the counter of failed logins of one account: from unknown devices at one
// address, from all unknown devices without the address, or from a known device of a user (see
// attemptKey).
type attempt struct {
	channelID int64
	login     string
	address   netip.Addr
}

// anywhere is the counter of the same account, or of the same known device, for every address.
func (a attempt) anywhere() attempt { return attempt{channelID: a.channelID, login: a.login} }

// wrongAuthData is the one answer to every login that fails, whatever was wrong.
func wrongAuthData() error {
	return fault.New(fault.Unauthenticated, "wrong_auth_data", "Wrong auth data")
}

// Login makes a session that of a user and returns its new api key. login is an e-mail
// address or, of digits and parentheses only, the user's phone number. It takes the
// same time whether or not there is such a user. Who has a second factor is asked for it
// (see admit). A device is known only if session.Client comes from RecognizeDevice.
func (s *Service) Login(ctx context.Context, session Session, typed, password string, from netip.Addr) (key string, user User, err error) {
	if session.UserID != 0 {
		return "", User{}, alreadyLoggedIn()
	}
	login := normalizeLogin(typed)
	if problems := loginProblems(login, password); len(problems) > 0 {
		return "", User{}, fault.InvalidFields(problems...)
	}
	client := session.Client
	client.Address = from
	caller, err := s.queueCaller(session, login, client)
	if err != nil {
		return "", User{}, err
	}
	who := s.attemptKey(session.ChannelID, login, client)
	if err := s.countAttempt(who); err != nil {
		return "", User{}, err
	}
	stored, err := s.storedSpelling(ctx, session.ChannelID, typed)
	if err != nil {
		s.forgive(who, err)
		return "", User{}, err
	}
	user, err = s.verify(ctx, caller, stored, normalizePassword(password))
	if err != nil {
		s.forgive(who, err)
		return "", User{}, err
	}
	s.proved(who)
	s.doubts.Forget(who)
	if key, err = s.admit(ctx, session, user, wrongAuthData); err != nil {
		return "", User{}, err
	}
	return key, user, nil
}

func loginProblems(login, password string) []fault.Field {
	var fields []fault.Field
	switch {
	case login == "":
		fields = append(fields, fault.Field{Field: "email", Code: "required", Message: "Enter your Email"})
	case !mail.IsAddress(login) && !isPhoneLogin(login):
		fields = append(fields, fault.Field{Field: "email", Code: "malformed", Message: "A valid email address is required"})
	}
	return append(fields, checkGivenPassword("password", password)...)
}

// checkGivenPassword says what keeps a password from being compared with anybody's.
func checkGivenPassword(field, password string) []fault.Field {
	switch {
	case password == "":
		return []fault.Field{{Field: field, Code: "required", Message: "Field is required"}}
	case utf8.RuneCountInString(password) > maxPassword:
		return []fault.Field{{Field: field, Code: "too_long", Message: "Field length must be less than 129"}}
	}
	return nil
}

// countAttempt takes a permit before the password is looked at, so that guesses made
// at once count as much as guesses made in turn.
func (s *Service) countAttempt(who attempt) error {
	wait, ok := s.attempts.Allow(who)
	if ok {
		wait, ok = s.accounts.Allow(who.anywhere())
	}
	if ok {
		return nil
	}
	return fault.TooManyAttempts(wait)
}

// Doubts reports whether so many logins of an account failed at an address that the
// next one must come with a proof that it is a person's. Each question counts as one.
func (s *Service) Doubts(channelID int64, login string, client Client) bool {
	_, ok := s.doubts.Allow(s.attemptKey(channelID, normalizeLogin(login), client))
	return !ok
}

// forgive gives an attempt back that came to nothing, because the queue for passwords was
// full or the time over: who is told to come again must be able to.
func (s *Service) forgive(who attempt, err error) {
	if fault.KindOf(err) != fault.Unauthenticated {
		s.attempts.GiveBack(who)
		s.accounts.GiveBack(who.anywhere())
	}
}

// proved takes back what counted against somebody who then knew the password: only what
// fails is a guess.
func (s *Service) proved(who attempt) {
	s.attempts.Forget(who)
	s.accounts.GiveBack(who.anywhere())
}

// provePassword has a logged-in user show the password again, as field of what they ask
// for: a stolen session must not be enough for it. Wrong passwords count apart from those of
// logins, so that wrong logins from elsewhere do not lock a logged-in user out.
func (s *Service) provePassword(ctx context.Context, user User, field, password string, from netip.Addr) error {
	password = normalizePassword(password)
	if problems := checkGivenPassword(field, password); len(problems) > 0 {
		return fault.InvalidFields(problems...)
	}
	who := attempt{user.ChannelID, "logged in " + user.Email, netaddr.Subscriber(from)}
	if err := s.countAttempt(who); err != nil {
		return err
	}
	ok, err := s.passwords.check(ctx, knownCaller(user.ChannelID, user.ID, from), password, user.passwordHash)
	if err != nil {
		s.forgive(who, err)
		return err
	}
	if !ok {
		return fault.OfField(fault.Unprocessable, field, "incorrect_password", "Incorrect password")
	}
	s.proved(who)
	return nil
}

// verify finds the user whom login and password name together.
func (s *Service) verify(ctx context.Context, caller fairqueue.Caller, login, password string) (User, error) {
	user, outdated, err := s.verifyInTurn(ctx, caller, login, password)
	if err != nil {
		return User{}, err
	}
	if outdated && s.passwords.queue.Waiting() == 0 { // otherwise at another login
		s.rehash(ctx, caller, user, password)
	}
	return user, nil
}

// verifyInTurn queries the database only once it has a turn: logins that wait or are refused
// cost no query.
func (s *Service) verifyInTurn(ctx context.Context, caller fairqueue.Caller, login, password string) (user User, outdated bool, err error) {
	done, err := s.passwords.turn(ctx, caller)
	if err != nil {
		return User{}, false, err
	}
	defer done()
	user, found, err := s.findByLogin(ctx, caller.Group, login)
	if err != nil {
		return User{}, false, err
	}
	ok, outdated, err := s.passwords.compare(password, user.passwordHash)
	if err != nil {
		return User{}, false, err
	}
	if !found || !ok {
		return User{}, false, wrongAuthData()
	}
	return user, outdated, nil
}

func (s *Service) findByLogin(ctx context.Context, channelID int64, login string) (user User, found bool, err error) {
	query := s.db.Read().NewSelect().Model((*userRow)(nil)).Where("u.channel_id = ?", channelID).Limit(2)
	if strings.Contains(login, "@") {
		query = query.Where("u.email = ?", login)
	} else {
		query = query.Join("JOIN phone_logins AS p ON p.channel_id = u.channel_id AND p.user_id = u.id").
			Where("p.digits = ? AND u.email_verified = TRUE", digitsOf(login))
	}
	var rows []userRow
	if err := query.Scan(ctx, &rows); err != nil && !db.IsNoRows(err) {
		return User{}, false, fmt.Errorf("find user by login: %w", err)
	}
	if len(rows) != 1 {
		return User{}, false, nil
	}
	return rows[0].user(), true, nil
}

// rehash brings a password's hash to today's cost, now that the password is known.
// The login does not depend on it.
func (s *Service) rehash(ctx context.Context, caller fairqueue.Caller, user User, password string) {
	hash, err := s.passwords.hash(ctx, caller, password)
	if err == nil {
		_, err = s.db.Write().NewUpdate().Model((*userRow)(nil)).Set("password_hash = ?", hash).
			Where("channel_id = ? AND id = ? AND password_hash = ?", user.ChannelID, user.ID, user.passwordHash).Exec(ctx)
	}
	if err != nil {
		s.log.WarnContext(ctx, "password hash not renewed", "user_id", user.ID, "error", err)
	}
}

// Logout ends a session: its key dies, and the anonymous one that takes its place is
// returned.
func (s *Service) Logout(ctx context.Context, session Session) (key string, fresh Session, err error) {
	key, fresh, err = s.rotate(ctx, s.db.Write(), session, 0)
	if err != nil {
		return "", Session{}, err
	}
	s.forget(session.hash)
	return key, fresh, nil
}
