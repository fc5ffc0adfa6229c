package commerce

import (
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
)

// SubscriptionID identifies what somebody subscribed to, once.
type SubscriptionID int64

// SubscriptionStatus is the specification's status of a subscription.
type SubscriptionStatus string

// Statuses.
const (
	SubscriptionInactive SubscriptionStatus = "inactive" // it has not begun, or waits for a renewal that fails
	SubscriptionActive   SubscriptionStatus = "active"   // it renews
	SubscriptionCanceled SubscriptionStatus = "canceled" // it ends with what is paid
	SubscriptionExpired  SubscriptionStatus = "expired"
)

// renewalGrace is how long access goes on after the period that is paid, while the next one
// is being paid: the provider takes an hour for that, and days where the card does not do.
const renewalGrace = 3 * 24 * time.Hour

// Subscription is what a user subscribed to. Money is in minor units of Currency.
type Subscription struct {
	ID        SubscriptionID
	PackageID PackageID
	OrderID   OrderID
	Status    SubscriptionStatus
	Renews    bool // it goes on by itself
	PastDue   bool // a renewal failed and is tried again
	Paused    bool // we collect nothing for it for now
	// Dispute is what a bank's disputes of its payments make of it. While one is open it gives no access, and nothing is collected.
	Dispute DisputeState
	// UnchargedUntil is the end of a period that is not paid and will not be charged; zero for none.
	UnchargedUntil time.Time
	TrialUntil     time.Time // zero without a trial
	PeriodEnd      time.Time // of what is paid, or tried; zero before anything is
	AccessEnd      time.Time // until when it opens what it covers if nothing more is paid; zero once it has ended
	StartedAt      time.Time
	CanceledAt     time.Time // zero while it renews
	EndedAt        time.Time // zero until it has
	Price          int64     // of a period, with ServiceFee
	Interval       Interval  // of a period, as the provider has it
	NextAmount     int64     // of the next renewal: Price, less a discount or a credit, with PendingAmount
	// PendingAmount is the part of NextAmount for changes within a period, negative for a credit. The first of them was made at PendingFrom, the
	// last at PendingThrough; both are zero for none.
	PendingAmount               int64
	PendingFrom, PendingThrough time.Time
	ServiceFee                  int64 // shown as taxes
	Currency                    string
	Account                     string // name of the payment account that charges it
	Card, Brand                 string // the provider's id of the card that pays, empty for none, and what it may be shown by
	Last4                       string
	History                     []Happening // the latest first
}

// HappeningKind is what happened to a subscription.
type HappeningKind string

// Kinds. The specification calls created "New subscription" and updated "Subscription Renewal".
const (
	HappenedCreated  HappeningKind = "created"
	HappenedUpdated  HappeningKind = "updated"
	HappenedFailed   HappeningKind = "payment_failed"
	HappenedCanceled HappeningKind = "canceled"
	HappenedResumed  HappeningKind = "resumed"
	HappenedEnded    HappeningKind = "ended"
	// What the provider's dashboard did.
	HappenedPaused      HappeningKind = "payments_paused"
	HappenedUnpaused    HappeningKind = "payments_resumed"
	HappenedUncharged   HappeningKind = "not_charged" // an invoice was voided or written off
	HappenedCardRemoved HappeningKind = "card_removed"
	HappenedPrice       HappeningKind = "price_changed"
	HappenedExtra       HappeningKind = "extra_payment" // for a change within a period
	HappenedPending     HappeningKind = "extra_pending" // the same, charged with the next renewal

	// Announcements, no entries that people see.
	happenedTrial      HappeningKind = "trial_ending"
	happenedCardNeeded HappeningKind = "card_needed"
)

// reason is why something happened to a subscription, where its kind does not say it.
type reason string

// Reasons.
const (
	reasonPayment  reason = "payment"  // its last payment did not go through
	reasonNoCard   reason = "no_card"  // its trial was over, and no card was known
	reasonCustomer reason = "customer" // the customer was deleted at the provider
	reasonDispute  reason = "dispute"  // the cardholder's bank disputes a payment
	reasonCanceled reason = "canceled" // the dashboard ended it
	reasonRefund   reason = "refund"   // its last payment was given back
	reasonExpired  reason = "expired"  // the card that was charged has expired
	reasonAccount  reason = "account"  // the account may charge no card for now
	reasonOutside  reason = "outside"  // the period was marked as paid
	reasonPeriod   reason = "period"   // the dashboard began a period of another length
	reasonAmount   reason = "amount"   // the dashboard changed the amount: a discount, a credit, an addition
)

// Happening is one entry of a subscription's history.
type Happening struct {
	ID          int64
	Kind        HappeningKind
	At          time.Time
	Amount      int64
	UsualAmount int64 // the price before it changed, or of a period that was paid with another amount; 0 for none
	Currency    string
	From, Until time.Time // of the period that was paid; zero where none was
	Reason      string    // why, where the kind does not say it
	// Interval is the new length of a period and UsualInterval the one before, where the entry changed it.
	Interval, UsualInterval Interval
}

// statusAt is what a subscription is at a time: what ends does so without being told.
func (r *subscriptionRow) statusAt(now time.Time) SubscriptionStatus {
	end := timeOrZero(r.PeriodEndMS)
	switch {
	case r.Status == SubscriptionCanceled && !end.After(now):
		return SubscriptionExpired
	case r.Status == SubscriptionActive && r.accessEnd() <= clock.Millis(now):
		return SubscriptionInactive
	}
	return r.Status
}

// accessEnd is until when a subscription opens what it covers: what is paid, and a while
// longer where the next period is being paid. In milliseconds.
func (r *subscriptionRow) accessEnd() int64 {
	if r.AutoRenew && r.PausedMS == 0 && r.UnchargedMS == 0 {
		return r.PeriodEndMS + renewalGrace.Milliseconds()
	}
	return r.PeriodEndMS
}

// ErrSubscriptionNotFound is the answer to an offer that the user has not subscribed to.
func ErrSubscriptionNotFound() *fault.Error {
	return fault.NotFoundf("subscription", "You do not have this subscription.")
}

func errSubscriptionOver() *fault.Error {
	return fault.New(fault.Conflict, "subscription_over", "This subscription has ended. You can subscribe again.")
}

// errRenewalResuming is the answer while the renewal of a kept account's subscription is being
// turned on again.
func errRenewalResuming() *fault.Error {
	return fault.New(fault.Conflict, "renewal_resuming", "You kept your account, and we are turning the renewal of this subscription back on. Please try again in a minute.")
}

// errRenewalHeld refuses to turn a renewal on that stays off because the account is being deleted.
func errRenewalHeld() *fault.Error {
	return fault.New(fault.Conflict, "renewal_held", "Your account is being deleted, so this subscription cannot renew. Log in again to keep your account.")
}

func errTrialUsed() *fault.Error {
	return fault.New(fault.Conflict, "trial_used", "You have already used your free trial.")
}

func errTrialCardUsed() *fault.Error {
	return fault.New(fault.Conflict, "trial_card_used", "This card was already used for a free trial. Use another card, or subscribe without a trial.")
}

func errTrialCardRequired() *fault.Error {
	return fault.New(fault.Unprocessable, "trial_card_required", "A free trial needs a card whose number you type in, because a wallet on a phone or watch does not give us the number of the card. Type in the number of your card, or subscribe without the trial.")
}

func errUnverified() *fault.Error {
	return fault.New(fault.Forbidden, "email_not_verified", "Please confirm your email address first: open the link in the email we sent you. Then start your free trial.")
}

func errNoTrial() *fault.Error {
	return fault.New(fault.Unprocessable, "no_trial", "This subscription has no free trial.")
}

func errBoughtAlone() *fault.Error {
	return fault.New(fault.Unprocessable, "bought_alone", "A subscription must be bought on its own.")
}

func errCardRequired() *fault.Error {
	return fault.OfField(fault.Unprocessable, "payment_method", "card_required", "Please select one of your saved cards or enter new one")
}
