package payment

import (
	"context"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v85"
)

// Charge is money that the provider took, with all that went back of it. RetrieveCharge alone fills Refunds and Disputes.
type Charge struct {
	ID, Intent       string
	Amount, Refunded int64
	Metadata         map[string]string // of the payment
	Refunds          []RefundState     // the oldest first
	Disputes         []Dispute         // the oldest first
}

// RefundState is a refund as the provider has it.
type RefundState struct {
	ID, Charge, Intent string
	Amount             int64
	Order              string // the number of the order that this program sent it for; empty for one made in the dashboard
	Failed             bool   // failed or canceled: the buyer does not get the money
	NeedsBuyer         bool   // the buyer has to tell the provider where to send the money
	Reason             string // of the failure
	Created            time.Time
}

// Statuses of a dispute that is over ("Dispute", status). Those of an inquiry begin with warning: no money moves.
const (
	DisputeWon       = "won"
	DisputeLost      = "lost"
	DisputePrevented = "prevented"
	InquiryClosed    = "warning_closed"
)

// inquiryPrefix begins the statuses of an inquiry.
const inquiryPrefix = "warning_"

// ChargeDisputed is the code of a refund that is refused because the buyer's bank took the money.
const ChargeDisputed = "charge_disputed"

// listPage is how many objects one page of a list has.
const listPage = 100

// Dispute is a charge that the cardholder questioned with their bank.
type Dispute struct {
	ID, Charge, Intent string
	Status, Reason     string
	Amount             int64 // minor units of the charge's currency
	// Withdrawn reports whether the bank has the money now.
	Withdrawn bool
	DueBy     time.Time // when evidence is due; zero for never
}

// IsInquiry reports whether the bank only asks, and no money moved.
func (d Dispute) IsInquiry() bool { return strings.HasPrefix(d.Status, inquiryPrefix) }

// IsOpen reports whether the bank has not decided yet.
func (d Dispute) IsOpen() bool {
	switch d.Status {
	case DisputeWon, DisputeLost, DisputePrevented, InquiryClosed:
		return false
	}
	return true
}

// RetrieveCharge returns the charge of a payment with its refunds and disputes; false for a payment that charged nothing.
func (a *Account) RetrieveCharge(ctx context.Context, intent string) (Charge, bool, error) {
	if intent == "" { // an invoice that was marked as paid may have none
		return Charge{}, false, nil
	}
	params := &stripe.PaymentIntentRetrieveParams{}
	params.AddExpand("latest_charge")
	found, err := a.client.V1PaymentIntents.Retrieve(ctx, intent, params)
	if err != nil {
		return Charge{}, false, newError(err)
	}
	if found.LatestCharge == nil || !found.LatestCharge.Paid {
		return Charge{}, false, nil
	}
	charge := newCharge(found.LatestCharge)
	charge.Intent = intent
	list := &stripe.RefundListParams{PaymentIntent: &intent}
	list.Limit = stripe.Int64(listPage)
	for refund, err := range a.client.V1Refunds.List(ctx, list).All(ctx) {
		if err != nil {
			return Charge{}, false, newError(err)
		}
		charge.Refunds = append([]RefundState{newRefundState(refund)}, charge.Refunds...)
	}
	if !found.LatestCharge.Disputed {
		return charge, true, nil
	}
	of := &stripe.DisputeListParams{PaymentIntent: &intent}
	for dispute, err := range a.client.V1Disputes.List(ctx, of).All(ctx) {
		if err != nil {
			return Charge{}, false, newError(err)
		}
		charge.Disputes = append([]Dispute{newDispute(dispute)}, charge.Disputes...)
	}
	return charge, true, nil
}

// EachRefund calls visit with every refund that was made at a time or after it, the newest first, until visit fails ("List
// all refunds", created[gte]).
func (a *Account) EachRefund(ctx context.Context, since time.Time, visit func(RefundState) error) error {
	params := &stripe.RefundListParams{CreatedRange: &stripe.RangeQueryParams{GreaterThanOrEqual: since.Unix()}}
	params.Limit = stripe.Int64(listPage)
	for refund, err := range a.client.V1Refunds.List(ctx, params).All(ctx) {
		if err != nil {
			return newError(err)
		}
		if refund.Charge == nil { // it is of no card
			continue
		}
		if err := visit(newRefundState(refund)); err != nil {
			return err
		}
	}
	return nil
}

// EachDispute is EachRefund for disputes ("List all disputes").
func (a *Account) EachDispute(ctx context.Context, since time.Time, visit func(Dispute) error) error {
	params := &stripe.DisputeListParams{CreatedRange: &stripe.RangeQueryParams{GreaterThanOrEqual: since.Unix()}}
	params.Limit = stripe.Int64(listPage)
	for dispute, err := range a.client.V1Disputes.List(ctx, params).All(ctx) {
		if err != nil {
			return newError(err)
		}
		if err := visit(newDispute(dispute)); err != nil {
			return err
		}
	}
	return nil
}

func newCharge(c *stripe.Charge) Charge {
	out := Charge{ID: c.ID, Amount: c.Amount, Refunded: c.AmountRefunded, Metadata: c.Metadata}
	if c.PaymentIntent != nil {
		out.Intent = c.PaymentIntent.ID
	}
	return out
}

func newRefundState(r *stripe.Refund) RefundState {
	out := RefundState{
		ID: r.ID, Amount: r.Amount, Order: r.Metadata[refundedOrder], Reason: string(r.FailureReason), Created: second(r.Created),
		Failed: r.Status == stripe.RefundStatusFailed || r.Status == stripe.RefundStatusCanceled, NeedsBuyer: r.Status == stripe.RefundStatusRequiresAction,
	}
	if r.Charge != nil {
		out.Charge = r.Charge.ID
	}
	if r.PaymentIntent != nil {
		out.Intent = r.PaymentIntent.ID
	}
	return out
}

func newDispute(d *stripe.Dispute) Dispute {
	out := Dispute{ID: d.ID, Status: string(d.Status), Reason: string(d.Reason), Amount: d.Amount}
	if d.Charge != nil {
		out.Charge = d.Charge.ID
	}
	if d.PaymentIntent != nil {
		out.Intent = d.PaymentIntent.ID
	}
	if d.EvidenceDetails != nil {
		out.DueBy = second(d.EvidenceDetails.DueBy)
	}
	sum := int64(0)
	for _, move := range d.BalanceTransactions {
		sum += move.Amount
	}
	out.Withdrawn = sum < 0
	return out
}
