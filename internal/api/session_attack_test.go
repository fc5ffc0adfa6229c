package api

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/social"
	"github.com/grandstand/grandstand/internal/social/socialtest"
)

// inUse has a key looked up just now, so that it is remembered.
func (w *world) inUse(key string) string {
	w.t.Helper()
	w.do(call{path: "/api/geo", key: key}).want(200, "")
	return key
}

// dead checks that a key opens nothing, where it is remembered too.
func (w *world) dead(name, key string) {
	w.t.Helper()
	if rep := w.do(call{path: "/api/geo", key: key}); rep.status != http.StatusBadRequest || rep.problem().Code != "invalid_api_key" {
		w.t.Errorf("%s: the key lives on: %d %s", name, rep.status, rep.body)
	}
}

// enter sends a body under a key and returns the key that it is answered with.
func (w *world) enter(path, key string, body map[string]any) string {
	w.t.Helper()
	var got struct {
		APIKey string `json:"api_key"`
	}
	w.do(call{path: path, key: key, body: body}).into(&got)
	if got.APIKey == "" || got.APIKey == key {
		w.t.Errorf("%s answers with the key %q", path, got.APIKey)
	}
	return got.APIKey
}

// waysIn turn an anonymous key into a user's, by the operation that answers with the new one.
func waysIn(w *world, p *socialtest.Provider) map[string]func(key string) (fresh string) {
	credentials := map[string]any{"email": "fan@example.com", "password": secret}
	return map[string]func(key string) string{
		"login":    func(key string) string { return w.enter("/api/v2/auth/login", key, credentials) },
		"register": func(key string) string { return w.enter("/api/v2/auth/register", key, registration(nil)) },
		"log-in-second-factor": func(key string) string {
			w.person(home, "careful@example.com")
			_, codes := w.protect(w.login(home, "careful@example.com"))
			login := call{path: "/api/v2/auth/login", key: key, body: with(credentials, map[string]any{"email": "careful@example.com"})}
			return w.enter("/api/v2/auth/second-factor", key, map[string]any{"ticket": ticketIn(w.t, w.do(login)), "code": codes[0]})
		},
		"register-guest": func(key string) string {
			return w.enter(guestCall, key, map[string]any{"email": "guest@example.com", "terms": true})
		},
		"login-code": func(key string) string {
			w.person(home, "mailed@example.com", verifiedPerson)
			return w.enter(codeCall, key, map[string]any{"code": w.mailedCode(key, "mailed@example.com")})
		},
		"passkey-login": func(key string) string {
			a, _ := w.addPasskey("home.example", w.loggedIn(home, "passkey@example.com"))
			credential := a.Get(w.passkeyOptions("home.example", key, passkeyLoginCall, map[string]any{}))
			return w.enter(passkeyLoginCall, key, map[string]any{"credential": credential})
		},
		"password-reset": func(key string) string {
			w.person(home, "forgetful@example.com")
			w.do(call{path: requestCall, key: key, body: map[string]any{"email": "forgetful@example.com"}}).want(200, "")
			w.runErrands()
			return w.enter(resetCall, key, newPasswordBody(w.mailedLink("forgetful@example.com", "/password-reset")))
		},
		"take-over-account": func(key string) string {
			w.register(home, "prepared@example.com")
			return w.enter("/api/auth/account-takeover", key, newPasswordBody(w.mailedLink("prepared@example.com", "/verify-email")))
		},
		"social-login": func(key string) string {
			p.Person = ada()
			p.Person.Email = "elsewhere@example.com"
			b := &browser{w: w, provider: social.Google, host: "home.example", key: key}
			return w.enter("/api/v2/auth/social/google", key, map[string]any{"ticket": b.ticket(), "terms": true})
		},
		"remote-login": func(key string) string {
			return w.enter("/api/v2/auth/remote", key, map[string]any{"token": w.memberToken(home, nil)})
		},
		"poll-device-token": func(key string) string {
			var code deviceCodeDTO
			w.do(call{path: "/api/auth/device-code", key: key, body: map[string]any{"name": "Den"}}).into(&code)
			w.do(call{path: "/api/auth/add_session", key: w.login(home, "fan@example.com"), body: map[string]any{"code": code.UserCode}}).want(200, "")
			return w.enter("/api/auth/device-token", key, map[string]any{"device_code": code.DeviceCode})
		},
	}
}

// keepsItsUser are the other operations that answer with a key: they let nobody in.
var keepsItsUser = map[string]bool{"get-api-key": true, "logout": true, "edit-profile": true, "connect-identity": true}

// Whoever knew a visitor's key, or had it used, does not get in with the user: no way in
// keeps it.
func TestNoAnonymousKeyBecomesAUsers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, p := newSocialWorld(t, d)
		w.person(home, "fan@example.com")
		ways := waysIn(w, p)
		for name, in := range ways {
			planted := w.inUse(w.visitor(home))
			fresh := in(planted)
			w.dead(name, planted)
			w.do(call{path: "/api/profile", key: fresh}).want(200, "")
		}
		for _, op := range w.api.Operations() {
			if op.Method == http.MethodPost && op.upload == nil && w.answersWithAKey(op) && ways[op.ID] == nil && !keepsItsUser[op.ID] {
				t.Errorf("%s answers with a key, and nobody asked what becomes of the old one", op.ID)
			}
		}
	})
}

// answersWithAKey tells whether a success may carry an api key.
func (w *world) answersWithAKey(op Operation) bool {
	answer := w.api.huma.OpenAPI().Paths[op.Path].Post.Responses["200"]
	if answer == nil || answer.Content["application/json"] == nil {
		return false
	}
	schema := answer.Content["application/json"].Schema
	for range 2 { // the envelope, and what is in it
		if schema.Ref != "" {
			schema = w.api.schemas().SchemaFromRef(schema.Ref)
		}
		if inner := schema.Properties["data"]; inner != nil {
			schema = inner
		}
	}
	if schema.Ref != "" {
		schema = w.api.schemas().SchemaFromRef(schema.Ref)
	}
	return schema.Properties["api_key"] != nil
}

// What ends sessions ends them at once, here, in use or not; and nothing else does.
func TestKeysEndWithWhatTheyStandFor(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		other := w.inUse(w.loggedIn(home, "somebody.else@example.com"))
		post := func(key, path string, body map[string]any) {
			w.do(call{path: path, key: key, body: body}).want(200, "")
		}
		people := 0
		change := map[string]any{"password": newPassword, "password_confirmation": newPassword, "current_password": secret}
		for name, c := range map[string]struct {
			end   func(user account.User, key string)
			both  bool // the user's own key dies as well
			stays bool // and the other one lives
		}{
			"logging out":            {end: func(_ account.User, key string) { post(key, "/api/auth/logout", map[string]any{}) }, both: true, stays: true},
			"a new password":         {end: func(_ account.User, key string) { post(key, "/api/profile", change) }, both: true},
			"logging out elsewhere":  {end: func(_ account.User, key string) { post(key, "/api/auth/sessions/end-others", map[string]any{}) }},
			"one device, by its id":  {end: w.endTheOther},
			"an operator's password": {both: true, end: w.setPassword},
			"a forgotten password": {both: true, end: func(user account.User, _ string) {
				post(w.visitor(home), requestCall, map[string]any{"email": user.Email})
				w.runErrands()
				post(w.visitor(home), resetCall, newPasswordBody(w.mailedLink(user.Email, "/password-reset")))
			}},
			"deleting the account": {both: true, end: func(user account.User, key string) {
				post(key, "/api/delete-account", map[string]any{"current_password": secret})
				post("", "/api/delete-account-confirm", w.mailed(user.Email))
			}},
		} {
			t.Run(name, func(t *testing.T) {
				defer w.within(t)()
				people++
				user := w.person(home, fmt.Sprintf("fan%d@example.com", people))
				own, elsewhere := w.inUse(w.login(home, user.Email)), w.inUse(w.login(home, user.Email))
				c.end(user, own)
				if c.both {
					w.dead("the user's own", own)
				} else {
					w.inUse(own)
				}
				if c.stays {
					w.inUse(elsewhere)
				} else {
					w.dead("the other one", elsewhere)
				}
				w.inUse(other)
			})
		}
	})
}

// endTheOther ends the session of a user that does not ask.
func (w *world) endTheOther(_ account.User, key string) {
	w.t.Helper()
	var list []ownSessionDTO
	w.do(call{path: "/api/auth/sessions", key: key}).into(&list)
	for _, s := range list {
		if !s.Current {
			w.do(call{method: http.MethodDelete, path: fmt.Sprintf("/api/auth/sessions/%d", s.ID), key: key}).want(200, "")
		}
	}
}

func (w *world) setPassword(user account.User, _ string) {
	w.t.Helper()
	if err := w.accounts.SetPassword(w.t.Context(), actor.ForSystem(user.ChannelID), user.ChannelID, user.ID, newPassword, true); err != nil {
		w.t.Fatal(err)
	}
}
