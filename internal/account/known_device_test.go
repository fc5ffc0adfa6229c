package account

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// tryPassword logs a client in with a fresh session and returns the code of the failure.
func (c *club) tryPassword(client Client, login, password string) string {
	c.t.Helper()
	_, visitor := c.visitor()
	client = c.recognize(client, login)
	_, _, err := c.Login(c.t.Context(), visitor.On(client), login, password, client.Address)
	return fault.CodeOf(err)
}

func (c *club) recognize(client Client, login string) Client {
	c.t.Helper()
	client, err := c.RecognizeDevice(c.t.Context(), c.channel, login, client)
	if err != nil {
		c.t.Fatal(err)
	}
	return client
}

// knows reports whether a cookie makes its device known for a login.
func (c *club) knows(cookie, login string) bool {
	c.t.Helper()
	return c.recognize(Client{Devices: cookie}, login).Known()
}

// Wrong passwords from many networks lock unknown devices out, and neither a device that
// logged in before nor a user who is logged in.
func TestWrongPasswordsFromElsewhereLockNoKnownDeviceOut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		user := c.person("ada@example.com", actor.User)
		c.givePhone(user, "+1 514 555 0199")
		user.Phone = "+1 514 555 0199"
		_, inside := c.enter("ada@example.com")
		home := Client{Address: netip.MustParseAddr("203.0.113.7"), Devices: c.RememberDevice("", user)}
		for i := range 2 * accountAttempts.Burst {
			from := Client{Address: netip.MustParseAddr(fmt.Sprintf("198.51.%d.9", i))}
			c.tryPassword(from, "ada@example.com", "wrong-password")
			c.tryPassword(from, "15145550199", "wrong-password")
		}
		stranger := Client{Address: netip.MustParseAddr("192.0.2.1")}
		if code := c.tryPassword(stranger, "ada@example.com", secret); code != "too_many_attempts" {
			t.Fatalf("an unknown device gets %q: the attack did not work", code)
		}
		if code := c.tryPassword(home, "ada@example.com", secret); code != "" {
			t.Errorf("the known device: %q", code)
		}
		if code := c.tryPassword(home, "(1)514 5550199", secret); code != "malformed" && code != "validation_failed" {
			t.Errorf("a malformed number: %q", code)
		}
		if code := c.tryPassword(home, "15145550199", secret); code != "" {
			t.Errorf("the known device, by phone: %q", code)
		}
		if _, err := c.AskDeletion(t.Context(), inside, secret, "en", stranger.Address); err != nil {
			t.Errorf("the logged-in user: %v", err)
		}
	})
}

// A known device has its own few guesses, and a cookie helps with no other account or channel.
func TestADeviceCookieIsForOneAccountOfOneChannel(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada, eve := c.person("ada@example.com", actor.User), c.person("eve@example.com", actor.User)
		cookie := c.RememberDevice("", eve)
		for name, test := range map[string]struct {
			cookie  string
			channel int64
			login   string
			known   bool
		}{
			"the user":           {cookie, c.channel, "EVE@example.com ", true},
			"another user":       {cookie, c.channel, "ada@example.com", false},
			"another channel":    {cookie, c.addChannel("away"), "eve@example.com", false},
			"no cookie":          {"", c.channel, "eve@example.com", false},
			"an altered cookie":  {strings.ToLower(cookie) + "a", c.channel, "eve@example.com", false},
			"a second factor":    {c.sealer.Seal("second factor", cookie), c.channel, "eve@example.com", false},
			"a login of no form": {cookie, c.channel, "eve\x00", false},
			"a very long cookie": {cookie + strings.Repeat(".x", maxCookieLength), c.channel, "eve@example.com", false},
		} {
			got, err := c.RecognizeDevice(t.Context(), test.channel, test.login, Client{Devices: test.cookie})
			if err != nil || got.Known() != test.known {
				t.Errorf("%s: known %t, %v", name, got.Known(), err)
			}
		}
		shared := c.RememberDevice(cookie, ada)
		for _, email := range []string{"ada@example.com", "eve@example.com"} {
			if !c.knows(shared, email) {
				t.Errorf("the device forgot %s", email)
			}
		}
		again := c.RememberDevice(shared, ada)
		if len(again) != len(shared) {
			t.Errorf("a second login makes the cookie grow: %d and %d bytes", len(shared), len(again))
		}
		for i := range 2 * maxKnownUsers {
			shared = c.RememberDevice(shared, c.person(fmt.Sprintf("child%d@example.com", i), actor.User))
		}
		if n := len(strings.Split(shared, tokenSeparator)); n != maxKnownUsers || len(shared) > maxCookieLength {
			t.Errorf("%d users in %d bytes", n, len(shared))
		}
		from := Client{Address: netip.MustParseAddr("203.0.113.7"), Devices: cookie}
		for i := range addressAttempts.Burst + 1 {
			want := "wrong_auth_data"
			if i == addressAttempts.Burst {
				want = "too_many_attempts"
			}
			from.Address = netip.MustParseAddr(fmt.Sprintf("198.51.%d.9", i))
			if code := c.tryPassword(from, "eve@example.com", "wrong-password"); code != want {
				t.Errorf("guess %d on the known device: %q", i+1, code)
			}
		}
		from.Devices = ""
		if code := c.tryPassword(from, "eve@example.com", secret); code != "" {
			t.Errorf("an unknown device afterwards: %q", code)
		}
		c.clock.Advance(KnownDeviceLife)
		if c.knows(cookie, "eve@example.com") {
			t.Error("the device is known for ever")
		}
	})
}

// Wrong passwords on one known device, such as the family's tablet, lock out that device alone.
func TestEachKnownDeviceHasItsGuesses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada := c.person("ada@example.com", actor.User)
		on := func(cookie string) Client {
			return Client{Address: netip.MustParseAddr("203.0.113.7"), Devices: cookie}
		}
		tablet, phone := c.RememberDevice("", ada), c.RememberDevice("", ada)
		for range 2 * addressAttempts.Burst {
			c.tryPassword(on(tablet), "ada@example.com", "wrong-password")
		}
		if code := c.tryPassword(on(tablet), "ada@example.com", secret); code != "too_many_attempts" {
			t.Errorf("the tablet: %q", code)
		}
		if code := c.tryPassword(on(phone), "ada@example.com", secret); code != "" {
			t.Errorf("the phone: %q", code)
		}
		if code := c.tryPassword(on(""), "ada@example.com", secret); code != "" {
			t.Errorf("a new device: %q", code)
		}
	})
}

// A token of an older version names no device. The first login makes it one that does.
func TestATokenWithoutADevice(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada := c.person("ada@example.com", actor.User)
		old := c.sealDevice(ada.ChannelID, knownDevice{User: ada.ID, IssuedMS: c.clock.Now().UnixMilli(), EndedMS: ada.devicesEndedMS})
		if !c.knows(old, "ada@example.com") {
			t.Error("the device is not known")
		}
		names := map[string]int{}
		renewed := c.RememberDevice(old, ada)
		for _, cookie := range []string{renewed, c.RememberDevice(renewed, ada), c.RememberDevice("", ada)} {
			for _, device := range c.readDevices(cookie, ada.ChannelID) {
				names[device.Device]++
			}
		}
		if len(names) != 2 || names[""] != 0 {
			t.Errorf("the devices are called %v", names)
		}
	})
}

// A user who enters the phone number of another account guesses at that account like each unknown device: on a known device,
// with new cookies, and with the right password of their own account in between.
func TestASharedNumberBringsNoGuesses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada, eve := c.phoneUser("ada@example.com", secret), c.phoneUser("eve@example.com", "the-password-of-eve")
		at := func(user User) Client {
			return Client{Address: netip.MustParseAddr("203.0.113.7"), Devices: c.RememberDevice("", user)}
		}
		for range addressAttempts.Burst {
			if got, code := c.logsInByPhone(at(eve), "the-password-of-eve"); got != eve.ID {
				t.Fatalf("eve's own password: %d, %q", got, code)
			}
			if _, code := c.logsInByPhone(at(eve), "wrong-password"); code != "wrong_auth_data" {
				t.Fatalf("a guess: %q", code)
			}
		}
		for range addressAttempts.Burst { // no guesses at ada's account are left: eve's device tries eve's alone
			if got, code := c.logsInByPhone(at(eve), secret); got != 0 || code != "wrong_auth_data" {
				t.Fatalf("eve's device logs in as %d (%q) with ada's password", got, code)
			}
		}
		if got, code := c.logsInByPhone(at(eve), "the-password-of-eve"); got != eve.ID {
			t.Errorf("eve's own password afterwards: %d, %q", got, code)
		}
		if got, code := c.logsInByPhone(Client{Address: at(ada).Address}, secret); code != "too_many_attempts" {
			t.Errorf("an unknown device at the address: %d, %q", got, code)
		}
		if got, code := c.logsInByPhone(at(ada), secret); got != ada.ID { // her known device is not locked out
			t.Errorf("ada's device: %d, %q", got, code)
		}
	})
}

// A device keeps its counter: a new cookie brings no new guesses, by no spelling of the login, and right passwords of another account pay for none.
func TestANewCookieBringsNoGuesses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada, eve := c.person("ada@example.com", actor.User), c.person("eve@example.com", actor.User)
		guesses, cookie := 0, ""
		for i := range 3 * addressAttempts.Burst {
			cookie = c.RememberDevice(c.RememberDevice(cookie, ada), eve)
			from := Client{Address: netip.MustParseAddr(fmt.Sprintf("198.51.%d.9", i)), Devices: cookie}
			if code := c.tryPassword(from, "eve@example.com", secret); code != "" {
				t.Fatalf("eve: %q", code)
			}
			if code := c.tryPassword(from, []string{"ada@example.com", " ADA@example.com"}[i%2], "wrong-password"); code == "wrong_auth_data" {
				guesses++
			}
		}
		if guesses != addressAttempts.Burst {
			t.Errorf("%d guesses", guesses)
		}
		if code := c.tryPassword(Client{Address: netip.MustParseAddr("203.0.113.7")}, "ada@example.com", secret); code != "" {
			t.Errorf("an unknown device: %q", code)
		}
	})
}

// A device is known for the account and not for the address that the account had at its login.
func TestAKnownDeviceFollowsItsAccount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada := c.person("ada@example.com", actor.User)
		cookie := c.RememberDevice("", ada)
		c.exec("UPDATE users SET email = 'ada@example.org' WHERE id = ?", ada.ID)
		c.person("ada@example.com", actor.User)
		if c.knows(cookie, "ada@example.com") || !c.knows(cookie, "ada@example.org") {
			t.Error("the device is known for another account")
		}
	})
}

// A token of the form that had no user opens nothing.
func TestTokensWithoutAUserAreNotKnown(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	c.person("ada@example.com", actor.User)
	old := c.sealer.Seal(deviceSealContext(c.channel), `{"id":"AAAAAAAAAAAA","logins":["x"],"expires_ms":99999999999999}`)
	if c.knows(old, "ada@example.com") {
		t.Error("the device is known")
	}
}

// Each end of all other sessions of a user ends the known devices, and a login afterwards makes a
// device known again.
func TestKnownDevicesEndWithTheSessions(t *testing.T) {
	for name, end := range map[string]func(t *testing.T, c *club, user User, session Session) error{
		"a new password": func(t *testing.T, c *club, _ User, session Session) error {
			_, _, err := c.EditProfile(t.Context(), session, ProfileChange{Password: new(fresh), PasswordConfirmation: new(fresh), CurrentPassword: secret})
			return err
		},
		"a reset": func(_ *testing.T, c *club, user User, _ Session) error {
			_, _, err := c.renew(c.forgets(user))
			return err
		},
		"a password of the operators": func(t *testing.T, c *club, user User, _ Session) error {
			return c.SetPassword(t.Context(), actor.ForSystem(c.channel), c.channel, user.ID, fresh, true)
		},
		"the other sessions": func(t *testing.T, c *club, _ User, session Session) error {
			_, err := c.EndOtherSessions(t.Context(), session)
			return err
		},
		"another role": func(t *testing.T, c *club, user User, _ Session) error {
			return c.SetRole(t.Context(), actor.ForSystem(c.channel), c.channel, user.ID, actor.Operator)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				c := newClub(t, d)
				user := c.person("ada@example.com", actor.User)
				other := c.person("eve@example.com", actor.User)
				_, session := c.enter(user.Email)
				cookie := c.RememberDevice(c.RememberDevice("", user), other)
				if !c.knows(cookie, user.Email) {
					t.Fatal("the device is not known before")
				}
				if err := end(t, c, user, session); err != nil {
					t.Fatal(err)
				}
				if c.knows(cookie, user.Email) {
					t.Error("the device is still known")
				}
				if !c.knows(cookie, other.Email) {
					t.Error("the device of another user is not known any more")
				}
				user, err := c.find(t.Context(), c.channel, "u.id = ?", user.ID)
				if err != nil {
					t.Fatal(err)
				}
				if !c.knows(c.RememberDevice(cookie, user), user.Email) {
					t.Error("a login in the same moment does not make the device known")
				}
			})
		})
	}
}
