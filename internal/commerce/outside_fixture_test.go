package commerce_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
)

// fetch makes a GET call of the provider's API without the till.
func (r *register) fetch(path string, into any) {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), http.MethodGet, r.url+path, http.NoBody)
	if err != nil {
		r.t.Fatal(err)
	}
	request.SetBasicAuth("sk_sim_one", "")
	r.do(request, into)
}

func (r *register) do(request *http.Request, into any) {
	r.t.Helper()
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode >= http.StatusMultipleChoices {
		r.t.Fatalf("%s %s: %s", request.Method, request.URL.Path, answer.Status)
	}
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
		r.t.Fatal(err)
	}
}

// outside has a bank, a card network or the provider itself do something, and returns the id of the object that it is about.
func (r *register) outside(call string, fields map[string]any) string {
	r.t.Helper()
	fields["account"] = "one"
	text, err := json.Marshal(fields)
	if err != nil {
		r.t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(r.t.Context(), http.MethodPost, r.url+"/_simulator/"+call, bytes.NewReader(text))
	if err != nil {
		r.t.Fatal(err)
	}
	var of struct{ ID string }
	r.do(request, &of)
	return of.ID
}

// disputes has the cardholder's bank dispute a payment, all of it for an amount of 0.
func (r *register) disputes(intent string, amount int64, inquiry bool) string {
	r.t.Helper()
	return r.outside("disputes", map[string]any{"payment_intent": intent, "amount": amount, "inquiry": inquiry})
}

// becomes has a bank, a card network or the provider itself change an object.
func (r *register) becomes(id, status string) {
	r.t.Helper()
	r.outside("changes", map[string]any{"id": id, "status": status})
}

// How the till learns what happened at the provider.
type learning string

const (
	byWebhooks  learning = "webhooks, in disorder and twice"
	byLooking   learning = "the hourly look"
	byReconcile learning = "commerce reconcile"
)

// learns lets the till learn what happened at the provider, until nothing is new.
func (r *register) learns(how learning) {
	r.t.Helper()
	switch how {
	case byWebhooks:
		r.hearAll()
	case byLooking:
		if _, err := r.RecheckCharges(r.t.Context()); err != nil {
			r.t.Fatal(err)
		}
	case byReconcile:
		r.audit()
	}
	r.work()
}

// hearAll tells every event of the provider, in disorder and twice.
func (r *register) hearAll() {
	r.t.Helper()
	var events struct{ Data []json.RawMessage }
	r.fetch("/v1/events?limit=100", &events)
	events.Data = append(events.Data, events.Data...)
	rand.Shuffle(len(events.Data), func(i, j int) { events.Data[i], events.Data[j] = events.Data[j], events.Data[i] })
	for _, event := range events.Data {
		if err := r.hear(0, event); err != nil {
			r.t.Fatalf("%s: %v", event, err)
		}
	}
}

// work does the jobs of refunds and renewals that were asked for.
func (r *register) work() {
	r.t.Helper()
	refunds, followed := r.refunds, r.followed
	r.refunds, r.followed = nil, nil
	for _, id := range refunds {
		if err := r.PayBack(r.t.Context(), r.channels[0], id); err != nil {
			r.t.Fatal(err)
		}
	}
	for _, id := range followed {
		if _, err := r.FollowRenewal(r.t.Context(), r.channels[0], id, r.clock.Now()); err != nil {
			r.t.Fatal(err)
		}
	}
}

func (r *register) audit() commerce.Audit {
	r.t.Helper()
	audit, err := r.Audit(r.t.Context(), actor.Actor{Role: actor.Owner})
	if err != nil {
		r.t.Fatal(err)
	}
	return audit
}

// watches is why the buyer may, or may not, watch a game that everything bought here covers.
func (r *register) watches() commerce.Reason {
	r.t.Helper()
	held, err := r.StoredGrants(r.t.Context(), r.channels[0], r.buyer.UserID)
	if err != nil {
		r.t.Fatal(err)
	}
	game := commerce.Event{ID: r.events[0].ID, Type: commerce.AccessPaid}
	for _, kind := range []commerce.Kind{commerce.KindPackage, commerce.KindSubscription} {
		offers, err := r.List(r.t.Context(), r.channels[0], kind)
		if err != nil {
			r.t.Fatal(err)
		}
		for _, p := range offers {
			game.Categories, game.Participants = append(game.Categories, p.Categories...), append(game.Participants, p.Participants...)
		}
	}
	return commerce.Decide(game, commerce.Viewer{LoggedIn: true}, held, r.clock.Now()).Reason
}

// letterSubjects are those of the letters since it was asked last.
func (r *register) letterSubjects() (subjects []string) {
	for _, l := range r.letters {
		subjects = append(subjects, l.Subject)
	}
	r.letters = nil
	return subjects
}

// eachLearning runs a test for each way in which the till learns what happened at the provider.
func eachLearning(t *testing.T, run func(t *testing.T, r *register, how learning)) {
	t.Helper()
	eachCase(t, []learning{byWebhooks, byLooking, byReconcile}, func(t *testing.T, d *db.DB, how learning) {
		r := openRegister(t, d)
		r.speaks = "en"
		run(t, r, how)
	})
}
