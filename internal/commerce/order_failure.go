package commerce

import (
	"cmp"

	"github.com/grandstand/grandstand/internal/payment"
)

// Failure says why nothing was paid. Message is a sentence of the table below.
type Failure struct{ Code, Message string }

// Codes of failures that are not the provider's.
const (
	FailureAbandoned = "payment_abandoned"
	FailureReview    = "payment_in_review"
	FailureCanceled  = "payment_canceled" // in the provider's dashboard
	failureCardGone  = "card_gone"
	failureDeclined  = "card_declined"
	failureRefused   = "payment_refused" // the provider did not take the request: no card was asked
)

// failureSentence says a code of the provider ("Decline codes", docs.stripe.com/declines/codes)
// to the buyer. A card that was reported lost or stolen is declined without a reason: its
// holder may not be the one who reads.
func failureSentence(code string) string {
	switch code {
	case FailureAbandoned:
		return "The payment was not confirmed in time, so nothing was charged."
	case FailureCanceled:
		return "This payment was cancelled, and nothing was charged. You can buy again at any time."
	case FailureReview:
		return "We are looking into this payment. Please write to us before you try again."
	case failureRefused:
		return "We cannot take this payment just now, and nothing was charged. Please try again later or write to us."
	case failureCardGone:
		return "This card is no longer saved with us. Please enter it again."
	case "insufficient_funds":
		return "There is not enough money for this on your card. Please use another one."
	case "expired_card":
		return "Your card has expired. Please use another one."
	case "incorrect_cvc", "invalid_cvc":
		return "The security code of your card is not right. Please check it and try again."
	case "incorrect_number", "invalid_number":
		return "The number of your card is not right. Please check it and try again."
	case "processing_error", "try_again_later":
		return "Your card could not be charged just now. Please try again in a few minutes."
	case "authentication_required", "payment_intent_authentication_failure", "authentication_not_handled":
		return "Your bank did not confirm the payment, so nothing was charged."
	}
	return "Your card was declined. Please use another one."
}

// declined is the failure that a code of the provider stands for.
func declined(code string) Failure {
	code = cmp.Or(code, failureDeclined)
	return Failure{Code: code, Message: failureSentence(code)}
}

// refusedPayment is the failure of a request that the provider did not take ("Error codes", docs.stripe.com/error-codes): the card
// is not to blame, unless it is saved no more or its data are wrong.
func refusedPayment(code string) Failure {
	switch code {
	case "resource_missing", "payment_method_unexpected_state", "payment_method_invalid_parameter":
		code = failureCardGone
	case "processing_error", "incorrect_number", "invalid_number", "invalid_cvc", "expired_card":
	default:
		code = failureRefused
	}
	return Failure{Code: code, Message: failureSentence(code)}
}

// canceledBecause is why a payment is canceled that no card has refused: it was waited for in vain, or the dashboard canceled it.
func canceledBecause(i payment.Intent) string {
	switch i.CancelReason {
	case "", payment.CancelDuplicate, payment.CancelFraudulent, payment.CancelRequested:
		if i.ID != "" {
			return FailureCanceled
		}
	}
	return FailureAbandoned
}
