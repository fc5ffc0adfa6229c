package stripesim

// apiVersion is the version of Stripe's API that the objects have the shape of: the one of stripe-go v85.
const apiVersion = "2026-03-25.dahlia"

// Kinds of objects.
const (
	kindCustomer = "customer"
	kindMethod   = "payment_method"
	kindIntent   = "payment_intent"
	kindSetup    = "setup_intent"
	kindCharge   = "charge"
	kindRefund   = "refund"
	kindBalance  = "balance_transaction"
	kindEvent    = "event"
)

// Statuses of payment and setup intents: https://docs.stripe.com/payments/paymentintents/lifecycle.
const (
	needsMethod       = "requires_payment_method"
	needsConfirmation = "requires_confirmation"
	needsAction       = "requires_action"
	needsCapture      = "requires_capture"
	processing        = "processing"
	succeeded         = "succeeded"
	canceled          = "canceled"
)

// base is what every object starts with.
func (t *tx) base(kind, id string) object {
	return object{"id": id, "object": kind, "created": t.now, "livemode": false, "metadata": object{}}
}
