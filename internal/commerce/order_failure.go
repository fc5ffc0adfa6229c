package commerce

import "cmp"

// Failure says why nothing was paid. Message is a sentence of the table below.
type Failure struct{ Code, Message string }

// Codes of failures that are not the provider's.
const (
	FailureAbandoned = "payment_abandoned"
	FailureReview    = "payment_in_review"
	failureDeclined  = "card_declined"
	failureRefused   = "processing_error"
)

// failureSentence says a code of the provider ("Decline codes", docs.stripe.com/declines/codes)
// to the buyer. A card that was reported lost or stolen is declined without a reason: its
// holder may not be the one who reads.
func failureSentence(code string) string {
	switch code {
	case FailureAbandoned:
		return "The payment was not confirmed in time, so nothing was charged."
	case FailureReview:
		return "We are looking into this payment. Please write to us before you try again."
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
