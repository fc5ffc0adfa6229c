package commerce_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
)

// What `commerce reconcile` prints: nothing while the books agree, and a line for whatever does not.
func TestTheAuditFindsWhatDiffers(t *testing.T) {
	const paid, declined, waits = "pm_card_visa", "pm_card_visa_chargeDeclined", "pm_card_authenticationRequired"
	for name, test := range map[string]struct {
		card  string
		wrong string // done to the checkout behind the till's back
		says  string // "" for nothing
	}{
		"paid":                        {paid, "", ""},
		"declined":                    {declined, "", ""},
		"waiting for its buyer":       {waits, "", "its outcome is not known yet"},
		"open, and paid since":        {paid, "UPDATE checkouts SET status = 'created', intent = ''; UPDATE orders SET status = 'created', paid_ms = 0; DELETE FROM transactions", ""},
		"failed, and charged":         {paid, "UPDATE checkouts SET status = 'failed'", "the provider received the payment"},
		"failed, charged, unknown id": {paid, "UPDATE checkouts SET status = 'failed', intent = ''", "the provider received the payment"},
		"paid, and not charged":       {declined, "UPDATE checkouts SET status = 'paid'", "the provider says requires_payment_method"},
		"paid, and unknown":           {paid, "UPDATE checkouts SET intent = '', key = 'another'", "the provider has no such payment"},
		"another amount":              {paid, "UPDATE checkouts SET amount = 1", "the payment at the provider is not the one that was requested"},
		"another customer":            {paid, "UPDATE checkouts SET customer = 'cus_another'", "the payment at the provider is not the one that was requested"},
		"set aside":                   {paid, "UPDATE checkouts SET status = 'quarantined'", "is quarantined"},
		"of an unknown account":       {paid, "UPDATE checkouts SET account = 'live acct_unknown'", "payment account live acct_unknown of channel 1: its keys are not known, so its payments are not compared; no subscription renews there"},
		"a payment that is not there": {paid, "UPDATE checkouts SET intent = 'pi_nobody'", "resource_missing"},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				r := openRegister(t, d)
				r.buy(test.card)
				if err := behind(t, d, test.wrong); err != nil {
					t.Fatal(err)
				}
				found, err := r.Audit(t.Context(), actor.Actor{Role: actor.System})
				compared := 1
				if strings.Contains(test.says, "not compared") {
					compared = 0
				}
				if err != nil || found.Compared != compared {
					t.Fatalf("%+v, %v", found, err)
				}
				got := strings.Join(found.Differences, "\n")
				if (test.says == "") != (got == "") || !strings.Contains(got, test.says) {
					t.Errorf("says %q, and not %q", got, test.says)
				}
			})
		})
	}
}

func TestOnlyTheOwnerAudits(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		for _, by := range []actor.Actor{{Role: actor.User, ChannelID: r.channels[0], UserID: 7}, {Role: actor.Operator, ChannelID: r.channels[0]}} {
			if _, err := r.Audit(t.Context(), by); fault.KindOf(err) != fault.Forbidden {
				t.Errorf("%+v: %v", by, err)
			}
		}
	})
}

// behind changes the database behind the till's back.
func behind(t *testing.T, d *db.DB, statements string) error {
	t.Helper()
	return d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		for statement := range strings.SplitSeq(statements, ";") {
			if statement == "" {
				continue
			}
			if _, err := tx.NewRaw(statement).Exec(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}

// What was given back at the provider's own desk ends, also when no word of it came. A part of
// it ends nothing.
func TestTheAuditFollowsARefundNobodyTold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.buy("pm_card_visa")
		account, err := r.Account(t.Context(), r.channels[0])
		if err != nil {
			t.Fatal(err)
		}
		intent := r.ledger().Charges[0].Intent
		for _, step := range []struct {
			amount      int64
			status      commerce.OrderStatus
			differences int
		}{{100, commerce.OrderPaid, 1}, {7800, commerce.OrderRefunded, 1}, {0, commerce.OrderRefunded, 0}} {
			if step.amount > 0 {
				name := fmt.Sprint("desk-", step.amount)
				back := payment.Refund{Key: name, Intent: intent, Amount: step.amount, Metadata: map[string]string{"order": name}}
				if _, err := account.CreateRefund(t.Context(), back); err != nil {
					t.Fatal(err)
				}
			}
			found, err := r.Audit(t.Context(), actor.Actor{Role: actor.System})
			if err != nil || len(found.Differences) != step.differences || r.status() != step.status {
				t.Errorf("%d more given back: %v, %v; the order is %s", step.amount, found.Differences, err, r.status())
			}
		}
		if held, err := r.Grants(t.Context(), r.channels[0], r.buyer.UserID); err != nil || len(held) != 0 {
			t.Errorf("holds %v, %v", held, err)
		}
	})
}

// A refund of a refunded order that was recorded without its own id, as before each refund had its own entry, can fail later. No entry
// then names the refund that failed. `commerce reconcile` reports the missing money until a refund in the dashboard replaces it.
func TestReconcileReportsAFailedRefundThatNoEntryNames(t *testing.T) {
	const missing = "CAD $79.00 is recorded as refunded, but the provider refunded CAD $0.00"
	for _, status := range []string{"failed", "canceled"} {
		t.Run(status, func(t *testing.T) {
			eachDatabase(t, func(t *testing.T, r *register) {
				o := r.buy("pm_card_pendingRefund").Orders[0]
				r.refundsOrder(o.ID)
				if err := behind(t, r.TillDeps.DB, "UPDATE transactions SET ref = 'ch_before' WHERE status = 'refunded'"); err != nil {
					t.Fatal(err)
				}
				r.checkNoDifferences()
				var refunds struct{ Data []struct{ ID string } }
				r.fetch("/v1/refunds", &refunds)
				r.becomes(refunds.Data[0].ID, status)
				for range 2 {
					if got := r.audit().Differences; len(got) != 1 || !strings.Contains(got[0], missing) {
						t.Errorf("reconcile says %q", got)
					}
				}
				r.atTheDesk(r.intent(), 7900)
				r.checkNoDifferences()
			})
		})
	}
}

// The totals of a refunded order show a recorded amount that is higher than the refund at the provider.
func TestReconcileReportsARefundThatIsRecordedTooHigh(t *testing.T) {
	eachDatabase(t, func(t *testing.T, r *register) {
		r.refundsOrder(r.buy("pm_card_visa").Orders[0].ID)
		if err := behind(t, r.TillDeps.DB, "UPDATE transactions SET amount = 8000 WHERE status = 'refunded'"); err != nil {
			t.Fatal(err)
		}
		if got := r.audit().Differences; len(got) != 1 || !strings.Contains(got[0], "CAD $80.00 is recorded as refunded, but the provider refunded CAD $79.00") {
			t.Errorf("reconcile says %q", got)
		}
	})
}

// A refund that was asked for and not sent yet is no difference of the totals.
func TestARefundThatIsNotSentYetIsNoDifference(t *testing.T) {
	eachDatabase(t, func(t *testing.T, r *register) {
		if err := r.Refund(t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], r.buy("pm_card_visa").Orders[0].ID); err != nil {
			t.Fatal(err)
		}
		if got := r.audit(); got.Compared != 1 || len(got.Differences)+len(got.Waiting) != 0 {
			t.Errorf("reconcile says %+v", got)
		}
	})
}
