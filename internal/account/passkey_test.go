package account

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/passkey"
	"github.com/grandstand/grandstand/internal/passkey/passkeytest"
)

// homeParty is the relying party of each host.
type homeParty struct{}

func (homeParty) RelyingParty(_ context.Context, _ int64, host string) (passkey.Party, error) {
	return passkey.Party{ID: host, Origin: "https://" + host, Name: "Home"}, nil
}

const passkeyHost = "home.example"

func (c *club) addPasskey(session Session, p Proof, key *passkeytest.Authenticator) error {
	c.t.Helper()
	options, err := c.BeginPasskey(c.t.Context(), session, PasskeyRequest{Proof: p, Host: passkeyHost, Language: "en"})
	if err != nil {
		return err
	}
	response, err := json.Marshal(key.Create(options))
	if err != nil {
		c.t.Fatal(err)
	}
	_, err = c.AddPasskey(c.t.Context(), session, passkeyHost, "Laptop", response, "en")
	return err
}

func (c *club) addsPasskey(session Session, p Proof) *passkeytest.Authenticator {
	c.t.Helper()
	key := passkeytest.New(c.t)
	if err := c.addPasskey(session, p, key); err != nil {
		c.t.Fatal(err)
	}
	return key
}

func (c *club) passkeyResponse(session Session, key *passkeytest.Authenticator, host string) []byte {
	c.t.Helper()
	options, err := c.BeginPasskeyLogin(c.t.Context(), session, host)
	if err != nil {
		c.t.Fatal(err)
	}
	response, err := json.Marshal(key.Get(options))
	if err != nil {
		c.t.Fatal(err)
	}
	return response
}

func (c *club) logsInByPasskey(session Session, key *passkeytest.Authenticator) (string, User, error) {
	c.t.Helper()
	return c.LoginWithPasskey(c.t.Context(), session, passkeyHost, c.passkeyResponse(session, key, passkeyHost))
}

func TestALoginByAPasskey(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada := c.person("ada@example.com", actor.User)
		_, own := c.enter("ada@example.com")
		key := c.addsPasskey(own, Proof{Password: secret})
		if got := c.post.subject(ada.Email); got != "A passkey was added to your account" {
			t.Errorf("the user is told %q", got)
		}
		c.clock.Advance(time.Hour)
		_, session := c.visitor()
		response := c.passkeyResponse(session, key, passkeyHost)
		_, elsewhere := c.visitor()
		c.passkeyResponse(elsewhere, key.Clone(), passkeyHost)
		if _, _, err := c.LoginWithPasskey(t.Context(), elsewhere, passkeyHost, response); fault.CodeOf(err) != "passkey_failed" {
			t.Errorf("in another session: %v", err)
		}
		apiKey, user, err := c.LoginWithPasskey(t.Context(), session, passkeyHost, response)
		if err != nil || user.ID != ada.ID {
			t.Fatalf("%+v, %v", user, err)
		}
		inside, err := c.FindSession(t.Context(), apiKey)
		if err != nil || inside.UserID != ada.ID {
			t.Fatalf("%+v, %v", inside, err)
		}
		if _, _, err := c.LoginWithPasskey(t.Context(), inside, passkeyHost, response); fault.CodeOf(err) != "already_logged_in" {
			t.Errorf("in a session with a user: %v", err)
		}
		if _, err := c.BeginPasskeyLogin(t.Context(), inside, passkeyHost); fault.CodeOf(err) != "already_logged_in" {
			t.Errorf("options in a session with a user: %v", err)
		}
		list, err := c.Passkeys(t.Context(), inside.Actor())
		if err != nil || len(list) != 1 || list[0].Name != "Laptop" || list[0].Domain != passkeyHost || !list[0].UsedAt.Equal(c.clock.Now()) {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

func TestAPasskeyIsAddedByItsUserOnly(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		g := c.guarded("ada@example.com")
		key := passkeytest.New(t)
		c.clock.Advance(time.Hour) // the step-up of the set-up is over
		for want, p := range map[string]Proof{
			"validation_failed": {Password: secret}, "incorrect_password": {Password: "wrong-password", Code: g.code()}, "wrong_second_factor": {Password: secret, Code: "000000"},
		} {
			if err := c.addPasskey(g.session, p, key); fault.CodeOf(err) != want {
				t.Errorf("%+v: %v", p, err)
			}
		}
		if _, err := c.AddPasskey(t.Context(), g.session, passkeyHost, "Laptop", []byte("{}"), "en"); fault.CodeOf(err) != "passkey_failed" {
			t.Errorf("without options: %v", err)
		}
		if err := c.addPasskey(g.session, Proof{Password: secret, Code: g.code()}, key); err != nil {
			t.Errorf("with both proofs: %v", err)
		}
		if _, err := d.Write().NewRaw("UPDATE sessions SET by_code = TRUE WHERE id = ?", g.session.ID).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := c.addPasskey(g.session, Proof{Password: secret, Code: g.code()}, passkeytest.New(t)); fault.CodeOf(err) != "device_not_allowed" {
			t.Errorf("on a paired TV: %v", err)
		}
	})
}

// The passkey has verified its user, so no code is asked for, and changes of the account follow.
func TestAPasskeyIsBothFactors(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		g := c.guarded("ada@example.com")
		key := c.addsPasskey(g.session, Proof{Password: secret, Code: g.code()})
		c.clock.Advance(time.Hour)
		_, session := c.visitor()
		apiKey, _, err := c.logsInByPasskey(session, key)
		if err != nil {
			t.Fatal(err)
		}
		inside, err := c.FindSession(t.Context(), apiKey)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.RequireStepUp(t.Context(), inside.Actor()); err != nil {
			t.Errorf("after the login: %v", err)
		}
		key.Unverified = true
		_, session = c.visitor()
		if _, _, err := c.logsInByPasskey(session, key); fault.CodeOf(err) != "passkey_failed" {
			t.Errorf("without verification: %v", err)
		}
	})
}

func TestRefusedPasskeys(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		_, own := c.enter("ada@example.com")
		key := c.addsPasskey(own, Proof{Password: secret})
		refuse := func(name string, session Session, host string, response []byte) {
			t.Helper()
			if _, _, err := c.LoginWithPasskey(t.Context(), session, host, response); fault.CodeOf(err) != "passkey_failed" {
				t.Errorf("%s: %v", name, err)
			}
		}
		_, session := c.visitor()
		refuse("an unknown passkey", session, passkeyHost, c.passkeyResponse(session, passkeytest.New(t), passkeyHost))
		refuse("another domain", session, "away.example", c.passkeyResponse(session, key, "away.example"))
		late := c.passkeyResponse(session, key, passkeyHost)
		c.clock.Advance(passkeyLoginPatience)
		refuse("too late", session, passkeyHost, late)
		if n, err := c.PruneChallenges(t.Context(), 10); err != nil || n != 1 {
			t.Errorf("pruned %d, %v", n, err)
		}
		copied := key.Clone()
		_, session = c.visitor()
		if _, _, err := c.logsInByPasskey(session, key); err != nil {
			t.Fatal(err)
		}
		_, session = c.visitor()
		response := c.passkeyResponse(session, copied, passkeyHost)
		refuse("a copied authenticator", session, passkeyHost, response)
		refuse("the same challenge again", session, passkeyHost, response)
		// One credential id of two users.
		c.person("bob@example.com", actor.User)
		_, bobs := c.enter("bob@example.com")
		if err := c.addPasskey(bobs, Proof{Password: secret}, key.Clone()); fault.CodeOf(err) != "passkey_failed" {
			t.Errorf("another user's passkey: %v", err)
		}
	})
}

func TestPasskeysAreRemovedByTheirUserOnly(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		c.person("bob@example.com", actor.User)
		_, ada := c.enter("ada@example.com")
		_, bob := c.enter("bob@example.com")
		key := c.addsPasskey(ada, Proof{Password: secret})
		list, err := c.Passkeys(t.Context(), ada.Actor())
		if err != nil {
			t.Fatal(err)
		}
		if err := c.RemovePasskey(t.Context(), bob.Actor(), list[0].ID, "en"); fault.CodeOf(err) != "passkey_not_found" {
			t.Errorf("another user: %v", err)
		}
		if err := c.RemovePasskey(t.Context(), ada.Actor(), list[0].ID, "en"); err != nil {
			t.Error(err)
		}
		if err := c.RemovePasskey(t.Context(), ada.Actor(), list[0].ID, "en"); fault.CodeOf(err) != "passkey_not_found" {
			t.Errorf("a second time: %v", err)
		}
		_, session := c.visitor()
		if _, _, err := c.logsInByPasskey(session, key); fault.CodeOf(err) != "passkey_failed" {
			t.Errorf("a removed passkey: %v", err)
		}
	})
}

func TestAUserHasTwentyPasskeys(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		_, own := c.enter("ada@example.com")
		for range maxPasskeys {
			c.addsPasskey(own, Proof{Password: secret})
		}
		if err := c.addPasskey(own, Proof{Password: secret}, passkeytest.New(t)); fault.CodeOf(err) != "too_many_passkeys" {
			t.Errorf("got %v", err)
		}
	})
}

// A new password ends sessions and no passkey; deleting the account ends them with the account.
func TestWhatBecomesOfPasskeys(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada := c.person("ada@example.com", actor.User)
		c.verified(ada)
		_, own := c.enter("ada@example.com")
		key := c.addsPasskey(own, Proof{Password: secret})
		works := func() bool {
			t.Helper()
			_, session := c.visitor()
			_, _, err := c.logsInByPasskey(session, key)
			return err == nil
		}
		link := c.forgets(ada)
		_, session := c.visitor()
		if _, _, err := c.ResetPassword(t.Context(), session, PasswordReset{Link: link, Password: "Tip-off at 8", PasswordConfirmation: "Tip-off at 8"}); err != nil {
			t.Fatal(err)
		}
		if !works() {
			t.Error("a new password ended the passkey")
		}
		if err := c.updateUser(t.Context(), d.Write(), ada.ChannelID, ada.ID, "deleting_ms = ?", c.clock.Now().UnixMilli()); err != nil {
			t.Fatal(err)
		}
		if !works() {
			t.Error("a login within the time of grace keeps the account")
		}
		if err := c.updateUser(t.Context(), d.Write(), ada.ChannelID, ada.ID, "deleting_ms = ?", c.clock.Now().UnixMilli()); err != nil {
			t.Fatal(err)
		}
		c.clock.Advance(DeletionGrace)
		if _, err := c.EraseDeleted(t.Context(), 10); err != nil {
			t.Fatal(err)
		}
		if works() {
			t.Error("the passkey of an erased account opens it")
		}
	})
}

func TestAPasskeyResponseLetsOneIn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		_, own := c.enter("ada@example.com")
		key := c.addsPasskey(own, Proof{Password: secret})
		_, session := c.visitor()
		response := c.passkeyResponse(session, key, passkeyHost)
		in := follows(t, func(int) error {
			_, _, err := c.LoginWithPasskey(t.Context(), session, passkeyHost, response)
			return err
		}, "passkey_failed", "invalid_api_key")
		if in != 1 {
			t.Errorf("one response let %d in", in)
		}
		// Control: a challenge that is read and not taken.
		_, session = c.visitor()
		c.passkeyResponse(session, key, passkeyHost)
		careless := follows(t, func(int) error {
			return d.Read().NewSelect().Model((*challengeRow)(nil)).Column("data").Where("session_id = ?", session.ID).Scan(t.Context(), new(string))
		}, "passkey_failed")
		if careless < 2 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}

// Two logins with one counter: a copied authenticator that is as fast as its owner.
func TestASignCounterIsUsedOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		_, own := c.enter("ada@example.com")
		c.addsPasskey(own, Proof{Password: secret})
		var row passkeyRow
		if err := d.Read().NewSelect().Model(&row).Scan(t.Context()); err != nil {
			t.Fatal(err)
		}
		used := row.key()
		used.SignCount++
		if n := spentAtOnce(t, c, "passkey_failed", func(ctx context.Context, tx bun.Tx) error { return c.notePasskeyUse(ctx, tx, row, used) }); n != 1 {
			t.Errorf("one counter was used %d times", n)
		}
		careless := spentAtOnce(t, c, "passkey_failed", func(ctx context.Context, tx bun.Tx) error {
			_, err := tx.NewUpdate().Model((*passkeyRow)(nil)).Set("sign_count = ?", used.SignCount).Where("id = ?", row.ID).Exec(ctx)
			return err
		})
		if careless < 2 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}
