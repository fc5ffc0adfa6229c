package account

import (
	"fmt"
	"net/netip"
	"runtime"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fairqueue"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/passwordhash"
)

// neighbour is the i-th address of one customer's IPv6 network.
func neighbour(i int) netip.Addr {
	return netip.MustParseAddr(fmt.Sprintf("2001:db8:1:2::%x", i+1))
}

// Whoever has a network has more addresses than any limit: all of them are one guesser.
func TestANetworkGuessesLikeOneAddress(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		_, session := c.enter("ada@example.com")
		_, visitor := c.visitor()
		wrong := "wrong-password"
		for name, guess := range map[string]struct {
			times int
			code  string
			try   func(from netip.Addr) error
		}{
			"the log in": {addressAttempts.Burst, "wrong_auth_data", func(from netip.Addr) error {
				_, _, err := c.Login(t.Context(), visitor, "ada@example.com", wrong, from)
				return err
			}},
			"a new address": {addressAttempts.Burst, "incorrect_password", func(from netip.Addr) error {
				email := "eve@example.com"
				_, _, err := c.EditProfile(t.Context(), session, ProfileChange{Email: &email, CurrentPassword: wrong, From: from})
				return err
			}},
			"the second factor": {addressAttempts.Burst, "incorrect_password", func(from netip.Addr) error {
				_, err := c.BeginSecondFactor(t.Context(), session.Actor(), wrong, "Northline", from)
				return err
			}},
			"a new password": {networkLetters.Burst, "", func(from netip.Addr) error {
				return c.RequestReset(t.Context(), ResetRequest{ChannelID: c.channel, Email: "ada@example.com"}, from)
			}},
		} {
			c.attempts.Forget(attemptKey{c.channel, "logged in ada@example.com", netip.MustParseAddr("2001:db8:1:2::")})
			for i := range guess.times + 1 {
				want := guess.code
				if i == guess.times {
					want = "too_many_attempts"
				}
				if code := fault.CodeOf(guess.try(neighbour(i))); code != want {
					t.Errorf("%s, try %d: %q, want %q", name, i+1, code, want)
				}
			}
		}
		for i := range trusted.Burst + 1 {
			if got := c.RequireCaptcha(c.channel, "eve@example.com", Client{Address: neighbour(i)}); got != (i == trusted.Burst) {
				t.Errorf("doubted at try %d: %v", i+1, got)
			}
		}
		c.userTries = nil
		for i := range addressTries.Burst + 1 {
			_, err := c.FindDevice(t.Context(), session.Actor(), newTyped(userCodeLength), neighbour(i))
			if got := fault.CodeOf(err) == "too_many_attempts"; got != (i == addressTries.Burst) {
				t.Errorf("device code %d: %v", i+1, err)
			}
		}
	})
}

// A phone number may be written with parentheses anywhere: however it is, it is the same
// account whose password is guessed.
func TestSpellingsOfANumberAreGuessesAtOneAccount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		user := c.person("ada@example.com", actor.User)
		c.givePhone(user, "+1 514 555 0199")
		spellings := []string{"15145550199", "1(514)5550199", "(1)5145550199", "15145550199()", " 1((514))5550199 ", ")15145550199(", "1(5)1(4)5550199"}
		from := netip.MustParseAddr("203.0.113.7")
		for i, spelling := range spellings {
			want := "wrong_auth_data"
			if i >= addressAttempts.Burst {
				want = "too_many_attempts"
			}
			_, visitor := c.visitor()
			if _, _, err := c.Login(t.Context(), visitor, spelling, "wrong-password", from); fault.CodeOf(err) != want {
				t.Errorf("guess %d, %q: %v, want %s", i+1, spelling, err, want)
			}
			if got := c.RequireCaptcha(c.channel, strings.Repeat("(", i)+"5550199", Client{Address: from}); got != (i >= trusted.Burst) {
				t.Errorf("guess %d is doubted: %v", i+1, got)
			}
		}
		_, visitor := c.visitor()
		if _, _, err := c.Login(t.Context(), visitor, spellings[4], secret, netip.MustParseAddr("198.51.100.9")); err != nil {
			t.Errorf("the owner, from elsewhere: %v", err)
		}
	})
}

// hashed8MiB counts the passwords that are hashed while fn runs, by the memory that it takes.
func hashed8MiB(fn func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	fn()
	runtime.ReadMemStats(&after)
	return (after.TotalAlloc - before.TotalAlloc) / (8 << 20)
}

// Every login by address computes one hash, and every login by phone three, whether or not there is such a user, how many
// users share the number and whose password is right: the time of an answer reveals nothing about accounts.
func TestEveryLoginThatFailsIsTheSameWork(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.passwords = newHasher(PasswordOptions{Hasher: passwordhash.InProcess{Params: passwordhash.NewParams(8<<10, 1)}})
		c.person("ada@example.com", actor.User)
		c.connected("guest@example.com", false) // comes by a provider and has no password
		for i := range 4 {
			c.exec("UPDATE users SET phone_digits = '5145550100' WHERE id = ?", c.person(fmt.Sprintf("unverified%d@example.com", i), actor.User).ID)
			c.givePhone(c.person(fmt.Sprintf("twin%d@example.com", i), actor.User), "514 555-0111")
		}
		c.givePhone(c.person("single@example.com", actor.User), "514 555-0122")
		erased := c.deleted("gone@example.com")
		c.clock.Advance(DeletionGrace)
		if n, err := c.EraseDeleted(t.Context(), 10); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		c.attempts = nil
		tries := func(login, password, want string, hashes uint64) {
			t.Helper()
			_, visitor := c.visitor()
			n := hashed8MiB(func() {
				if _, _, err := c.Login(t.Context(), visitor, login, password, netip.Addr{}); fault.CodeOf(err) != want {
					t.Errorf("%s: %v, want %q", login, err, want)
				}
			})
			if n != hashes {
				t.Errorf("%s: %d hashes, want %d", login, n, hashes)
			}
		}
		for _, login := range []string{"ada@example.com", "nobody@example.com", "guest@example.com", "gone@example.com"} {
			tries(login, "wrong-password", "wrong_auth_data", 1)
		}
		for _, login := range []string{"5145550100", "5145550111", "5145550122", "5145550199"} {
			tries(login, "wrong-password", "wrong_auth_data", maxOfPhone)
		}
		tries("5145550111", secret, "", maxOfPhone)
		tries("5145550122", secret, "", maxOfPhone)
		if got := c.emailOf(erased.ID); mail.IsAddress(got) || isPhoneLogin(got) {
			t.Errorf("an erased account is called %q, by which somebody could log in", got)
		}
	})
}

// Who is turned away because others log in has not guessed, wherever it is that the
// password is asked for again.
func TestAFullQueueCostsNoProofs(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	c.person("ada@example.com", actor.User)
	_, session := c.enter("ada@example.com")
	for name, prove := range map[string]func() error{
		"deleting the account": func() error {
			_, err := c.AskDeletion(t.Context(), session, secret, "en", netip.Addr{})
			return err
		},
		"a second factor": func() error {
			_, err := c.BeginSecondFactor(t.Context(), session.Actor(), secret, "Northline", netip.Addr{})
			return err
		},
	} {
		turns := c.passwords.queue
		c.passwords.queue = fairqueue.New(fairqueue.Options{}) // gives no turns, and holds no callers
		for range 3 * accountAttempts.Burst {
			if err := prove(); fault.KindOf(err) != fault.Unavailable {
				t.Fatalf("%s, a full queue: %v", name, err)
			}
		}
		c.passwords.queue = turns
		if err := prove(); err != nil {
			t.Errorf("%s, afterwards: %v", name, err)
		}
	}
}
