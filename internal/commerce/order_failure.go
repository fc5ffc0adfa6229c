package commerce

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/payment"
)

// Failure says why nothing was paid. Message is a sentence of the table below.
type Failure struct{ Code, Message string }

// Codes of failures that are not the provider's.
const (
	FailureAbandoned   = "payment_abandoned"     // the buyer did not confirm it
	FailureUnreached   = "payment_unreached"     // the provider never answered
	FailureUncollected = "payment_not_collected" // the bank reserved the money, and it was not captured
	FailureReplaced    = "payment_replaced"      // the buyer began the same purchase again
	FailureReview      = "payment_in_review"
	FailureCanceled    = "payment_canceled" // in the provider's dashboard
	failureCardGone    = "card_gone"
	failureDeclined    = "card_declined"
	failureRefused     = "payment_refused" // the provider did not take the request: no card was asked
)

// failureSentence says a code of the provider ("Decline codes", docs.stripe.com/declines/codes)
// to the buyer. A card that was reported lost or stolen is declined without a reason: its
// holder may not be the one who reads.
func failureSentence(code string) string {
	switch code {
	case FailureAbandoned, "payment_intent_payment_attempt_expired":
		return "The payment was not confirmed in time, so nothing was charged."
	case FailureUnreached:
		return "We could not reach our payment provider in time, so nothing was charged. You can buy again at any time."
	case FailureUncollected:
		return "Your bank authorized this payment, but we did not collect it. The bank will release the hold, and you will not be charged."
	case FailureReplaced:
		return "You started this purchase again, so we cancelled this payment. Nothing was charged."
	case FailureCanceled:
		return "This payment was cancelled, and nothing was charged. You can buy again at any time."
	case FailureReview:
		return "We are looking into this payment. Please write to us before you try again."
	case failureRefused:
		return "We cannot accept this payment right now, and nothing was charged. Please try again later or write to us."
	case failureCardGone:
		return "This card is no longer saved with us. Please enter it again."
	case "insufficient_funds":
		return "Your card does not have enough funds. Please use another one."
	case "card_velocity_exceeded", "withdrawal_count_limit_exceeded":
		return "Your card has reached its limit. Please use another one."
	case "card_not_supported", "currency_not_supported", "transaction_not_allowed":
		return "Your card cannot be used for this purchase. Please use another one."
	case "invalid_expiry_month", "invalid_expiry_year":
		return "The expiry date of your card is incorrect. Please check it and try again."
	case "incorrect_zip", "postal_code_invalid":
		return "The postal code of your card is incorrect. Please check it and try again."
	case "expired_card":
		return "Your card has expired. Please use another one."
	case "incorrect_cvc", "invalid_cvc":
		return "The security code of your card is incorrect. Please check it and try again."
	case "incorrect_number", "invalid_number":
		return "The number of your card is incorrect. Please check it and try again."
	case "processing_error", "try_again_later", "issuer_not_available", "reenter_transaction", "payment_method_not_available":
		return "Your card could not be charged right now. Please try again in a few minutes."
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
func refusedPayment(err error, card string) Failure {
	code := payment.CodeOf(err)
	switch code {
	case "payment_method_unexpected_state", "payment_method_invalid_parameter":
		code = failureCardGone
	case "resource_missing": // the card, or another object of the request
		code = failureRefused
		if payment.IsMissing(err, card) {
			code = failureCardGone
		}
	case "processing_error", "incorrect_number", "invalid_number", "invalid_cvc", "expired_card":
	default:
		code = failureRefused
	}
	return Failure{Code: code, Message: failureSentence(code)}
}

// minIncompleteAge is one hour less than the provider waits for the first payment of a subscription (Stripe documentation,
// "Subscription statuses", incomplete_expired: 23 hours). A younger payment was canceled in the dashboard.
const minIncompleteAge = 22 * time.Hour

// cancelReason is the failure code of a canceled payment that no card has refused and for which the checkout has no stored
// reason: the dashboard canceled it, or the provider did after its time.
func (c *checkoutRow) cancelReason(i payment.Intent, now time.Time) string {
	switch i.CancelReason {
	case "", payment.CancelDuplicate, payment.CancelFraudulent, payment.CancelRequested:
		if i.ID != "" {
			return FailureCanceled
		}
	case payment.CancelExpired, payment.CancelVoided:
		if now.Sub(clock.FromMillis(c.CreatedMS)) < minIncompleteAge {
			return FailureCanceled
		}
	}
	return FailureAbandoned
}

// timeoutReason is the failure code of a payment that was not completed in time.
func (o outcome) timeoutReason() string {
	if o.intent.Status == payment.RequiresCapture {
		return FailureUncollected
	}
	return FailureAbandoned
}

// storeFailureReason stores why this program is about to cancel the payment of a checkout: the webhook of the cancellation can
// arrive before the provider's answer, or this process may end.
func (t *Till) storeFailureReason(ctx context.Context, c *checkoutRow, code string) error {
	_, err := t.DB.Write().NewUpdate().Model((*checkoutRow)(nil)).Set("failure_code = ?", code).
		Where("channel_id = ?", c.ChannelID).Where("id = ?", c.ID).Where("status = ?", OrderCreated).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note why checkout %d ends: %w", c.ID, err)
	}
	return nil
}
