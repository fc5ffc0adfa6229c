package commerce

import "testing"

// Letters write amounts as the web app states prices (web/src/entities/price.ts): the code first in English, last in French.
func TestLettersWriteAmountsAsTheWebApp(t *testing.T) {
	for _, test := range []struct {
		language string
		amount   int64
		currency string
		want     string
	}{
		{"en", 7900, "CAD", "CAD $79.00"},
		{"fr", 7900, "CAD", "79,00 $ CAD"},
		{"en", 123456, "usd", "USD $1,234.56"},
		{"fr", 123456, "usd", "1\u00a0234,56 $ USD"},
		{"en", 5, "CAD", "CAD $0.05"},
		{"en", 100000000, "CAD", "CAD $1,000,000.00"},
	} {
		if got := money(test.language, test.amount, test.currency); got != test.want {
			t.Errorf("%s: %q, want %q", test.language, got, test.want)
		}
	}
}
