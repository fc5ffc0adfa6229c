package media

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func ring(t rapid.TB, secrets ...string) *Keyring {
	t.Helper()
	r, err := NewKeyring(secrets...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func drawGrant(rt *rapid.T) Grant {
	id := rapid.Int64Range(0, 1<<50)
	switch rapid.IntRange(0, 7).Draw(rt, "kind") {
	case 0:
		g := Grant{
			ChannelID: id.Draw(rt, "channel"), CutID: CutID(id.Draw(rt, "cut") + 1), UserID: id.Draw(rt, "user"), SessionID: id.Draw(rt, "session"),
			Download: rapid.Bool().Draw(rt, "download"), ExpiresAt: kickOff.Add(time.Hour),
		}
		if !g.Download {
			g.Network = id.Draw(rt, "network")
		}
		return g
	case 1:
		return Grant{
			ChannelID: id.Draw(rt, "channel"), EventID: id.Draw(rt, "event") + 1, UserID: id.Draw(rt, "user"), SessionID: id.Draw(rt, "session"),
			Download: true, ExpiresAt: kickOff.Add(time.Hour),
		}
	case 2:
		return Grant{
			ChannelID: id.Draw(rt, "channel"), VODID: id.Draw(rt, "medium") + 1, UserID: id.Draw(rt, "user"), SessionID: id.Draw(rt, "session"),
			Source:    Source{StreamID: StreamID(id.Draw(rt, "stream")), FilmID: FilmID(id.Draw(rt, "film"))},
			ExpiresAt: kickOff.Add(time.Duration(rapid.IntRange(1, 1<<30).Draw(rt, "life")) * time.Second),
		}
	case 3:
		return Grant{
			ChannelID: id.Draw(rt, "channel"), VODID: id.Draw(rt, "medium") + 1, UserID: id.Draw(rt, "user"), SessionID: id.Draw(rt, "session"),
			Source: Source{FilmID: FilmID(id.Draw(rt, "film"))}, Player: drawPlayer(rt), ExpiresAt: kickOff.Add(time.Hour),
		}
	case 4:
		return Grant{
			ChannelID: id.Draw(rt, "channel"), EventID: id.Draw(rt, "event"), UserID: id.Draw(rt, "user"), SessionID: id.Draw(rt, "session"),
			Player: drawPlayer(rt), ExpiresAt: kickOff.Add(time.Hour),
		}
	case 5:
		g := Grant{
			ChannelID: id.Draw(rt, "channel"), EventID: id.Draw(rt, "event"), UserID: id.Draw(rt, "user"), SessionID: id.Draw(rt, "session"),
			Sound: true, ExpiresAt: kickOff.Add(time.Hour),
		}
		if rapid.Bool().Draw(rt, "bound") {
			g.Player = drawPlayer(rt)
		}
		return g
	}
	return Grant{
		ChannelID: id.Draw(rt, "channel"), EventID: id.Draw(rt, "event"), UserID: id.Draw(rt, "user"), SessionID: id.Draw(rt, "session"),
		ExpiresAt: kickOff.Add(time.Duration(rapid.IntRange(1, 1<<30).Draw(rt, "life")) * time.Second),
	}
}

func drawPlayer(rt *rapid.T) int64 { return rapid.Int64Range(1, 1<<62).Draw(rt, "player") }

func TestTokensAreReadAsSigned(t *testing.T) {
	r := ring(t, secret)
	rapid.Check(t, func(rt *rapid.T) {
		g := drawGrant(rt)
		token := r.Sign(g)
		got, err := r.Verify(token, kickOff)
		if err != nil || got != g {
			rt.Fatalf("%+v, %v", got, err)
		}
		if len(token) > maxToken {
			rt.Fatalf("%d characters", len(token))
		}
		if _, err := r.Verify(token, g.ExpiresAt); !errors.Is(err, errExpired) {
			rt.Fatalf("at its end: %v", err)
		}
	})
}

// No token but one we signed is accepted: not with a bit changed, not in another
// spelling, not of another secret.
func TestForgedTokensAreRefused(t *testing.T) {
	r, foreign := ring(t, secret), ring(t, strings.ToUpper(secret))
	rapid.Check(t, func(rt *rapid.T) {
		g := drawGrant(rt)
		raw, err := base64.RawURLEncoding.DecodeString(r.Sign(g))
		if err != nil {
			rt.Fatal(err)
		}
		raw[rapid.IntRange(0, len(raw)-1).Draw(rt, "byte")] ^= 1 << rapid.IntRange(0, 7).Draw(rt, "bit")
		if _, err := r.Verify(base64.RawURLEncoding.EncodeToString(raw), kickOff); !errors.Is(err, errSignature) {
			rt.Fatalf("a bit changed: %v", err)
		}
		if _, err := r.Verify(foreign.Sign(g), kickOff); !errors.Is(err, errSignature) {
			rt.Fatalf("another secret: %v", err)
		}
		if _, err := r.Verify(rapid.String().Draw(rt, "noise"), kickOff); !errors.Is(err, errSignature) {
			rt.Fatalf("noise: %v", err)
		}
	})
	token := r.Sign(Grant{ChannelID: 1, EventID: 2, ExpiresAt: kickOff.Add(time.Hour)})
	for _, text := range []string{"", token + "=", token + "A", token[:len(token)-1], " " + token, token + "\n", token[:9] + "\r" + token[9:], strings.Repeat("A", 4096)} {
		if _, err := r.Verify(text, kickOff); !errors.Is(err, errSignature) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestKeysRotate(t *testing.T) {
	const next = "another secret for tests, just as long as that"
	old, both, newest := ring(t, secret), ring(t, next, secret), ring(t, next)
	g := Grant{ChannelID: 1, EventID: 2, UserID: 3, SessionID: 4, ExpiresAt: kickOff.Add(time.Hour)}
	if _, err := both.Verify(old.Sign(g), kickOff); err != nil {
		t.Errorf("the old key's token: %v", err)
	}
	if _, err := newest.Verify(both.Sign(g), kickOff); err != nil {
		t.Errorf("the new key's token: %v", err)
	}
	if _, err := newest.Verify(old.Sign(g), kickOff); !errors.Is(err, errSignature) {
		t.Errorf("a dropped key's token: %v", err)
	}
	for _, secrets := range [][]string{nil, {""}, {"short"}} {
		if _, err := NewKeyring(secrets...); err == nil {
			t.Errorf("%q makes a ring", secrets)
		}
	}
}
