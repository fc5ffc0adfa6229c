package account

import (
	"encoding/json"
	"net/netip"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/passkey/passkeytest"
)

// stepUpResponse is the response of a passkey to a step-up of a session.
func (c *club) stepUpResponse(session Session, key *passkeytest.Authenticator) []byte {
	c.t.Helper()
	options, err := c.BeginPasskeyStepUp(c.t.Context(), session, passkeyHost)
	if err != nil {
		c.t.Fatal(err)
	}
	response, err := json.Marshal(key.Get(options))
	if err != nil {
		c.t.Fatal(err)
	}
	return response
}

// A passkey stands for the password and for a code, for five minutes, in its session alone.
func TestAPasskeyConfirmsChanges(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		g := c.guarded("ada@example.com")
		key := c.addsPasskey(g.session, Proof{Password: secret, Code: g.code()})
		c.clock.Advance(time.Hour)
		by := g.session.Actor()
		if err := c.addPasskey(g.session, Proof{}, passkeytest.New(t)); fault.CodeOf(err) != "validation_failed" {
			t.Errorf("without a proof: %v", err)
		}
		if _, err := c.AskDeletion(t.Context(), g.session, "", "en", netip.Addr{}); err == nil {
			t.Error("deleted without a proof")
		}
		until, err := c.StepUpWithPasskey(t.Context(), g.session, passkeyHost, c.stepUpResponse(g.session, key))
		if err != nil || !until.Equal(c.clock.Now().Add(stepUpLife)) {
			t.Fatalf("until %v, %v", until, err)
		}
		if err := c.RequireStepUp(t.Context(), by); err != nil {
			t.Errorf("a guarded call: %v", err)
		}
		if err := c.addPasskey(g.session, Proof{}, passkeytest.New(t)); err != nil {
			t.Errorf("in place of password and code: %v", err)
		}
		if err := c.addPasskey(g.session, Proof{Password: "wrong-password"}, passkeytest.New(t)); fault.CodeOf(err) != "incorrect_password" {
			t.Errorf("a wrong password: %v", err)
		}
		if _, err := c.AskDeletion(t.Context(), g.session, "", "en", netip.Addr{}); err != nil {
			t.Errorf("deletion: %v", err)
		}
		c.clock.Advance(stepUpLife)
		if err := c.RequireStepUp(t.Context(), by); fault.CodeOf(err) != "second_factor_step_up" {
			t.Errorf("five minutes later: %v", err)
		}
		if err := c.addPasskey(g.session, Proof{}, passkeytest.New(t)); fault.CodeOf(err) != "validation_failed" {
			t.Errorf("five minutes later, by password: %v", err)
		}
	})
}

func TestAStepUpByAPasskeyIsRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		c.person("eve@example.com", actor.User)
		_, own := c.enter("ada@example.com")
		_, evil := c.enter("eve@example.com")
		if _, err := c.BeginPasskeyStepUp(t.Context(), own, passkeyHost); fault.CodeOf(err) != "passkey_not_found" {
			t.Errorf("without a passkey: %v", err)
		}
		key, hers := c.addsPasskey(own, Proof{Password: secret}), c.addsPasskey(evil, Proof{Password: secret})
		_, visitor := c.visitor()
		if _, err := c.BeginPasskeyStepUp(t.Context(), visitor, passkeyHost); fault.KindOf(err) != fault.Unauthenticated {
			t.Errorf("a visitor: %v", err)
		}
		if _, err := c.BeginPasskeyStepUp(t.Context(), own, "other.example"); fault.CodeOf(err) != "passkey_not_found" {
			t.Errorf("on another site: %v", err)
		}
		refused := func(what string, session Session, response []byte) {
			t.Helper()
			if _, err := c.StepUpWithPasskey(t.Context(), session, passkeyHost, response); fault.CodeOf(err) != "passkey_failed" {
				t.Errorf("%s: %v", what, err)
			}
			if recent, err := c.hasRecentStepUp(t.Context(), session.Actor()); err != nil || recent {
				t.Errorf("%s: counts %v, %v", what, recent, err)
			}
		}
		refused("another user's passkey", own, c.stepUpResponse(own, hers))
		refused("another session's response", evil, c.stepUpResponse(own, key))
		refused("nonsense", own, []byte("{}"))
		response := c.stepUpResponse(own, key)
		if _, err := c.StepUpWithPasskey(t.Context(), own, passkeyHost, response); err != nil {
			t.Fatal(err)
		}
		c.clock.Advance(time.Hour)
		refused("a response for the second time", own, response)
		if _, err := d.Write().NewRaw("UPDATE sessions SET by_code = TRUE WHERE id = ?", own.ID).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := c.BeginPasskeyStepUp(t.Context(), own, passkeyHost); fault.CodeOf(err) != "device_not_allowed" {
			t.Errorf("on a paired TV: %v", err)
		}
	})
}

// A user without a password confirms by a passkey instead of another login.
func TestAPasskeyStandsForARecentLogin(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada := c.person("ada@example.com", actor.User)
		_, own := c.enter("ada@example.com")
		key := c.addsPasskey(own, Proof{Password: secret})
		if _, err := d.Write().NewRaw("UPDATE users SET password_hash = '' WHERE id = ?", ada.ID).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		c.clock.Advance(time.Hour)
		if err := c.addPasskey(own, Proof{}, passkeytest.New(t)); fault.CodeOf(err) != "login_again" {
			t.Errorf("without a recent login: %v", err)
		}
		if _, err := c.StepUpWithPasskey(t.Context(), own, passkeyHost, c.stepUpResponse(own, key)); err != nil {
			t.Fatal(err)
		}
		if err := c.addPasskey(own, Proof{}, passkeytest.New(t)); err != nil {
			t.Errorf("by a passkey: %v", err)
		}
	})
}
