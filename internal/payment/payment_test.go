package payment_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stripe/stripe-go/v85/webhook"

	"github.com/grandstand/grandstand/internal/payment"
)

const secret = "whsec_of_the_tests"

func TestAccountsThatAreNotOpened(t *testing.T) {
	for name, o := range map[string]payment.Options{
		"no key":                          {WebhookSecret: secret},
		"a publishable key":               {SecretKey: "pk_live_1", WebhookSecret: secret},
		"no secret for webhooks":          {SecretKey: "sk_live_1"},
		"of the simulator without one":    {SecretKey: "sk_sim_1", WebhookSecret: secret},
		"a live key for the simulator":    {SecretKey: "sk_live_1", WebhookSecret: secret, URL: "http://127.0.0.1:1"},
		"a test key for the simulator":    {SecretKey: "sk_test_1", WebhookSecret: secret, URL: "http://127.0.0.1:1"},
		"the simulator without a secret":  {SecretKey: "sk_sim_1", URL: "http://127.0.0.1:1"},
		"a restricted key, and no secret": {SecretKey: "rk_live_1"},
	} {
		if _, err := payment.Open(o); err == nil {
			t.Errorf("%s: opened", name)
		}
	}
	for key, want := range map[string]payment.Mode{
		"sk_test_1": payment.Test, "rk_test_1": payment.Test, "sk_live_1": payment.Live, "rk_live_1": payment.Live,
	} {
		account, err := payment.Open(payment.Options{SecretKey: key, PublishableKey: "pk", WebhookSecret: secret})
		if err != nil || account.Mode() != want || account.PublishableKey() != "pk" {
			t.Errorf("%s: %v, %v", key, account, err)
		}
	}
}

// answering is an account whose provider gives one answer to everything.
func answering(t *testing.T, status int, body string) *payment.Account {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if status == 0 {
			panic(http.ErrAbortHandler)
		}
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}))
	t.Cleanup(server.Close)
	return opened(t, server.URL)
}

func opened(t *testing.T, url string) *payment.Account {
	t.Helper()
	account, err := payment.Open(payment.Options{SecretKey: "sk_sim_one", WebhookSecret: secret, URL: url})
	if err != nil {
		t.Fatal(err)
	}
	return account
}

// What an answer tells decides whether a buyer is charged again: only what cannot have happened is said not to have.
func TestWhatErrorsTell(t *testing.T) {
	fails := func(kind, rest string) string {
		return `{"error": {"type": "` + kind + `", "message": "no"` + rest + `}}`
	}
	for name, test := range map[string]struct {
		status int // 0: no answer
		body   string
		want   payment.FailureKind
		code   string
	}{
		"no answer":              {0, "", payment.Unclear, ""},
		"no answer of Stripe's":  {http.StatusBadGateway, "<html>", payment.Unclear, ""},
		"its own failure":        {http.StatusInternalServerError, fails("api_error", ""), payment.Unclear, ""},
		"another request":        {http.StatusConflict, fails("invalid_request_error", `, "code": "lock_timeout"`), payment.Unclear, "lock_timeout"},
		"the key was used":       {http.StatusBadRequest, fails("idempotency_error", ""), payment.Unclear, ""},
		"too many":               {http.StatusTooManyRequests, fails("invalid_request_error", `, "code": "rate_limit"`), payment.Unclear, "rate_limit"},
		"declined":               {http.StatusPaymentRequired, fails("card_error", `, "code": "card_declined", "decline_code": "lost_card"`), payment.Declined, "lost_card"},
		"declined for no reason": {http.StatusPaymentRequired, fails("card_error", `, "code": "card_declined"`), payment.Declined, "card_declined"},
		"not taken":              {http.StatusBadRequest, fails("invalid_request_error", `, "code": "amount_too_small"`), payment.Refused, "amount_too_small"},
		"a wrong key":            {http.StatusUnauthorized, fails("invalid_request_error", ""), payment.Refused, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := answering(t, test.status, test.body).CreateIntent(t.Context(), payment.Request{Key: "k", Amount: 100, Currency: "CAD", Customer: "cus_1", PaymentMethod: "pm_1"})
			if err == nil || payment.FailureKindOf(err) != test.want || payment.CodeOf(err) != test.code {
				t.Errorf("outcome %d, code %q of %v", payment.FailureKindOf(err), payment.CodeOf(err), err)
			}
			if said, ok := errors.AsType[*payment.Error](err); !ok || said.Unwrap() == nil || said.Error() == "" {
				t.Errorf("says %v", err)
			}
		})
	}
	if err := errors.New("of something else"); payment.FailureKindOf(err) != payment.Unclear || payment.CodeOf(err) != "" {
		t.Error("an error that is not the provider's tells something")
	}
}

func TestADeclineTellsOfItsPayment(t *testing.T) {
	body := `{"error": {"type": "card_error", "code": "card_declined", "message": "no",
		"payment_intent": {"id": "pi_1", "status": "requires_payment_method", "amount": 100, "currency": "cad", "customer": "cus_1"}}}`
	_, err := answering(t, http.StatusPaymentRequired, body).CreateIntent(t.Context(), payment.Request{Key: "k"})
	said, ok := errors.AsType[*payment.Error](err)
	if !ok || said.Intent == nil || said.Intent.ID != "pi_1" || said.Intent.Status != payment.RequiresMethod || said.Intent.Customer != "cus_1" {
		t.Errorf("says %+v", said)
	}
}

// A caller who has gone says nothing of what the provider did.
func TestACallThatIsGivenUpIsUnclear(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := answering(t, http.StatusOK, "{}").CreateIntent(ctx, payment.Request{Key: "k"})
	if err == nil || payment.FailureKindOf(err) != payment.Unclear {
		t.Errorf("says %v", err)
	}
}

func sign(body, with string, at time.Time) string {
	return webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: []byte(body), Secret: with, Timestamp: at}).Header
}

const (
	succeeded = `{"id": "evt_1", "object": "event", "type": "payment_intent.succeeded", "data": {"object": {"id": "pi_1", "object": "payment_intent",
		"status": "succeeded", "amount": 7900, "amount_received": 7900, "currency": "cad", "customer": "cus_1", "latest_charge": "ch_1",
		"metadata": {"checkout": "k"}}}}`
	refunded = `{"id": "evt_2", "object": "event", "type": "charge.refunded", "data": {"object": {"id": "ch_1", "object": "charge", "amount": 7900,
		"amount_refunded": 100, "payment_intent": "pi_1", "metadata": {"checkout": "k"}}}}`
	other = `{"id": "evt_3", "object": "event", "type": "customer.created", "data": {"object": {"id": "cus_1", "object": "customer"}}}`
)

func TestEventsAreRead(t *testing.T) {
	account := opened(t, "http://127.0.0.1:1")
	for body, want := range map[string]payment.Event{
		succeeded: {ID: "evt_1", Type: "payment_intent.succeeded", Intent: &payment.Intent{
			ID: "pi_1", Status: payment.Succeeded, Amount: 7900, Received: 7900, Currency: "CAD", Customer: "cus_1", Charge: "ch_1",
			Metadata: map[string]string{"checkout": "k"},
		}},
		refunded: {ID: "evt_2", Type: "charge.refunded", Charge: &payment.Charge{
			ID: "ch_1", Intent: "pi_1", Amount: 7900, Refunded: 100, Metadata: map[string]string{"checkout": "k"},
		}},
		other: {ID: "evt_3", Type: "customer.created"},
		`{"id":"evt_4","object":"event","type":"invoiceitem.created","data":{"object":{"id":"ii_1","object":"invoiceitem","customer":"cus_1","parent":{"type":"subscription_details","subscription_details":{"subscription":"sub_1"}}}}}`: {
			ID: "evt_4", Type: "invoiceitem.created", Subscription: "sub_1",
		},
		`{"id":"evt_5","object":"event","type":"invoiceitem.deleted","data":{"object":{"id":"ii_1","object":"invoiceitem","customer":"cus_1","parent":null}}}`: {
			ID: "evt_5", Type: "invoiceitem.deleted", Customer: "cus_1",
		},
	} {
		got, err := account.ReadEvent([]byte(body), sign(body, secret, time.Now()))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%v %s", err, diff)
		}
	}
}

// Events are believed under a signature of the raw body, by the secret, at most 300 seconds old.
func TestSignaturesOfEvents(t *testing.T) {
	account := opened(t, "http://127.0.0.1:1")
	fresh := sign(succeeded, secret, time.Now())
	for name, test := range map[string]struct {
		body, signature string
		good            bool
	}{
		"fresh":               {succeeded, fresh, true},
		"280 seconds old":     {succeeded, sign(succeeded, secret, time.Now().Add(-280*time.Second)), true},
		"320 seconds old":     {succeeded, sign(succeeded, secret, time.Now().Add(-320*time.Second)), false},
		"none":                {succeeded, "", false},
		"no time":             {succeeded, strings.SplitAfterN(fresh, ",", 2)[1], false},
		"no hash":             {succeeded, strings.SplitN(fresh, ",", 2)[0], false},
		"an old scheme":       {succeeded, strings.Replace(fresh, "v1=", "v0=", 1), false},
		"another time":        {succeeded, strings.Replace(fresh, "t=", "t=1", 1), false},
		"another secret":      {succeeded, sign(succeeded, "whsec_of_another", time.Now()), false},
		"the empty secret":    {succeeded, sign(succeeded, "", time.Now()), false},
		"another body":        {strings.Replace(succeeded, "7900", "7901", 1), fresh, false},
		"spaces in the body":  {succeeded + " ", fresh, false},
		"another event's":     {succeeded, sign(refunded, secret, time.Now()), false},
		"signed, and nothing": {"{}", sign("{}", secret, time.Now()), false},
		"signed, not JSON":    {"x", sign("x", secret, time.Now()), false},
	} {
		e, err := account.ReadEvent([]byte(test.body), test.signature)
		if (err == nil) != test.good || (err != nil && e.ID != "") {
			t.Errorf("%s: %+v, %v", name, e, err)
		}
	}
}

// A subscription has its latest 120 invoices. Older ones are read on request, up to a limit.
func TestTheInvoicesOfASubscriptionAreLimited(t *testing.T) {
	const all = 130
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/invoices" {
			fmt.Fprint(w, `{"id": "sub_1", "object": "subscription"}`)
			return
		}
		next := 0
		if _, err := fmt.Sscanf(r.URL.Query().Get("starting_after"), "in_%d", &next); err == nil {
			next++
		}
		page := make([]string, 0, 100)
		for ; next < all && len(page) < 100; next++ {
			page = append(page, fmt.Sprintf(`{"id": "in_%d", "object": "invoice"}`, next))
		}
		fmt.Fprintf(w, `{"object": "list", "url": "/v1/invoices", "has_more": %t, "data": [%s]}`, next < all, strings.Join(page, ","))
	}))
	t.Cleanup(server.Close)
	account := opened(t, server.URL)
	s, err := account.RetrieveSubscription(t.Context(), "sub_1")
	if err != nil || len(s.Invoices) != 120 || !s.MoreInvoices {
		t.Fatalf("%d invoices, more: %t, %v", len(s.Invoices), s.MoreInvoices, err)
	}
	for limit, want := range map[int]bool{100: false, 10: false, 9: true} {
		older, more, err := account.OlderInvoices(t.Context(), "sub_1", s.Invoices[119].ID, limit)
		if err != nil || len(older) != min(limit, 10) || older[0].ID != "in_120" || more != want {
			t.Errorf("limit %d: %d older invoices, more: %t, %v", limit, len(older), more, err)
		}
	}
}
