package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

const (
	stepUpRequestCall = "/api/auth/step-up-code-request"
	stepUpCodeCall    = "/api/auth/step-up-code"
)

// stepUpCode has a code mailed to the user of a key and returns it.
func (w *world) stepUpCode(key, email string) string {
	w.t.Helper()
	w.do(call{path: stepUpRequestCall, key: key, body: map[string]any{}}).want(200, "")
	return w.newestCode(email)
}

// A guest without a password or a passkey sets a password and moves to another address, hours after the purchase.
func TestAGuestConfirmsChangesByAMailedCode(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		var in loggedInDTO
		w.do(call{path: guestCall, key: w.visitor(home), body: map[string]any{"email": "guest@example.com", "terms": true}}).into(&in)
		key := in.APIKey
		ask := func(path string, body map[string]any) reply { return w.do(call{path: path, key: key, body: body}) }
		move := map[string]any{"email": "new@example.com"}
		w.clock.Advance(time.Hour)
		ask("/api/profile", move).want(http.StatusForbidden, "login_again")
		code := w.stepUpCode(key, "guest@example.com")
		ask(stepUpCodeCall, map[string]any{}).want(http.StatusBadRequest, "validation_failed").field("code")
		w.do(call{path: stepUpCodeCall, key: w.visitor(home), body: map[string]any{"code": code}}).want(http.StatusUnauthorized, "unauthenticated")
		w.do(call{path: stepUpCodeCall, key: w.loggedIn(home, "eve@example.com"), body: map[string]any{"code": code}}).want(422, "wrong_login_code")
		var until stepUpDTO
		ask(stepUpCodeCall, map[string]any{"code": code}).into(&until)
		if !until.Until.After(w.clock.Now()) {
			t.Errorf("until %v", until.Until)
		}
		ask(stepUpCodeCall, map[string]any{"code": code}).want(422, "wrong_login_code")
		var edited editedProfileDTO
		ask("/api/profile", move).into(&edited)
		if !edited.EmailVerified || edited.PendingEmail == "" {
			t.Errorf("got %+v", edited)
		}
		ask("/api/profile", map[string]any{"password": newPassword, "password_confirmation": newPassword}).into(&edited)
		if !edited.HasPassword {
			t.Errorf("got %+v", edited)
		}
		if log := w.log.String(); strings.Contains(log, code) {
			t.Error("the log tells the code")
		}
	})
}

// A user who forgot the password replaces it, and a TV has no code mailed.
func TestAForgottenPasswordIsReplacedByAMailedCode(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		key := w.loggedIn(home, "fan@example.com", verifiedPerson)
		body := map[string]any{"password": newPassword, "password_confirmation": newPassword}
		w.do(call{path: "/api/profile", key: key, body: body}).want(400, "validation_failed").field("current_password")
		w.do(call{path: stepUpCodeCall, key: key, body: map[string]any{"code": w.stepUpCode(key, "fan@example.com")}}).want(200, "")
		w.do(call{path: "/api/profile", key: key, body: body}).want(200, "")
		tv := w.loggedIn(home, "tv@example.com", verifiedPerson)
		if _, err := w.db.Write().NewRaw("UPDATE sessions SET by_code = TRUE").Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.do(call{path: stepUpRequestCall, key: tv, body: map[string]any{}}).want(http.StatusForbidden, "device_not_allowed")
		w.do(call{path: stepUpCodeCall, key: tv, body: map[string]any{"code": "123456"}}).want(http.StatusForbidden, "device_not_allowed")
	})
}

// A user with a temporary password chooses another without entering the temporary one again, or by a mailed code later.
func TestATemporaryPasswordIsReplacedByAMailedCode(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		body := map[string]any{"password": newPassword, "password_confirmation": newPassword}
		soon := w.loggedIn(home, "soon@example.com", temporary)
		w.do(call{path: "/api/profile", key: soon, body: map[string]any{"password": secret, "password_confirmation": secret}}).want(400, "validation_failed").field("password")
		w.do(call{path: "/api/profile", key: soon, body: body}).want(200, "")
		late := w.loggedIn(home, "late@example.com", temporary)
		w.clock.Advance(time.Hour)
		w.do(call{path: "/api/profile", key: late, body: body}).want(400, "validation_failed").field("current_password")
		w.do(call{path: stepUpCodeCall, key: late, body: map[string]any{"code": w.stepUpCode(late, "late@example.com")}}).want(200, "")
		w.do(call{path: "/api/profile", key: late, body: body}).want(200, "")
	})
}

// A user with a temporary password and a second factor enters a code of the app on the page that replaces the password.
func TestATemporaryPasswordIsReplacedWithTheSecondFactor(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	key := w.loggedIn(home, "fan@example.com")
	_, codes := w.protect(key)
	if _, err := w.db.Write().NewRaw("UPDATE users SET temporary_password = TRUE").Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.clock.Advance(6 * time.Minute)
	body := map[string]any{"password": newPassword, "password_confirmation": newPassword}
	w.do(call{path: "/api/profile", key: key, body: body}).want(http.StatusForbidden, "second_factor_step_up")
	w.do(call{path: "/api/auth/second-factor/step-up", key: key, body: map[string]any{"code": codes[0]}}).want(200, "")
	w.do(call{path: "/api/profile", key: key, body: body}).want(200, "")
}
