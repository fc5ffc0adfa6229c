package api

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/social"
	"github.com/grandstand/grandstand/internal/social/socialtest"
)

// user is a browser in which somebody with the usual password is logged in.
func (w *world) userIn(channelKey, email string, p social.Provider) *browser {
	w.t.Helper()
	b := w.browser(channelKey, p)
	b.key = w.loggedIn(channelKey, email)
	return b
}

func (b *browser) askToConnect(body map[string]any) reply {
	b.w.t.Helper()
	c := call{path: "/api/auth/identities/" + string(b.provider), key: b.key, host: b.host, body: body, header: map[string]string{}}
	if b.cookie != "" {
		c.header["Cookie"] = browserCookie + "=" + b.cookie
	}
	return b.w.do(c)
}

// beginConnect asks where to log in so that the login is connected.
func (b *browser) beginConnect() *url.URL {
	b.w.t.Helper()
	var dto SocialDTO
	answer := b.askToConnect(map[string]any{"password": secret})
	answer.into(&dto)
	cookie, err := http.ParseSetCookie(answer.header.Get("Set-Cookie"))
	if err != nil || !cookie.HttpOnly || !cookie.Secure || cookie.SameSite != http.SameSiteLaxMode {
		b.w.t.Fatalf("the cookie: %v, %+v", err, cookie)
	}
	b.cookie = cookie.Value
	address, err := url.Parse(dto.URL)
	if err != nil || strings.Contains(dto.URL, b.key) {
		b.w.t.Fatalf("%q, %v", dto.URL, err)
	}
	return address
}

// comeBack opens the address that a provider sends back to and returns what the page of the
// account's security is told.
func (b *browser) comeBack(back *url.URL) url.Values {
	b.w.t.Helper()
	return b.arriveAt("/profile/security", back)
}

func TestConnectingFromTheProfile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, p := newSocialWorld(t, d)
		for _, provider := range social.Providers() {
			p.Person = &socialtest.Person{Subject: "of-" + string(provider), Email: "elsewhere@example.com"}
			b := w.userIn(home, string(provider)+"@example.com", provider)
			landed := b.comeBack(b.visit(b.beginConnect()))
			if landed.Get("provider") != string(provider) || len(landed.Get("connect")) < 40 {
				t.Fatalf("landed with %v", landed)
			}
			var dto SocialDTO
			b.post(map[string]any{"ticket": landed.Get("connect"), "link": true}).into(&dto)
			if dto.User.Email != string(provider)+"@example.com" {
				t.Errorf("became %+v", dto.User)
			}
			if dto.APIKey != "" {
				t.Error("the key changed under the page's other calls")
			}
			var list []identityDTO
			w.do(call{path: "/api/auth/identities", key: b.key}).into(&list)
			if len(list) != 1 || list[0].Provider != string(provider) || list[0].Email != "elsewhere@example.com" {
				t.Errorf("connected with %+v", list)
			}
			b.askToConnect(map[string]any{"password": secret}).want(http.StatusConflict, "already_connected")
			again := w.browser(home, provider)
			again.post(map[string]any{"ticket": again.ticket()}).into(&dto)
			if dto.User.Email != string(provider)+"@example.com" {
				t.Errorf("logs in as %+v", dto.User)
			}
		}
	})
}

// notConnected checks that a return connects nothing, and that its user is told so where
// they began.
func (b *browser) notConnected(back *url.URL, reason account.Refusal) {
	b.w.t.Helper()
	if landed := b.comeBack(back); landed.Get("connect") != "failed" || landed.Get("reason") != string(reason) {
		b.w.t.Errorf("landed with %v, want %s", landed, reason)
	}
}

// Connecting counts only in the browser and the session of the user who asked for it, on
// their channel, and once: nobody gets a login into somebody else's account, nor somebody
// else's browser to finish what they began.
func TestALoginIsConnectedByWhoAskedForIt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, p := newSocialWorld(t, d)
		p.Person = ada()
		eve := w.userIn(home, "eve@example.com", social.Google)
		bob := w.userIn(home, "bob@example.com", social.Google)
		back := eve.visit(eve.beginConnect()) // logs in as themselves, and keeps the address
		other := bob.visit(bob.beginConnect())

		// Somebody else's browser is made to open it.
		bob.notConnected(back, account.RefusedMismatch)
		(&browser{w: w, host: "home.example"}).notConnected(back, account.RefusedMissing)
		(&browser{w: w, host: "away.example", cookie: eve.cookie}).refused(back, account.RefusedMismatch)
		eve.notConnected(changed(back, "state", other.Query().Get("state")), account.RefusedMismatch)
		swapped := *back
		swapped.Path = "/api/auth/login/facebook/callback"
		eve.refused(&swapped, account.RefusedMismatch)

		ticket := eve.comeBack(back).Get("connect")
		eve.notConnected(back, account.RefusedStale)
		// Somebody else's app is made to finish it.
		finish := func(b *browser, body map[string]any) {
			t.Helper()
			body["ticket"] = ticket
			b.post(body).want(http.StatusUnprocessableEntity, "social_ticket_invalid")
		}
		finish(bob, map[string]any{"link": true})
		finish(w.browser(home, social.Google), map[string]any{"terms": true})
		finish(w.userIn(away, "zoe@example.com", social.Google), map[string]any{"link": true})
		finish(eve, map[string]any{"terms": true})
		at := *eve
		at.provider = social.Facebook
		finish(&at, map[string]any{"link": true})

		w.clock.Advance(account.SocialLoginLife)
		finish(eve, map[string]any{"link": true})
		if late := bob.comeBack(other); late.Get("reason") != string(account.RefusedStale) {
			t.Errorf("too late: %v", late)
		}
		var connected int
		if err := d.Read().NewRaw("SELECT count(*) FROM identities").Scan(t.Context(), &connected); err != nil || connected != 0 {
			t.Errorf("%d are connected, %v", connected, err)
		}
	})
}

func TestConnectingIsRefused(t *testing.T) {
	w, p := newSocialWorld(t, dbtest.SQLite(t))
	p.Person = ada()
	b := w.userIn(home, "eve@example.com", social.Google)
	b.askToConnect(map[string]any{}).want(http.StatusBadRequest, "validation_failed").field("password")
	b.askToConnect(map[string]any{"password": "wrong-password"}).want(http.StatusUnprocessableEntity, "incorrect_password").field("password")
	b.post(map[string]any{}).want(http.StatusConflict, "already_logged_in") // the call that asks for no proof
	visitor := w.browser(home, social.Google)
	visitor.askToConnect(map[string]any{"password": secret}).want(http.StatusUnauthorized, "unauthenticated")
	b.provider = "myspace"
	b.askToConnect(map[string]any{"password": secret}).want(http.StatusBadRequest, "validation_failed")
	b.provider = social.Google
	if back := changed(changed(b.visit(b.beginConnect()), "code", ""), "error", "access_denied"); b.comeBack(back).Get("reason") != string(account.RefusedByPerson) {
		t.Error("giving up leads elsewhere")
	}
	// What is another user's stays theirs.
	first := w.userIn(home, "ada@example.com", social.Google)
	first.post(map[string]any{"ticket": first.comeBack(first.visit(first.beginConnect())).Get("connect"), "link": true}).want(http.StatusOK, "")
	taken := b.post(map[string]any{"ticket": b.comeBack(b.visit(b.beginConnect())).Get("connect"), "link": true}).want(http.StatusConflict, "identity_taken").problem()
	if taken.Detail != "This login is already connected to an account." {
		t.Errorf("says %q", taken.Detail)
	}
	w.equip(home, "")
	b.askToConnect(map[string]any{"password": secret}).want(http.StatusNotFound, "provider_not_found")
}

// A first password from the profile, by who came without one.
func TestAFirstPasswordFromTheProfile(t *testing.T) {
	w, p := newSocialWorld(t, dbtest.SQLite(t))
	p.Person = ada()
	b := w.browser(home, social.Google)
	var dto SocialDTO
	b.post(map[string]any{"ticket": b.ticket(), "terms": true}).into(&dto)
	choose := func() reply {
		body := map[string]any{"_method": "patch", "password": newPassword, "password_confirmation": newPassword}
		return w.do(call{path: "/api/profile?lang=fr", key: dto.APIKey, body: body})
	}
	w.clock.Advance(account.SocialLoginLife * 2)
	if refused := choose().want(http.StatusForbidden, "login_again").problem(); !strings.HasPrefix(refused.Detail, "Confirmez d’abord que c’est bien vous") {
		t.Errorf("says %q", refused.Detail)
	}
	again := w.browser(home, social.Google)
	again.post(map[string]any{"ticket": again.ticket()}).into(&dto)
	var edited editedProfileDTO
	choose().into(&edited)
	if !edited.HasPassword || edited.APIKey == "" {
		t.Errorf("got %+v", edited)
	}
	w.do(call{path: "/api/v2/auth/login", key: w.visitor(home), body: map[string]any{"email": "ada@example.com", "password": newPassword}}).want(http.StatusOK, "")
}
