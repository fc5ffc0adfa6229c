package account

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fairqueue"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/netaddr"
)

// attemptKey identifies a counter of failed logins of one account: from unknown devices at one address, from all unknown devices
// without the address, or from a known device of a user (see loginKey).
type attemptKey struct {
	channelID int64
	login     string
	address   netip.Addr
}

// withoutAddress returns the key of the counter for all addresses.
func (a attemptKey) withoutAddress() attemptKey {
	return attemptKey{channelID: a.channelID, login: a.login}
}

// wrongAuthData is the one answer to every login that fails, whatever was wrong.
func wrongAuthData() error {
	return fault.New(fault.Unauthenticated, "wrong_auth_data", "Wrong auth data")
}

// Login logs a user in to a session and returns the session's new api key. typed is an email address or a phone number of digits
// and parentheses only. If several accounts have the number, the password selects the account. Login takes the same time whether or
// not the user exists. A user with a second factor must enter it next (see admit). A device is known only if session.Client comes
// from RecognizeDevice.
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
	who, onlyKnown, err := s.countLogin(session.ChannelID, login, client)
	if err != nil {
		return "", User{}, err
	}
	stored, err := s.storedSpelling(ctx, session.ChannelID, typed)
	if err != nil {
		s.refundUndecided(who, err)
		return "", User{}, err
	}
	accounts := loginAccounts{login: stored, known: client.usersOf(login), onlyKnown: onlyKnown}
	user, err = s.verify(ctx, queueCaller(session, login, client), accounts, normalizePassword(password))
	if err != nil {
		s.refundUndecided(who, err)
		return "", User{}, err
	}
	if isPhoneLogin(login) { // earlier failures may be guesses at another account with this number: they still count
		s.giveBack(who)
		s.captchaFree.GiveBack(who)
	} else {
		s.clearFailures(who)
		s.captchaFree.Forget(who)
	}
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

// checkGivenPassword returns the reasons not to compare a password.
func checkGivenPassword(field, password string) []fault.Field {
	switch {
	case password == "":
		return []fault.Field{{Field: field, Code: "required", Message: "Field is required"}}
	case utf8.RuneCountInString(password) > maxPassword:
		return []fault.Field{{Field: field, Code: "too_long", Message: "Field length must be less than 129"}}
	}
	return nil
}

// countLogin takes a permit for a normalized login. A known device has its own counter for email logins (see loginKey). A phone
// login uses the shared counter first. If that has no permit left, a known device uses its own counter, and Login then compares only
// the accounts that the device is known to (onlyKnown).
func (s *Service) countLogin(channelID int64, login string, client Client) (who attemptKey, onlyKnown bool, err error) {
	who = s.loginKey(channelID, login, client)
	err = s.countAttempt(who)
	if err == nil || !isPhoneLogin(login) {
		return who, false, err
	}
	users := client.usersOf(login)
	if len(users) == 0 {
		return who, false, err
	}
	who = knownDeviceKey(channelID, client, users[0])
	return who, true, s.countAttempt(who)
}

// countAttempt takes a permit before the password is compared, so that concurrent guesses count as much as consecutive ones.
func (s *Service) countAttempt(who attemptKey) error {
	wait, ok := s.attempts.Allow(who)
	if ok {
		wait, ok = s.accounts.Allow(who.withoutAddress())
	}
	if ok {
		return nil
	}
	return fault.TooManyAttempts(wait)
}

// RequireCaptcha counts a login and reports whether it needs a captcha, because too many logins of the account failed at the address.
// A successful email login resets the count; a successful phone login takes one back.
func (s *Service) RequireCaptcha(channelID int64, login string, client Client) bool {
	_, ok := s.captchaFree.Allow(s.loginKey(channelID, normalizeLogin(login), client))
	return !ok
}

// refundUndecided returns the permit of a login that failed before the password was compared, for example because the queue was
// full, so that the user can try again.
func (s *Service) refundUndecided(who attemptKey, err error) {
	if fault.KindOf(err) != fault.Unauthenticated {
		s.giveBack(who)
	}
}

func (s *Service) giveBack(who attemptKey) {
	s.attempts.GiveBack(who)
	s.accounts.GiveBack(who.withoutAddress())
}

// clearFailures resets the counter of the address or device after a correct password. Of the account's counter it returns only this
// attempt's permit.
func (s *Service) clearFailures(who attemptKey) {
	s.attempts.Forget(who)
	s.accounts.GiveBack(who.withoutAddress())
}

// provePassword checks the password of a logged-in user again before a sensitive change. A stolen session must not be enough for
// it. field is the request field for the error. Wrong passwords count apart from those of logins, so that wrong logins from
// elsewhere do not lock a logged-in user out.
func (s *Service) provePassword(ctx context.Context, user User, field, password string, from netip.Addr) error {
	password = normalizePassword(password)
	if problems := checkGivenPassword(field, password); len(problems) > 0 {
		return fault.InvalidFields(problems...)
	}
	who := attemptKey{user.ChannelID, "logged in " + user.Email, netaddr.Subscriber(from)}
	if err := s.countAttempt(who); err != nil {
		return err
	}
	ok, err := s.passwords.check(ctx, knownCaller(user.ChannelID, user.ID, from), password, user.passwordHash)
	if err != nil {
		s.refundUndecided(who, err)
		return err
	}
	if !ok {
		return fault.OfField(fault.Unprocessable, field, "incorrect_password", "Incorrect password")
	}
	s.clearFailures(who)
	return nil
}

// loginAccounts selects the accounts whose passwords a login compares.
type loginAccounts struct {
	login     string   // the spelling that is stored, or the digits of a phone number
	known     []UserID // users who logged in on this device before; they are compared first
	onlyKnown bool     // no other account is compared
}

// maxOfPhone is the largest number of accounts that a phone number logs in to.
const maxOfPhone = 3

// comparisons is the number of accounts whose passwords are compared. It is the same for each phone number, so that the
// time of an answer does not tell how many accounts have the number.
func (a loginAccounts) comparisons() int {
	if isPhoneLogin(a.login) {
		return maxOfPhone
	}
	return 1
}

// verify finds the user whom login and password name together.
func (s *Service) verify(ctx context.Context, caller fairqueue.Caller, accounts loginAccounts, password string) (User, error) {
	user, outdated, err := s.verifyInTurn(ctx, caller, accounts, password)
	if err != nil {
		return User{}, err
	}
	if outdated && s.passwords.queue.Waiting() == 0 { // if others wait, a later login rehashes
		s.rehash(ctx, caller, user, password)
	}
	return user, nil
}

// verifyInTurn waits for a turn for each comparison. It queries the database only once it has the first: logins that wait or
// are refused cost no query.
func (s *Service) verifyInTurn(ctx context.Context, caller fairqueue.Caller, accounts loginAccounts, password string) (user User, outdated bool, _ error) {
	var users []User
	for i := range accounts.comparisons() {
		err := s.passwords.inTurn(ctx, caller, func() error {
			if i == 0 {
				found, err := s.findAccounts(ctx, caller.Group, accounts)
				if err != nil {
					return err
				}
				users = found
			}
			var compared User // empty if there is no such account: the comparison takes the same time
			if i < len(users) {
				compared = users[i]
			}
			ok, old, err := s.passwords.compare(password, compared.passwordHash)
			if ok && user.ID == 0 {
				user, outdated = compared, old
			}
			return err
		})
		if err != nil {
			return User{}, false, err
		}
	}
	if user.ID == 0 {
		return User{}, false, wrongAuthData()
	}
	return user, outdated, nil
}

func (s *Service) findAccounts(ctx context.Context, channelID int64, accounts loginAccounts) ([]User, error) {
	users, err := s.findByLogin(ctx, channelID, accounts.login, accounts.known)
	if accounts.onlyKnown {
		users = slices.DeleteFunc(users, func(u User) bool { return !slices.Contains(accounts.known, u.ID) })
	}
	return users, err
}

// findByLogin returns the accounts that an e-mail address or a phone number logs in to. Of the verified accounts with a number
// these come first: those in known, then the one that had the number first (see claimPhone), then the oldest.
func (s *Service) findByLogin(ctx context.Context, channelID int64, login string, known []UserID) ([]User, error) {
	query := s.db.Read().NewSelect().Model((*userRow)(nil)).Where("u.channel_id = ?", channelID)
	if strings.Contains(login, "@") {
		query = query.Where("u.email = ?", login)
	} else {
		query = query.
			Where("u.phone_digits = ? AND u.phone_digits <> '' AND u.email_verified = TRUE", digitsOf(login)). // <> '': the index has no other rows
			Join("LEFT JOIN phone_logins AS p ON p.channel_id = u.channel_id AND p.user_id = u.id AND p.digits = u.phone_digits").
			OrderExpr("CASE WHEN u.id IN (?) THEN 0 WHEN p.user_id IS NOT NULL THEN 1 ELSE 2 END, u.id", bun.List(append([]UserID{0}, known...))).
			Limit(maxOfPhone)
	}
	var rows []userRow
	if err := query.Scan(ctx, &rows); err != nil && !db.IsNoRows(err) {
		return nil, fmt.Errorf("find users by login: %w", err)
	}
	users := make([]User, len(rows))
	for i := range rows {
		users[i] = rows[i].user()
	}
	return users, nil
}

// rehash stores the password's hash with the current cost. The login does not depend on it.
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

// Logout ends a session. Its key becomes invalid, and the session gets a new anonymous key.
func (s *Service) Logout(ctx context.Context, session Session) (key string, fresh Session, err error) {
	key, fresh, err = s.rotate(ctx, s.db.Write(), session, 0)
	if err != nil {
		return "", Session{}, err
	}
	s.forget(session.hash)
	return key, fresh, nil
}
