package commerce

import (
	"cmp"
	"context"
)

// Trial is a request to start a free trial.
type Trial struct {
	ChannelID      int64
	Buyer          Buyer
	Language       string // of emails
	SubscriptionID PackageID
	PaymentMethod  string // the provider's id of a saved card
	UsedBefore     bool   // the caller knows of an earlier trial of this user
}

// StartTrial starts the free trial of a subscription. A saved card pays for the subscription after the trial. Conflict, "trial_used":
// one trial per user and channel; "trial_card_used": one trial per card. Forbidden, "email_not_verified": the user's address is not
// verified. Unprocessable, "no_trial"; "card_required" for a card that is not saved; "trial_card_required" for the card of a wallet.
// Other errors are those of Buy.
func (t *Till) StartTrial(ctx context.Context, trial Trial) (PurchaseResult, error) {
	p := Purchase{
		ChannelID: trial.ChannelID, Buyer: trial.Buyer, Language: trial.Language, Items: []Item{{SubscriptionID: trial.SubscriptionID}},
		PaymentMethod: trial.PaymentMethod,
	}
	q, err := t.Offers.Quote(ctx, p.ChannelID, p.Buyer, p.Items, "")
	if err != nil {
		return PurchaseResult{}, err
	}
	if !q.subscribes() || q.Lines[0].Package.TrialDays == 0 {
		return PurchaseResult{}, errNoTrial()
	}
	if trial.UsedBefore {
		return PurchaseResult{}, errTrialUsed()
	}
	if to, _, err := t.Buyers.Recipient(ctx, p.ChannelID, p.Buyer.UserID); err != nil || !to.Verified {
		return PurchaseResult{}, cmp.Or[error](err, errUnverified())
	}
	line := q.Lines[0]
	line.BasePrice, line.ServiceFee = 0, 0
	return t.chargeQuote(ctx, p, Quote{Lines: []Line{line}, Currency: q.Currency, TrialDays: line.Package.TrialDays})
}
