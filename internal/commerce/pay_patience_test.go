package commerce_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
)

// silent is payments whose provider takes the money and is not heard of until it is given up.
type silent struct {
	commerce.Payments
	askedUntil *time.Time
}

func (s silent) Account(ctx context.Context, channelID int64) (commerce.Account, error) {
	account, err := s.Payments.Account(ctx, channelID)
	return silentAccount{account, s.askedUntil}, err
}

func (s silent) AccountNamed(ctx context.Context, channelID int64, name string) (commerce.Account, error) {
	account, err := s.Payments.AccountNamed(ctx, channelID, name)
	return silentAccount{account, s.askedUntil}, err
}

type silentAccount struct {
	commerce.Account
	askedUntil *time.Time
}

func (s silentAccount) CreateIntent(ctx context.Context, r payment.Request) (payment.Intent, error) {
	*s.askedUntil, _ = ctx.Deadline()
	if _, err := s.Account.CreateIntent(ctx, r); err != nil {
		return payment.Intent{}, err
	}
	return payment.Intent{}, &payment.Error{Kind: payment.Unclear, Cause: context.DeadlineExceeded}
}

func (s silentAccount) FindIntent(ctx context.Context, _, _, _ string) (payment.Intent, bool, error) {
	*s.askedUntil, _ = ctx.Deadline()
	return payment.Intent{}, false, &payment.Error{Kind: payment.Unclear, Cause: context.DeadlineExceeded}
}

// The app gives up after 30 s, and whoever left is paid for as well.
func TestABuyerIsAnsweredBeforeTheAppGivesUp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		var until time.Time
		deps := r.TillDeps
		deps.Payments = silent{r, &until}
		begun := time.Now()
		bought, err := commerce.NewTill(deps).Buy(t.Context(), r.purchase("pm_card_visa"))
		if err != nil || bought.Orders[0].Status != commerce.OrderCreated {
			t.Fatalf("%+v, %v", bought.Orders, err)
		}
		inTime := func(what string) {
			t.Helper()
			if until.Before(begun.Add(15*time.Second)) || until.After(time.Now().Add(25*time.Second)) {
				t.Errorf("the provider is asked %s until %s, of a purchase of %s", what, until, begun)
			}
		}
		inTime("for the money")
		begun, until = time.Now(), time.Time{}
		_, err = commerce.NewTill(deps).Buy(t.Context(), r.purchase("pm_card_visa"))
		if problem, is := errors.AsType[*fault.Error](err); !is || problem.Code != "payment_in_progress" {
			t.Errorf("who presses again is told %v", err)
		}
		inTime("about the purchase that is in the way")
		if r.reconcile(); r.status() != commerce.OrderPaid || r.charged() != 1 {
			t.Errorf("afterwards %s, %d charges", r.status(), r.charged())
		}
	})
}

// deadlines is payments that record the deadline of some requests.
type deadlines struct {
	commerce.Payments

	of map[string]time.Time
}

// Account is part of commerce.Payments.
func (d deadlines) Account(ctx context.Context, channelID int64) (commerce.Account, error) {
	d.of["account"], _ = ctx.Deadline()
	account, err := d.Payments.Account(ctx, channelID)
	return deadlineAccount{account, d.of}, err
}

type deadlineAccount struct {
	commerce.Account

	of map[string]time.Time
}

func (d deadlineAccount) RetrieveSubscription(ctx context.Context, id string) (payment.Subscription, error) {
	d.of["subscription"], _ = ctx.Deadline()
	return d.Account.RetrieveSubscription(ctx, id)
}

// A purchase of a subscription in another currency asks the provider about the present one.
func TestEachRequestOfAPurchaseHasADeadline(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.subscribe("pm_card_visa")
		offer := pass(1, r.sports[0])
		offer.Kind, offer.Type, offer.Currency = commerce.KindSubscription, commerce.TypeAnnual, "USD"
		inUSD, err := r.Create(t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], offer)
		if err != nil {
			t.Fatal(err)
		}
		deps, of := r.TillDeps, map[string]time.Time{}
		deps.Payments = deadlines{r, of}
		purchase := r.purchase("pm_card_visa")
		purchase.Items = []commerce.Item{{SubscriptionID: inUSD}}
		if _, err := commerce.NewTill(deps).Buy(t.Context(), purchase); fault.CodeOf(err) != "other_currency" {
			t.Fatal(err)
		}
		for request, deadline := range of {
			if deadline.IsZero() {
				t.Errorf("the request for the %s has no deadline", request)
			}
		}
		if len(of) != 2 {
			t.Errorf("deadlines of %v", of)
		}
	})
}
