package payment

// MinimumAmount is the least that a card is charged in a currency, in minor units (docs.stripe.com/currencies, "Minimum and
// maximum charge amounts"). A channel sells in USD and CAD.
func MinimumAmount(currency string) int64 {
	switch currency {
	case "USD", "CAD":
		return 50
	}
	return 0
}
