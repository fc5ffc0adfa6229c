package account

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// guarded is a user with a second factor.
type guarded struct {
	c        *club
	user     User
	session  Session // one that was opened before
	secret   totpSecret
	recovery []string
}

func (c *club) guarded(email string) *guarded {
	c.t.Helper()
	g := &guarded{c: c, user: c.person(email, actor.User)}
	_, g.session = c.enter(email)
	enrolment, err := c.BeginSecondFactor(c.t.Context(), g.session.Actor(), secret, "Northline", netip.Addr{})
	if err != nil {
		c.t.Fatal(err)
	}
	g.secret = totpSecret(enrolment.Secret)
	if g.recovery, err = c.ConfirmSecondFactor(c.t.Context(), g.session.Actor(), g.code(), "en"); err != nil {
		c.t.Fatal(err)
	}
	c.clock.Advance(stepUpLife) // the session asks for a code again, and the app shows another one
	return g
}

// code is what the app shows now.
func (g *guarded) code() string { return g.secret.code(stepAt(g.c.clock.Now())) }

// ticket logs in with the password and returns the session and what was answered.
func (g *guarded) ticket() (session Session, ticket string) {
	g.c.t.Helper()
	_, session = g.c.visitor()
	_, _, err := g.c.Login(g.c.t.Context(), session, g.user.Email, secret, netip.Addr{})
	return session, ticketOf(g.c.t, err)
}

func ticketOf(t *testing.T, err error) string {
	t.Helper()
	e, ok := err.(*fault.Error) //nolint:errorlint // the very fault that admit made
	if !ok || e.Kind != fault.Forbidden || e.Code != "second_factor_required" || e.Ticket == "" {
		t.Fatalf("the login answered %v", err)
	}
	if strings.Contains(err.Error(), e.Ticket) {
		t.Error("the error's text tells the ticket")
	}
	return e.Ticket
}

func (g *guarded) second(session Session, ticket, code string) (key string, err error) {
	key, _, err = g.c.LoginWithSecondFactor(g.c.t.Context(), session, ticket, code, "en")
	return key, err
}

func TestTheSecondStepOfALogin(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		g := c.guarded("ada@example.com")
		if got := c.post.subject("ada@example.com"); got != "Two-step login is on" {
			t.Errorf("the user was told %q", got)
		}
		session, ticket := g.ticket()
		if _, err := g.second(session, ticket, "000000"); fault.CodeOf(err) != "wrong_second_factor" {
			t.Errorf("a wrong code: %v", err)
		}
		code := g.code()
		key, err := g.second(session, ticket, code[:3]+" "+code[3:])
		if err != nil {
			t.Fatal(err)
		}
		if in, err := c.FindSession(t.Context(), key); err != nil || in.UserID != g.user.ID {
			t.Errorf("the key opens %+v, %v", in, err)
		}
		session, ticket = g.ticket()
		if _, err := g.second(session, ticket, code); fault.CodeOf(err) != "wrong_second_factor" {
			t.Errorf("the same code again: %v", err)
		}
		// A recovery code, in lower case and without dashes, once.
		spare := strings.ToLower(strings.ReplaceAll(g.recovery[3], "-", ""))
		if _, err := g.second(session, ticket, spare); err != nil {
			t.Fatal(err)
		}
		if got := c.post.subject("ada@example.com"); got != "A recovery code was used" {
			t.Errorf("the user was told %q", got)
		}
		session, ticket = g.ticket()
		if _, err := g.second(session, ticket, g.recovery[3]); fault.CodeOf(err) != "wrong_second_factor" {
			t.Errorf("the same recovery code again: %v", err)
		}
		if state, err := c.SecondFactor(t.Context(), g.session.Actor()); err != nil || !state.Enabled || state.RecoveryCodes != recoveryCodes-1 {
			t.Errorf("now %+v, %v", state, err)
		}
	})
}

func TestTicketsRefuse(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	g := c.guarded("ada@example.com")
	session, ticket := g.ticket()
	_, other := c.visitor()
	expired := func(name string, err error) {
		t.Helper()
		if fault.CodeOf(err) != "second_factor_expired" {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := g.second(other, ticket, g.code())
	expired("another session", err)
	_, err = g.second(session, "nonsense", g.code())
	expired("no ticket", err)
	rotated := session
	rotated.hash = keyHash{1}
	_, err = g.second(rotated, ticket, g.code())
	expired("the same session under another key", err)
	elsewhere := session
	elsewhere.ChannelID = c.addChannel("elsewhere")
	_, err = g.second(elsewhere, ticket, g.code())
	expired("another channel", err)
	if _, err := g.second(g.session, ticket, g.code()); fault.CodeOf(err) != "already_logged_in" {
		t.Errorf("who is logged in: %v", err)
	}
	for _, given := range [][2]string{{"", "123456"}, {ticket, ""}} {
		if _, err := g.second(session, given[0], given[1]); fault.CodeOf(err) != "validation_failed" {
			t.Errorf("%q: %v", given, err)
		}
	}
	c.clock.Advance(ticketLife)
	_, err = g.second(session, ticket, g.code())
	expired("too late", err)
	if n, err := c.PruneTickets(t.Context(), 10); n != 1 || err != nil {
		t.Errorf("pruned %d, %v", n, err)
	}
}

func TestGuessingTheSecondFactorIsStopped(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	g := c.guarded("ada@example.com")
	lookedAt := 0
	for range 10 {
		session, ticket := g.ticket()
		for range ticketTries + 2 {
			if _, err := g.second(session, ticket, "000000"); fault.CodeOf(err) == "wrong_second_factor" {
				lookedAt++
			}
		}
		if _, err := g.second(session, ticket, g.code()); err == nil {
			t.Fatal("the right code after too many wrong ones")
		}
	}
	if lookedAt != factorTries.Burst {
		t.Errorf("%d guesses were looked at", lookedAt)
	}
	c.clock.Advance(factorTries.Every)
	session, ticket := g.ticket()
	if _, err := g.second(session, ticket, g.code()); err != nil {
		t.Errorf("after a while: %v", err)
	}
}

func TestSwitchingTheSecondFactorOnAndOff(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ctx := t.Context()
		c.person("ada@example.com", actor.User)
		_, session := c.enter("ada@example.com")
		by := session.Actor()
		begin := func(password string) (Enrolment, error) {
			return c.BeginSecondFactor(ctx, by, password, "Northline", netip.Addr{})
		}
		if _, err := c.ConfirmSecondFactor(ctx, by, "123456", "en"); fault.CodeOf(err) != "second_factor_off" {
			t.Errorf("confirmed before it began: %v", err)
		}
		if _, err := begin("wrong-password"); fault.CodeOf(err) != "incorrect_password" {
			t.Errorf("a wrong password: %v", err)
		}
		if _, err := begin(""); fault.CodeOf(err) != "validation_failed" {
			t.Errorf("no password: %v", err)
		}
		first, err := begin(secret)
		if err != nil {
			t.Fatal(err)
		}
		second, err := begin(secret)
		if err != nil || first.Secret == second.Secret {
			t.Fatalf("begun again: %v", err)
		}
		if _, err := c.ConfirmSecondFactor(ctx, by, totpSecret(first.Secret).code(stepAt(c.clock.Now())), "en"); fault.CodeOf(err) != "wrong_second_factor" {
			t.Errorf("the code of the first secret: %v", err)
		}
		_, visitor := c.visitor()
		if _, _, err := c.Login(ctx, visitor, "ada@example.com", secret, netip.Addr{}); err != nil {
			t.Errorf("what is not confirmed is asked for: %v", err)
		}
		codes, err := c.ConfirmSecondFactor(ctx, by, totpSecret(second.Secret).code(stepAt(c.clock.Now())), "fr")
		if err != nil || len(codes) != recoveryCodes {
			t.Fatalf("%v, %v", codes, err)
		}
		if _, err := begin(secret); fault.CodeOf(err) != "second_factor_on" {
			t.Errorf("begun while it is on: %v", err)
		}
		var stored string
		if err := d.Read().NewRaw("SELECT secret FROM second_factors").Scan(ctx, &stored); err != nil || strings.Contains(stored, second.Secret) {
			t.Errorf("stored as %q, %v", stored, err)
		}
		renewed, err := c.RenewRecoveryCodes(ctx, by, Proof{Code: codes[0]}, "en", netip.Addr{})
		if err != nil || len(renewed) != recoveryCodes {
			t.Fatalf("%v, %v", renewed, err)
		}
		if err := c.RemoveSecondFactor(ctx, by, Proof{Code: codes[1]}, "en", netip.Addr{}); fault.CodeOf(err) != "wrong_second_factor" {
			t.Errorf("by an old recovery code: %v", err)
		}
		if err := c.RemoveSecondFactor(ctx, by, Proof{Password: "wrong-password"}, "en", netip.Addr{}); fault.CodeOf(err) != "incorrect_password" {
			t.Errorf("by a wrong password: %v", err)
		}
		c.clock.Advance(stepUpLife)
		if err := c.RemoveSecondFactor(ctx, by, Proof{Password: secret}, "en", netip.Addr{}); fault.CodeOf(err) != "second_factor_step_up" {
			t.Errorf("by the password alone: %v", err)
		}
		if _, err := c.StepUp(ctx, by, renewed[0], "en"); err != nil {
			t.Fatal(err)
		}
		if err := c.RemoveSecondFactor(ctx, by, Proof{Password: secret}, "en", netip.Addr{}); err != nil {
			t.Fatal(err)
		}
		if got := c.post.subject("ada@example.com"); got != "Two-step login is off" {
			t.Errorf("the user was told %q", got)
		}
		if err := c.RemoveSecondFactor(ctx, by, Proof{Password: secret}, "en", netip.Addr{}); fault.CodeOf(err) != "second_factor_off" {
			t.Errorf("twice: %v", err)
		}
		_, visitor = c.visitor()
		if _, _, err := c.Login(ctx, visitor, "ada@example.com", secret, netip.Addr{}); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}

// A code that any call took counts as a step-up of its session, for stepUpLife. The same code is refused a second time, so a
// second question would keep the user waiting for the next one.
func TestEachAcceptedCodeCountsAsAStepUp(t *testing.T) {
	type use struct {
		name string
		by   func(c *club, g *guarded) error
	}
	for _, test := range []use{
		{"new recovery codes", func(c *club, g *guarded) error {
			_, err := c.RenewRecoveryCodes(c.t.Context(), g.session.Actor(), Proof{Code: g.code()}, "en", netip.Addr{})
			return err
		}},
		{"connecting a login", func(c *club, g *guarded) error {
			r := wish()
			r.Proof = Proof{Password: secret, Code: g.code()}
			_, err := c.BeginConnect(c.t.Context(), g.session, r)
			return err
		}},
		{"a new phone number", func(c *club, g *guarded) error {
			phone := "+1 514 555 0142"
			_, _, err := c.EditProfile(c.t.Context(), g.session, ProfileChange{Phone: &phone, Code: g.code()})
			return err
		}},
		{"a recovery code", func(c *club, g *guarded) error {
			_, err := c.StepUp(c.t.Context(), g.session.Actor(), g.recovery[0], "en")
			return err
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				c, _ := newHarbour(t, d)
				g := c.guarded("ada@example.com")
				ask := func() string { return fault.CodeOf(c.RequireStepUp(t.Context(), g.session.Actor())) }
				if got := ask(); got != "second_factor_step_up" {
					t.Errorf("before the code: %q", got)
				}
				if err := test.by(c, g); err != nil {
					t.Fatal(err)
				}
				if got := ask(); got != "" {
					t.Errorf("just after the code: %q", got)
				}
				c.clock.Advance(stepUpLife)
				if got := ask(); got != "second_factor_step_up" {
					t.Errorf("later: %q", got)
				}
			})
		})
	}
}

// A refused code is no step-up, and the code that switches the second factor on is one of its own session only.
func TestTheFirstCodeCountsAsAStepUp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ctx := t.Context()
		g := c.guarded("ada@example.com")
		if err := c.RemoveSecondFactor(ctx, g.session.Actor(), Proof{Code: g.code()}, "en", netip.Addr{}); err != nil {
			t.Fatal(err)
		}
		c.clock.Advance(stepUpLife)
		enrolment, err := c.BeginSecondFactor(ctx, g.session.Actor(), secret, "Northline", netip.Addr{})
		if err != nil {
			t.Fatal(err)
		}
		g.secret = totpSecret(enrolment.Secret)
		if _, err := c.ConfirmSecondFactor(ctx, g.session.Actor(), g.code(), "en"); err != nil {
			t.Fatal(err)
		}
		if err := c.RequireStepUp(ctx, g.session.Actor()); err != nil {
			t.Errorf("just after it was switched on: %v", err)
		}
		_, visitor := c.visitor()
		if _, _, err := c.Login(ctx, visitor, g.user.Email, secret, netip.Addr{}); fault.CodeOf(err) != "second_factor_required" {
			t.Errorf("another device: %v", err)
		}
		c.clock.Advance(stepUpLife)
		if err := c.RequireStepUp(ctx, g.session.Actor()); fault.CodeOf(err) != "second_factor_step_up" {
			t.Errorf("later: %v", err)
		}
		if _, err := c.RenewRecoveryCodes(ctx, g.session.Actor(), Proof{Code: "000000"}, "en", netip.Addr{}); fault.CodeOf(err) != "wrong_second_factor" {
			t.Errorf("a wrong code: %v", err)
		}
		if err := c.RequireStepUp(ctx, g.session.Actor()); fault.CodeOf(err) != "second_factor_step_up" {
			t.Errorf("after a wrong code: %v", err)
		}
	})
}

func TestTheSecondFactorIsTheUsersOwn(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	ctx, visitor := t.Context(), actor.Actor{ChannelID: c.channel}
	_, err1 := c.SecondFactor(ctx, visitor)
	_, err2 := c.BeginSecondFactor(ctx, visitor, secret, "x", netip.Addr{})
	_, err3 := c.ConfirmSecondFactor(ctx, visitor, "123456", "en")
	_, err4 := c.RenewRecoveryCodes(ctx, visitor, Proof{Password: secret}, "en", netip.Addr{})
	err5 := c.RemoveSecondFactor(ctx, visitor, Proof{Password: secret}, "en", netip.Addr{})
	for i, err := range []error{err1, err2, err3, err4, err5} {
		if fault.CodeOf(err) != "unauthenticated" {
			t.Errorf("call %d: %v", i+1, err)
		}
	}
	// A secret that was moved to another user's row makes no codes.
	g, other := c.guarded("ada@example.com"), c.guarded("eve@example.com")
	_, err := c.db.Write().NewRaw("UPDATE second_factors SET secret = (SELECT secret FROM second_factors WHERE user_id = ?) WHERE user_id = ?", other.user.ID, g.user.ID).Exec(ctx)
	if err != nil {
		t.Fatal(err)
	}
	session, ticket := g.ticket()
	if _, err := g.second(session, ticket, other.code()); err == nil {
		t.Error("another user's secret opens this account")
	}
}

// A password change ends the logins that wait for the second step.
func TestATicketDoesNotOutliveThePassword(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	g := c.guarded("ada@example.com")
	session, ticket := g.ticket()
	if err := c.SetPassword(t.Context(), actor.ForSystem(c.channel), c.channel, g.user.ID, "another-horse-8", false); err != nil {
		t.Fatal(err)
	}
	if _, err := g.second(session, ticket, g.code()); fault.CodeOf(err) != "second_factor_expired" {
		t.Errorf("got %v", err)
	}
}
