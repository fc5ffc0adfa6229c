package commerce_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
)

// delivery is how webhooks arrive. Each one is told again with every later one.
type delivery string

const (
	noWebhook  delivery = "no webhook, commerce reconcile alone"
	reversed   delivery = "webhooks in reversed order"
	inDisorder delivery = "webhooks in disorder, twice"
)

// delivers tells every event of the provider.
func (r *register) delivers(how delivery) {
	r.t.Helper()
	if how == noWebhook {
		r.learns(byReconcile)
		return
	}
	var events struct {
		Data []json.RawMessage
		More bool `json:"has_more"`
	}
	r.fetch("/v1/events?limit=100", &events) // the newest first
	if events.More {
		r.t.Fatal("there are more events")
	}
	if how == inDisorder {
		events.Data = append(events.Data, events.Data...)
		rand.Shuffle(len(events.Data), func(i, j int) { events.Data[i], events.Data[j] = events.Data[j], events.Data[i] })
	}
	for _, event := range events.Data {
		if err := r.hear(0, event); err != nil {
			r.t.Fatalf("%s: %v", event, err)
		}
	}
	r.work()
}

// state describes the buyer's latest order and its subscription: all that a user, an operator or a later payment can see.
func (r *register) state() string {
	r.t.Helper()
	r.post()
	letters := r.letterSubjects()
	slices.Sort(letters)
	at := func(t time.Time) string {
		if t.IsZero() {
			return "-"
		}
		return t.UTC().Format(time.DateTime)
	}
	o, s := r.latestOrder(), r.ownSubscription()
	var moves, history []string
	for _, m := range o.Transactions {
		moves = append(moves, fmt.Sprintf("%s %d %s..%s", m.Status, m.Amount, at(m.From), at(m.Until)))
	}
	for _, h := range s.History {
		history = append(history, fmt.Sprintf("%s (%s) %d", h.Kind, h.Reason, h.Amount))
	}
	slices.Sort(moves)
	slices.Sort(history)
	return strings.Join([]string{
		fmt.Sprintf("order %s, live %t, until %s, failure %q, watches %s", o.Status, o.Live, at(o.Until), o.Failure.Code, r.watches()),
		fmt.Sprintf("subscription %s, renews %t, past due %t, paused %t, period %s, trial %s, uncharged %s, card %q", s.Status, s.Renews, s.PastDue, s.Paused,
			at(s.PeriodEnd), at(s.TrialUntil), at(s.UnchargedUntil), s.Last4),
		fmt.Sprintf("renews %v, next %d with %d of %s..%s", s.Interval, s.NextAmount, s.PendingAmount, at(s.PendingFrom), at(s.PendingThrough)),
		"ended " + at(s.EndedAt.Truncate(time.Hour)), "moves " + strings.Join(moves, ", "), "history " + strings.Join(history, ", "), "letters " + strings.Join(letters, ", "),
		fmt.Sprintf("%d charges", r.charged()),
	}, "\n")
}

// ownSubscription is the buyer's newest subscription; an empty one where none has begun.
func (r *register) ownSubscription() *commerce.Subscription {
	r.t.Helper()
	all, err := r.Subscriptions(r.t.Context(), r.channels[0], r.buyer.UserID)
	if err != nil {
		r.t.Fatal(err)
	}
	if len(all) == 0 {
		return &commerce.Subscription{}
	}
	return all[0]
}

// turns lets time pass here and at the provider; nothing is asked.
func (r *register) turns(d time.Duration) {
	r.t.Helper()
	r.clock.Advance(d)
	r.order("/_simulator/flush", nil)
}

// failing has the subscription pay by a card that is refused.
func (r *register) failing() {
	r.t.Helper()
	if _, err := r.ChangeCard(r.t.Context(), r.channels[0], r.buyer.UserID, r.monthly, r.saved("pm_card_chargeCustomerFail")); err != nil {
		r.t.Fatal(err)
	}
}

// Every state of a subscription and of its invoices is the same whether webhooks tell it, in any order and more than once, or
// `commerce reconcile` finds it.
func TestSubscriptionsByWebhooksAlone(t *testing.T) {
	type steps = []func(r *register)
	begin := func(r *register) { r.subscribe("pm_card_visa") }
	month := func(r *register) { r.turns(month + 2*time.Hour) }
	invoice := func(call string, fields url.Values) func(*register) {
		return func(r *register) { r.ask("/v1/invoices/"+r.invoice()+"/"+call, fields) }
	}
	pause := func(behavior string) func(*register) {
		return func(r *register) {
			r.ask("/v1/subscriptions/"+r.ref(), url.Values{"pause_collection[behavior]": {behavior}})
		}
	}
	resume := func(r *register) { r.ask("/v1/subscriptions/"+r.ref(), url.Values{"pause_collection": {""}}) }
	ends := func(ends string) func(*register) {
		return func(r *register) { r.ask("/v1/subscriptions/"+r.ref(), url.Values{"cancel_at_period_end": {ends}}) }
	}
	status := func(status string) func(*register) { return func(r *register) { r.becomes(r.ref(), status) } }
	outside := url.Values{"paid_out_of_band": {"true"}}
	waiting := func(r *register) { r.subscribe("pm_card_authenticationRequired") }
	trial := func(r *register) { r.tries(7) }
	tests := map[string]struct {
		steps steps
		want  string
	}{
		"active, renewed":                 {steps{begin, month}, "active: created updated"},
		"incomplete":                      {steps{waiting}, "created : "},
		"incomplete_expired":              {steps{waiting, func(r *register) { r.turns(day) }}, "failed payment_abandoned: "},
		"incomplete, canceled":            {steps{waiting, (*register).cancelInTheDashboard}, "failed payment_canceled: "},
		"first invoice void":              {steps{waiting, invoice("void", nil)}, "failed payment_canceled: "},
		"first invoice uncollectible":     {steps{waiting, invoice("mark_uncollectible", nil)}, "failed payment_canceled: "},
		"first invoice paid out of band":  {steps{waiting, invoice("pay", outside)}, "active: created"},
		"trialing":                        {steps{trial}, "active: created"},
		"trial paid":                      {steps{trial, func(r *register) { r.turns(7*day + 2*time.Hour) }}, "active: created updated"},
		"trial canceled":                  {steps{trial, (*register).cancelInTheDashboard}, "canceled: created ended"},
		"past_due":                        {steps{begin, (*register).failing, month}, "active: created payment_failed"},
		"past_due, given up":              {steps{begin, (*register).failing, month, func(r *register) { r.turns(10 * day) }}, "expired: created ended payment_failed"},
		"past_due, void":                  {steps{begin, (*register).failing, month, invoice("void", nil)}, "inactive: created not_charged payment_failed"},
		"past_due, uncollectible":         {steps{begin, (*register).failing, month, invoice("mark_uncollectible", nil)}, "inactive: created not_charged payment_failed"},
		"past_due, paid out of band":      {steps{begin, (*register).failing, month, invoice("pay", outside)}, "active: created payment_failed updated"},
		"unpaid":                          {steps{begin, (*register).failing, month, status("unpaid")}, "expired: created ended payment_failed"},
		"paused":                          {steps{begin, (*register).failing, month, status("paused")}, "expired: created ended payment_failed"},
		"canceled":                        {steps{begin, (*register).cancelInTheDashboard}, "canceled: created ended"},
		"canceled with its period":        {steps{begin, ends("true")}, "canceled: canceled created"},
		"canceled with its period, over":  {steps{begin, ends("true"), month}, "expired: canceled created ended"},
		"canceled with its period, taken": {steps{begin, ends("true"), ends("false")}, "active: canceled created resumed"},
		"customer deleted":                {steps{begin, (*register).deleteCustomer}, "canceled: created ended"},
		"collection paused":               {steps{begin, pause("void")}, "active: created payments_paused"},
		"collection paused, void":         {steps{begin, pause("void"), month}, "inactive: created not_charged payments_paused"},
		"collection paused, written off":  {steps{begin, pause("mark_uncollectible"), month}, "inactive: created not_charged payments_paused"},
		"collection paused, kept":         {steps{begin, pause("keep_as_draft"), month}, "inactive: created payments_paused"},
		"collection resumed":              {steps{begin, pause("void"), resume}, "active: created payments_paused payments_resumed"},
		"collection resumed, renewed":     {steps{begin, pause("void"), resume, month}, "active: created payments_paused payments_resumed updated"},
		"card detached":                   {steps{begin, func(r *register) { r.ask("/v1/payment_methods/"+r.card()+"/detach", url.Values{}) }}, "active: card_removed created"},
		"card expired":                    {steps{begin, func(r *register) { r.becomes(r.card(), "expired") }, month}, "active: created payment_failed"},
		"card replaced":                   {steps{begin, func(r *register) { r.becomes(r.card(), "replaced") }}, "active: created"},
		"refunded in the dashboard":       {steps{begin, func(r *register) { r.atTheDesk(r.intent(), r.latest().Price) }}, "expired: created ended"},
		"refunded by the operator": {steps{begin, month, func(r *register) {
			if err := r.Refund(r.t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], r.latestOrder().ID); err != nil {
				r.t.Fatal(err)
			}
			r.work()
		}}, "expired: created ended updated"},
		"disputed":                  {steps{begin, func(r *register) { r.disputes(r.ledger().Charges[0].Intent, 0, false) }}, "inactive: created"},
		"its price changed":         {steps{begin, func(r *register) { r.costs(9900, "none") }}, "active: created price_changed"},
		"its price changed, paid":   {steps{begin, func(r *register) { r.costs(9900, "none") }, month}, "active: created price_changed updated"},
		"its price changed at once": {steps{begin, func(r *register) { r.turns(10 * day); r.costs(9900, "always_invoice") }}, "active: created extra_payment price_changed"},
		"its price lowered at once": {steps{begin, func(r *register) { r.turns(10 * day); r.costs(900, "always_invoice") }, month}, "active: created price_changed updated"},
		"its period changed":        {steps{begin, func(r *register) { r.turns(10 * day); r.recurs(79000, "year", 1, "create_prorations") }}, "active: created price_changed updated"},
		"its period changed back": {steps{begin, func(r *register) { r.turns(10 * day); r.recurs(79000, "year", 1, "create_prorations") }, func(r *register) {
			r.turns(time.Hour)
			r.recurs(7900, "month", 1, "create_prorations")
		}}, "active: created price_changed price_changed updated updated"},
		"its period changed in a trial":    {steps{trial, func(r *register) { r.recurs(79000, "year", 1, "create_prorations") }, func(r *register) { r.turns(7*day + 2*time.Hour) }}, "active: created price_changed updated"},
		"its period changed, refused":      {steps{begin, (*register).failing, func(r *register) { r.turns(10 * day); r.recurs(79000, "year", 1, "none") }}, "active: created payment_failed price_changed"},
		"its period changed while it ends": {steps{begin, ends("true"), func(r *register) { r.turns(10 * day); r.recurs(79000, "year", 1, "none") }}, "canceled: canceled created price_changed updated"},
		"an amount is pending":             {steps{begin, func(r *register) { r.turns(10 * day); r.costs(9900, "create_prorations"); r.costs(7900, "none") }}, "active: created extra_pending"},
		"a discount":                       {steps{begin, func(r *register) { r.takesOff(url.Values{"percent_off": {"50"}, "duration": {"forever"}}) }, month}, "active: created updated"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var first string
			eachDelivery(t, func(t *testing.T, r *register, how delivery) {
				for _, step := range test.steps {
					step(r)
					r.delivers(how)
				}
				s, o := r.ownSubscription(), r.latestOrder()
				did := strings.Fields(kinds(s))
				slices.Sort(did)
				is := string(s.Status)
				if is == "" {
					is = string(o.Status) + " " + o.Failure.Code
				}
				if got := is + ": " + strings.Join(did, " "); got != test.want {
					t.Errorf("it is %q, want %q", got, test.want)
				}
				state := r.state()
				if first == "" {
					first = state
				}
				if state != first {
					t.Errorf("it stands as\n%s\nand with reconcile as\n%s", state, first)
				}
			})
		})
	}
}
