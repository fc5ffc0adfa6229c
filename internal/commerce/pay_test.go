package commerce_test

import (
	"slices"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

func TestAPassIsPaidAndOpensAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		bought := r.buy("pm_card_visa")
		o := bought.Orders[0]
		if o.Status != commerce.OrderPaid || o.Stage != commerce.StagePaid || !bought.TestPayments || bought.ClientSecret != "" {
			t.Errorf("bought %+v", bought)
		}
		if len(o.Transactions) != 1 || o.Transactions[0].Amount != 7900 || o.Sum.Amount() != 7900 || !o.GivesAccess(now) {
			t.Errorf("order %+v", o)
		}
		if held, err := r.Grants(t.Context(), r.channels[0], r.buyer.UserID); err != nil || len(held) != 1 {
			t.Errorf("holds %v, %v", held, err)
		}
		if r.charged() != 1 || len(r.receipts) != 1 {
			t.Errorf("%d charges, %d receipts", r.charged(), len(r.receipts))
		}
		if _, err := r.Buy(t.Context(), r.purchase("pm_card_visa")); fault.CodeOf(err) != "already_bought" {
			t.Errorf("again: %v", err)
		}
		if err := r.SendReceipt(t.Context(), r.channels[0], o.CheckoutID); err != nil || len(r.letters) != 1 || r.letters[0].Subject != "Your receipt "+o.Receipt() {
			t.Errorf("letters %+v, %v", r.letters, err)
		}
		if _, err := r.FindOrder(t.Context(), r.channels[0], r.buyer.UserID+1, o.ID); fault.CodeOf(err) != "order_not_found" {
			t.Errorf("another's order: %v", err)
		}
		if _, err := r.FindOrder(t.Context(), r.channels[1], r.buyer.UserID, o.ID); fault.CodeOf(err) != "order_not_found" {
			t.Errorf("another channel's order: %v", err)
		}
	})
}

// The same two teams meet more than once, and tickets share a package: a receipt names each event with its day.
func TestAReceiptNamesTheDayOfEachEvent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		for id, day := range map[int64]int{paidEvent: 1, otherSport: 2} {
			e := r.events[id]
			e.Name, e.StartAt = text.Text{"en": "Lynx @ Tide", "fr": "Lynx à Tide"}, time.Date(2027, time.March, day, 19, 30, 0, 0, time.UTC)
			r.events[id] = e
		}
		p := r.purchase("pm_card_visa")
		p.Language, p.Items = "fr", []commerce.Item{
			{EventID: paidEvent, SingleEventPackageID: r.ticket}, {EventID: otherSport, SingleEventPackageID: r.ticket},
		}
		bought, err := r.Buy(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.SendReceipt(t.Context(), r.channels[0], bought.Orders[0].CheckoutID); err != nil {
			t.Fatal(err)
		}
		var labels []string
		for _, fact := range r.letters[0].Facts {
			labels = append(labels, fact.Label)
		}
		for _, want := range []string{"Lynx à Tide, 1er mars 2027", "Lynx à Tide, 2 mars 2027"} {
			if !slices.Contains(labels, want) {
				t.Errorf("%q is not in %q", want, labels)
			}
		}
	})
}

func TestADeclinedCardFailsTheOrder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		if _, err := r.Buy(t.Context(), r.purchase("")); fault.CodeOf(err) != "card_required" {
			t.Errorf("no card: %v", err)
		}
		o := r.buy("pm_card_visa_chargeDeclinedInsufficientFunds").Orders[0]
		if o.Status != commerce.OrderFailed || o.Failure.Code != "insufficient_funds" || o.Stage != commerce.StageFailed {
			t.Errorf("order %+v", o)
		}
		if o := r.buy("pm_card_visa").Orders[0]; o.Status != commerce.OrderPaid {
			t.Errorf("another card: %+v", o)
		}
	})
}

// Whatever becomes of the answer, one charge ends as one paid order.
func TestUnclearAnswersAreFoundOut(t *testing.T) {
	eachCase(t, []string{"error", "error_done", "lost", "unclear", "rate_limit"}, func(t *testing.T, d *db.DB, kind string) {
		r := openRegister(t, d)
		r.order("/_simulator/faults", map[string]any{"kind": kind, "method": "POST", "path": "/v1/payment_intents"})
		bought := r.buy("pm_card_visa")
		if bought.Orders[0].Status != commerce.OrderCreated {
			t.Fatalf("order %+v", bought.Orders[0])
		}
		if again := r.reconcile(); again != 0 || r.status() != commerce.OrderPaid {
			t.Errorf("after reconciling: %s, again in %s", r.status(), again)
		}
		if r.charged() != 1 {
			t.Errorf("%d charges", r.charged())
		}
	})
}

func TestAPaymentThatNobodyConfirmsIsGivenUp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		bought := r.buy("pm_card_authenticationRequired")
		if bought.Orders[0].Stage != commerce.StageActionRequired || bought.ClientSecret == "" {
			t.Fatalf("bought %+v", bought)
		}
		if again := r.reconcile(); again == 0 || r.status() != commerce.OrderCreated {
			t.Errorf("early: %s", r.status())
		}
		r.clock.Advance(31 * time.Minute)
		if n, err := r.Sweep(t.Context()); err != nil || n != 1 {
			t.Errorf("the sweep finds %d, %v", n, err)
		}
		r.unclear(0) // its buyer has only just had their time
		r.clock.Advance(15 * time.Minute)
		r.unclear(1)
		if again := r.reconcile(); again != 0 || r.status() != commerce.OrderFailed {
			t.Errorf("late: %s", r.status())
		}
		r.unclear(0)
		if r.ledger().Intents[0]["status"] != "canceled" {
			t.Errorf("the payment is %v", r.ledger().Intents[0]["status"])
		}
	})
}

// A season pass whose payment is confirmed after the season opens nothing: the money goes back at once.
func TestAPassThatEndedDuringItsPaymentIsRefunded(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.clock.Advance(50 * time.Minute)
		bought := r.buy("pm_card_authenticationRequired")
		r.clock.Advance(15 * time.Minute) // the season ends after an hour
		r.answerBank(bought.ClientSecret, true)
		r.reconcile()
		if r.status() != commerce.OrderRefunded || len(r.refunds) != 1 {
			t.Errorf("the order is %s, %d refunds are asked for", r.status(), len(r.refunds))
		}
	})
}

// unclear is how many payments operators are warned of.
func (r *register) unclear(want int64) {
	r.t.Helper()
	if n, err := r.Unclear(r.t.Context()); err != nil || n != want {
		r.t.Errorf("%d payments are not clear instead of %d, %v", n, want, err)
	}
}

// A second try ends the first before it begins: the buyer is asked by one bank only.
func TestASecondTryEndsTheFirst(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		first := r.buy("pm_card_authenticationRequired").Orders[0]
		second := r.buy("pm_card_visa").Orders[0]
		was, err := r.FindOrder(t.Context(), r.channels[0], r.buyer.UserID, first.ID)
		if err != nil || was.Status != commerce.OrderFailed || second.Status != commerce.OrderPaid || r.charged() != 1 {
			t.Errorf("first %+v, second %+v, %v", was, second, err)
		}
	})
}

// parallel makes the same purchase many times at once.
func (r *register) parallel(n int, p commerce.Purchase) {
	dbtest.AtOnce(n, func(int) {
		defer r.beforeOrder.Leave()
		_, _ = r.Buy(r.t.Context(), p)
	})
	r.reconcile()
}

func TestParallelBuysAreOneCharge(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.parallel(50, r.purchase("pm_card_visa"))
		paid, total, err := r.Orders(t.Context(), r.channels[0], r.buyer.UserID, commerce.OrderFilter{Status: commerce.OrderPaid})
		if err != nil || total != 1 || r.charged() != 1 {
			t.Errorf("%d charges, %d paid orders %v, %v", r.charged(), total, paid, err)
		}
	})
}

// Without the index that decides, the race is lost: the test above can fail.
func TestParallelBuysNeedTheirIndex(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		if _, err := d.Write().NewRaw("DROP INDEX orders_live").Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		const buys = 10
		r.beforeOrder = dbtest.NewMeeting(buys)
		if r.parallel(buys, r.purchase("pm_card_visa")); r.charged() < 2 {
			t.Errorf("%d charges without the index", r.charged())
		}
	})
}

func TestARefundEndsWhatWasBought(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		o := r.buy("pm_card_visa").Orders[0]
		if err := r.Refund(t.Context(), actor.ForSystem(r.channels[1]), r.channels[1], o.ID); fault.CodeOf(err) != "order_not_found" {
			t.Errorf("another channel's: %v", err)
		}
		buyer := actor.Actor{Role: actor.User, ChannelID: r.channels[0], UserID: r.buyer.UserID}
		if err := r.Refund(t.Context(), buyer, r.channels[0], o.ID); fault.CodeOf(err) != "operator_required" {
			t.Errorf("by the buyer: %v", err)
		}
		if err := r.Refund(t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], o.ID); err != nil {
			t.Fatal(err)
		}
		if held, err := r.Grants(t.Context(), r.channels[0], r.buyer.UserID); err != nil || len(held) != 0 {
			t.Errorf("holds %v, %v", held, err)
		}
		r.order("/_simulator/faults", map[string]any{"kind": "unclear", "method": "POST", "path": "/v1/refunds"})
		if err := r.PayBack(t.Context(), r.channels[0], o.ID); err == nil {
			t.Error("an unclear refund is taken for one")
		}
		for range 2 {
			if err := r.PayBack(t.Context(), r.channels[0], o.ID); err != nil {
				t.Fatal(err)
			}
		}
		if l := r.ledger(); len(l.Charges) != 1 || l.Charges[0].AmountRefunded != 7900 || r.status() != commerce.OrderRefunded {
			t.Errorf("ledger %+v, order %s", l, r.status())
		}
		if err := r.Refund(t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], o.ID); fault.CodeOf(err) != "not_refundable" {
			t.Errorf("again: %v", err)
		}
		if again := r.buy("pm_card_visa").Orders[0]; again.Status != commerce.OrderPaid {
			t.Errorf("bought again: %+v", again)
		}
	})
}
