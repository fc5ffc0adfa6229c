package passkey_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/grandstand/grandstand/internal/passkey"
	"github.com/grandstand/grandstand/internal/passkey/passkeytest"
)

var party = passkey.Party{ID: "home.example", Origin: "https://home.example", Name: "Home"}

func bytesOf(t *testing.T, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func owner(keys ...passkey.Key) passkey.Owner {
	return passkey.Owner{Handle: []byte("0123456789abcdef"), Name: "ada@example.com", Keys: keys}
}

func registered(t *testing.T, a *passkeytest.Authenticator) passkey.Key {
	t.Helper()
	options, challenge, err := passkey.Create(party, owner())
	if err != nil {
		t.Fatal(err)
	}
	key, err := passkey.Register(party, owner(), challenge, bytesOf(t, a.Create(options)))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func login(t *testing.T, a *passkeytest.Authenticator, at passkey.Party, key passkey.Key) (passkey.Key, error) {
	t.Helper()
	options, challenge, err := passkey.Request(at)
	if err != nil {
		t.Fatal(err)
	}
	return passkey.Verify(at, challenge, bytesOf(t, a.Get(options)), func(id string) (passkey.Owner, error) {
		if id != key.ID {
			return passkey.Owner{}, passkey.ErrRefused
		}
		return owner(key), nil
	})
}

func TestAPasskeyIsRegisteredAndVerified(t *testing.T) {
	a := passkeytest.New(t)
	key := registered(t, a)
	after, err := login(t, a, party, key)
	if err != nil || after.SignCount != key.SignCount+1 {
		t.Fatalf("%+v, %v", after, err)
	}
	if _, err := login(t, a, party, after); err != nil {
		t.Error(err)
	}
}

func TestRefusedResponses(t *testing.T) {
	for name, spoil := range map[string]func(a *passkeytest.Authenticator){
		"another origin":       func(a *passkeytest.Authenticator) { a.Origin = "https://home.example.evil.example" },
		"a subdomain":          func(a *passkeytest.Authenticator) { a.Origin = "https://www.home.example" },
		"without TLS":          func(a *passkeytest.Authenticator) { a.Origin = "http://home.example" },
		"without verification": func(a *passkeytest.Authenticator) { a.Unverified = true },
	} {
		t.Run(name, func(t *testing.T) {
			a := passkeytest.New(t)
			options, challenge, err := passkey.Create(party, owner())
			if err != nil {
				t.Fatal(err)
			}
			spoiled := a.Clone()
			spoil(spoiled)
			if _, err := passkey.Register(party, owner(), challenge, bytesOf(t, spoiled.Create(options))); !errors.Is(err, passkey.ErrRefused) {
				t.Errorf("registration: %v", err)
			}
			key := registered(t, a)
			spoil(a)
			if _, err := login(t, a, party, key); !errors.Is(err, passkey.ErrRefused) {
				t.Errorf("login: %v", err)
			}
		})
	}
	t.Run("a copied authenticator", func(t *testing.T) {
		a := passkeytest.New(t)
		key := registered(t, a)
		copied := a.Clone()
		after, err := login(t, a, party, key)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := login(t, copied, party, after); !errors.Is(err, passkey.ErrRefused) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("another relying party", func(t *testing.T) {
		a := passkeytest.New(t)
		key := registered(t, a)
		other := passkey.Party{ID: "away.example", Origin: "https://away.example", Name: "Away"}
		options, _, err := passkey.Request(party)
		if err != nil {
			t.Fatal(err)
		}
		_, challenge, err := passkey.Request(other)
		if err != nil {
			t.Fatal(err)
		}
		_, err = passkey.Verify(other, challenge, bytesOf(t, a.Get(options)), func(string) (passkey.Owner, error) { return owner(key), nil })
		if !errors.Is(err, passkey.ErrRefused) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("no JSON of a browser", func(t *testing.T) {
		_, challenge, err := passkey.Request(party)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"", "{}", "null", `{"id":"AA","rawId":"AA","type":"public-key","response":{}}`} {
			if _, err := passkey.Verify(party, challenge, []byte(text), func(string) (passkey.Owner, error) { return owner(), nil }); !errors.Is(err, passkey.ErrRefused) {
				t.Errorf("%q: %v", text, err)
			}
			if _, err := passkey.Register(party, owner(), challenge, []byte(text)); !errors.Is(err, passkey.ErrRefused) {
				t.Errorf("%q: %v", text, err)
			}
		}
	})
}
