package api

import (
	"maps"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/throttle"
)

const (
	verifyCall  = "/api/auth/email-verify"
	resendCall  = "/api/auth/email-verify-resend"
	requestCall = "/api/auth/password-reset-request"
	resetCall   = "/api/auth/password-reset"
	resetLink   = "/api/auth/password-reset-link"
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
		"take-over-account":      ask("/api/auth/account-takeover", with(link, map[string]any{"password": newPassword, "password_confirmation": newPassword})),
		"password-reset-request": ask(requestCall, nil),
		"login-code-request":     ask(codeRequestCall, nil),
		"register-guest":         ask(guestCall, nil),
		"login-code":             nothingToName, // TestAMailedCodeIsOfOneChannel
		"password-reset":         ask(resetCall, with(link, map[string]any{"password": newPassword, "password_confirmation": newPassword})),
		"password-reset-link":    ask(resetLink, link),
	}
}

func newPasswordBody(link map[string]any) map[string]any {
	return with(link, map[string]any{"password": newPassword, "password_confirmation": newPassword})
}

// provenBody is the form that a person fills in who is not logged in on the device on which they read the letter.
func provenBody(link map[string]any) map[string]any {
	return with(link, map[string]any{"password": "Tip-off at 7"})
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
		// The letter is read on another device, without a login: the password is asked for.
		w.do(call{path: verifyCall, key: w.visitor(home), body: link}).want(403, "account_proof_required")
		w.do(call{path: verifyCall, key: w.visitor(home), body: with(link, map[string]any{"password": "not-the-password"})}).want(422, "incorrect_password")
		w.do(call{path: verifyCall, key: w.visitor(home), body: with(link, map[string]any{"password": "Tip-off at 7"})}).want(200, "")
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

// mailedTo is each page that a letter leads to, with the call that it makes.
var mailedTo = map[string]struct {
	call    string
	refused string // the code for a link that was never sent
	used    string // and for one that did its work
	body    func(link map[string]any) map[string]any
}{
	"/verify-email":             {verifyCall, "verification_failed", "email_already_verified", provenBody},
	"/password-reset":           {resetCall, "reset_failed", "reset_failed", newPasswordBody},
	"/confirm-email":            {"/api/auth/confirm-email", "verification_failed", "link_used", provenBody},
	"/confirm-account-deletion": {"/api/delete-account-confirm", "verification_failed", "link_used", maps.Clone[map[string]any]},
}

// mailEverything has somebody of a channel sent a letter of each kind, and returns the links.
func (w *world) mailEverything(channelKey, email string) map[string]map[string]any {
	w.t.Helper()
	key := w.register(channelKey, email)
	w.do(call{path: requestCall, key: w.visitor(channelKey), body: map[string]any{"email": email}}).want(200, "")
	w.runErrands()
	w.do(call{path: "/api/profile", key: key, body: map[string]any{"email": "new." + email, "current_password": "Tip-off at 7"}}).want(200, "")
	w.do(call{path: "/api/delete-account", key: key, body: map[string]any{"current_password": "Tip-off at 7"}}).want(200, "")
	links := map[string]map[string]any{}
	for page := range mailedTo {
		to := email
		if page == "/confirm-email" {
			to = "new." + email
		}
		links[page] = w.mailedLink(to, page)
	}
	return links
}

// Nothing but the link that was sent opens anything, and nothing is worse than a 4xx.
func TestMailedLinksThatWereTouched(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		// It asks more than an address may: that is not what is tried here.
		w := newWorld(t, d, func(d *Deps) { d.Options.Limits.Credential = throttle.Rate{Every: 1, Burst: -1} })
		for page, to := range mailedTo {
			person := strings.Trim(page, "/") + "@example.com"
			foreign, links := w.mailEverything(away, person), w.mailEverything(home, person)
			link := links[page]
			follow := func(changes map[string]any) reply {
				return w.do(call{path: to.call, key: w.visitor(home), body: to.body(with(link, changes))})
			}
			for name, c := range touched(link) {
				t.Run(page+", "+name, func(t *testing.T) {
					defer w.within(t)()
					code := to.refused
					if c.status == http.StatusBadRequest {
						code = "validation_failed"
					}
					follow(c.changes).want(c.status, code)
				})
			}
			follow(foreign[page]).want(http.StatusUnprocessableEntity, to.refused)
			for other := range mailedTo {
				if other != page {
					follow(links[other]).want(http.StatusUnprocessableEntity, to.refused)
				}
			}
			encoded := call{body: to.body(link), key: w.visitor(home)}.bodyText(t)
			twice := strings.Replace(encoded, `"signature":`, `"signature":"x","signature":`, 1)
			w.do(call{path: to.call, body: twice}).want(400, "validation_failed").field("signature")
			w.do(call{path: to.call + "?signature=x", key: w.visitor(home), body: link}).want(400, "validation_failed").field("signature")
			// As a number, in another order, with the address as people write it: it is the link.
			number, err := strconv.ParseInt(link["expires"].(string), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			follow(map[string]any{"expires": number, "email": " " + strings.ToUpper(link["email"].(string))}).want(200, "")
			if again := follow(nil); again.status < 400 || again.status >= 500 || again.problem().Code != to.used {
				t.Errorf("%s a second time: %d %s", page, again.status, again.body)
			}
			if log := w.log.String(); strings.Contains(log, link["signature"].(string)) || strings.Contains(log, newPassword) {
				t.Error("the log tells the link")
			}
		}
	})
}

type touch struct {
	changes map[string]any
	status  int
}

// touched are changes of a link that leave no link.
func touched(link map[string]any) map[string]touch {
	signature, expires := link["signature"].(string), link["expires"].(string)
	number, _ := strconv.ParseInt(expires, 10, 64)
	return map[string]touch{
		"swapped":                {map[string]any{"email": signature, "signature": link["email"]}, 422},
		"another address":        {map[string]any{"email": "eve@example.com"}, 422},
		"no signature":           {map[string]any{"signature": nil}, 422},
		"no address":             {map[string]any{"email": nil}, 422},
		"no end":                 {map[string]any{"expires": nil}, 422},
		"a later end":            {map[string]any{"expires": number + 3600}, 422},
		"an end with a sign":     {map[string]any{"expires": "+" + expires}, 422},
		"an end with a zero":     {map[string]any{"expires": "0" + expires}, 422},
		"a fraction":             {map[string]any{"expires": 1.5}, 400},
		"an end that is a list":  {map[string]any{"expires": []string{expires}}, 400},
		"an end that is a word":  {map[string]any{"expires": "tomorrow"}, 422},
		"an end beyond numbers":  {map[string]any{"expires": strings.Repeat("9", 400)}, 422},
		"below zero":             {map[string]any{"expires": -number}, 422},
		"a signature and spaces": {map[string]any{"signature": " " + signature}, 422},
		"a letter of another":    {map[string]any{"signature": flipCase(signature)}, 422},
		"a signature cut short":  {map[string]any{"signature": signature[:42]}, 422},
		"two signatures in one":  {map[string]any{"signature": signature + "," + signature}, 422},
		"a list of signatures":   {map[string]any{"signature": []string{signature}}, 400},
		"one field more":         {map[string]any{"user_id": 1}, 400},
		"a NUL":                  {map[string]any{"email": link["email"].(string) + "\x00"}, 400},
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

// The letter of a registration is opened in another browser than the form: the page is told that the names are not kept, and sends
// them with the password.
func TestAResetAsksForTheNamesOfARegistration(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		register := func(key, email string) reply {
			return w.do(call{path: "/api/v2/auth/register", key: key, body: registration(map[string]any{"email": email}), from: "203.0.113.7:1"})
		}
		register(w.visitor(home), "taken@example.com").want(200, "")
		for range 3 {
			register(w.visitor(home), "taken@example.com").want(409, "email_taken")
		}
		school, phone := w.visitor(home), w.visitor(home)
		register(school, "ada@example.com").want(403, "registration_by_letter")
		w.runErrands()
		link := w.mailedLink("ada@example.com", "/password-reset")
		for key, want := range map[string]string{school: "kept", phone: "form_not_kept"} {
			var got passwordResetLinkDTO
			if w.do(call{path: resetLink, key: key, body: link}).into(&got); got.Names != want {
				t.Errorf("%q, want %q", got.Names, want)
			}
		}
		named := func(first string) map[string]any {
			return with(newPasswordBody(link), map[string]any{"first_name": first, "last_name": "Lovelace", "mailing_consent": true})
		}
		refused := w.do(call{path: resetCall + "?lang=fr", key: phone, body: named("")}).want(400, "validation_failed")
		if got := refused.field("first_name").Message; got != "Saisissez votre prénom" {
			t.Errorf("says %q", got)
		}
		var got loggedInDTO
		w.do(call{path: resetCall, key: phone, body: named("Ada")}).into(&got)
		if u := got.User; u.FirstName != "Ada" || u.LastName != "Lovelace" || !u.MailingConsent {
			t.Errorf("got %+v", u)
		}
		w.do(call{path: resetLink, key: w.visitor(home), body: link}).want(422, "reset_failed")
	})
}

func TestAResetLinkLivesAnHour(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	links := map[string]map[string]any{}
	for _, email := range []string{"fan@example.com", "prompt@example.com"} {
		w.person(home, email)
		w.do(call{path: requestCall, key: w.visitor(home), body: map[string]any{"email": email}}).want(200, "")
		w.runErrands()
		links[email] = w.mailedLink(email, "/password-reset")
	}
	w.clock.Advance(time.Hour - time.Second)
	w.do(call{path: resetCall, key: w.visitor(home), body: newPasswordBody(links["prompt@example.com"])}).want(200, "")
	w.clock.Advance(time.Second)
	link := links["fan@example.com"]
	got := w.do(call{path: resetCall, key: w.visitor(home), body: newPasswordBody(link)}).want(422, "reset_key_expired").problem()
	if got.Detail != "Reset password key expired." {
		t.Errorf("says %q", got.Detail)
	}
}

// A stranger learns nothing by asking: the answer, and what is done before it, are the
// same. The account's limit counts for both. The user alone gets a letter, whose link sets a new password.
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

		w.runErrands()
		for _, p := range w.post.posted {
			if p.to != "fan@example.com" {
				t.Errorf("a letter went to %s", p.to)
			}
		}
		reset := newPasswordBody(w.mailedLink("fan@example.com", "/password-reset"))
		w.do(call{path: resetCall, key: key, body: reset}).want(200, "")
		w.do(call{path: "/api/v2/auth/login", key: w.visitor(home), body: map[string]any{"email": "fan@example.com", "password": newPassword}}).want(200, "")
	})
}
