package account

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/netip"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/seal"
	"github.com/grandstand/grandstand/internal/social"
)

const (
	// SocialLoginLife is how long somebody may take at a provider, and then again to
	// read the terms: the life of a state, and of a ticket.
	SocialLoginLife = 10 * time.Minute
	// maxCode is the longest code of a provider that is looked at.
	maxCode = 4 << 10
)

// Refusal says why somebody who comes back from a provider is not let on; it is an
// error, and a stable code.
type Refusal string

// What may be wrong with a return.
const (
	RefusedMissing  Refusal = "state_missing"  // no state, or no secret of the browser
	RefusedStale    Refusal = "state_expired"  // it took too long, or is over
	RefusedMismatch Refusal = "state_mismatch" // never begun, or by another browser, channel or provider
	RefusedByPerson Refusal = "cancelled"
	RefusedUnproven Refusal = "not_proven" // the provider's answer proves nothing
)

func (r Refusal) Error() string { return "social login: " + string(r) }

// SocialStart is a login at a provider that has begun.
type SocialStart struct {
	Address string // at which the person logs in
	Browser string // secret that the browser brings back as a cookie
	Secure  bool   // the site is on TLS, and so must the cookie be
}

// BeginSocial prepares a login at a provider for a session. browser is the secret that
// the browser has from another login that is under way, or empty.
//
// Who is logged in already does not begin a login: see BeginConnect.
func (s *Service) BeginSocial(ctx context.Context, session Session, p social.Provider, host, browser string) (SocialStart, error) {
	if session.UserID != 0 {
		return SocialStart{}, alreadyLoggedIn()
	}
	row, begun, err := s.prepareSocial(ctx, session, p, host, browser)
	if err != nil {
		return SocialStart{}, err
	}
	if err := s.insertSocial(ctx, s.db.Write(), row); err != nil {
		return SocialStart{}, err
	}
	return begun, nil
}

// prepareSocial makes what a login at a provider begins with. The verifier and the nonce are
// made from the browser's secret, so that what lies in the database helps nobody to finish
// a login.
func (s *Service) prepareSocial(ctx context.Context, session Session, p social.Provider, host, browser string) (*socialRow, SocialStart, error) {
	bound, ok := seal.HashKey(browser)
	if !ok {
		browser, bound = seal.NewKey()
	}
	state, hash := seal.NewKey()
	address, redirect, err := s.others.Authorize(ctx, session.ChannelID, host, p, socialRequest(browser, state, ""))
	if err != nil {
		return nil, SocialStart{}, err
	}
	row := &socialRow{ChannelID: session.ChannelID, SessionID: session.ID, Provider: p, StateHash: hash.String(), BrowserHash: bound.String(), Redirect: redirect}
	return row, SocialStart{Address: address, Browser: browser, Secure: strings.HasPrefix(redirect, "https:")}, nil
}

func socialRequest(browser, state, redirect string) social.Request {
	derive := func(purpose string) string {
		mac := hmac.New(sha256.New, []byte(browser))
		mac.Write([]byte(purpose + " " + state))
		return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
	}
	return social.Request{State: state, Nonce: derive("nonce"), Verifier: derive("code verifier"), Redirect: redirect}
}

// SocialReturn is what a browser brings back from a provider.
type SocialReturn struct {
	Provider social.Provider
	State    string
	Code     string
	Problem  string // the provider's word for why there is no code
	Browser  string // the secret that the browser was given
}

// AnswerSocial takes somebody who comes back from a provider to a channel, and returns
// the ticket by which their session learns who they are. A state is good once. Whoever
// is not let on gets a Refusal. connects says that it was begun by BeginConnect, as far as
// that is known.
func (s *Service) AnswerSocial(ctx context.Context, channelID int64, r SocialReturn) (ticket string, connects bool, err error) {
	state, ok := seal.HashKey(r.State)
	switch {
	case r.State == "":
		return "", false, RefusedMissing
	case !ok:
		return "", false, RefusedMismatch
	}
	browser, _ := seal.HashKey(r.Browser) // of what is no secret: one that nobody was given
	row, err := s.takeState(ctx, s.db.Write(), channelID, r.Provider, state, browser)
	connects = row != nil && row.UserID != nil
	if r.Browser == "" && errors.Is(err, RefusedMismatch) {
		err = RefusedMissing
	}
	if err != nil {
		return "", connects, err
	}
	ticket, err = s.answer(ctx, row, r)
	return ticket, connects, err
}

// answer asks the provider who came back with a good state.
func (s *Service) answer(ctx context.Context, row *socialRow, r SocialReturn) (ticket string, err error) {
	switch {
	case r.Problem == "access_denied": // RFC 6749, 4.1.2.1
		return "", RefusedByPerson
	case r.Problem != "" || r.Code == "" || len(r.Code) > maxCode:
		return "", RefusedUnproven
	}
	person, err := s.others.Identify(ctx, row.ChannelID, r.Provider, socialRequest(r.Browser, r.State, row.Redirect), r.Code)
	if err != nil {
		s.log.WarnContext(ctx, "social login not proven", "channel_id", row.ChannelID, "provider", r.Provider, "error", err)
		return "", RefusedUnproven
	}
	return s.issueSocialTicket(ctx, row, person)
}

// SocialEntry is what a session brings to become a user by a login at a provider.
type SocialEntry struct {
	Ticket string
	// Link connects the login with the user who is logged in already.
	Link bool
	// Terms is set once somebody registers: the terms and the privacy policy are
	// accepted, or not.
	Terms          *bool
	MailingConsent bool
	// FirstName, LastName and Email stand in for what the provider does not tell.
	FirstName, LastName, Email string
	Language                   string     // "en" or "fr"
	From                       netip.Addr // the caller's address, for the count of answers that tell of addresses
}

func ticketInvalid() error {
	return fault.New(fault.Unprocessable, "social_ticket_invalid", "This login has expired. Please start again.")
}

// EnterSocial changes a ticket into a user and returns the session's new api key. A
// ticket is good once, for the session that began the login; it stays good while it is
// only said what is missing. One of BeginConnect connects the user who is logged in: that
// is no way in, so the key stays as it is and none is returned.
func (s *Service) EnterSocial(ctx context.Context, session Session, p social.Provider, e SocialEntry) (key string, user User, err error) {
	hash, ok := seal.HashKey(e.Ticket)
	if !ok {
		return "", User{}, ticketInvalid()
	}
	var row *socialRow
	var who *newcomer
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		if err := s.lockOwn(ctx, tx, session); err != nil {
			return err
		}
		if row, err = s.takeSocialTicket(ctx, tx, session, p, hash); err != nil {
			return err
		}
		if !row.isFor(session, e.Link) {
			return ticketInvalid()
		}
		who = &newcomer{
			Person: row.person(), provider: p, link: e.Link, proven: row.UserID != nil, from: e.From, language: e.Language,
			enrol: func(ctx context.Context, tx bun.Tx, email string, verified bool) (User, error) {
				return s.registerPerson(ctx, tx, session.ChannelID, e.registration(row, email), verified)
			},
		}
		user, err = s.recognise(ctx, tx, session, who)
		return err
	})
	if err != nil {
		return "", User{}, err
	}
	s.forget(who.ended...)
	if row.UserID != nil {
		return "", user, nil
	}
	key, err = s.admit(ctx, session, user, ticketInvalid)
	return key, user, err
}

// registration is what the provider tells, completed by what the person entered.
func (e SocialEntry) registration(row *socialRow, email string) socialRegistration {
	r := socialRegistration{
		terms: e.Terms, consent: e.MailingConsent, language: e.Language, toldEmail: email != "", from: e.From,
		email: mail.NormalizeAddress(e.Email), firstName: normalizeName(e.FirstName), lastName: normalizeName(e.LastName),
	}
	if r.toldEmail {
		r.email = email
	}
	if r.firstName == "" {
		r.firstName = shortened(normalizeName(row.FirstName))
	}
	if r.lastName == "" {
		r.lastName = shortened(normalizeName(row.LastName))
	}
	return r
}

// shortened makes a name of elsewhere one that fits here.
func shortened(name string) string {
	if utf8.RuneCountInString(name) <= maxName {
		return name
	}
	return string([]rune(name)[:maxName])
}

type socialRegistration struct {
	terms                      *bool
	consent                    bool
	email, firstName, lastName string
	toldEmail                  bool
	language                   string
	from                       netip.Addr
}

func (r socialRegistration) problems() []fault.Field {
	fields := checkEmail(r.email)
	fields = append(fields, checkName("first_name", r.firstName, "Enter your first name")...)
	return append(fields, checkName("last_name", r.lastName, "Enter your last name")...)
}

// registerPerson makes a user who has no password. Before the person has accepted the
// terms it only says that they are to, and which fields they have to fill in for it.
func (s *Service) registerPerson(ctx context.Context, tx bun.Tx, channelID int64, r socialRegistration, verified bool) (User, error) {
	problems := r.problems()
	if r.terms == nil {
		e := fault.New(fault.Unprocessable, "registration_required",
			"You are not registered yet. Please accept terms and conditions and click Register to continue.")
		e.Fields = problems
		return User{}, e
	}
	if !*r.terms {
		problems = append(problems, fault.Field{Field: "terms", Code: "required", Message: "Please accept terms & conditions"})
	}
	if len(problems) > 0 {
		return User{}, fault.InvalidFields(problems...)
	}
	if !r.toldEmail { // the visitor typed the address
		if _, mayTell, err := s.checkEmailTaken(ctx, channelID, r.email, r.from); err != nil || !mayTell {
			if err == nil {
				err = fault.TooManyAttempts(freeAnswers.Every)
			}
			return User{}, err
		}
	}
	row := s.newRow(channelID, r.email, "")
	row.FirstName, row.LastName, row.MailingConsent, row.Language = r.firstName, r.lastName, r.consent, r.language
	row.EmailVerified = verified && r.toldEmail
	if err := insertUser(ctx, tx, row); err != nil {
		return User{}, err
	}
	user := row.user()
	if user.EmailVerified {
		return user, nil
	}
	return user, s.sendVerification(ctx, tx, user, r.language)
}
