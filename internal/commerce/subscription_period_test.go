package commerce_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/commerce"
)

// What a buyer is told of the next charge is the provider's calendar by the server's clock.
func TestHowASubscriptionGoesOn(t *testing.T) {
	at := func(s string) time.Time {
		parsed, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return parsed
	}
	offer := func(kind commerce.Kind, period string, trial int) commerce.Quote {
		p := commerce.Product{
			Package:   &commerce.Package{ID: 3, Kind: kind, Type: commerce.TypeMonthly, Period: period, TrialDays: trial, Currency: "CAD", BasePrice: 1000, ServiceFee: 150},
			BasePrice: 1000, ServiceFee: 150, Currency: "CAD",
		}
		q, err := commerce.Price([]commerce.Product{p}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	withCode := offer(commerce.KindSubscription, "month", 7)
	withCode.Coupon = &commerce.Coupon{Code: "HALF", PercentOff: 5_000}
	for name, test := range map[string]struct {
		of   commerce.Quote
		now  string
		used bool
		want commerce.Renewal
	}{
		"thirty days":              {offer(commerce.KindSubscription, "month", 0), "2026-11-22T12:00:00Z", false, commerce.Renewal{0, at("2026-12-22T12:00:00Z"), 1150, 30}},
		"over a change of clocks":  {offer(commerce.KindSubscription, "month", 0), "2026-02-20T12:00:00-05:00", false, commerce.Renewal{0, at("2026-03-22T17:00:00Z"), 1150, 30}},
		"a trial":                  {offer(commerce.KindSubscription, "month", 7), "2026-11-22T12:00:00Z", false, commerce.Renewal{7, at("2026-11-29T12:00:00Z"), 1150, 30}},
		"a trial that is used":     {offer(commerce.KindSubscription, "month", 7), "2026-11-22T12:00:00Z", true, commerce.Renewal{0, at("2026-12-22T12:00:00Z"), 1150, 30}},
		"a trial, with a code":     {withCode, "2026-11-22T12:00:00Z", false, commerce.Renewal{0, at("2026-12-22T12:00:00Z"), 1150, 30}},
		"a year":                   {offer(commerce.KindSubscription, "year", 0), "2026-11-22T12:00:00Z", false, commerce.Renewal{0, at("2027-11-22T12:00:00Z"), 1150, 0}},
		"a year from the leap day": {offer(commerce.KindSubscription, "year", 0), "2028-02-29T12:00:00Z", false, commerce.Renewal{0, at("2029-02-28T12:00:00Z"), 1150, 0}},
		"a year with a trial":      {offer(commerce.KindSubscription, "year", 14), "2026-11-22T12:00:00Z", false, commerce.Renewal{14, at("2026-12-06T12:00:00Z"), 1150, 0}},
	} {
		got, renews := test.of.Renewal(at(test.now), test.used)
		if diff := cmp.Diff(test.want, got); !renews || diff != "" {
			t.Errorf("%s: %t %s", name, renews, diff)
		}
	}
	if got, renews := offer(commerce.KindPackage, "", 0).Renewal(time.Now(), false); renews {
		t.Errorf("a pass renews: %+v", got)
	}
}
