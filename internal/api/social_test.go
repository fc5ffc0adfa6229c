package api

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/social"
	"github.com/grandstand/grandstand/internal/social/socialtest"
)

// newSocialWorld returns two channels with keys of a login provider that runs.
func newSocialWorld(t *testing.T, d *db.DB) (*world, *socialtest.Provider) {
	t.Helper()
	return newWorldWithLogins(t, d, newWorld)
}

// newSocialShop is newSocialWorld with keys of a payment provider too.
func newSocialShop(t *testing.T, d *db.DB) (*world, *socialtest.Provider) {
	t.Helper()
	return newWorldWithLogins(t, d, newShop)
}

// newWorldWithLogins starts a login provider and gives the channels that create returns its keys.
func newWorldWithLogins(t *testing.T, d *db.DB, create func(testing.TB, *db.DB, ...func(*Deps)) *world) (*world, *socialtest.Provider) {
	t.Helper()
	var c *clock.Manual
	p := socialtest.Start(t, func() time.Time { return c.Now() })
	w := create(t, d, func(deps *Deps) {
		c, _ = deps.Clock.(*clock.Manual)
		deps.Door = channel.NewDoor(deps.Sites, social.New(social.Options{
			GoogleIssuer: p.Issuer, FacebookURL: p.Facebook, FacebookGraph: p.Graph, Now: deps.Clock.Now,
		}), siteOf, deps.Clock)
	})
	for _, key := range []string{home, away} {
		w.equip(key, socialtest.ClientSecret)
	}
	return w, p
}

// within makes what goes wrong that of a test inside another one, until it ends.
func (w *world) within(t *testing.T) (end func()) {
	outer := w.t
	w.t = t
	return func() { w.t = outer }
}

// equip gives a channel its keys of both providers, and the secret of its members' tokens.
func (w *world) equip(key, secret string) {
	w.t.Helper()
	id := channel.ID(w.channel(key).ID)
	site, err := w.sites.FindByID(w.t.Context(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	c := *site
	c.Settings.GoogleClientID, c.Settings.FacebookAppID = socialtest.ClientID, socialtest.ClientID
	c.Settings.RemoteAuth = channel.RemoteAuth{Enabled: true, URL: "https://members.example/login", Redirects: []string{"https://shop.example"}}
	if err := w.sites.Update(w.t.Context(), actor.ForSystem(int64(id)), c); err != nil {
		w.t.Fatal(err)
	}
	secrets := map[channel.SecretName]string{channel.RemoteAuthSecret: memberSecret + key}
	if secret != "" {
		secrets[channel.GoogleClientSecret], secrets[channel.FacebookAppSecret] = secret, secret
	}
	if err := w.sites.ReplaceSecrets(w.t.Context(), actor.ForSystem(int64(id)), id, secrets); err != nil {
		w.t.Fatal(err)
	}
}

// browser is somebody with a cookie jar and an api key.
type browser struct {
	w        *world
	provider social.Provider
	host     string
	key      string
	cookie   string
}

func (w *world) browser(channelKey string, p social.Provider) *browser {
	return &browser{w: w, provider: p, host: channelKey + ".example", key: w.visitor(channelKey)}
}

func (b *browser) post(body map[string]any) reply {
	b.w.t.Helper()
	c := call{path: "/api/v2/auth/social/" + string(b.provider), key: b.key, host: b.host, body: body, header: map[string]string{}}
	if b.cookie != "" {
		c.header["Cookie"] = browserCookie + "=" + b.cookie
	}
	return b.w.do(c)
}

// begin asks where to log in.
func (b *browser) begin() (address *url.URL) {
	b.w.t.Helper()
	var dto SocialDTO
	answer := b.post(map[string]any{})
	answer.into(&dto)
	cookie, err := http.ParseSetCookie(answer.header.Get("Set-Cookie"))
	if err != nil || !cookie.HttpOnly || !cookie.Secure || cookie.SameSite != http.SameSiteLaxMode || cookie.Domain != "" {
		b.w.t.Fatalf("the cookie: %v, %+v", err, cookie)
	}
	b.cookie = cookie.Value
	if address, err = url.Parse(dto.URL); err != nil || strings.Contains(dto.URL, b.key) {
		b.w.t.Fatalf("%q, %v", dto.URL, err)
	}
	return address
}

// visit logs in at the provider and returns the address that it sends back to.
func (b *browser) visit(address *url.URL) *url.URL {
	b.w.t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	r, err := http.NewRequestWithContext(b.w.t.Context(), http.MethodGet, address.String(), http.NoBody)
	if err != nil {
		b.w.t.Fatal(err)
	}
	answer, err := client.Do(r)
	if err != nil {
		b.w.t.Fatal(err)
	}
	defer answer.Body.Close()
	back, err := answer.Location()
	if err != nil {
		b.w.t.Fatalf("the provider answers %d: %v", answer.StatusCode, err)
	}
	return back
}

// arrive opens the address that a provider sends back to and returns what the page to log
// in at is told.
func (b *browser) arrive(back *url.URL) url.Values {
	b.w.t.Helper()
	return b.arriveAt("/login", back)
}

// arriveAt opens the address that a provider sends back to, which must lead to a page, and
// returns what that page is told.
func (b *browser) arriveAt(page string, back *url.URL) url.Values {
	b.w.t.Helper()
	r := httptest.NewRequestWithContext(b.w.t.Context(), http.MethodGet, back.RequestURI(), http.NoBody)
	r.Host, r.RemoteAddr = b.host, "203.0.113.7:4000"
	if b.cookie != "" {
		r.Header.Set("Cookie", browserCookie+"="+b.cookie)
	}
	answer := newRecorder(b.w, r)
	to := answer.Header().Get("Location")
	query, ok := strings.CutPrefix(to, page+"?")
	if answer.Code != http.StatusSeeOther || !ok {
		b.w.t.Fatalf("%d leads to %q: %s", answer.Code, to, answer.Body)
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		b.w.t.Fatal(err)
	}
	return values
}

// ticket goes all the way to a ticket.
func (b *browser) ticket() string {
	b.w.t.Helper()
	landed := b.arrive(b.visit(b.begin()))
	if landed.Get("reason") != "" || landed.Get("provider") != string(b.provider) {
		b.w.t.Fatalf("landed with %v", landed)
	}
	return landed.Get("social")
}

func ada() *socialtest.Person {
	return &socialtest.Person{Subject: "ada-1", Email: "Ada@example.com", EmailVerified: true, FirstName: "Ada", LastName: "Lovelace"}
}

func TestWhoIsNewRegistersAfterTheTerms(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, p := newSocialWorld(t, d)
		for _, provider := range social.Providers() {
			p.Person = &socialtest.Person{Subject: "new-" + string(provider), Email: string(provider) + "@example.com", EmailVerified: true, FirstName: "Ada", LastName: "Lovelace"}
			b := w.browser(home, provider)
			ticket := b.ticket()
			problem := b.post(map[string]any{"ticket": ticket}).want(http.StatusUnprocessableEntity, "registration_required").problem()
			if problem.Detail != "You are not registered yet. Please accept terms and conditions and click Register to continue." || len(problem.Errors) != 0 {
				t.Errorf("got %+v", problem)
			}
			refused := b.post(map[string]any{"ticket": ticket, "terms": false}).want(http.StatusBadRequest, "validation_failed")
			if refused.field("terms").Message != "Please accept terms & conditions" {
				t.Errorf("got %s", refused.body)
			}
			var dto SocialDTO
			b.post(map[string]any{"ticket": ticket, "terms": true, "mailing_consent": true}).into(&dto)
			if u := dto.User; u.Email != string(provider)+"@example.com" || u.FirstName != "Ada" || !u.MailingConsent || u.Role != "user" {
				t.Errorf("became %+v", u)
			}
			if verified := provider == social.Google; dto.User.EmailVerified != verified {
				t.Errorf("%s: verified is %v", provider, dto.User.EmailVerified)
			}
			w.do(call{path: "/api/geo", key: b.key}).want(http.StatusBadRequest, "invalid_api_key")
			b.key = dto.APIKey
			b.post(map[string]any{"ticket": ticket}).want(http.StatusUnprocessableEntity, "social_ticket_invalid")

			again := w.browser(home, provider) // and is known from now on
			var known SocialDTO
			again.post(map[string]any{"ticket": again.ticket()}).into(&known)
			if known.User.ID != dto.User.ID {
				t.Errorf("became %+v the second time", known.User)
			}
			w.do(call{path: "/api/v2/auth/login", key: w.visitor(home), body: map[string]any{"email": string(provider) + "@example.com", "password": ""}}).want(http.StatusBadRequest, "validation_failed")
			w.do(call{path: "/api/v2/auth/login", key: w.visitor(home), body: map[string]any{"email": string(provider) + "@example.com", "password": "\u200b"}}).want(http.StatusUnauthorized, "wrong_auth_data")
		}
	})
}

// Facebook tells no address of who came with a phone number: then the person does.
func TestWhatAProviderDoesNotTellIsAskedFor(t *testing.T) {
	w, p := newSocialWorld(t, dbtest.SQLite(t))
	p.Person = &socialtest.Person{Subject: "7"}
	b := w.browser(home, social.Facebook)
	ticket := b.ticket()
	asked := b.post(map[string]any{"ticket": ticket}).want(http.StatusUnprocessableEntity, "registration_required")
	for _, name := range []string{"email", "first_name", "last_name"} {
		asked.field(name)
	}
	w.person(home, "taken@example.com")
	whole := map[string]any{"ticket": ticket, "terms": true, "first_name": "Bo", "last_name": "Li", "email": "taken@example.com"}
	b.post(whole).want(http.StatusConflict, "email_taken")
	whole["email"] = "Bo@example.com"
	var dto SocialDTO
	b.post(whole).into(&dto)
	if dto.User.Email != "bo@example.com" || dto.User.EmailVerified {
		t.Errorf("became %+v", dto.User)
	}
}

// verify marks the address of a user as shown to be theirs.
func (w *world) verify(user account.User) {
	w.t.Helper()
	if _, err := w.db.Write().ExecContext(w.t.Context(), "UPDATE users SET email_verified = TRUE WHERE id = ?", int64(user.ID)); err != nil {
		w.t.Fatal(err)
	}
}

// Only an address that the provider has verified leads to a user: anyone
// may enter another person's address at a provider that does not verify it.
func TestOnlyVerifiedAddressesConnect(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, p := newSocialWorld(t, d)
		for name, c := range map[string]struct {
			provider     social.Provider
			there, here  bool
			mayBeTheSame bool
		}{
			"both":               {social.Google, true, true, true},
			"only there":         {social.Google, true, false, true},
			"only here":          {social.Google, false, true, false},
			"neither":            {social.Google, false, false, false},
			"Facebook says none": {social.Facebook, true, true, false},
		} {
			t.Run(name, func(t *testing.T) {
				defer w.within(t)()
				email := strings.ReplaceAll(name, " ", "-") + "@example.com"
				p.Person = &socialtest.Person{Subject: name, Email: email, EmailVerified: c.there, FirstName: "Ada", LastName: "L"}
				user := w.person(home, email)
				if c.here {
					w.verify(user)
				}
				b := w.browser(home, c.provider)
				ticket := b.ticket()
				answer := b.post(map[string]any{"ticket": ticket, "terms": true})
				if c.mayBeTheSame {
					var dto SocialDTO
					answer.into(&dto)
					if dto.User.ID != user.ID {
						t.Errorf("became %+v", dto.User)
					}
					return
				}
				answer.want(http.StatusConflict, "password_login_needed")
				// Who shows the password connects the two, by saying so.
				var in loggedInDTO
				w.do(call{path: "/api/v2/auth/login", key: b.key, body: map[string]any{"email": email, "password": secret}}).into(&in)
				b.key = in.APIKey
				b.post(map[string]any{"ticket": ticket}).want(http.StatusConflict, "already_logged_in")
				var dto SocialDTO
				b.post(map[string]any{"ticket": ticket, "link": true}).into(&dto)
				again := w.browser(home, c.provider)
				again.post(map[string]any{"ticket": again.ticket()}).into(&dto)
				if dto.User.ID != user.ID {
					t.Errorf("became %+v", dto.User)
				}
			})
		}
	})
}

// A mailbox that was given to somebody else does not give them the account with it.
func TestASecondNameAtAProviderIsNotConnected(t *testing.T) {
	w, p := newSocialWorld(t, dbtest.SQLite(t))
	p.Person = ada()
	w.verify(w.person(home, "ada@example.com"))
	first := w.browser(home, social.Google)
	first.post(map[string]any{"ticket": first.ticket()}).want(http.StatusOK, "")
	p.Person.Subject = "somebody-else-with-the-mailbox"
	second := w.browser(home, social.Google)
	second.post(map[string]any{"ticket": second.ticket(), "terms": true}).want(http.StatusConflict, "password_login_needed")
	// And nobody takes over who is connected with another user.
	p.Person.Subject = "ada-1"
	other := w.browser(home, social.Google)
	ticket := other.ticket()
	var in loggedInDTO
	w.person(home, "eve@example.com")
	w.do(call{path: "/api/v2/auth/login", key: other.key, body: map[string]any{"email": "eve@example.com", "password": secret}}).into(&in)
	other.key = in.APIKey
	other.post(map[string]any{"ticket": ticket, "link": true}).want(http.StatusConflict, "identity_taken")
}
