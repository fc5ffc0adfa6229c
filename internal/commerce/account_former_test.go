package commerce_test

import (
	"bytes"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
)

// moveAccount gives the first channel the keys of another account in the same mode.
func (r *register) moveAccount() {
	r.keys[r.channels[0]] = secondAccount
	r.former = []string{"one"}
}

func TestSubscriptionContinuesAtTheFormerAccount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.onClock()
		r.subscribe("pm_card_visa")
		card := r.latest().Card
		r.moveAccount()
		r.wait(month + time.Hour)
		r.renews("after a month", true, 2)
		if r.holds() != 1 {
			t.Errorf("%d grants after a renewal at the former account", r.holds())
		}
		home, fan := r.channels[0], r.buyer.UserID
		if _, err := r.ChangeCard(t.Context(), home, fan, r.monthly, card); fault.CodeOf(err) != "former_payment_account" {
			t.Errorf("another card: %v", err)
		}
		if address, err := r.Portal(t.Context(), home, fan, "en"); err != nil || !strings.Contains(address, r.url) {
			t.Errorf("portal %q, %v", address, err)
		}
		audit := r.audit()
		waits := []string{"payment account simulated of channel 1 is a former one: 1 subscription renews there"}
		if len(audit.Differences) != 0 || audit.Compared != 1 || !slices.Equal(audit.Waiting, waits) {
			t.Errorf("%+v", audit)
		}
		if s, err := r.Unsubscribe(t.Context(), home, fan, r.monthly); err != nil || s.Renews {
			t.Fatalf("%+v, %v", s, err)
		}
		r.wait(2 * month)
		if s := r.latest(); s.EndedAt.IsZero() || r.charged() != 2 {
			t.Errorf("%d charges, %+v", r.charged(), s)
		}
	})
}

// The portal cannot show a subscription of an account without known keys. The user still manages the cards and subscriptions of
// the other accounts.
func TestPortalSkipsAccountsWithoutKeys(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		home, fan := r.channels[0], r.buyer.UserID
		r.subscribe("pm_card_visa")
		r.moveAccount()
		annual := r.offer(commerce.TypeAnnual)
		yearly := r.subscribing("pm_card_visa")
		yearly.Items = []commerce.Item{{SubscriptionID: annual}}
		if _, err := r.Buy(t.Context(), yearly); err != nil {
			t.Fatal(err)
		}
		shows := func(account string) {
			t.Helper()
			if address, err := r.Portal(t.Context(), home, fan, "en"); err != nil || !strings.Contains(address, "/portal/"+account+"/") {
				t.Errorf("portal %q, %v, want one of account %s", address, err, account)
			}
		}
		loseKeys := func(id commerce.PackageID) {
			t.Helper()
			_, err := r.TillDeps.DB.Write().NewRaw("UPDATE subscriptions SET account = 'simulated acct_lost' WHERE package_id = ?", id).Exec(t.Context())
			if err != nil {
				t.Fatal(err)
			}
		}
		shows(secondAccount)
		loseKeys(annual)
		shows("one") // of the older subscription
		loseKeys(r.monthly)
		shows(secondAccount) // the account for new payments
	})
}

// revokes has the provider refuse the key of the first channel's first account for the next requests.
func (r *register) revokes(requests int) {
	r.t.Helper()
	r.order("/_simulator/faults", map[string]any{"kind": "revoked", "account": "one", "path": "/v1/", "count": requests})
}

// The portal of the account for new payments opens for a subscriber of a former account whose key was revoked. A revoked key of the
// account for new payments is an error: it will be replaced.
func TestPortalSkipsFormerAccountsWithRevokedKeys(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		home, fan := r.channels[0], r.buyer.UserID
		r.subscribe("pm_card_visa")
		r.revokes(1)
		if address, err := r.Portal(t.Context(), home, fan, "en"); fault.CodeOf(err) != "payments_unavailable" {
			t.Errorf("revoked key for new payments: %q, %v", address, err)
		}
		r.moveAccount()
		r.revokes(1)
		if address, err := r.Portal(t.Context(), home, fan, "en"); err != nil || !strings.Contains(address, "/portal/"+secondAccount+"/") {
			t.Errorf("revoked key of the former account: %q, %v", address, err)
		}
		if address, err := r.Portal(t.Context(), home, fan, "en"); err != nil || !strings.Contains(address, "/portal/one/") {
			t.Errorf("the former account answers again: %q, %v", address, err)
		}
	})
}

// The hold of a subscription at a former account with a revoked key does not fail its job. It is applied once the account answers. A revoked
// key of the account for new payments fails the job, which is tried again.
func TestHoldAtAFormerAccountWithARevokedKey(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.onClock()
		r.subscribe("pm_card_visa")
		home, fan := r.channels[0], r.buyer.UserID
		r.leave()
		r.revokes(1)
		if _, err := r.ApplyHolds(t.Context(), home, fan); !payment.IsUnauthorized(err) {
			t.Errorf("revoked key for new payments: %v", err)
		}
		r.moveAccount()
		r.revokes(2)
		r.applyHolds()
		if s := r.latest(); !s.Renews {
			t.Fatalf("%+v was stopped with a revoked key", s)
		}
		jobs := r.holding
		r.wait(time.Hour)
		if r.holding != jobs+1 {
			t.Errorf("%d jobs after the account answers", r.holding-jobs)
		}
		r.applyHolds()
		r.renews("the account answers", false, 1)
	})
}

// A deletion ends renewals at each account of the channel, and each forgets the user.
func TestDeletedUserIsNotChargedByTheFormerAccount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.onClock()
		r.subscribe("pm_card_visa")
		r.moveAccount()
		r.buy("pm_card_visa")
		r.leave()
		r.applyHolds()
		r.wait(2 * month)
		r.renews("two months after the deletion", false, 1)
		home, fan := r.channels[0], r.buyer.UserID
		r.erase(fan)
		if again, err := r.ForgetCustomer(t.Context(), home, fan); again != 0 || err != nil {
			t.Fatalf("again in %s, %v", again, err)
		}
		if refs := r.customers(); refs != "simulated:, simulated acct_moved:" {
			t.Errorf("customers that were not deleted: %s", refs)
		}
	})
}

// customers returns the account and the provider's id of each customer of the buyer.
func (r *register) customers() string {
	r.t.Helper()
	var refs []string
	err := r.TillDeps.DB.Read().NewRaw("SELECT account || ':' || ref FROM payment_customers ORDER BY account").Scan(r.t.Context(), &refs)
	if err != nil {
		r.t.Fatal(err)
	}
	return strings.Join(refs, ", ")
}

func TestRefundsAtTheFormerAccount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		home := r.channels[0]
		first, second := r.buyTicket(paidEvent), r.buyTicket(otherSport)
		r.moveAccount()
		if err := r.Refund(t.Context(), actor.ForSystem(home), home, first.ID); err != nil {
			t.Fatal(err)
		}
		if err := r.PayBack(t.Context(), home, first.ID); err != nil {
			t.Fatal(err)
		}
		if r.charged() != 1 || r.orderOf(first.ID).Status != commerce.OrderRefunded || r.orderOf(second.ID).Status != commerce.OrderPaid {
			t.Errorf("%d charges are not refunded", r.charged())
		}
		for _, c := range r.ledger().Charges {
			if c.AmountRefunded == 0 {
				r.ask("/v1/refunds", url.Values{"payment_intent": {c.Intent}}) // in the former account's dashboard
			}
		}
		r.look(1)
		if status := r.orderOf(second.ID).Status; status != commerce.OrderRefunded {
			t.Errorf("the order that the dashboard refunded is %s", status)
		}
	})
}

// Purchases begin at the new account, those under way end at the former one, and webhooks of both are heard.
func TestPurchasesWhileTheAccountChanges(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		bought := r.buy("pm_card_authenticationRequired")
		r.moveAccount()
		resumed := r.resumed(bought.Orders[0].ID)
		if resumed.ClientSecret == "" || resumed.PublishableKey != "pk_sim_one" {
			t.Errorf("resumed at the former account: %+v", resumed)
		}
		r.answerTheBank(bought.ClientSecret, "complete")
		var events struct{ Data []json.RawMessage }
		r.fetch("/v1/events?type=payment_intent.succeeded", &events)
		event := events.Data[0]
		foreign := bytes.Replace(event, []byte(`"evt_`), []byte(`"evt_0`), 1)
		if err := r.Hear(t.Context(), r.channels[0], foreign, signed(foreign, webhookSecret+"_"+secondAccount, time.Now())); err != nil || r.status() != commerce.OrderCreated {
			t.Errorf("told by the wrong account: %v, the order is %s", err, r.status())
		}
		if err := r.hear(0, event); err != nil || r.status() != commerce.OrderPaid {
			t.Errorf("told by the former account: %v, the order is %s", err, r.status())
		}
		if err := r.Hear(t.Context(), r.channels[0], event, signed(event, "whsec_of_nobody", time.Now())); fault.CodeOf(err) != "invalid_signature" {
			t.Errorf("told by nobody: %v", err)
		}
		r.buyTicket(paidEvent)
		if charges := r.charged(); charges != 1 {
			t.Errorf("%d charges at the former account", charges)
		}
		if audit := r.audit(); audit.Compared != 2 || len(audit.Differences)+len(audit.Waiting) != 0 {
			t.Errorf("%+v", audit)
		}
	})
}

// A purchase that was not completed at the former account is ended there when its buyer begins again, and so is one of a subscription
// that has ended there.
func TestPurchaseBeginsAgainAtTheNewAccount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.onClock()
		r.subscribe("pm_card_visa")
		waiting := r.buy("pm_card_authenticationRequired")
		r.moveAccount()
		if again := r.buy("pm_card_visa").Orders[0]; again.Status != commerce.OrderPaid || r.charged() != 1 {
			t.Errorf("bought again: %s, %d charges at the former account", again.Status, r.charged())
		}
		if status := r.orderOf(waiting.Orders[0].ID).Status; status != commerce.OrderFailed {
			t.Errorf("the purchase at the former account is %s", status)
		}
		if _, err := r.Buy(t.Context(), r.subscribing("pm_card_visa")); fault.CodeOf(err) != "already_bought" {
			t.Errorf("subscribed twice: %v", err)
		}
		r.cancelInTheDashboard() // without a webhook, so that only the purchase learns it
		r.clock.Advance(2 * month)
		bought, err := r.Buy(t.Context(), r.subscribing("pm_card_visa"))
		if err != nil || bought.Orders[0].Status != commerce.OrderPaid {
			t.Errorf("subscribed again after the end: %+v, %v", bought.Orders, err)
		}
	})
}

// Where the former keys are not known, or were revoked, an operator is told once for each account.
func TestFormerAccountThatDoesNotAnswer(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.onClock()
		r.subscribe("pm_card_visa")
		r.buyTicket(paidEvent)
		r.moveAccount()
		r.order("/_simulator/faults", map[string]any{"kind": "revoked", "account": "one", "path": "/v1/account"})
		const left = ", so its payments are not compared; 1 subscription renews there"
		if audit := r.audit(); !slices.Equal(audit.Differences, []string{"payment account simulated of channel 1: the provider refuses its key" + left}) || audit.Compared != 0 {
			t.Errorf("revoked: %+v", audit)
		}
		r.former = nil
		if audit := r.audit(); !slices.Equal(audit.Differences, []string{"payment account simulated of channel 1: its keys are not known" + left}) || audit.Compared != 0 {
			t.Errorf("unknown: %+v", audit)
		}
		home, fan := r.channels[0], r.buyer.UserID
		if _, err := r.Unsubscribe(t.Context(), home, fan, r.monthly); fault.CodeOf(err) != "payments_unavailable" {
			t.Errorf("unsubscribe: %v", err)
		}
		r.leave()
		r.applyHolds()
		if again, err := r.ForgetCustomer(t.Context(), home, fan); again != 0 || err != nil {
			t.Errorf("again in %s, %v", again, err)
		}
		revoke := func() {
			r.order("/_simulator/faults", map[string]any{"kind": "revoked", "account": "one", "path": "/v1/"})
		}
		r.moveAccount() // its keys are known again
		revoke()
		if again, err := r.ForgetCustomer(t.Context(), home, fan); again != 0 || err != nil {
			t.Errorf("keys of a former account that were revoked: again in %s, %v", again, err)
		}
		r.keys[home] = "one" // and are those for new payments again
		revoke()
		if _, err := r.ForgetCustomer(t.Context(), home, fan); !payment.IsUnauthorized(err) {
			t.Errorf("keys for new payments that were revoked: %v", err)
		}
		r.moveAccount()
		r.wait(time.Hour)
		r.applyHolds()
		if s := r.latest(); s.Renews {
			t.Errorf("%+v renews although its account is being deleted", s)
		}
	})
}
