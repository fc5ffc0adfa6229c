package api

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/social"
	"github.com/grandstand/grandstand/internal/social/socialtest"
)

// changed is an address with one parameter changed; an empty value removes it.
func changed(address *url.URL, name, value string) *url.URL {
	other, query := *address, address.Query()
	query.Set(name, value)
	if value == "" {
		query.Del(name)
	}
	other.RawQuery = query.Encode()
	return &other
}

// refused checks that an arrival leads to the log in page, with a reason and no ticket.
func (b *browser) refused(back *url.URL, reason account.Refusal) {
	b.w.t.Helper()
	if landed := b.arrive(back); landed.Get("social") != "failed" || landed.Get("reason") != string(reason) {
		b.w.t.Errorf("landed with %v, want %s", landed, reason)
	}
}

// A return counts only from the browser, on the channel, by the provider and within the
// time of the login that it belongs to, and once.
func TestALoginIsBoundToWhatBeganIt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, p := newSocialWorld(t, d)
		p.Person = ada()
		one, two := w.browser(home, social.Google), w.browser(home, social.Google)
		back, other := one.visit(one.begin()), two.visit(two.begin())

		one.refused(changed(back, "state", ""), account.RefusedMissing)
		one.refused(changed(back, "state", strings.Repeat("A", 43)), account.RefusedMismatch)
		one.refused(changed(back, "state", "../../evil"), account.RefusedMismatch)
		one.refused(changed(back, "state", other.Query().Get("state")), account.RefusedMismatch)
		two.refused(back, account.RefusedMismatch)
		(&browser{w: w, host: "home.example"}).refused(back, account.RefusedMissing)
		(&browser{w: w, host: "away.example", cookie: one.cookie}).refused(back, account.RefusedMismatch)
		(&browser{w: w, host: "evil.example", cookie: one.cookie}).refused(back, account.RefusedMismatch)
		swapped := *back
		swapped.Path = "/api/auth/login/facebook/callback"
		one.refused(&swapped, account.RefusedMismatch)

		ticket := one.arrive(back).Get("social") // none of these spent it
		one.refused(back, account.RefusedStale)

		// The ticket is of the session that began, at the provider that was asked.
		two.post(map[string]any{"ticket": ticket, "terms": true}).want(http.StatusUnprocessableEntity, "social_ticket_invalid")
		foreign := w.browser(away, social.Google)
		foreign.post(map[string]any{"ticket": ticket, "terms": true}).want(http.StatusUnprocessableEntity, "social_ticket_invalid")
		at := *one
		at.provider = social.Facebook
		at.post(map[string]any{"ticket": ticket, "terms": true}).want(http.StatusUnprocessableEntity, "social_ticket_invalid")
		one.post(map[string]any{"ticket": "x", "terms": true}).want(http.StatusUnprocessableEntity, "social_ticket_invalid")

		w.clock.Advance(account.SocialLoginLife)
		two.refused(other, account.RefusedStale)
		one.post(map[string]any{"ticket": ticket, "terms": true}).want(http.StatusUnprocessableEntity, "social_ticket_invalid")
	})
}

// Two logins at once in one browser, as in two tabs, do not disturb each other.
func TestTwoTabsLogInAtOnce(t *testing.T) {
	w, p := newSocialWorld(t, dbtest.SQLite(t))
	p.Person = ada()
	b := w.browser(home, social.Google)
	first := b.begin()
	before := b.cookie
	second := b.begin()
	if b.cookie != before {
		t.Error("the second tab took the first one's secret away")
	}
	for _, address := range []*url.URL{first, second} {
		if ticket := b.arrive(b.visit(address)).Get("social"); len(ticket) < 40 {
			t.Errorf("ticket %q", ticket)
		}
	}
}

func TestALoginThatIsGivenUpSaysSo(t *testing.T) {
	w, p := newSocialWorld(t, dbtest.SQLite(t))
	p.Person = ada()
	for problem, reason := range map[string]account.Refusal{"access_denied": account.RefusedByPerson, "server_error": account.RefusedUnproven} {
		b := w.browser(home, social.Google)
		back := changed(changed(b.visit(b.begin()), "code", ""), "error", problem)
		b.refused(back, reason)
		b.refused(back, account.RefusedStale)
	}
}

// What a provider says is believed only as far as it is signed, for this channel and for
// this login.
func TestIDTokensAreNotTakenOnTrust(t *testing.T) {
	w, p := newSocialWorld(t, dbtest.SQLite(t))
	p.Person = ada()
	set := func(name string, value any) func(map[string]any) {
		return func(claims map[string]any) { claims[name] = value }
	}
	for name, tamper := range map[string]func(map[string]any){
		"nonce of another login": set("nonce", "another"),
		"no nonce":               set("nonce", nil),
		"another audience":       set("aud", "another-app"),
		"several audiences":      set("aud", []string{socialtest.ClientID, "another-app"}),
		"another issuer":         set("iss", "https://accounts.evil.example"),
		"expired":                set("exp", w.clock.Now().Add(-time.Second).Unix()),
		"nobody":                 set("sub", ""),
		"an endless name":        set("sub", strings.Repeat("x", 256)),
		"a name of two lines":    set("sub", "a\nb"),
	} {
		p.Tamper = tamper
		t.Run(name, func(t *testing.T) {
			defer w.within(t)()
			b := w.browser(home, social.Google)
			b.refused(b.visit(b.begin()), account.RefusedUnproven)
		})
	}
	p.Tamper, p.Forge = nil, true
	b := w.browser(home, social.Google)
	b.refused(b.visit(b.begin()), account.RefusedUnproven)
	p.Forge = false
	for _, at := range social.Providers() { // codes that are no codes
		b := w.browser(home, at)
		b.refused(changed(b.visit(b.begin()), "code", "another"), account.RefusedUnproven)
	}
	one, two := w.browser(home, social.Google), w.browser(home, social.Google) // a code without its verifier
	stolen := two.visit(two.begin()).Query().Get("code")
	one.refused(changed(one.visit(one.begin()), "code", stolen), account.RefusedUnproven)
	if strings.Contains(w.log.String(), stolen) {
		t.Error("a code is in the log")
	}
}

// Where a login leads to is never what a request calls its host.
func TestAForgedHostLeadsNowhere(t *testing.T) {
	w, p := newSocialWorld(t, dbtest.SQLite(t))
	p.Person = ada()
	for provider, want := range map[social.Provider]string{
		social.Google:   "https://home.example/api/auth/login/google/callback",
		social.Facebook: "https://home.example/api/auth/login/facebook/callback",
	} {
		b := w.browser(home, provider)
		for _, host := range []string{"home.example", "evil.example", "away.example", "home.example.evil.example", "HOME.example:8443"} {
			b.host = host
			if to := b.begin().Query().Get("redirect_uri"); to != want {
				t.Errorf("asked as %s it comes back to %s, want %s", host, to, want)
			}
		}
	}
}

// Whoever only looks at the address, as programs that preview links do, spends nothing.
func TestALookAtTheReturnSpendsNothing(t *testing.T) {
	w, p := newSocialWorld(t, dbtest.SQLite(t))
	p.Person = ada()
	b := w.browser(home, social.Google)
	back := b.visit(b.begin())
	r := httptest.NewRequestWithContext(t.Context(), http.MethodHead, back.RequestURI(), http.NoBody)
	r.Host = b.host
	r.Header.Set("Cookie", browserCookie+"="+b.cookie)
	if answer := newRecorder(w, r); answer.Code != http.StatusSeeOther {
		t.Errorf("a look answers %d", answer.Code)
	}
	if ticket := b.arrive(back).Get("social"); len(ticket) < 40 {
		t.Errorf("ticket %q", ticket)
	}
}

func TestProvidersAreOfferedWithBothKeys(t *testing.T) {
	w, p := newSocialWorld(t, dbtest.SQLite(t))
	offered := func(key string) []social.Provider {
		var dto SettingsDTO
		w.do(call{path: "/api/settings", host: key + ".example"}).into(&dto)
		return dto.Auth.Social
	}
	if got := offered(home); len(got) != 2 {
		t.Errorf("offered: %v", got)
	}
	w.equip(home, "")
	if got := offered(home); len(got) != 0 {
		t.Errorf("without secrets it offers %v", got)
	}
	b := w.browser(home, social.Google)
	b.post(map[string]any{}).want(http.StatusNotFound, "provider_not_found")
	b.provider = "myspace"
	b.post(map[string]any{}).want(http.StatusBadRequest, "validation_failed")
	p.Person = ada() // the other channel goes on
	w.browser(away, social.Google).ticket()
}

func TestAProviderThatIsDownIsSaidToBe(t *testing.T) {
	w, p := newSocialWorld(t, dbtest.SQLite(t))
	p.Close()
	w.browser(home, social.Google).post(map[string]any{}).want(http.StatusServiceUnavailable, "provider_unavailable")
}
