package api

import (
	"net/http"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func TestChannelKeyOfADomain(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	var found channelKeyDTO
	w.do(call{path: "/keys/channel-key?domain=AWAY.example:8443"}).into(&found)
	if found.ChannelKey != away || found.Domain != "away.example" {
		t.Errorf("got %+v", found)
	}
	w.do(call{path: "/keys/channel-key"}).into(&found)
	if found.ChannelKey != home {
		t.Errorf("by the host: %+v", found)
	}
	problem := w.do(call{path: "/keys/channel-key?domain=nobody.example"}).want(404, "channel_not_found").problem()
	if problem.Detail != "No chanel or api key found" {
		t.Errorf("detail %q", problem.Detail)
	}
	w.do(call{path: "/keys/channel-key", host: "nobody.example"}).want(404, "channel_not_found")
}

func TestAPIKey(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		var got apiKeyDTO
		w.do(call{path: "/api/get_api_key", body: map[string]any{"channel_key": home}}).into(&got)
		if len(got.APIKey) != 43 || got.ChannelKey != home || !got.ExpiresAt.Equal(w.clock.Now().Add(account.SessionLife)) {
			t.Errorf("got %+v", got)
		}
		w.do(call{path: "/api/geo", key: got.APIKey}).want(200, "")
		w.do(call{path: "/api/geo", header: map[string]string{"Authorization": "Bearer " + got.APIKey}}).want(200, "")

		w.do(call{path: "/api/get_api_key", body: map[string]any{"channel_key": "nobody"}}).
			want(400, "invalid_channel_key").field("channel_key")
		w.do(call{path: "/api/get_api_key", body: map[string]any{}}).want(400, "validation_failed").field("channel_key")

		w.clock.Advance(account.SessionLife)
		w.do(call{path: "/api/geo", key: got.APIKey}).want(400, "invalid_api_key").field("api_key")
	})
}

func TestKeysThatOpenNothing(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	valid, other := w.visitor(home), w.visitor(away)
	for name, c := range map[string]struct {
		call call
		code string
	}{
		"none":                   {call{path: "/api/geo"}, "no_api_key"},
		"garbage":                {call{path: "/api/geo", key: "garbage"}, "invalid_api_key"},
		"right shape":            {call{path: "/api/geo", key: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}, "invalid_api_key"},
		"two in query":           {call{path: "/api/geo?api_key=" + valid + "&api_key=" + other}, "validation_failed"},
		"query and header":       {call{path: "/api/geo", key: valid, header: map[string]string{"Authorization": "Bearer " + other}}, "conflicting_api_keys"},
		"query and body":         {call{path: "/api/auth/logout?api_key=" + valid, key: other, body: map[string]any{}}, "conflicting_api_keys"},
		"two in body":            {call{path: "/api/auth/logout", body: `{"api_key":"` + valid + `","api_key":"` + other + `"}`}, "validation_failed"},
		"of another channel":     {call{path: "/api/keyed-by-nobody", key: valid}, "route_not_found"},
		"not the case it had":    {call{path: "/api/geo", key: flipCase(valid)}, "invalid_api_key"},
		"no key on a user call":  {call{path: "/api/profile"}, "no_api_key"},
		"anonymous on user call": {call{path: "/api/profile", key: valid}, "unauthenticated"},
	} {
		t.Run(name, func(t *testing.T) {
			w.t = t
			rep := w.do(c.call)
			if rep.problem().Code != c.code {
				t.Errorf("got %s, want %s", rep.body, c.code)
			}
			if c.code == "no_api_key" && rep.problem().Detail != "NO_API_KEY" {
				t.Errorf("detail %q", rep.problem().Detail)
			}
		})
	}
	t.Run("the same key twice is one key", func(t *testing.T) {
		w.t = t
		w.do(call{path: "/api/geo", key: valid, header: map[string]string{"Authorization": "Bearer " + valid}}).want(200, "")
	})
}

func flipCase(key string) string {
	bytes := []byte(key)
	for i, c := range bytes {
		if c >= 'a' && c <= 'z' {
			bytes[i] = c - 'a' + 'A'
			return string(bytes)
		}
	}
	return key + "x"
}

func TestSessionIsLookedUpOnceASecond(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	key := w.visitor(home)
	w.do(call{path: "/api/geo", key: key}).want(200, "")
	// Ended by another node: this one may not notice for a second, and not longer.
	if _, err := w.db.Write().NewRaw("DELETE FROM sessions").Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.clock.Advance(time.Second)
	w.do(call{path: "/api/geo", key: key}).want(400, "invalid_api_key")
}

func TestGeoOfAPrivateAddressIsUnknown(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	var got geoDTO
	w.do(call{path: "/api/geo", key: w.visitor(home), from: "192.168.1.5:80"}).into(&got)
	if got != (geoDTO{IP: "192.168.1.5"}) {
		t.Errorf("got %+v", got)
	}
	w.do(call{method: http.MethodPost, path: "/api/geo", body: "{}"}).want(405, "method_not_allowed")
}
