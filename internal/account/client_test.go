package account

import (
	"net/netip"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fairqueue"
)

// A verified captcha token and a known device each put a login into a lane with more turns.
func TestLanesOfLogins(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	const login = "ada@example.com"
	user := c.person(login, actor.User)
	_, session := c.visitor()
	for name, test := range map[string]struct {
		client Client
		lane   fairqueue.Lane
		user   int64
	}{
		"unknown":             {Client{}, fairqueue.Unknown, 0},
		"with a captcha":      {Client{CaptchaPassed: true}, fairqueue.PassedCaptcha, 0},
		"from a known device": {Client{Devices: c.RememberDevice("", user)}, fairqueue.Known, int64(user.ID)},
	} {
		client := c.recognize(test.client, login)
		client.Address = netip.MustParseAddr("203.0.113.7")
		caller := queueCaller(session, login, client)
		if caller.Lane != test.lane || caller.User != test.user || caller.Group != session.ChannelID {
			t.Errorf("%s: %+v", name, caller)
		}
		if registration := queueCaller(session, "", client); test.lane == fairqueue.Known && registration.Lane != fairqueue.Unknown {
			t.Errorf("a registration %s: %+v", name, registration)
		}
	}
}
