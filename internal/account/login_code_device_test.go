package account

import (
	"net/netip"
	"slices"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// A stranger registers the address of another person on a shared computer, adds each way in and
// leaves. The owner asks for a code on that computer, gets in at once, and keeps the account.
func TestALoginCodeOnASharedDeviceTakesTheAccountOver(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := prepare(t, d)
		_, session := p.c.visitor()
		session = session.On(Client{Devices: p.device})
		key, user, err := p.c.entersCode(session, p.c.asksForCode(session, victim, netip.Addr{}))
		if err != nil || !p.c.opens(key) || user.HasPassword() || !user.EmailVerified {
			t.Fatalf("got %q, %+v, %v", key, user, err)
		}
		if ways := p.letStrangerIn(t); len(ways) > 0 {
			t.Errorf("the stranger gets in by %v", ways)
		}
		if got := p.c.post.subject(victim); got != "The account with your address is yours" {
			t.Errorf("the owner is told %q", got)
		}
		if _, _, err := p.c.renew(p.c.forgets(user)); err != nil {
			t.Errorf("a reset afterwards: %v", err)
		}
	})
}

// On a known device a code takes no account over that has no credentials: it verifies the address of a
// guest and ends the sessions from before. A credential that a stranger may have added ends.
func TestALoginCodeOnAKnownDevice(t *testing.T) {
	for name, way := range map[string]struct {
		takesOver bool
		add       func(t *testing.T, c *club, o *oracle, session Session)
	}{
		"nothing": {false, func(*testing.T, *club, *oracle, Session) {}},
		"names": {false, func(t *testing.T, c *club, _ *oracle, session Session) {
			if _, _, err := c.EditProfile(t.Context(), session, ProfileChange{FirstName: new("Ada"), LastName: new("L")}); err != nil {
				t.Fatal(err)
			}
		}},
		"a password": {true, func(t *testing.T, c *club, _ *oracle, session Session) {
			hash, err := c.passwords.Hash(secret)
			if err != nil {
				t.Fatal(err)
			}
			c.exec("UPDATE users SET password_hash = ? WHERE id = ?", hash, session.UserID)
		}},
		"a phone number": {true, func(t *testing.T, c *club, _ *oracle, session Session) {
			if _, _, err := c.EditProfile(t.Context(), session, ProfileChange{Phone: new("+1 514 555 0199")}); err != nil {
				t.Fatal(err)
			}
		}},
		"a connected login": {true, func(t *testing.T, c *club, o *oracle, session Session) {
			if _, err := c.connect1(session, c.connecting(o, session), true); err != nil {
				t.Fatal(err)
			}
		}},
		"a passkey": {true, func(_ *testing.T, c *club, _ *oracle, session Session) { c.addsPasskey(session, Proof{}) }},
		"a second factor": {true, func(t *testing.T, c *club, _ *oracle, session Session) {
			begun, err := c.BeginSecondFactor(t.Context(), session.Actor(), "", "Home", netip.Addr{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.ConfirmSecondFactor(t.Context(), session.Actor(), totpSecret(begun.Secret).code(stepAt(c.clock.Now())), "en"); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				c, o := newHarbour(t, d)
				o.Person.Email = "elsewhere@example.com"
				_, visitor := c.visitor()
				key, _, err := c.buysAsGuest(visitor, "guest@example.com")
				if err != nil {
					t.Fatal(err)
				}
				other, err := c.FindSession(t.Context(), key)
				if err != nil {
					t.Fatal(err)
				}
				way.add(t, c, o, other)
				guest, err := c.Profile(t.Context(), other.Actor())
				if err != nil {
					t.Fatal(err)
				}
				_, session := c.visitor()
				session = session.On(Client{Devices: c.RememberDevice("", guest)})
				again, user, err := c.entersCode(session, c.asksForCode(session, guest.Email, netip.Addr{}))
				if err != nil || !c.opens(again) || !user.EmailVerified || user.HasPassword() || user.Phone != "" || user.FirstName != guest.FirstName {
					t.Errorf("got %q, %+v, %v", again, user, err)
				}
				if c.lives(other) {
					t.Error("the session of the purchase lives")
				}
				taken := slices.ContainsFunc(c.post.posted, func(p posted) bool { return p.letter.Subject == takenOverLetter("fr").Subject })
				if taken != way.takesOver {
					t.Errorf("the account was taken over: %t", taken)
				}
				own := actor.Actor{Role: actor.User, ChannelID: c.channel, UserID: int64(guest.ID)}
				passkeys, err := c.Passkeys(t.Context(), own)
				if err != nil || len(passkeys) != 0 || len(c.waysOf(own)) != 0 {
					t.Errorf("left are the passkeys %v and the logins %v, %v", passkeys, c.waysOf(own), err)
				}
			})
		})
	}
}
