package api

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// device has a device ask to be let in, and returns what it was given.
func (w *world) device(channelKey, name string) deviceCodeDTO {
	w.t.Helper()
	code, _ := w.deviceWithKey(channelKey, name)
	return code
}

func (w *world) deviceWithKey(channelKey, name string) (code deviceCodeDTO, key string) {
	w.t.Helper()
	key = w.visitor(channelKey)
	w.do(call{
		path: "/api/auth/device-code", key: key, body: map[string]any{"name": name},
		header: map[string]string{"User-Agent": "Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) TV Safari/537.36"},
	}).into(&code)
	return code, key
}

func TestLinkADevice(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		code, tv := w.deviceWithKey(home, "")
		link := "https://home.example/profile/device"
		if code.VerificationURL != link || code.VerificationURLComplete != link+"?code="+code.UserCode || code.ExpiresIn != 600 || code.Interval < 2 {
			t.Errorf("got %+v", code)
		}
		poll := func() (got deviceTokenDTO) {
			w.do(call{path: "/api/auth/device-token", key: tv, body: map[string]any{"device_code": code.DeviceCode}}).into(&got)
			return got
		}
		if got := poll(); got.Status != "pending" || got.APIKey != "" || got.Interval < 2 {
			t.Errorf("got %+v", got)
		}
		phone := w.loggedIn(home, "fan@example.com")
		var seen deviceDTO
		typed := strings.ToLower(strings.ReplaceAll(code.UserCode, "-", " "))
		w.do(call{path: "/api/auth/device?code=" + url.QueryEscape(typed), key: phone}).into(&seen)
		if seen.Code != code.UserCode || seen.Name != "Samsung TV" || !seen.ExpiresAt.After(seen.AskedAt) {
			t.Errorf("the user sees %+v", seen)
		}
		w.do(call{path: "/api/auth/add_session", key: phone, body: map[string]any{"code": typed}}).into(&seen)
		got := poll()
		if got.Status != "approved" || got.APIKey == "" || got.User == nil || got.User.Email != "fan@example.com" || !got.User.WatchOnly {
			t.Fatalf("got %+v", got)
		}
		for key, want := range map[string]bool{got.APIKey: true, phone: false} {
			var profile ProfileDTO
			w.do(call{path: "/api/profile", key: key}).into(&profile)
			if profile.WatchOnly != want {
				t.Errorf("may only watch: %t, want %t", profile.WatchOnly, want)
			}
		}
		w.do(call{path: "/api/auth/device-token", key: tv, body: map[string]any{"device_code": code.DeviceCode}}).want(400, "invalid_api_key")
		if len(w.post.posted) != 1 {
			t.Errorf("%d letters", len(w.post.posted))
		}
		if said := w.log.String(); strings.Contains(said, code.DeviceCode) || strings.Contains(said, code.UserCode) || strings.Contains(said, got.APIKey) {
			t.Error("the log tells a code or a key")
		}
	})
}

func TestDeviceCodesAreRefused(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	phone, visitor := w.loggedIn(home, "fan@example.com"), w.visitor(home)
	code, tv := w.deviceWithKey(home, "Den")
	theirs := w.device(away, "Den")
	get := func(key, typed string) reply {
		return w.do(call{path: "/api/auth/device?code=" + url.QueryEscape(typed), key: key})
	}
	post := func(path, key, typed string) reply {
		return w.do(call{path: "/api/auth/" + path, key: key, body: map[string]any{"code": typed}})
	}
	get(visitor, code.UserCode).want(401, "unauthenticated")
	post("add_session", visitor, code.UserCode).want(401, "unauthenticated")
	post("deny_session", visitor, code.UserCode).want(401, "unauthenticated")
	get(phone, theirs.UserCode).want(404, "device_code_not_found")
	post("add_session", phone, theirs.UserCode).want(404, "device_code_not_found")
	get(phone, "").want(400, "validation_failed").field("code")
	get(phone, "BCDF").want(400, "validation_failed").field("code")
	w.do(call{path: "/api/auth/device-code", key: phone, body: map[string]any{}}).want(409, "already_logged_in")
	w.do(call{path: "/api/auth/device-code", key: visitor, body: map[string]any{"name": strings.Repeat("x", 61)}}).want(400, "validation_failed").field("name")
	// The device's own secret, in other hands.
	w.do(call{path: "/api/auth/device-token", key: visitor, body: map[string]any{"device_code": code.DeviceCode}}).want(404, "device_code_not_found")
	w.do(call{path: "/api/auth/device-token", key: visitor, body: map[string]any{}}).want(404, "device_code_not_found")

	post("deny_session", phone, code.UserCode).want(200, "")
	post("add_session", phone, code.UserCode).want(409, "device_code_used")
	var got deviceTokenDTO
	w.do(call{path: "/api/auth/device-token", key: tv, body: map[string]any{"device_code": code.DeviceCode}}).into(&got)
	if got.Status != "denied" || got.APIKey != "" {
		t.Errorf("got %+v", got)
	}
	late := w.device(home, "Den")
	w.clock.Advance(10 * time.Minute)
	get(phone, late.UserCode).want(422, "device_code_expired")
}

func TestGuessingDeviceCodesIsStopped(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	phone, code := w.loggedIn(home, "fan@example.com"), w.device(home, "Den")
	for range 5 {
		w.do(call{path: "/api/auth/add_session", key: phone, body: map[string]any{"code": "BCDF-GHJK"}}).want(404, "device_code_not_found")
	}
	w.do(call{path: "/api/auth/add_session", key: phone, body: map[string]any{"code": code.UserCode}}).want(429, "too_many_attempts")
	w.do(call{path: "/api/auth/device?code=" + code.UserCode, key: phone}).want(429, "too_many_attempts")
	w.clock.Advance(2 * time.Minute)
	w.do(call{path: "/api/auth/add_session", key: phone, body: map[string]any{"code": code.UserCode}}).want(200, "")
}

// The link of the QR code is the channel's own, whatever host was asked.
func TestTheLinkOfACodeIsTheChannelsOwn(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	var code deviceCodeDTO
	w.do(call{
		path: "/api/auth/device-code", key: w.visitor(home), body: map[string]any{}, host: "evil.example",
		header: map[string]string{"X-Forwarded-Host": "evil.example"},
	}).into(&code)
	if !strings.HasPrefix(code.VerificationURLComplete, "https://home.example/") {
		t.Errorf("it leads to %s", code.VerificationURLComplete)
	}
}
