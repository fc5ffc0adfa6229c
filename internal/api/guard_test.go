package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// unguarded are the calls of users that change something and need no proof, each with why.
var unguarded = map[string]string{
	"add-event-moment": "of a game", "add-event-score": "of a game", "remove-event-moment": "of a game", "remove-event-score": "of a game",
	"set-event-image": "of a game", "upload-picture": "of a game",
	"add-favorite": "can be undone", "remove-favorite": "can be undone", "merge-favorites": "can be undone",
	"add-event-reminder": "can be undone", "remove-event-reminder": "can be undone",
	"add-participant-reminder": "can be undone", "remove-participant-reminder": "can be undone",
	"remove-favorites-feed": "ends an access", "renew-favorites-feed": "shows the favourites alone",
	"subscribe-push": "ends with the session", "unsubscribe-push": "ends an access", "try-push": "changes nothing",
	"keep-position": "can be undone", "create-clip": "can be undone", "delete-clip": "of a clip",
	"take-lease": "to watch", "end-lease": "to watch",
	"buy": "buys for the account", "buy-bundle": "buys for the account", "resume-payment": "buys for the account", "setup-intent": "buys for the account",
	"start-trial": "buys for the account", "unsubscribe": "can be undone", "resume-subscription": "buys for the account",
	"email-verify-resend": "writes to the owner", "deny-device": "logs no one in", "step-up": "is the proof", "begin-passkey-step-up": "is the proof", "passkey-step-up": "is the proof",
	"step-up-code-request": "writes to the owner", "step-up-code": "is the proof", "add-passkey": "finishes begin-passkey, which asks",
}

// unguardedReads are the calls of users that read something and need no proof, each with its reason. Data about the account belongs here
// only if a page of a TV shows it, or if it is of no use to a stranger.
var unguardedReads = map[string]string{
	"get-profile": "shown on a TV", "list-orders": "shown on a TV", "get-order": "shown on a TV", "list-own-subscriptions": "shown on a TV",
	"list-cards": "to buy on a TV: four digits of each card", "apply-coupon": "a price",
	"list-favorites": "shown on a TV", "list-favorite-events": "shown on a TV", "list-reminders": "shown on a TV", "get-favorites-feed": "without the secret",
	"list-positions": "to watch", "list-leases": "to watch", "download-event": "to watch", "list-events-with-clip": "clips", "list-user-clips": "clips",
	"list-event-clips": "clips", "get-clip-cover": "clips", "download-clip": "clips",
	"list-sessions": "names of devices", "list-identities": "names of providers", "list-passkeys": "names of passkeys",
	"get-second-factor": "whether it is on", "get-device": "the device that shows the code",
}

// partBodies ask for the guarded part of calls that also have another one, or none.
var partBodies = map[string]map[string]any{
	"edit-profile":         {"phone": "+1 514 555 0142"},
	"set-event-schedule":   {"schedule_status": "cancelled", "refund": true},
	"connect-identity":     {"password": secret},
	"begin-passkey":        {"password": secret},
	"begin-second-factor":  {"password": secret},
	"remove-second-factor": {"password": secret},
	"renew-recovery-codes": {"password": secret},
}

// Each call of users has a guard, or a reason for none. A call with a guard refuses a TV, and a session without a code.
func TestEachChangeOfAnAccountIsGuarded(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	tv, plain := w.loggedIn(home, "tv@example.com"), w.loggedIn(home, "ada@example.com")
	w.protect(tv)
	unprotected := w.loggedIn(home, "new-tv@example.com")
	w.pairByCode("tv@example.com", "new-tv@example.com")
	_, codes := w.protect(plain)
	w.clock.Advance(6 * time.Minute) // the code that switched two-step login on counts for 5 minutes
	for _, op := range w.api.Operations() {
		if op.Auth != AuthUser {
			continue
		}
		reason := unguarded[op.ID]
		if op.Method == http.MethodGet {
			reason = unguardedReads[op.ID]
		}
		if (op.Guard == GuardNone) != (reason != "") {
			t.Errorf("%s %s: guard %d, reason for none %q", op.Method, op.ID, op.Guard, reason)
		}
		if op.Guard == GuardNone {
			continue
		}
		ask := func(key string) call {
			path := strings.NewReplacer("{id}", "1", "{provider}", "google").Replace(op.Path)
			c := call{method: op.Method, path: path, key: key}
			if op.Method == http.MethodPost {
				c.body = with(map[string]any{}, partBodies[op.ID])
			}
			return c
		}
		t.Run(op.ID, func(t *testing.T) {
			defer w.within(t)()
			device := tv
			if op.ID == "begin-second-factor" { // only a user without a second factor can begin one
				device = unprotected
			}
			w.do(ask(device)).want(http.StatusForbidden, "device_not_allowed")
			switch op.ID {
			case "begin-second-factor": // nothing to ask for before it is on
			case "connect-identity", "begin-passkey": // its form has a field for the code
				w.do(ask(plain)).want(http.StatusBadRequest, "validation_failed")
			default:
				w.do(ask(plain)).want(http.StatusForbidden, "second_factor_step_up")
			}
		})
	}
	// One code opens them for some minutes.
	end := call{path: "/api/auth/sessions/end-others", key: plain, body: map[string]any{}}
	w.do(call{path: "/api/auth/second-factor/step-up", key: plain, body: map[string]any{"code": "000000"}}).want(422, "wrong_second_factor")
	w.do(end).want(http.StatusForbidden, "second_factor_step_up")
	w.do(call{path: "/api/auth/second-factor/step-up", key: plain, body: map[string]any{"code": codes[0]}}).want(200, "")
	w.do(end).want(200, "")
	w.do(call{path: "/api/profile/export", key: plain}).want(200, "")
	w.clock.Advance(6 * time.Minute)
	w.do(end).want(http.StatusForbidden, "second_factor_step_up")
	// What changes nothing that counts needs none.
	w.do(call{path: "/api/profile", key: plain, body: map[string]any{"hide_scores": true, "first_name": "Ada"}}).want(200, "")
}

// A device that was paired by a code changes nothing, even with the password and a code of the second factor.
func TestADeviceChangesNothingWithTheRightCode(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	user := w.person(home, "tv@example.com")
	tv := w.login(home, user.Email)
	_, codes := w.protect(tv)
	w.pairByCode(user.Email)
	for i, attempt := range []struct {
		name, path string
		body       map[string]any
	}{
		{"remove", "/api/auth/second-factor/remove", map[string]any{"password": secret}},
		{"renew", "/api/auth/second-factor/recovery-codes", map[string]any{"password": secret}},
		{"step up", "/api/auth/second-factor/step-up", nil},
		{"email", "/api/profile", map[string]any{"email": "other@example.com", "current_password": secret}},
		{"password", "/api/profile", map[string]any{"password": "Another 1 entirely", "password_confirmation": "Another 1 entirely", "current_password": secret}},
		{"phone", "/api/profile", map[string]any{"phone": "+1 514 555 0142"}},
		{"connect", "/api/auth/identities/google", map[string]any{"password": secret}},
		{"add a passkey", "/api/auth/passkeys/begin", map[string]any{"password": secret}},
	} {
		t.Run(attempt.name, func(t *testing.T) {
			defer w.within(t)()
			body := with(attempt.body, map[string]any{"code": codes[i]})
			w.do(call{path: attempt.path, key: tv, body: body}).want(http.StatusForbidden, "device_not_allowed")
		})
	}
	var state secondFactorDTO
	w.do(call{path: "/api/auth/second-factor", key: tv}).into(&state)
	if !state.Enabled || state.RecoveryCodes != int64(len(codes)) {
		t.Errorf("after the refusals: %+v", state)
	}
}

// pairByCode makes the sessions of users those of devices that were paired by a code.
func (w *world) pairByCode(emails ...string) {
	w.t.Helper()
	for _, email := range emails {
		if _, err := w.db.Write().NewRaw("UPDATE sessions SET by_code = TRUE WHERE user_id IN (SELECT id FROM users WHERE email = ?)", email).Exec(w.t.Context()); err != nil {
			w.t.Fatal(err)
		}
	}
}
