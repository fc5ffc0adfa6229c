package api

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base32"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/seal"
)

func factorSealer(t testing.TB) *seal.Sealer {
	t.Helper()
	s, err := account.NewSealer([]byte(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// appCode is what an authenticator app shows, computed apart from the code under test.
func appCode(t testing.TB, secret string, at time.Time) string {
	t.Helper()
	key, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret)
	if err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha1.New, key)
	if err := binary.Write(mac, binary.BigEndian, at.Unix()/30); err != nil {
		t.Fatal(err)
	}
	sum := mac.Sum(nil)
	at4 := sum[sum[19]&15:]
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(at4)&0x7fffffff%1_000_000)
}

// protect gives the user of a key a second factor.
func (w *world) protect(key string) (appSecret string, codes []string) {
	w.t.Helper()
	var enrolment enrolmentDTO
	w.do(call{path: "/api/auth/second-factor/begin", key: key, body: map[string]any{"password": secret}}).into(&enrolment)
	var got recoveryCodesDTO
	w.do(call{path: "/api/auth/second-factor/confirm", key: key, body: map[string]any{"code": appCode(w.t, enrolment.Secret, w.clock.Now())}}).into(&got)
	return enrolment.Secret, got.Codes
}

// ticketOf makes a user with a second factor and returns the ticket of a login.
func (w *world) ticketOf(channelKey, email string) string {
	w.t.Helper()
	w.protect(w.loggedIn(channelKey, email))
	return ticketIn(w.t, w.do(call{path: "/api/v2/auth/login", key: w.visitor(channelKey), body: map[string]any{"email": email, "password": secret}}))
}

func ticketIn(t testing.TB, rep reply) string {
	t.Helper()
	var p Problem
	if err := json.Unmarshal(rep.want(403, "second_factor_required").body, &p); err != nil || p.Ticket == "" {
		t.Fatalf("no ticket in %s", rep.body)
	}
	return p.Ticket
}

// securityRows are the tenant rows of devices and the second factor.
func securityRows() map[string]tenantRow {
	matrix := map[string]tenantRow{
		"poll-device-token": func(f *foreigners) []probe {
			poll := func(code string) call {
				return call{path: "/api/auth/device-token", body: map[string]any{"device_code": code}}
			}
			return []probe{{"another channel's device", poll(f.device.DeviceCode), poll(strings.Repeat("A", 43))}}
		},
		"get-device": func(f *foreigners) []probe {
			ask := func(code string) call { return call{path: "/api/auth/device?code=" + code} }
			return []probe{{"another channel's code", ask(f.device.UserCode), ask("BCDF-GHJK")}}
		},
		"log-in-second-factor": func(f *foreigners) []probe {
			second := func(ticket string) call {
				return call{path: "/api/v2/auth/second-factor", body: map[string]any{"ticket": ticket, "code": "123456"}}
			}
			return []probe{{"another channel's ticket", second(f.ticket), second(strings.Repeat("A", 43))}}
		},
	}
	for id, path := range map[string]string{"add-session": "add_session", "deny-device": "deny_session"} {
		matrix[id] = func(f *foreigners) []probe {
			judge := func(code string) call {
				return call{path: "/api/auth/" + path, body: map[string]any{"code": code}}
			}
			return []probe{{"another channel's code", judge(f.device.UserCode), judge("BCDF-GHJK")}}
		}
	}
	for _, id := range []string{
		"request-device-code", "get-second-factor", "begin-second-factor", "confirm-second-factor", "remove-second-factor", "renew-recovery-codes", "step-up",
		"step-up-code-request", "step-up-code",
	} {
		matrix[id] = nothingToName // they are about the caller
	}
	return matrix
}

func TestTheSecondStepOfALogin(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		own := w.loggedIn(home, "fan@example.com")
		var before secondFactorDTO
		w.do(call{path: "/api/auth/second-factor", key: own}).into(&before)
		if before.Enabled || before.Since != nil {
			t.Errorf("before: %+v", before)
		}
		app, recovery := w.protect(own)
		if len(recovery) != 10 {
			t.Errorf("got %v", recovery)
		}
		w.clock.Advance(time.Minute)
		key := w.visitor(home)
		login := call{path: "/api/v2/auth/login", key: key, body: map[string]any{"email": "fan@example.com", "password": secret}}
		ticket := ticketIn(t, w.do(login))
		second := func(key, code string) reply {
			return w.do(call{path: "/api/v2/auth/second-factor", key: key, body: map[string]any{"ticket": ticket, "code": code}})
		}
		w.do(call{path: "/api/profile", key: key}).want(401, "unauthenticated") // nobody yet
		second(key, "000000").want(422, "wrong_second_factor").field("code")
		second(w.visitor(home), appCode(t, app, w.clock.Now())).want(422, "second_factor_expired") // another browser's key
		var got loggedInDTO
		second(key, appCode(t, app, w.clock.Now())).into(&got)
		if got.User.Email != "fan@example.com" {
			t.Errorf("got %+v", got.User)
		}
		w.do(call{path: "/api/profile", key: got.APIKey}).want(200, "")
		second(key, recovery[0]).want(400, "invalid_api_key")
		second(got.APIKey, recovery[0]).want(409, "already_logged_in")
		if said := w.log.String(); strings.Contains(said, ticket) || strings.Contains(said, app) || strings.Contains(said, recovery[0]) {
			t.Error("the log tells a ticket, a secret or a code")
		}
		// A wrong password tells nothing of a second factor.
		login.key, login.body = w.visitor(home), map[string]any{"email": "fan@example.com", "password": "wrong-password"}
		w.do(login).want(401, "wrong_auth_data")
	})
}

func TestSecondFactorCalls(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	key := w.loggedIn(home, "fan@example.com")
	call2 := func(name string, body map[string]any) reply {
		return w.do(call{path: "/api/auth/second-factor/" + name, key: key, body: body})
	}
	call2("begin", map[string]any{}).want(400, "validation_failed").field("password")
	call2("begin", map[string]any{"password": "wrong-password"}).want(422, "incorrect_password").field("password")
	call2("confirm", map[string]any{"code": "123456"}).want(409, "second_factor_off")
	call2("remove", map[string]any{"password": secret}).want(409, "second_factor_off")
	_, recovery := w.protect(key)
	call2("begin", map[string]any{"password": secret}).want(409, "second_factor_on")
	call2("recovery-codes", map[string]any{"code": "000000"}).want(422, "wrong_second_factor")
	var renewed recoveryCodesDTO
	call2("recovery-codes", map[string]any{"code": recovery[0]}).into(&renewed)
	call2("remove", map[string]any{"code": recovery[1]}).want(422, "wrong_second_factor")
	call2("remove", map[string]any{"code": renewed.Codes[0]}).want(200, "")
	for _, name := range []string{"begin", "confirm", "remove", "recovery-codes"} {
		w.do(call{path: "/api/auth/second-factor/" + name, key: w.visitor(home), body: map[string]any{}}).want(401, "unauthenticated")
	}
	var french enrolmentDTO
	w.do(call{path: "/api/auth/second-factor/begin?lang=fr", key: key, body: map[string]any{"password": secret}}).into(&french)
	if !strings.HasPrefix(french.Address, "otpauth://totp/home:fan@example.com?") || !strings.Contains(french.Address, "secret="+french.Secret) {
		t.Errorf("for apps: %s", french.Address)
	}
}
