package account

import (
	"errors"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// overTheLimit uses up the answers of the network from which registersByLetter sends its first forms.
func (c *club) overTheLimit() {
	c.t.Helper()
	c.person("taken@example.com", actor.User)
	for range takenAnswers.Burst {
		_ = c.joins("taken@example.com", "2001:db8:7::1")
	}
}

// namedReset is a reset with the names and the consent of its reader.
func namedReset(link Link, first, last string) PasswordReset {
	return PasswordReset{Link: link, Password: fresh, PasswordConfirmation: fresh, Language: "en", FirstName: &first, LastName: &last, MailingConsent: new(true)}
}

// A registration form is sent on a school's computer, and the link of the letter is opened on a phone: the reader is told that the
// names of the form are not kept, and enters them with the password.
func TestARegistrationByLetterOnAnotherDeviceAsksForTheNames(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.overTheLimit()
		_, school := c.visitor()
		_, phone := c.visitor()
		link := c.registersByLetter(school, "ada@example.com", "Mallory", "en")
		for session, want := range map[*Session]ResetNames{&school: NamesKept, &phone: NamesNotOfForm} {
			for range 2 { // reading does not use the link
				if got, err := c.ReadReset(t.Context(), *session, link); got != want || err != nil {
					t.Errorf("%q, want %q, %v", got, want, err)
				}
			}
		}
		_, _, err := c.ResetPassword(t.Context(), phone, namedReset(link, "  ", "L\x00"))
		if e, ok := errors.AsType[*fault.Error](err); !ok || len(e.Fields) != 2 || e.Fields[0].Message != "Enter your first name" || e.Fields[1].Field != "last_name" {
			t.Errorf("names that the registration form refuses: %v", err)
		}
		_, user, err := c.ResetPassword(t.Context(), phone, namedReset(link, " Ada ", "Lovelace"))
		if err != nil || user.FirstName != "Ada" || user.LastName != "Lovelace" || !user.MailingConsent || !user.EmailVerified {
			t.Errorf("%+v, %v", user, err)
		}
		if got, err := c.ReadReset(t.Context(), phone, link); fault.CodeOf(err) != "reset_failed" {
			t.Errorf("a used link: %q, %v", got, err)
		}
	})
}

// The names that the reader enters replace those of the form, also in the session of the form.
func TestNamesOfAResetReplaceTheForm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.overTheLimit()
		_, session := c.visitor()
		reset := namedReset(c.registersByLetter(session, "ada@example.com", "Adda", "en"), "Ada", "")
		reset.LastName, reset.MailingConsent = nil, new(false)
		if _, user, err := c.ResetPassword(t.Context(), session, reset); err != nil || user.FirstName != "Ada" || user.LastName != "L" || user.MailingConsent {
			t.Errorf("%+v, %v", user, err)
		}
	})
}

// A reset of an account that was never verified removes its names on an unknown device: the reader is told before.
func TestAResetTellsThatNamesAreRemoved(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := prepare(t, d)
		c := p.c
		_, session := c.visitor()
		link := c.forgets(p.user)
		for want, s := range map[ResetNames]Session{NamesAreRemoved: session, NamesKept: session.On(Client{Devices: p.device})} {
			if got, err := c.ReadReset(t.Context(), s, link); got != want || err != nil {
				t.Errorf("%q, want %q, %v", got, want, err)
			}
		}
		_, user, err := c.ResetPassword(t.Context(), session, namedReset(link, "Grace", "H"))
		if err != nil || user.FirstName != "Grace" || user.LastName != "H" || !user.MailingConsent {
			t.Errorf("%+v, %v", user, err)
		}
		// The address is verified now: a reset keeps the names and takes no others, since it may wait for the second factor.
		_, session = c.visitor()
		link = c.forgets(p.user)
		if got, err := c.ReadReset(t.Context(), session, link); got != NamesKept || err != nil {
			t.Errorf("a verified account: %q, %v", got, err)
		}
		if _, user, err = c.ResetPassword(t.Context(), session, namedReset(link, "Eve", "S")); err != nil || user.FirstName != "Grace" || user.LastName != "H" {
			t.Errorf("a verified account: %+v, %v", user, err)
		}
	})
}

// Without names there is nothing to lose, and those that an operator entered stay.
func TestAResetThatRemovesNoNames(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		_, guest, err := c.buysAsGuest(c.visitorOf(c.channel), "guest@example.com")
		if err != nil {
			t.Fatal(err)
		}
		south := c.addChannel("south")
		for _, user := range []User{guest, c.person("operator@example.com", actor.Operator)} {
			if err := c.SendReset(t.Context(), ResetRequest{ChannelID: c.channel, Email: user.Email, Language: "en"}); err != nil {
				t.Fatal(err)
			}
			link := linkOf(t, c.post.posted[len(c.post.posted)-1].letter, resetPath)
			if got, err := c.ReadReset(t.Context(), c.visitorOf(c.channel), link); got != NamesKept || err != nil {
				t.Errorf("%s: %q, %v", user.Email, got, err)
			}
			if got, err := c.ReadReset(t.Context(), c.visitorOf(south), link); fault.CodeOf(err) != "reset_failed" {
				t.Errorf("%s in another channel: %q, %v", user.Email, got, err)
			}
		}
	})
}
