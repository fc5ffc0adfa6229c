package api

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/favourite"
	"github.com/grandstand/grandstand/internal/throttle"
)

// marker is in every text of the other channel, so that any leak shows.
const marker = "otherchannelsecret"

// probe is one way to ask a call about the other channel.
type probe struct {
	name string
	// foreign asks by the other channel's ids, unknown in the same way by ids of
	// nothing: the two answers must be the same.
	foreign, unknown call
}

// tenantRow says how an operation could be asked about another channel. Every
// operation has one: a call that is missing here fails the test.
type tenantRow func(f *foreigners) []probe

// nothingToName is the row of calls that take no id, name or filter of a channel: what
// is tried on every call is all there is to try.
func nothingToName(*foreigners) []probe { return nil }

func tenantMatrix() map[string]tenantRow {
	matrix := map[string]tenantRow{
		"get-channel-key":   nothingToName, // tells a channel's public name by its public domain
		"get-api-key":       nothingToName, // opens a session on the channel that it names
		"get-settings-file": nothingToName, // public settings by a public name
		"get-geo":           nothingToName,
		"report-key-error":  nothingToName, // a number, of the channel of the host
		"google-callback":   nothingToName, // TestALoginIsBoundToWhatBeganIt
		"facebook-callback": nothingToName,
		"social-login":      nothingToName, // likewise
		"remote-login":      nothingToName, // TestMembersAreTheChannelsOwn
		"get-profile":       nothingToName,
		"edit-profile":      nothingToName,
		"get-user-access":   nothingToName,
		"logout":            nothingToName,
		"login": func(f *foreigners) []probe {
			login := func(email string) call {
				return call{path: "/api/v2/auth/login", body: map[string]any{"email": email, "password": secret}}
			}
			return []probe{{"another channel's user", login(f.user.Email), login("nobody@example.com")}}
		},
		"register": func(f *foreigners) []probe {
			register := func(email string) call {
				return call{path: "/api/v2/auth/register", body: registration(map[string]any{"email": email, "password": "short"})}
			}
			return []probe{{"another channel's user", register(f.user.Email), register("nobody@example.com")}}
		},
	}
	maps.Copy(matrix, mailedRows())
	maps.Copy(matrix, siteRows())
	maps.Copy(matrix, ownAccountRows())
	maps.Copy(matrix, securityRows())
	maps.Copy(matrix, passkeyRows())
	maps.Copy(matrix, couponRows())
	maps.Copy(matrix, leaseRows())
	maps.Copy(matrix, positionRows())
	maps.Copy(matrix, analyticsRows())
	return matrix
}

// foreigners are the ids of the other channel.
type foreigners struct {
	user    account.User
	season  *season
	picture string                    // address of one of theirs
	moment  int64                     // of their live game
	push    int64                     // subscription of one of their browsers
	own     *season                   // of the channel that asks
	session int64                     // where the user is logged in
	links   map[string]map[string]any // that were mailed to the user, by the page that they lead to
	device  deviceCodeDTO
	ticket  string // of a login there
	passkey int64

	hash, analytics string // of a session of analytics there

	favourite int64 // of the other channel's user
	clip      *clip.Clip
}

func TestNoCallLeaksAnotherChannel(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		// It asks more than an address may: that is not what is tried here.
		w := newWorld(t, d, func(deps *Deps) {
			deps.Options.Limits.Credential, deps.Options.Limits.General = throttle.Rate{Every: 1, Burst: -1}, throttle.Rate{Every: 1, Burst: -1}
		})
		f := newForeigners(w)
		matrix, asked := tenantMatrix(), 0
		for _, op := range w.api.Operations() {
			row, ok := matrix[op.ID]
			if !ok {
				t.Errorf("%s is missing from the tenant matrix", op.ID)
				continue
			}
			delete(matrix, op.ID)
			n, leaks := w.ask(op, append(everyCall(op), row(f)...))
			for _, leak := range leaks {
				t.Error(leak)
			}
			asked += n
		}
		for id := range matrix {
			t.Errorf("%s is in the tenant matrix but not registered", id)
		}
		t.Logf("%d questions", asked)
	})
}

// The matrix must be able to fail: calls that trust an id, or a name beside the key, are
// found.
func TestTheTenantMatrixFindsLeaks(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	f := newForeigners(w)
	type input struct {
		ID int64 `query:"id"`
	}
	a := &API{Deps: w.api.Deps, mux: http.NewServeMux()}
	a.edge, a.load = w.api.edge, w.api.load
	a.huma = newHuma(a)
	leaky := Operation{ID: "leak", Method: http.MethodGet, Path: "/api/leak", Tag: "test", Summary: "Leaks", Auth: AuthKey, WhileTemporary: true, Errors: []Failure{{fault.NotFound, "user_not_found"}}}
	register(a, leaky, func(ctx context.Context, _ Caller, in *input) (Data[string], error) {
		var email string
		err := w.db.Read().NewRaw("SELECT email FROM users WHERE id = ?", in.ID).Scan(ctx, &email)
		if err != nil {
			return Data[string]{}, fault.NotFoundf("user", "User not found.")
		}
		return data(email), nil
	})
	w.api, w.handler = a, a.Edge(a)
	asked, leaks := w.ask(leaky, []probe{{
		"another channel's user",
		call{path: fmt.Sprintf("/api/leak?id=%d", f.user.ID)},
		call{path: "/api/leak?id=999999"},
	}})
	if asked == 0 || len(leaks) == 0 {
		t.Errorf("%d questions found %d leaks", asked, len(leaks))
	}
}

func newForeigners(w *world) *foreigners {
	own := w.season(home, "") // so that a filter that is ignored finds something
	f := &foreigners{push: w.subscribe(w.loggedIn(away, marker+"-push@example.com")), own: own, device: w.device(away, "tv"), ticket: w.ticketOf(away, "guarded@example.com"), picture: w.photograph(away), season: w.season(away, marker), user: w.person(away, marker+"@example.com", func(n *account.NewUser) { n.FirstName, n.LastName = marker, marker })}
	w.mailForeigner(f)
	_, added := w.addPasskey("away.example", w.login(away, f.user.Email))
	f.passkey = added.ID
	w.promote(f.season.channelID, commerce.Coupon{Code: "ELSEWHERE", PercentOff: 1_000})
	w.promote(own.channelID, commerce.Coupon{Code: "HERE", PercentOff: 1_000})
	fan := actor.Actor{Role: actor.User, ChannelID: f.season.channelID, UserID: int64(f.user.ID)}
	f.clip = w.clipOf(f.season, fan, marker)
	visitor := w.visitor(away)
	f.hash, f.analytics = w.analyticsHash(visitor), w.analyticsSession(visitor).SessionUUID
	f.favourite = int64(must[favourite.Favourite](w)(w.favourites.Add(w.t.Context(), fan, favourite.Subject{Kind: favourite.Participant, ID: int64(f.season.lynx)})).ID)
	theirs := catalog.Moment{At: w.clock.Now(), Kind: "highlight", Note: both(marker, marker)}
	f.moment = int64(must[catalog.Moment](w)(w.catalog.AddMoment(w.t.Context(), actor.ForSystem(f.season.channelID), f.season.channelID, f.season.events["live"], theirs)).ID)
	return f
}

// principals opens a session for each kind of caller of this channel, anew for each
// operation, since some of them end the session.
func principals(w *world, op Operation) map[string]string {
	at := "+" + op.ID + "@example.com"
	keys := map[string]string{"nobody": "", "visitor": w.visitor(home), "temporary": w.loggedIn(home, "temporary"+at, temporary)}
	for name, role := range map[string]actor.Role{"user": actor.User, "operator": actor.Operator, "owner": actor.Owner} {
		keys[name] = w.loggedIn(home, name+at, func(n *account.NewUser) { n.Role = role })
	}
	return keys
}

// everyCall is what is tried on each operation: another channel named beside the key.
func everyCall(op Operation) []probe {
	if op.Auth < AuthKey {
		return nil
	}
	named := func(channel string) call {
		c := call{method: op.Method, path: placeholder.ReplaceAllString(op.Path, "1") + "?channel=" + channel}
		if op.Method == http.MethodPost {
			c.body = map[string]any{}
		}
		return c
	}
	return []probe{{"another channel beside the key", named(away), named("nobody")}}
}

var (
	placeholder = regexp.MustCompile(`\{[a-z_]+\}`)
	// varying is what differs between any two answers, or repeats the id that was asked for.
	varying = regexp.MustCompile(`"(request_id|server_time_ms|favoritable_id)":("[0-9a-f]*"|[0-9]*)`)
)

// ask puts each probe's two questions as each principal, and returns how many it asked
// and every difference between two answers and every trace of the other channel.
func (w *world) ask(op Operation, probes []probe) (asked int, leaks []string) {
	w.t.Helper()
	for who, key := range principals(w, op) {
		for _, p := range probes {
			p.foreign.key, p.unknown.key = key, key
			foreign, unknown := w.do(p.foreign), w.do(p.unknown)
			asked += 2
			if strings.Contains(strings.ToLower(string(foreign.body)), marker) {
				leaks = append(leaks, fmt.Sprintf("%s by %s, %s: leaks %s", op.ID, who, p.name, foreign.body))
			}
			if foreign.status != unknown.status || !bytes.Equal(varying.ReplaceAll(foreign.body, nil), varying.ReplaceAll(unknown.body, nil)) {
				leaks = append(leaks, fmt.Sprintf("%s by %s, %s: %s\nbut for an unknown one: %s", op.ID, who, p.name, foreign.body, unknown.body))
			}
		}
	}
	return asked, leaks
}
