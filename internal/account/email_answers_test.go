package account

import (
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/netaddr"
	"github.com/grandstand/grandstand/internal/social"
)

// joins registers an address from a network.
func (c *club) joins(email, from string) error {
	c.t.Helper()
	_, _, err := c.Register(c.t.Context(), c.visitorOf(c.channel), Registration{
		Email: email, Password: secret, PasswordConfirmation: secret, FirstName: "Ada", LastName: "L", Terms: true, Language: "en",
		From: netip.MustParseAddr(from),
	})
	return err
}

// A network may ask for few addresses whether they are registered. Afterwards each address gets the same answer.
func TestAProbedRegistrationSaysNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("taken@example.com", actor.User)
		told := 0
		for i := range 60 {
			from := fmt.Sprintf("2001:db8:7:%x::1", i) // another /64 of the same site each time
			if err := c.joins("taken@example.com", from); fault.CodeOf(err) == "email_taken" {
				told++
			}
		}
		if told != takenAnswers.Burst {
			t.Errorf("told %d times", told)
		}
		reset := ResetRequest{ChannelID: c.channel, Email: "taken@example.com"}
		if err := c.RequestReset(t.Context(), reset, netip.MustParseAddr("192.0.2.7")); err != nil {
			t.Errorf("the owner of the address asks for a new password: %v", err)
		}
		c.clock.Advance(accountLetters.Every) // letters to one address have a limit of their own
		answers := map[string]string{}
		for _, email := range []string{"taken@example.com", "free@example.com"} {
			err := c.joins(email, "2001:db8:7::1")
			e, ok := errors.AsType[*fault.Error](err)
			if !ok {
				t.Fatalf("%s: %v", email, err)
			}
			answers[email] = e.Code + " " + e.Detail
		}
		if answers["taken@example.com"] != answers["free@example.com"] || answers["free@example.com"] != registrationByLetterText() {
			t.Errorf("the answers differ: %v", answers)
		}
		if err := c.joins("other@example.com", "192.0.2.7"); err != nil {
			t.Errorf("another network: %v", err)
		}
	})
}

// A class registers at the same moment from the network of its school.
func TestRegistrationsAtOnceTakeNoAnswersFromEachOther(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		where := network{c.channel, netaddr.Site(netip.MustParseAddr("2001:db8:7::1"))}
		count := func(allowAnswer func(network, bool) bool) int {
			var answered atomic.Int32
			dbtest.AtOnce(freeAnswers.Burst, func(int) {
				if allowAnswer(where, false) {
					answered.Add(1)
				}
			})
			return int(answered.Load())
		}
		errs := make([]error, freeAnswers.Burst)
		dbtest.AtOnce(freeAnswers.Burst, func(i int) { errs[i] = c.joins(anAddress(i), "2001:db8:7::1") })
		for i, err := range errs {
			if err != nil {
				t.Errorf("pupil %d: %v", i, err)
			}
		}
		if got := count(c.allowAnswer); got != 0 {
			t.Errorf("%d answers over the limit", got)
		}
		// Control: both kinds of answers are held while the address is looked up.
		c.clock.Advance(freeAnswers.Every * time.Duration(freeAnswers.Burst))
		var begun sync.WaitGroup
		begun.Add(freeAnswers.Burst)
		if got := count(func(to network, _ bool) bool {
			_, taken := c.takenAnswers.Allow(to)
			begun.Done()
			begun.Wait()
			if taken {
				c.takenAnswers.GiveBack(to)
			}
			return taken
		}); got != takenAnswers.Burst {
			t.Errorf("the control answers %d", got)
		}
	})
}

func registrationByLetterText() string {
	e, _ := errors.AsType[*fault.Error](registrationByLetter())
	return e.Code + " " + e.Detail
}

// The letter tells the truth, and leads a new address to an account.
func TestARegistrationByLetter(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("taken@example.com", actor.User)
		for _, email := range []string{"taken@example.com", "free@example.com"} {
			r := RegistrationRequest{ChannelID: c.channel, Email: email, FirstName: "Eve", LastName: "Stranger", MailingConsent: true, Language: "en"}
			if err := c.SendRegistration(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
		if got := c.post.subject("taken@example.com"); got != "You already have an account" {
			t.Errorf("the owner was told %q", got)
		}
		// What was entered at the form opens nothing before the letter was read.
		if _, _, err := c.Login(t.Context(), c.visitorOf(c.channel), "free@example.com", secret, netip.Addr{}); fault.CodeOf(err) != "wrong_auth_data" {
			t.Errorf("before: %v", err)
		}
		link := linkOf(t, c.post.last(t, "free@example.com", "Finish your registration"), resetPath)
		if _, user, err := c.renew(link); err != nil || !user.EmailVerified || user.FirstName != "" || user.LastName != "" || user.MailingConsent {
			t.Errorf("%+v, %v", user, err)
		}
		if user, err := c.find(t.Context(), c.channel, "u.email = ?", "taken@example.com"); err != nil || user.FirstName != "Ada" || user.MailingConsent {
			t.Errorf("the account that exists: %+v, %v", user, err)
		}
	})
}

// registersByLetter sends the form in a session of a network that may not learn whether the address is taken, and returns the link of the
// letter.
func (c *club) registersByLetter(session Session, email, firstName, language string) Link {
	c.t.Helper()
	_, _, err := c.Register(c.t.Context(), session, Registration{
		Email: email, Password: secret, PasswordConfirmation: secret, FirstName: firstName, LastName: "L", Terms: true, MailingConsent: true, Language: language,
		From: netip.MustParseAddr(fmt.Sprintf("2001:db8:7:%x::1", len(c.post.joining))), // letters to one address are limited by subscriber
	})
	if fault.CodeOf(err) != "registration_by_letter" {
		c.t.Fatalf("registered: %v", err)
	}
	if err := c.SendRegistration(c.t.Context(), c.post.joining[len(c.post.joining)-1]); err != nil {
		c.t.Fatal(err)
	}
	return linkOf(c.t, c.post.posted[len(c.post.posted)-1].letter, resetPath)
}

// Names and the consent to news are those of the form only if the session of the form follows the link. A stranger's form with the same
// address before or afterwards changes nothing.
func TestARegistrationByLetterKeepsTheFormOfItsSession(t *testing.T) {
	for _, guest := range []bool{false, true} {
		t.Run(map[bool]string{false: "a new address", true: "the address of a guest"}[guest], func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				c := newClub(t, d)
				c.overTheLimit()
				for i, tt := range []struct {
					own   bool // the session of the form follows the link
					names string
				}{{true, "Ada L"}, {false, " "}} {
					email := anAddress(i)
					if guest {
						if _, _, err := c.buysAsGuest(c.visitorOf(c.channel), email); err != nil {
							t.Fatal(err)
						}
					}
					_, session := c.visitor()
					c.registersByLetter(c.visitorOf(c.channel), email, "Eve", "fr")
					c.registersByLetter(session, email, "Adda", "en")
					link := c.registersByLetter(session, email, "Ada", "en") // once more, with the name corrected
					c.registersByLetter(c.visitorOf(c.channel), email, "Mallory", "fr")
					if !tt.own {
						_, session = c.visitor()
					}
					_, user, err := c.ResetPassword(t.Context(), session, PasswordReset{Link: link, Password: fresh, PasswordConfirmation: fresh, Language: "en"})
					if err != nil {
						t.Fatal(err)
					}
					if got := user.FirstName + " " + user.LastName; got != tt.names || user.MailingConsent != tt.own || user.Language != "en" {
						t.Errorf("own session %t: names %q, consent %t, language %q", tt.own, got, user.MailingConsent, user.Language)
					}
				}
			})
		})
	}
}

// A user who registers by letter, although they have an unverified account with a password, keeps the account as it is.
func TestARegistrationByLetterChangesNoAccount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		before, _ := c.newcomer("ada@example.com")
		r := RegistrationRequest{ChannelID: c.channel, SessionID: 1, Email: before.Email, FirstName: "Eve", LastName: "Stranger", MailingConsent: true, Language: "fr"}
		if err := c.SendRegistration(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if _, session := c.enter(before.Email); session.UserID != before.ID {
			t.Error("the password no longer logs in")
		}
		after, err := c.find(t.Context(), c.channel, "u.id = ?", before.ID)
		if err != nil || after.FirstName != "Ada" || after.LastName != "L" || after.MailingConsent || after.Language != before.Language {
			t.Errorf("%+v, %v", after, err)
		}
	})
}

func TestAProbedChangeOfAddressSaysNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("taken@example.com", actor.User)
		from := netip.MustParseAddr("192.0.2.7")
		var codes []string
		for i := range takenAnswers.Burst + 1 {
			email := fmt.Sprintf("ada%d@example.com", i)
			c.person(email, actor.User)
			_, session := c.enter(email)
			_, _, err := c.EditProfile(t.Context(), session, ProfileChange{Email: new("taken@example.com"), CurrentPassword: secret, From: from})
			codes = append(codes, fault.CodeOf(err))
			if err == nil {
				user, _ := c.Profile(t.Context(), session.Actor())
				if pending, err := c.PendingEmail(t.Context(), user); err != nil || pending != "taken@example.com" {
					t.Errorf("pending %q, %v", pending, err)
				}
			}
		}
		if codes[takenAnswers.Burst-1] != "email_taken" || codes[takenAnswers.Burst] != "" {
			t.Errorf("answered %v", codes)
		}
		if got := c.post.subject("taken@example.com"); got != "You already have an account" {
			t.Errorf("the owner was told %q", got)
		}
	})
}

// A provider that does not verify addresses tells no more of accounts than a registration does:
// over the limit a taken address and a free one get the same answer.
func TestAProbedLoginAtAProviderSaysNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c, o := newHarbour(t, d)
		c.person("taken@example.com", actor.User)
		probe := func(from, email string) string {
			o.Person = social.Person{Subject: "at " + from + email, Email: email, FirstName: "Ada", LastName: "L"}
			_, session := c.visitor()
			_, _, err := c.EnterSocial(t.Context(), session, social.Google, SocialEntry{Ticket: ticketFor(t, c, o, session), Language: "en", From: netip.MustParseAddr(from)})
			return fault.CodeOf(err)
		}
		if got := probe("192.0.2.7", "free@example.com"); got != "registration_required" {
			t.Errorf("a free address: %q", got)
		}
		for i := range takenAnswers.Burst {
			if got := probe("192.0.2.7", "taken@example.com"); got != "password_login_needed" {
				t.Errorf("probe %d: %q", i+1, got)
			}
		}
		for _, email := range []string{"taken@example.com", "free@example.com"} {
			if got := probe("192.0.2.7", email); got != "too_many_attempts" {
				t.Errorf("%s over the limit: %q", email, got)
			}
		}
		if got := probe("198.51.100.7", "taken@example.com"); got != "password_login_needed" {
			t.Errorf("another network: %q", got)
		}
	})
}

// A login by a provider that tells no address asks for one. Over the limit a taken address and a
// free one that are typed get the same answer.
func TestAProbedTypedAddressSaysNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c, o := newHarbour(t, d)
		c.person("taken@example.com", actor.User)
		probe := func(from, email string) string {
			o.Person = social.Person{Subject: "at " + from + email, FirstName: "Ada", LastName: "L"}
			_, session := c.visitor()
			_, _, err := c.EnterSocial(t.Context(), session, social.Google, SocialEntry{
				Ticket: ticketFor(t, c, o, session), Email: email, Terms: new(true), Language: "en", From: netip.MustParseAddr(from),
			})
			return fault.CodeOf(err)
		}
		for i := range takenAnswers.Burst {
			if got := probe("192.0.2.7", "taken@example.com"); got == "too_many_attempts" || got == "" {
				t.Errorf("probe %d: %q", i+1, got)
			}
		}
		for _, email := range []string{"taken@example.com", "free@example.com"} {
			if got := probe("192.0.2.7", email); got != "too_many_attempts" {
				t.Errorf("%s over the limit: %q", email, got)
			}
		}
		if got := probe("198.51.100.7", "free@example.com"); got != "" {
			t.Errorf("another network: %q", got)
		}
	})
}
