package commerce

import (
	"fmt"
	"time"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/tax"
)

// OrderID identifies an order.
type OrderID int64

// CheckoutID identifies a checkout: one payment, for one order or several.
type CheckoutID int64

// OrderStatus is how far an order, or the checkout that pays for it, has come.
type OrderStatus string

// Statuses. An order is made before anybody is asked for money, and is paid or failed once
// the answer is known; what was paid can be refunded. A payment that does not fit what was
// asked for is set aside for people to look at, and opens nothing.
const (
	OrderCreated     OrderStatus = "created"
	OrderPaid        OrderStatus = "paid"
	OrderFailed      OrderStatus = "failed"
	OrderRefunded    OrderStatus = "refunded"
	OrderQuarantined OrderStatus = "quarantined"
)

// Statuses of transactions alone: a bank took the money of a dispute, and gave it back; a refund did not reach the buyer; the
// provider holds no money to refund, and the channel owes it.
const (
	TransactionDisputed     OrderStatus = "disputed"
	TransactionReinstated   OrderStatus = "reinstated"
	TransactionRefundFailed OrderStatus = "refund_failed"
	TransactionRefundOwed   OrderStatus = "refund_owed"
)

// OrderType says what kind of thing was bought.
type OrderType string

// Types.
const (
	OrderOfEvent    OrderType = "event" // the ticket of one event
	OrderOfPackage  OrderType = "package"
	OrderOfAddition OrderType = "additional"

	OrderOfSubscription OrderType = "subscription"
)

// Sum is a price in parts, in minor units of Currency.
type Sum struct {
	Currency   string
	BasePrice  int64
	ServiceFee int64 // shown as taxes
	Discount   int64
}

// Amount is what is paid.
func (s Sum) Amount() int64 { return s.BasePrice - s.Discount + s.ServiceFee }

// InWords is Amount as people read it: "CAD $12.50", in French "12,50 $ CAD".
func (s Sum) InWords(language string) string { return money(language, s.Amount(), s.Currency) }

// Stage is what a buyer is told while an order is under way.
type Stage string

// Stages.
const (
	StageCreated        Stage = "created"         // the provider has not answered yet
	StageConfirming     Stage = "confirming"      // the provider is at it
	StageActionRequired Stage = "action_required" // the buyer is to confirm with their bank
	StagePaid           Stage = "paid"
	StageFailed         Stage = "failed"
)

// Order is one product that a user bought, or tried to.
type Order struct {
	ID         OrderID
	ChannelID  int64
	UserID     int64
	CheckoutID CheckoutID
	Type       OrderType
	Status     OrderStatus
	PackageID  PackageID
	// EventID is the event of a ticket, else 0; CategoryID and ParticipantID are the part
	// of the package that was chosen, if any.
	EventID, CategoryID, ParticipantID int64

	Sum          Sum
	Live         bool      // it is being paid, or paid and not given back
	Until        time.Time // when access ends; zero: never
	PeriodEnd    time.Time // of what is paid of a subscription, else zero
	CreatedAt    time.Time
	PaidAt       time.Time // zero until it is
	RefundedAt   time.Time
	Dispute      DisputeState
	Stage        Stage
	Failure      Failure  // of one that failed
	Taxes        tax.List // as the channel named them when the order was made
	Transactions []Transaction
}

// Receipt is the number by which people speak of an order. It is also the receipt number of the order's first payment.
func (o *Order) Receipt() string { return fmt.Sprintf("GS-%06d", o.ID) }

// receiptOf is the receipt number of the payment with a position among the payments of an order, from 0 on.
func (o *Order) receiptOf(position int) string {
	if position <= 0 {
		return o.Receipt()
	}
	return fmt.Sprintf("%s-%d", o.Receipt(), position+1)
}

// TransactionID identifies a transaction.
type TransactionID int64

// Transaction is one thing that happened to the money of an order.
type Transaction struct {
	ID       TransactionID
	Status   OrderStatus
	Amount   int64 // minor units of Currency
	Currency string
	At       time.Time

	From, Until time.Time // of the period that it pays for; zero where it pays for none
	// Receipt is the receipt number of the payment, or of the payment whose money was moved.
	Receipt string
}

// ErrOrderNotFound is the answer to an id that no order of the user has.
func ErrOrderNotFound() *fault.Error { return fault.NotFoundf("order", "Order not found.") }

// ErrPaymentsUnavailable is the answer where nobody takes payments.
func ErrPaymentsUnavailable() *fault.Error {
	return fault.New(fault.Unavailable, "payments_unavailable", "Payments are not available right now. Please try again in a few minutes.")
}
