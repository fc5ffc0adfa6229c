package stripesim

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stripe/stripe-go/v85"
)

func date(text string) int64 {
	at, err := time.Parse("2006-01-02 15:04", text)
	if err != nil {
		panic(err)
	}
	return at.Unix()
}

// billing is a customer on a test clock, with a card and a price.
type billing struct {
	*world
	clock, customer, card, price string
}

func newBilling(t *testing.T, start, card, interval string, cents int64) *billing {
	t.Helper()
	b := &billing{world: newWorld(t, Options{})}
	ctx, s := context.Background(), b.secret()
	clock, err := s.V1TestHelpersTestClocks.Create(ctx, &stripe.TestHelpersTestClockCreateParams{FrozenTime: stripe.Int64(date(start))})
	if err != nil {
		t.Fatal(err)
	}
	params := &stripe.CustomerCreateParams{TestClock: stripe.String(clock.ID), Email: stripe.String("pat@example.com")}
	customer, err := s.V1Customers.Create(ctx, params)
	if err != nil {
		t.Fatal(err)
	}
	method, err := s.V1PaymentMethods.Attach(ctx, card, &stripe.PaymentMethodAttachParams{Customer: stripe.String(customer.ID)})
	if err != nil {
		t.Fatal(err)
	}
	price, err := s.V1Prices.Create(ctx, &stripe.PriceCreateParams{
		Currency: stripe.String("usd"), UnitAmount: stripe.Int64(cents), ProductData: &stripe.PriceCreateProductDataParams{Name: stripe.String("Season")},
		Recurring: &stripe.PriceCreateRecurringParams{Interval: stripe.String(interval)},
	})
	if err != nil {
		t.Fatal(err)
	}
	b.clock, b.customer, b.card, b.price = clock.ID, customer.ID, method.ID, price.ID
	return b
}

func (b *billing) params() *stripe.SubscriptionCreateParams {
	return &stripe.SubscriptionCreateParams{
		Customer: stripe.String(b.customer), DefaultPaymentMethod: stripe.String(b.card),
		Items: []*stripe.SubscriptionCreateItemParams{{Price: stripe.String(b.price)}},
	}
}

func (b *billing) subscribe(params *stripe.SubscriptionCreateParams) *stripe.Subscription {
	b.t.Helper()
	sub, err := b.secret().V1Subscriptions.Create(context.Background(), params)
	if err != nil {
		b.t.Fatal(err)
	}
	return sub
}

func (b *billing) to(at string) {
	b.t.Helper()
	_, err := b.secret().V1TestHelpersTestClocks.Advance(context.Background(), b.clock, &stripe.TestHelpersTestClockAdvanceParams{FrozenTime: stripe.Int64(date(at))})
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *billing) is(id string) *stripe.Subscription {
	b.t.Helper()
	sub, err := b.secret().V1Subscriptions.Retrieve(context.Background(), id, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	return sub
}

// invoices are the status and amount of all, oldest first.
func (b *billing) invoices() []string {
	b.t.Helper()
	var out []string
	for invoice, err := range b.secret().V1Invoices.List(context.Background(), &stripe.InvoiceListParams{}).All(context.Background()) {
		if err != nil {
			b.t.Fatal(err)
		}
		out = append([]string{string(invoice.Status) + " " + decimal(invoice.Total)}, out...)
	}
	return out
}

func TestPeriodsEndOnTheAnchorsDayOrTheMonthsLast(t *testing.T) {
	for _, c := range []struct {
		anchor, interval string
		want             []string
	}{
		{"2027-01-31 10:00", "month", []string{"2027-02-28 10:00", "2027-03-31 10:00", "2027-04-30 10:00", "2027-05-31 10:00"}},
		{"2028-01-30 10:00", "month", []string{"2028-02-29 10:00", "2028-03-30 10:00"}},
		{"2028-02-29 23:30", "year", []string{"2029-02-28 23:30", "2030-02-28 23:30", "2031-02-28 23:30", "2032-02-29 23:30"}},
		{"2027-12-15 00:00", "month", []string{"2028-01-15 00:00"}},
		{"2027-03-27 12:00", "day", []string{"2027-03-28 12:00", "2027-03-29 12:00"}}, // over daylight saving
	} {
		for i, want := range c.want {
			if got := after(date(c.anchor), c.interval, 1, int64(i+1)); got != date(want) {
				t.Errorf("%s, %s %d: %s, want %s", c.anchor, c.interval, i+1, time.Unix(got, 0).UTC(), want)
			}
		}
	}
}

func TestTwoYearsOfRenewals(t *testing.T) {
	b := newBilling(t, "2027-01-31 10:00", "pm_card_visa", "month", 900)
	sub := b.subscribe(b.params())
	if sub.Status != "active" || sub.Items.Data[0].CurrentPeriodEnd != date("2027-02-28 10:00") {
		t.Fatalf("%+v", sub)
	}
	b.to("2029-01-15 00:00")
	sub = b.is(sub.ID)
	if end := sub.Items.Data[0].CurrentPeriodEnd; sub.Status != "active" || end != date("2029-01-31 10:00") {
		t.Errorf("%s until %s", sub.Status, time.Unix(end, 0).UTC())
	}
	if got := b.invoices(); len(got) != 24 {
		t.Errorf("%d invoices: %v", len(got), got)
	}
	if b.charges() != 24 {
		t.Errorf("%d charges", b.charges())
	}
}

func TestATrialIsAnnouncedAndThenPaid(t *testing.T) {
	b := newBilling(t, "2027-03-01 10:00", "pm_card_visa", "month", 900)
	params := b.params()
	params.TrialPeriodDays = stripe.Int64(7)
	sub := b.subscribe(params)
	if sub.Status != "trialing" || sub.TrialEnd != date("2027-03-08 10:00") || b.charges() != 0 {
		t.Fatalf("%+v", sub)
	}
	preview, err := b.secret().V1Invoices.CreatePreview(context.Background(), &stripe.InvoiceCreatePreviewParams{Subscription: stripe.String(sub.ID)})
	if err != nil || preview.Total != 900 {
		t.Fatalf("preview %+v %v", preview, err)
	}
	b.to("2027-03-08 10:30")
	if diff := cmp.Diff([]string{"paid 0.00", "draft 9.00"}, b.invoices()); diff != "" {
		t.Error(diff)
	}
	b.to("2027-03-08 11:00")
	if diff := cmp.Diff([]string{"paid 0.00", "paid 9.00"}, b.invoices()); diff != "" {
		t.Error(diff)
	}
	if sub = b.is(sub.ID); sub.Status != "active" || sub.Items.Data[0].CurrentPeriodEnd != date("2027-04-08 10:00") {
		t.Errorf("%+v", sub)
	}
	warned := 0
	for _, kind := range b.events() {
		if kind == "customer.subscription.trial_will_end" {
			warned++
		}
	}
	if warned != 1 {
		t.Errorf("announced %d times", warned)
	}
}

func TestARenewalThatFailsIsTriedFourTimesMore(t *testing.T) {
	b := newBilling(t, "2027-03-01 10:00", "pm_card_visa", "month", 900)
	sub := b.subscribe(b.params())
	failing, err := b.secret().V1PaymentMethods.Attach(context.Background(), "pm_card_chargeCustomerFail",
		&stripe.PaymentMethodAttachParams{Customer: stripe.String(b.customer)})
	if err != nil {
		t.Fatal(err)
	}
	change := &stripe.SubscriptionUpdateParams{DefaultPaymentMethod: stripe.String(failing.ID)}
	if _, err := b.secret().V1Subscriptions.Update(context.Background(), sub.ID, change); err != nil {
		t.Fatal(err)
	}
	b.to("2027-04-01 12:00")
	if sub = b.is(sub.ID); sub.Status != "past_due" || b.charges() != 2 {
		t.Fatalf("%s after %d charges", sub.Status, b.charges())
	}
	b.to("2027-04-20 00:00")
	if sub = b.is(sub.ID); sub.Status != "canceled" || b.charges() != 6 || sub.CancellationDetails.Reason != "payment_failed" {
		t.Errorf("%s after %d charges, %s", sub.Status, b.charges(), sub.CancellationDetails.Reason)
	}
}

func TestAFailedRenewalHealsWithAnotherCard(t *testing.T) {
	b := newBilling(t, "2027-03-01 10:00", "pm_card_chargeCustomerFail", "month", 900)
	params := b.params()
	params.TrialPeriodDays = stripe.Int64(1)
	sub := b.subscribe(params)
	b.to("2027-03-02 12:00")
	if sub = b.is(sub.ID); sub.Status != "past_due" {
		t.Fatalf("%s", sub.Status)
	}
	good, err := b.secret().V1PaymentMethods.Attach(context.Background(), "pm_card_visa", &stripe.PaymentMethodAttachParams{Customer: stripe.String(b.customer)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.secret().V1Subscriptions.Update(context.Background(), sub.ID, &stripe.SubscriptionUpdateParams{DefaultPaymentMethod: stripe.String(good.ID)}); err != nil {
		t.Fatal(err)
	}
	b.to("2027-03-03 13:00")
	if sub = b.is(sub.ID); sub.Status != "active" {
		t.Errorf("%s", sub.Status)
	}
}

func TestTheFirstPaymentDecidesTheStart(t *testing.T) {
	b := newBilling(t, "2027-03-01 10:00", "pm_card_chargeCustomerFail", "month", 900)
	if sub := b.subscribe(b.params()); sub.Status != "incomplete" {
		t.Errorf("a declined card: %s", sub.Status)
	}
	strict := b.params()
	strict.PaymentBehavior = stripe.String("error_if_incomplete")
	expect(t, second(b.secret().V1Subscriptions.Create(context.Background(), strict)), 402, "card_declined")
	b = newBilling(t, "2027-03-01 10:00", "pm_card_visa", "month", 900)
	waiting := b.params()
	waiting.PaymentBehavior = stripe.String("default_incomplete")
	waiting.AddExpand("latest_invoice.confirmation_secret")
	sub := b.subscribe(waiting)
	if sub.Status != "incomplete" {
		t.Fatalf("default_incomplete: %s", sub.Status)
	}
	secret := sub.LatestInvoice.ConfirmationSecret.ClientSecret
	confirm := &stripe.PaymentIntentConfirmParams{ReturnURL: stripe.String("https://shop.example/")}
	confirm.AddExtra("client_secret", secret)
	if _, err := b.client("pk_sim_ours").V1PaymentIntents.Confirm(context.Background(), secret[:27], confirm); err != nil {
		t.Fatal(err)
	}
	if sub = b.is(sub.ID); sub.Status != "active" {
		t.Errorf("after its payment: %s", sub.Status)
	}
	late := b.subscribe(waiting)
	b.to("2027-03-02 10:00")
	if late = b.is(late.ID); late.Status != "incomplete_expired" {
		t.Errorf("never paid: %s", late.Status)
	}
}

func TestASubscriptionEndsWithItsPeriodOrAtOnce(t *testing.T) {
	b := newBilling(t, "2027-03-01 10:00", "pm_card_visa", "month", 900)
	later, now := b.subscribe(b.params()), b.subscribe(b.params())
	if _, err := b.secret().V1Subscriptions.Update(context.Background(), later.ID, &stripe.SubscriptionUpdateParams{CancelAtPeriodEnd: stripe.Bool(true)}); err != nil {
		t.Fatal(err)
	}
	if gone, err := b.secret().V1Subscriptions.Cancel(context.Background(), now.ID, nil); err != nil || gone.Status != "canceled" {
		t.Fatalf("%+v %v", gone, err)
	}
	b.to("2027-04-01 09:00")
	if later = b.is(later.ID); later.Status != "active" {
		t.Errorf("before the end: %s", later.Status)
	}
	b.to("2027-04-01 12:00")
	if later = b.is(later.ID); later.Status != "canceled" || b.charges() != 2 {
		t.Errorf("after the end: %s, %d charges", later.Status, b.charges())
	}
}

func TestCouponsTakeOffForTheirTime(t *testing.T) {
	b := newBilling(t, "2027-03-01 10:00", "pm_card_visa", "month", 1000)
	coupon, err := b.secret().V1Coupons.Create(context.Background(), &stripe.CouponCreateParams{
		PercentOff: stripe.Float64(25), Duration: stripe.String("repeating"), DurationInMonths: stripe.Int64(2), MaxRedemptions: stripe.Int64(1),
	})
	if err != nil {
		t.Fatal(err)
	}
	params := b.params()
	params.Discounts = []*stripe.SubscriptionCreateDiscountParams{{Coupon: stripe.String(coupon.ID)}}
	b.subscribe(params)
	b.to("2027-05-15 00:00")
	if diff := cmp.Diff([]string{"paid 7.50", "paid 7.50", "paid 10.00"}, b.invoices()); diff != "" {
		t.Error(diff)
	}
	expect(t, second(b.secret().V1Subscriptions.Create(context.Background(), params)), 400, "coupon_expired")
}

func TestBillingHasTheShapeThatStripePublishes(t *testing.T) {
	b := newBilling(t, "2027-03-01 10:00", "pm_card_visa", "month", 1000)
	coupon, err := b.secret().V1Coupons.Create(context.Background(), &stripe.CouponCreateParams{AmountOff: stripe.Int64(100), Currency: stripe.String("usd")})
	if err != nil {
		t.Fatal(err)
	}
	promotion, err := b.secret().V1PromotionCodes.Create(context.Background(), &stripe.PromotionCodeCreateParams{
		Promotion: &stripe.PromotionCodeCreatePromotionParams{Type: stripe.String("coupon"), Coupon: stripe.String(coupon.ID)},
	})
	if err != nil {
		t.Fatal(err)
	}
	params := b.params()
	params.Discounts = []*stripe.SubscriptionCreateDiscountParams{{PromotionCode: stripe.String(promotion.ID)}}
	params.TrialPeriodDays = stripe.Int64(3)
	sub := b.subscribe(params)
	b.to("2027-05-15 00:00")
	if _, err := b.secret().V1Subscriptions.Cancel(context.Background(), sub.ID, nil); err != nil {
		t.Fatal(err)
	}
	readSpec(t).fits(t, b.sim)
}
