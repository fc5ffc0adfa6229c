package commerce_test

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
)

// mail carries the provider's events to the till.
type mail struct {
	r       *register
	dice    *rand.Rand // nil: in order, once each, at once
	hear    hearing
	waiting []parcel
	tries   int
}

// parcel is an event on its way.
type parcel struct {
	kind string
	body []byte
}

// fetch takes what the provider has to tell since the last time, the oldest first. Of ten events one is lost, but for
// those that tell of refunds at the provider's desk: nobody else tells of them, and the provider does not give up for
// three days.
func (m *mail) fetch() {
	m.r.t.Helper()
	for _, p := range m.r.news() {
		copies := 1
		if m.dice != nil {
			switch {
			case m.dice.IntN(10) == 0 && p.kind != "charge.refunded":
				copies = 0
			case m.dice.IntN(4) == 0:
				copies = 2 + m.dice.IntN(2)
			}
		}
		for range copies {
			m.waiting = append(m.waiting, p)
		}
	}
	if m.dice != nil {
		m.dice.Shuffle(len(m.waiting), func(i, j int) { m.waiting[i], m.waiting[j] = m.waiting[j], m.waiting[i] })
	}
}

// some delivers a part of what waits; what is in good order all of it.
func (m *mail) some() {
	m.r.t.Helper()
	m.fetch()
	n := len(m.waiting)
	if m.dice != nil {
		n = m.dice.IntN(n + 1)
	}
	m.deliver(n)
}

// all delivers everything, again and again what is refused.
func (m *mail) all() {
	m.r.t.Helper()
	m.fetch()
	for len(m.waiting) > 0 {
		m.deliver(len(m.waiting))
		m.r.reconcile()
		m.fetch()
	}
}

// maxTries is more often than the provider tells anything.
const maxTries = 100

func (m *mail) deliver(n int) {
	m.r.t.Helper()
	now := slices.Clone(m.waiting[:n])
	m.waiting = m.waiting[n:]
	for _, p := range now {
		if err := m.hear(m.r.t.Context(), m.r.channels[0], p.body, signed(p.body, webhookSecret, time.Now())); err != nil {
			if m.tries++; m.tries > maxTries {
				m.r.t.Fatalf("%s is refused again and again: %v", p.kind, err)
			}
			m.waiting = append(m.waiting, p)
		}
	}
}

// news are the events that the provider has since it was last asked, the oldest first.
func (r *register) news() []parcel {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), http.MethodGet, r.url+"/v1/events?limit=40", http.NoBody)
	if err != nil {
		r.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer sk_sim_one")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	var list struct {
		Data []json.RawMessage `json:"data"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&list); err != nil {
		r.t.Fatal(err)
	}
	var out []parcel
	newest := r.newest
	for i, body := range list.Data {
		var e struct{ ID, Type string }
		if err := json.Unmarshal(body, &e); err != nil {
			r.t.Fatal(err)
		}
		if e.ID == r.newest {
			break
		}
		if i == 0 {
			newest = e.ID
		}
		out = append(out, parcel{e.Type, body})
	}
	r.newest = newest
	slices.Reverse(out)
	return out
}

// withoutEventNames lets one event be noted more than once.
func withoutEventNames(t *testing.T, d *db.DB) {
	t.Helper()
	withoutUnique(t, d, "provider_events", "provider_events_channel_id_ref_key",
		"channel_id BIGINT NOT NULL, ref TEXT NOT NULL, type TEXT NOT NULL, outcome TEXT NOT NULL, received_ms BIGINT NOT NULL")
}

// withoutUnique takes a table's constraint away: what is in it is lost on SQLite, which knows no other way.
func withoutUnique(t *testing.T, d *db.DB, table, constraint, columns string) {
	t.Helper()
	statements := "ALTER TABLE " + table + " DROP CONSTRAINT " + constraint
	if d.Engine() == db.SQLite {
		statements = "DROP TABLE " + table + "; CREATE TABLE " + table + " (id INTEGER PRIMARY KEY, " + columns + ")"
	}
	for statement := range strings.SplitSeq(statements, ";") {
		if _, err := d.Write().NewRaw(statement).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
