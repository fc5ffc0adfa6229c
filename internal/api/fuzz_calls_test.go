package api

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/social"
	"github.com/grandstand/grandstand/internal/social/socialtest"
	"github.com/grandstand/grandstand/internal/throttle"
)

// contractSeed makes every run ask the same; a failure names it.
const contractSeed = 2026

// notAsked are the calls that are left out, each with the reason.
func notAsked() map[string]string {
	return map[string]string{
		"follow-events": "its answer goes on until the client leaves: TestTheLiveFeedIsTheChannelsOwn and its neighbours read it",
	}
}

// Whatever is asked of a call, the answer is one that the document promises: no failure, no form
// that it does not describe, nothing that is nobody's business.
// On PostgreSQL each asker asks each call twice, on SQLite five times; TestSoakContract asks as often on both.
func TestCallsKeepTheirContract(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		g := newGauntlet(t, d)
		times := 30
		if d.Engine() == db.Postgres {
			times = 12
		}
		left := notAsked()
		for _, p := range g.contract.operations {
			if _, out := left[p.id]; out {
				delete(left, p.id)
				continue
			}
			got := g.run(p, times)
			t.Logf("%-28s %s", p.id, got)
			if got.answered == got.byStatus[http.StatusTooManyRequests] {
				t.Errorf("%s was asked too often to say anything else: %v", p.id, got)
			}
		}
		for id := range left {
			t.Errorf("%s is left out but not documented", id)
		}
		t.Logf("%d requests of %d calls", g.sent, len(g.contract.operations))
	})
}

// gauntlet asks the calls of an API one after the other.
type gauntlet struct {
	*author

	t     testing.TB
	w     *world
	own   *season
	keys  map[string]string // of the askers, those that still hold
	sent  int
	users int
	pace  time.Duration // between two requests, of the clock of the tests
}

// askers are who asks: how each gets a key.
func (g *gauntlet) askers() map[string]func() string {
	person := func(channel string, role actor.Role, buys bool) func() string {
		return func() string {
			g.users++
			email := fmt.Sprintf("asker-%d@example.com", g.users)
			user := g.w.person(channel, email, func(n *account.NewUser) { n.Role = role })
			if buys {
				g.w.buy(buyer{User: user}, g.own, g.own.pass)
			}
			return g.w.login(channel, email)
		}
	}
	return map[string]func() string{
		"nobody":   func() string { return "" },
		"visitor":  func() string { return g.w.visitor(home) },
		"user":     person(home, actor.User, false),
		"buyer":    person(home, actor.User, true),
		"operator": person(home, actor.Operator, false),
		"away":     person(away, actor.User, false),
	}
}

// newHouse is a house in which everything works and nothing is too often.
func newHouse(t testing.TB, d *db.DB) *world {
	t.Helper()
	var now *clock.Manual
	provider := socialtest.Start(t, func() time.Time { return now.Now() })
	w := newShop(t, d, func(deps *Deps) {
		now, _ = deps.Clock.(*clock.Manual)
		deps.Door = channel.NewDoor(deps.Sites, social.New(social.Options{
			GoogleIssuer: provider.Issuer, FacebookURL: provider.Facebook, FacebookGraph: provider.Graph, Now: deps.Clock.Now,
		}), siteOf, deps.Clock)
		free := throttle.Rate{Every: 1, Burst: -1}
		deps.Options.Limits = Limits{General: free, Session: free, Credential: free, Login: free, Form: free, Report: free}
	})
	for _, key := range []string{home, away} {
		w.equip(key, socialtest.ClientSecret)
	}
	return w
}

// idsOf are the ids of what is in seasons, by what stands before them in paths.
func idsOf(seasons ...*season) map[string][]int64 {
	ids := map[string][]int64{}
	for _, s := range seasons {
		for _, path := range []string{"/api/events", "/api/download-event", "/api/clips/event"} {
			for _, name := range slices.Sorted(maps.Keys(s.events)) {
				ids[path] = append(ids[path], int64(s.events[name]))
			}
		}
		for _, alias := range slices.Sorted(maps.Keys(s.videos)) {
			ids["/api/vod-media-items"] = append(ids["/api/vod-media-items"], int64(s.videos[alias]))
		}
		for path, id := range map[string]int64{
			"/api/packages": int64(s.pass), "/api/subscriptions": int64(s.monthly), "/api/pages": int64(s.page), "/api/prerolls": s.preroll, "/api/participants": int64(s.lynx),
		} {
			ids[path] = append(ids[path], id)
		}
	}
	return ids
}

// newGauntlet has two channels that show, sell and have sent something.
func newGauntlet(t testing.TB, d *db.DB) *gauntlet {
	t.Helper()
	w := newHouse(t, d)
	g := &gauntlet{t: t, w: w, own: w.season(home, ""), keys: map[string]string{}, pace: 2 * time.Second}
	foreign := w.season(away, marker)
	g.author = &author{Rand: rand.New(rand.NewPCG(contractSeed, 1)), contract: readContract(t, w), odd: odd()}
	w.promote(g.own.channelID, commerce.Coupon{Code: "HERE", PercentOff: 1_000})
	w.promote(foreign.channelID, commerce.Coupon{Code: "ELSEWHERE", PercentOff: 1_000})
	must[struct{}](w)(struct{}{}, w.sites.ReplaceForms(t.Context(), actor.ForSystem(g.own.channelID), channel.ID(g.own.channelID), []channel.Form{contactForm("contacts", both)}))
	clip := w.clipOf(g.own, actor.Actor{Role: actor.User, ChannelID: g.own.channelID, UserID: int64(w.person(home, "clipper@example.com").ID)}, "clip")
	other := w.person(home, neighbour+"@example.com", func(n *account.NewUser) { n.FirstName, n.LastName = neighbour, neighbour })
	w.buy(buyer{User: other}, g.own, g.own.pass)
	theirs := w.clipOf(g.own, actor.Actor{Role: actor.User, ChannelID: g.own.channelID, UserID: int64(other.ID)}, neighbour)
	var form CustomFormDTO
	w.do(call{path: "/api/custom-forms/contacts", key: w.visitor(home)}).into(&form)
	code := w.device(home, "tv")
	w.person(home, "fan@example.com")
	g.ids = idsOf(g.own, g.own, foreign)
	for _, path := range clipPaths() {
		g.ids[path] = []int64{int64(clip.ID), int64(theirs.ID)}
	}
	g.words = map[string][]any{
		"event_id": anys(g.ids["/api/events"]), "package_id": {int64(g.own.pass), int64(g.own.ticket)}, "single_event_package_id": {int64(g.own.ticket)}, "subscription_id": {int64(g.own.monthly), 1},
		"event_category_id": {int64(g.own.hockey)}, "participant_id": {int64(g.own.lynx)}, "item_id": anys(g.ids["/api/events"]), "favoritable_id": {int64(g.own.lynx), int64(g.own.events["live"])},
		"email": {"fan@example.com", "nobody@example.com", "+15145550199"}, "password": {secret, "Tip-off at 7"}, "password_confirmation": {secret, "Tip-off at 7"}, "current_password": {secret},
		"provider": {"google", "facebook", "remote"}, "alias": {"contacts"}, "file": {home + ".json"}, "domain": {"home.example"}, "channel": {home, "nobody"}, "channel_key": {home, "nobody"},
		"coupon": {"HERE", "ELSEWHERE", "here"}, "payment_method": {"pm_card_visa", "pm_card_chargeDeclined", "pm_card_authenticationRequired"}, "code": {code.UserCode, "HERE", "123456"},
		"device_code": {code.DeviceCode}, "ticket": {w.ticketOf(home, "guarded@example.com")}, "token": {w.memberToken(home, nil), w.memberToken(away, nil)}, "opened": {form.Opened},
		"uuid": {clip.UUID}, "phone": {"+15145550199"}, "language": {"fr"}, "kind": {"event", "vod", "highlight", "goal"}, "endpoint": {"https://push.example/a"}, "player": {"one", "two"},
		"school": {"laurentide", "1"}, "team": {"lynx", "tide,lynx", "2"}, "sport": {"hockey", "all", "hockey-men"}, "search": {"lynx", "la"}, "title": {"a"}, "category": {"classics"}, "rail": {"new"}, "ids": {"1,2,3"},
		"tz": {"America/Toronto"}, "start_date": {"2026-03-01"}, "end_date": {"2026-03-02T10:00:00Z"}, "favoritable_type": {"event", "participant", "group"}, "limit": {"1", "30"}, "offset": {"0", "1"},
		"start_time": {60, 60.5}, "duration": {10, 30}, "return_to": {"/watch/1"}, "address": {w.photograph(home), w.photograph(away)},
	}
	for _, links := range []map[string]map[string]any{w.mailEverything(home, "links@example.com")} {
		for _, page := range slices.Sorted(maps.Keys(links)) {
			for _, name := range []string{"email", "expires", "signature"} {
				g.words[name] = append(g.words[name], links[page][name])
			}
		}
	}
	return g
}

// clipPaths are what stands before ids of clips.
func clipPaths() []string { return []string{"/api/clip", "/api/clip/download", "/api/shared-clip"} }

func anys(of []int64) []any {
	out := make([]any, len(of))
	for i, id := range of {
		out[i] = id
	}
	return out
}

// outcome is what became of the requests of a call.
type outcome struct {
	answered int
	byStatus map[int]int
	faults   int
}

func (o *outcome) add(other outcome) {
	o.answered += other.answered
	o.faults += other.faults
	for status, n := range other.byStatus {
		o.byStatus[status] += n
	}
}

func (o outcome) String() string {
	var out strings.Builder
	for _, status := range slices.Sorted(maps.Keys(o.byStatus)) {
		fmt.Fprintf(&out, " %d:%d", status, o.byStatus[status])
	}
	return fmt.Sprintf("%d answers%s, %d faults", o.answered, out.String(), o.faults)
}

// maxFaults is after how many faults a call is not asked any further.
const maxFaults = 3

// run asks a call so many times, as everybody in turn, properly and not.
func (g *gauntlet) run(p *promise, times int) outcome {
	g.t.Helper()
	got := outcome{byStatus: map[int]int{}}
	askers := g.askers()
	names := slices.Sorted(maps.Keys(askers))
	for i := 0; got.answered < times && got.faults < maxFaults; i++ {
		who := names[i%len(names)]
		r := g.proper(p)
		if g.chance(0.6) {
			g.spoil(r)
		}
		for _, fault := range g.ask(r, who, askers[who], &got) {
			got.faults++
			g.t.Errorf("%s by %s (seed %d, request %d): %s\n%s", p.id, who, contractSeed, i, fault, r.curl())
		}
	}
	return got
}

// ask sends one request and returns what is wrong with its answer.
func (g *gauntlet) ask(r *asked, who string, enter func() string, got *outcome) []string {
	g.t.Helper()
	if _, ok := g.keys[who]; !ok {
		g.keys[who] = enter()
	}
	keyed := g.keys[who] != "" && r.header["Authorization"] == nil
	if keyed {
		r.header.Set("Authorization", "Bearer "+g.keys[who])
	}
	request := r.request(g.t, fmt.Sprintf("198.51.%d.%d", g.sent/250%250, g.sent%250))
	if request == nil {
		return nil
	}
	g.sent++
	g.w.clock.Advance(g.pace)
	g.w.log.Reset()
	recorder := httptest.NewRecorder()
	g.w.handler.ServeHTTP(recorder, request)
	got.answered++
	got.byStatus[recorder.Code]++
	body := recorder.Body.Bytes()
	if r.promise.id == "register-guest" { // it answers with the address that the guest entered
		body = bytes.ReplaceAll(body, []byte(marker+"@example.com"), nil)
	}
	v := verdictOn{
		away: who == "away", warden: who == "operator", none: request.Header.Get("If-None-Match") != "", status: recorder.Code, header: recorder.Header(), body: body, log: g.w.log.String(),
	}
	if op := g.w.operation(request); op != nil && op.ID == r.promise.id {
		v.promise = r.promise
	}
	if keyed && (recorder.Code == http.StatusUnauthorized || recorder.Code == http.StatusOK && request.Method != http.MethodGet || strings.Contains(recorder.Body.String(), "invalid_api_key")) {
		delete(g.keys, who) // it may have ended
	}
	g.forget()
	return judge(v)
}

// forget empties what the harness keeps of what was sent: it is no part of the product.
func (g *gauntlet) forget() {
	g.w.post.posted, g.w.post.requests = nil, nil
	g.w.letters.posted, g.w.notes.sent = nil, nil
	clear(g.w.media.files)
}
