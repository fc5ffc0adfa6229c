package account

import (
	"context"
	"fmt"
	"net/netip"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/text"
)

// Profile returns the actor's own user.
func (s *Service) Profile(ctx context.Context, by actor.Actor) (User, error) {
	if err := by.RequireUser(); err != nil {
		return User{}, err
	}
	return s.find(ctx, by.ChannelID, "u.id = ?", by.UserID)
}

// ProfileChange is what users may change about themselves; nil leaves a field alone.
type ProfileChange struct {
	FirstName            *string
	LastName             *string
	Phone                *string
	Language             *string // of letters
	MailingConsent       *bool
	HideScores           *bool
	Email                *string // changes once the link mailed to it is followed
	Password             *string
	PasswordConfirmation *string

	CurrentPassword string     // needed for a new password or address, where there is one and the change was not confirmed
	Code            string     // of the second factor, unless one was entered in the session a short while ago
	Spoken          string     // the caller's language, for letters to users of unknown language
	From            netip.Addr // the caller's address, for the count of guesses

	emailTaken bool // by another account, which the caller is not told
}

// EditProfile changes the session's user. With a new password every session of the
// user ends; the caller's goes on under the new key that is then returned. Another
// e-mail address is only asked for: see ConfirmEmail.
func (s *Service) EditProfile(ctx context.Context, session Session, c ProfileChange) (key string, user User, err error) {
	user, err = s.Profile(ctx, session.Actor())
	if err != nil {
		return "", User{}, err
	}
	c.normalize()
	hash, spend, err := s.prepareEdit(ctx, session.Actor(), user, &c)
	if err != nil {
		return "", User{}, err
	}
	var ended []keyHash
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := spend(ctx, tx); err != nil {
			return err
		}
		if err := s.updateProfile(ctx, tx, user, c); err != nil {
			return err
		}
		if c.Language != nil {
			user.Language = *c.Language
		}
		user.Language = user.letterLanguage(c.Spoken)
		if hash != "" {
			if key, ended, err = s.replacePassword(ctx, tx, session, user, hash); err != nil {
				return err
			}
		}
		return s.editEmail(ctx, tx, user, c, hash != "")
	})
	if err != nil {
		return "", User{}, err
	}
	if hash != "" || c.HideScores != nil {
		s.forget(append(ended, session.hash)...)
	}
	user, err = s.find(ctx, user.ChannelID, "u.id = ?", user.ID)
	return key, user, err
}

// prepareEdit refuses what may not be, and hashes a new password before the transaction.
func (s *Service) prepareEdit(ctx context.Context, by actor.Actor, user User, c *ProfileChange) (hash string, spend spendProof, err error) {
	if problems := c.problems(user); len(problems) > 0 {
		return "", nil, fault.InvalidFields(problems...)
	}
	newEmail := c.Email != nil && *c.Email != user.Email
	newPhone := c.Phone != nil && *c.Phone != user.Phone
	if c.Password == nil && !newEmail && !newPhone {
		return "", nothingToSpend, nil
	}
	if c.Password == nil && !newEmail {
		spend, err = s.proveFactorForEdit(ctx, by, user, c)
	} else {
		spend, err = s.proveForEdit(ctx, by, user, c)
	}
	if err != nil {
		return "", nil, err
	}
	if newEmail {
		if c.emailTaken, err = s.mayAskForEmail(ctx, user, *c.Email, c.From); err != nil {
			return "", nil, err
		}
	}
	if c.Password != nil {
		hash, err = s.hashOther(ctx, user, c)
	}
	return hash, spend, err
}

// hashOther hashes a new password, which is not the present one. A user who confirmed the change did
// not enter the present one with it.
func (s *Service) hashOther(ctx context.Context, user User, c *ProfileChange) (string, error) {
	caller := knownCaller(user.ChannelID, user.ID, c.From)
	if user.HasPassword() && c.CurrentPassword == "" {
		same, err := s.passwords.check(ctx, caller, *c.Password, user.passwordHash)
		if err != nil {
			return "", err
		}
		if same {
			return "", fault.InvalidFields(passwordUnchanged())
		}
	}
	return s.passwords.hash(ctx, caller, *c.Password)
}

func passwordUnchanged() fault.Field {
	return fault.Field{Field: "password", Code: "password_unchanged", Message: "Choose a password other than the current one."}
}

// proveForEdit takes the present password, or what stands for one where there is none.
func (s *Service) proveForEdit(ctx context.Context, by actor.Actor, user User, c *ProfileChange) (spendProof, error) {
	if user.HasPassword() {
		if err := s.provePresentPassword(ctx, by, user, c); err != nil {
			return nil, err
		}
		return s.proveFactorForEdit(ctx, by, user, c)
	}
	return s.provePresence(ctx, by, user, Proof{Code: c.Code}, c.Spoken, c.From)
}

// provePresentPassword takes the present password. A user with a temporary password has just entered
// it to log in: a user who only replaces it within recentLogin does not enter it again.
func (s *Service) provePresentPassword(ctx context.Context, by actor.Actor, user User, c *ProfileChange) error {
	if user.TemporaryPassword && c.Email == nil && c.CurrentPassword == "" {
		if recent, err := s.loggedInRecently(ctx, s.db.Read(), by); err != nil || recent {
			return err
		}
	}
	return s.provePasswordOrStepUp(ctx, by, user, "current_password", c.CurrentPassword, c.From)
}

// proveFactorForEdit takes a code of the second factor, where the session had none a short
// while ago.
func (s *Service) proveFactorForEdit(ctx context.Context, by actor.Actor, user User, c *ProfileChange) (spendProof, error) {
	if c.Code == "" {
		return nothingToSpend, s.RequireStepUp(ctx, by)
	}
	if _, err := s.provenByFactor(ctx, by); err != nil {
		return nil, err
	}
	return s.prepareFactor(by, user, c.Code, c.Spoken)
}

func (c *ProfileChange) normalize() {
	apply := func(typed *string, normalize func(string) string) *string {
		if typed == nil {
			return nil
		}
		changed := normalize(*typed)
		return &changed
	}
	c.FirstName, c.LastName = apply(c.FirstName, normalizeName), apply(c.LastName, normalizeName)
	c.Phone = apply(c.Phone, text.Identifier)
	c.Email = apply(c.Email, mail.NormalizeAddress)
	c.Password = apply(c.Password, normalizePassword)
	c.PasswordConfirmation = apply(c.PasswordConfirmation, normalizePassword)
	// The form sends its two password fields empty when they were left alone.
	if c.Password != nil && *c.Password == "" && (c.PasswordConfirmation == nil || *c.PasswordConfirmation == "") {
		c.Password, c.PasswordConfirmation = nil, nil
	}
}

func (c *ProfileChange) problems(user User) []fault.Field {
	var fields []fault.Field
	email := user.Email
	if c.Email != nil {
		email = *c.Email
		fields = checkEmail(email)
	}
	if c.FirstName != nil {
		fields = append(fields, checkName("first_name", *c.FirstName, "Enter your first name")...)
	}
	if c.LastName != nil {
		fields = append(fields, checkName("last_name", *c.LastName, "Enter your last name")...)
	}
	if c.Phone != nil {
		fields = append(fields, checkPhone(*c.Phone)...)
	}
	if c.Language != nil {
		fields = append(fields, checkLanguage(*c.Language)...)
	}
	return append(fields, c.passwordProblems(email)...)
}

func (c *ProfileChange) passwordProblems(email string) []fault.Field {
	var password, confirmation string
	if c.Password != nil {
		password = *c.Password
	}
	if c.PasswordConfirmation != nil {
		confirmation = *c.PasswordConfirmation
	}
	var fields []fault.Field
	if c.Password != nil {
		fields = checkNewPassword(password, email)
		if len(fields) == 0 && password == normalizePassword(c.CurrentPassword) {
			fields = []fault.Field{passwordUnchanged()}
		}
	}
	return append(fields, checkConfirmation(password, confirmation)...)
}

func checkLanguage(language string) []fault.Field {
	if language == "en" || language == "fr" {
		return nil
	}
	return []fault.Field{{Field: "language", Code: "not_allowed", Message: "The value must be one of: en, fr."}}
}

func (s *Service) updateProfile(ctx context.Context, idb bun.IDB, user User, c ProfileChange) error {
	update := idb.NewUpdate().Model((*userRow)(nil)).
		Set("updated_ms = ?", clock.Millis(s.clock.Now())).
		Where("channel_id = ? AND id = ?", user.ChannelID, user.ID)
	if c.FirstName != nil {
		update = update.Set("first_name = ?", *c.FirstName)
	}
	if c.LastName != nil {
		update = update.Set("last_name = ?", *c.LastName)
	}
	if c.Phone != nil {
		update = update.Set("phone = ?", *c.Phone).Set("phone_digits = ?", digitsOf(*c.Phone))
	}
	if c.Language != nil {
		update = update.Set("language = ?", *c.Language)
	}
	if c.MailingConsent != nil {
		update = update.Set("mailing_consent = ?", *c.MailingConsent)
	}
	if c.HideScores != nil {
		update = update.Set("hide_scores = ?", *c.HideScores)
	}
	if _, err := update.Exec(ctx); err != nil {
		return fmt.Errorf("update profile: %w", err)
	}
	if c.Phone == nil {
		return nil
	}
	return claimPhone(ctx, idb, user.ChannelID, user.ID)
}

// replacePassword stores the new password of the session's user and gives the session a
// new key.
func (s *Service) replacePassword(ctx context.Context, tx bun.Tx, session Session, user User, hash string) (key string, ended []keyHash, err error) {
	if ended, err = s.storePassword(ctx, tx, user, hash, session.ID); err != nil {
		return "", nil, err
	}
	key, _, err = s.rotate(ctx, tx, session, user.ID)
	return key, ended, err
}

// storePassword stores a user's new password, tells them by a letter, and ends their
// sessions but one (0 for none) and the links to other passwords. It returns what must be
// forgotten after the transaction.
func (s *Service) storePassword(ctx context.Context, tx bun.Tx, user User, hash string, except int64) (ended []keyHash, err error) {
	if err := s.updatePassword(ctx, tx, user.ChannelID, user.ID, hash, false); err != nil {
		return nil, err
	}
	if err := s.revokeTokens(ctx, tx, user.ChannelID, user.ID, resetPassword); err != nil {
		return nil, err
	}
	if err := s.post(ctx, tx, user, passwordSavedLetter(user)); err != nil {
		return nil, err
	}
	return s.endSessions(ctx, tx, user.ChannelID, user.ID, except)
}

// passwordSavedLetter tells a user of the first password, or of another one.
func passwordSavedLetter(user User) letter.Letter {
	if !user.HasPassword() {
		return firstPasswordLetter(user.Language)
	}
	return passwordLetter(user.Language)
}

func (s *Service) updatePassword(ctx context.Context, idb bun.IDB, channelID int64, id UserID, hash string, temporary bool) error {
	changed, err := db.Changed(idb.NewUpdate().Model((*userRow)(nil)).
		Set("password_hash = ?", hash).Set("temporary_password = ?", temporary).
		Set("updated_ms = ?", clock.Millis(s.clock.Now())).
		Where("channel_id = ? AND id = ?", channelID, id).Exec(ctx))
	if err != nil {
		return fmt.Errorf("update password: %w", err)
	}
	if !changed {
		return userNotFound()
	}
	return nil
}

// endSessions deletes the sessions of a user but one (0 for none), and all that was about
// to become one: approved devices, tickets, logins in flight. The user's known devices are unknown
// again. It returns what must be forgotten after the transaction. endDevices comes first, since it
// locks the user: a login is over by then and finds its end below, or waits and is refused (lockForLogin).
func (s *Service) endSessions(ctx context.Context, tx bun.Tx, channelID int64, id UserID, except int64) ([]keyHash, error) {
	for _, end := range []func(context.Context, bun.IDB, int64, UserID) error{s.endDevices, denyApproved, dropTickets} {
		if err := end(ctx, tx, channelID, id); err != nil {
			return nil, err
		}
	}
	var texts []string
	_, err := tx.NewDelete().Model((*sessionRow)(nil)).
		Where("channel_id = ? AND user_id = ? AND id <> ?", channelID, id, except).
		Returning("key_hash").Exec(ctx, &texts)
	if err != nil && !db.IsNoRows(err) {
		return nil, fmt.Errorf("end sessions: %w", err)
	}
	return readHashes(texts)
}
