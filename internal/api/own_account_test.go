package api

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/throttle"
)

// ownAccountRows ask about the sessions and the mailed links of another channel's user.
func ownAccountRows() map[string]tenantRow {
	links := func(path, page string) tenantRow {
		return func(f *foreigners) []probe {
			unknown := maps.Clone(f.links[page])
			unknown["signature"] = strings.Repeat("A", 43)
			return []probe{{"another channel's mailed link", call{path: path, body: f.links[page]}, call{path: path, body: unknown}}}
		}
	}
	return map[string]tenantRow{
		"list-sessions":       nothingToName,
		"list-identities":     nothingToName,
		"connect-identity":    nothingToName, // TestALoginIsConnectedByWhoAskedForIt
		"disconnect-identity": nothingToName, // a provider is no thing of a channel: account.TestAWayInIsEnded
		"end-other-sessions":  nothingToName,
		"delete-account":      nothingToName,
		"export-profile":      nothingToName,
		"end-session": func(f *foreigners) []probe {
			end := func(id int64) call {
				return call{method: http.MethodDelete, path: fmt.Sprintf("/api/auth/sessions/%d", id)}
			}
			return []probe{{"another channel's session", end(f.session), end(999_999)}}
		},
		"confirm-email":          links("/api/auth/confirm-email", "/confirm-email"),
		"delete-account-confirm": links("/api/delete-account-confirm", "/confirm-account-deletion"),
	}
}

// mailForeigner logs the other channel's user in and has links mailed to them.
func (w *world) mailForeigner(f *foreigners) {
	w.t.Helper()
	key := w.login(away, f.user.Email)
	session := must[account.Session](w)(w.accounts.FindSession(w.t.Context(), key))
	must[string](w)(w.accounts.AskDeletion(w.t.Context(), session, secret, French, netip.Addr{}))
	fresh := marker + ".new@example.com"
	if _, _, err := w.accounts.EditProfile(w.t.Context(), session, account.ProfileChange{Email: &fresh, CurrentPassword: secret}); err != nil {
		w.t.Fatal(err)
	}
	f.session = session.ID
	f.links = map[string]map[string]any{"/confirm-email": w.mailed(fresh)}
	for _, l := range w.post.posted {
		if strings.HasPrefix(l.letter.Button.Path, "/confirm-account-deletion") {
			f.links["/confirm-account-deletion"] = mailedBody(w.t, l.letter)
		}
	}
}

// privileged are what a user may never give themselves.
var privileged = []string{
	"role", "capabilities", "featureCount", "trial_period_used", "is_geo_blocked", "email_verified", "temporary_password",
	"channel_id", "id", "user_id", "password_hash", "created_at", "pending_email", "has_password", "deleting_ms", "clips_count", "anything",
}

// What a user may never give themselves is refused by name, and has no effect beside what
// they may.
func TestMassAssignmentIsRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		visitor, user := w.visitor(home), w.loggedIn(home, "fan@example.com")
		before := w.rowsOf("users")
		for _, name := range privileged {
			for i, value := range []any{"operator", true, 1, []string{"watch"}, map[string]any{"clips": 0}, nil} {
				for path, key := range map[string]string{"/api/v2/auth/register": visitor, "/api/profile": user} {
					body := map[string]any{"first_name": "Mallory", name: value}
					if path != "/api/profile" {
						body = registration(nil)
						body[name] = value
					}
					from := fmt.Sprintf("203.0.113.%d:1", i) // or so many registrations would be too many
					w.do(call{path: path, key: key, body: body, from: from}).want(400, "validation_failed").field(name)
				}
			}
		}
		if after := w.rowsOf("users"); after != before {
			t.Errorf("it had an effect:\n%s\n%s", before, after)
		}
	})
}

// No other call takes them either, in its body or in the query.
func TestNoCallTakesWhatIsNotAskedFor(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), unlimitedCalls)
	visitor, user := w.visitor(home), w.loggedIn(home, "owner@example.com", func(n *account.NewUser) { n.Role = actor.Owner })
	asked := 0
	for _, op := range w.api.Operations() {
		if op.Method != http.MethodPost || op.upload != nil {
			continue
		}
		known := bodyFields(w, op)
		for _, name := range privileged {
			if name == "user_id" && op.ID == "record-analytics-event" {
				continue // it is taken and not believed: TestWhoTellsIsWhoseKeyItIs
			}
			if slices.Contains(known, name) {
				t.Errorf("%s takes %s", op.ID, name)
				continue
			}
			for _, key := range []string{visitor, user} {
				if op.Auth == AuthUser && key == visitor {
					continue
				}
				asked++
				from := fmt.Sprintf("203.%d.%d.1:1", asked/256, asked%256) // reports of missing keys are limited by network
				c := call{path: placeholder.ReplaceAllString(op.Path, "1"), key: key, body: map[string]any{name: true}, from: from}
				if rep := w.do(c); rep.status != http.StatusBadRequest || !strings.Contains(string(rep.body), `"field":"`+name+`"`) {
					t.Errorf("%s with %s: %d %s", op.ID, name, rep.status, rep.body)
				}
				c.path, c.body = c.path+"?"+name+"=true", map[string]any{}
				if rep := w.do(c); rep.status != http.StatusBadRequest || !strings.Contains(string(rep.body), `"field":"`+name+`"`) {
					t.Errorf("%s with %s in the query: %d %s", op.ID, name, rep.status, rep.body)
				}
			}
		}
	}
	t.Logf("%d questions", asked)
}

// rowsOf is a whole table as a text, for comparing.
func (w *world) rowsOf(table string) string {
	w.t.Helper()
	var rows []map[string]any
	if err := w.db.Read().NewRaw("SELECT * FROM "+table+" ORDER BY id").Scan(w.t.Context(), &rows); err != nil {
		w.t.Fatal(err)
	}
	return fmt.Sprint(rows)
}

// Only the profile knows _method, and of it only patch, in the body.
func TestNoOtherCallKnowsAnotherMethod(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t), func(d *Deps) { d.Options.Limits.Credential = throttle.Rate{Every: 1, Burst: -1} })
	asked := 0
	for _, op := range w.api.Operations() {
		if op.stream != nil || op.leads != nil { // a redirect takes what a provider sends, and drops the rest
			continue
		}
		key := w.loggedIn(home, op.ID+"@example.com", func(n *account.NewUser) { n.Role = actor.Owner })
		path := placeholder.ReplaceAllString(op.Path, "1")
		bearer := map[string]string{"Authorization": "Bearer " + key}
		asked++
		w.do(call{method: op.Method, path: path + "?_method=patch", header: bearer}).want(400, "validation_failed").field("_method")
		if op.Method != http.MethodPost || op.upload != nil {
			continue
		}
		for _, method := range []any{"patch", "PATCH", "delete", "put", "", nil, 1} {
			if op.ID == "edit-profile" && (method == "patch" || method == "PATCH" || method == nil) {
				continue
			}
			asked++
			rep := w.do(call{method: op.Method, path: path, header: bearer, body: map[string]any{"_method": method}})
			if rep.status != 400 || !strings.Contains(string(rep.body), "_method") {
				t.Errorf("%s with %v: %d %s", op.ID, method, rep.status, rep.body)
			}
		}
	}
	key := w.loggedIn(home, "fan@example.com")
	w.do(call{path: "/api/profile", key: key, body: map[string]any{"_method": "patch", "first_name": "Grace"}}).want(200, "")
	w.do(call{path: "/api/profile", key: key, header: map[string]string{"X-HTTP-Method-Override": "DELETE"}, body: map[string]any{}}).want(200, "")
	t.Logf("%d questions", asked)
}

func TestTheCurrentPasswordGuardsPasswordAndAddress(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		key := w.loggedIn(home, "fan@example.com")
		edit := func(body map[string]any) reply { return w.do(call{path: "/api/profile", key: key, body: body}) }
		for _, change := range []map[string]any{
			{"email": "new@example.com"},
			{"password": "Tip-off at 7", "password_confirmation": "Tip-off at 7"},
		} {
			edit(change).want(400, "validation_failed").field("current_password")
			change["current_password"] = "wrong-password"
			wrong := edit(change).want(422, "incorrect_password")
			if p := wrong.problem(); p.Detail != "Incorrect password" || wrong.field("current_password").Message != p.Detail {
				t.Errorf("got %s", wrong.body)
			}
		}
		edit(map[string]any{"email": "fan@example.com", "first_name": "Grace", "language": "fr"}).want(200, "") // as it was: no password needed
		edit(map[string]any{"language": "de"}).want(400, "validation_failed").field("language")
		edit(map[string]any{"email": "nobody", "current_password": secret}).want(400, "validation_failed").field("email")
	})
}

func TestGuessingTheCurrentPasswordIsStopped(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	key := w.loggedIn(home, "fan@example.com")
	guess := func(password string) reply {
		return w.do(call{path: "/api/profile", key: key, body: map[string]any{"email": "new@example.com", "current_password": password}})
	}
	for range 5 {
		guess("wrong-password").want(422, "incorrect_password")
	}
	guess(secret).want(429, "too_many_attempts")
	w.do(call{path: "/api/delete-account", key: key, body: map[string]any{"current_password": secret}}).want(429, "too_many_attempts")
	w.clock.Advance(3 * time.Minute)
	guess(secret).want(200, "")
}

func TestChangingTheAddress(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		key := w.loggedIn(home, "fan@example.com")
		w.person(home, "taken@example.com")
		taken := w.do(call{path: "/api/profile", key: key, body: map[string]any{"email": "taken@example.com", "current_password": secret}}).want(409, "email_taken")
		if taken.field("email").Message != "The email address you have entered is already registered" {
			t.Errorf("got %s", taken.body)
		}
		var got editedProfileDTO
		w.do(call{path: "/api/profile", key: key, body: map[string]any{"email": "New@example.com", "current_password": secret}}).into(&got)
		if got.Email != "fan@example.com" || got.PendingEmail != "new@example.com" || got.APIKey != "" {
			t.Errorf("got %+v", got)
		}
		link := w.mailed("new@example.com")
		var confirmed confirmedEmailDTO
		w.do(call{path: "/api/auth/confirm-email", key: w.visitor(home), body: link}).want(403, "account_proof_required")
		w.do(call{path: "/api/auth/confirm-email", key: key, body: link}).into(&confirmed)
		if confirmed.Email != "new@example.com" {
			t.Errorf("got %+v", confirmed)
		}
		w.do(call{path: "/api/auth/confirm-email", key: w.visitor(home), body: link}).want(409, "link_used")
		var profile ProfileDTO
		w.do(call{path: "/api/profile", key: key}).into(&profile)
		if profile.Email != "new@example.com" || profile.PendingEmail != "" || !profile.EmailVerified {
			t.Errorf("got %+v", profile)
		}
		link["signature"] = "nonsense"
		if p := w.do(call{path: "/api/auth/confirm-email?lang=fr", key: w.visitor(home), body: link}).want(422, "verification_failed").problem(); p.Detail != "La vérification a échoué." {
			t.Errorf("got %+v", p)
		}
	})
}

func TestDevices(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.person(home, "fan@example.com")
		enter := func(agent string) string {
			header := map[string]string{"User-Agent": agent}
			var fresh apiKeyDTO
			w.do(call{path: "/api/get_api_key", body: map[string]any{"channel_key": home}, header: header}).into(&fresh)
			var in loggedInDTO
			w.do(call{path: "/api/v2/auth/login", key: fresh.APIKey, body: map[string]any{"login": "fan@example.com", "password": secret}}).into(&in)
			return in.APIKey
		}
		tv := enter("Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/120.0 Safari/537.36")
		w.clock.Advance(time.Hour)
		laptop := enter("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36")
		other := enter("")
		var list []ownSessionDTO
		w.do(call{path: "/api/auth/sessions?lang=fr", key: laptop}).into(&list)
		names := []string{list[0].Name, list[1].Name, list[2].Name}
		if want := []string{"Chrome sous Windows", translate(French, "Unknown device"), "Chrome sur LG TV"}; !slices.Equal(names, want) || !list[0].Current || list[2].Kind != account.TV {
			t.Errorf("got %+v", list)
		}
		stranger := w.loggedIn(home, "eve@example.com")
		end := func(key string, id int64) reply {
			return w.do(call{method: http.MethodDelete, path: fmt.Sprintf("/api/auth/sessions/%d", id), key: key})
		}
		end(stranger, list[2].ID).want(404, "session_not_found")
		end(laptop, list[2].ID).want(200, "")
		w.do(call{path: "/api/profile", key: tv}).want(400, "invalid_api_key")
		var ended endedDTO
		w.do(call{path: "/api/auth/sessions/end-others", key: laptop, body: map[string]any{}}).into(&ended)
		if ended.Ended != 1 {
			t.Errorf("got %+v", ended)
		}
		w.do(call{path: "/api/profile", key: other}).want(400, "invalid_api_key")
		w.do(call{path: "/api/profile", key: laptop}).want(200, "")
		w.do(call{path: "/api/profile", key: stranger}).want(200, "")
	})
}

// A user recognizes a device by its place, also one that another user of the same browser logged in on.
func TestDevicesHaveAPlace(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, atlas(t))
		w.person(home, "fan@example.com")
		enter := func(key, from string) string {
			var in loggedInDTO
			w.do(call{path: "/api/v2/auth/login", key: key, from: from + ":1", body: map[string]any{"login": "fan@example.com", "password": secret}}).into(&in)
			return in.APIKey
		}
		enter(w.visitor(home), inFrance)
		w.clock.Advance(time.Minute)
		nowhere := enter(w.visitor(home), "192.0.2.1")
		w.clock.Advance(time.Minute)
		here := enter(w.visitor(home), inFrance)
		places := func(key, from string) (places []string) {
			t.Helper()
			var list []ownSessionDTO
			w.do(call{path: "/api/auth/sessions", key: key, from: from + ":1"}).into(&list)
			for _, s := range list {
				places = append(places, s.Place)
			}
			return places
		}
		if got, want := places(here, inQuebec), []string{"Region of QC, Land of CA", "", "Land of FR"}; !slices.Equal(got, want) {
			t.Errorf("got %q", got)
		}
		var out freshKeyDTO
		w.do(call{path: "/api/auth/logout", key: here, from: inQuebec + ":1", body: map[string]any{}}).into(&out)
		again := enter(out.APIKey, "192.0.2.1")
		if got, want := places(again, "192.0.2.1"), []string{"", "", "Land of FR"}; !slices.Equal(got, want) {
			t.Errorf("after another login in one session: %q", got)
		}
		if got := places(nowhere, "192.0.2.1"); len(got) != 3 || got[0] != "" {
			t.Errorf("at an unknown place: %q", got)
		}
	})
}

func TestDeletingTheAccount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		key := w.loggedIn(home, "fan@example.com")
		w.do(call{path: "/api/delete-account", key: key, body: map[string]any{}}).want(400, "validation_failed").field("current_password")
		w.do(call{path: "/api/delete-account", key: key, body: map[string]any{"current_password": "wrong-password"}}).want(422, "incorrect_password")
		w.do(call{path: "/api/delete-account", key: key, body: map[string]any{"current_password": secret}}).want(200, "")
		link := w.mailed("fan@example.com")
		w.do(call{path: "/api/delete-account-confirm", body: map[string]any{}}).want(422, "verification_failed")
		w.do(call{path: "/api/delete-account-confirm", host: "away.example", body: link}).want(422, "verification_failed")
		var got deletionDTO
		w.do(call{path: "/api/delete-account-confirm", body: link}).into(&got) // by the host: it needs no api key
		if !got.ErasedAt.Equal(w.clock.Now().Add(account.DeletionGrace)) {
			t.Errorf("got %+v", got)
		}
		w.do(call{path: "/api/delete-account-confirm", body: link}).want(409, "link_used")
		w.do(call{path: "/api/profile", key: key}).want(400, "invalid_api_key")
		w.do(call{path: "/api/profile", key: w.login(home, "fan@example.com")}).want(200, "")
	})
}

func TestTheFileOfOnesOwnData(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		key := w.loggedIn(home, "fan@example.com")
		w.loggedIn(home, "eve@example.com")
		rep := w.do(call{path: "/api/profile/export", key: key}).want(200, "")
		if got := rep.header.Get("Content-Disposition"); got != `attachment; filename="account.json"` {
			t.Errorf("it is %q", got)
		}
		var got exportDTO
		rep.into(&got)
		if got.Profile.Email != "fan@example.com" || len(got.Sessions) != 1 || len(got.Belongings["scarves"]) != 2 {
			t.Errorf("got %s", rep.body)
		}
		if strings.Contains(string(rep.body), "eve@") || strings.Contains(string(rep.body), key) || strings.Contains(string(rep.body), "argon2") {
			t.Errorf("it tells too much: %s", rep.body)
		}
		if !json.Valid(rep.body) {
			t.Error("it is no JSON")
		}
		for range 3 {
			w.do(call{path: "/api/profile/export", key: key}).want(200, "")
		}
		refused := w.do(call{path: "/api/profile/export", key: key}).want(429, "too_many_attempts")
		if refused.header.Get("Content-Disposition") != "" {
			t.Error("a refusal is a file")
		}
		w.do(call{path: "/api/profile/export", key: w.visitor(home)}).want(401, "unauthenticated")
	})
}

// mailed is what the latest letter's link to an address carries, as a body.
func (w *world) mailed(to string) map[string]any {
	w.t.Helper()
	w.post.mu.Lock()
	defer w.post.mu.Unlock()
	for _, l := range slices.Backward(w.post.posted) {
		if l.to == to {
			return mailedBody(w.t, l.letter)
		}
	}
	w.t.Fatalf("no letter to %s", to)
	return nil
}

func mailedBody(t testing.TB, l letter.Letter) map[string]any {
	t.Helper()
	address, err := url.Parse(l.Button.Path)
	if err != nil {
		t.Fatal(err)
	}
	q := address.Query()
	expires, err := strconv.ParseInt(q.Get("expires"), 10, 64)
	if err != nil {
		t.Fatalf("no link in %q", l.Button.Path)
	}
	return map[string]any{"email": q.Get("email"), "expires": expires, "signature": q.Get("signature")}
}

// scarves are what another domain keeps of users.
type scarves struct{}

// Name is part of account.Belongings.
func (scarves) Name() string { return "scarves" }

// Export is part of account.Belongings.
func (scarves) Export(_ context.Context, _ int64, _ account.UserID, add func(any) error) error {
	for _, color := range []string{"blue", "red"} {
		if err := add(map[string]string{"color": color}); err != nil {
			return err
		}
	}
	return nil
}

// Erase is part of account.Belongings.
func (scarves) Erase(context.Context, bun.Tx, int64, account.UserID) error { return nil }
