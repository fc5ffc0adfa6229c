package commerce

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/payment"
	"github.com/grandstand/grandstand/internal/tax"
	"github.com/grandstand/grandstand/internal/text"
)

// SaleEvent is an event as a shop sees it. Money is in minor units of Currency. Its
// Blackouts need not be filled: they are this domain's own.
type SaleEvent struct {
	Event

	Name       text.Text
	StartAt    time.Time // in the event's time zone; zero: receipts name no day
	BasePrice  int64
	ServiceFee int64
	Currency   string
	Ticket     PackageID // by which it is bought alone; 0 for none
	Unrecorded bool      // it is over, and there is nothing to watch of it
}

// Events answers what an event costs. It is the catalogue's to know.
type Events interface {
	// ForSale returns one event of the channel, whether it is sold or not. Unknown, or of
	// another channel: NotFound, "event_not_found".
	ForSale(ctx context.Context, channelID, eventID int64) (SaleEvent, error)
	// Removed returns the name of an event that the channel has removed, with its participants, and its start. Unknown, or no
	// longer known: NotFound, "event_not_found".
	Removed(ctx context.Context, channelID, eventID int64) (SaleEvent, error)
}

// noEvents is for who only writes offers, or reads them.
type noEvents struct{}

func (noEvents) ForSale(context.Context, int64, int64) (SaleEvent, error) {
	return SaleEvent{}, fault.NotFoundf("event", "Sorry! - Game Not Found")
}

func (noEvents) Removed(context.Context, int64, int64) (SaleEvent, error) {
	return SaleEvent{}, fault.NotFoundf("event", "Sorry! - Game Not Found")
}

// Totals are how often users made clips and loaded something down, whatever allowed it.
// They are the accounts' to keep.
type Totals interface {
	// AddUses adds n to a user's total, -1 for a use that is given back.
	AddUses(ctx context.Context, tx bun.Tx, channelID, userID int64, f Feature, n int64) error
}

// noTotals is for who only writes offers, or reads them.
type noTotals struct{}

func (noTotals) AddUses(context.Context, bun.Tx, int64, int64, Feature, int64) error { return nil }

// Payments finds the payment accounts of channels. A channel that changes its keys to another account at the provider keeps the former
// one for the payments that were made there.
type Payments interface {
	// Account returns the account that takes the channel's new payments. A channel that has none:
	// Unavailable, "payments_unavailable".
	Account(ctx context.Context, channelID int64) (Account, error)
	// AccountNamed returns the channel's account with a name (Account.Name), which may be a former one. Unavailable,
	// "payments_unavailable": its keys are not known (ErrAccountUnknown).
	AccountNamed(ctx context.Context, channelID int64, name string) (Account, error)
	// Accounts returns all accounts of the channel whose keys are known, the one for new payments first. A channel that has none:
	// Unavailable, "payments_unavailable".
	Accounts(ctx context.Context, channelID int64) ([]Account, error)
}

var errAccountUnknown = errors.New("its keys are not known")

// ErrAccountUnknown reports that the keys of a payment account are not known.
func ErrAccountUnknown(name string) error {
	return fault.Wrap(fmt.Errorf("payment account %q: %w", name, errAccountUnknown), fault.Unavailable, "payments_unavailable", ErrPaymentsUnavailable().Detail)
}

// Account is a channel's account at the payment provider. Its errors are *payment.Error.
type Account interface {
	Name() string
	Mode() payment.Mode
	PublishableKey() string
	CreateCustomer(ctx context.Context, c payment.Customer) (string, error)
	ChangeEmail(ctx context.Context, id, email string) error
	DeleteCustomer(ctx context.Context, id string) error
	EachDeletedCustomer(ctx context.Context, visit func(customer string) error) error
	CreateIntent(ctx context.Context, r payment.Request) (payment.Intent, error)
	RetrieveIntent(ctx context.Context, id string) (payment.Intent, error)
	FindIntent(ctx context.Context, customer, key, value string) (payment.Intent, bool, error)
	CancelIntent(ctx context.Context, id string) (payment.Intent, error)
	ConfirmIntent(ctx context.Context, key, id, method string) (payment.Intent, error)
	CreateRefund(ctx context.Context, r payment.Refund) (string, error)
	RetrieveCharge(ctx context.Context, intent string) (payment.Charge, bool, error)
	EachRefund(ctx context.Context, since time.Time, visit func(payment.RefundState) error) error
	EachDispute(ctx context.Context, since time.Time, visit func(payment.Dispute) error) error
	PauseCollection(ctx context.Context, id string, paused bool) error
	SetupIntent(ctx context.Context, customer string) (clientSecret string, err error)
	ListCards(ctx context.Context, customer string) ([]payment.Card, error)
	Detach(ctx context.Context, card string) error
	CreateSubscription(ctx context.Context, r payment.SubscriptionRequest) (payment.Subscription, error)
	RetrieveSubscription(ctx context.Context, id string) (payment.Subscription, error)
	OlderInvoices(ctx context.Context, subscription, than string, limit int) (invoices []payment.Invoice, more bool, err error)
	FindSubscription(ctx context.Context, customer, key, value string) (payment.Subscription, bool, error)
	SetCancelAtPeriodEnd(ctx context.Context, id string, cancel bool) error
	CancelSubscription(ctx context.Context, id, comment string) error
	ChangeCard(ctx context.Context, id, card string) error
	FirstPayment(ctx context.Context, s payment.Subscription) (payment.Intent, error)
	IntentOfInvoice(ctx context.Context, invoice string) (string, error)
	InvoiceOfIntent(ctx context.Context, intent string) (string, error)
	Retrieve(ctx context.Context) (ref string, chargesEnabled bool, err error)
	VoidInvoice(ctx context.Context, invoice string) error
	PayInvoice(ctx context.Context, invoice string) error
	Portal(ctx context.Context, customer, back, language string) (string, error)
	ReadEvent(body []byte, signature string) (payment.Event, error)
}

// Recipient is to whom a receipt goes.
type Recipient struct {
	Email    string // empty where there is none
	Language string // "en" or "fr"
	Chosen   bool   // the language is the user's own, not the channel's for want of one
	Leaving  bool   // their account is being deleted
	Verified bool   // it is known that the address is theirs
	Guest    bool   // they bought with an address alone, and have no password
}

// Buyers answers who pays. It is the accounts' to know.
type Buyers interface {
	// Recipient returns a user of the channel, false for one who is gone.
	Recipient(ctx context.Context, channelID, userID int64) (Recipient, bool, error)
}

// Sites answers where a channel's pages are, and by which clock it lives.
type Sites interface {
	// Site is the address of the channel's own domain, without a slash at its end; "" for none.
	Site(ctx context.Context, channelID int64) (string, error)
	// Zone is the time zone in which the channel tells times.
	Zone(ctx context.Context, channelID int64) (*time.Location, error)
	// Taxes are the taxes that the channel's receipts name; none for one line of taxes.
	Taxes(ctx context.Context, channelID int64) (tax.List, error)
}

// Letters sends what is written.
type Letters interface {
	// Send has a letter sent in the look of a channel; not inside a transaction. It writes the letter before it begins its own
	// transaction, so that other writers of the database wait for the entry in the queue alone.
	Send(ctx context.Context, channelID int64, to string, l letter.Letter) error
	// Post has a letter sent in the look of a channel once the transaction tx stands.
	Post(ctx context.Context, tx bun.Tx, channelID int64, to string, l letter.Letter) error
}

// Queue has work done later, if and when the transaction that asks for it stands.
type Queue interface {
	// EnqueueReconcile has Till.Reconcile called after a while, again and again until it says
	// that nothing is left to do. One that waits already is enough.
	EnqueueReconcile(ctx context.Context, tx bun.Tx, channelID int64, id CheckoutID, after time.Duration) error
	// EnqueueReceipt has Till.SendReceipt called.
	EnqueueReceipt(ctx context.Context, tx bun.Tx, channelID int64, id CheckoutID) error
	// EnqueueSubscriptionLetter has Till.SendSubscriptionLetter called, with the id of an entry
	// of a subscription's history.
	EnqueueSubscriptionLetter(ctx context.Context, tx bun.Tx, channelID, happening int64) error
	// EnqueueRefund has Till.PayBack called until it succeeds.
	EnqueueRefund(ctx context.Context, tx bun.Tx, channelID int64, id OrderID) error
	// EnqueueRenewal has Till.FollowRenewal called after a while, with when this was asked for, again
	// and again until it says that nothing is left to do.
	EnqueueRenewal(ctx context.Context, tx bun.Tx, channelID int64, id SubscriptionID, after time.Duration) error
	// EnqueueHolds has Till.ApplyHolds called until it succeeds and says that nothing is left to do.
	EnqueueHolds(ctx context.Context, tx bun.Tx, channelID, userID int64) error
	// EnqueueCards has Till.TidyCards called until it succeeds and says that nothing is left to do.
	EnqueueCards(ctx context.Context, tx bun.Tx, channelID, userID int64) error
	// EnqueueForget has Till.ForgetCustomer called until it succeeds and says that nothing is left to
	// do.
	EnqueueForget(ctx context.Context, tx bun.Tx, channelID, userID int64) error
}
