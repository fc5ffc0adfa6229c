package account

import (
	"context"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
)

// Profile returns the actor's own user.
func (s *Service) Profile(ctx context.Context, by actor.Actor) (User, error) {
	if !by.IsUser() {
		return User{}, loginNeeded()
	}
	return s.find(ctx, by.ChannelID, "u.id = ?", by.UserID)
}

// ProfileChange is what users may change about themselves; nil leaves a field alone.
type ProfileChange struct {
	FirstName            *string
	LastName             *string
	Phone                *string
	MailingConsent       *bool
	HideScores           *bool
	Password             *string
	PasswordConfirmation *string
}

// EditProfile changes the session's user. With a new password every session of the
// user ends; the caller's goes on under the new key that is then returned.
func (s *Service) EditProfile(ctx context.Context, session Session, c ProfileChange) (key string, user User, err error) {
	user, err = s.Profile(ctx, session.Actor())
	if err != nil {
		return "", User{}, err
	}
	c.normalize()
	if problems := c.problems(user.Email); len(problems) > 0 {
		return "", User{}, fault.InvalidFields(problems...)
	}
	hash := ""
	if c.Password != nil {
		if hash, err = s.passwords.hash(ctx, *c.Password); err != nil {
			return "", User{}, err
		}
	}
	var ended []keyHash
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := s.updateProfile(ctx, tx, user, c); err != nil || hash == "" {
			return err
		}
		key, ended, err = s.replacePassword(ctx, tx, session, hash)
		return err
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

func (c *ProfileChange) normalize() {
	apply := func(text *string, normalize func(string) string) *string {
		if text == nil {
			return nil
		}
		changed := normalize(*text)
		return &changed
	}
	c.FirstName, c.LastName = apply(c.FirstName, normalizeName), apply(c.LastName, normalizeName)
	c.Phone = apply(c.Phone, strings.TrimSpace)
	c.Password = apply(c.Password, normalizePassword)
	c.PasswordConfirmation = apply(c.PasswordConfirmation, normalizePassword)
	// The form sends its two password fields empty when they were left alone.
	if c.Password != nil && *c.Password == "" && (c.PasswordConfirmation == nil || *c.PasswordConfirmation == "") {
		c.Password, c.PasswordConfirmation = nil, nil
	}
}

func (c *ProfileChange) problems(email string) []fault.Field {
	var fields []fault.Field
	if c.FirstName != nil {
		fields = append(fields, checkName("first_name", *c.FirstName, "Enter your first name")...)
	}
	if c.LastName != nil {
		fields = append(fields, checkName("last_name", *c.LastName, "Enter your last name")...)
	}
	if c.Phone != nil {
		fields = append(fields, checkPhone(*c.Phone)...)
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
	}
	return append(fields, checkConfirmation(password, confirmation)...)
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
	if c.MailingConsent != nil {
		update = update.Set("mailing_consent = ?", *c.MailingConsent)
	}
	if c.HideScores != nil {
		update = update.Set("hide_scores = ?", *c.HideScores)
	}
	if _, err := update.Exec(ctx); err != nil {
		return fmt.Errorf("update profile: %w", err)
	}
	return nil
}

// replacePassword stores a user's new password, ends the user's other sessions and
// gives this one a new key.
func (s *Service) replacePassword(ctx context.Context, tx bun.IDB, session Session, hash string) (key string, ended []keyHash, err error) {
	if err := s.updatePassword(ctx, tx, session.ChannelID, session.UserID, hash, false); err != nil {
		return "", nil, err
	}
	if key, _, err = s.rotate(ctx, tx, session, session.UserID); err != nil {
		return "", nil, err
	}
	ended, err = endSessions(ctx, tx, session.ChannelID, session.UserID, session.ID)
	return key, ended, err
}

func (s *Service) updatePassword(ctx context.Context, idb bun.IDB, channelID int64, id UserID, hash string, temporary bool) error {
	result, err := idb.NewUpdate().Model((*userRow)(nil)).
		Set("password_hash = ?", hash).Set("temporary_password = ?", temporary).
		Set("updated_ms = ?", clock.Millis(s.clock.Now())).
		Where("channel_id = ? AND id = ?", channelID, id).Exec(ctx)
	if err != nil {
		return fmt.Errorf("update password: %w", err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return userNotFound()
	}
	return nil
}

// endSessions deletes the sessions of a user but one (0 for none), and whatever was about
// to become one. It returns what must be forgotten after the transaction.
func endSessions(ctx context.Context, idb bun.IDB, channelID int64, id UserID, except int64) ([]keyHash, error) {
	for _, end := range []func(context.Context, bun.IDB, int64, UserID) error{denyApproved, dropTickets} {
		if err := end(ctx, idb, channelID, id); err != nil {
			return nil, err
		}
	}
	var texts []string
	_, err := idb.NewDelete().Model((*sessionRow)(nil)).
		Where("channel_id = ? AND user_id = ? AND id <> ?", channelID, id, except).
		Returning("key_hash").Exec(ctx, &texts)
	if err != nil && !db.IsNoRows(err) {
		return nil, fmt.Errorf("end sessions: %w", err)
	}
	return readHashes(texts)
}
