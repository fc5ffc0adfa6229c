package commerce_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// refundWhileDown refunds the buyer's latest order while the provider does not answer.
func (r *register) refundWhileDown() {
	r.t.Helper()
	r.down = true
	if err := r.Refund(r.t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], r.latestOrder().ID); err != nil {
		r.t.Fatal(err)
	}
}

// renewUnheard lets a period pass and the provider charge the renewal. The provider answers again afterwards.
func (r *register) renewUnheard(periods int) {
	r.t.Helper()
	before := r.charged()
	r.down = true
	for range periods {
		r.wait(month + 2*time.Hour)
	}
	r.down = false
	if got := r.charged() - before; got != periods {
		r.t.Fatalf("%d renewals were charged", got)
	}
}

// moves are the statuses of the transactions of the buyer's latest order, sorted.
func (r *register) moves() string {
	r.t.Helper()
	var out []string
	for _, m := range r.latestOrder().Transactions {
		out = append(out, string(m.Status))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// The provider does not answer between the refund of a subscription and the sending of the money, and renews the subscription meanwhile.
// The renewal is recorded and refunded too.
func TestRenewalAfterTheRefundIsRefunded(t *testing.T) {
	eachLearning(t, func(t *testing.T, r *register, how learning) {
		r.onClock()
		r.subscribe("pm_card_visa")
		r.wait(day)
		r.refundWhileDown()
		r.renewUnheard(1)
		r.letters = nil
		for range 2 {
			r.learns(how)
		}
		if r.charged() != 0 || r.returned() != 2*7900 || r.moves() != "paid paid refunded refunded" {
			t.Errorf("%d charges are not refunded, %d went back, transactions %q", r.charged(), r.returned(), r.moves())
		}
		if got := r.letterSubjects(); !slices.Equal(got, []string{"Your refund is on its way", "Your refund is on its way"}) {
			t.Errorf("letters %q", got)
		}
		r.posts("the renewal", "")
		r.checkNoDifferences()
		r.wait(2 * month)
		if r.charged() != 0 {
			t.Errorf("%d charges later", r.charged())
		}
	})
}

// All renewals after the refund are refunded, also of an order whose money had gone back before.
func TestRenewalsAfterTheRefundAreRefunded(t *testing.T) {
	for name, refund := range map[string]func(r *register){
		"by the operator": func(r *register) { r.refundWhileDown() },
		"in the dashboard": func(r *register) {
			r.atTheDesk(r.intent(), 7900)
			r.look(1)
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachDatabase(t, func(t *testing.T, r *register) {
				r.onClock()
				r.subscribe("pm_card_visa")
				r.wait(day)
				refund(r)
				before := r.returned()
				r.renewUnheard(2)
				r.work()
				r.work()
				if r.charged() != 0 || r.returned() != 3*7900 || before > 7900 {
					t.Errorf("%d charges are not refunded, %d went back", r.charged(), r.returned())
				}
				if s := r.latest(); s.Status != commerce.SubscriptionExpired || r.holds() != 0 {
					t.Errorf("%+v", s)
				}
				r.checkNoDifferences()
			})
		})
	}
}

// A renewal that was charged before the refund, and that was not heard of, is the latest period: the refund sends its money alone.
func TestRefundAfterAnUnheardRenewalSendsTheLatestPeriod(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.onClock()
		r.subscribe("pm_card_visa")
		r.renewUnheard(1)
		r.refundWhileDown()
		r.down = false
		r.work()
		r.work()
		charges := r.ledger().Charges
		if len(charges) != 2 || charges[0].AmountRefunded != 0 || charges[1].AmountRefunded != 7900 {
			t.Errorf("charges %+v", charges)
		}
		r.checkNoDifferences()
	})
}

// A renewal that is recorded while the refund of the first period is being sent is refunded by the next job.
func TestRenewalIsRecordedWhileTheRefundIsSent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.failsToRenew()
		card := r.saved("pm_card_visa")
		r.refundWhileDown()
		r.wait(time.Minute)
		r.down = false
		charge := func() {
			r.ask("/v1/invoices/"+r.invoice()+"/pay", url.Values{"payment_method": {card}})
			r.hearAll()
		}
		if err := r.otherTill(d, hooks{created: charge}).PayBack(t.Context(), r.channels[0], r.latestOrder().ID); err != nil {
			t.Fatal(err)
		}
		if r.charged() != 1 {
			t.Fatalf("%d charges are not refunded", r.charged())
		}
		r.work()
		if r.charged() != 0 || r.returned() != 2*7900 {
			t.Errorf("%d charges are not refunded, %d went back", r.charged(), r.returned())
		}
		r.checkNoDifferences()
	})
}

// A renewal of a refunded subscription that the dashboard marks as paid is owed outside the provider.
func TestRenewalAfterTheRefundIsPaidByOtherMeans(t *testing.T) {
	eachDatabase(t, func(t *testing.T, r *register) {
		r.failsToRenew()
		r.refundWhileDown()
		r.wait(time.Minute)
		r.down = false
		r.ask("/v1/invoices/"+r.invoice()+"/pay", url.Values{"paid_out_of_band": {"true"}})
		r.learns(byWebhooks)
		r.work()
		if r.charged() != 0 || r.moves() != "paid paid refund_owed refunded" {
			t.Errorf("%d charges are not refunded, transactions %q", r.charged(), r.moves())
		}
		r.waitsFor("pay the buyer CAD $79.00 by other means")
		if _, err := r.RecordPaidBack(t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], r.latestOrder().ID); err != nil {
			t.Fatal(err)
		}
		r.waitsFor("")
		r.checkNoDifferences()
	})
}
