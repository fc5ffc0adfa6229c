package account

import (
	"context"
	"net/netip"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/mail"
)

// Guest is the form of a visitor who buys without a password.
type Guest struct {
	Email          string
	Terms          bool // terms and privacy policy accepted
	MailingConsent bool
	Language       string // the visitor's, "en" or "fr"

	From netip.Addr // the visitor's IP address; limits how often a network learns whether an email address is taken
}

// loginCodeSent asks a guest to enter an emailed code before the purchase.
func loginCodeSent() error {
	return fault.New(fault.Forbidden, "login_code_sent", "We sent a code to this address. Enter it to continue.")
}

// RegisterGuest creates a user without a password and without names, and logs the visitor in with a new api key. Later the
// user logs in with an emailed code, or chooses a password by an emailed link (ADR 0066). RegisterGuest fails with
// login_code_sent if the address is taken, or if the network has checked too many addresses. LoginWithCode then accepts
// the code and creates the user if necessary.
//
// Failures: Invalid with the fields; Conflict already_logged_in; Forbidden login_code_sent;
// Throttled too_many_attempts.
func (s *Service) RegisterGuest(ctx context.Context, session Session, g Guest) (key string, user User, err error) {
	if session.UserID != 0 {
		return "", User{}, alreadyLoggedIn()
	}
	g.Email = mail.NormalizeAddress(g.Email)
	problems := checkEmail(g.Email)
	if !g.Terms {
		problems = append(problems, fault.Field{Field: "terms", Code: "required", Message: "Please accept terms & conditions"})
	}
	if len(problems) > 0 {
		return "", User{}, fault.InvalidFields(problems...)
	}
	taken, mayTell, err := s.checkEmailTaken(ctx, session.ChannelID, g.Email, g.From)
	if err != nil {
		return "", User{}, err
	}
	if mayTell && !taken {
		row := s.newRow(session.ChannelID, g.Email, "")
		row.MailingConsent, row.Language = g.MailingConsent, g.Language
		key, user, err = s.addUser(ctx, session, row)
		if fault.CodeOf(err) != "email_taken" { // taken by a concurrent request
			return key, user, err
		}
	}
	row := loginCodeRow{Email: g.Email, Guest: true, MailingConsent: g.MailingConsent}
	if err := s.requestCode(ctx, session, row, g.Language, g.From); err != nil {
		return "", User{}, err
	}
	return "", User{}, loginCodeSent()
}

// insertGuest creates the user of a guest. The emailed code proves that the guest owns the address.
func (s *Service) insertGuest(ctx context.Context, tx bun.Tx, code loginCodeRow, language string) (User, error) {
	if err := s.spendLoginCode(ctx, tx, code); err != nil {
		return User{}, err
	}
	row := s.newRow(code.ChannelID, code.Email, "")
	row.EmailVerified, row.MailingConsent, row.Language = true, code.MailingConsent, language
	if err := insertUser(ctx, tx, row); err != nil {
		if fault.CodeOf(err) == "email_taken" {
			err = wrongLoginCode() // another session created the user: a new code logs in
		}
		return User{}, err
	}
	return row.user(), nil
}
