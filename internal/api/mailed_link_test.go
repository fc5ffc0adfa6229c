package api

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

const (
	verifyCall  = "/api/auth/email-verify"
	resendCall  = "/api/auth/email-verify-resend"
	requestCall = "/api/auth/password-reset-request"
	resetCall   = "/api/auth/password-reset"
	newPassword = "Tip-off at 8"
)

// mailedRows ask about another channel's users by their addresses.
func mailedRows() map[string]tenantRow {
	ask := func(path string, body map[string]any) tenantRow {
		return func(f *foreigners) []probe {
			of := func(email string) call { return call{path: path, body: with(body, map[string]any{"email": email})} }
			return []probe{{"another channel's user", of(f.user.Email), of("nobody@example.com")}}
		}
	}
	link := map[string]any{"expires": "1772370000", "signature": strings.Repeat("A", 43)}
	return map[string]tenantRow{
		"email-verify":           ask(verifyCall, link),
		"email-verify-resend":    nothingToName,
		"password-reset-request": ask(requestCall, nil),
		"password-reset":         ask(resetCall, with(link, map[string]any{"password": newPassword, "password_confirmation": newPassword})),
	}
}

func newPasswordBody(link map[string]any) map[string]any {
	return with(link, map[string]any{"password": newPassword, "password_confirmation": newPassword})
}

// register makes a user as a visitor does, and returns their key.
func (w *world) register(channelKey, email string) string {
	w.t.Helper()
	var got loggedInDTO
	w.do(call{path: "/api/v2/auth/register", key: w.visitor(channelKey), body: registration(map[string]any{"email": email})}).into(&got)
	return got.APIKey
}

func TestVerifyingAnAddress(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		key := w.register(home, "ada@example.com")
		link := w.mailedLink("ada@example.com", "/verify-email")
		tampered := w.do(call{path: verifyCall, key: key, body: with(link, map[string]any{"email": "eve@example.com"})}).want(422, "verification_failed").problem()
		if tampered.Detail != "Verification failed." {
			t.Errorf("says %q", tampered.Detail)
		}
		// The letter is read on another device, where nobody is logged in.
		w.do(call{path: verifyCall, key: w.visitor(home), body: link}).want(200, "")
		again := w.do(call{path: verifyCall + "?lang=fr", key: key, body: link}).want(409, "email_already_verified").problem()
		if again.Detail != "L’adresse courriel est déjà vérifiée." {
			t.Errorf("says %q", again.Detail)
		}
		var profile ProfileDTO
		w.do(call{path: "/api/profile", key: key}).into(&profile)
		if !profile.EmailVerified {
			t.Error("the profile does not know")
		}
		resend := call{path: resendCall, key: key, body: map[string]any{}}
		if got := w.do(resend).want(409, "email_already_verified").problem(); got.Detail != "Email already verified." {
			t.Errorf("says %q", got.Detail)
		}
	})
}

func TestTheVerificationIsSentAgain(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	resend := call{path: resendCall, key: w.register(home, "ada@example.com"), body: map[string]any{}}
	for range 3 {
		w.do(resend).want(200, "")
	}
	w.do(resend).want(429, "too_many_attempts")
	resend.key = w.visitor(home)
	w.do(resend).want(401, "unauthenticated")
	if len(w.post.posted) != 4 {
		t.Errorf("%d letters", len(w.post.posted))
	}
}

// Nothing but the link that was sent opens anything, and nothing is worse than a 4xx.
func TestMailedLinksThatWereTouched(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.register(home, "ada@example.com")
	w.register(away, "ada@example.com")
	foreign := w.mailedLink("ada@example.com", "/verify-email") // the latest is the other channel's
	w.do(call{path: requestCall, key: w.visitor(home), body: map[string]any{"email": "ada@example.com"}}).want(200, "")
	w.runErrands()
	link := w.mailedLink("ada@example.com", "/password-reset")
	signature, expires := link["signature"].(string), link["expires"].(string)
	number, err := strconv.ParseInt(expires, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		changes map[string]any
		status  int
		code    string
	}{
		"of another channel":     {foreign, 422, "reset_failed"},
		"swapped":                {map[string]any{"email": signature, "signature": "ada@example.com"}, 422, "reset_failed"},
		"no signature":           {map[string]any{"signature": nil}, 422, "reset_failed"},
		"no address":             {map[string]any{"email": nil}, 422, "reset_failed"},
		"no end":                 {map[string]any{"expires": nil}, 422, "reset_failed"},
		"a later end":            {map[string]any{"expires": number + 3600}, 422, "reset_failed"},
		"an end with a sign":     {map[string]any{"expires": "+" + expires}, 422, "reset_failed"},
		"an end with a zero":     {map[string]any{"expires": "0" + expires}, 422, "reset_failed"},
		"a fraction":             {map[string]any{"expires": 1.5}, 400, "validation_failed"},
		"an end that is a list":  {map[string]any{"expires": []string{expires}}, 400, "validation_failed"},
		"an end that is a word":  {map[string]any{"expires": "tomorrow"}, 422, "reset_failed"},
		"an end beyond numbers":  {map[string]any{"expires": strings.Repeat("9", 400)}, 422, "reset_failed"},
		"below zero":             {map[string]any{"expires": -number}, 422, "reset_failed"},
		"a signature and spaces": {map[string]any{"signature": " " + signature}, 422, "reset_failed"},
		"two signatures in one":  {map[string]any{"signature": signature + "," + signature}, 422, "reset_failed"},
		"a list of signatures":   {map[string]any{"signature": []string{signature}}, 400, "validation_failed"},
		"one field more":         {map[string]any{"user_id": 1}, 400, "validation_failed"},
		"a NUL":                  {map[string]any{"email": "ada@example.com\x00"}, 400, "validation_failed"},
	} {
		t.Run(name, func(t *testing.T) {
			w.t = t
			w.do(call{path: resetCall, key: w.visitor(home), body: newPasswordBody(with(link, c.changes))}).want(c.status, c.code)
		})
	}
	w.t = t
	key := w.visitor(home)
	twice := `{"api_key":"` + key + `","email":"ada@example.com","expires":` + expires + `,"signature":"` + signature + `","signature":"` + signature + `","password":"x","password_confirmation":"x"}`
	w.do(call{path: resetCall, body: twice}).want(400, "validation_failed").field("signature")
	w.do(call{path: resetCall + "?signature=" + signature, key: key, body: link}).want(400, "validation_failed").field("signature")
	// As a number, in another order, with the address as people write it: it is the link.
	w.do(call{path: resetCall, key: key, body: newPasswordBody(with(link, map[string]any{"expires": number, "email": "Ada@Example.com"}))}).want(200, "")
	if log := w.log.String(); strings.Contains(log, signature) || strings.Contains(log, newPassword) {
		t.Error("the log tells the link")
	}
}

func TestResettingAPassword(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		elsewhere := w.loggedIn(home, "fan@example.com", temporary)
		w.do(call{path: requestCall, key: w.visitor(home), body: map[string]any{"email": "fan@example.com"}}).want(200, "")
		w.runErrands()
		link := w.mailedLink("fan@example.com", "/password-reset")
		key := w.visitor(home)
		refused := w.do(call{path: resetCall + "?lang=fr", key: key, body: with(link, map[string]any{"password": "short", "password_confirmation": "other"})}).want(400, "validation_failed")
		if refused.field("password").Message != "Le mot de passe est trop court" || refused.field("password_confirmation").Code != "mismatch" {
			t.Errorf("says %s", refused.body)
		}
		var got loggedInDTO
		w.do(call{path: resetCall, key: key, body: newPasswordBody(link)}).into(&got)
		if got.User.TemporaryPassword || !got.User.EmailVerified || got.User.Email != "fan@example.com" {
			t.Errorf("got %+v", got.User)
		}
		for name, dead := range map[string]string{"the key that asked": key, "the user's other key": elsewhere} {
			if rep := w.do(call{path: "/api/profile", key: dead}); rep.status != http.StatusBadRequest {
				t.Errorf("%s lives on: %s", name, rep.body)
			}
		}
		w.do(call{path: "/api/profile", key: got.APIKey}).want(200, "")
		w.do(call{path: resetCall, key: got.APIKey, body: newPasswordBody(link)}).want(409, "already_logged_in")
		again := w.do(call{path: resetCall, key: w.visitor(home), body: newPasswordBody(link)}).want(422, "reset_failed").problem()
		if again.Detail != "Reset password failed." {
			t.Errorf("says %q", again.Detail)
		}
		w.do(call{path: "/api/v2/auth/login", key: w.visitor(home), body: map[string]any{"email": "fan@example.com", "password": newPassword}}).want(200, "")
	})
}

func TestAResetLinkLivesAnHour(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.person(home, "fan@example.com")
	w.do(call{path: requestCall, key: w.visitor(home), body: map[string]any{"email": "fan@example.com"}}).want(200, "")
	w.runErrands()
	link := w.mailedLink("fan@example.com", "/password-reset")
	w.clock.Advance(time.Hour)
	got := w.do(call{path: resetCall, key: w.visitor(home), body: newPasswordBody(link)}).want(422, "reset_key_expired").problem()
	if got.Detail != "Reset password key expired." {
		t.Errorf("says %q", got.Detail)
	}
}

// A stranger learns nothing by asking: the answer, and what is done before it, are the
// same. The account's limit counts for both.
func TestAskingForAPasswordTellsNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.person(home, "fan@example.com")
		key := w.visitor(home)
		ask := func(email string) reply {
			return w.do(call{path: requestCall, key: key, body: map[string]any{"email": email}})
		}
		for range 3 {
			known, unknown := ask("fan@example.com").want(200, ""), ask("nobody@example.com").want(200, "")
			if string(known.body) != string(unknown.body) {
				t.Errorf("%s\n%s", known.body, unknown.body)
			}
		}
		ask("fan@example.com").want(429, "too_many_attempts")
		ask("nobody@example.com").want(429, "too_many_attempts")
		if len(w.post.requests) != 6 || len(w.post.posted) != 0 {
			t.Errorf("%d requests, %d letters", len(w.post.requests), len(w.post.posted))
		}
		ask("nonsense").want(400, "validation_failed").field("email")
	})
}
