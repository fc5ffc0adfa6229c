package payment_test

import (
	"testing"

	"github.com/grandstand/grandstand/internal/payment"
)

func TestCardsAreKnownByBrandAndDigits(t *testing.T) {
	for want, card := range map[string]payment.Card{
		"Visa •••• 4242":             {Brand: "visa", Last4: "4242"},
		"American Express •••• 0005": {Brand: "amex", Last4: "0005"},
		"eftpos_au •••• 1234":        {Brand: "eftpos_au", Last4: "1234"},
		"":                           {Brand: "visa"},
	} {
		if got := card.Label(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
