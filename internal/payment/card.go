package payment

import (
	"context"

	"github.com/stripe/stripe-go/v85"
)

// Card is a saved card, as far as it may be shown.
type Card struct {
	ID           string
	Brand, Last4 string
	// Fingerprint is the same for the same card number within an account. A wallet's card has the fingerprint of its
	// device account number. Empty if the provider gives none.
	Fingerprint string
	// Wallet is the type of the wallet that gave the card ("apple_pay", "link"); empty for a typed number.
	Wallet            string
	ExpMonth, ExpYear int64
}

// IdentifiesNumber reports whether the fingerprint is that of the number on the card.
func (c Card) IdentifiesNumber() bool { return c.Fingerprint != "" && c.Wallet == "" }

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

// maxCards bounds how many cards of a customer are shown.
const maxCards = 100

// ListCards returns the saved cards of a customer, the newest first.
func (a *Account) ListCards(ctx context.Context, customer string) ([]Card, error) {
	params := &stripe.CustomerListPaymentMethodsParams{Customer: &customer, Type: stripe.String("card")}
	params.Limit = stripe.Int64(maxCards)
	var cards []Card
	for method, err := range a.client.V1Customers.ListPaymentMethods(ctx, params).All(ctx) {
		if err != nil {
			return nil, newError(err)
		}
		if method.Card != nil && len(cards) < maxCards {
			card := Card{
				ID: method.ID, Brand: string(method.Card.Brand), Last4: method.Card.Last4, Fingerprint: method.Card.Fingerprint,
				ExpMonth: method.Card.ExpMonth, ExpYear: method.Card.ExpYear,
			}
			if method.Card.Wallet != nil {
				card.Wallet = string(method.Card.Wallet.Type)
			}
			cards = append(cards, card)
		}
	}
	return cards, nil
}

// Detach removes a saved card from its customer.
func (a *Account) Detach(ctx context.Context, card string) error {
	_, err := a.client.V1PaymentMethods.Detach(ctx, card, &stripe.PaymentMethodDetachParams{})
	return failed(err)
}
