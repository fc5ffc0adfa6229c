package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/throttle"
)

// A login sets a cookie for this device: out of reach of scripts, for the API only. With it
// the owner logs in although others guessed at the account from everywhere; without it not.
func TestTheCookieOfALoginKeepsGuessersFromLockingItsUserOut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.person(home, "fan@example.com")
		logIn := func(from, password, cookie string) reply {
			header := map[string]string{}
			if cookie != "" {
				header["Cookie"] = cookie
			}
			return w.do(call{path: "/api/v2/auth/login", key: w.visitor(home), from: from, header: header, body: map[string]any{"email": "fan@example.com", "password": password}})
		}
		first := logIn("203.0.113.7:1", secret, "").want(200, "")
		cookie, err := http.ParseSetCookie(first.header.Get("Set-Cookie"))
		if err != nil || cookie.Name != deviceCookie || !cookie.HttpOnly || cookie.Path != "/api" || cookie.SameSite != http.SameSiteLaxMode || cookie.MaxAge <= 0 {
			t.Fatalf("cookie %v, %v", cookie, err)
		}
		if strings.Contains(cookie.Value, "fan@") {
			t.Error("the cookie names the user")
		}
		for i := range 120 {
			logIn(fmt.Sprintf("198.51.%d.9:1", i), "wrong-password", "")
		}
		logIn("192.0.2.1:1", secret, "").want(429, "too_many_attempts")
		again := logIn("192.0.2.1:1", secret, cookie.Name+"="+cookie.Value).want(200, "")
		if again.header.Get("Set-Cookie") == "" {
			t.Error("a later login does not renew the cookie")
		}
		logIn("192.0.2.1:1", secret, cookie.Name+"=x"+cookie.Value).want(429, "too_many_attempts")
		wrong := logIn("192.0.2.9:1", "wrong-password", cookie.Name+"="+cookie.Value).want(401, "wrong_auth_data")
		if wrong.header.Get("Set-Cookie") != "" {
			t.Error("a failed login sets a cookie")
		}
	})
}

// A school behind one address logs in: only logins that fail count towards the limit of the
// address, and a known device is not stopped by them.
func TestOnlyFailedLoginsOfAnAddressAreLimited(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), func(d *Deps) { d.Options.Limits.Login = throttle.Rate{Every: time.Minute, Burst: 3} })
	w.person(home, "fan@example.com")
	logIn := func(email, password, cookie string) reply {
		return w.do(call{path: "/api/v2/auth/login", key: w.visitor(home), header: map[string]string{"Cookie": cookie}, body: map[string]any{"email": email, "password": password}})
	}
	var cookie string
	for range 20 {
		cookie, _, _ = strings.Cut(logIn("fan@example.com", secret, "").want(200, "").header.Get("Set-Cookie"), ";")
	}
	for i := range 3 {
		logIn(fmt.Sprintf("guess%d@example.com", i), "wrong-password", "").want(401, "wrong_auth_data")
	}
	logIn("fan@example.com", secret, "").want(429, "too_many_requests")
	logIn("fan@example.com", secret, cookie).want(200, "")
}

// A user whose phone number is the login of another account guesses at that account without end:
// the cookie of a new login does not help.
func TestTheCookieOfALoginHelpsWithNoOtherAccount(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	for _, email := range []string{"victim@example.com", "evil@example.com"} {
		key := w.loggedIn(home, email)
		w.do(call{path: "/api/profile", key: key, body: map[string]any{"phone": "+1 514 555 0199"}}).want(200, "")
	}
	logIn := func(login, password, cookie string) reply {
		return w.do(call{path: "/api/v2/auth/login", key: w.visitor(home), from: "203.0.113.7:1", header: map[string]string{"Cookie": cookie}, body: map[string]any{"login": login, "password": password}})
	}
	guesses, cookie := 0, ""
	for range 4 {
		cookie, _, _ = strings.Cut(logIn("evil@example.com", secret, cookie).want(200, "").header.Get("Set-Cookie"), ";")
		for range 5 {
			if logIn("15145550199", "wrong-password", cookie).status == http.StatusUnauthorized {
				guesses++
			}
		}
	}
	if guesses != 5 {
		t.Errorf("%d guesses", guesses)
	}
}

// A device whose session ends the others stays known; the others are unknown.
func TestTheDeviceThatEndsOtherSessionsStaysKnown(t *testing.T) {
	for name, end := range map[string]call{
		"the other sessions": {path: "/api/auth/sessions/end-others", body: map[string]any{}},
		"a new password":     {path: "/api/profile", body: map[string]any{"password": secret + "2", "password_confirmation": secret + "2", "current_password": secret}},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				w := newWorld(t, d)
				w.person(home, "fan@example.com")
				logIn := func(password, cookie string) reply {
					return w.do(call{path: "/api/v2/auth/login", key: w.visitor(home), header: map[string]string{"Cookie": cookie}, body: map[string]any{"email": "fan@example.com", "password": password}})
				}
				first := logIn(secret, "").want(200, "")
				before, _, _ := strings.Cut(first.header.Get("Set-Cookie"), ";")
				var in loggedInDTO
				first.into(&in)
				end.key = in.APIKey
				end.header = map[string]string{"Cookie": before}
				after, _, _ := strings.Cut(w.do(end).want(200, "").header.Get("Set-Cookie"), ";")
				known := func(cookie string) bool {
					client, err := w.accounts.RecognizeDevice(t.Context(), w.channel(home).ID, "fan@example.com", account.Client{Devices: strings.TrimPrefix(cookie, deviceCookie+"=")})
					if err != nil {
						t.Fatal(err)
					}
					return client.Known()
				}
				if known(before) || !known(after) {
					t.Errorf("known by the old cookie %t, by the new one %t", known(before), known(after))
				}
			})
		})
	}
}
