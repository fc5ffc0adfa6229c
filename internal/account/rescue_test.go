package account

import (
	"log/slog"
	"net/netip"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/passwordhash"
)

// nextTo is another node of the same installation.
func (c *club) nextTo(t *testing.T) *Service {
	t.Helper()
	return New(Deps{
		DB: c.db, Clock: c.clock, Log: slog.New(slog.DiscardHandler), Entitlements: nothingBought{}, Letters: c.post, Queue: c.post, Sealer: aSealer(t),
		Passwords: PasswordOptions{Hasher: passwordhash.InProcess{Params: passwordhash.NewParams(64, 1)}},
	})
}

// An operator lets in who has lost the app and the codes: on every node, within a second.
func TestALostSecondFactorIsLifted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		g := c.guarded("ada@example.com")
		server := c.nextTo(t)
		waiting, ticket := g.ticket()
		session, second := g.ticket()
		key, err := g.second(session, second, g.code())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := server.FindSession(t.Context(), key); err != nil { // and keeps it in memory
			t.Fatal(err)
		}
		operator := actor.ForSystem(c.channel)
		if err := c.LiftSecondFactor(t.Context(), operator, c.channel, g.user.ID); err != nil {
			t.Fatal(err)
		}
		c.post.last(t, "ada@example.com", "Two-step login was turned off")
		if _, err := c.FindSession(t.Context(), key); fault.CodeOf(err) != "invalid_api_key" {
			t.Errorf("the session lives on: %v", err)
		}
		c.clock.Advance(sessionCached)
		if _, err := server.FindSession(t.Context(), key); fault.CodeOf(err) != "invalid_api_key" {
			t.Errorf("the session lives on at another node: %v", err)
		}
		if _, err := g.second(waiting, ticket, g.recovery[0]); fault.CodeOf(err) != "second_factor_expired" {
			t.Errorf("a login that waited for the second step: %v", err)
		}
		var left int
		if err := d.Read().NewRaw("SELECT (SELECT count(*) FROM recovery_codes) + (SELECT count(*) FROM second_factors)").Scan(t.Context(), &left); err != nil || left != 0 {
			t.Errorf("%d are left, %v", left, err)
		}
		_, visitor := c.visitor()
		if _, _, err := server.Login(t.Context(), visitor, "ada@example.com", secret, netip.Addr{}); err != nil {
			t.Errorf("by the password alone: %v", err)
		}
		if err := c.LiftSecondFactor(t.Context(), operator, c.channel, g.user.ID); fault.CodeOf(err) != "second_factor_off" {
			t.Errorf("twice: %v", err)
		}
	})
}

func TestWhoMayLiftASecondFactor(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	g := c.guarded("ada@example.com")
	away := c.addChannel("away")
	for name, by := range map[string]actor.Actor{
		"the user":                   g.session.Actor(),
		"a visitor":                  {ChannelID: c.channel},
		"another channel's operator": {Role: actor.Operator, ChannelID: away, UserID: 99},
	} {
		if err := c.LiftSecondFactor(t.Context(), by, c.channel, g.user.ID); fault.KindOf(err) != fault.Forbidden {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := c.LiftSecondFactor(t.Context(), actor.ForSystem(away), away, g.user.ID); fault.KindOf(err) != fault.NotFound {
		t.Errorf("on another channel: %v", err)
	}
	owner := c.person("owner@example.com", actor.Owner)
	if err := c.LiftSecondFactor(t.Context(), actor.Actor{Role: actor.Operator, ChannelID: c.channel, UserID: 99}, c.channel, owner.ID); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("an operator, of an owner: %v", err)
	}
}

// Sessions that were opened without the second factor do not outlive the moment when it is
// switched on.
func TestSwitchingTheSecondFactorOnEndsOtherSessions(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		c.person("bob@example.com", actor.User)
		others := make([]string, 2)
		for i := range others {
			others[i], _ = c.enter("ada@example.com")
		}
		bob, _ := c.enter("bob@example.com")
		key, session := c.enter("ada@example.com")
		enrolment, err := c.BeginSecondFactor(t.Context(), session.Actor(), secret, "Northline", netip.Addr{})
		if err != nil {
			t.Fatal(err)
		}
		confirm := func(code string) error {
			_, err := c.ConfirmSecondFactor(t.Context(), session.Actor(), code, "en")
			return err
		}
		if err := confirm("000000"); fault.CodeOf(err) != "wrong_second_factor" {
			t.Fatal(err)
		}
		for _, other := range others {
			if _, err := c.FindSession(t.Context(), other); err != nil {
				t.Errorf("a wrong code ended a session: %v", err)
			}
		}
		if err := confirm(totpSecret(enrolment.Secret).code(stepAt(c.clock.Now()))); err != nil {
			t.Fatal(err)
		}
		for _, other := range others {
			if _, err := c.FindSession(t.Context(), other); fault.CodeOf(err) != "invalid_api_key" {
				t.Errorf("another session lives on: %v", err)
			}
		}
		for _, stays := range []string{key, bob} {
			if _, err := c.FindSession(t.Context(), stays); err != nil {
				t.Errorf("it ended, too: %v", err)
			}
		}
	})
}
