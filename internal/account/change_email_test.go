package account

import (
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// askEmail asks for another address and returns the link that was mailed to it.
func (c *club) askEmail(session Session, email string) Link {
	c.t.Helper()
	if _, _, err := c.EditProfile(c.t.Context(), session, ProfileChange{Email: &email, CurrentPassword: secret, Spoken: "fr"}); err != nil {
		c.t.Fatal(err)
	}
	return linkOf(c.t, c.post.last(c.t, email, "Confirmez votre nouvelle adresse courriel"), changeEmailPath)
}

func (c *club) emailOf(id UserID) string {
	c.t.Helper()
	user, err := c.find(c.t.Context(), c.channel, "u.id = ?", id)
	if err != nil {
		c.t.Fatal(err)
	}
	return user.Email
}

func TestAnAddressChangesOnceItsMailIsRead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		user := c.person("ada@example.com", actor.User)
		_, session := c.enter("ada@example.com")
		link := c.askEmail(session, "lovelace@example.com")
		if got := c.emailOf(user.ID); got != "ada@example.com" {
			t.Errorf("it changed before: %s", got)
		}
		if pending, err := c.PendingEmail(t.Context(), user); err != nil || pending != "lovelace@example.com" {
			t.Errorf("pending: %q, %v", pending, err)
		}
		notice := c.post.last(t, "ada@example.com", "Votre adresse courriel est sur le point de changer")
		if notice.Language != "fr" || !strings.Contains(strings.Join(notice.Lines, " "), "lovelace@example.com") || notice.Button.Path != "/profile/edit" {
			t.Errorf("the old address is told %+v", notice)
		}
		if email, err := c.confirms(c.channel, link); err != nil || email != "lovelace@example.com" {
			t.Fatalf("%q, %v", email, err)
		}
		found, err := c.find(t.Context(), c.channel, "u.id = ?", user.ID)
		if err != nil || found.Email != "lovelace@example.com" || !found.EmailVerified {
			t.Errorf("got %+v, %v", found, err)
		}
		if pending, err := c.PendingEmail(t.Context(), user); err != nil || pending != "" {
			t.Errorf("still pending: %q, %v", pending, err)
		}
		c.post.last(t, "ada@example.com", "Your email address was changed")
		if _, err := c.confirms(c.channel, link); fault.CodeOf(err) != "link_used" {
			t.Errorf("a second time: %v", err)
		}
	})
}

func TestLinksThatLeadNowhere(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	c.person("ada@example.com", actor.User)
	_, session := c.enter("ada@example.com")
	good := c.askEmail(session, "lovelace@example.com")
	elsewhere := c.addChannel("away")
	_, stranger, _ := c.Service.OpenSession(t.Context(), elsewhere)
	for name, try := range map[string]struct {
		channel int64
		link    Link
	}{
		"another signature":      {c.channel, Link{good.Email, good.Expires, strings.Repeat("A", 43)}},
		"no signature":           {c.channel, Link{good.Email, good.Expires, ""}},
		"another address":        {c.channel, Link{"eve@example.com", good.Expires, good.Signature}},
		"longer":                 {c.channel, Link{good.Email, good.Expires + 3600, good.Signature}},
		"on another channel":     {stranger.ChannelID, good},
		"the signature lowered":  {c.channel, Link{good.Email, good.Expires, strings.ToLower(good.Signature)}},
		"with a line break more": {c.channel, Link{good.Email, good.Expires, good.Signature + "\n"}},
	} {
		if _, err := c.confirms(try.channel, try.link); fault.CodeOf(err) != "verification_failed" {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := c.ConfirmDeletion(t.Context(), try.channel, try.link); fault.CodeOf(err) != "verification_failed" {
			t.Errorf("%s, to delete the account: %v", name, err)
		}
	}
	if _, err := c.ConfirmDeletion(t.Context(), c.channel, good); fault.CodeOf(err) != "verification_failed" {
		t.Errorf("a link of another purpose: %v", err)
	}
	c.clock.Advance(changeEmailLife)
	if _, err := c.confirms(c.channel, good); fault.CodeOf(err) != "link_expired" {
		t.Errorf("too late: %v", err)
	}
}

func TestWhatTakesAChangeOfAddressBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		old, fresh := "ada@example.com", "Tip-off at 7"
		for name, change := range map[string]ProfileChange{
			"the present address": {Email: &old},
			"a new password":      {Password: &fresh, PasswordConfirmation: &fresh, CurrentPassword: secret},
			"another address":     {Email: new("third@example.com"), CurrentPassword: secret},
		} {
			c.channel = c.addChannel(name)
			c.person(old, actor.User)
			_, session := c.enter(old)
			link := c.askEmail(session, "lovelace@example.com")
			if _, _, err := c.EditProfile(t.Context(), session, change); err != nil {
				t.Fatal(err)
			}
			if _, err := c.confirms(c.channel, link); fault.CodeOf(err) != "link_used" {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func TestAnAddressOfSomebodyElseIsRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		c.person("eve@example.com", actor.User)
		_, session := c.enter("ada@example.com")
		taken := "EVE@example.com"
		_, _, err := c.EditProfile(t.Context(), session, ProfileChange{Email: &taken, CurrentPassword: secret})
		if fault.CodeOf(err) != "email_taken" {
			t.Errorf("asked for: %v", err)
		}
		// Whoever registers it meanwhile was first.
		link := c.askEmail(session, "new@example.com")
		late := c.person("new@example.com", actor.User)
		if _, err := c.confirms(c.channel, link); fault.CodeOf(err) != "email_taken" {
			t.Errorf("confirmed: %v", err)
		}
		if got := c.emailOf(late.ID); got != "new@example.com" {
			t.Errorf("it was taken away: %s", got)
		}
	})
}

func TestLettersToNewAddressesAreCounted(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	c.person("ada@example.com", actor.User)
	_, session := c.enter("ada@example.com")
	ask := func(i int) error {
		email := string(rune('a'+i)) + "@example.com"
		_, _, err := c.EditProfile(t.Context(), session, ProfileChange{Email: &email, CurrentPassword: secret})
		return err
	}
	for i := range askedLetters.Burst {
		if err := ask(i); err != nil {
			t.Fatal(err)
		}
	}
	if err := ask(20); fault.KindOf(err) != fault.Throttled {
		t.Errorf("got %v", err)
	}
	c.clock.Advance(askedLetters.Every)
	if err := ask(21); err != nil {
		t.Error(err)
	}
}

// redemptions follows one link many times at once and counts who was told that it worked.
func redemptions(t *testing.T, follow func() error) (worked int64) {
	t.Helper()
	var count atomic.Int64
	dbtest.AtOnce(parallel, func(int) {
		switch err := follow(); fault.CodeOf(err) {
		case "link_used":
		case "":
			if err != nil {
				t.Error(err)
				return
			}
			count.Add(1)
		default:
			t.Error(err)
		}
	})
	return count.Load()
}

func TestALinkWorksOnceHoweverManyFollowIt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		_, session := c.enter("ada@example.com")
		link := c.askEmail(session, "lovelace@example.com")
		if n := redemptions(t, func() error { _, err := c.ConfirmEmail(t.Context(), session, Verification{Link: link}); return err }); n != 1 {
			t.Errorf("the address was confirmed %d times", n)
		}
		if _, err := c.AskDeletion(t.Context(), session, secret, "en", netip.Addr{}); err != nil {
			t.Fatal(err)
		}
		link = linkOf(t, c.post.last(t, "lovelace@example.com", "Delete your account?"), deleteAccountPath)
		if n := redemptions(t, func() error { _, err := c.ConfirmDeletion(t.Context(), c.channel, link); return err }); n != 1 {
			t.Errorf("the account was deleted %d times", n)
		}
		// Control: looking first, and noting that it was used afterwards.
		c.exec("UPDATE tokens SET used_ms = NULL")
		looked := dbtest.NewMeeting(parallel)
		if redemptions(t, func() error { return c.careless(link, looked) }) < 2 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}

// givePhone makes a number the phone and the login of a user with a verified email address.
func (c *club) givePhone(user User, phone string) {
	c.t.Helper()
	c.exec("UPDATE users SET phone = ?, phone_digits = ?, email_verified = TRUE WHERE id = ?", phone, digitsOf(phone), user.ID)
	if err := claimPhone(c.t.Context(), c.db.Write(), c.channel, user.ID); err != nil {
		c.t.Fatal(err)
	}
}

func (c *club) exec(statement string, args ...any) {
	c.t.Helper()
	if _, err := c.db.Write().NewRaw(statement, args...).Exec(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
}

func (c *club) careless(link Link, looked *dbtest.Meeting) error {
	row, state, err := c.findToken(c.t.Context(), c.db.Read(), c.channel, deleteAccount, link)
	looked.Wait()
	if err != nil {
		return err
	}
	if state != tokenGood {
		return deadLink(state)
	}
	_, err = c.db.Write().NewUpdate().Model((*tokenRow)(nil)).Set("used_ms = 1").Where("id = ?", row.ID).Exec(c.t.Context())
	return err
}
