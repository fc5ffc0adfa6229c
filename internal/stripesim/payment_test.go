package stripesim

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stripe/stripe-go/v85"
)

func TestAPaymentIsMadeAndRefunded(t *testing.T) {
	w := newWorld(t, Options{})
	ctx := context.Background()
	params := payParams(w.card("4242424242424242").ID)
	params.AddMetadata("checkout", "42")
	params.AddExpand("latest_charge.balance_transaction")
	intent, err := w.pay(params)
	if err != nil {
		t.Fatal(err)
	}
	charge := intent.LatestCharge
	if intent.Status != "succeeded" || intent.AmountReceived != 1000 || intent.Metadata["checkout"] != "42" {
		t.Fatalf("intent %+v", intent)
	}
	if charge.Amount != 1000 || !charge.Paid || charge.Metadata["checkout"] != "42" || charge.PaymentMethodDetails.Card.Last4 != "4242" {
		t.Fatalf("charge %+v", charge)
	}
	if got := charge.BalanceTransaction.Net; got != 1000-29-30 {
		t.Fatalf("net %d", got)
	}
	refund := func(amount int64) (*stripe.Refund, error) {
		p := &stripe.RefundCreateParams{PaymentIntent: stripe.String(intent.ID)}
		if amount > 0 {
			p.Amount = stripe.Int64(amount)
		}
		return w.secret().V1Refunds.Create(ctx, p)
	}
	if _, err := refund(400); err != nil {
		t.Fatal(err)
	}
	if e := problem(t, second(refund(700))); e.HTTPStatusCode != 400 || e.Param != "amount" {
		t.Fatalf("over-refund: %v", e)
	}
	if r, err := refund(0); err != nil || r.Amount != 600 {
		t.Fatalf("the rest: %v %v", r, err)
	}
	expect(t, second(refund(0)), 400, "charge_already_refunded")
	charge, err = w.secret().V1Charges.Retrieve(ctx, charge.ID, nil)
	if err != nil || !charge.Refunded || charge.AmountRefunded != 1000 {
		t.Fatalf("charge after refunds: %+v %v", charge, err)
	}
	want := []string{
		"payment_intent.created", "charge.succeeded", "payment_intent.succeeded", "refund.created", "charge.refunded", "refund.created", "charge.refunded",
	}
	if diff := cmp.Diff(want, w.events()); diff != "" {
		t.Error(diff)
	}
}

func second[T any](_ T, err error) error { return err }

func TestTestCardsAreDeclinedAsStripeSays(t *testing.T) {
	w := newWorld(t, Options{})
	for _, c := range []struct{ number, code, decline string }{
		{"4000000000000002", "card_declined", "generic_decline"},
		{"4000000000009995", "card_declined", "insufficient_funds"},
		{"4000000000009987", "card_declined", "lost_card"},
		{"4000000000009979", "card_declined", "stolen_card"},
		{"4000000000000069", "expired_card", "expired_card"},
		{"4000000000000127", "incorrect_cvc", "incorrect_cvc"},
		{"4000000000000119", "processing_error", "processing_error"},
		{"4000000000000341", "card_declined", "generic_decline"},
	} {
		method := w.card(c.number)
		e := isProblem(t, second(w.pay(payParams(method.ID))), 402, stripe.ErrorCode(c.code))
		if e.Type != stripe.ErrorTypeCard || string(e.DeclineCode) != c.decline || e.PaymentIntent == nil || e.PaymentMethod.ID != method.ID {
			t.Errorf("%s: %+v", c.number, e)
			continue
		}
		intent, err := w.secret().V1PaymentIntents.Retrieve(context.Background(), e.PaymentIntent.ID, nil)
		if err != nil || intent.Status != needsMethod || intent.LastPaymentError.Code != e.Code || intent.LatestCharge.ID != e.ChargeID {
			t.Errorf("%s: intent %+v %v", c.number, intent, err)
		}
		attach := &stripe.PaymentMethodAttachParams{Customer: stripe.String(w.customer().ID)}
		_, err = w.secret().V1PaymentMethods.Attach(context.Background(), w.card(c.number).ID, attach)
		if refused := err != nil; refused != (c.number != "4000000000000341") {
			t.Errorf("%s: attaching: %v", c.number, err)
		}
	}
	if !slices.Contains(w.events(), "payment_intent.payment_failed") {
		t.Error("no event tells of the failures")
	}
}

func TestCardsAreCheckedBeforeTheBankIsAsked(t *testing.T) {
	w := newWorld(t, Options{})
	for name, c := range map[string]struct {
		change func(*stripe.PaymentMethodCreateCardParams)
		code   stripe.ErrorCode
		param  string
	}{
		"a digit wrong": {func(p *stripe.PaymentMethodCreateCardParams) { p.Number = stripe.String("4242424242424241") }, "incorrect_number", "number"},
		"letters":       {func(p *stripe.PaymentMethodCreateCardParams) { p.Number = stripe.String("4242abcd42424242") }, "invalid_number", "number"},
		"month 13":      {func(p *stripe.PaymentMethodCreateCardParams) { p.ExpMonth = stripe.Int64(13) }, "invalid_expiry_month", "exp_month"},
		"last year":     {func(p *stripe.PaymentMethodCreateCardParams) { p.ExpYear = stripe.Int64(2025) }, "invalid_expiry_year", "exp_year"},
		"last month": {func(p *stripe.PaymentMethodCreateCardParams) {
			p.ExpMonth, p.ExpYear = stripe.Int64(2), stripe.Int64(26)
		}, "invalid_expiry_month", "exp_month"},
		"two digits of cvc":    {func(p *stripe.PaymentMethodCreateCardParams) { p.CVC = stripe.String("12") }, "invalid_cvc", "cvc"},
		"not a published card": {func(p *stripe.PaymentMethodCreateCardParams) { p.Number = stripe.String("4111111111111111") }, "card_declined", ""},
	} {
		params := cardParams("4242424242424242")
		c.change(params.Card)
		_, err := w.client("pk_sim_ours").V1PaymentMethods.Create(context.Background(), params)
		if e := isProblem(t, err, 402, c.code); e.Param != c.param {
			t.Errorf("%s: param %q, want %q", name, e.Param, c.param)
		}
	}
}

func TestSavedCardsBelongToOneCustomer(t *testing.T) {
	w := newWorld(t, Options{})
	ctx := context.Background()
	owner, other := w.customer(), w.customer()
	params := payParams("pm_card_visa")
	params.Customer, params.SetupFutureUsage = stripe.String(owner.ID), stripe.String("off_session")
	intent, err := w.pay(params)
	if err != nil {
		t.Fatal(err)
	}
	list := func(customer string) []string {
		var ids []string
		found := w.secret().V1PaymentMethods.List(ctx, &stripe.PaymentMethodListParams{Customer: stripe.String(customer), Type: stripe.String("card")})
		for method, err := range found.All(ctx) {
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, method.ID)
		}
		return ids
	}
	saved := intent.PaymentMethod.ID
	if got := list(owner.ID); !slices.Equal(got, []string{saved}) {
		t.Fatalf("saved %v", got)
	}
	again := payParams(saved)
	again.Customer, again.OffSession = stripe.String(other.ID), stripe.Bool(true)
	if e := problem(t, second(w.pay(again))); e.HTTPStatusCode != 400 {
		t.Fatalf("another's card: %v", e)
	}
	again.Customer = stripe.String(owner.ID)
	if _, err := w.pay(again); err != nil {
		t.Fatal(err)
	}
	if _, err := w.secret().V1PaymentMethods.Detach(ctx, saved, nil); err != nil {
		t.Fatal(err)
	}
	if got := list(owner.ID); len(got) != 0 {
		t.Fatalf("after detaching: %v", got)
	}
	expect(t, second(w.pay(payParams(saved))), 400, "payment_method_unexpected_state")
	once := w.card("4242424242424242").ID
	w.paid(once)
	expect(t, second(w.pay(payParams(once))), 400, "payment_method_unexpected_state")
}

func TestAnIntentGoesThroughItsStatuses(t *testing.T) {
	w := newWorld(t, Options{})
	ctx := context.Background()
	intents := w.secret().V1PaymentIntents
	create := &stripe.PaymentIntentCreateParams{
		Amount: stripe.Int64(500), Currency: stripe.String("cad"),
		AutomaticPaymentMethods: &stripe.PaymentIntentCreateAutomaticPaymentMethodsParams{Enabled: stripe.Bool(true), AllowRedirects: stripe.String("never")},
	}
	intent, err := intents.Create(ctx, create)
	if err != nil || intent.Status != needsMethod || intent.ClientSecret == "" {
		t.Fatalf("%+v %v", intent, err)
	}
	expect(t, second(intents.Confirm(ctx, intent.ID, nil)), 400, "payment_intent_unexpected_state")
	update := &stripe.PaymentIntentUpdateParams{Amount: stripe.Int64(700), PaymentMethod: stripe.String("pm_card_mastercard")}
	update.AddMetadata("a", "1")
	if intent, err = intents.Update(ctx, intent.ID, update); err != nil || intent.Status != needsConfirmation || intent.Amount != 700 {
		t.Fatalf("%+v %v", intent, err)
	}
	if intent, err = intents.Confirm(ctx, intent.ID, nil); err != nil || intent.Status != succeeded || intent.Metadata["a"] != "1" {
		t.Fatalf("%+v %v", intent, err)
	}
	expect(t, second(intents.Confirm(ctx, intent.ID, nil)), 400, "payment_intent_unexpected_state")
	expect(t, second(intents.Cancel(ctx, intent.ID, nil)), 400, "payment_intent_unexpected_state")
	if intent, err = intents.Create(ctx, create); err != nil {
		t.Fatal(err)
	}
	if intent, err = intents.Cancel(ctx, intent.ID, nil); err != nil || intent.Status != canceled || intent.CanceledAt == 0 {
		t.Fatalf("%+v %v", intent, err)
	}
	expect(t, second(intents.Confirm(ctx, intent.ID, nil)), 400, "payment_intent_unexpected_state")
	small := &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(10), Currency: stripe.String("usd")}
	expect(t, second(intents.Create(ctx, small)), 400, "amount_too_small")
}

// A number has one fingerprint, however often it is entered, and another one at another account. Each wallet has its own.
func TestFingerprintsAreOfNumbers(t *testing.T) {
	w := newWorld(t, Options{})
	visa := w.card("4242424242424242").Card.Fingerprint
	if again := w.card("4242 4242 4242 4242").Card.Fingerprint; visa == "" || again != visa {
		t.Errorf("%q and %q of one number", visa, again)
	}
	if other := w.card("5555555555554444").Card.Fingerprint; other == visa {
		t.Errorf("%q of two numbers", other)
	}
	for _, wallet := range []string{"apple_pay", "google_pay", "link"} {
		token := map[string]string{"apple_pay": "tok_visa_applePay", "google_pay": "tok_visa_googlePay", "link": "tok_visa_link"}[wallet]
		params := &stripe.PaymentMethodCreateParams{Type: stripe.String("card"), Card: &stripe.PaymentMethodCreateCardParams{Token: &token}}
		method, err := w.client("pk_sim_ours").V1PaymentMethods.Create(t.Context(), params)
		if err != nil || method.Card.Wallet == nil {
			t.Fatalf("%s: %+v, %v", wallet, method, err)
		}
		card := method.Card
		if string(card.Wallet.Type) != wallet || card.Last4 != "4242" || len(card.Wallet.DynamicLast4) != 4 || card.Fingerprint == visa {
			t.Errorf("%s: %+v with %+v", wallet, card, card.Wallet)
		}
	}
	theirs, err := w.client("pk_sim_theirs").V1PaymentMethods.Create(t.Context(), cardParams("4242424242424242"))
	if err != nil || theirs.Card.Fingerprint == visa {
		t.Errorf("%q at two accounts, %v", visa, err)
	}
}
