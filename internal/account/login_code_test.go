package account

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// asksForCode has a session ask for a code and returns the code of the letter, or "" without one.
func (c *club) asksForCode(session Session, email string, from netip.Addr) string {
	c.t.Helper()
	if err := c.RequestLoginCode(c.t.Context(), session, email, "en", from); err != nil {
		c.t.Fatal(err)
	}
	before := len(c.post.posted)
	for _, r := range c.post.codes {
		if err := c.SendLoginCode(c.t.Context(), r); err != nil {
			c.t.Fatal(err)
		}
	}
	c.post.codes = nil
	if len(c.post.posted) == before {
		return ""
	}
	return c.post.posted[len(c.post.posted)-1].letter.Code
}

func (c *club) entersCode(session Session, code string) (key string, user User, err error) {
	login, err := c.LoginWithCode(c.t.Context(), session, code, "en", session.Client.Address)
	return login.Key, login.User, err
}

// other returns a code that is not this one.
func other(code string) string {
	if code == "000000" {
		return "000001"
	}
	return "000000"
}

func TestALoginByAMailedCode(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada := c.person("ada@example.com", actor.User)
		c.verified(ada)
		_, session := c.visitor()
		_, elsewhere := c.visitor()
		code := c.asksForCode(session, " Ada@Example.com", netip.Addr{})
		if len(code) != 6 {
			t.Fatalf("the letter has the code %q", code)
		}
		var stored string
		if err := d.Read().NewRaw("SELECT code FROM login_codes").Scan(t.Context(), &stored); err != nil || strings.Contains(stored, code) {
			t.Errorf("the database has %q, %v", stored, err)
		}
		for typed, want := range map[string]string{"": "validation_failed", "12345": "validation_failed", "BCDF-GHJK": "validation_failed", other(code): "wrong_login_code"} {
			if _, _, err := c.entersCode(session, typed); fault.CodeOf(err) != want {
				t.Errorf("%q: %v", typed, err)
			}
		}
		if _, _, err := c.entersCode(elsewhere, code); fault.CodeOf(err) != "wrong_login_code" {
			t.Errorf("in another session: %v", err)
		}
		key, user, err := c.entersCode(session, code[:3]+" "+code[3:])
		if err != nil || user.ID != ada.ID || !user.HasPassword() {
			t.Fatalf("the right code: %+v, %v", user, err)
		}
		inside, err := c.FindSession(t.Context(), key)
		if err != nil || inside.UserID != ada.ID {
			t.Fatalf("%+v, %v", inside, err)
		}
		if _, _, err := c.entersCode(inside, code); fault.CodeOf(err) != "already_logged_in" {
			t.Errorf("in a session with a user: %v", err)
		}
		if err := c.RequestLoginCode(t.Context(), inside, ada.Email, "en", netip.Addr{}); fault.CodeOf(err) != "already_logged_in" {
			t.Errorf("a code for a session with a user: %v", err)
		}
	})
}

// verified marks a user's address as verified.
func (c *club) verified(user User) {
	c.t.Helper()
	if err := c.updateUser(c.t.Context(), c.db.Write(), user.ChannelID, user.ID, "email_verified = ?", true); err != nil {
		c.t.Fatal(err)
	}
}

func TestALoginCodeWorksOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.verified(c.person("ada@example.com", actor.User))
		_, session := c.visitor()
		c.asksForCode(session, "ada@example.com", netip.Addr{})
		row, _, err := c.tryLoginCode(t.Context(), session)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.useLoginCode(t.Context(), row, false, "en"); err != nil {
			t.Fatal(err)
		}
		// A second use that read the row before the first spent it.
		if _, err := c.useLoginCode(t.Context(), row, false, "en"); fault.CodeOf(err) != "wrong_login_code" {
			t.Errorf("a second time: %v", err)
		}
		// A code that was replaced after it was read.
		c.asksForCode(session, "ada@example.com", netip.Addr{})
		if _, err := c.useLoginCode(t.Context(), row, false, "en"); fault.CodeOf(err) != "wrong_login_code" {
			t.Errorf("after a new code: %v", err)
		}
	})
}

func TestALoginCodeIsShortLived(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.verified(c.person("ada@example.com", actor.User))
		_, session := c.visitor()
		old := c.asksForCode(session, "ada@example.com", netip.Addr{})
		c.clock.Advance(LoginCodeLife)
		if _, _, err := c.entersCode(session, old); fault.CodeOf(err) != "wrong_login_code" {
			t.Errorf("after its time: %v", err)
		}
		if n, err := c.PruneLoginCodes(t.Context(), 10); err != nil || n != 1 {
			t.Errorf("pruned %d, %v", n, err)
		}
		code := c.asksForCode(session, "ada@example.com", netip.Addr{})
		c.clock.Advance(LoginCodeLife - time.Second)
		if _, _, err := c.entersCode(session, code); err != nil {
			t.Errorf("within its time: %v", err)
		}
	})
}

func TestALoginCodeTellsNothingOfAccounts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.verified(c.person("ada@example.com", actor.User))
		answers := map[string]string{}
		for _, email := range []string{"ada@example.com", "free@example.com"} {
			_, session := c.visitor()
			session = session.On(Client{Address: netip.MustParseAddr("203.0.113.7")})
			code := c.asksForCode(session, email, session.Client.Address)
			if (code == "") != (email == "free@example.com") {
				t.Errorf("%s got the code %q", email, code)
			}
			var said strings.Builder
			for range loginCodeTries + 2 {
				_, _, err := c.entersCode(session, other(code))
				fmt.Fprintln(&said, fault.CodeOf(err))
			}
			for range networkLetters.Burst {
				err := c.RequestLoginCode(t.Context(), session, email, "en", session.Client.Address)
				fmt.Fprintln(&said, fault.CodeOf(err))
			}
			answers[email] = said.String()
			c.post.codes = nil
		}
		if answers["ada@example.com"] != answers["free@example.com"] || !strings.Contains(answers["free@example.com"], "too_many_attempts") {
			t.Errorf("got %q", answers)
		}
	})
}

// Strangers who guess use up neither a code of another session nor the tries of a known device.
func TestGuessesOfLoginCodesAreFew(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada := c.person("ada@example.com", actor.User)
		c.verified(ada)
		guesses, refused := 0, 0
		for i := range 5 {
			_, session := c.visitor()
			session = session.On(Client{Address: netip.MustParseAddr(fmt.Sprintf("198.51.%d.9", i))})
			code := c.asksForCode(session, "ada@example.com", session.Client.Address)
			for range loginCodeTries {
				switch _, _, err := c.entersCode(session, other(code)); fault.CodeOf(err) {
				case "wrong_login_code":
					guesses++
				case "too_many_attempts":
					refused++
				}
			}
			if _, _, err := c.entersCode(session, code); err == nil {
				t.Error("the right code after five wrong ones lets in")
			}
		}
		if guesses != wrongLoginCodes.Burst || refused != 5*loginCodeTries-guesses {
			t.Errorf("%d guesses, %d refused", guesses, refused)
		}
		_, session := c.visitor()
		session = session.On(Client{Address: netip.MustParseAddr("203.0.113.7"), Devices: c.RememberDevice("", ada)})
		if _, _, err := c.entersCode(session, c.asksForCode(session, "ada@example.com", session.Client.Address)); err != nil {
			t.Errorf("a known device: %v", err)
		}
	})
}

func TestALoginCodeAsksForTheSecondFactor(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		g := c.guarded("ada@example.com")
		c.verified(g.user)
		_, session := c.visitor()
		_, _, err := c.entersCode(session, c.asksForCode(session, "ada@example.com", netip.Addr{}))
		if _, err := g.second(session, ticketOf(t, err), g.code()); err != nil {
			t.Errorf("the second step: %v", err)
		}
	})
}

// The owner of an address that a stranger registered takes the account over by a code, as by a reset.
func TestALoginCodeTakesAnUnverifiedAccountOver(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := prepare(t, d)
		_, session := p.c.visitor()
		code := p.c.asksForCode(session, victim, netip.Addr{})
		login, err := p.c.LoginWithCode(t.Context(), session, code, "en", netip.Addr{})
		if user := login.User; err != nil || login.Key == "" || user.HasPassword() || !user.EmailVerified || user.FirstName != "" || !login.NamesRemoved {
			t.Fatalf("got %+v, %v", login, err)
		}
		if ways := p.letStrangerIn(t); len(ways) > 0 {
			t.Errorf("the stranger gets in by %v", ways)
		}
		if got := p.c.post.subject(victim); got != "The account with your address is yours" {
			t.Errorf("the owner is told %q", got)
		}
		_, session = p.c.visitor()
		code = p.c.asksForCode(session, victim, netip.Addr{})
		if login, err := p.c.LoginWithCode(t.Context(), session, code, "en", netip.Addr{}); err != nil || login.NamesRemoved {
			t.Errorf("the next login: %+v, %v", login, err)
		}
	})
}

func TestALoginCodeEndsATemporaryPassword(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada := c.person("ada@example.com", actor.User)
		c.verified(ada)
		if err := c.updateUser(t.Context(), c.db.Write(), ada.ChannelID, ada.ID, "temporary_password = ?", true); err != nil {
			t.Fatal(err)
		}
		_, session := c.visitor()
		_, user, err := c.entersCode(session, c.asksForCode(session, "ada@example.com", netip.Addr{}))
		if err != nil || user.TemporaryPassword || user.HasPassword() {
			t.Errorf("got %+v, %v", user, err)
		}
	})
}

// The person who made an operator's account may have mistyped its address.
func TestNoCodeGoesToAnUnverifiedOperator(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		operator := c.person("operator@example.com", actor.Operator)
		_, session := c.visitor()
		if code := c.asksForCode(session, operator.Email, netip.Addr{}); code != "" {
			t.Errorf("got the code %s", code)
		}
		row, _, err := c.tryLoginCode(t.Context(), session)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.useLoginCode(t.Context(), row, false, "en"); fault.CodeOf(err) != "wrong_login_code" {
			t.Errorf("a guessed code: %v", err)
		}
		c.verified(operator)
		if code := c.asksForCode(session, operator.Email, netip.Addr{}); code == "" {
			t.Error("a verified operator got no code")
		}
	})
}

// A user who deleted the account and logs in by a code keeps it; a user who was erased gets no code.
func TestALoginCodeAndDeletion(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada := c.person("ada@example.com", actor.User)
		c.verified(ada)
		leave := func() {
			if err := c.updateUser(t.Context(), c.db.Write(), ada.ChannelID, ada.ID, "deleting_ms = ?", c.clock.Now().UnixMilli()); err != nil {
				t.Fatal(err)
			}
		}
		leave()
		_, session := c.visitor()
		key, _, err := c.entersCode(session, c.asksForCode(session, ada.Email, netip.Addr{}))
		if err != nil {
			t.Fatal(err)
		}
		if inside, err := c.FindSession(t.Context(), key); err != nil || inside.UserID != ada.ID {
			t.Errorf("%+v, %v", inside, err)
		}
		if user, err := c.find(t.Context(), c.channel, "u.id = ?", ada.ID); err != nil || !user.DeletingSince.IsZero() {
			t.Errorf("%+v, %v", user, err)
		}
		leave()
		c.clock.Advance(DeletionGrace)
		if _, err := c.EraseDeleted(t.Context(), 10); err != nil {
			t.Fatal(err)
		}
		_, session = c.visitor()
		if code := c.asksForCode(session, ada.Email, netip.Addr{}); code != "" {
			t.Errorf("got the code %s", code)
		}
	})
}
