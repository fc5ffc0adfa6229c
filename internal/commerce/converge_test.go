package commerce_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

const (
	// sequences is the number of webhook sequences per database. The soak test uses ten thousand.
	sequences = 50
	// reconciledWithin is the time after the provider's last change in which reconciliation finds it, if all webhooks are lost.
	reconciledWithin = 15 * time.Minute
)

// However the provider tells of a payment (twice, in any order, late, in one of ten cases not at all), and whatever
// answers were lost, the rows are those of a world in which nothing goes wrong.
func TestWebhooksConverge(t *testing.T) {
	eachCase(t, []uint64{1, 2}, func(t *testing.T, d *db.DB, seed uint64) { converge(t, d, seed, sequences) })
}

// converge tries sequences of webhooks, the n-th from the n-th seed.
func converge(t *testing.T, d *db.DB, seed uint64, n int) {
	t.Helper()
	r := openRegister(t, d)
	passes := r.passes(1)
	for i := range n {
		dice := rand.New(rand.NewPCG(seed, uint64(i)))
		l := newLife(dice)
		want := r.live(l, passes[0], nil, r.Hear)
		got := r.live(l, passes[0], dice, r.Hear)
		if got != want {
			t.Fatalf("seed %d, sequence %d, %+v:\n%s\nin good order:\n%s", seed, i, l, got, want)
		}
	}
	r.heardOnce()
}

// A shop that takes each webhook at its word is found out by the same sequences.
func TestSequencesFindOutWhoBelievesWebhooks(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		pass := r.passes(1)[0]
		for i := range sequences {
			dice := rand.New(rand.NewPCG(1, uint64(i)))
			l := newLife(dice)
			if r.live(l, pass, nil, r.believe) != r.live(l, pass, dice, r.believe) {
				return
			}
		}
		t.Error("nobody notices")
	})
}

// Without the constraint on the names of events, one that comes again is heard again.
func TestEventsNeedTheirConstraint(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		withoutEventNames(t, d)
		body := told("evt_1", "payment_intent.succeeded", with(r.waiting(), wentThrough))
		for range 2 {
			if err := r.hear(0, body); err != nil {
				t.Fatal(err)
			}
		}
		if r.twice() == 0 {
			t.Error("the constraint keeps nothing out")
		}
	})
}

// passes adds passes that do not end.
func (r *register) passes(n int) []commerce.PackageID {
	r.t.Helper()
	ids := make([]commerce.PackageID, n)
	for i := range ids {
		var err error
		if ids[i], err = r.Create(r.t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], pass(1, r.sports[0])); err != nil {
			r.t.Fatal(err)
		}
	}
	return ids
}

// life is what happens to a purchase.
type life struct {
	card   string
	fault  string // of the provider's answer; "" for none
	yes    bool   // what the buyer answers to their bank
	refund string // "", "desk" or "ours"
}

func newLife(dice *rand.Rand) life {
	return life{
		card:   one(dice, "pm_card_visa", "pm_card_visa", "pm_card_authenticationRequired", "pm_card_visa_chargeDeclined"),
		fault:  one(dice, "", "", "", "lost", "unclear", "error", "error_done"),
		yes:    dice.IntN(3) > 0,
		refund: one(dice, "", "", "desk", "ours"),
	}
}

func one(dice *rand.Rand, of ...string) string { return of[dice.IntN(len(of))] }

// hearing is what takes webhooks.
type hearing func(ctx context.Context, channelID int64, body []byte, signature string) error

// live leads a life with a new buyer and returns the rows that are left of it. Without dice webhooks come as they
// should; with them they come somehow.
func (r *register) live(l life, pass commerce.PackageID, dice *rand.Rand, hear hearing) string {
	r.t.Helper()
	r.buyer.UserID++
	r.looks = nil
	m := &mail{r: r, dice: dice, hear: hear}
	if l.fault != "" {
		r.order("/_simulator/faults", map[string]any{"kind": l.fault, "method": "POST", "path": "/v1/payment_intents"})
	}
	p := r.purchase(l.card)
	p.Items = []commerce.Item{{PackageID: pass}}
	bought, err := r.Buy(r.t.Context(), p)
	if err != nil {
		r.t.Fatal(err)
	}
	m.some()
	if bought.ClientSecret != "" {
		r.answerBank(bought.ClientSecret, l.yes)
		m.some()
	}
	r.follow(bought.Orders[0].ID)
	m.some()
	r.giveBack(l, bought.Orders[0].ID)
	m.all()
	r.follow(bought.Orders[0].ID)
	return r.rows()
}

// answerBank is the buyer's.
func (r *register) answerBank(clientSecret string, yes bool) {
	r.t.Helper()
	intent, _, _ := strings.Cut(clientSecret, "_secret_")
	r.form("/3d_secure/one/"+intent, url.Values{"client_secret": {clientSecret}, "answer": {map[bool]string{true: "complete", false: "fail"}[yes]}})
}

// form posts what browsers and the provider's own desk post.
func (r *register) form(path string, values url.Values) {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), http.MethodPost, r.url+path, strings.NewReader(values.Encode()))
	if err != nil {
		r.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Authorization", "Bearer sk_sim_one")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		r.t.Fatalf("%s: %s", path, answer.Status)
	}
}

// follow looks after the buyer's checkout as its job does, on a clock that goes ahead, until nothing is left to find
// out. Only a buyer who says nothing may take longer than reconciledWithin.
func (r *register) follow(id commerce.OrderID) {
	r.t.Helper()
	began, patient := r.clock.Now(), false
	for {
		o, err := r.FindOrder(r.t.Context(), r.channels[0], r.buyer.UserID, id)
		if err != nil {
			r.t.Fatal(err)
		}
		patient = patient || o.Stage == commerce.StageActionRequired
		again := r.reconcile()
		if again == 0 {
			break
		}
		r.clock.Advance(again)
	}
	if took := r.clock.Now().Sub(began); took > reconciledWithin && !patient {
		r.t.Errorf("order %d was found out about after %s", id, took)
	}
}

// giveBack refunds an order that is paid.
func (r *register) giveBack(l life, id commerce.OrderID) {
	r.t.Helper()
	if l.refund == "" || r.status() != commerce.OrderPaid {
		return
	}
	if l.refund == "desk" {
		r.form("/v1/refunds", url.Values{"payment_intent": {r.intentOf(id)}})
		return
	}
	if err := r.Refund(r.t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], id); err != nil {
		r.t.Fatal(err)
	}
	for range 2 { // jobs run at least once
		if err := r.PayBack(r.t.Context(), r.channels[0], id); err != nil {
			r.t.Fatal(err)
		}
	}
}

func (r *register) intentOf(id commerce.OrderID) (intent string) {
	r.t.Helper()
	err := r.db.Read().NewRaw("SELECT intent FROM checkouts WHERE id = (SELECT checkout_id FROM orders WHERE id = ?)", id).Scan(r.t.Context(), &intent)
	if err != nil {
		r.t.Fatal(err)
	}
	return intent
}

// rows are the buyer's, without numbers and times.
func (r *register) rows() string {
	r.t.Helper()
	var lines []string
	err := r.db.Read().NewRaw(`SELECT c.status || ' ' || c.failure_code || ' awaits ' || (CASE WHEN c.awaits_buyer THEN 'yes' ELSE 'no' END) || ', order ' || o.status
		|| ' live ' || (CASE WHEN o.live THEN 'yes' ELSE 'no' END) || ' refunded at ' || (CASE WHEN o.refunded_ms > 0 THEN 'some time' ELSE 'no time' END)
		|| ', paid ' || (SELECT count(*) FROM transactions AS t WHERE t.order_id = o.id AND t.status = 'paid')
		|| ', failed ' || (SELECT count(*) FROM transactions AS t WHERE t.order_id = o.id AND t.status = 'failed')
		|| ', given back ' || (SELECT count(*) FROM transactions AS t WHERE t.order_id = o.id AND t.status = 'refunded')
		|| ', version ' || COALESCE((SELECT version FROM entitlement_versions AS v WHERE v.channel_id = o.channel_id AND v.user_id = o.user_id), 0)
		FROM orders AS o JOIN checkouts AS c ON c.id = o.checkout_id WHERE o.channel_id = ? AND o.user_id = ? ORDER BY o.id`,
		r.channels[0], r.buyer.UserID).Scan(r.t.Context(), &lines)
	if err != nil {
		r.t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

// twice counts events that were heard more than once.
func (r *register) twice() (n int) {
	r.t.Helper()
	err := r.db.Read().NewRaw("SELECT count(*) FROM (SELECT ref FROM provider_events GROUP BY channel_id, ref HAVING count(*) > 1) AS twice").Scan(r.t.Context(), &n)
	if err != nil {
		r.t.Fatal(err)
	}
	return n
}

func (r *register) heardOnce() {
	r.t.Helper()
	if n := r.twice(); n > 0 {
		r.t.Errorf("%d events were heard twice", n)
	}
}

// believe is a shop that takes each webhook at its word.
func (r *register) believe(ctx context.Context, channelID int64, body []byte, _ string) error {
	var e struct {
		Type string `json:"type"`
		Data struct {
			Object struct {
				Metadata map[string]string `json:"metadata"`
			} `json:"object"`
		} `json:"data"`
	}
	if err := json.Unmarshal(body, &e); err != nil {
		return err
	}
	status, ok := map[string]string{
		"payment_intent.succeeded": "paid", "payment_intent.payment_failed": "failed", "payment_intent.canceled": "failed", "payment_intent.created": "created",
	}[e.Type]
	if !ok {
		return nil
	}
	_, err := r.db.Write().NewRaw("UPDATE checkouts SET status = ? WHERE channel_id = ? AND key = ?", status, channelID, e.Data.Object.Metadata["checkout"]).Exec(ctx)
	if err != nil {
		return fmt.Errorf("believe a webhook: %w", err)
	}
	return nil
}
