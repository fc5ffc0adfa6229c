package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/passkey/passkeytest"
)

const (
	passkeysCall     = "/api/auth/passkeys"
	passkeyLoginCall = "/api/v2/auth/passkey"
)

// passkeyOptions asks for options under a key, on the host of a channel.
func (w *world) passkeyOptions(host, key, path string, body map[string]any) map[string]any {
	w.t.Helper()
	var got passkeyOptionsDTO
	w.do(call{host: host, path: path + "/begin", key: key, body: body}).into(&got)
	return got.Options
}

// addPasskey adds a passkey to the user of a key.
func (w *world) addPasskey(host, key string) (*passkeytest.Authenticator, passkeyDTO) {
	w.t.Helper()
	a := passkeytest.New(w.t)
	created := a.Create(w.passkeyOptions(host, key, passkeysCall, map[string]any{"password": secret}))
	var added passkeyDTO
	w.do(call{host: host, path: passkeysCall, key: key, body: map[string]any{"credential": created, "name": "Laptop"}}).into(&added)
	return a, added
}

// passkeyRows ask about the passkeys of another channel's user.
func passkeyRows() map[string]tenantRow {
	matrix := map[string]tenantRow{
		"remove-passkey": func(f *foreigners) []probe {
			remove := func(id int64) call {
				return call{method: http.MethodDelete, path: fmt.Sprintf("%s/%d", passkeysCall, id)}
			}
			return []probe{{"another channel's passkey", remove(f.passkey), remove(999_999)}}
		},
	}
	for _, id := range []string{"list-passkeys", "begin-passkey", "add-passkey", "begin-passkey-login", "passkey-login", "begin-passkey-step-up", "passkey-step-up"} {
		matrix[id] = nothingToName // TestPasskeysOfOneSite
	}
	return matrix
}

func TestPasskeys(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		own := w.loggedIn(home, "fan@example.com")
		w.do(call{host: "home.example", path: passkeysCall + "/begin", key: own, body: map[string]any{}}).want(400, "validation_failed").field("password")
		w.do(call{host: "home.example", path: passkeysCall + "/begin", key: own, body: map[string]any{"password": "wrong-password"}}).want(422, "incorrect_password")
		w.do(call{host: "home.example", path: passkeysCall, key: own, body: map[string]any{}}).want(400, "validation_failed").field("credential")
		w.do(call{host: "home.example", path: passkeysCall, key: own, body: map[string]any{"credential": map[string]any{"id": "x"}}}).want(422, "passkey_failed")
		w.do(call{host: "elsewhere.example", path: passkeysCall + "/begin", key: own, body: map[string]any{"password": secret}}).want(404, "relying_party_not_found")
		options := w.passkeyOptions("home.example", own, passkeysCall, map[string]any{"password": secret})
		if rp := options["rp"].(map[string]any); rp["id"] != "home.example" {
			t.Errorf("the relying party is %v", rp)
		}
		w.do(call{host: "home.example", path: passkeysCall, key: own, body: map[string]any{
			"credential": passkeytest.New(t).Create(options), "name": strings.Repeat("x", 61),
		}}).want(400, "validation_failed").field("name")
		a, added := w.addPasskey("home.example", own)
		if added.Name != "Laptop" || added.Domain != "home.example" || added.LastUsedAt != nil {
			t.Errorf("added %+v", added)
		}

		key := w.visitor(home)
		login := func(credential map[string]any) reply {
			return w.do(call{host: "home.example", path: passkeyLoginCall + "?lang=fr", key: key, body: map[string]any{"credential": credential}})
		}
		login(nil).want(400, "validation_failed").field("credential")
		if got := login(map[string]any{"id": "x"}).want(422, "passkey_failed").problem().Detail; !strings.HasPrefix(got, "Cette clé d’accès n’a pas fonctionné") {
			t.Errorf("says %q", got)
		}
		var in loggedInDTO
		login(a.Get(w.passkeyOptions("home.example", key, passkeyLoginCall, map[string]any{}))).into(&in)
		if in.User.Email != "fan@example.com" {
			t.Errorf("got %+v", in.User)
		}
		w.do(call{host: "home.example", path: passkeyLoginCall + "/begin", key: in.APIKey, body: map[string]any{}}).want(409, "already_logged_in")
		var list []passkeyDTO
		w.do(call{path: passkeysCall, key: in.APIKey}).into(&list)
		if len(list) != 1 || list[0].LastUsedAt == nil {
			t.Errorf("listed %+v", list)
		}
		if file := w.do(call{path: "/api/profile/export", key: in.APIKey}); !strings.Contains(string(file.body), `"name":"Laptop"`) {
			t.Errorf("the export has %s", file.body)
		}
		remove := call{method: http.MethodDelete, path: fmt.Sprintf("%s/%d", passkeysCall, added.ID), key: in.APIKey}
		w.do(remove).want(200, "")
		w.do(remove).want(404, "passkey_not_found")
	})
}

// A passkey works on the site where it was made, and no other site accepts its responses.
func TestPasskeysOfOneSite(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	a, _ := w.addPasskey("home.example", w.loggedIn(home, "fan@example.com"))
	key := w.visitor(away)
	credential := a.Get(w.passkeyOptions("away.example", key, passkeyLoginCall, map[string]any{}))
	w.do(call{host: "away.example", path: passkeyLoginCall, key: key, body: map[string]any{"credential": credential}}).want(422, "passkey_failed")
	key = w.visitor(home)
	a.Origin = "https://away.example"
	credential = a.Get(w.passkeyOptions("home.example", key, passkeyLoginCall, map[string]any{}))
	w.do(call{host: "home.example", path: passkeyLoginCall, key: key, body: map[string]any{"credential": credential}}).want(422, "passkey_failed")
	// A key of one channel on the host of another.
	w.do(call{host: "away.example", path: passkeyLoginCall + "/begin", key: key, body: map[string]any{}}).want(404, "relying_party_not_found")
}

// A passkey confirms a change of the account where the password would be asked for.
func TestAChangeIsConfirmedByAPasskey(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		own := w.loggedIn(home, "fan@example.com")
		begin := call{host: "home.example", path: passkeysCall + "/step-up/begin", key: own, body: map[string]any{}}
		w.do(begin).want(404, "passkey_not_found")
		a, _ := w.addPasskey("home.example", own)
		finish := func(key string, credential map[string]any) reply {
			return w.do(call{host: "home.example", path: passkeysCall + "/step-up", key: key, body: map[string]any{"credential": credential}})
		}
		finish(own, nil).want(400, "validation_failed").field("credential")
		finish(own, map[string]any{"id": "x"}).want(422, "passkey_failed")
		finish(w.visitor(home), map[string]any{"id": "x"}).want(401, "unauthenticated")
		other := w.loggedIn(home, "eve@example.com")
		w.addPasskey("home.example", other)
		finish(other, a.Get(w.passkeyOptions("home.example", other, passkeysCall+"/step-up", map[string]any{}))).want(422, "passkey_failed")
		w.do(call{host: "home.example", path: passkeysCall + "/begin", key: own, body: map[string]any{}}).want(400, "validation_failed").field("password")
		var got stepUpDTO
		finish(own, a.Get(w.passkeyOptions("home.example", own, passkeysCall+"/step-up", map[string]any{}))).into(&got)
		if !got.Until.After(w.clock.Now()) {
			t.Errorf("got %+v", got)
		}
		w.do(call{host: "home.example", path: passkeysCall + "/begin", key: own, body: map[string]any{}}).want(200, "")
		w.do(call{path: "/api/delete-account", key: own, body: map[string]any{}}).want(200, "")
		w.do(call{path: "/api/delete-account", key: other, body: map[string]any{}}).want(400, "validation_failed").field("current_password")
	})
}
