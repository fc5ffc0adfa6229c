package commerce

import (
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
)

// chargeable is a quote that a card can be charged for. Where a promo code leaves less than the provider's minimum, the rest is
// waived with its taxes. Less than that by the prices themselves, or for the first period of a subscription, whose card has to
// be charged, is refused before anything is asked: Unprocessable, "amount_too_small".
func (q Quote) chargeable() (Quote, error) {
	if q.Amount == 0 || q.Amount >= payment.MinimumAmount(q.Currency) {
		return q, nil
	}
	if q.Coupon == nil || q.subscribes() {
		return Quote{}, fault.New(fault.Unprocessable, "amount_too_small", "An amount under $0.50 cannot be paid by card.")
	}
	q.Discount, q.ServiceFee, q.Amount = q.BasePrice, 0, 0
	for i := range q.Lines {
		q.Lines[i].Discount, q.Lines[i].ServiceFee = q.Lines[i].BasePrice, 0
	}
	return q, nil
}
