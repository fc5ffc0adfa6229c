package commerce_test

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// The buyer of a payment that failed reads what has happened, on every way to get there and however the till learns it.
func TestWhyAPaymentHasFailed(t *testing.T) {
	const (
		canceled  = "This payment was cancelled, and nothing was charged. You can buy again at any time."
		abandoned = "The payment was not confirmed in time, so nothing was charged."
	)
	invoices := func(call string) func(*register) {
		return func(r *register) { r.ask("/v1/invoices/"+r.invoice()+"/"+call, nil) }
	}
	late := func(r *register) { r.clock.Advance(time.Hour) }
	declines := func(r *register) {
		r.becomes(r.payment(), "processing")
		r.becomes(r.payment(), "failed")
	}
	for name, test := range map[string]struct {
		subscribes    bool
		end           func(r *register)
		byTime        bool // no webhook tells it
		code, message string
	}{
		"the first invoice is voided":                  {true, invoices("void"), false, commerce.FailureCanceled, canceled},
		"the first invoice is written off":             {true, invoices("mark_uncollectible"), false, commerce.FailureCanceled, canceled},
		"the subscription is canceled":                 {true, (*register).cancelInTheDashboard, false, commerce.FailureCanceled, canceled},
		"the customer of the subscription is deleted":  {true, (*register).deleteCustomer, false, commerce.FailureCanceled, canceled},
		"the payment is canceled":                      {false, func(r *register) { r.ask("/v1/payment_intents/"+r.payment()+"/cancel", nil) }, false, commerce.FailureCanceled, canceled},
		"the buyer did not confirm the payment":        {false, late, true, commerce.FailureAbandoned, abandoned},
		"the buyer did not confirm the first payment":  {true, late, true, commerce.FailureAbandoned, abandoned},
		"the provider gave the subscription up itself": {true, func(r *register) { r.clock.Advance(24 * time.Hour); r.order("/_simulator/flush", nil) }, false, commerce.FailureAbandoned, abandoned},
		"the buyer began again": {
			false, func(r *register) { r.buy("pm_card_visa") }, false, commerce.FailureReplaced,
			"You started this purchase again, so we cancelled this payment. Nothing was charged.",
		},
		"the buyer subscribed again": {
			true, func(r *register) { r.subscribe("pm_card_visa") }, false, commerce.FailureReplaced,
			"You started this purchase again, so we cancelled this payment. Nothing was charged.",
		},
		"the bank declines the payment":       {false, declines, false, "generic_decline", "Your card was declined. Please use another one."},
		"the bank declines the first payment": {true, declines, false, "generic_decline", "Your card was declined. Please use another one."},
	} {
		for _, how := range []learning{byWebhooks, byReconcile} {
			if how == byWebhooks && test.byTime {
				continue
			}
			t.Run(name+", "+string(how), func(t *testing.T) {
				dbtest.Each(t, func(t *testing.T, d *db.DB) {
					r := openRegister(t, d)
					var o *commerce.Order
					if test.subscribes {
						o = r.subscribe("pm_card_authenticationRequired").Orders[0]
					} else {
						o = r.buy("pm_card_authenticationRequired").Orders[0]
					}
					test.end(r)
					charged := r.charged()
					r.learns(how)
					r.learns(how)
					found, err := r.FindOrder(t.Context(), r.channels[0], r.buyer.UserID, o.ID)
					if err != nil || found.Status != commerce.OrderFailed || found.Failure.Code != test.code || found.Failure.Message != test.message {
						t.Errorf("the buyer reads %+v of an order that is %s, %v", found.Failure, found.Status, err)
					}
					if r.charged() != charged {
						t.Errorf("%d charges", r.charged())
					}
				})
			})
		}
	}
}

// The buyer of a payment that the provider never answered does not read that they have not confirmed it.
func TestAPaymentWhoseProviderWasNotReached(t *testing.T) {
	for name, path := range map[string]string{"a pass": "/v1/payment_intents", "a subscription": "/v1/subscriptions"} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				r := openRegister(t, d)
				r.order("/_simulator/faults", map[string]any{"kind": "error", "method": "POST", "path": path, "count": 99})
				if name == "a pass" {
					r.buy("pm_card_visa")
				} else {
					r.subscribe("pm_card_visa")
				}
				r.clock.Advance(time.Hour)
				r.audit()
				if f := r.latestOrder().Failure; f.Code != commerce.FailureUnreached || f.Message != "We could not reach our payment provider in time, so nothing was charged. You can buy again at any time." {
					t.Errorf("the buyer reads %+v", f)
				}
			})
		})
	}
}
