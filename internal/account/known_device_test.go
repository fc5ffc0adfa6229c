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
	_, _, err := c.Login(c.t.Context(), visitor.On(client), login, password, client.Address)
	return fault.CodeOf(err)
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
			"an altered cookie":  {"A" + cookie[1:], c.channel, "eve@example.com", false},
			"a second factor":    {c.sealer.Seal("second factor", cookie), c.channel, "eve@example.com", false},
			"a very long cookie": {cookie + strings.Repeat(".x", maxCookieLength), c.channel, "eve@example.com", false},
		} {
			if got := c.KnowsDevice(test.cookie, test.channel, test.login); got != test.known {
				t.Errorf("%s: known %t", name, got)
			}
		}
		shared := c.RememberDevice(cookie, ada)
		for _, email := range []string{"ada@example.com", "eve@example.com"} {
			if !c.KnowsDevice(shared, c.channel, email) {
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
		if n := len(strings.Split(shared, betweenTokens)); n != maxKnownUsers || len(shared) > maxCookieLength {
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
		if c.KnowsDevice(cookie, c.channel, "eve@example.com") {
			t.Error("the device is known for ever")
		}
	})
}
