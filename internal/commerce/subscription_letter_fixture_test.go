package commerce_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/letter"
)

// post has the letters written about what happened since the last time, each asked for by ten
// at once, as a job may be that is done again; it returns what was written.
func (r *register) post() []letter.Letter {
	r.t.Helper()
	before, notices := len(r.letters), r.notices
	r.notices = nil
	for _, id := range notices {
		r.tenTimes(func() error { return r.SendSubscriptionLetter(r.t.Context(), r.channels[0], id) })
	}
	return slices.Clone(r.letters[before:])
}

// tenTimes does at once what a job does that may be done again. One that fails because another
// was at it in the same moment comes back once they are done, as the queue has it.
func (r *register) tenTimes(work func() error) {
	r.t.Helper()
	var all sync.WaitGroup
	var failed atomic.Int32
	for range 10 {
		all.Go(func() {
			if work() != nil {
				failed.Add(1)
			}
		})
	}
	all.Wait()
	for range failed.Load() {
		if err := work(); err != nil {
			r.t.Error(err)
		}
	}
}

// subjects are what the letters of a while are about.
func subjects(letters []letter.Letter) string {
	var out []string
	for _, l := range letters {
		out = append(out, l.Subject)
	}
	return strings.Join(out, "; ")
}

// posts checks what letters are written about what happened since the last time: none for "".
func (r *register) posts(when, want string) []letter.Letter {
	r.t.Helper()
	written := r.post()
	if got := subjects(written); got != want {
		r.t.Errorf("%s: letters %q, want %q", when, got, want)
	}
	return written
}

// says checks that a letter says something, in its text as in its document.
func (r *register) says(l letter.Letter, wants ...string) {
	r.t.Helper()
	document, text, err := l.Render(letter.Brand{Name: "Northline", Site: "https://fans.example"})
	if err != nil {
		r.t.Fatal(err)
	}
	for _, want := range wants {
		value := strings.TrimSpace(want[strings.LastIndex(want, ": ")+1:]) // in the document a label stands beside it
		if !strings.Contains(text, want) || !strings.Contains(document, value) {
			r.t.Errorf("it does not say %q:\n%s", want, text)
		}
	}
}

// repeat has everything be told again that the provider could tell of the subscription, and
// looks at it besides.
func (r *register) repeat() {
	r.t.Helper()
	invoice := map[string]any{"object": "invoice", "id": "in_any", "parent": map[string]any{
		"type": "subscription_details", "subscription_details": map[string]any{"subscription": r.ref()},
	}}
	subscription := map[string]any{"object": "subscription", "id": r.ref()}
	for i, kind := range []string{
		"invoice.payment_failed", "invoice.paid", "customer.subscription.trial_will_end", "customer.subscription.deleted", "customer.subscription.updated", "invoice.paid",
	} {
		of := subscription
		if strings.HasPrefix(kind, "invoice.") {
			of = invoice
		}
		r.heard++
		if err := r.hear(0, told(fmt.Sprintf("evt_%d_%d", r.heard, i), kind, of)); err != nil {
			r.t.Fatal(err)
		}
	}
	if _, err := r.RecheckSubscriptions(r.t.Context()); err != nil {
		r.t.Fatal(err)
	}
}

// tries begins a trial of some days, and returns when it ends.
func (r *register) tries(days int) time.Time {
	r.t.Helper()
	if _, err := r.trial(r.offerWithTrial(commerce.TypeMonthly, days), r.saved("pm_card_visa")); err != nil {
		r.t.Fatal(err)
	}
	return r.clock.Now().Add(time.Duration(days) * day)
}
