package api

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// Whatever is asked at random about what is another channel's or user's, by whoever is of this channel, no answer tells
// anything of it, and nothing of it is changed.
func TestRandomProbesFindNothingOfOthers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) { newProber(t, d).findNothing(750) })
}

// What is compared must be able to differ: a row that another channel or user has changed, lost or won is found.
func TestTheProberSeesWhatChanges(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := newProber(t, d)
		for name, statement := range map[string]string{
			"an event's title": "UPDATE events SET name = 'x' WHERE id = (SELECT min(id) FROM events WHERE channel_id = ?)",
			"a lost coupon":    "DELETE FROM coupons WHERE channel_id = ?",
			"a user's name":    "UPDATE users SET first_name = 'x' WHERE channel_id = ?",
		} {
			before := p.belongings()
			if _, err := d.Write().ExecContext(t.Context(), statement, p.foreign.season.channelID); err != nil {
				t.Fatal(err)
			}
			if len(changes(before, p.belongings())) == 0 {
				t.Errorf("%s is not seen", name)
			}
		}
		before := p.belongings()
		if _, err := d.Write().ExecContext(t.Context(), "DELETE FROM favorites WHERE user_id = ?", p.neighbour); err != nil {
			t.Fatal(err)
		}
		if len(changes(before, p.belongings())) == 0 {
			t.Error("a favourite that the neighbour lost is not seen")
		}
	})
}

// prober asks everything by the ids, names and secrets of another channel and of a user who never asks.
type prober struct {
	*gauntlet

	foreign   *foreigners
	neighbour account.UserID
}

func newProber(t testing.TB, d *db.DB) *prober {
	t.Helper()
	w := newHouse(t, d)
	f := newForeigners(w)
	g := &gauntlet{t: t, w: w, own: f.own, keys: map[string]string{}, pace: probePace}
	g.author = &author{Rand: rand.New(rand.NewPCG(contractSeed, 2)), contract: readContract(t, w), odd: odd(), ids: idsOf(f.season)}
	other := w.person(home, neighbour+"@example.com", func(n *account.NewUser) { n.FirstName, n.LastName = neighbour, neighbour })
	order := w.buy(buyer{User: other}, f.own, f.own.pass)
	clip := w.clipOf(f.own, actor.Actor{Role: actor.User, ChannelID: f.own.channelID, UserID: int64(other.ID)}, neighbour)
	theirs := w.login(home, other.Email)
	w.follow(theirs, "participant", int64(f.own.lynx))
	session := must[account.Session](w)(w.accounts.FindSession(w.t.Context(), theirs))
	for _, path := range clipPaths() {
		g.ids[path] = []int64{int64(f.clip.ID), int64(clip.ID)}
	}
	s := f.season // the link of the neighbour's clip is not among the words: whoever has it may look
	maps.Copy(g.ids, map[string][]int64{
		"/api/orders": {order}, "/api/auth/sessions": {f.session, session.ID}, "/api/push/subscription": {f.push, w.subscribe(theirs)},
		"/api/events/{id}/moments": {f.moment}, "/api/favorite": {f.favourite, int64(s.lynx), int64(s.events["live"])},
	})
	g.words = map[string][]any{
		"id": append(anys(g.ids["/api/events"]), s.order, f.favourite, f.push, f.session, f.moment), "order_id": {order}, "user_id": {int64(f.user.ID), int64(other.ID)}, "channel_id": {s.channelID},
		"event_id": anys(g.ids["/api/events"]), "package_id": {int64(s.pass), int64(s.ticket)}, "single_event_package_id": {int64(s.ticket)}, "subscription_id": {int64(s.monthly)},
		"event_category_id": {int64(s.hockey)}, "participant_id": {int64(s.lynx)}, "item_id": anys(g.ids["/api/vod-media-items"]), "favoritable_id": {int64(s.lynx), int64(s.events["live"])},
		"location_id": {int64(s.arena)}, "stream_id": anys(g.ids["/api/events"]), "moment_id": {f.moment}, "email": {f.user.Email}, "password": {secret}, "current_password": {secret},
		"coupon": {"ELSEWHERE"}, "uuid": {f.clip.UUID},
		"session": {f.hash}, "session_uuid": {f.analytics}, "address": {f.picture}, "search": {marker, neighbour}, "title": {marker}, "team": {"lynx" + marker}, "school": {"laurentide" + marker},
	}
	for _, page := range slices.Sorted(maps.Keys(f.links)) {
		for _, name := range []string{"expires", "signature"} {
			g.words[name] = append(g.words[name], f.links[page][name])
		}
	}
	return &prober{g, f, other.ID}
}

const (
	// probePace is slow enough for the limits of letters and codes, and fast enough for links, which
	// hold for a day, to be true until the last of 100,000 probes.
	probePace = 200 * time.Millisecond
	// probesOfRound is how many are asked with the same codes, which hold for minutes.
	probesOfRound = 250
)

// findNothing fails the test where so many probes are told anything, or change anything.
func (p *prober) findNothing(times int) {
	p.t.Helper()
	total := outcome{byStatus: map[int]int{}}
	for total.answered < times && total.faults < maxFaults {
		p.renew()
		before := p.belongings()
		total.add(p.probe(min(probesOfRound, times-total.answered)))
		for _, change := range changes(before, p.belongings()) {
			total.faults++
			p.t.Error(change)
		}
	}
	if total.byStatus[http.StatusOK] == 0 || total.byStatus[http.StatusNotFound] == 0 {
		p.t.Errorf("the probes do not reach what they ask for: %s", total)
	}
	p.t.Log(total)
}

// renew has the other channel make new codes where the last may have expired.
func (p *prober) renew() {
	p.t.Helper()
	code := p.w.device(away, "tv")
	p.words["code"], p.words["device_code"] = []any{code.UserCode}, []any{code.DeviceCode}
	p.words["ticket"], p.words["token"] = []any{p.w.ticketOf(away, fmt.Sprintf("guarded-%d@example.com", p.sent))}, []any{p.w.memberToken(away, nil)}
}

// probe asks so many times, anything, as anybody of this channel.
func (p *prober) probe(times int) outcome {
	p.t.Helper()
	got := outcome{byStatus: map[int]int{}}
	askers, left := p.askers(), notAsked()
	delete(askers, "away")
	names := slices.Sorted(maps.Keys(askers))
	for i := 0; got.answered < times && got.faults < maxFaults; i++ {
		call, who := pick(p.author, p.contract.operations...), pick(p.author, names...)
		if left[call.id] != "" || who == "operator" && ofOperators()[call.id] != "" {
			continue
		}
		r := p.proper(call)
		if who != "nobody" && p.chance(0.2) { // without a key the name says whose public things are asked for
			r.query = append(r.query, pick(p.author, "channel="+away, fmt.Sprint("channel_id=", p.foreign.season.channelID), fmt.Sprint("user_id=", p.foreign.user.ID)))
		}
		for _, fault := range p.ask(r, who, askers[who], &got) {
			got.faults++
			p.t.Errorf("%s by %s (seed %d, probe %d): %s\n%s", call.id, who, contractSeed, i, fault, r.curl())
		}
	}
	return got
}

// ofOperators are the calls by which operators change what users of their channel made, each with the reason.
func ofOperators() map[string]string {
	return map[string]string{"delete-clip": "a clip that does not belong on the site is taken down"}
}

// belongings are the rows of the other channel and of the user who never asks, by table.
func (p *prober) belongings() map[string][]string {
	p.t.Helper()
	out := map[string][]string{}
	for column, id := range map[string]int64{"channel_id": p.foreign.season.channelID, "user_id": int64(p.neighbour)} {
		for _, table := range p.tablesWith(column) {
			out[table+" by "+column] = p.rows(table, column, id)
		}
	}
	return out
}

func (p *prober) tablesWith(column string) (tables []string) {
	p.t.Helper()
	query := "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = ?"
	if p.w.db.Engine() == db.Postgres {
		query = "SELECT table_name FROM information_schema.columns WHERE table_schema = current_schema() AND column_name = ?"
	}
	if err := p.w.db.Read().NewRaw(query, column).Scan(p.t.Context(), &tables); err != nil {
		p.t.Fatal(err)
	}
	if len(tables) == 0 {
		p.t.Fatalf("no table has a %s", column)
	}
	return tables
}

func (p *prober) rows(table, column string, id int64) (rows []string) {
	p.t.Helper()
	var found []map[string]any
	if err := p.w.db.Read().NewRaw("SELECT * FROM ? WHERE ? = ?", bun.Ident(table), bun.Ident(column), id).Scan(p.t.Context(), &found); err != nil {
		p.t.Fatalf("%s: %v", table, err)
	}
	for _, row := range found {
		var out strings.Builder
		for _, name := range slices.Sorted(maps.Keys(row)) {
			fmt.Fprintf(&out, "%s=%v ", name, row[name])
		}
		rows = append(rows, out.String())
	}
	slices.Sort(rows)
	return rows
}

// changes are the rows that are there only before or only after.
func changes(before, after map[string][]string) (out []string) {
	only := func(sign, table string, here, there []string) {
		for _, row := range here {
			if _, is := slices.BinarySearch(there, row); !is {
				out = append(out, sign+" "+table+": "+row)
			}
		}
	}
	for _, table := range slices.Sorted(maps.Keys(before)) {
		only("-", table, before[table], after[table])
		only("+", table, after[table], before[table])
	}
	return out
}
