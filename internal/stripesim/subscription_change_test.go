package stripesim

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stripe/stripe-go/v85"
)

// change updates a subscription as the dashboard does.
func (b *billing) change(id string, params *stripe.SubscriptionUpdateParams) *stripe.Subscription {
	b.t.Helper()
	changed, err := b.secret().V1Subscriptions.Update(context.Background(), id, params)
	if err != nil {
		b.t.Fatal(err)
	}
	return changed
}

// newPrice is a monthly price of the same product.
func (b *billing) newPrice(of *stripe.Subscription, cents int64) *string {
	b.t.Helper()
	price, err := b.secret().V1Prices.Create(context.Background(), &stripe.PriceCreateParams{
		Currency: stripe.String("usd"), UnitAmount: &cents, Product: &of.Items.Data[0].Price.Product.ID,
		Recurring: &stripe.PriceCreateRecurringParams{Interval: stripe.String("month")},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return &price.ID
}

func TestAPriceIsChanged(t *testing.T) {
	for behavior, want := range map[string][]string{
		"none":              {"paid 9.00", "paid 19.00"},
		"create_prorations": {"paid 9.00", "paid 24.00"},
		"always_invoice":    {"paid 9.00", "paid 5.00", "paid 19.00"},
	} {
		t.Run(behavior, func(t *testing.T) {
			b := newBilling(t, "2027-04-01 00:00", "pm_card_visa", "month", 900)
			sub := b.subscribe(b.params())
			b.to("2027-04-16 00:00")
			b.change(sub.ID, &stripe.SubscriptionUpdateParams{ProrationBehavior: &behavior, Items: []*stripe.SubscriptionUpdateItemParams{{
				ID: &sub.Items.Data[0].ID, Price: b.newPrice(sub, 1900),
			}}})
			b.to("2027-05-01 02:00")
			if diff := cmp.Diff(want, b.invoices()); diff != "" {
				t.Error(diff)
			}
			readSpec(t).fits(t, b.sim)
		})
	}
}

func TestACreditPaysInvoices(t *testing.T) {
	b := newBilling(t, "2027-04-01 00:00", "pm_card_visa", "month", 900)
	sub := b.subscribe(b.params())
	if _, err := b.secret().V1Customers.Update(context.Background(), b.customer, &stripe.CustomerUpdateParams{Balance: stripe.Int64(-1000)}); err != nil {
		t.Fatal(err)
	}
	preview, err := b.secret().V1Invoices.CreatePreview(context.Background(), &stripe.InvoiceCreatePreviewParams{Subscription: &sub.ID})
	if err != nil || preview.AmountDue != 0 || preview.Total != 900 {
		t.Errorf("preview %+v, %v", preview, err)
	}
	b.to("2027-05-01 02:00")
	if b.charges() != 1 {
		t.Errorf("%d charges", b.charges())
	}
	b.to("2027-06-01 02:00")
	if b.charges() != 2 {
		t.Errorf("%d charges once the credit is used", b.charges())
	}
	readSpec(t).fits(t, b.sim)
}

func TestThePortalChangesAPrice(t *testing.T) {
	b := newBilling(t, "2027-04-01 00:00", "pm_card_visa", "month", 900)
	sub, address := b.subscribe(b.params()), b.portal(b.customer)
	for price, want := range map[string]string{"nothing": `role="alert">This amount is not valid`, "-1": `role="alert">This amount is not valid`} {
		if shown := b.submit(address, url.Values{"answer": {"price"}, "subscription": {sub.ID}, "price": {price}}); !strings.Contains(shown, want) {
			t.Errorf("%s: %s", price, shown)
		}
	}
	b.submit(address, url.Values{"answer": {"price"}, "subscription": {sub.ID}, "price": {"12,50"}})
	if got := b.is(sub.ID).Items.Data[0].Price.UnitAmount; got != 1250 {
		t.Errorf("the price is %d", got)
	}
	b.to("2027-05-01 02:00")
	if diff := cmp.Diff([]string{"paid 9.00", "paid 12.50"}, b.invoices()); diff != "" {
		t.Error(diff)
	}
	readSpec(t).fits(t, b.sim)
}

// Another interval begins a new period at once, which is paid at once. https://docs.stripe.com/billing/subscriptions/change-price
func TestAnIntervalIsChanged(t *testing.T) {
	for behavior, want := range map[string][]string{
		"none":              {"paid 9.00", "paid 90.00"},
		"create_prorations": {"paid 9.00", "paid 85.50"},
		"always_invoice":    {"paid 9.00", "paid 85.50"},
	} {
		t.Run(behavior, func(t *testing.T) {
			b := newBilling(t, "2027-04-01 00:00", "pm_card_visa", "month", 900)
			sub := b.subscribe(b.params())
			b.to("2027-04-16 00:00")
			changed := b.change(sub.ID, &stripe.SubscriptionUpdateParams{ProrationBehavior: &behavior, Items: []*stripe.SubscriptionUpdateItemParams{{
				ID: &sub.Items.Data[0].ID, Price: b.recurring(sub, 9000, "year", 1),
			}}})
			if end := unixDay(changed.Items.Data[0].CurrentPeriodEnd); end != "2028-04-16" {
				t.Errorf("the period ends on %s", end)
			}
			b.to("2028-04-15 00:00")
			if diff := cmp.Diff(want, b.invoices()); diff != "" {
				t.Error(diff)
			}
			b.to("2028-04-16 02:00")
			if diff := cmp.Diff(append(want, "paid 90.00"), b.invoices()); diff != "" {
				t.Error(diff)
			}
			readSpec(t).fits(t, b.sim)
		})
	}
}

// From a year to a month: what is left of the year is a credit, which pays the next invoices.
func TestALongIntervalIsChangedToAShortOne(t *testing.T) {
	b := newBilling(t, "2027-04-01 00:00", "pm_card_visa", "year", 9000)
	sub := b.subscribe(b.params())
	b.change(sub.ID, &stripe.SubscriptionUpdateParams{Items: []*stripe.SubscriptionUpdateItemParams{{ID: &sub.Items.Data[0].ID, Price: b.recurring(sub, 900, "month", 1)}}})
	b.to("2027-05-01 02:00")
	if diff := cmp.Diff([]string{"paid 90.00", "paid -81.00", "paid 9.00"}, b.invoices()); diff != "" {
		t.Error(diff)
	}
	if b.charges() != 1 {
		t.Errorf("%d charges", b.charges())
	}
	readSpec(t).fits(t, b.sim)
}

// A trial goes on until its end. One that ends with its period ends with the new one.
func TestTheIntervalOfATrialAndOfWhatEnds(t *testing.T) {
	b := newBilling(t, "2027-04-01 00:00", "pm_card_visa", "month", 900)
	params := b.params()
	params.TrialPeriodDays = stripe.Int64(7)
	sub := b.subscribe(params)
	changed := b.change(sub.ID, &stripe.SubscriptionUpdateParams{Items: []*stripe.SubscriptionUpdateItemParams{{ID: &sub.Items.Data[0].ID, Price: b.recurring(sub, 9000, "year", 1)}}})
	if end := unixDay(changed.Items.Data[0].CurrentPeriodEnd); end != "2027-04-08" || changed.Status != stripe.SubscriptionStatusTrialing {
		t.Errorf("%s until %s", changed.Status, end)
	}
	b.to("2027-04-08 02:00")
	b.change(sub.ID, &stripe.SubscriptionUpdateParams{CancelAtPeriodEnd: stripe.Bool(true)})
	changed = b.change(sub.ID, &stripe.SubscriptionUpdateParams{ProrationBehavior: stripe.String("none"), Items: []*stripe.SubscriptionUpdateItemParams{{
		ID: &sub.Items.Data[0].ID, Price: b.recurring(sub, 900, "month", 3),
	}}})
	if end := unixDay(changed.CancelAt); end != "2027-07-08" {
		t.Errorf("it ends on %s", end)
	}
	b.to("2027-07-08 02:00")
	if got := b.is(sub.ID); got.Status != stripe.SubscriptionStatusCanceled {
		t.Errorf("it is %s", got.Status)
	}
	if diff := cmp.Diff([]string{"paid 0.00", "paid 90.00", "paid 9.00"}, b.invoices()); diff != "" {
		t.Error(diff)
	}
	readSpec(t).fits(t, b.sim)
}

// Prices of one subscription have one interval, as everywhere at the provider.
func TestIntervalsDoNotMix(t *testing.T) {
	b := newBilling(t, "2027-04-01 00:00", "pm_card_visa", "month", 900)
	params := b.params()
	params.Items = append(params.Items, params.Items[0])
	sub := b.subscribe(params)
	_, err := b.secret().V1Subscriptions.Update(context.Background(), sub.ID, &stripe.SubscriptionUpdateParams{
		Items: []*stripe.SubscriptionUpdateItemParams{{ID: &sub.Items.Data[0].ID, Price: b.recurring(sub, 9000, "year", 1)}},
	})
	if err == nil || b.is(sub.ID).Items.Data[0].Price.UnitAmount != 900 {
		t.Errorf("changed: %v", err)
	}
}

// What is pending is charged when a subscription ends with its period.
func TestWhatIsPendingIsChargedAtTheEnd(t *testing.T) {
	b := newBilling(t, "2027-04-01 00:00", "pm_card_visa", "month", 900)
	sub := b.subscribe(b.params())
	b.to("2027-04-16 00:00")
	preview := func() (*stripe.Invoice, error) {
		return b.secret().V1Invoices.CreatePreview(context.Background(), &stripe.InvoiceCreatePreviewParams{Subscription: &sub.ID})
	}
	b.change(sub.ID, &stripe.SubscriptionUpdateParams{CancelAtPeriodEnd: stripe.Bool(true)})
	if _, err := preview(); err == nil {
		t.Error("an invoice is announced, though nothing is pending")
	}
	b.change(sub.ID, &stripe.SubscriptionUpdateParams{Items: []*stripe.SubscriptionUpdateItemParams{{ID: &sub.Items.Data[0].ID, Price: b.newPrice(sub, 1900)}}})
	if next, err := preview(); err != nil || next.AmountDue != 500 {
		t.Errorf("preview %+v, %v", next, err)
	}
	b.to("2027-05-01 02:00")
	if diff := cmp.Diff([]string{"paid 9.00", "paid 5.00"}, b.invoices()); diff != "" {
		t.Error(diff)
	}
	readSpec(t).fits(t, b.sim)
}

func TestThePortalChangesAnIntervalAndGivesCredit(t *testing.T) {
	b := newBilling(t, "2027-04-01 00:00", "pm_card_visa", "month", 900)
	sub, address := b.subscribe(b.params()), b.portal(b.customer)
	form := func(more ...string) url.Values {
		values := url.Values{"answer": {"price"}, "subscription": {sub.ID}, "price": {"25"}, "interval": {"month"}, "interval_count": {"3"}, "proration_behavior": {"none"}}
		for i := 0; i < len(more); i += 2 {
			values.Set(more[i], more[i+1])
		}
		return values
	}
	for _, wrong := range []url.Values{
		form("interval", "century"), form("interval_count", "0"), form("interval_count", "-1"), form("interval_count", "37"), form("interval_count", "x"),
		form("proration_behavior", "sometimes"), form("price", "NaN"),
	} {
		if shown := b.submit(address, wrong); !strings.Contains(shown, `id="problem" role="alert"`) || strings.Count(shown, `aria-invalid="true"`) != 1 {
			t.Errorf("%v: %s", wrong, shown)
		}
	}
	b.submit(address, form())
	got := b.is(sub.ID).Items.Data[0].Price
	if got.UnitAmount != 2500 || got.Recurring.Interval != "month" || got.Recurring.IntervalCount != 3 {
		t.Errorf("it costs %d each %d %s", got.UnitAmount, got.Recurring.IntervalCount, got.Recurring.Interval)
	}
	if shown := b.submit(address, url.Values{"answer": {"credit"}, "price": {"-5"}}); !strings.Contains(shown, `role="alert">This amount is not valid`) {
		t.Errorf("a negative credit: %s", shown)
	}
	if shown := b.submit(address, url.Values{"answer": {"credit"}, "price": {"12,50"}}); !strings.Contains(shown, "Credit: 12.50") {
		t.Errorf("a credit: %s", shown)
	}
	preview, err := b.secret().V1Invoices.CreatePreview(context.Background(), &stripe.InvoiceCreatePreviewParams{Subscription: &sub.ID})
	if err != nil || preview.AmountDue != 1250 {
		t.Errorf("the next payment is %+v, %v", preview, err)
	}
	readSpec(t).fits(t, b.sim)
}

// recurring is a price of the same product with an interval.
func (b *billing) recurring(of *stripe.Subscription, cents int64, interval string, count int64) *string {
	b.t.Helper()
	price, err := b.secret().V1Prices.Create(context.Background(), &stripe.PriceCreateParams{
		Currency: stripe.String("usd"), UnitAmount: &cents, Product: &of.Items.Data[0].Price.Product.ID,
		Recurring: &stripe.PriceCreateRecurringParams{Interval: &interval, IntervalCount: &count},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return &price.ID
}

func unixDay(at int64) string { return time.Unix(at, 0).UTC().Format(time.DateOnly) }
