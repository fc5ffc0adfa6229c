package account

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/uptrace/bun"
	"golang.org/x/text/unicode/norm"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/text"
)

// Registration is what a visitor enters to become a user.
type Registration struct {
	Email                string
	Password             string
	PasswordConfirmation string
	FirstName            string
	LastName             string
	Phone                string // optional
	Terms                bool   // terms and privacy policy accepted
	MailingConsent       bool
	Language             string // the visitor's, "en" or "fr"

	From netip.Addr // the visitor's address, for the count of answers that tell of addresses
}

// maxName is the longest name in characters.
const maxName = 100

// normalize gives each field one spelling.
func (r *Registration) normalize() {
	r.Email = mail.NormalizeAddress(r.Email)
	r.Password, r.PasswordConfirmation = normalizePassword(r.Password), normalizePassword(r.PasswordConfirmation)
	r.FirstName, r.LastName = normalizeName(r.FirstName), normalizeName(r.LastName)
	r.Phone = text.Identifier(r.Phone)
}

func normalizeName(name string) string {
	return strings.Join(strings.Fields(norm.NFC.String(name)), " ")
}

// problems says everything that is wrong, in the specification's sentences and the
// order of the form.
func (r *Registration) problems() []fault.Field {
	fields := checkEmail(r.Email)
	fields = append(fields, checkName("first_name", r.FirstName, "Enter your first name")...)
	fields = append(fields, checkName("last_name", r.LastName, "Enter your last name")...)
	fields = append(fields, checkPhone(r.Phone)...)
	fields = append(fields, checkNewPassword(r.Password, r.Email)...)
	fields = append(fields, checkConfirmation(r.Password, r.PasswordConfirmation)...)
	if !r.Terms {
		fields = append(fields, fault.Field{Field: "terms", Code: "required", Message: "Please accept terms & conditions"})
	}
	return fields
}

func checkEmail(email string) []fault.Field {
	switch {
	case email == "":
		return []fault.Field{{Field: "email", Code: "required", Message: "Enter your Email"}}
	case !mail.IsAddress(email):
		return []fault.Field{{Field: "email", Code: "malformed", Message: "A valid email address is required"}}
	}
	return nil
}

func checkName(field, name, missing string) []fault.Field {
	switch {
	case name == "":
		return []fault.Field{{Field: field, Code: "required", Message: missing}}
	case utf8.RuneCountInString(name) > maxName:
		return []fault.Field{{Field: field, Code: "too_long", Message: fmt.Sprintf("Field length must be less than %d", maxName+1)}}
	case strings.ContainsFunc(name, unicode.IsControl):
		return []fault.Field{{Field: field, Code: "malformed", Message: "The value is not valid."}}
	}
	return nil
}

func checkPhone(phone string) []fault.Field {
	if phone == "" || text.IsPhone(phone) {
		return nil
	}
	return []fault.Field{{Field: "phone", Code: "malformed", Message: "A valid phone number is required"}}
}

func checkConfirmation(password, confirmation string) []fault.Field {
	if password == confirmation {
		return nil
	}
	return []fault.Field{{Field: "password_confirmation", Code: "mismatch", Message: "The password and password confirmation do not match"}}
}

// emailTaken answers who registers an address a second time.
func emailTaken() error {
	// The specification's catalogue has it with a full stop for servers and without for people.
	e := fault.New(fault.Conflict, "email_taken", "The email address you have entered is already registered.")
	e.Fields = []fault.Field{{Field: "email", Code: "email_taken", Message: "The email address you have entered is already registered"}}
	return e
}

func alreadyLoggedIn() error {
	return fault.New(fault.Conflict, "already_logged_in", "You are already logged in")
}

// Register makes a visitor a user of the session's channel, logged in under a new api
// key, and writes to the address to learn whether it is theirs. The unique index decides who
// of two comes first. A network that has asked for many addresses is told nothing of this
// one: the registration goes on by letter.
//
// Failures: Invalid with the fields; Conflict already_logged_in, email_taken; Forbidden
// registration_by_letter; Throttled too_many_attempts.
func (s *Service) Register(ctx context.Context, session Session, r Registration) (key string, user User, err error) {
	if session.UserID != 0 {
		return "", User{}, alreadyLoggedIn()
	}
	typed := r.Email
	r.normalize()
	if problems := r.problems(); len(problems) > 0 {
		return "", User{}, fault.InvalidFields(problems...)
	}
	if r.Email, err = s.storedSpelling(ctx, session.ChannelID, typed); err != nil {
		return "", User{}, err
	}
	taken, mayTell, err := s.checkEmailTaken(ctx, session.ChannelID, r.Email, r.From)
	switch {
	case err != nil:
		return "", User{}, err
	case !mayTell:
		if err := s.requestRegistrationLetter(ctx, session, r); err != nil {
			return "", User{}, err
		}
		return "", User{}, registrationByLetter()
	case taken:
		return "", User{}, emailTaken()
	}
	hash, err := s.passwords.hash(ctx, queueCaller(session, "", session.Client), r.Password)
	if err != nil {
		return "", User{}, err
	}
	row := s.newRow(session.ChannelID, r.Email, hash)
	row.FirstName, row.LastName = r.FirstName, r.LastName
	row.Phone, row.PhoneDigits = r.Phone, digitsOf(r.Phone)
	row.MailingConsent, row.Language = r.MailingConsent, r.Language
	return s.addUser(ctx, session, row)
}

// addUser stores a user who came by themselves, sends the letter by which they verify their address, and logs them in.
func (s *Service) addUser(ctx context.Context, session Session, row *userRow) (key string, user User, err error) {
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := insertUser(ctx, tx, row); err != nil {
			return err
		}
		if err := s.sendVerification(ctx, tx, row.user(), row.Language); err != nil {
			return err
		}
		key, _, err = s.rotate(ctx, tx, session, UserID(row.ID))
		return err
	})
	if err != nil {
		return "", User{}, err
	}
	s.forget(session.hash)
	return key, row.user(), nil
}

func (s *Service) newRow(channelID int64, email, hash string) *userRow {
	now := clock.Millis(s.clock.Now())
	return &userRow{
		ChannelID: channelID, Email: email, PasswordHash: hash, Role: RoleName(actor.User),
		CreatedMS: now, UpdatedMS: now,
	}
}

func insertUser(ctx context.Context, idb bun.IDB, row *userRow) error {
	row.ID = 0 // a transaction that is run again must not reuse the first run's
	_, err := idb.NewInsert().Model(row).Exec(ctx)
	if db.IsUnique(err) {
		return emailTaken()
	}
	if err != nil {
		return fmt.Errorf("insert user: %w", err)
	}
	return nil
}

func (s *Service) emailExists(ctx context.Context, channelID int64, email string) (bool, error) {
	exists, err := s.db.From(ctx).NewSelect().Model((*userRow)(nil)).
		Where("u.channel_id = ? AND u.email = ?", channelID, email).Exists(ctx)
	if err != nil {
		return false, fmt.Errorf("look for an email address: %w", err)
	}
	return exists, nil
}
