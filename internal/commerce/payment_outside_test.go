package commerce_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// payment is the provider's id of the latest payment.
func (r *register) payment() string {
	r.t.Helper()
	id, _ := r.ledger().Intents[0]["id"].(string)
	return id
}

// latestOrder is the buyer's latest order.
func (r *register) latestOrder() *commerce.Order {
	r.t.Helper()
	orders, _, err := r.Orders(r.t.Context(), r.channels[0], r.buyer.UserID, commerce.OrderFilter{})
	if err != nil || len(orders) == 0 {
		r.t.Fatalf("orders %v, %v", orders, err)
	}
	return orders[0]
}

// eachPurchase runs a test with a pass and with a subscription whose payment waits for the buyer's bank.
func eachPurchase(t *testing.T, run func(t *testing.T, r *register)) {
	t.Helper()
	for name, begin := range map[string]func(r *register){
		"a pass":         func(r *register) { r.buy("pm_card_authenticationRequired") },
		"a subscription": func(r *register) { r.subscribe("pm_card_authenticationRequired") },
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				r := openRegister(t, d)
				begin(r)
				run(t, r)
			})
		})
	}
}

// A network takes its time over a payment: the order waits, `commerce reconcile` names it, and either end is followed.
func TestAPaymentThatIsProcessing(t *testing.T) {
	for end, want := range map[string]commerce.OrderStatus{"succeeded": commerce.OrderPaid, "failed": commerce.OrderFailed} {
		t.Run(end, func(t *testing.T) {
			eachPurchase(t, func(t *testing.T, r *register) {
				r.becomes(r.payment(), "processing")
				r.clock.Advance(50 * time.Minute) // the season ends after an hour
				if got := r.audit().Differences; len(got) != 1 || !strings.Contains(got[0], "its outcome is not known yet") || r.status() != commerce.OrderCreated || r.watches() != commerce.ReasonPurchaseRequired {
					t.Fatalf("reconcile says %q, the order is %s", got, r.status())
				}
				r.becomes(r.payment(), end)
				if got := r.audit().Differences; len(got) != 0 || r.status() != want || (r.watches() != commerce.ReasonPurchaseRequired) != (want == commerce.OrderPaid) {
					t.Errorf("reconcile says %q, the order is %s", got, r.status())
				}
				if f := r.latestOrder().Failure; want == commerce.OrderFailed && f.Message != "Your card was declined. Please use another one." {
					t.Errorf("the buyer reads %+v", f)
				}
			})
		})
	}
}

// A payment that waits for its buyer is canceled in the dashboard: the order fails, and the buyer reads why.
func TestAPaymentThatIsCanceledInTheDashboard(t *testing.T) {
	eachCase(t, []learning{byWebhooks, byReconcile}, func(t *testing.T, d *db.DB, how learning) {
		r := openRegister(t, d)
		r.buy("pm_card_authenticationRequired")
		r.ask("/v1/payment_intents/"+r.payment()+"/cancel", nil)
		if how == byReconcile {
			r.differs("the payment was canceled at the provider")
		} else {
			r.learns(how)
		}
		o := r.latestOrder()
		if o.Status != commerce.OrderFailed || o.Failure.Message != "This payment was cancelled, and nothing was charged. You can buy again at any time." {
			t.Errorf("order %s, %+v", o.Status, o.Failure)
		}
		if got := r.audit().Differences; len(got) != 0 || r.charged() != 0 {
			t.Errorf("reconcile says %q", got)
		}
		if o := r.buy("pm_card_visa").Orders[0]; o.Status != commerce.OrderPaid {
			t.Errorf("bought again: %s", o.Status)
		}
	})
}

// A payment that was abandoned has another message than a payment that the dashboard canceled.
func TestAPaymentThatNobodyConfirmed(t *testing.T) {
	eachPurchase(t, func(t *testing.T, r *register) {
		r.clock.Advance(time.Hour)
		r.audit()
		if o := r.latestOrder(); o.Failure.Code != commerce.FailureAbandoned {
			t.Errorf("failure %+v", o.Failure)
		}
	})
}

// Money that is reserved and not collected opens nothing: it is let go with the buyer's time, and the buyer reads so. What the
// dashboard collects before is paid.
func TestAPaymentThatRequiresCapture(t *testing.T) {
	for captured, want := range map[bool]commerce.OrderStatus{true: commerce.OrderPaid, false: commerce.OrderFailed} {
		t.Run(string(want), func(t *testing.T) {
			eachCase(t, []learning{byWebhooks, byReconcile}, func(t *testing.T, d *db.DB, how learning) {
				r := openRegister(t, d)
				r.buy("pm_card_authenticationRequired")
				r.becomes(r.payment(), "requires_capture")
				r.hearAll()
				if got := r.audit().Differences; len(got) != 1 || !strings.Contains(got[0], "its outcome is not known yet") || r.status() != commerce.OrderCreated || r.watches() != commerce.ReasonPurchaseRequired {
					t.Fatalf("reconcile says %q, the order is %s", got, r.status())
				}
				if captured {
					r.ask("/v1/payment_intents/"+r.payment()+"/capture", nil)
				} else {
					r.clock.Advance(time.Hour)
					r.audit()
				}
				r.learns(how)
				if got := r.audit().Differences; len(got) != 0 || r.status() != want {
					t.Errorf("reconcile says %q, the order is %s", got, r.status())
				}
				if f := r.latestOrder().Failure; !captured && (f.Code != commerce.FailureUncollected || f.Message != "Your bank authorized this payment, but we did not collect it. The bank will release the hold, and you will not be charged." || r.charged() != 0) {
					t.Errorf("the buyer reads %+v", f)
				}
			})
		})
	}
}

// The coupon of a first period is deleted in the dashboard while its payment waits: what was agreed is charged, and the next
// period costs the whole.
func TestACouponIsDeletedWhileItIsInUse(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d, commerce.Coupon{Code: "TENTH", PercentOff: 1000})
		r.speaks = "en"
		purchase := r.subscribing("pm_card_authenticationRequiredOnSetup")
		purchase.Coupon = "TENTH"
		bought, err := r.Buy(t.Context(), purchase)
		if err != nil {
			t.Fatal(err)
		}
		var list struct{ Data []struct{ ID string } }
		r.fetch("/v1/coupons", &list)
		r.remove("/v1/coupons/" + list.Data[0].ID)
		r.authenticate(bought.ClientSecret)
		if got := r.audit().Differences; len(got) != 0 || r.status() != commerce.OrderPaid || r.holds() != 1 {
			t.Errorf("reconcile says %q, the order is %s", got, r.status())
		}
		r.wait(month + 2*time.Hour)
		s := r.is(commerce.SubscriptionActive, true, "created updated")
		if s.History[0].Amount != s.Price || s.History[1].Amount >= s.Price {
			t.Errorf("charged %d, then %d, of %d", s.History[1].Amount, s.History[0].Amount, s.Price)
		}
		if got := r.audit().Differences; len(got) != 0 {
			t.Errorf("reconcile says %q", got)
		}
		r.tells("Your receipt GS-000001-2", "Total: ")
	})
}

// The account may not charge cards: messages of a purchase and a renewal do not blame the card,
// `commerce reconcile` names the account, and both go on once it may.
func TestAnAccountIsRestricted(t *testing.T) {
	eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
		r.subscribe("pm_card_visa")
		r.waitsFor("")
		r.becomes("", "restricted")
		r.waitsFor("its charges are turned off at the provider")
		if o := r.buy("pm_card_visa").Orders[0]; o.Status != commerce.OrderFailed ||
			o.Failure.Message != "We cannot accept this payment right now, and nothing was charged. Please try again later or write to us." {
			t.Errorf("failure %+v", o.Failure)
		}
		r.wait(month + 90*time.Minute)
		r.is(commerce.SubscriptionActive, true, "created")
		r.clock.Advance(2 * time.Hour)
		r.differs("failed")
		r.is(commerce.SubscriptionActive, true, "created payment_failed")
		l := r.tells(say("Your payment is delayed", "Votre paiement est retardé"), say("There is nothing wrong with your card.", "Votre carte n’est pas en cause."),
			say("You do not need to do anything.", "Vous n’avez rien à faire."))
		if strings.Contains(l.Button.Label, say("card", "carte")) {
			t.Errorf("it asks for another card: %q", l.Button.Label)
		}
		r.becomes("", "enabled")
		r.wait(day)
		r.waitsFor("")
		r.is(commerce.SubscriptionActive, true, "created payment_failed updated")
	})
}

// A card is detached in the dashboard, expires, or is replaced by its network.
func TestACardChangesAtTheProvider(t *testing.T) {
	t.Run("detached", func(t *testing.T) {
		eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
			r.subscribe("pm_card_visa")
			r.ask("/v1/payment_methods/"+r.card()+"/detach", url.Values{})
			r.differs("its card was detached")
			if s := r.is(commerce.SubscriptionActive, true, "created card_removed"); s.Card != "" {
				t.Errorf("card %q", s.Card)
			}
			r.tells(say("Your subscription needs a card", "Votre abonnement a besoin d’une carte"), say("is no longer saved with us.", "n’est plus enregistrée chez nous."))
			r.wait(month + 2*time.Hour)
			r.tells(say("Your payment did not go through", "Votre paiement n’est pas passé"))
		})
	})
	t.Run("replaced by its network", func(t *testing.T) {
		dbtest.Each(t, func(t *testing.T, d *db.DB) {
			r := openRegister(t, d)
			r.subscribe("pm_card_visa")
			r.becomes(r.card(), "replaced")
			r.differs("its card is Visa •••• 1111")
			if s := r.is(commerce.SubscriptionActive, true, "created"); s.Last4 != "1111" {
				t.Errorf("the subscriptions' page shows %q", s.Last4)
			}
			r.posts("nothing is to be done", "")
			r.wait(month + 2*time.Hour)
			r.is(commerce.SubscriptionActive, true, "created updated")
		})
	})
	t.Run("expired", func(t *testing.T) {
		eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
			r.subscribe("pm_card_visa")
			r.becomes(r.card(), "expired")
			r.clock.Advance(month + 2*time.Hour)
			r.order("/_simulator/flush", nil)
			r.differs("failed")
			r.is(commerce.SubscriptionActive, true, "created payment_failed")
			r.tells(say("Your payment did not go through", "Votre paiement n’est pas passé"), say("Your card has expired.", "Votre carte est expirée."))
		})
	})
}
