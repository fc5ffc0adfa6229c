package api

import (
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func registration(change map[string]any) map[string]any {
	body := map[string]any{
		"email": "Ada@Example.COM ", "password": "Tip-off at 7", "password_confirmation": "Tip-off at 7",
		"first_name": "Ada", "last_name": "Lovelace", "phone": "+1 (514) 555-0199", "terms": true, "mailing_consent": true,
	}
	maps.Copy(body, change)
	for name, value := range change {
		if value == nil {
			delete(body, name)
		}
	}
	return body
}

func TestRegister(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		key := w.visitor(home)
		var got loggedInDTO
		w.do(call{path: "/api/v2/auth/register", key: key, body: registration(nil)}).into(&got)
		u := got.User
		if u.Email != "ada@example.com" || u.FirstName != "Ada" || u.Role != "user" || !u.MailingConsent ||
			u.TemporaryPassword || u.TrialPeriodUsed || u.EmailVerified || u.Phone != "+1 (514) 555-0199" {
			t.Errorf("got %+v", u)
		}
		var profile ProfileDTO
		w.do(call{path: "/api/profile", key: got.APIKey}).into(&profile)
		if profile.ID != u.ID {
			t.Errorf("the new key is %+v's", profile)
		}
		w.do(call{path: "/api/geo", key: key}).want(400, "invalid_api_key")

		taken := w.do(call{path: "/api/v2/auth/register", key: w.visitor(home), body: registration(nil)}).want(409, "email_taken")
		if taken.field("email").Message != "The email address you have entered is already registered" {
			t.Errorf("got %s", taken.body)
		}
		var silent loggedInDTO
		w.do(call{path: "/api/v2/auth/register", key: w.visitor(away), body: registration(map[string]any{"mailing_consent": nil})}).into(&silent)
		if silent.User.MailingConsent {
			t.Error("a consent that was not given is kept")
		}
		w.do(call{path: "/api/v2/auth/register", key: got.APIKey, body: registration(nil)}).want(409, "already_logged_in")
	})
}

// A proxy on the same machine may be missing among the trusted ones: then each of its clients has a loopback address.
func TestALoopbackAddressLearnsOfFewAccounts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		register := func(from, email string) reply {
			return w.do(call{path: "/api/v2/auth/register", key: w.visitor(home), body: registration(map[string]any{"email": email}), from: from})
		}
		register("203.0.113.7:1", "taken@example.com").want(200, "")
		for _, from := range []string{"127.0.0.1:1", "[::1]:1", "[::ffff:127.0.0.2]:1"} {
			for range 3 {
				register(from, "taken@example.com").want(409, "email_taken")
			}
			for _, email := range []string{"taken@example.com", "free@example.com"} {
				register(from, email).want(403, "registration_by_letter")
			}
		}
	})
}

func TestRegistrationRefusals(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	key := w.visitor(home)
	for name, c := range map[string]struct {
		change  map[string]any
		field   string
		message string
	}{
		"no email":            {map[string]any{"email": nil}, "email", "Enter your Email"},
		"empty email":         {map[string]any{"email": "  "}, "email", "Enter your Email"},
		"no at":               {map[string]any{"email": "ada.example.com"}, "email", "A valid email address is required"},
		"with a name":         {map[string]any{"email": "Ada <ada@example.com>"}, "email", "A valid email address is required"},
		"no dot":              {map[string]any{"email": "ada@localhost"}, "email", "A valid email address is required"},
		"two lines":           {map[string]any{"email": "ada@example.com\nBcc: x@example.com"}, "email", "A valid email address is required"},
		"too long an email":   {map[string]any{"email": strings.Repeat("a", 250) + "@example.com"}, "email", "A valid email address is required"},
		"short password":      {map[string]any{"password": "Seven 7", "password_confirmation": "Seven 7"}, "password", "The password is too short"},
		"short in characters": {map[string]any{"password": "éééé é", "password_confirmation": "éééé é"}, "password", "The password is too short"},
		"long password":       {map[string]any{"password": strings.Repeat("é", 129)}, "password", "Field length must be less than 129"},
		"common password":     {map[string]any{"password": "Password123!", "password_confirmation": "Password123!"}, "password", "This password is too common."},
		"email as password":   {map[string]any{"password": "ada@example.com", "password_confirmation": "ada@example.com"}, "password", "The password must not be your email address."},
		"other confirmation":  {map[string]any{"password_confirmation": "Tip-off at 8"}, "password_confirmation", "The password and password confirmation do not match"},
		"no confirmation":     {map[string]any{"password_confirmation": nil}, "password_confirmation", "The password and password confirmation do not match"},
		"no first name":       {map[string]any{"first_name": nil}, "first_name", "Enter your first name"},
		"no last name":        {map[string]any{"last_name": " "}, "last_name", "Enter your last name"},
		"long name":           {map[string]any{"last_name": strings.Repeat("x", 101)}, "last_name", "Field length must be less than 101"},
		"phone of letters":    {map[string]any{"phone": "call me"}, "phone", "A valid phone number is required"},
		"short phone":         {map[string]any{"phone": "555-0199"}, "phone", "A valid phone number is required"},
		"terms not accepted":  {map[string]any{"terms": false}, "terms", "Please accept terms & conditions"},
		"no terms":            {map[string]any{"terms": nil}, "terms", "Please accept terms & conditions"},
		"terms as a text":     {map[string]any{"terms": "yes"}, "terms", "The value must be true or false."},
		"email as a list":     {map[string]any{"email": []string{"a@example.com"}}, "email", "The value must be a text."},
	} {
		t.Run(name, func(t *testing.T) {
			w.t = t
			rep := w.do(call{path: "/api/v2/auth/register", key: key, body: registration(c.change)}).want(400, "validation_failed")
			if got := rep.field(c.field).Message; got != c.message {
				t.Errorf("got %q", got)
			}
		})
	}
	t.Run("all problems at once, in French", func(t *testing.T) {
		w.t = t
		problems := w.do(call{path: "/api/v2/auth/register?lang=fr", key: key, body: map[string]any{}}).want(400, "validation_failed").problem()
		if len(problems.Errors) != 5 || problems.Errors[0].Message != "Saisissez votre courriel" {
			t.Errorf("got %+v", problems.Errors)
		}
	})
}

func TestLogin(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.person(home, "fan@example.com")
		w.person(away, "guest@example.com")
		key := w.visitor(home)
		for name, body := range map[string]map[string]any{
			"wrong password":     {"email": "fan@example.com", "password": "wrong-password"},
			"unknown user":       {"email": "nobody@example.com", "password": secret},
			"of another channel": {"email": "guest@example.com", "password": secret},
			"unknown phone":      {"login": "(514)5550100", "password": secret},
		} {
			got := w.do(call{path: "/api/v2/auth/login", key: key, body: body}).want(401, "wrong_auth_data").problem()
			if got.Detail != "Wrong auth data" {
				t.Errorf("%s: %q", name, got.Detail)
			}
		}
		var got loggedInDTO
		w.do(call{path: "/api/v2/auth/login", key: key, body: map[string]any{"login": " FAN@example.com", "password": secret}}).into(&got)
		if got.User.Email != "fan@example.com" {
			t.Errorf("got %+v", got.User)
		}
		w.do(call{path: "/api/profile", key: key}).want(400, "invalid_api_key")
		w.do(call{path: "/api/profile", key: got.APIKey}).want(200, "")
		again := w.do(call{path: "/api/v2/auth/login", key: got.APIKey, body: map[string]any{"email": "fan@example.com", "password": secret}}).want(409, "already_logged_in").problem()
		if again.Detail != "You are already logged in" {
			t.Errorf("detail %q", again.Detail)
		}
	})
}

func TestLoginByPhone(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	verify := func(key, email string) {
		w.do(call{path: verifyCall, key: key, body: w.mailedLink(email, "/verify-email")}).want(200, "")
	}
	key := w.register(home, "ada@example.com")
	login := call{path: "/api/v2/auth/login", key: w.visitor(home), body: map[string]any{"login": "1(514)5550199", "password": "Tip-off at 7"}}
	w.do(login).want(401, "wrong_auth_data")
	verify(key, "ada@example.com")
	w.do(login).want(200, "")
	// A number that a second user enters stays the login of the first, and gives nothing away.
	verify(w.register(home, "eve@example.com"), "eve@example.com")
	login.key = w.visitor(home)
	var got loggedInDTO
	w.do(login).into(&got)
	if got.User.Email != "ada@example.com" {
		t.Errorf("the number opens the account of %s", got.User.Email)
	}
}

func TestLoginRefusesNonsense(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	key := w.visitor(home)
	w.do(call{path: "/api/v2/auth/login", key: key, body: map[string]any{}}).want(400, "validation_failed").field("password")
	const invalid = "A valid email address is required"
	for login, message := range map[string]string{
		"": "Enter your Email", "fan": invalid, "fan@": invalid, "@example.com": invalid, "fan@example": invalid,
		"555 0100": invalid, "555-0100": invalid, "555.0100": invalid, "+15145550199": invalid, "514555O199": invalid, "()": invalid,
	} {
		got := w.do(call{path: "/api/v2/auth/login", key: key, body: map[string]any{"login": login, "password": "x"}}).want(400, "validation_failed").field("email")
		if got.Message != message {
			t.Errorf("%q: %q", login, got.Message)
		}
	}
	for _, login := range []string{"fan@example.com", "5145550199", "1(514)5550199", "(514)5550199"} {
		w.do(call{path: "/api/v2/auth/login", key: key, body: map[string]any{"login": login, "password": "x"}}).want(401, "wrong_auth_data")
	}
}

func TestGuessingIsStopped(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.person(home, "fan@example.com")
	key := w.visitor(home)
	guess := call{path: "/api/v2/auth/login", key: key, body: map[string]any{"email": "fan@example.com", "password": "wrong-password"}}
	for range 5 {
		w.do(guess).want(401, "wrong_auth_data")
	}
	right := guess
	right.body = map[string]any{"email": "fan@example.com", "password": secret}
	w.do(right).want(429, "too_many_attempts")
	right.from = "198.51.100.9:1"
	w.do(right).want(200, "") // the owner, from elsewhere, is not locked out
	right.from, right.key = guess.from, w.visitor(home)
	w.clock.Advance(3 * time.Minute)
	w.do(right).want(200, "")
}

func TestLogout(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		key := w.loggedIn(home, "fan@example.com")
		w.do(call{path: "/api/profile", key: key}).want(200, "")
		var got freshKeyDTO
		w.do(call{path: "/api/auth/logout", key: key, body: map[string]any{}}).into(&got)
		w.do(call{path: "/api/profile", key: key}).want(400, "invalid_api_key")
		w.do(call{path: "/api/profile", key: got.APIKey}).want(401, "unauthenticated")
		var bearer freshKeyDTO
		w.do(call{method: http.MethodPost, path: "/api/auth/logout", header: map[string]string{"Authorization": "bearer " + got.APIKey}}).into(&bearer)
		w.do(call{path: "/api/auth/logout", body: map[string]any{}}).want(400, "no_api_key")
	})
}

func TestTemporaryPasswordLeadsToTheProfileOnly(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	key := w.loggedIn(home, "fan@example.com", temporary)
	standsForItself := map[string]bool{"get-api-key": true, "delete-account-confirm": true, "stop-reminders": true, "report-key-error": true}
	admitted := map[string]bool{
		"get-profile": true, "edit-profile": true, "logout": true,
		// They confirm the change of the password.
		"step-up-code-request": true, "step-up-code": true, "list-passkeys": true, "begin-passkey-step-up": true, "passkey-step-up": true, "step-up": true,
	}
	for _, op := range w.api.Operations() {
		if op.WhileTemporary != admitted[op.ID] {
			t.Errorf("%s: admitted %v", op.ID, op.WhileTemporary)
		}
		// What needs no key tells nobody anything about a user, and a key beside it changes nothing; a mailed link
		// stands for itself, and so does a report that names no person.
		if op.Auth < AuthKey && op.Method != http.MethodGet && !standsForItself[op.ID] {
			t.Errorf("%s changes something and asks for no key", op.ID)
		}
		if op.Auth < AuthKey || op.WhileTemporary {
			continue
		}
		c := call{method: op.Method, path: strings.ReplaceAll(op.Path, "{id}", "1"), key: key}
		if op.Method == http.MethodPost {
			c.body, c.header = map[string]any{}, map[string]string{"Authorization": "Bearer " + key} // of a file, the body has none
		}
		w.do(c).want(403, "password_change_required")
	}
	var got ProfileDTO
	w.do(call{path: "/api/profile", key: key}).into(&got)
	if !got.TemporaryPassword {
		t.Error("the profile does not say so")
	}
	change := func(password, current string) reply {
		return w.do(call{path: "/api/profile", key: key, body: map[string]any{
			"_method": "patch", "password": password, "password_confirmation": password, "current_password": current,
		}})
	}
	change("short", secret).want(400, "validation_failed")
	change("Tip-off at 7", "wrong-password").want(422, "incorrect_password")
	if same := change(secret, secret).want(400, "validation_failed").field("password"); same.Code != "password_unchanged" {
		t.Errorf("the temporary one again: %+v", same)
	}
	var edited editedProfileDTO
	change("Tip-off at 7", secret).into(&edited)
	if edited.TemporaryPassword || edited.APIKey == "" {
		t.Errorf("got %+v", edited)
	}
	w.do(call{path: "/api/user/access", key: edited.APIKey}).want(200, "")
}

func TestEditProfile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		key := w.loggedIn(home, "fan@example.com")
		elsewhere := w.login(home, "fan@example.com")
		var got editedProfileDTO
		w.do(call{path: "/api/profile", key: key, body: map[string]any{"first_name": "  Grace ", "mailing_consent": true, "password": "", "password_confirmation": ""}}).into(&got)
		if got.FirstName != "Grace" || got.LastName != "Atic" || !got.MailingConsent || got.APIKey != "" {
			t.Errorf("got %+v", got)
		}
		w.do(call{path: "/api/profile", key: elsewhere}).want(200, "")
		w.do(call{path: "/api/profile", key: key, body: map[string]any{"password": "Tip-off at 7"}}).want(400, "validation_failed").field("password_confirmation")
		w.do(call{path: "/api/profile", key: key, body: map[string]any{"first_name": "", "phone": "1"}}).want(400, "validation_failed").field("phone")
		w.do(call{path: "/api/profile", key: w.visitor(home), body: map[string]any{"first_name": "Eve"}}).want(401, "unauthenticated")

		w.do(call{path: "/api/profile", key: key, body: map[string]any{"password": "Tip-off at 7", "password_confirmation": "Tip-off at 7", "current_password": secret}}).into(&got)
		for name, dead := range map[string]string{"the old key": key, "another session": elsewhere} {
			if rep := w.do(call{path: "/api/profile", key: dead}); rep.status != 400 {
				t.Errorf("%s lives on: %s", name, rep.body)
			}
		}
		w.do(call{path: "/api/profile", key: got.APIKey}).want(200, "")
		w.do(call{path: "/api/v2/auth/login", key: w.visitor(home), body: map[string]any{"email": "fan@example.com", "password": secret}}).want(401, "wrong_auth_data")
		w.do(call{path: "/api/v2/auth/login", key: w.visitor(home), body: map[string]any{"email": "fan@example.com", "password": "Tip-off at 7"}}).want(200, "")
	})
}

func TestAccess(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	var got accessDTO
	w.do(call{path: "/api/user/access", key: w.visitor(home)}).into(&got)
	if len(got.Capabilities)+len(got.Events)+len(got.Packages)+len(got.Subscriptions) != 0 || got.IsGeoBlocked {
		t.Errorf("a visitor has %+v", got)
	}
	user := w.person(home, "fan@example.com")
	w.access[user.ID] = account.Access{Capabilities: []string{"watch", "clipping"}, Packages: []int64{7}}
	key := w.login(home, "fan@example.com")
	w.do(call{path: "/api/user/access", key: key}).into(&got)
	if len(got.Capabilities) != 2 || len(got.Packages) != 1 {
		t.Errorf("got %+v", got)
	}
	var profile ProfileDTO
	w.do(call{path: "/api/profile", key: key}).into(&profile)
	if len(profile.Capabilities) != 2 {
		t.Errorf("profile %+v", profile)
	}
	id := w.channel(home).ID
	if err := w.accounts.SetGeoBlocked(t.Context(), actor.ForSystem(id), id, user.ID, true); err != nil {
		t.Fatal(err)
	}
	w.do(call{path: "/api/user/access", key: key}).into(&got)
	w.do(call{path: "/api/profile", key: key}).into(&profile)
	if !got.IsGeoBlocked || !profile.IsGeoBlocked {
		t.Error("the mark does not show at once")
	}
}
