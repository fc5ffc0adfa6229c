package stripesim

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/stripe/stripe-go/v85"
)

// order posts JSON to one of the simulator's own calls.
func (w *world) order(path, body string) {
	w.t.Helper()
	req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, w.http.URL+path, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	resp, err := w.http.Client().Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusNoContent && resp.StatusCode != http.StatusOK {
		w.t.Fatalf("%s %s: %d", path, body, resp.StatusCode)
	}
}

func (w *world) fault(body string) {
	w.t.Helper()
	w.order("/_simulator/faults", body)
}

func TestOrderedFaultsOfRequests(t *testing.T) {
	for _, c := range []struct {
		kind    string
		charged bool
		status  int // 0: no answer
	}{
		{"error", false, 500},
		{"error_done", true, 500},
		{"rate_limit", false, 429},
		{"lost", false, 0},
		{"unclear", true, 0},
	} {
		w := newWorld(t, Options{})
		w.fault(`{"kind":"` + c.kind + `","path":"/v1/payment_intents","method":"POST","account":"ours"}`)
		params := payParams("pm_card_visa")
		params.SetIdempotencyKey("one")
		err := second(w.pay(params))
		if c.status == 0 {
			if _, isAnswer := err.(*stripe.Error); err == nil || isAnswer { //nolint:errorlint // stripe-go returns its errors bare
				t.Errorf("%s: answered %v", c.kind, err)
			}
		} else if e := problem(t, err); e.HTTPStatusCode != c.status {
			t.Errorf("%s: %v", c.kind, e)
		}
		if charged := w.charges() == 1; charged != c.charged {
			t.Errorf("%s: %d charges", c.kind, w.charges())
		}
		if intent, err := w.pay(params); err != nil || intent.Status != succeeded {
			t.Errorf("%s: asked again: %v", c.kind, err)
		}
		if w.charges() != 1 {
			t.Errorf("%s: %d charges in the end", c.kind, w.charges())
		}
	}
}

func TestAResetForgetsEverything(t *testing.T) {
	folder := t.TempDir()
	w := newWorld(t, Options{Folder: folder})
	w.paid("pm_card_visa")
	w.fault(`{"kind":"error"}`)
	w.order("/_simulator/reset", "")
	w.paid("pm_card_visa")
	if w.charges() != 1 {
		t.Errorf("%d charges", w.charges())
	}
	again := reopen(t, folder)
	if got := len(again.account("ours").order[kindCharge]); got != 1 {
		t.Errorf("%d charges after a restart", got)
	}
}
