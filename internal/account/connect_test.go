package account

import (
	"context"
	"net/netip"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/social"
)

// wish is that of somebody whose password is the usual one.
func wish() ConnectRequest {
	return ConnectRequest{Provider: social.Google, Proof: Proof{Password: secret}, Host: "home.example", Language: "en"}
}

// connecting goes to the ticket by which a user connects.
func (c *club) connecting(o *oracle, session Session) (ticket string) {
	c.t.Helper()
	begun, err := c.BeginConnect(c.t.Context(), session, wish())
	if err != nil {
		c.t.Fatal(err)
	}
	ticket, connects, err := c.AnswerSocial(c.t.Context(), c.channel, SocialReturn{Provider: social.Google, State: o.state, Browser: begun.Browser, Code: "code"})
	if err != nil || !connects {
		c.t.Fatalf("connects: %v, %v", connects, err)
	}
	return ticket
}

func (c *club) connect1(session Session, ticket string, link bool) (User, error) {
	_, user, err := c.EnterSocial(c.t.Context(), session, social.Google, SocialEntry{Ticket: ticket, Link: link, Language: "en"})
	return user, err
}

func TestAUserConnectsALoginOfTheirs(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c, o := newHarbour(t, d)
		user := c.person("bob@example.com", actor.User)
		_, session := c.enter("bob@example.com")
		o.EmailVerified = false // and the address is another one
		if got, err := c.connect1(session, c.connecting(o, session), true); err != nil || got.ID != user.ID {
			t.Fatalf("%+v, %v", got, err)
		}
		c.post.last(t, "bob@example.com", "Google was connected to your account")
		if got := c.waysOf(session.Actor()); len(got) != 1 {
			t.Errorf("ways in: %v", got)
		}
		_, visitor := c.visitor()
		if got, err := c.connect1(visitor, ticketFor(t, c, o, visitor), false); err != nil || got.ID != user.ID {
			t.Errorf("logged in as %+v, %v", got, err)
		}
		_, again := c.enter("bob@example.com")
		if _, err := c.BeginConnect(t.Context(), again, wish()); fault.CodeOf(err) != "already_connected" {
			t.Errorf("a second one: %v", err)
		}
		// What is another user's stays theirs.
		c.person("eve@example.com", actor.User)
		_, eve := c.enter("eve@example.com")
		if _, err := c.connect1(eve, c.connecting(o, eve), true); fault.CodeOf(err) != "identity_taken" {
			t.Errorf("somebody else's: %v", err)
		}
		if got := c.post.subject("eve@example.com"); got != "" {
			t.Errorf("eve was told %q", got)
		}
	})
}

// A login that was begun to connect one user connects nobody else and logs nobody in.
func TestConnectingIsBoundToItsUser(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c, o := newHarbour(t, d)
		c.person("bob@example.com", actor.User)
		c.person("eve@example.com", actor.User)
		key, session := c.enter("bob@example.com")
		ticket := c.connecting(o, session)
		_, eve := c.enter("eve@example.com")
		refused := func(name string, session Session, link bool) {
			t.Helper()
			if _, err := c.connect1(session, ticket, link); fault.CodeOf(err) != "social_ticket_invalid" {
				t.Errorf("%s: %v", name, err)
			}
		}
		refused("another user's browser", eve, true)
		refused("without saying so", session, false)
		out, _, err := c.Logout(t.Context(), session)
		if err != nil {
			t.Fatal(err)
		}
		visitor, err := c.FindSession(t.Context(), out)
		if err != nil {
			t.Fatal(err)
		}
		refused("after logging out", visitor, false)
		refused("after logging out, to connect", visitor, true)
		if _, _, err := c.Login(t.Context(), visitor, "eve@example.com", secret, netip.Addr{}); err != nil {
			t.Fatal(err)
		}
		next := visitor
		next.UserID = eve.UserID
		refused("who logs in next in the same browser", next, true)
		if _, err := c.FindSession(t.Context(), key); fault.CodeOf(err) != "invalid_api_key" {
			t.Error(err)
		}
		var connected int
		if err := d.Read().NewRaw("SELECT count(*) FROM identities").Scan(t.Context(), &connected); err != nil || connected != 0 {
			t.Errorf("%d are connected, %v", connected, err)
		}
	})
}

func TestConnectingTakesAProof(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c, _ := newHarbour(t, d)
		g := c.guarded("ada@example.com")
		begin := func(session Session, p Proof) string {
			r := wish()
			r.Proof = p
			_, err := c.BeginConnect(t.Context(), session, r)
			return fault.CodeOf(err)
		}
		code := g.code()
		for _, try := range []struct {
			name  string
			proof Proof
			want  string
		}{
			{"nothing", Proof{}, "validation_failed"},
			{"the password alone", Proof{Password: secret}, "validation_failed"},
			{"a code alone", Proof{Code: code}, "validation_failed"},
			{"a wrong password", Proof{Password: "wrong-password", Code: code}, "incorrect_password"},
			{"a wrong code", Proof{Password: secret, Code: "000000"}, "wrong_second_factor"},
			{"both", Proof{Password: secret, Code: code}, ""},
			{"the same code again", Proof{Password: secret, Code: code}, "wrong_second_factor"},
		} {
			if got := begin(g.session, try.proof); got != try.want {
				t.Errorf("%s: %q", try.name, got)
			}
		}
		_, visitor := c.visitor()
		if got := begin(visitor, Proof{Password: secret}); got != "unauthenticated" {
			t.Errorf("a visitor: %q", got)
		}
		if _, err := c.BeginSocial(t.Context(), g.session, social.Google, "home.example", ""); fault.CodeOf(err) != "already_logged_in" {
			t.Errorf("past the proof: %v", err)
		}
	})
}

// newcomerBy registers by a provider, without a password.
func (c *club) newcomerBy(o *oracle) (Session, User) {
	c.t.Helper()
	_, session := c.visitor()
	yes := true
	key, user, err := c.EnterSocial(c.t.Context(), session, social.Google, SocialEntry{Ticket: ticketFor(c.t, c, o, session), Terms: &yes})
	if err != nil {
		c.t.Fatal(err)
	}
	if session, err = c.FindSession(c.t.Context(), key); err != nil {
		c.t.Fatal(err)
	}
	return session, user
}

// Who has no password does what others show theirs for soon after a login, and not by a
// device that was let in.
func TestWhoHasNoPasswordLogsInAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c, o := newHarbour(t, d)
		_, user := c.newcomerBy(o)
		_, session := c.visitor()
		if _, err := c.connect1(session, ticketFor(t, c, o, session), false); err != nil {
			t.Fatal(err)
		}
		session.UserID, session.Role = user.ID, actor.User
		password := fresh
		tries := map[string]func() error{
			"another login": func() error {
				_, err := c.BeginConnect(t.Context(), session, ConnectRequest{Provider: social.Facebook, Host: "home.example"})
				return err
			},
			"a membership": func() error {
				_, _, err := c.EnterRemote(t.Context(), session, RemoteEntry{Token: "token", Link: true})
				return err
			},
			"a second factor": func() error {
				_, err := c.BeginSecondFactor(t.Context(), session.Actor(), "", "Northline", netip.Addr{})
				return err
			},
			"a password": func() error {
				_, _, err := c.EditProfile(t.Context(), session, ProfileChange{Password: &password, PasswordConfirmation: &password})
				return err
			},
		}
		c.clock.Advance(recentLogin)
		for name, try := range tries {
			if err := try(); fault.CodeOf(err) != "login_again" {
				t.Errorf("%s, long after the login: %v", name, err)
			}
		}
		if err := c.proveRecentLogin(t.Context(), d.Read(), actor.Actor{Role: actor.User, ChannelID: c.channel, UserID: int64(user.ID)}); fault.CodeOf(err) != "login_again" {
			t.Errorf("by no session: %v", err)
		}
		// A TV that the borrowed session lets in is no login.
		err := d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
			if err := c.proveRecentLogin(ctx, tx, session.Actor()); fault.CodeOf(err) != "login_again" {
				t.Errorf("%v", err)
			}
			if _, err := tx.NewRaw("UPDATE sessions SET proven_ms = signed_in_ms + 1000000 WHERE id = ?", session.ID).Exec(ctx); err != nil {
				return err
			}
			if err := c.proveRecentLogin(ctx, tx, session.Actor()); err != nil {
				t.Errorf("the control: %v", err)
			}
			if err := nameDevice(ctx, tx, session, ""); err != nil {
				return err
			}
			if err := c.proveRecentLogin(ctx, tx, session.Actor()); fault.CodeOf(err) != "login_again" {
				t.Errorf("a device: %v", err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

func TestAFirstPassword(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c, o := newHarbour(t, d)
		_, elsewhere := c.visitor()
		session, user := c.newcomerBy(o)
		if _, err := c.connect1(elsewhere, ticketFor(t, c, o, elsewhere), false); err != nil {
			t.Fatal(err)
		}
		if err := c.Disconnect(t.Context(), session.Actor(), social.Google, "en"); fault.CodeOf(err) != "last_way_in" {
			t.Errorf("the only way in: %v", err)
		}
		password, other := fresh, fresh+"!"
		choose := func(confirmation *string) (string, User, error) {
			return c.EditProfile(t.Context(), session, ProfileChange{Password: &password, PasswordConfirmation: confirmation, Spoken: "fr"})
		}
		if _, _, err := choose(&other); fault.CodeOf(err) != "validation_failed" {
			t.Errorf("unconfirmed: %v", err)
		}
		c.clock.Advance(recentLogin - time.Second)
		key, got, err := choose(&password)
		if err != nil || !got.HasPassword() || got.ID != user.ID {
			t.Fatalf("%+v, %v", got, err)
		}
		c.post.last(t, user.Email, "Votre compte a maintenant un mot de passe")
		if _, err := c.FindSessionByID(t.Context(), elsewhere.ChannelID, elsewhere.ID); fault.CodeOf(err) != "invalid_api_key" {
			t.Errorf("another session lives on: %v", err)
		}
		if session, err = c.FindSession(t.Context(), key); err != nil {
			t.Fatal(err)
		}
		if _, _, err := choose(&password); fault.CodeOf(err) != "validation_failed" {
			t.Errorf("a second time, without the first one: %v", err)
		}
		if err := c.Disconnect(t.Context(), session.Actor(), social.Google, "en"); err != nil {
			t.Errorf("with a password: %v", err)
		}
		_, visitor := c.visitor()
		if _, _, err := c.Login(t.Context(), visitor, user.Email, fresh, netip.Addr{}); err != nil {
			t.Errorf("by the password: %v", err)
		}
	})
}

// Who has a second factor shows it as well.
func TestAFirstPasswordTakesTheSecondFactor(t *testing.T) {
	c, o := newHarbour(t, dbtest.SQLite(t))
	session, _ := c.newcomerBy(o)
	enrolment, err := c.BeginSecondFactor(t.Context(), session.Actor(), "", "Northline", netip.Addr{})
	if err != nil {
		t.Fatal(err)
	}
	app := totpSecret(enrolment.Secret)
	if _, err := c.ConfirmSecondFactor(t.Context(), session.Actor(), app.code(stepAt(c.clock.Now())), "en"); err != nil {
		t.Fatal(err)
	}
	c.clock.Advance(stepUpLife)
	password := fresh
	for _, try := range []struct{ code, want string }{
		{"", "validation_failed"}, {"000000", "wrong_second_factor"}, {app.code(stepAt(c.clock.Now())), ""},
	} {
		_, _, err := c.EditProfile(t.Context(), session, ProfileChange{Password: &password, PasswordConfirmation: &password, Code: try.code})
		if fault.CodeOf(err) != try.want {
			t.Errorf("%q: %v", try.code, err)
		}
	}
}

// 20 returns with one state and 20 uses of one ticket connect once; each has its control.
func TestALoginIsConnectedOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c, o := newHarbour(t, d)
		c.person("bob@example.com", actor.User)
		_, session := c.enter("bob@example.com")
		begun, err := c.BeginConnect(t.Context(), session, wish())
		if err != nil {
			t.Fatal(err)
		}
		state, tickets := o.state, make(chan string, parallel)
		won := race(t, func() (bool, error) {
			ticket, connects, err := c.AnswerSocial(t.Context(), c.channel, SocialReturn{Provider: social.Google, State: state, Browser: begun.Browser, Code: "code"})
			if !connects {
				t.Error("it leads to the log in page")
			}
			if err == RefusedStale { //nolint:errorlint // the sentinel itself
				return false, nil
			}
			tickets <- ticket
			return ticket != "", err
		})
		if won != 1 {
			t.Fatalf("%d came back with one state", won)
		}
		ticket := <-tickets
		won = race(t, func() (bool, error) {
			_, err := c.connect1(session, ticket, true)
			if code := fault.CodeOf(err); code == "social_ticket_invalid" || code == "invalid_api_key" {
				return false, nil
			}
			return err == nil, err
		})
		var letters int
		for _, p := range c.post.posted {
			if p.letter.Subject == "Google was connected to your account" {
				letters++
			}
		}
		if won != 1 || len(c.waysOf(session.Actor())) != 1 || letters != 1 {
			t.Errorf("%d connected, %d letters", won, letters)
		}
		_, again := c.enter("bob@example.com")
		if err := c.Disconnect(t.Context(), again.Actor(), social.Google, "en"); err != nil {
			t.Fatal(err)
		}
		mustLose(t, d, "redeemed_ms", "ticket_hash = ?", hashed(t, c.connecting(o, again)).String())
		if _, err := c.BeginConnect(t.Context(), again, wish()); err != nil {
			t.Fatal(err)
		}
		mustLose(t, d, "answered_ms", "state_hash = ?", hashed(t, o.state).String())
	})
}
