package stripesim

import (
	"context"
	"testing"

	"github.com/stripe/stripe-go/v85"
)

// A refund that needs the buyer's bank details has the shape that Stripe publishes. It can be canceled, and then its money is back.
func TestARefundThatNeedsTheBuyer(t *testing.T) {
	w := newWorld(t, Options{})
	intent := w.paid("pm_card_visa")
	refund, err := w.secret().V1Refunds.Create(context.Background(), &stripe.RefundCreateParams{PaymentIntent: &intent.ID})
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.secret().V1Refunds.Cancel(context.Background(), refund.ID, nil)
	expect(t, err, 400, "")
	w.order("/_simulator/changes", `{"account": "ours", "id": "`+refund.ID+`", "status": "requires_action"}`)
	readSpec(t).fits(t, w.sim)
	refund, err = w.secret().V1Refunds.Retrieve(context.Background(), refund.ID, nil)
	if err != nil || refund.Status != stripe.RefundStatusRequiresAction || refund.NextAction.DisplayDetails.ExpiresAt == 0 {
		t.Fatalf("refund %+v, %v", refund, err)
	}
	refund, err = w.secret().V1Refunds.Cancel(context.Background(), refund.ID, nil)
	if err != nil || refund.Status != stripe.RefundStatusCanceled || refund.NextAction != nil {
		t.Errorf("refund %+v, %v", refund, err)
	}
	charge, err := w.secret().V1Charges.Retrieve(context.Background(), intent.LatestCharge.ID, nil)
	if err != nil || charge.AmountRefunded != 0 {
		t.Errorf("charge %+v, %v", charge, err)
	}
}

// A part of an authorized payment is collected once.
func TestAPartIsCaptured(t *testing.T) {
	w := newWorld(t, Options{})
	params := payParams("pm_card_authenticationRequired")
	params.Amount = stripe.Int64(5000)
	intent, err := w.pay(params)
	if err != nil {
		t.Fatal(err)
	}
	w.order("/_simulator/changes", `{"account": "ours", "id": "`+intent.ID+`", "status": "requires_capture"}`)
	capture := func(amount int64) (*stripe.PaymentIntent, error) {
		return w.secret().V1PaymentIntents.Capture(context.Background(), intent.ID, &stripe.PaymentIntentCaptureParams{AmountToCapture: &amount})
	}
	expect(t, second(capture(5001)), 400, "amount_too_large")
	captured, err := capture(2000)
	if err != nil || captured.Status != stripe.PaymentIntentStatusSucceeded || captured.Amount != 5000 || captured.AmountReceived != 2000 || captured.AmountCapturable != 0 {
		t.Fatalf("intent %+v, %v", captured, err)
	}
	expect(t, second(capture(1000)), 400, "payment_intent_unexpected_state")
	refund, err := w.secret().V1Refunds.Create(context.Background(), &stripe.RefundCreateParams{PaymentIntent: &intent.ID})
	if err != nil || refund.Amount != 2000 {
		t.Errorf("refund %+v, %v", refund, err)
	}
	readSpec(t).fits(t, w.sim)
}

// A change is prorated from a time of the present period.
func TestAProrationDate(t *testing.T) {
	b := newBilling(t, "2027-04-01 00:00", "pm_card_visa", "month", 900)
	sub := b.subscribe(b.params())
	b.to("2027-04-16 00:00")
	change := func(from string) *stripe.SubscriptionUpdateParams {
		return &stripe.SubscriptionUpdateParams{
			ProrationBehavior: stripe.String("always_invoice"), ProrationDate: stripe.Int64(date(from)),
			Items: []*stripe.SubscriptionUpdateItemParams{{ID: &sub.Items.Data[0].ID, Price: b.newPrice(sub, 1900)}},
		}
	}
	for _, from := range []string{"2027-03-31 23:59", "2027-05-01 00:01"} {
		_, err := b.secret().V1Subscriptions.Update(context.Background(), sub.ID, change(from))
		expect(t, err, 400, "")
	}
	b.change(sub.ID, change("2027-04-01 00:00"))
	if got := b.invoices(); len(got) != 2 || got[1] != "paid 10.00" {
		t.Errorf("invoices %q", got)
	}
	readSpec(t).fits(t, b.sim)
}
