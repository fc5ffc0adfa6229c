package account

import (
	"fmt"
	"net/netip"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

func (c *club) buysAsGuest(session Session, email string) (key string, user User, err error) {
	return c.RegisterGuest(c.t.Context(), session, Guest{Email: email, Terms: true, Language: "fr", From: session.Client.Address})
}

func TestAGuestBecomesAUser(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		_, session := c.visitor()
		if _, _, err := c.RegisterGuest(t.Context(), session, Guest{}); fault.CodeOf(err) != "validation_failed" {
			t.Errorf("without an address: %v", err)
		}
		if _, _, err := c.RegisterGuest(t.Context(), session, Guest{Email: "guest@example.com"}); fault.CodeOf(err) != "validation_failed" {
			t.Errorf("without the terms: %v", err)
		}
		key, guest, err := c.buysAsGuest(session, "Guest@example.com")
		if err != nil || guest.HasPassword() || guest.EmailVerified {
			t.Fatalf("%+v, %v", guest, err)
		}
		inside, err := c.FindSession(t.Context(), key)
		if err != nil || inside.UserID != guest.ID {
			t.Fatalf("%+v, %v", inside, err)
		}
		if _, _, err := c.buysAsGuest(inside, "other@example.com"); fault.CodeOf(err) != "already_logged_in" {
			t.Errorf("a second time: %v", err)
		}
		_, session = c.visitor()
		for _, password := range []string{"wrong-password", " "} {
			if _, _, err := c.Login(t.Context(), session, "guest@example.com", password, netip.Addr{}); fault.CodeOf(err) != "wrong_auth_data" {
				t.Errorf("a login by the password %q: %v", password, err)
			}
		}
		// On another device the owner of the mailbox logs in by a code.
		_, user, err := c.entersCode(session, c.asksForCode(session, "guest@example.com", netip.Addr{}))
		if err != nil || user.ID != guest.ID || !user.EmailVerified {
			t.Errorf("by a code: %+v, %v", user, err)
		}
	})
}

// On the device of the purchase a code verifies the address, and other sessions go on.
func TestAGuestVerifiesOnTheirDevice(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		_, session := c.visitor()
		key, guest, err := c.buysAsGuest(session, "guest@example.com")
		if err != nil {
			t.Fatal(err)
		}
		_, later := c.visitor()
		later = later.On(Client{Devices: c.RememberDevice("", guest)})
		if _, user, err := c.entersCode(later, c.asksForCode(later, "guest@example.com", netip.Addr{})); err != nil || !user.EmailVerified {
			t.Errorf("%+v, %v", user, err)
		}
		if _, err := c.FindSession(t.Context(), key); fault.CodeOf(err) != "invalid_api_key" {
			t.Errorf("the session of the purchase, whose api key a stranger on the device may have: %v", err)
		}
	})
}

// sentCode sends the codes that wait and returns the newest to an address.
func (c *club) sentCode(email string) string {
	c.t.Helper()
	for _, r := range c.post.codes {
		if err := c.SendLoginCode(c.t.Context(), r); err != nil {
			c.t.Fatal(err)
		}
	}
	c.post.codes = nil
	for i := len(c.post.posted) - 1; i >= 0; i-- {
		if p := c.post.posted[i]; p.to == email && p.letter.Code != "" {
			return p.letter.Code
		}
	}
	return ""
}

// The owner of a taken address goes on by a code. A network that asked for many addresses gets the same answer for each.
func TestAGuestWithATakenAddress(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada := c.person("ada@example.com", actor.User)
		c.verified(ada)
		arena := netip.MustParseAddr("203.0.113.7")
		visit := func() Session {
			_, session := c.visitor()
			return session.On(Client{Address: arena})
		}
		session := visit()
		if _, _, err := c.buysAsGuest(session, ada.Email); fault.CodeOf(err) != "login_code_sent" {
			t.Fatalf("got %v", err)
		}
		if _, user, err := c.entersCode(session, c.sentCode(ada.Email)); err != nil || user.ID != ada.ID || !user.HasPassword() {
			t.Errorf("by the code: %+v, %v", user, err)
		}
		for i := range takenAnswers.Burst - 1 {
			taken := c.person(fmt.Sprintf("fan%d@example.com", i), actor.User)
			if _, _, err := c.buysAsGuest(visit(), taken.Email); fault.CodeOf(err) != "login_code_sent" {
				t.Errorf("attempt %d: %v", i, err)
			}
		}
		// Over the limit: each address gets this answer, and a letter.
		free := visit()
		if _, _, err := c.buysAsGuest(free, "free@example.com"); fault.CodeOf(err) != "login_code_sent" {
			t.Fatalf("a free address: %v", err)
		}
		if exists, err := c.emailExists(t.Context(), c.channel, "free@example.com"); err != nil || exists {
			t.Errorf("an account before the code: %v, %v", exists, err)
		}
		code := c.sentCode("free@example.com")
		if _, _, err := c.entersCode(free, other(code)); fault.CodeOf(err) != "wrong_login_code" {
			t.Errorf("another code: %v", err)
		}
		key, user, err := c.entersCode(free, code)
		if err != nil || key == "" || user.Email != "free@example.com" || !user.EmailVerified || user.HasPassword() {
			t.Errorf("by the code: %q, %+v, %v", key, user, err)
		}
		if _, _, err := c.entersCode(free, code); err == nil {
			t.Error("a code makes a user twice")
		}
	})
}

// A code that logs in makes no user: only a guest accepted the terms.
func TestALoginCodeMakesNoUser(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		_, session := c.visitor()
		if code := c.asksForCode(session, "free@example.com", netip.Addr{}); code != "" {
			t.Errorf("got the code %q", code)
		}
		row, _, err := c.tryLoginCode(t.Context(), session)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.useLoginCode(t.Context(), row, false, "en"); fault.CodeOf(err) != "wrong_login_code" {
			t.Errorf("a guessed code: %v", err)
		}
	})
}

// Of two guests with one address at once one is registered, and the other goes on by a code.
func TestGuestsWithOneAddressAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		in := follows(t, func(int) error {
			_, session := c.visitor()
			_, _, err := c.buysAsGuest(session.On(Client{Address: newNetwork()}), "guest@example.com")
			return err
		}, "login_code_sent", "too_many_attempts") // letters to one address are limited
		if in != 1 {
			t.Errorf("%d were registered", in)
		}
	})
}
