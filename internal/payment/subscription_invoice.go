package payment

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v85"
)

// Statuses of an invoice ("Invoice", status) that matter here.
const (
	InvoicePaid          = "paid"
	InvoiceOpen          = "open"
	InvoiceVoid          = "void"          // it was an error, or is given up
	InvoiceUncollectible = "uncollectible" // it is written off
)

// Invoice is one period of a subscription. Money is in minor units of Currency.
type Invoice struct {
	ID, Status, Customer, Currency string
	Intent                         string // of the payment that charged a card; empty for none
	First                          bool   // of the subscription's creation
	Change                         bool   // of a period that the dashboard began before the one before it was over
	Extra                          bool   // of no period: for a change of the price within one, or of the dashboard's own making
	Outside                        bool   // it was marked as paid: no card was charged
	IsKept                         bool   // a draft that is charged when the dashboard says so
	Price                          int64  // of its period, before discounts and prorations
	Total                          int64
	Due                            int64 // after the customer's credit, or with their debt
	Paid                           int64
	Attempts                       int64
	From, Until                    time.Time // of the period that it pays for
	At                             time.Time // when it was paid, or before that first tried; zero until then
}

// IsDropped reports whether the provider asks for the money of a later period no more, though it is not paid.
func (i Invoice) IsDropped() bool {
	return !i.First && i.Total > 0 && (i.Status == InvoiceVoid || i.Status == InvoiceUncollectible)
}

// IsCredit reports whether an invoice asked for nothing and opens no period: a lower price within a period becomes a credit.
func (i Invoice) IsCredit() bool { return i.Extra && i.Paid == 0 }

func newInvoice(i *stripe.Invoice) Invoice {
	out := Invoice{
		ID: i.ID, Status: string(i.Status), Currency: strings.ToUpper(string(i.Currency)), Total: i.Total, Due: i.AmountDue,
		Paid: i.AmountPaid, Attempts: i.AttemptCount, First: i.BillingReason == stripe.InvoiceBillingReasonSubscriptionCreate,
	}
	out.IsKept = i.Status == stripe.InvoiceStatusDraft && !i.AutoAdvance && !out.First
	if i.Customer != nil {
		out.Customer = i.Customer.ID
	}
	if out.Status == InvoicePaid && i.AmountDue > 0 && i.Payments != nil {
		paid := slices.IndexFunc(i.Payments.Data, func(p *stripe.InvoicePayment) bool { return p.Status == "paid" })
		out.Outside = paid < 0
		if paid >= 0 && i.Payments.Data[paid].Payment != nil && i.Payments.Data[paid].Payment.PaymentIntent != nil {
			out.Intent = i.Payments.Data[paid].Payment.PaymentIntent.ID
		}
	}
	if out.Outside {
		out.Paid = i.AmountDue
	}
	if i.StatusTransitions != nil {
		out.At = second(cmp.Or(i.StatusTransitions.PaidAt, i.StatusTransitions.FinalizedAt))
	}
	if i.Lines != nil {
		out.readLines(i.Lines.Data)
	}
	out.Change = i.BillingReason == stripe.InvoiceBillingReasonSubscriptionUpdate && !out.Extra
	return out
}

// readLines reads the period that an invoice pays for: of the lines that are no proration where there are any.
func (i *Invoice) readLines(lines []*stripe.InvoiceLineItem) {
	whole := slices.ContainsFunc(lines, opensPeriod)
	i.Extra = !i.First && !whole
	for _, line := range lines {
		opens := opensPeriod(line)
		if opens {
			i.Price += line.Amount
		}
		if opens == whole && line.Period != nil && second(line.Period.End).After(i.Until) {
			i.From, i.Until = second(line.Period.Start), second(line.Period.End)
		}
	}
}

// opensPeriod reports whether a line of an invoice is a whole period of a subscription's item.
func opensPeriod(line *stripe.InvoiceLineItem) bool {
	return line.Parent != nil && line.Parent.SubscriptionItemDetails != nil && !line.Parent.SubscriptionItemDetails.Proration
}
