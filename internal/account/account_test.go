package account

import (
	"bytes"
	"context"
	"log/slog"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/passwordhash"
	"github.com/grandstand/grandstand/internal/seal"
)

const secret = "correct-horse-7"

// club is one channel with its accounts.
type club struct {
	*Service

	t       *testing.T
	channel int64
	clock   *clock.Manual
	log     *bytes.Buffer
	post    *postbox
}

func newClub(t *testing.T, d *db.DB) *club {
	t.Helper()
	c := &club{t: t, clock: clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)), log: new(bytes.Buffer), post: &postbox{}}
	c.Service = New(Deps{
		DB: d, Clock: c.clock, Log: slog.New(slog.NewJSONHandler(c.log, nil)), Entitlements: nothingBought{}, Letters: c.post, Queue: c.post, Parties: homeParty{}, Sealer: aSealer(t),
		Passwords: PasswordOptions{Hasher: passwordhash.InProcess{Params: passwordhash.NewParams(64, 1)}},
	})
	c.channel = c.addChannel("home")
	return c
}

func (c *club) addChannel(key string) int64 {
	c.t.Helper()
	return dbtest.Channel(c.t, c.db, key)
}

// visitor opens an anonymous session.
func (c *club) visitor() (key string, session Session) {
	c.t.Helper()
	key, session, err := c.OpenSession(c.t.Context(), c.channel)
	if err != nil {
		c.t.Fatal(err)
	}
	return key, session
}

func (c *club) person(email string, role actor.Role) User {
	c.t.Helper()
	user, err := c.CreateUser(c.t.Context(), actor.ForSystem(c.channel), c.channel, NewUser{Email: email, Password: secret, FirstName: "Ada", LastName: "L", Role: role})
	if err != nil {
		c.t.Fatal(err)
	}
	return user
}

// enter logs a user in and returns the session.
func (c *club) enter(email string) (key string, session Session) {
	c.t.Helper()
	_, session = c.visitor()
	key, _, err := c.Login(c.t.Context(), session, email, secret, netip.Addr{})
	if err != nil {
		c.t.Fatal(err)
	}
	session, err = c.FindSession(c.t.Context(), key)
	if err != nil {
		c.t.Fatal(err)
	}
	return key, session
}

type nothingBought struct{}

func (nothingBought) Access(context.Context, int64, UserID) (Access, error) { return Access{}, nil }

func TestSessionKeepsItsIdentityThroughRotation(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		user := c.person("ada@example.com", actor.Operator)
		key, session := c.enter("Ada@example.com")
		if session.UserID != user.ID || session.Role != actor.Operator || session.ChannelID != c.channel {
			t.Errorf("got %+v", session)
		}
		fresh, _, err := c.Logout(t.Context(), session)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.FindSession(t.Context(), key); fault.CodeOf(err) != "invalid_api_key" {
			t.Errorf("the old key: %v", err)
		}
		after, err := c.FindSession(t.Context(), fresh)
		if err != nil || after.ID != session.ID || after.UserID != 0 || after.Role != actor.Visitor {
			t.Errorf("after logout: %+v, %v", after, err)
		}
	})
}

func TestKeysAreStoredHashedOnly(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		key, _ := c.visitor()
		var stored string
		if err := d.Read().NewRaw("SELECT key_hash FROM sessions").Scan(t.Context(), &stored); err != nil {
			t.Fatal(err)
		}
		if stored == key || strings.Contains(stored, key[:20]) {
			t.Error("the key can be read from the database")
		}
		if hash, ok := seal.HashKey(key); !ok || hash.String() != stored {
			t.Error("the stored value is not the key's hash")
		}
	})
}

func TestLastUseIsNotedByTheHour(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		key, session := c.visitor()
		seen := func() int64 {
			var ms int64
			if err := d.Read().NewRaw("SELECT seen_ms FROM sessions WHERE id = ?", session.ID).Scan(t.Context(), &ms); err != nil {
				t.Fatal(err)
			}
			return ms
		}
		start := seen()
		for _, step := range []struct {
			after time.Duration
			noted bool
		}{{59 * time.Minute, false}, {time.Minute, true}, {time.Minute, false}} {
			c.clock.Advance(step.after)
			before := seen()
			if _, err := c.FindSession(t.Context(), key); err != nil {
				t.Fatal(err)
			}
			if noted := seen() != before; noted != step.noted {
				t.Errorf("%s later: noted %v", step.after, noted)
			}
		}
		if got := seen() - start; got != time.Hour.Milliseconds() {
			t.Errorf("last seen after %d ms", got)
		}
	})
}

// A clock that is wrong by hours, or by a day, logs nobody out: not by itself, not by what ends sessions that are over.
func TestSessionsWhenTheClockJumps(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		user := c.person("ada@example.com", actor.User)
		before, _ := c.enter("ada@example.com")
		for _, jump := range []time.Duration{-25 * time.Hour, 50 * time.Hour, -25 * time.Hour} {
			c.clock.Advance(jump)
			during, entered := c.enter("ada@example.com")
			if _, err := c.PruneSessions(t.Context(), 100); err != nil {
				t.Fatal(err)
			}
			for name, key := range map[string]string{"from before": before, "from now": during} {
				if session, err := c.FindSession(t.Context(), key); err != nil || session.UserID != user.ID {
					t.Errorf("%s, a session %s: %+v, %v", jump, name, session, err)
				}
			}
			if _, _, err := c.Logout(t.Context(), entered); err != nil {
				t.Errorf("%s: log out: %v", jump, err)
			}
			if _, err := c.FindSession(t.Context(), during); fault.CodeOf(err) != "invalid_api_key" {
				t.Errorf("%s, after logging out: %v", jump, err)
			}
		}
	})
}

func TestPruneSessionsLeavesTheLiving(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		for range 5 {
			c.visitor()
		}
		c.clock.Advance(SessionLife - time.Hour)
		living, _ := c.visitor()
		c.clock.Advance(time.Hour)
		var deleted []int64
		for range 4 {
			n, err := c.PruneSessions(t.Context(), 2)
			if err != nil {
				t.Fatal(err)
			}
			deleted = append(deleted, n)
		}
		if want := []int64{2, 2, 1, 0}; !equal(deleted, want) {
			t.Errorf("deleted %v, want %v", deleted, want)
		}
		if _, err := c.FindSession(t.Context(), living); err != nil {
			t.Error(err)
		}
	})
}

func equal(a, b []int64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestOperatorsChangeOnlyWhomTheyMay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		fan, operator := c.person("fan@example.com", actor.User), c.person("op@example.com", actor.Operator)
		owner := c.person("owner@example.com", actor.Owner)
		by := func(u User, channel int64) actor.Actor {
			return actor.Actor{Role: u.Role, ChannelID: channel, UserID: int64(u.ID)}
		}
		elsewhere := c.addChannel("away")
		for name, attempt := range map[string]struct {
			by   actor.Actor
			do   func(actor.Actor) error
			code string
		}{
			"a fan resets a password":           {by(fan, c.channel), c.reset(operator), "forbidden"},
			"an operator of another channel":    {by(operator, elsewhere), c.reset(fan), "forbidden"},
			"an operator resets an owner":       {by(operator, c.channel), c.reset(owner), "forbidden"},
			"an operator resets a fan":          {by(operator, c.channel), c.reset(fan), ""},
			"an operator makes an operator":     {by(operator, c.channel), c.promote(fan), "forbidden"},
			"an owner makes an operator":        {by(owner, elsewhere), c.promote(fan), ""},
			"a fan marks a fan":                 {by(fan, c.channel), c.mark(fan), "forbidden"},
			"an operator marks a fan":           {by(operator, c.channel), c.mark(fan), ""},
			"an operator creates an operator":   {by(operator, c.channel), c.create(actor.Operator), "forbidden"},
			"an operator creates a user":        {by(operator, c.channel), c.create(actor.User), ""},
			"a visitor creates a user":          {actor.Actor{ChannelID: c.channel}, c.create(actor.User), "forbidden"},
			"the system creates the system":     {actor.ForSystem(c.channel), c.create(actor.System), "validation_failed"},
			"an owner changes a user not there": {by(owner, c.channel), c.reset(User{ID: 999}), "user_not_found"},
			"a visitor looks for a user":        {actor.Actor{ChannelID: c.channel}, c.lookUp(fan), "forbidden"},
		} {
			if got := fault.CodeOf(attempt.do(attempt.by)); got != attempt.code {
				t.Errorf("%s: %q, want %q", name, got, attempt.code)
			}
		}
	})
}

func (c *club) reset(u User) func(actor.Actor) error {
	return func(by actor.Actor) error {
		return c.SetPassword(c.t.Context(), by, c.channel, u.ID, "Tip-off at 7", true)
	}
}

func (c *club) promote(u User) func(actor.Actor) error {
	return func(by actor.Actor) error {
		return c.SetRole(c.t.Context(), by, c.channel, u.ID, actor.Operator)
	}
}

func (c *club) mark(u User) func(actor.Actor) error {
	return func(by actor.Actor) error {
		return c.SetGeoBlocked(c.t.Context(), by, c.channel, u.ID, true)
	}
}

func (c *club) lookUp(u User) func(actor.Actor) error {
	return func(by actor.Actor) error {
		_, err := c.FindByEmail(c.t.Context(), by, c.channel, u.Email)
		return err
	}
}

func (c *club) create(role actor.Role) func(actor.Actor) error {
	return func(by actor.Actor) error {
		_, err := c.CreateUser(c.t.Context(), by, c.channel, NewUser{Email: "new@example.com", Password: secret, Role: role})
		return err
	}
}

func TestAResetPasswordEndsEverySession(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		user := c.person("ada@example.com", actor.User)
		first, _ := c.enter("ada@example.com")
		second, _ := c.enter("ada@example.com")
		if err := c.reset(user)(actor.ForSystem(c.channel)); err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{first, second} {
			if _, err := c.FindSession(t.Context(), key); fault.CodeOf(err) != "invalid_api_key" {
				t.Errorf("a session survived: %v", err)
			}
		}
		found, err := c.FindByEmail(t.Context(), actor.ForSystem(c.channel), c.channel, "ADA@example.com")
		if err != nil || !found.TemporaryPassword {
			t.Errorf("got %+v, %v", found, err)
		}
	})
}

func TestHashesOfYesterdaysCostAreRenewedAtLogin(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		hash := func() (text string) {
			if err := d.Read().NewRaw("SELECT password_hash FROM users").Scan(t.Context(), &text); err != nil {
				t.Fatal(err)
			}
			return text
		}
		c.enter("ada@example.com")
		kept := hash()
		c.passwords = newHasher(PasswordOptions{Hasher: passwordhash.InProcess{Params: passwordhash.NewParams(128, 1)}})
		c.enter("ada@example.com")
		if renewed := hash(); renewed == kept || !strings.Contains(renewed, "m=128,") {
			t.Errorf("%s became %s", kept, renewed)
		}
		c.enter("ada@example.com")
	})
}

// Browsers send the domain of an address in ASCII from some fields and as it was typed from others; a phone's keyboard and a
// copied text bring characters that are not shown.
func TestAMailboxIsOneAccountInEverySpelling(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		user := c.person("zoé@xn--qubec-csa.ca", actor.User)
		if user.Email != "zoé@québec.ca" {
			t.Errorf("kept as %q", user.Email)
		}
		for _, typed := range []string{"zoé@québec.ca", "ZOÉ@Québec.CA", "zoe\u0301@xn--qubec-csa.ca", "\u200ezoé\u200b@québec.ca ", "zoé＠québec．ca"} {
			if _, session := c.enter(typed); session.UserID != user.ID {
				t.Errorf("%q logs in user %d", typed, session.UserID)
			}
		}
	})
}

// Earlier versions stored addresses with compatibility characters. Their users log in, and reset the password, with the same text.
func TestAnAddressOfAnEarlierVersionIsFound(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		former := c.person("former@example.com", actor.User)
		if _, err := d.Write().ExecContext(t.Context(), "UPDATE users SET email = ? WHERE id = ?", "ﬁona@example.com", former.ID); err != nil {
			t.Fatal(err)
		}
		if _, session := c.enter("ﬁona@example.com"); session.UserID != former.ID {
			t.Errorf("the user of before is user %d", session.UserID)
		}
		if found, err := c.FindByEmail(t.Context(), actor.ForSystem(c.channel), c.channel, "ﬁona@example.com"); err != nil || found.ID != former.ID {
			t.Errorf("%+v, %v", found, err)
		}
		usual := c.person("fiona@example.com", actor.User)
		for typed, want := range map[string]UserID{"ﬁona@example.com": former.ID, "Fiona@example.com": usual.ID, "𝐟iona@example.com": usual.ID} {
			if _, session := c.enter(typed); session.UserID != want {
				t.Errorf("%q logs in user %d, want %d", typed, session.UserID, want)
			}
		}
		ada := c.person("ada@example.com", actor.User)
		if _, session := c.enter("𝐚da@example.com"); session.UserID != ada.ID {
			t.Errorf("a mathematical letter logs in user %d", session.UserID)
		}
	})
}
