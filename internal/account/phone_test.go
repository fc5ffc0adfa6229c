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

// phoneUser returns a user with a verified address, the password `password` and the phone number 514 555-0199.
func (c *club) phoneUser(email, password string) User {
	c.t.Helper()
	user := c.person(email, actor.User)
	c.sharesPhone(user, password)
	return user
}

func (c *club) sharesPhone(user User, password string) {
	c.t.Helper()
	hash, err := c.passwords.Hash(password)
	if err != nil {
		c.t.Fatal(err)
	}
	c.exec("UPDATE users SET password_hash = ? WHERE id = ?", hash, user.ID)
	c.givePhone(user, "514 555-0199")
}

// logsInByPhone returns the user who logs in with a password and the number of phoneUser, or the code of the refusal.
func (c *club) logsInByPhone(client Client, password string) (UserID, string) {
	c.t.Helper()
	_, session := c.visitor()
	_, user, err := c.Login(c.t.Context(), session.On(c.recognize(client, "(514)5550199")), "(514)5550199", password, client.Address)
	return user.ID, fault.CodeOf(err)
}

// A stranger with a verified address who entered the number first does not keep its owner from logging in by phone, and the
// owner who had it first loses it to none who enter it later.
func TestThePasswordDecidesAmongTheAccountsWithANumber(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		stranger := c.phoneUser("stranger@example.com", "the-strangers-own")
		owner := c.phoneUser("owner@example.com", secret)
		opens := func(password string, want UserID) {
			t.Helper()
			if got, code := c.logsInByPhone(Client{}, password); got != want {
				t.Errorf("%q opens %d (%s), want %d", password, got, code, want)
			}
		}
		opens(secret, owner.ID)
		opens("the-strangers-own", stranger.ID)
		opens("nobodys-password", 0)

		_, session := c.enter(owner.Email)
		keep := func(phone string) {
			t.Helper()
			if _, user, err := c.EditProfile(t.Context(), session, ProfileChange{Phone: &phone}); err != nil || user.Phone != phone {
				t.Fatalf("%q, %v", user.Phone, err)
			}
		}
		keep("514 555-0111")
		opens(secret, 0)
		keep("(514) 555-0199")
		opens(secret, owner.ID)
		c.givePhone(stranger, "514 555-0122")
		opens("the-strangers-own", 0)
		opens(secret, owner.ID)
	})
}

// Three accounts with a number log in by it: the account that had it first and the two oldest others. A device that is known to
// an account adds that one.
func TestHowManyAccountsANumberLogsInTo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		older := make([]User, 3)
		for i := range older {
			older[i] = c.person(fmt.Sprintf("older%d@example.com", i), actor.User)
		}
		first := c.phoneUser("first@example.com", "password of first")
		for i, user := range older {
			c.sharesPhone(user, fmt.Sprintf("password of older%d", i))
		}
		last := c.phoneUser("last@example.com", "password of last")
		for password, want := range map[string]UserID{
			"password of first": first.ID, "password of older0": older[0].ID, "password of older1": older[1].ID, "password of older2": 0, "password of last": 0,
		} {
			if got, code := c.logsInByPhone(Client{}, password); got != want {
				t.Errorf("%s opens %d (%s), want %d", password, got, code, want)
			}
			c.clock.Advance(accountAttempts.Every)
		}
		known := Client{Devices: c.RememberDevice("", last)}
		if got, code := c.logsInByPhone(known, "password of last"); got != last.ID {
			t.Errorf("the known device of the last account opens %d (%s)", got, code)
		}
		if got, code := c.logsInByPhone(known, "password of first"); got != first.ID { // a child on the tablet of a parent
			t.Errorf("another account on that device: %d (%s)", got, code)
		}
	})
}

// Of many who enter a number at once one counts as the first.
func TestOfManyWhoEnterANumberOneIsTheFirst(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		sessions := make([]Session, 6)
		for i := range sessions {
			email := string(rune('a'+i)) + "@example.com"
			user, _ := c.newcomer(email)
			c.verified(user)
			_, sessions[i] = c.enter(email)
		}
		dbtest.AtOnce(len(sessions), func(i int) {
			if _, _, err := c.EditProfile(t.Context(), sessions[i], ProfileChange{Phone: new("5145550199")}); err != nil {
				t.Error(err)
			}
		})
		var n int
		if err := d.Read().NewRaw("SELECT count(*) FROM phone_logins").Scan(t.Context(), &n); err != nil || n != 1 {
			t.Errorf("%d accounts, %v", n, err)
		}
	})
}

// registersWithPhone registers with a phone number and returns the link that verifies the address.
func (c *club) registersWithPhone(email, phone string) (User, Link) {
	c.t.Helper()
	_, session := c.visitor()
	_, user, err := c.Register(c.t.Context(), session, Registration{
		Email: email, Password: secret, PasswordConfirmation: secret, FirstName: "Ada", LastName: "L", Phone: phone, Terms: true,
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return user, linkOf(c.t, c.post.last(c.t, user.Email, "Confirm your email address"), verifyPath)
}

// phoneOpens returns the user who logs in by a number, or 0.
func (c *club) phoneOpens(digits string) UserID {
	c.t.Helper()
	_, session := c.visitor()
	_, user, err := c.Login(c.t.Context(), session, digits, secret, netip.Addr{})
	if err != nil && fault.CodeOf(err) != "wrong_auth_data" {
		c.t.Fatal(err)
	}
	c.clock.Advance(accountAttempts.Every) // a number that opens nothing costs a guess
	return user.ID
}

// A stranger who registers with the number of another person first has no login by it, and takes none from the owner.
func TestAnUnverifiedAccountHasNoPhoneLogin(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		stranger, strange := c.registersWithPhone("stranger@example.com", "+1 514 555 0199")
		_, session := c.enter(stranger.Email)
		if _, _, err := c.EditProfile(t.Context(), session, ProfileChange{Phone: new("1 514 555-0199")}); err != nil {
			t.Fatal(err)
		}
		var claims int
		if err := d.Read().NewRaw("SELECT count(*) FROM phone_logins").Scan(t.Context(), &claims); err != nil || claims != 0 {
			t.Errorf("an unverified account claims %d numbers, %v", claims, err)
		}
		if got := c.phoneOpens("15145550199"); got != 0 {
			t.Errorf("before any address is verified the number opens %d", got)
		}
		owner, link := c.registersWithPhone("owner@example.com", "1 (514) 555-0199")
		if err := c.verifies(c.channel, link); err != nil {
			t.Fatal(err)
		}
		if got := c.phoneOpens("15145550199"); got != owner.ID {
			t.Errorf("the number opens %d, not the owner's account", got)
		}
		if err := c.verifies(c.channel, strange); err != nil {
			t.Fatal(err)
		}
		if got := c.phoneOpens("15145550199"); got != owner.ID || !c.isVerified(stranger) {
			t.Errorf("after the stranger verified an address the number opens %d", got)
		}
	})
}

// An older version let accounts with an unverified address hold a number.
func TestAVerifiedAccountTakesANumberFromAnUnverifiedOne(t *testing.T) {
	const number = "15145550199"
	for name, test := range map[string]struct {
		ownerEnters, holderVerifies bool
		ownerComesFirst             bool
	}{
		"the owner enters the number":                           {ownerEnters: true},
		"the holder verifies the address":                       {holderVerifies: true},
		"the owner enters the number and the holder follows":    {ownerEnters: true, holderVerifies: true, ownerComesFirst: true},
		"the holder verifies the address and the owner follows": {ownerEnters: true, holderVerifies: true},
		"nothing happens":                                       {},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				c := newClub(t, d)
				holder, link := c.registersWithPhone("holder@example.com", number)
				c.exec("INSERT INTO phone_logins (channel_id, digits, user_id) VALUES (?, ?, ?)", c.channel, number, holder.ID)
				owner, _ := c.newcomer("owner@example.com")
				c.verified(owner)
				_, session := c.enter(owner.Email)
				enter := func() {
					if _, _, err := c.EditProfile(t.Context(), session, ProfileChange{Phone: new(number)}); err != nil {
						t.Fatal(err)
					}
				}
				want := UserID(0)
				if test.ownerEnters && (test.ownerComesFirst || !test.holderVerifies) {
					enter()
					want = owner.ID
				}
				if test.holderVerifies {
					if err := c.verifies(c.channel, link); err != nil {
						t.Fatal(err)
					}
					if want == 0 {
						want = holder.ID
					}
				}
				if test.ownerEnters {
					enter() // again, by the form that sends every field
				}
				if got := c.phoneOpens(number); got != want {
					t.Errorf("the number opens %d, want %d of %d and %d", got, want, holder.ID, owner.ID)
				}
			})
		})
	}
}

// Each way to verify the address of an account makes its number a login.
func TestEachVerificationClaimsTheNumber(t *testing.T) {
	for name, verify := range map[string]func(c *club, session Session, user User, link Link) error{
		"the link in the session": func(c *club, session Session, _ User, link Link) error {
			return c.VerifyEmail(c.t.Context(), session, Verification{Link: link})
		},
		"the link and the password": func(c *club, _ Session, _ User, link Link) error { return c.verifies(c.channel, link) },
		"another address": func(c *club, session Session, _ User, _ Link) error {
			_, err := c.confirms(c.channel, c.askEmail(session, "other@example.com"))
			return err
		},
		"a mailed code": func(c *club, session Session, user User, _ Link) error {
			return c.stepsUp(session, c.stepUpCode(session, user.Email))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				c := newClub(t, d)
				user, link := c.registersWithPhone("ada@example.com", "1 514 555 0199")
				_, session := c.enter(user.Email)
				if err := verify(c, session, user, link); err != nil || !c.isVerified(user) {
					t.Fatalf("verified %t, %v", c.isVerified(user), err)
				}
				if got := c.phoneOpens("15145550199"); got != user.ID {
					t.Errorf("the number opens %d, want %d", got, user.ID)
				}
			})
		})
	}
}

// An account that is taken over or erased releases its number.
func TestAnAccountThatEndsReleasesItsNumber(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		taken, _ := c.registersWithPhone("taken@example.com", "15145550199")
		c.exec("INSERT INTO phone_logins (channel_id, digits, user_id) VALUES (?, '15145550199', ?)", c.channel, taken.ID) // by an older version
		if _, _, err := c.renew(c.forgets(taken)); err != nil {
			t.Fatal(err)
		}
		c.givePhone(c.deleted("gone@example.com"), "15145550100")
		c.clock.Advance(DeletionGrace)
		if n, err := c.EraseDeleted(t.Context(), 10); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		var held []string
		if err := d.Read().NewRaw("SELECT digits FROM phone_logins").Scan(t.Context(), &held); err != nil || len(held) != 0 {
			t.Errorf("still held: %q, %v", held, err)
		}
	})
}

// A number that an earlier unverified holder has goes to exactly one of the accounts that verify their addresses at once.
func TestOfManyWhoVerifyAtOnceOneHasTheNumber(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		links := make([]Link, 6)
		users := map[UserID]bool{}
		for i := range links {
			var user User
			user, links[i] = c.registersWithPhone(fmt.Sprintf("fan%d@example.com", i), "15145550199")
			users[user.ID] = true
			if i == 0 {
				c.exec("INSERT INTO phone_logins (channel_id, digits, user_id) VALUES (?, '15145550199', ?)", c.channel, user.ID)
			}
		}
		sessions := make([]Session, len(links))
		for i := range sessions {
			_, sessions[i] = c.visitor()
		}
		dbtest.AtOnce(len(links), func(i int) {
			if err := c.VerifyEmail(t.Context(), sessions[i], Verification{Link: links[i], Password: secret}); err != nil {
				t.Error(err)
			}
		})
		var holders []UserID
		if err := d.Read().NewRaw("SELECT user_id FROM phone_logins").Scan(t.Context(), &holders); err != nil || len(holders) != 1 || !users[holders[0]] {
			t.Fatalf("holders %d, %v", holders, err)
		}
		if got := c.phoneOpens("15145550199"); got != holders[0] {
			t.Errorf("the number opens %d, and %d holds it", got, holders[0])
		}
	})
}
