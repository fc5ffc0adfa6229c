package account

import (
	"errors"
	"net/netip"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

const fresh = "Tip-off at 7"

// renew follows a link with a good password, as a visitor.
func (c *club) renew(link Link) (key string, user User, err error) {
	c.t.Helper()
	_, session := c.visitor()
	return c.ResetPassword(c.t.Context(), session, PasswordReset{Link: link, Password: fresh, PasswordConfirmation: fresh, Language: "en"})
}

func TestALinkSetsANewPasswordAndEndsEverythingElse(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		user, verify := c.newcomer("ada@example.com")
		first, other := c.forgets(user), c.forgets(user)
		elsewhere, _ := c.enter("ada@example.com")
		key, got, err := c.renew(first)
		if err != nil || got.ID != user.ID || !got.EmailVerified {
			t.Fatalf("got %+v, %v", got, err)
		}
		if session, err := c.FindSession(t.Context(), key); err != nil || session.UserID != user.ID {
			t.Errorf("the new key is %+v's, %v", session, err)
		}
		if _, err := c.FindSession(t.Context(), elsewhere); fault.CodeOf(err) != "invalid_api_key" {
			t.Errorf("another session lives on: %v", err)
		}
		for name, link := range map[string]Link{"the link": first, "another link": other} {
			if _, _, err := c.renew(link); fault.CodeOf(err) != "reset_failed" {
				t.Errorf("%s afterwards: %v", name, err)
			}
		}
		if err := c.verifies(c.channel, verify); fault.CodeOf(err) != "email_already_verified" {
			t.Errorf("the link to verify afterwards: %v", err)
		}
		c.post.last(t, "ada@example.com", "Your password was changed")
		_, session := c.visitor()
		if _, _, err := c.Login(t.Context(), session, "ada@example.com", fresh, netip.Addr{}); err != nil {
			t.Errorf("the new password: %v", err)
		}
	})
}

func TestATemporaryPasswordEndsWithAReset(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	user := c.person("ada@example.com", actor.User)
	stale := c.forgets(user)
	if err := c.reset(user)(actor.ForSystem(c.channel)); err != nil { // which is temporary
		t.Fatal(err)
	}
	if _, _, err := c.renew(stale); fault.CodeOf(err) != "reset_failed" {
		t.Errorf("a link from before the channel set a password: %v", err)
	}
	if _, got, err := c.renew(c.forgets(user)); err != nil || got.TemporaryPassword {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestARefusedPasswordLeavesTheLink(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		link := c.forgets(c.person("ada@example.com", actor.User))
		_, session := c.visitor()
		for name, attempt := range map[string]struct{ password, confirmation, field, code string }{
			"nothing":      {"", "", "password", "required"},
			"short":        {"Seven 7", "Seven 7", "password", "too_short"},
			"common":       {"Password123!", "Password123!", "password", "password_too_common"},
			"the address":  {"ada@example.com", "ada@example.com", "password", "password_is_email"},
			"unconfirmed":  {fresh, "", "password_confirmation", "mismatch"},
			"other spelt ": {fresh, fresh + " ", "password_confirmation", "mismatch"},
		} {
			_, _, err := c.ResetPassword(t.Context(), session, PasswordReset{Link: link, Password: attempt.password, PasswordConfirmation: attempt.confirmation})
			e, ok := errors.AsType[*fault.Error](err)
			if !ok || len(e.Fields) != 1 || e.Fields[0].Field != attempt.field || e.Fields[0].Code != attempt.code {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, _, err := c.renew(link); err != nil {
			t.Errorf("the link is spent: %v", err)
		}
	})
}

func TestLinksThatResetNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		user, verify := c.newcomer("ada@example.com")
		link := c.forgets(user)
		for name, bad := range map[string]Link{
			"for another purpose":   verify,
			"an altered signature":  {link.Email, link.Expires, "A" + link.Signature[1:]},
			"another address":       {"eve@example.com", link.Expires, link.Signature},
			"another end":           {link.Email, link.Expires + 1, link.Signature},
			"nothing":               {},
			"signature and no more": {"", 0, link.Signature},
		} {
			if bad == link {
				continue // the signature began with an A
			}
			if _, _, err := c.renew(bad); fault.CodeOf(err) != "reset_failed" {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, _, err := c.ResetPassword(t.Context(), Session{ChannelID: c.addChannel("away")}, PasswordReset{Link: link}); fault.CodeOf(err) != "reset_failed" {
			t.Errorf("on another channel: %v", err)
		}
		_, session := c.enter("ada@example.com")
		if _, _, err := c.ResetPassword(t.Context(), session, PasswordReset{Link: link}); fault.CodeOf(err) != "already_logged_in" {
			t.Errorf("while logged in: %v", err)
		}
		c.clock.Advance(resetLife)
		if _, _, err := c.renew(link); fault.CodeOf(err) != "reset_key_expired" {
			t.Errorf("an hour later: %v", err)
		}
		moved := c.forgets(user)
		if err := c.updateUser(t.Context(), d.Write(), user.ChannelID, user.ID, "email = ?", "lovelace@example.com"); err != nil {
			t.Fatal(err)
		}
		if _, _, err := c.renew(moved); fault.CodeOf(err) != "reset_failed" {
			t.Errorf("to an address of the past: %v", err)
		}
	})
}

// Nothing that a stranger sees, and nothing that takes time before they are answered,
// depends on whether the address is a user's: each request is one row in the queue.
func TestARequestTellsNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		for _, email := range []string{" ADA@example.com", "nobody@example.com"} {
			if err := c.RequestReset(t.Context(), ResetRequest{ChannelID: c.channel, Email: email, Language: "fr"}, netip.Addr{}); err != nil {
				t.Errorf("%s: %v", email, err)
			}
		}
		if len(c.post.requests) != 2 || len(c.post.posted) != 0 {
			t.Fatalf("%d requests wait, %d letters were sent at once", len(c.post.requests), len(c.post.posted))
		}
		for _, r := range c.post.requests {
			if err := c.SendReset(t.Context(), r); err != nil {
				t.Error(err)
			}
		}
		if len(c.post.posted) != 1 {
			t.Fatalf("letters: %+v", c.post.posted)
		}
		c.post.last(t, "ada@example.com", "Choisissez un nouveau mot de passe")
		if err := c.RequestReset(t.Context(), ResetRequest{ChannelID: c.channel, Email: "ada"}, netip.Addr{}); fault.CodeOf(err) != "validation_failed" {
			t.Errorf("no address: %v", err)
		}
	})
}

func TestRequestsAreLimitedByAccountAndAddress(t *testing.T) {
	for _, email := range []string{"ada@example.com", "nobody@example.com"} {
		c := newClub(t, dbtest.SQLite(t))
		c.person("ada@example.com", actor.User)
		ask := func(from string) string {
			return fault.CodeOf(c.RequestReset(t.Context(), ResetRequest{ChannelID: c.channel, Email: email}, netip.MustParseAddr(from)))
		}
		for range networkLetters.Burst {
			if code := ask("203.0.113.7"); code != "" {
				t.Fatalf("%s: %s", email, code)
			}
		}
		if code := ask("203.0.113.7"); code != "too_many_attempts" {
			t.Errorf("%s, once more: %q", email, code)
		}
		asked := networkLetters.Burst
		for i := range 40 {
			if ask(netip.AddrFrom4([4]byte{198, 51, 100, byte(i)}).String()) == "" {
				asked++
			}
		}
		if asked != accountLetters.Burst {
			t.Errorf("%s: %d requests from everywhere", email, asked)
		}
	}
}

func TestAPasswordChangedByItsOwnerIsTold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		user := c.person("ada@example.com", actor.User)
		link := c.forgets(user)
		_, session := c.enter("ada@example.com")
		password, name := fresh, "Grace"
		if _, _, err := c.EditProfile(t.Context(), session, ProfileChange{FirstName: &name}); err != nil || len(c.post.posted) != 1 {
			t.Fatalf("%v, letters: %+v", err, c.post.posted)
		}
		if _, _, err := c.EditProfile(t.Context(), session, ProfileChange{Password: &password, PasswordConfirmation: &password, CurrentPassword: secret, Spoken: "fr"}); err != nil {
			t.Fatal(err)
		}
		c.post.last(t, "ada@example.com", "Votre mot de passe a été changé")
		if _, _, err := c.renew(link); fault.CodeOf(err) != "reset_failed" {
			t.Errorf("a link from before: %v", err)
		}
	})
}

func TestACaptchaIsRequiredAfterTwoFailures(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	c.person("ada@example.com", actor.User)
	from, elsewhere := netip.MustParseAddr("203.0.113.7"), netip.MustParseAddr("198.51.100.9")
	for i, want := range []bool{false, false, true, true} {
		if got := c.RequireCaptcha(c.channel, "ada@example.com", Client{Address: from}); got != want {
			t.Errorf("attempt %d: %v", i+1, got)
		}
	}
	if c.RequireCaptcha(c.channel, "ada@example.com", Client{Address: elsewhere}) || c.RequireCaptcha(c.channel, "eve@example.com", Client{Address: from}) {
		t.Error("others are doubted too")
	}
	_, session := c.visitor()
	if _, _, err := c.Login(t.Context(), session, "ada@example.com", secret, from); err != nil {
		t.Fatal(err)
	}
	if c.RequireCaptcha(c.channel, "ada@example.com", Client{Address: from}) {
		t.Error("doubted after a login")
	}
}
