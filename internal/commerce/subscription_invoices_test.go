package commerce_test

import (
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
)

// renewsFiveTimes has the buyer subscribe and pay five renewals. It returns a till for which the provider's answer about a subscription has
// only its latest two invoices.
func (r *register) renewsFiveTimes(older int) *commerce.Till {
	r.t.Helper()
	r.subscribe("pm_card_visa")
	r.wait(month + 2*time.Hour)
	for range 4 {
		r.wait(month)
	}
	if got := len(r.latestOrder().Transactions); got != 6 {
		r.t.Fatalf("%d payments", got)
	}
	return r.otherTill(r.TillDeps.DB, hooks{latest: 2, older: older})
}

// Reconcile compares the payments of a subscription that are older than the latest invoices too.
func TestReconcileComparesOldPayments(t *testing.T) {
	for name, test := range map[string]struct{ wrong, says string }{
		"alike": {"", ""},
		"a refund that is too low": {
			"UPDATE transactions SET amount = 500 WHERE status = 'refunded'", "the provider refunded CAD $9.00, but CAD $5.00 is recorded",
		},
		"a payment of another amount": {
			"UPDATE transactions SET amount = 500 WHERE id = (SELECT MIN(id) FROM transactions WHERE status = 'paid')", "is recorded with another amount",
		},
		"a payment that is not recorded": {
			"DELETE FROM transactions WHERE id = (SELECT MIN(id) FROM transactions WHERE status = 'paid')", "was paid, and is not recorded",
		},
		"a payment that the provider does not have": {
			"INSERT INTO transactions (channel_id, order_id, status, amount, currency, ref, created_ms, from_ms, until_ms, paid_ref) " +
				"SELECT channel_id, order_id, status, amount, currency, 'in_other', created_ms, from_ms, until_ms, paid_ref FROM transactions " +
				"WHERE id = (SELECT MIN(id) FROM transactions WHERE status = 'paid')",
			"a period is recorded that was not paid",
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachDatabase(t, func(t *testing.T, r *register) {
				auditing := r.renewsFiveTimes(0)
				r.atTheDesk(r.ledger().Charges[1].Intent, 900)
				r.learns(byReconcile)
				if err := behind(t, r.TillDeps.DB, test.wrong); err != nil {
					t.Fatal(err)
				}
				audit, err := auditing.Audit(t.Context(), actor.Actor{Role: actor.Owner})
				got := strings.Join(audit.Differences, "\n")
				if err != nil || (got == "") != (test.says == "") || !strings.Contains(got, test.says) {
					t.Errorf("reconcile says %q, and not %q, %v", got, test.says, err)
				}
			})
		})
	}
}

// Reconcile reports the differences, and the number of payments that it did not compare.
func TestReconcileSaysWhatItDidNotCompare(t *testing.T) {
	eachDatabase(t, func(t *testing.T, r *register) {
		auditing := r.renewsFiveTimes(2)
		says := func(wants ...string) {
			t.Helper()
			audit, err := auditing.Audit(t.Context(), actor.Actor{Role: actor.Owner})
			if err != nil || len(audit.Differences) != 1 {
				t.Fatalf("reconcile says %q, %v", audit.Differences, err)
			}
			for _, want := range append(wants, "has more invoices than the latest 4, which were compared; 2 recorded payments are older") {
				if !strings.Contains(audit.Differences[0], want) {
					t.Errorf("reconcile says %q, and not %q", audit.Differences, want)
				}
			}
		}
		says()
		r.atTheDesk(r.latestCharge(), 900)
		r.learns(byReconcile)
		if err := behind(t, r.TillDeps.DB, "UPDATE transactions SET amount = 500 WHERE status = 'refunded'"); err != nil {
			t.Fatal(err)
		}
		says("the provider refunded CAD $9.00, but CAD $5.00 is recorded")
	})
}

// The first invoice of a subscription is not among its latest ones. The subscription can be refunded all the same.
func TestASubscriptionWithManyInvoicesIsRefunded(t *testing.T) {
	eachDatabase(t, func(t *testing.T, r *register) {
		till, o := r.renewsFiveTimes(0), r.latestOrder()
		if err := till.Refund(t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], o.ID); err != nil {
			t.Fatal(err)
		}
		if err := till.PayBack(t.Context(), r.channels[0], o.ID); err != nil {
			t.Error(err)
		}
		r.wait(2 * month)
		if r.returned() != 7900 || len(r.ledger().Charges) != 6 || r.holds() != 0 {
			t.Errorf("%d went back of %d charges, holds %d", r.returned(), len(r.ledger().Charges), r.holds())
		}
		audit, err := till.Audit(t.Context(), actor.Actor{Role: actor.Owner})
		if err != nil || len(audit.Differences) > 0 {
			t.Errorf("reconcile says %q, %v", audit.Differences, err)
		}
	})
}
