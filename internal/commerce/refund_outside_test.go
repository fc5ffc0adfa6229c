package commerce_test

import (
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

// refundMoves are the statuses of the transactions of the buyer's latest order that are no payment.
func (r *register) refundMoves() string {
	r.t.Helper()
	var out []string
	for _, m := range r.latestOrder().Transactions {
		if m.Status != commerce.OrderPaid {
			out = append(out, string(m.Status))
		}
	}
	return strings.Join(out, " ")
}

// wrote checks that one letter was written at once, and what it says.
func (r *register) wrote(subject string, lines ...string) {
	r.t.Helper()
	if got := subjects(r.letters); got != subject {
		r.t.Fatalf("letters %q, want %q", got, subject)
	}
	r.says(r.letters[0], lines...)
	r.letters = nil
}

// paidOutside has the dashboard mark the newest invoice as paid.
func (r *register) paidOutside() {
	r.t.Helper()
	r.ask("/v1/invoices/"+r.invoice()+"/pay", url.Values{"paid_out_of_band": {"true"}})
	r.audit()
	r.post()
	r.letters = nil
}

// A period that was paid by other means is refunded: the provider holds no money, so `commerce reconcile` lists the debt and the
// buyer is asked to write, once, until an operator records the payment.
func TestARefundOfAPeriodThatWasPaidByOtherMeans(t *testing.T) {
	for name, begin := range map[string]func(r *register){
		"a renewal": func(r *register) { r.failsToRenew(); r.paidOutside() },
		"the first": func(r *register) { r.subscribe("pm_card_authenticationRequired"); r.paidOutside() },
	} {
		t.Run(name, func(t *testing.T) {
			eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
				begin(r)
				o, by := r.latestOrder(), actor.ForSystem(r.channels[0])
				charged := r.charged()
				r.letters = nil
				for range 2 {
					if err := r.Refund(t.Context(), by, r.channels[0], o.ID); err != nil {
						t.Fatal(err)
					}
					r.work()
					if owed, err := r.OwedOutside(t.Context(), by, r.channels[0], o.ID); err != nil || owed != "CAD $79.00" {
						t.Errorf("owed %q, %v", owed, err)
					}
					r.waitsFor("order " + o.Receipt() + " of channel")
					r.waitsFor("pay the buyer CAD $79.00 by other means")
				}
				if r.holds() != 0 || r.charged() != charged || r.refundMoves() != "refund_owed" {
					t.Errorf("holds %d, %d charges, transactions %q", r.holds(), r.charged(), r.refundMoves())
				}
				r.wrote(say("We owe you a refund", "Nous vous devons un remboursement"), say("Refund: CAD $79.00", "Remboursement\u00a0: 79,00 $ CAD"),
					say("Please contact us so that we can refund you another way.", "Écrivez-nous pour que nous puissions vous rembourser autrement."),
					say("This order no longer gives you access.", "Cette commande ne vous donne plus accès à son contenu."))
				if amount, err := r.RecordPaidBack(t.Context(), by, r.channels[0], o.ID); err != nil || amount != "CAD $79.00" {
					t.Errorf("recorded %q, %v", amount, err)
				}
				if _, err := r.RecordPaidBack(t.Context(), by, r.channels[0], o.ID); fault.CodeOf(err) != "nothing_owed" {
					t.Errorf("recorded again: %v", err)
				}
				if err := r.Refund(t.Context(), by, r.channels[0], o.ID); fault.CodeOf(err) != "not_refundable" {
					t.Errorf("refunded again: %v", err)
				}
				r.wrote(say("We have refunded you", "Nous vous avons remboursé"), say("If you have not received it, please contact us.", "Si vous ne l’avez pas reçue, écrivez-nous."))
				r.waitsFor("")
				if got := r.audit().Differences; len(got) != 0 || r.refundMoves() != "refunded" {
					t.Errorf("reconcile says %q, transactions %q", got, r.refundMoves())
				}
			})
		})
	}
}

// Only refunded orders with a debt are paid back by other means, and only by the channel's operators.
func TestPaidBackByOtherMeansIsRefused(t *testing.T) {
	eachDatabase(t, func(t *testing.T, r *register) {
		by := actor.ForSystem(r.channels[0])
		o := r.buy("pm_card_visa").Orders[0]
		refused := func(when string, by actor.Actor, code string) {
			t.Helper()
			if _, err := r.RecordPaidBack(t.Context(), by, r.channels[0], o.ID); fault.CodeOf(err) != code {
				t.Errorf("%s: %v, want %q", when, err, code)
			}
		}
		refused("paid", by, "nothing_owed")
		refused("by the buyer", actor.Actor{Role: actor.User, UserID: r.buyer.UserID, ChannelID: r.channels[0]}, "operator_required")
		r.refundsOrder(o.ID)
		refused("refunded to the card", by, "nothing_owed")
	})
}

// A refund that the card refused is paid by other means: neither `commerce reconcile` nor another refund sends it again.
func TestAFailedRefundIsPaidByOtherMeans(t *testing.T) {
	eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
		by := actor.ForSystem(r.channels[0])
		o := r.buy("pm_card_pendingRefund").Orders[0]
		r.refundsOrder(o.ID)
		var list struct{ Data []struct{ ID string } }
		r.fetch("/v1/refunds", &list)
		r.becomes(list.Data[0].ID, "failed")
		r.learns(byWebhooks)
		if got := r.audit().Differences; len(got) != 1 || !strings.Contains(got[0], "a refund failed") || !strings.Contains(got[0], "paid-back") {
			t.Errorf("reconcile says %q", got)
		}
		r.letters = nil
		if _, err := r.RecordPaidBack(t.Context(), by, r.channels[0], o.ID); err != nil {
			t.Fatal(err)
		}
		if got := r.letterSubjects(); !slices.Equal(got, []string{say("We have refunded you", "Nous vous avons remboursé")}) {
			t.Errorf("letters %q", got)
		}
		if got := r.audit(); len(got.Differences) != 0 || len(got.Waiting) != 0 || r.revenue() != 0 {
			t.Errorf("reconcile says %+v, the channel kept %d", got, r.revenue())
		}
		if err := r.Refund(t.Context(), by, r.channels[0], o.ID); fault.CodeOf(err) != "not_refundable" {
			t.Errorf("sent again: %v", err)
		}
	})
}

// `commerce reconcile` sends a refund that no job has sent, and names the reason where the provider does not take it.
func TestReconcileNamesARefundThatIsNotSent(t *testing.T) {
	eachDatabase(t, func(t *testing.T, r *register) {
		o := r.buy("pm_card_visa").Orders[0]
		if err := r.Refund(t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], o.ID); err != nil {
			t.Fatal(err)
		}
		r.clock.Advance(20 * time.Minute)
		r.down = true
		if got := strings.Join(r.audit().Differences, "\n"); !strings.Contains(got, "order "+o.Receipt()+" of channel") || !strings.Contains(got, "its refund was not sent") {
			t.Errorf("reconcile says %q", got)
		}
		r.down = false
		if got := r.audit().Differences; len(got) != 0 || r.charged() != 0 {
			t.Errorf("reconcile says %q, %d charges", got, r.charged())
		}
	})
}

// Debts from before they were recorded are listed too, and nothing that went back or was disputed is.
func TestDebtsFromBeforeAreListed(t *testing.T) {
	migration, err := os.ReadFile("../db/migrations/0072_refund_owed.sql")
	if err != nil {
		t.Fatal(err)
	}
	eachDatabase(t, func(t *testing.T, r *register) {
		r.refundsOrder(r.buy("pm_card_visa").Orders[0].ID)
		r.failsToRenew()
		r.paidOutside()
		o := r.latestOrder()
		r.refundsOrder(o.ID)
		for _, statement := range []string{"DELETE FROM transactions WHERE status = 'refund_owed'", strings.TrimPrefix(string(migration), "-- +goose Up\n")} {
			if _, err := r.TillDeps.DB.Write().NewRaw(statement).Exec(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		r.waitsFor("order " + o.Receipt() + " of channel")
		if _, err := r.RecordPaidBack(t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], o.ID); err != nil {
			t.Fatal(err)
		}
		r.waitsFor("")
	})
}
