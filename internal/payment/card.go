package payment

// Card is a saved card, as far as it may be shown.
type Card struct {
	ID                string
	Brand, Last4      string
	ExpMonth, ExpYear int64
}

// Label is what people know a card by: "Visa •••• 4242"; empty where nobody knows its digits. A
// brand that is not known here keeps the provider's name ("Payment Methods", card.brand).
func (c Card) Label() string {
	if c.Last4 == "" {
		return ""
	}
	brand := c.Brand
	switch c.Brand {
	case "visa":
		brand = "Visa"
	case "mastercard":
		brand = "Mastercard"
	case "amex":
		brand = "American Express"
	case "discover":
		brand = "Discover"
	case "diners":
		brand = "Diners Club"
	case "jcb":
		brand = "JCB"
	case "unionpay":
		brand = "UnionPay"
	}
	return brand + " •••• " + c.Last4
}
