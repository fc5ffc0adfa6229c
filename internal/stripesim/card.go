package stripesim

import "strings"

// How a test card stands to 3-D Secure.
type secure int

const (
	secureNever   secure = iota
	secureOnce           // until it is set up for later payments
	secureAlways         // every payment
	secureSetUp          // payments made with the person present; set up for the others
	secureOffline        // required, but the bank's page cannot be reached
)

// decline is a bank's refusal.
type decline struct {
	code    string // the error's code
	reason  string // decline_code
	message string
}

// Refusals, with the sentences that Stripe sends.
var (
	declineGeneric      = decline{"card_declined", "generic_decline", "Your card was declined."}
	declineFunds        = decline{"card_declined", "insufficient_funds", "Your card has insufficient funds."}
	declineLost         = decline{"card_declined", "lost_card", "Your card was declined."}
	declineStolen       = decline{"card_declined", "stolen_card", "Your card was declined."}
	declineExpired      = decline{"expired_card", "expired_card", "Your card has expired."}
	declineCVC          = decline{"incorrect_cvc", "incorrect_cvc", "Your card's security code is incorrect."}
	declineProcessing   = decline{"processing_error", "processing_error", "An error occurred while processing your card. Try again in a little bit."}
	declineVelocity     = decline{"card_declined", "card_velocity_exceeded", "Your card was declined for making repeated attempts too frequently or exceeding its amount limit."}
	declineFraud        = decline{"card_declined", "fraudulent", "Your card was declined."}
	declineNeedsSecure  = decline{"authentication_required", "authentication_required", "Your card was declined. This transaction requires authentication."}
	declineLiveModeCard = decline{"card_declined", "live_mode_test_card", "Your card was declined. Your request was in test mode, but used a non test card. " +
		"For a list of valid test cards, visit: https://stripe.com/docs/testing."}
)

// card is one of Stripe's published test cards (https://docs.stripe.com/testing).
type card struct {
	number string
	alias  string // pm_card_<alias> and tok_<alias>
	brand  string
	refuse decline // of every charge; empty: none
	// attaches tells that a card which is refused can be attached to a customer all the same.
	attaches bool
	disputed string // how its bank questions a charge at once: dispute or inquiry
	// refundsLate tells that refunds to it are pending first.
	refundsLate bool
	secure      secure
	debit       bool
	wallet      string // the card is given by a wallet: apple_pay, google_pay or link
	country     string // empty: US
}

// refuses tells whether the bank declines every charge of the card.
func (c card) refuses() bool { return c.refuse.code != "" }

// testCards are all cards there are.
var testCards = []card{
	{number: "4242424242424242", alias: "visa", brand: "visa"},
	// Stripe publishes no test cards of wallets. The last4 of a wallet's card is that of the card's own number.
	{number: "4242424242424242", alias: "visa_applePay", brand: "visa", wallet: "apple_pay"},
	{number: "4242424242424242", alias: "visa_googlePay", brand: "visa", wallet: "google_pay"},
	{number: "4242424242424242", alias: "visa_link", brand: "visa", wallet: "link"},
	{number: "4000056655665556", alias: "visa_debit", brand: "visa", debit: true},
	{number: "5555555555554444", alias: "mastercard", brand: "mastercard"},
	{number: "2223003122003222", alias: "mastercard_2series", brand: "mastercard"},
	{number: "5200828282828210", alias: "mastercard_debit", brand: "mastercard", debit: true},
	{number: "378282246310005", alias: "amex", brand: "amex"},
	{number: "371449635398431", brand: "amex"},
	{number: "6011111111111117", alias: "discover", brand: "discover"},
	{number: "3056930009020004", alias: "diners", brand: "diners"},
	{number: "3566002020360505", alias: "jcb", brand: "jcb"},
	{number: "6200000000000005", alias: "unionpay", brand: "unionpay"},
	{number: "4000001240000000", alias: "ca", brand: "visa", country: "CA"},
	{number: "4000002500000003", alias: "fr", brand: "visa", country: "FR"},
	{number: "4000008260000000", alias: "gb", brand: "visa", country: "GB"},

	{number: "4000000000000002", alias: "visa_chargeDeclined", brand: "visa", refuse: declineGeneric},
	{number: "4000000000009995", alias: "visa_chargeDeclinedInsufficientFunds", brand: "visa", refuse: declineFunds},
	{number: "4000000000009987", alias: "visa_chargeDeclinedLostCard", brand: "visa", refuse: declineLost},
	{number: "4000000000009979", alias: "visa_chargeDeclinedStolenCard", brand: "visa", refuse: declineStolen},
	{number: "4000000000000069", alias: "chargeDeclinedExpiredCard", brand: "visa", refuse: declineExpired},
	{number: "4000000000000127", alias: "chargeDeclinedIncorrectCvc", brand: "visa", refuse: declineCVC},
	{number: "4000000000000119", alias: "chargeDeclinedProcessingError", brand: "visa", refuse: declineProcessing},
	{number: "4000000000006975", alias: "visa_chargeDeclinedVelocityLimitExceeded", brand: "visa", refuse: declineVelocity},
	{number: "4100000000000019", alias: "radarBlock", brand: "visa", refuse: declineFraud},
	{number: "4000000000000341", alias: "chargeCustomerFail", brand: "visa", refuse: declineGeneric, attaches: true},

	{number: "4000000000000259", alias: "createDispute", brand: "visa", disputed: "dispute"},
	{number: "4000000000001976", alias: "createDisputeInquiry", brand: "visa", disputed: "inquiry"},
	{number: "4000000000007726", alias: "pendingRefund", brand: "visa", refundsLate: true},

	{number: "4000002500003155", alias: "authenticationRequiredOnSetup", brand: "visa", secure: secureOnce},
	{number: "4000002760003184", alias: "authenticationRequired", brand: "visa", secure: secureAlways},
	{number: "4000003800000446", alias: "authenticationRequiredSetupForOffSession", brand: "visa", secure: secureSetUp},
	{number: "4000008260003178", alias: "authenticationRequiredChargeDeclinedInsufficientFunds", brand: "visa", refuse: declineFunds, attaches: true, secure: secureAlways},
	{number: "4000000000003220", alias: "threeDSecure2Required", brand: "visa", secure: secureAlways},
	{number: "4000008400001629", alias: "threeDSecureRequiredChargeDeclined", brand: "visa", refuse: declineGeneric, attaches: true, secure: secureAlways},
	{number: "4000008400001280", alias: "threeDSecureRequiredProcessingError", brand: "visa", secure: secureOffline},
	{number: "4000000000003055", alias: "threeDSecureOptional", brand: "visa"},
}

// cardAliases are the ids that name a card in more than one way, without their pm_card_ or tok_.
var cardAliases = map[string]string{
	"chargeDeclined":                  "visa_chargeDeclined",
	"chargeDeclinedInsufficientFunds": "visa_chargeDeclinedInsufficientFunds",
	"chargeDeclinedLostCard":          "visa_chargeDeclinedLostCard",
	"chargeDeclinedStolenCard":        "visa_chargeDeclinedStolenCard",
	"visa_chargeDeclinedExpiredCard":  "chargeDeclinedExpiredCard",
	"visa_chargeDeclinedIncorrectCvc": "chargeDeclinedIncorrectCvc",
	"threeDSecureRequired":            "threeDSecure2Required",
}

// cardByAlias finds the card behind pm_card_visa or tok_visa.
func cardByAlias(id string) (card, bool) {
	name, ok := strings.CutPrefix(id, "pm_card_")
	if !ok {
		name, ok = strings.CutPrefix(id, "tok_")
	}
	if other, has := cardAliases[name]; has {
		name = other
	}
	if !ok || name == "" {
		return card{}, false
	}
	for _, c := range testCards {
		if c.alias == name {
			return c, true
		}
	}
	return card{}, false
}

func cardByNumber(number string) (card, bool) {
	for _, c := range testCards {
		if c.number == number {
			return c, true
		}
	}
	return card{}, false
}

// luhn checks a card number's last digit (ISO/IEC 7812-1, annex B).
func luhn(number string) bool {
	sum := 0
	for i := range len(number) {
		digit := int(number[len(number)-1-i] - '0')
		if i%2 == 1 {
			if digit *= 2; digit > 9 {
				digit -= 9
			}
		}
		sum += digit
	}
	return sum%10 == 0
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
