package account

import (
	"fmt"
	"net/netip"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/netaddr"
)

// A client that writes its IPv4 address as IPv6 shares every limit and its networks' turns in the
// login queue with the IPv4 address.
func TestMappedAddressesShareTheLimits(t *testing.T) {
	const plain, mapped, other = "203.0.113.7", "::ffff:203.0.113.7", "::ffff:198.51.100.7"
	c := newClub(t, dbtest.SQLite(t))
	c.person("taken@example.com", actor.User)
	calls := 0
	for _, test := range []struct {
		name  string
		burst int
		ask   func(from netip.Addr) error
	}{
		{"answers that an address is taken", takenAnswers.Burst, func(from netip.Addr) error {
			if _, told, err := c.checkEmailTaken(t.Context(), c.channel, "taken@example.com", from); err != nil || told {
				return err
			}
			return registrationByLetter()
		}},
		{"codes of devices", addressTries.Burst, func(from netip.Addr) error {
			by := actor.Actor{ChannelID: c.channel, UserID: int64(1000 + calls), Role: actor.User}
			_, err := c.findTyped(t.Context(), by, "BCDFGHJK", from)
			if fault.KindOf(err) == fault.Throttled {
				return err
			}
			return nil
		}},
		{"letters with a link", networkLetters.Burst, func(from netip.Addr) error {
			c.resets.account.Forget(attemptKey{channelID: c.channel, login: "taken@example.com"})
			return c.RequestReset(t.Context(), ResetRequest{ChannelID: c.channel, Email: "taken@example.com"}, from)
		}},
		{"wrong passwords", addressAttempts.Burst, func(from netip.Addr) error {
			if wait, ok := c.attempts.Allow(c.loginKey(c.channel, "taken@example.com", Client{Address: from})); !ok {
				return fault.TooManyAttempts(wait)
			}
			return nil
		}},
	} {
		ask := func(from string) error {
			calls++
			return test.ask(netip.MustParseAddr(from))
		}
		for i := range test.burst {
			if err := ask([]string{plain, mapped}[i%2]); err != nil {
				t.Fatalf("%s: call %d: %v", test.name, i+1, err)
			}
		}
		if ask(plain) == nil || ask(mapped) == nil {
			t.Errorf("%s: a mapped address is counted apart from its IPv4 address", test.name)
		}
		if err := ask(other); err != nil {
			t.Errorf("%s: another address: %v", test.name, err)
		}
	}
	_, session := c.visitor()
	queueOf := func(from string) string {
		client := Client{Address: netip.MustParseAddr(from)}
		unknown := queueCaller(session, "taken@example.com", client)
		return fmt.Sprint(netaddr.NetworksOf(unknown.Address), netaddr.NetworksOf(knownCaller(c.channel, 1, client.Address).Address))
	}
	if queueOf(plain) != queueOf(mapped) || queueOf(plain) == queueOf(other) {
		t.Errorf("a mapped address queues in %s, its IPv4 address in %s", queueOf(mapped), queueOf(plain))
	}
}
