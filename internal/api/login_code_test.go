package api

import (
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

const (
	codeRequestCall = "/api/auth/login-code-request"
	codeCall        = "/api/v2/auth/login-code"
)

// mailedCode has a login code mailed and returns the code of the letter.
func (w *world) mailedCode(key, email string) string {
	w.t.Helper()
	w.do(call{path: codeRequestCall, key: key, body: map[string]any{"email": email}}).want(200, "")
	return w.newestCode(email)
}

// newestCode returns the code of the newest letter that has one.
func (w *world) newestCode(email string) string {
	w.t.Helper()
	w.runErrands()
	for i := len(w.post.posted) - 1; i >= 0; i-- {
		if p := w.post.posted[i]; p.to == email && p.letter.Code != "" {
			return p.letter.Code
		}
	}
	w.t.Fatalf("no code for %s", email)
	return ""
}

func verifiedPerson(n *account.NewUser) { n.EmailVerified = true }

func TestLoggingInByAMailedCode(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.person(home, "fan@example.com", verifiedPerson)
		key := w.visitor(home)
		ask := func(path string, body map[string]any) reply { return w.do(call{path: path, key: key, body: body}) }
		ask(codeRequestCall, map[string]any{"email": ""}).want(400, "validation_failed").field("email")
		ask(codeRequestCall, map[string]any{"email": "no address"}).want(400, "validation_failed").field("email")
		ask(codeCall, map[string]any{}).want(400, "validation_failed").field("code")
		got := ask(codeCall+"?lang=fr", map[string]any{"code": "123456"}).want(422, "wrong_login_code").problem()
		if !strings.HasPrefix(got.Errors[0].Message, "Ce code est incorrect") {
			t.Errorf("says %q", got.Errors[0].Message)
		}
		code := w.mailedCode(key, "fan@example.com")
		for _, letter := range []string{"fan@example.com", "free@example.com"} { // the answer is the same
			other := w.visitor(home)
			if got := w.do(call{path: codeRequestCall, key: other, body: map[string]any{"email": letter}}); string(got.body) == "" || got.status != 200 {
				t.Errorf("%s: %d %s", letter, got.status, got.body)
			}
			w.do(call{path: codeCall, key: other, body: map[string]any{"code": code}}).want(422, "wrong_login_code")
		}
		var in loggedInDTO
		ask(codeCall, map[string]any{"code": code}).into(&in)
		if in.User.Email != "fan@example.com" || in.APIKey == key || in.NamesRemoved {
			t.Errorf("got %+v", in)
		}
		// An account whose address was never confirmed loses its names on an unknown device.
		w.register(home, "new@example.com")
		var owner loggedInDTO
		other := w.visitor(home)
		w.do(call{path: codeCall, key: other, body: map[string]any{"code": w.mailedCode(other, "new@example.com")}}).into(&owner)
		if owner.User.Email != "new@example.com" || owner.User.FirstName != "" || !owner.NamesRemoved {
			t.Errorf("got %+v", owner)
		}
		w.do(call{path: "/api/profile", key: in.APIKey}).want(200, "")
		w.do(call{path: codeCall, key: in.APIKey, body: map[string]any{"code": code}}).want(409, "already_logged_in")
		w.do(call{path: codeRequestCall, key: in.APIKey, body: map[string]any{"email": "fan@example.com"}}).want(409, "already_logged_in")
		if log := w.log.String(); strings.Contains(log, code) {
			t.Error("the log tells the code")
		}
	})
}

func TestTheSecondStepAfterAMailedCode(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	_, codes := w.protect(w.loggedIn(home, "fan@example.com", verifiedPerson))
	key := w.visitor(home)
	ticket := ticketIn(t, w.do(call{path: codeCall, key: key, body: map[string]any{"code": w.mailedCode(key, "fan@example.com")}}))
	w.do(call{path: "/api/v2/auth/second-factor", key: key, body: map[string]any{"ticket": ticket, "code": codes[0]}}).want(200, "")
}

// A code that was asked for on one channel says nothing on another.
func TestAMailedCodeIsOfOneChannel(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.person(home, "fan@example.com", verifiedPerson)
	w.person(away, "fan@example.com", verifiedPerson)
	code := w.mailedCode(w.visitor(home), "fan@example.com")
	w.do(call{path: codeCall, key: w.visitor(away), body: map[string]any{"code": code}}).want(422, "wrong_login_code")
}
