package commerce

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/payment"
	"github.com/grandstand/grandstand/internal/text"
)

// Payments finds out who takes a channel's money.
type Payments interface {
	// Account returns the channel's account at the payment provider. A channel that has none:
	// Unavailable, "payments_unavailable".
	Account(ctx context.Context, channelID int64) (Account, error)
}

// Account is a channel's account at the payment provider. Its errors are *payment.Error.
type Account interface {
	Mode() payment.Mode
	PublishableKey() string
	CreateCustomer(ctx context.Context, c payment.Customer) (string, error)
	CreateIntent(ctx context.Context, r payment.Request) (payment.Intent, error)
	RetrieveIntent(ctx context.Context, id string) (payment.Intent, error)
	FindIntent(ctx context.Context, customer, key, value string) (payment.Intent, bool, error)
	CancelIntent(ctx context.Context, id string) (payment.Intent, error)
	CreateRefund(ctx context.Context, r payment.Refund) (string, error)
	SetupIntent(ctx context.Context, customer string) (clientSecret string, err error)
	ListCards(ctx context.Context, customer string) ([]payment.Card, error)
	ReadEvent(body []byte, signature string) (payment.Event, error)
}

// Ticket is an event as it is sold alone.
type Ticket struct {
	Event // as the rule of access sees it

	Package    PackageID // by which it is bought alone, 0 for not at all
	Currency   string
	BasePrice  int64 // minor units of Currency
	ServiceFee int64
	Name       text.Text
	Start      time.Time
	Zone       *time.Location // of the venue
}

// Events answers what there is to buy tickets of. It is the catalogue's to know.
type Events interface {
	// Ticket returns an event of the channel. Unknown or another channel's: NotFound,
	// "event_not_found".
	Ticket(ctx context.Context, channelID, eventID int64) (Ticket, error)
}

// Buyer is to whom a receipt goes.
type Buyer struct {
	Email    string // empty where there is none
	Language string // "en" or "fr"
}

// Buyers answers who pays. It is the accounts' to know.
type Buyers interface {
	// Buyer returns a user of the channel, false for one who is gone.
	Buyer(ctx context.Context, channelID, userID int64) (Buyer, bool, error)
}

// Letters sends what is written.
type Letters interface {
	Post(ctx context.Context, tx bun.Tx, channelID int64, to string, l letter.Letter) error
}

// Queue has work done later, if and when the transaction that asks for it stands.
type Queue interface {
	// EnqueueReconcile has Till.Reconcile called after a while, again and again until it says
	// that nothing is left to do. One that waits already is enough.
	EnqueueReconcile(ctx context.Context, tx bun.Tx, channelID int64, id CheckoutID, after time.Duration) error
	// EnqueueReceipt has Till.SendReceipt called.
	EnqueueReceipt(ctx context.Context, tx bun.Tx, channelID int64, id CheckoutID) error
	// EnqueueRefund has Till.PayBack called until it succeeds.
	EnqueueRefund(ctx context.Context, tx bun.Tx, channelID int64, id OrderID) error
}
