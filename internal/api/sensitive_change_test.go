package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/social"
	"github.com/grandstand/grandstand/internal/social/socialtest"
)

// careful is a user with a password, a second factor, a connected login, a passkey, two cards and a subscription.
type careful struct {
	w     *world
	s     *season
	p     *socialtest.Provider
	email string
	// plain is the key of an ordinary session whose user logged in a short while ago, and entered no code since then.
	plain string
	tv    string // key of a session that was paired by a code
	codes []string

	passkey int64
	newCard string // saved card that pays for no subscription
}

// newCareful makes the user. They log in 6 minutes before the test: the login is recent, and no code of the second factor is.
func newCareful(w *world, s *season, p *socialtest.Provider, email string) *careful {
	w.t.Helper()
	c := &careful{w: w, s: s, p: p, email: email}
	b := w.userIn(home, email, social.Google)
	if _, err := w.db.Write().NewRaw("UPDATE users SET role = ? WHERE email = ?", account.RoleName(actor.Operator), email).Exec(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	c.plain = b.key
	p.Person = &socialtest.Person{Subject: email, Email: email}
	b.post(map[string]any{"ticket": b.comeBack(b.visit(b.beginConnect())).Get("connect"), "link": true}).want(http.StatusOK, "")
	_, passkey := w.addPasskey("home.example", c.plain)
	c.passkey = passkey.ID
	for _, bought := range []map[string]any{
		{"subscription_id": s.monthly, "payment_method": "pm_card_visa"},
		{"package_id": s.pass, "payment_method": "pm_card_mastercard", "save_card": true},
	} {
		w.do(call{path: "/api/stripe/buy", key: c.plain, body: bought}).want(http.StatusOK, "")
	}
	var cards []CardDTO
	w.do(call{path: "/api/stripe/list-cards", key: c.plain}).into(&cards)
	for _, card := range cards {
		if card.Last4 != "4242" {
			c.newCard = card.ID
		}
	}
	_, c.codes = w.protect(c.plain)
	c.enterCode(c.plain)
	code, key := w.deviceWithKey(home, "TV")
	c.tv = c.linkTV(code, key)
	w.clock.Advance(6 * time.Minute)
	return c
}

// code returns a recovery code that was not used.
func (c *careful) code() string {
	code := c.codes[0]
	c.codes = c.codes[1:]
	return code
}

// enterCode enters a code of the second factor in a session.
func (c *careful) enterCode(key string) {
	c.w.t.Helper()
	c.w.do(call{path: "/api/auth/second-factor/step-up", key: key, body: map[string]any{"code": c.code()}}).want(http.StatusOK, "")
}

// linkTV links a device and returns its new key.
func (c *careful) linkTV(code deviceCodeDTO, key string) string {
	c.w.t.Helper()
	c.w.do(call{path: "/api/auth/add_session", key: c.plain, body: map[string]any{"code": code.UserCode}}).want(http.StatusOK, "")
	var got deviceTokenDTO
	c.w.do(call{path: "/api/auth/device-token", key: key, body: map[string]any{"device_code": code.DeviceCode}}).into(&got)
	return got.APIKey
}

// sessionOf returns the number of a session.
func (c *careful) sessionOf(key string) int64 {
	c.w.t.Helper()
	return must[account.Session](c.w)(c.w.accounts.FindSession(c.w.t.Context(), key)).ID
}

// rows returns what the changes would change.
func (c *careful) rows() string {
	c.w.t.Helper()
	var all strings.Builder
	for _, table := range []string{"users", "tokens", "identities", "passkeys", "recovery_codes", "events", "orders", "subscriptions"} {
		all.WriteString(c.w.rowsOf(table))
	}
	for _, table := range []string{"sessions WHERE user_id IS NOT NULL", "second_factors"} {
		fmt.Fprint(&all, c.w.count("SELECT count(*) FROM "+table), " ")
	}
	return all.String()
}

// sensitiveChange is a call that changes an account, or reads all of its data.
type sensitiveChange struct {
	op string
	// call returns the call in a session, with the right password where the call takes one, and without a code.
	call func(c *careful, key string) call
	// takesCode is true if the call takes the code in its body. Other calls need a step-up before.
	takesCode bool
	refused   string // code of the answer without a code; empty: second_factor_step_up
}

// body makes a change of a body.
func body(path string, fields func(c *careful) map[string]any) func(*careful, string) call {
	return func(c *careful, key string) call {
		return call{method: http.MethodPost, path: path, key: key, host: "home.example", body: fields(c)}
	}
}

func sensitiveChanges() map[string]sensitiveChange {
	profile := func(fields map[string]any) func(*careful, string) call {
		return body("/api/profile", func(*careful) map[string]any { return with(map[string]any{"current_password": secret}, fields) })
	}
	ofPath := func(method, path string, arg func(c *careful) any) func(*careful, string) call {
		return func(c *careful, key string) call {
			if arg != nil {
				return call{method: method, path: fmt.Sprintf(path, arg(c)), key: key}
			}
			return call{method: method, path: path, key: key}
		}
	}
	password := func(*careful) map[string]any { return map[string]any{"password": secret} }
	return map[string]sensitiveChange{
		"another email address": {op: "edit-profile", takesCode: true, call: profile(map[string]any{"email": "other@example.com"})},
		"another password": {op: "edit-profile", takesCode: true, call: profile(map[string]any{
			"password": "Another 1 entirely", "password_confirmation": "Another 1 entirely",
		})},
		"another phone number":  {op: "edit-profile", takesCode: true, call: profile(map[string]any{"phone": "+1 514 555 0142"})},
		"login connected":       {op: "connect-identity", takesCode: true, refused: "validation_failed", call: body("/api/auth/identities/facebook", password)},
		"login disconnected":    {op: "disconnect-identity", call: ofPath(http.MethodDelete, "/api/auth/identities/google", nil)},
		"member connected":      {op: "remote-login", call: body("/api/v2/auth/remote", func(c *careful) map[string]any { return map[string]any{"token": c.memberToken(), "link": true} })},
		"passkey added":         {op: "begin-passkey", takesCode: true, refused: "validation_failed", call: body("/api/auth/passkeys/begin", password)},
		"passkey removed":       {op: "remove-passkey", call: ofPath(http.MethodDelete, "/api/auth/passkeys/%d", func(c *careful) any { return c.passkey })},
		"second factor removed": {op: "remove-second-factor", takesCode: true, call: body("/api/auth/second-factor/remove", password)},
		"recovery codes":        {op: "renew-recovery-codes", takesCode: true, call: body("/api/auth/second-factor/recovery-codes", password)},
		"session ended":         {op: "end-session", call: ofPath(http.MethodDelete, "/api/auth/sessions/%d", func(c *careful) any { return c.sessionOf(c.tv) })},
		"other sessions ended":  {op: "end-other-sessions", call: body("/api/auth/sessions/end-others", func(*careful) map[string]any { return map[string]any{} })},
		"device linked":         {op: "add-session", call: body("/api/auth/add_session", func(c *careful) map[string]any { return map[string]any{"code": c.w.device(home, "Den").UserCode} })},
		"account deleted":       {op: "delete-account", call: body("/api/delete-account", func(*careful) map[string]any { return map[string]any{"current_password": secret} })},
		"data exported":         {op: "export-profile", call: ofPath(http.MethodGet, "/api/profile/export", nil)},
		"card of a subscription": {op: "change-subscription-card", call: body("/api/stripe/subscription/card", func(c *careful) map[string]any {
			return map[string]any{"subscription_id": c.s.monthly, "payment_method": c.newCard}
		})},
		"card removed":           {op: "remove-card", call: ofPath(http.MethodDelete, "/api/stripe/cards/%s", func(c *careful) any { return c.newCard })},
		"portal of the provider": {op: "customer-portal", call: ofPath(http.MethodGet, "/api/stripe/customer-portal", nil)},
		"event cancelled with refunds": {op: "set-event-schedule", call: func(c *careful, key string) call {
			return call{path: fmt.Sprintf("/api/events/%d/schedule", c.s.events["paid"]), key: key, body: map[string]any{"schedule_status": "cancelled", "refund": true}}
		}},
		"event removed": {op: "remove-event", call: ofPath(http.MethodDelete, "/api/events/%d", func(c *careful) any { return c.s.events["register"] })},
	}
}

// memberToken returns a token of the channel's membership system that was not used.
func (c *careful) memberToken() string {
	return c.w.memberToken(home, map[string]any{"sub": c.email, "jti": c.email + fmt.Sprint(len(c.codes), c.w.count("SELECT count(*) FROM remote_tokens"))})
}

// changesElsewhere are the guarded calls without a row in sensitiveChanges, each with its reason.
var changesElsewhere = map[string]string{
	"begin-second-factor":   "refused while the second factor is on; for a TV see TestEachChangeOfAnAccountIsGuarded",
	"confirm-second-factor": "refused while the second factor is on; for a TV see TestEachChangeOfAnAccountIsGuarded",
	"social-login":          "TestALoginThatBeganBeforeIsConnectedWithACode",
}

// The right password does not make a sensitive change of an account with a second factor: an ordinary session needs a code, and a
// device that was paired by a code may make none.
func TestEachSensitiveChangeNeedsACode(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, p := newSocialShop(t, d)
		s := w.season(home, "")
		tested := map[string]bool{}
		users := 0
		for name, change := range sensitiveChanges() {
			tested[change.op] = true
			users++
			t.Run(name, func(t *testing.T) {
				defer w.within(t)()
				c := newCareful(w, s, p, fmt.Sprintf("fan%d@example.com", users))
				before := c.rows()
				try := func(key string, code bool) reply {
					t.Helper()
					it := change.call(c, key)
					if fields, ok := it.body.(map[string]any); ok && code && change.takesCode {
						it.body = with(fields, map[string]any{"code": c.code()})
					}
					return w.do(it)
				}
				switch change.refused {
				case "":
					try(c.plain, false).want(http.StatusForbidden, "second_factor_step_up")
				default:
					try(c.plain, false).want(http.StatusBadRequest, change.refused).field("code")
				}
				try(c.tv, true).want(http.StatusForbidden, "device_not_allowed")
				w.do(call{path: "/api/auth/second-factor/step-up", key: c.tv, body: map[string]any{"code": c.code()}}).want(http.StatusForbidden, "device_not_allowed")
				if after := c.rows(); after != before {
					t.Errorf("a refused call had an effect:\n%s\n%s", before, after)
				}
				if !change.takesCode {
					c.enterCode(c.plain)
				}
				try(c.plain, true).want(http.StatusOK, "")
			})
		}
		for _, op := range w.api.Operations() {
			if guarded := op.Guard != GuardNone; guarded != (tested[op.ID] || changesElsewhere[op.ID] != "") {
				t.Errorf("%s: guard %d, tested %t", op.ID, op.Guard, tested[op.ID])
			}
		}
	})
}

// A login at a provider that began before the user logged in is connected with a code only.
func TestALoginThatBeganBeforeIsConnectedWithACode(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, p := newSocialShop(t, d)
		c := newCareful(w, w.season(home, ""), p, "fan@example.com")
		for name, enter := range map[string]func(b *browser){
			"an ordinary session": func(b *browser) {
				ticket := ticketIn(t, w.do(call{path: "/api/v2/auth/login", key: b.key, body: map[string]any{"email": c.email, "password": secret}}))
				var in loggedInDTO
				w.do(call{path: "/api/v2/auth/second-factor", key: b.key, body: map[string]any{"ticket": ticket, "code": c.code()}}).into(&in)
				b.key = in.APIKey
			},
			"a TV": func(b *browser) {
				var code deviceCodeDTO
				w.do(call{path: "/api/auth/device-code", key: b.key, body: map[string]any{"name": "TV"}}).into(&code)
				c.enterCode(c.plain)
				b.key = c.linkTV(code, b.key)
			},
		} {
			b := w.browser(home, social.Facebook)
			p.Person = &socialtest.Person{Subject: "other of " + name, Email: "other@example.com"}
			link := map[string]any{"ticket": b.ticket(), "link": true}
			enter(b)
			w.clock.Advance(6 * time.Minute)
			if name == "a TV" {
				b.post(link).want(http.StatusForbidden, "device_not_allowed")
				continue
			}
			b.post(link).want(http.StatusForbidden, "second_factor_step_up")
			c.enterCode(b.key)
			b.post(link).want(http.StatusOK, "")
		}
	})
}
