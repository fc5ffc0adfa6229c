package api

import (
	"context"
	"errors"
	"testing"

	"github.com/grandstand/grandstand/internal/captcha"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// strictHumans takes the name of the action for a token of a person's.
type strictHumans struct{ down bool }

func (*strictHumans) Script() string { return "https://captcha.example/api.js" }

func (h *strictHumans) IsHuman(_ context.Context, p captcha.Proof) (bool, error) {
	if h.down {
		return false, errors.New("no answer")
	}
	return p.Token == p.Action, nil
}

func newSuspiciousWorld(t *testing.T) (*world, *strictHumans) {
	t.Helper()
	humans := &strictHumans{}
	w := newWorld(t, dbtest.SQLite(t), func(d *Deps) {
		d.Desk = channel.NewDesk(d.Sites, &letters{}, humans, []byte("another secret"))
	})
	w.season(home, "")
	w.guard(home, "home-key", "home's secret")
	return w, humans
}

// Whether an address is registered is told to nobody who has not shown to be a person.
func TestRobotsNeitherRegisterNorAskForPasswords(t *testing.T) {
	w, humans := newSuspiciousWorld(t)
	w.person(home, "fan@example.com")
	for path, c := range map[string]struct {
		body   map[string]any
		action string
		status int
		code   string
	}{
		"/api/v2/auth/register": {registration(map[string]any{"email": "fan@example.com"}), "register", 409, "email_taken"},
		requestCall:             {map[string]any{"email": "fan@example.com"}, "password_reset", 200, ""},
	} {
		send := func(token any) reply {
			return w.do(call{path: path, key: w.visitor(home), body: with(c.body, map[string]any{"recaptcha_token": token})})
		}
		if got := send(nil).want(422, "captcha_required").problem().Detail; got != "Google recaptcha token required" {
			t.Errorf("%s says %q", path, got)
		}
		if got := send("form").want(422, "captcha_failed").problem().Detail; got != "Google recaptcha token is invalid or you look like a robot" {
			t.Errorf("%s says %q", path, got)
		}
		humans.down = true
		send(c.action).want(503, "captcha_unavailable")
		humans.down = false
		send(c.action).want(c.status, c.code)
	}
	var settings SettingsDTO
	w.do(call{path: "/api/settings"}).into(&settings)
	if got := settings.Services; got.RecaptchaScript != "https://captcha.example/api.js" || got.RecaptchaSiteKey != "home-key" {
		t.Errorf("the settings say %+v", got)
	}
	w.do(call{path: "/api/settings", host: "away.example"}).into(&settings)
	if settings.Services.RecaptchaScript != "" {
		t.Error("a channel without keys asks for a token")
	}
}

func TestALoginIsDoubtedAfterTwoFailures(t *testing.T) {
	w, _ := newSuspiciousWorld(t)
	w.person(home, "fan@example.com")
	key := w.visitor(home)
	login := func(password string, token any) reply {
		return w.do(call{path: "/api/v2/auth/login", key: key, body: with(map[string]any{"email": "fan@example.com", "password": password}, map[string]any{"recaptcha_token": token})})
	}
	login("wrong-password", nil).want(401, "wrong_auth_data")
	login("wrong-password", nil).want(401, "wrong_auth_data")
	login(secret, nil).want(422, "captcha_required")
	login(secret, "register").want(422, "captcha_failed")
	login(secret, "login").want(200, "")
}
