package api

import (
	"maps"
	"net/http"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

const memberSecret = "what the membership system and the channel share: "

// memberToken is a good token of a channel's membership system, changed; nil removes a claim.
func (w *world) memberToken(channelKey string, change map[string]any) string {
	w.t.Helper()
	now := w.clock.Now()
	claims := map[string]any{
		"aud": channelKey, "sub": "member-7", "jti": now.String() + w.t.Name(), "iat": now.Unix(), "exp": now.Add(5 * time.Minute).Unix(),
	}
	maps.Copy(claims, change)
	maps.DeleteFunc(claims, func(_ string, value any) bool { return value == nil })
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.HS256, Key: []byte(memberSecret + channelKey)}, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	token, err := jwt.Signed(signer).Claims(claims).Serialize()
	if err != nil {
		w.t.Fatal(err)
	}
	return token
}

func (w *world) remote(key string, body map[string]any) reply {
	w.t.Helper()
	return w.do(call{path: "/api/v2/auth/remote", key: key, body: body})
}

func TestAMemberIsLetInOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, _ := newSocialWorld(t, d)
		token := w.memberToken(home, map[string]any{"given_name": "Ada", "family_name": "L"})
		var first, second RemoteDTO
		w.remote(w.visitor(home), map[string]any{"token": token, "return_to": "/watch/7?t=1"}).into(&first)
		if first.User.Email != "" || first.User.FirstName != "Ada" || first.ReturnTo != "/watch/7?t=1" {
			t.Errorf("got %+v", first)
		}
		w.remote(w.visitor(home), map[string]any{"token": token}).want(http.StatusUnauthorized, "remote_token_used")
		w.remote(w.visitor(home), map[string]any{"token": w.memberToken(home, map[string]any{"jti": "2"})}).into(&second)
		if second.User.ID != first.User.ID {
			t.Errorf("became %+v the second time", second.User)
		}
		// Two members without an address are two users.
		w.remote(w.visitor(home), map[string]any{"token": w.memberToken(home, map[string]any{"jti": "3", "sub": "member-8"})}).into(&second)
		if second.User.ID == first.User.ID {
			t.Error("two members are one user")
		}
		w.remote(second.APIKey, map[string]any{"token": w.memberToken(home, map[string]any{"jti": "4"})}).want(http.StatusConflict, "already_logged_in")
	})
}

func TestMembersAreTheChannelsOwn(t *testing.T) {
	w, _ := newSocialWorld(t, dbtest.SQLite(t))
	w.remote(w.visitor(away), map[string]any{"token": w.memberToken(home, nil)}).want(http.StatusUnauthorized, "remote_token_signature")
	w.remote(w.visitor(away), map[string]any{"token": "x.y.z"}).want(http.StatusUnauthorized, "remote_token_malformed")
	var here, there RemoteDTO
	w.remote(w.visitor(home), map[string]any{"token": w.memberToken(home, nil)}).into(&here)
	w.remote(w.visitor(away), map[string]any{"token": w.memberToken(away, nil)}).into(&there)
	if here.User.ID == there.User.ID {
		t.Error("two channels share a member")
	}
}

func TestMembersConnectOnlyByVerifiedAddresses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w, _ := newSocialWorld(t, d)
		user := w.person(home, "ada@example.com")
		claims := map[string]any{"email": "ada@example.com", "email_verified": false}
		key := w.visitor(home)
		token := w.memberToken(home, claims)
		w.remote(key, map[string]any{"token": token}).want(http.StatusConflict, "password_login_needed")
		var in loggedInDTO // the token stays good, for who shows the password
		w.do(call{path: "/api/v2/auth/login", key: key, body: map[string]any{"email": "ada@example.com", "password": secret}}).into(&in)
		var dto RemoteDTO
		w.remote(in.APIKey, map[string]any{"token": token, "link": true}).into(&dto)
		if dto.User.ID != user.ID {
			t.Errorf("became %+v", dto.User)
		}
		bo := w.person(home, "bo@example.com")
		w.verify(bo)
		w.remote(w.visitor(home), map[string]any{"token": w.memberToken(home, map[string]any{"email": "bo@example.com", "email_verified": true, "sub": "bo", "jti": "5"})}).into(&dto)
		if dto.User.ID != bo.ID {
			t.Errorf("became %+v", dto.User)
		}
	})
}

// A membership system sends nobody to where the channel does not let it.
func TestMembersAreSentOnWithinBounds(t *testing.T) {
	w, _ := newSocialWorld(t, dbtest.SQLite(t))
	for to, want := range map[string]string{
		"/watch/7": "/watch/7", "https://shop.example/cart": "https://shop.example/cart",
		"//evil.example": "", `/\evil.example`: "", "https://evil.example": "", "javascript:alert(1)": "", "https://shop.example@evil.example/": "",
	} {
		var dto RemoteDTO
		w.remote(w.visitor(home), map[string]any{"token": w.memberToken(home, map[string]any{"jti": to}), "return_to": to}).into(&dto)
		if dto.ReturnTo != want {
			t.Errorf("%q: sent on to %q", to, dto.ReturnTo)
		}
	}
}
