package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/captcha"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// fakeHumans takes the token "person" for a person's, once, of who asks with the secret
// of the channel home, on its host.
type fakeHumans struct {
	down bool
	used bool
}

func (f *fakeHumans) Script() string { return "https://captcha.example/api.js" }

func (f *fakeHumans) IsHuman(_ context.Context, p captcha.Proof) (bool, error) {
	if f.down || p.Secret != "home's secret" {
		return false, errors.New("no answer")
	}
	if p.Token != "person" || p.Action != "form" || !slices.Equal(p.Hosts, []string{"home.example"}) || f.used {
		return false, nil
	}
	f.used = true
	return true, nil
}

// guard gives a channel keys of reCAPTCHA; an empty one is none.
func (w *world) guard(channelKey, siteKey, secret string) {
	w.t.Helper()
	id := channel.ID(w.channel(channelKey).ID)
	c, err := w.sites.FindByID(w.t.Context(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	changed := *c
	changed.Settings.RecaptchaSiteKey = siteKey
	secrets := map[channel.SecretName]string{}
	if secret != "" {
		secrets[channel.RecaptchaSecret] = secret
	}
	by := actor.ForSystem(int64(id))
	for _, err := range []error{w.sites.Update(w.t.Context(), by, changed), w.sites.ReplaceSecrets(w.t.Context(), by, id, secrets)} {
		if err != nil {
			w.t.Fatal(err)
		}
	}
}

func newGuardedWorld(t *testing.T, d *db.DB) (*world, *fakeHumans) {
	t.Helper()
	humans := &fakeHumans{}
	w := newWorld(t, d, func(d *Deps) {
		d.Desk = channel.NewDesk(d.Sites, &letters{}, humans, []byte("another secret"))
	})
	w.season(home, "")
	w.season(away, "")
	return w, humans
}

func TestAChannelWithKeysAsksForAToken(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, humans := newGuardedWorld(t, d)
		w.guard(home, "home-key", "home's secret")
		form, key := w.opened(t), w.visitor(home)
		if c := form.Captcha; c == nil || *c != (CaptchaDTO{"home-key", "https://captcha.example/api.js", "form"}) {
			t.Fatalf("the form asks for %+v", c)
		}
		send := func(token string) reply {
			body := filled(form, nil)
			body["recaptcha_token"] = token
			return w.do(call{path: contactsPath, key: key, body: body})
		}
		if got := send("").want(http.StatusUnprocessableEntity, "captcha_required").problem().Detail; got != "Google recaptcha token required" {
			t.Errorf("says %q", got)
		}
		if got := send("robot").want(http.StatusUnprocessableEntity, "captcha_failed").problem().Detail; got != "Google recaptcha token is invalid or you look like a robot" {
			t.Errorf("says %q", got)
		}
		humans.down = true
		if got := send("person").want(http.StatusServiceUnavailable, "captcha_unavailable").problem().Detail; !strings.Contains(got, "nothing was sent") {
			t.Errorf("says %q", got)
		}
		humans.down = false
		send("person").want(http.StatusOK, "")
		send("person").want(http.StatusUnprocessableEntity, "captcha_failed")
		if log := w.log.String(); strings.Contains(log, "home's secret") {
			t.Error("the secret is logged")
		}
	})
}

// Each channel has its own keys, and one without both asks nobody.
func TestKeysAreAChannelsOwn(t *testing.T) {
	w, _ := newGuardedWorld(t, dbtest.SQLite(t))
	w.guard(away, "away-key", "away's secret")
	for _, keys := range [][2]string{{"", ""}, {"home-key", ""}, {"", "home's secret"}} {
		w.guard(home, keys[0], keys[1])
		if form := w.opened(t); form.Captcha != nil {
			t.Errorf("with %q it asks for %+v", keys, form.Captcha)
		}
		body := filled(w.opened(t), map[string]string{"message": "When, with " + strings.Join(keys[:], "?")})
		w.do(call{path: contactsPath, key: w.visitor(home), body: body}).want(http.StatusOK, "")
	}
	var form CustomFormDTO
	w.do(call{path: contactsPath, host: "away.example", key: w.visitor(away)}).into(&form)
	if form.Captcha == nil || form.Captcha.SiteKey != "away-key" {
		t.Errorf("the other channel asks for %+v", form.Captcha)
	}
}

// A secret that cannot be read any more shuts the form instead of opening it.
func TestALostSecretShutsTheForm(t *testing.T) {
	w, _ := newGuardedWorld(t, dbtest.SQLite(t))
	w.guard(home, "home-key", "home's secret")
	if _, err := w.db.Write().ExecContext(t.Context(), "UPDATE channel_secrets SET value = 'AAAA'"); err != nil {
		t.Fatal(err)
	}
	form := w.opened(t)
	if form.Captcha == nil {
		t.Fatal("the form asks for nothing")
	}
	body := filled(form, nil)
	body["recaptcha_token"] = "person"
	w.do(call{path: contactsPath, key: w.visitor(home), body: body}).want(http.StatusServiceUnavailable, "captcha_unavailable")
}
