package api

import (
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

const guestCall = "/api/v2/auth/guest"

func TestGuests(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.person(home, "fan@example.com", verifiedPerson)
		key := w.visitor(home)
		guest := func(key string, body map[string]any) reply { return w.do(call{path: guestCall, key: key, body: body}) }
		guest(key, map[string]any{"terms": true}).want(400, "validation_failed").field("email")
		guest(key, map[string]any{"email": "guest@example.com"}).want(400, "validation_failed").field("terms")
		// The page of a taken address says nothing of the account: its owner goes on by a code.
		taken := guest(key, map[string]any{"email": "fan@example.com", "terms": true}).want(403, "login_code_sent")
		if strings.Contains(string(taken.body), "regist") {
			t.Errorf("says %s", taken.body)
		}
		owner := w.visitor(home)
		var back loggedInDTO
		guest(owner, map[string]any{"email": "fan@example.com", "terms": true}).want(403, "login_code_sent")
		w.do(call{path: codeCall, key: owner, body: map[string]any{"code": w.newestCode("fan@example.com")}}).into(&back)
		if back.User.Email != "fan@example.com" || !back.User.HasPassword {
			t.Errorf("got %+v", back.User)
		}
		var in loggedInDTO
		guest(key, map[string]any{"email": "guest@example.com", "terms": true}).into(&in)
		if in.User.HasPassword || in.User.EmailVerified {
			t.Errorf("got %+v", in.User)
		}
		w.do(call{path: "/api/profile", key: in.APIKey}).want(200, "")
		guest(in.APIKey, map[string]any{"email": "two@example.com", "terms": true}).want(409, "already_logged_in")
		// Elsewhere the account opens by a code.
		elsewhere := w.visitor(home)
		var later loggedInDTO
		w.do(call{path: codeCall, key: elsewhere, body: map[string]any{"code": w.mailedCode(elsewhere, "guest@example.com")}}).into(&later)
		if later.User.ID != in.User.ID || !later.User.EmailVerified {
			t.Errorf("got %+v", later.User)
		}
	})
}
