package account

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/passkey/passkeytest"
)

// stepUpCode has a code mailed for a session and returns it.
func (c *club) stepUpCode(session Session, email string) string {
	c.t.Helper()
	if err := c.RequestStepUpCode(c.t.Context(), session, "en"); err != nil {
		c.t.Fatal(err)
	}
	return c.post.last(c.t, email, "Confirm a change to your account").Code
}

func (c *club) stepsUp(session Session, code string) error {
	_, err := c.StepUpWithCode(c.t.Context(), session, code)
	return err
}

// withoutPassword removes the password of a user.
func (c *club) withoutPassword(user User) {
	c.t.Helper()
	if err := c.updateUser(c.t.Context(), c.db.Write(), user.ChannelID, user.ID, "password_hash = ?", ""); err != nil {
		c.t.Fatal(err)
	}
}

// A user with neither a password nor a passkey confirms a change by a mailed code, in its session alone.
func TestAMailedCodeStandsForARecentLogin(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada := c.person("ada@example.com", actor.User)
		c.verified(ada)
		_, own := c.enter("ada@example.com")
		_, elsewhere := c.enter("ada@example.com")
		c.withoutPassword(ada)
		c.clock.Advance(time.Hour)
		address, fresh := "new@example.com", "a password of mine"
		changes := map[string]func(session Session) error{
			"a passkey": func(session Session) error { return c.addPasskey(session, Proof{}, passkeytest.New(t)) },
			"a second factor": func(session Session) error {
				_, err := c.BeginSecondFactor(t.Context(), session.Actor(), "", "Northline", netip.Addr{})
				return err
			},
			"an address": func(session Session) error {
				_, _, err := c.EditProfile(t.Context(), session, ProfileChange{Email: &address})
				return err
			},
		}
		for what, change := range changes {
			if err := change(own); fault.CodeOf(err) != "login_again" {
				t.Errorf("%s before: %v", what, err)
			}
		}
		code := c.stepUpCode(own, ada.Email)
		until, err := c.StepUpWithCode(t.Context(), own, code[:3]+" "+code[3:])
		if err != nil || !until.Equal(c.clock.Now().Add(stepUpLife)) {
			t.Fatalf("until %v, %v", until, err)
		}
		for what, change := range changes {
			if err := change(own); err != nil {
				t.Errorf("%s: %v", what, err)
			}
			if err := change(elsewhere); fault.CodeOf(err) != "login_again" {
				t.Errorf("%s in another session: %v", what, err)
			}
		}
		if _, user, err := c.EditProfile(t.Context(), own, ProfileChange{Password: &fresh, PasswordConfirmation: &fresh}); err != nil || !user.HasPassword() {
			t.Errorf("a first password: %+v, %v", user, err)
		}
	})
}

// A user who forgot the password confirms by a mailed code for five minutes.
func TestAMailedCodeStandsForThePassword(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada := c.person("ada@example.com", actor.User)
		c.verified(ada)
		_, own := c.enter("ada@example.com")
		remove := func() error {
			_, err := c.AskDeletion(t.Context(), own, "", "en", netip.Addr{})
			return err
		}
		edit := func(password string) error {
			_, _, err := c.EditProfile(t.Context(), own, ProfileChange{Password: &password, PasswordConfirmation: &password})
			return err
		}
		if err := remove(); fault.CodeOf(err) != "validation_failed" {
			t.Errorf("deletion without a proof: %v", err)
		}
		if err := c.stepsUp(own, c.stepUpCode(own, ada.Email)); err != nil {
			t.Fatal(err)
		}
		if err := remove(); err != nil {
			t.Errorf("deletion: %v", err)
		}
		if err := c.addPasskey(own, Proof{Password: "wrong-password"}, passkeytest.New(t)); fault.CodeOf(err) != "incorrect_password" {
			t.Errorf("a wrong password all the same: %v", err)
		}
		if err := edit(secret); fault.CodeOf(err) != "validation_failed" {
			t.Errorf("the same password again: %v", err)
		}
		c.clock.Advance(stepUpLife)
		if err := edit("another password"); fault.CodeOf(err) != "validation_failed" {
			t.Errorf("five minutes later: %v", err)
		}
		if err := c.stepsUp(own, c.stepUpCode(own, ada.Email)); err != nil {
			t.Fatal(err)
		}
		if err := edit("another password"); err != nil {
			t.Errorf("another password: %v", err)
		}
	})
}

// A mailed code is no second factor.
func TestAMailedCodeIsNoSecondFactor(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		g := c.guarded("ada@example.com")
		c.verified(g.user)
		c.clock.Advance(time.Hour)
		if err := c.stepsUp(g.session, c.stepUpCode(g.session, "ada@example.com")); err != nil {
			t.Fatal(err)
		}
		if err := c.RequireStepUp(t.Context(), g.session.Actor()); fault.CodeOf(err) != "second_factor_step_up" {
			t.Errorf("a guarded call: %v", err)
		}
		if err := c.addPasskey(g.session, Proof{}, passkeytest.New(t)); fault.CodeOf(err) != "validation_failed" {
			t.Errorf("without a code of the app: %v", err)
		}
		if err := c.RemoveSecondFactor(t.Context(), g.session.Actor(), Proof{}, "en", netip.Addr{}); fault.CodeOf(err) != "second_factor_step_up" {
			t.Errorf("the second factor off: %v", err)
		}
		if err := c.addPasskey(g.session, Proof{Code: g.code()}, passkeytest.New(t)); err != nil {
			t.Errorf("with a code of the app: %v", err)
		}
	})
}

func TestAStepUpByAMailedCodeIsRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada := c.person("ada@example.com", actor.User)
		c.verified(ada)
		_, own := c.enter("ada@example.com")
		_, elsewhere := c.enter("ada@example.com")
		_, visitor := c.visitor()
		refused := func(what, want string, session Session, code string) {
			t.Helper()
			if err := c.stepsUp(session, code); fault.CodeOf(err) != want {
				t.Errorf("%s: %v", what, err)
			}
			if is, err := c.hasRecentStepUp(t.Context(), session.Actor()); err != nil || is {
				t.Errorf("%s: confirmed %v, %v", what, is, err)
			}
		}
		refused("without a request", "wrong_login_code", own, "123456")
		code := c.stepUpCode(own, ada.Email)
		refused("nothing", "validation_failed", own, "")
		refused("too short", "validation_failed", own, "12345")
		refused("another code", "wrong_login_code", own, other(code))
		refused("in another session", "wrong_login_code", elsewhere, code)
		if err := c.RequestStepUpCode(t.Context(), visitor, "en"); fault.KindOf(err) != fault.Unauthenticated {
			t.Errorf("a visitor: %v", err)
		}
		newer := c.stepUpCode(own, ada.Email)
		if newer != code {
			refused("the code before", "wrong_login_code", own, code)
		}
		c.clock.Advance(LoginCodeLife)
		refused("after its time", "wrong_login_code", own, newer)
		code = c.stepUpCode(own, ada.Email)
		if err := c.stepsUp(own, code); err != nil {
			t.Fatal(err)
		}
		c.clock.Advance(stepUpLife)
		refused("for the second time", "wrong_login_code", own, code)
		// The mailbox is another one by now.
		code = c.stepUpCode(own, ada.Email)
		if err := c.updateUser(t.Context(), d.Write(), ada.ChannelID, ada.ID, "email = ?", "moved@example.com"); err != nil {
			t.Fatal(err)
		}
		refused("of an address before", "wrong_login_code", own, code)
		if _, err := d.Write().NewRaw("UPDATE sessions SET by_code = TRUE WHERE id = ?", own.ID).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := c.RequestStepUpCode(t.Context(), own, "en"); fault.CodeOf(err) != "device_not_allowed" {
			t.Errorf("a request of a paired TV: %v", err)
		}
		refused("on a paired TV", "device_not_allowed", own, code)
	})
}

// A code that logs in confirms no change, and the other way round.
func TestAMailedCodeHasOnePurpose(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada := c.person("ada@example.com", actor.User)
		c.verified(ada)
		_, own := c.enter("ada@example.com")
		code := c.stepUpCode(own, ada.Email)
		// The job of a login sends nothing of it.
		before := len(c.post.posted)
		if err := c.SendLoginCode(t.Context(), LoginCodeRequest{ChannelID: c.channel, ID: 1, Language: "en"}); err != nil || len(c.post.posted) != before {
			t.Errorf("%d letters, %v", len(c.post.posted)-before, err)
		}
		if _, err := d.Write().NewRaw("UPDATE login_codes SET step_up = FALSE").Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := c.stepsUp(own, code); fault.CodeOf(err) != "wrong_login_code" {
			t.Errorf("a code of a login: %v", err)
		}
		_, visitor := c.visitor()
		code = c.asksForCode(visitor, ada.Email, netip.Addr{})
		if _, err := d.Write().NewRaw("UPDATE login_codes SET step_up = TRUE").Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, _, err := c.entersCode(visitor, code); fault.CodeOf(err) != "wrong_login_code" {
			t.Errorf("a login by a code of a change: %v", err)
		}
	})
}

// A guest whose address was never verified shows the account by the session and the mailbox by the code.
func TestAMailedCodeVerifiesTheAddressOfAGuest(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		_, visitor := c.visitor()
		key, guest, err := c.buysAsGuest(visitor, "guest@example.com")
		if err != nil {
			t.Fatal(err)
		}
		own, err := c.FindSession(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.RequestStepUpCode(t.Context(), own, "fr"); err != nil {
			t.Fatal(err)
		}
		// The guest bought in French.
		code := c.post.last(t, guest.Email, "Confirmez un changement à votre compte").Code
		if subject := c.post.subject(guest.Email); strings.Contains(subject, code) {
			t.Errorf("the subject tells the code: %q", subject)
		}
		if err := c.stepsUp(own, code); err != nil {
			t.Fatal(err)
		}
		if user, err := c.Profile(t.Context(), own.Actor()); err != nil || !user.EmailVerified {
			t.Errorf("%+v, %v", user, err)
		}
		// The person who made an operator's account may have mistyped its address.
		operator := c.person("operator@example.com", actor.Operator)
		_, inside := c.enter(operator.Email)
		if err := c.RequestStepUpCode(t.Context(), inside, "en"); fault.CodeOf(err) != "email_not_verified" {
			t.Errorf("an operator: %v", err)
		}
	})
}

// Guesses in a stolen session are few, over all codes and sessions of the user, and so are letters.
func TestGuessesOfStepUpCodesAreFew(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		ada := c.person("ada@example.com", actor.User)
		c.verified(ada)
		said := map[string]int{}
		for range 4 {
			_, session := c.enter("ada@example.com")
			code := c.stepUpCode(session, ada.Email)
			for range loginCodeTries {
				said[fault.CodeOf(c.stepsUp(session, other(code)))]++
			}
			if err := c.stepsUp(session, code); err == nil {
				t.Error("the right code after five wrong ones counts")
			}
		}
		if said["wrong_login_code"] != wrongLoginCodes.Burst || said["too_many_attempts"] != 4*loginCodeTries-wrongLoginCodes.Burst {
			t.Errorf("got %v", said)
		}
		_, session := c.enter("ada@example.com")
		letters := 0
		for range askedLetters.Burst {
			if err := c.RequestStepUpCode(t.Context(), session, "en"); err == nil {
				letters++
			} else if fault.CodeOf(err) != "too_many_attempts" {
				t.Error(err)
			}
		}
		if letters != askedLetters.Burst-4 {
			t.Errorf("%d more letters", letters)
		}
	})
}

// What was confirmed ends with the session's user.
func TestAConfirmationEndsWithTheSession(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	ada := c.person("ada@example.com", actor.User)
	c.verified(ada)
	_, own := c.enter("ada@example.com")
	if err := c.stepsUp(own, c.stepUpCode(own, ada.Email)); err != nil {
		t.Fatal(err)
	}
	key, _, err := c.Logout(t.Context(), own)
	if err != nil {
		t.Fatal(err)
	}
	session, err := c.FindSession(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err = c.Login(t.Context(), session, "ada@example.com", secret, netip.Addr{}); err != nil {
		t.Fatal(err)
	}
	by := actor.Actor{Role: actor.User, ChannelID: c.channel, UserID: int64(ada.ID), SessionID: session.ID}
	if is, err := c.hasRecentStepUp(t.Context(), by); err != nil || is {
		t.Errorf("confirmed %v, %v", is, err)
	}
}
