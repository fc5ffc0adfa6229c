package account

import (
	"context"
	"net/netip"
	"sync/atomic"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/passwordhash"
	"github.com/grandstand/grandstand/internal/social"
)

// pausedHasher stops after the next comparison, before it answers.
type pausedHasher struct {
	passwordhash.InProcess

	pauses             atomic.Bool
	compared, answered chan struct{}
}

func (h *pausedHasher) Matches(password, hash string) (bool, error) {
	ok, err := h.InProcess.Matches(password, hash)
	if h.pauses.CompareAndSwap(true, false) {
		close(h.compared)
		<-h.answered
	}
	return ok, err
}

// flight is a login that has compared the password and not yet opened a session.
type flight struct {
	c       *club
	user    User
	link    Link    // verifies the user's address
	session Session // another one of the user
}

// land begins a login by the user's password, runs end once the password is compared, and returns
// what the login answers then.
func (f *flight) land(t *testing.T, end func() error) (visitor Session, key string, err error) {
	t.Helper()
	h := &pausedHasher{InProcess: passwordhash.InProcess{Params: passwordhash.NewParams(64, 1)}, compared: make(chan struct{}), answered: make(chan struct{})}
	f.c.passwords = newHasher(PasswordOptions{Hasher: h, AtOnce: 2})
	h.pauses.Store(true)
	visitor = f.c.visitorOf(f.c.channel)
	done := make(chan struct{})
	go func() {
		defer close(done)
		key, _, err = f.c.Login(t.Context(), visitor, f.user.Email, secret, netip.Addr{})
	}()
	select {
	case <-h.compared:
	case <-done:
		t.Fatalf("the login compared nothing: %v", err)
	}
	failed := end()
	close(h.answered)
	<-done
	if failed != nil {
		t.Fatal(failed)
	}
	return visitor, key, err
}

// A login that compared the old password opens nothing once the user's sessions have ended.
func TestALoginInFlightEndsWithTheSessions(t *testing.T) {
	for name, way := range map[string]struct {
		unverified bool
		factor     bool
		end        func(t *testing.T, f *flight) error
	}{
		"a takeover": {unverified: true, end: func(t *testing.T, f *flight) error {
			_, session := f.c.visitor()
			_, _, err := f.c.TakeOver(t.Context(), session, Takeover{Link: f.link, Password: fresh, PasswordConfirmation: fresh, Language: "en"})
			return err
		}},
		"a reset": {end: func(_ *testing.T, f *flight) error {
			_, _, err := f.c.renew(f.c.forgets(f.user))
			return err
		}},
		"a reset of a user with a second factor": {factor: true, end: func(t *testing.T, f *flight) error {
			_, _, err := f.c.renew(f.c.forgets(f.user))
			ticketOf(t, err)
			return nil
		}},
		"a new password in the profile": {end: func(t *testing.T, f *flight) error {
			key, _, err := f.c.EditProfile(t.Context(), f.session, ProfileChange{Password: new(fresh), PasswordConfirmation: new(fresh), CurrentPassword: secret})
			if !f.c.opens(key) {
				t.Error("the session that changed the password has ended")
			}
			return err
		}},
		"log out everywhere else": {end: func(t *testing.T, f *flight) error {
			_, err := f.c.EndOtherSessions(t.Context(), f.session)
			if !f.c.lives(f.session) {
				t.Error("the session that ended the others has ended")
			}
			return err
		}},
		"a temporary password of the operators": {end: func(t *testing.T, f *flight) error {
			return f.c.SetPassword(t.Context(), actor.ForSystem(f.c.channel), f.c.channel, f.user.ID, fresh, true)
		}},
		"another role": {end: func(t *testing.T, f *flight) error {
			return f.c.SetRole(t.Context(), actor.ForSystem(f.c.channel), f.c.channel, f.user.ID, actor.Operator)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Both(t, func(t *testing.T, d *db.DB) {
				f := &flight{c: newClub(t, d)}
				f.user, f.link = f.c.newcomer("ada@example.com")
				_, f.session = f.c.enter(f.user.Email)
				if !way.unverified {
					f.c.verified(f.user)
				}
				if way.factor {
					f.c.exec("INSERT INTO second_factors (channel_id, user_id, secret, last_step, created_ms, confirmed_ms) VALUES (?, ?, '', 0, 1, 1)", f.c.channel, f.user.ID)
				}
				visitor, key, err := f.land(t, func() error { return way.end(t, f) })
				if key != "" || fault.CodeOf(err) != "wrong_auth_data" {
					t.Errorf("the login in flight got the key %q, %v", key, err)
				}
				if session, err := f.c.FindSessionByID(t.Context(), f.c.channel, visitor.ID); err != nil || session.UserID != 0 {
					t.Errorf("its session is %+v, %v", session, err)
				}
			})
		})
	}
}

// Control: a login that nothing disturbs opens, and so does one while another user's sessions end.
func TestALoginInFlightLands(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		f := &flight{c: newClub(t, d)}
		f.user = f.c.person("ada@example.com", actor.User)
		f.c.person("eve@example.com", actor.User)
		_, other := f.c.enter("eve@example.com")
		for name, end := range map[string]func() error{
			"nothing": func() error { return nil },
			"the end of another user's sessions": func() error {
				_, err := f.c.EndOtherSessions(t.Context(), other)
				return err
			},
		} {
			if _, key, err := f.land(t, end); err != nil || !f.c.opens(key) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// beforeTransaction runs do once, before the nth transaction of a database begins.
type beforeTransaction struct {
	nth int
	do  func()
}

func (b *beforeTransaction) BeforeQuery(ctx context.Context, event *bun.QueryEvent) context.Context {
	if event.Query != "BEGIN" || b.nth == 0 {
		return ctx
	}
	if b.nth--; b.nth == 0 {
		b.do()
	}
	return ctx
}

func (*beforeTransaction) AfterQuery(context.Context, *bun.QueryEvent) {}

// before has do run before the nth transaction from now on.
func (c *club) before(nth int, do func()) {
	c.t.Helper()
	hooked, ok := c.db.Write().(interface{ AddQueryHook(hook bun.QueryHook) })
	if !ok {
		c.t.Fatal("the database takes no hooks")
	}
	hooked.AddQueryHook(&beforeTransaction{nth: nth, do: do})
}

// Each way in refuses a login whose proof is from before the user's sessions ended: they end
// between the proof and the session that it opens.
func TestEachWayInRefusesAProofFromBeforeTheEnd(t *testing.T) {
	type try func() (key string, err error)
	for name, way := range map[string]struct {
		transaction int // that opens the session, from the proof on
		refusal     string
		prepare     func(t *testing.T, c *club, o *oracle, session Session, user User, link Link) try
	}{
		"a mailed code": {2, "wrong_login_code", func(_ *testing.T, c *club, _ *oracle, session Session, user User, _ Link) try {
			code := c.asksForCode(session, user.Email, netip.Addr{})
			return func() (string, error) {
				key, _, err := c.entersCode(session, code)
				return key, err
			}
		}},
		"a provider": {2, "social_ticket_invalid", func(t *testing.T, c *club, o *oracle, session Session, _ User, _ Link) try {
			ticket := ticketFor(t, c, o, session)
			return func() (string, error) {
				key, _, err := c.EnterSocial(t.Context(), session, social.Google, SocialEntry{Ticket: ticket, Language: "en"})
				return key, err
			}
		}},
		"a membership": {2, "remote_token_used", func(t *testing.T, c *club, _ *oracle, session Session, _ User, _ Link) try {
			return func() (string, error) {
				key, _, err := c.EnterRemote(t.Context(), session, RemoteEntry{Token: "token", Language: "en"})
				return key, err
			}
		}},
		"a passkey": {1, "passkey_failed", func(t *testing.T, c *club, _ *oracle, session Session, user User, _ Link) try {
			_, own := c.enter(user.Email)
			response := c.passkeyResponse(session, c.addsPasskey(own, Proof{Password: secret}), passkeyHost)
			return func() (string, error) {
				key, _, err := c.LoginWithPasskey(t.Context(), session, passkeyHost, response)
				return key, err
			}
		}},
		"a second factor": {1, "second_factor_expired", func(t *testing.T, c *club, _ *oracle, session Session, user User, _ Link) try {
			_, own := c.enter(user.Email)
			begun, err := c.BeginSecondFactor(t.Context(), own.Actor(), secret, "Home", netip.Addr{})
			if err != nil {
				t.Fatal(err)
			}
			codes, err := c.ConfirmSecondFactor(t.Context(), own.Actor(), totpSecret(begun.Secret).code(stepAt(c.clock.Now())), "en")
			if err != nil {
				t.Fatal(err)
			}
			_, _, err = c.Login(t.Context(), session, user.Email, secret, netip.Addr{})
			ticket := ticketOf(t, err)
			return func() (string, error) {
				key, _, err := c.LoginWithSecondFactor(t.Context(), session, ticket, codes[0], "en")
				return key, err
			}
		}},
		"a reset": {2, "reset_failed", func(t *testing.T, c *club, _ *oracle, session Session, user User, _ Link) try {
			reset := PasswordReset{Link: c.forgets(user), Password: fresh, PasswordConfirmation: fresh, Language: "en"}
			return func() (string, error) {
				key, _, err := c.ResetPassword(t.Context(), session, reset)
				return key, err
			}
		}},
		"a takeover": {2, "verification_failed", func(t *testing.T, c *club, _ *oracle, session Session, user User, link Link) try {
			c.exec("UPDATE users SET email_verified = FALSE WHERE id = ?", user.ID)
			return func() (string, error) {
				key, _, err := c.TakeOver(t.Context(), session, Takeover{Link: link, Password: fresh, PasswordConfirmation: fresh, Language: "en"})
				return key, err
			}
		}},
		"a code on a TV": {1, "", func(t *testing.T, c *club, _ *oracle, _ Session, user User, _ Link) try {
			_, own := c.enter(user.Email)
			tv := c.tv("Den")
			if err := c.link(own.Actor(), tv.code.UserCode); err != nil {
				t.Fatal(err)
			}
			return func() (string, error) {
				poll, err := c.PollDevice(t.Context(), tv.session, tv.code.Secret)
				return poll.Key, err
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Both(t, func(t *testing.T, d *db.DB) {
				c, o := newHarbour(t, d)
				for email, disturbed := range map[string]bool{"ada@example.com": false, "eve@example.com": true} {
					o.Person, o.token = social.Person{Subject: email, Email: email, EmailVerified: true}, email
					user, link := c.newcomer(email)
					c.verified(user)
					_, own := c.enter(user.Email)
					_, session := c.visitor()
					try := way.prepare(t, c, o, session, user, link)
					if disturbed {
						c.before(way.transaction, func() {
							if _, err := c.EndOtherSessions(t.Context(), own); err != nil {
								t.Error(err)
							}
						})
					}
					key, err := try()
					if !disturbed && (err != nil || !c.opens(key)) {
						t.Errorf("undisturbed: %q, %v", key, err)
					}
					if disturbed && (key != "" || fault.CodeOf(err) != way.refusal) {
						t.Errorf("after the end: %q, %v", key, err)
					}
				}
			})
		})
	}
}

// A session that ends while it approves a device approves none.
func TestAnEndedSessionApprovesNoDevice(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		_, own := c.enter("ada@example.com")
		_, stolen := c.enter("ada@example.com")
		tv := c.tv("Den")
		c.before(1, func() {
			if _, err := c.EndOtherSessions(t.Context(), own); err != nil {
				t.Error(err)
			}
		})
		if err := c.link(stolen.Actor(), tv.code.UserCode); fault.CodeOf(err) != "invalid_api_key" {
			t.Errorf("got %v", err)
		}
		if poll := tv.poll(); poll.Status != DevicePending {
			t.Errorf("the device is %s", poll.Status)
		}
	})
}

// The cookie of a device is worth nothing if the user's sessions ended between the login and the
// answer that sets it, and a session that has ended keeps no device known.
func TestADeviceIsNotKnownAfterTheEndOfItsSession(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		_, own := c.enter("ada@example.com")
		cookie := func() (Session, string) {
			_, visitor := c.visitor()
			key, user, err := c.Login(t.Context(), visitor, "ada@example.com", secret, netip.Addr{})
			if err != nil {
				t.Fatal(err)
			}
			session, err := c.FindSession(t.Context(), key)
			if err != nil {
				t.Fatal(err)
			}
			return session, c.RememberDevice("", user)
		}
		ended, before := cookie()
		_, visitor := c.visitor()
		_, user, err := c.Login(t.Context(), visitor, "ada@example.com", secret, netip.Addr{})
		if err != nil {
			t.Fatal(err)
		}
		if !c.knows(before, user.Email) {
			t.Fatal("the device is not known before")
		}
		if _, err := c.EndOtherSessions(t.Context(), own); err != nil {
			t.Fatal(err)
		}
		c.clock.Advance(time.Second)
		if c.knows(c.RememberDevice("", user), user.Email) {
			t.Error("a login from before the end makes its device known")
		}
		if _, kept, err := c.RenewDeviceCookie(t.Context(), ended, before); err != nil || kept {
			t.Errorf("a session that has ended keeps its device known: %v, %v", kept, err)
		}
		renewed, kept, err := c.RenewDeviceCookie(t.Context(), own, before)
		if err != nil || !kept || !c.knows(renewed, user.Email) {
			t.Errorf("the session that goes on: %v, %v", kept, err)
		}
		if _, kept, err := c.RenewDeviceCookie(t.Context(), own, ""); err != nil || kept {
			t.Errorf("a device without a cookie: %v, %v", kept, err)
		}
	})
}
