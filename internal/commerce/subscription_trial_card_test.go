package commerce_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// trialOf begins a trial of another user, by a card with a number that they save.
func (r *register) trialOf(user int64, alias string) error {
	r.t.Helper()
	buyer := r.buyer
	buyer.UserID = user
	if _, err := r.SetUp(r.t.Context(), r.channels[0], user); err != nil {
		return err
	}
	var customer string
	if err := r.TillDeps.DB.Read().NewRaw("SELECT ref FROM payment_customers WHERE channel_id = ? AND user_id = ?", r.channels[0], user).Scan(r.t.Context(), &customer); err != nil {
		return err
	}
	card := r.ask("/v1/payment_methods/"+alias+"/attach", map[string][]string{"customer": {customer}})
	_, err := r.StartTrial(r.t.Context(), commerce.Trial{ChannelID: r.channels[0], Buyer: buyer, Language: "en", SubscriptionID: r.withTrial, PaymentMethod: card})
	return err
}

func TestACardHasOneTrial(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.withTrial = r.offerWithTrial(commerce.TypeMonthly, 14)
		if err := r.trialOf(1, "pm_card_visa"); err != nil {
			t.Fatal(err)
		}
		for _, user := range []int64{2, 3} {
			if err := r.trialOf(user, "pm_card_visa"); fault.CodeOf(err) != "trial_card_used" {
				t.Errorf("user %d with the same card: %v", user, err)
			}
		}
		if err := r.trialOf(2, "pm_card_mastercard"); err != nil {
			t.Errorf("another card: %v", err)
		}
		// An erased account does not free its card.
		r.erase(1)
		if err := r.trialOf(4, "pm_card_visa"); fault.CodeOf(err) != "trial_card_used" {
			t.Errorf("after the account was erased: %v", err)
		}
		r.unverified = true
		if err := r.trialOf(5, "pm_card_amex"); fault.CodeOf(err) != "email_not_verified" {
			t.Errorf("with an address that is not verified: %v", err)
		}
	})
}

const usersOfOneCard = 12

// trialsAtOnce has many users begin a trial with the same card, and counts those who do.
func trialsAtOnce(r *register) int64 {
	var begun atomic.Int64
	dbtest.AtOnce(usersOfOneCard, func(user int) {
		defer r.beforeOrder.Leave()
		switch err := r.trialOf(100+int64(user), "pm_card_visa"); fault.CodeOf(err) {
		case "":
			if err == nil {
				begun.Add(1)
			}
		case "trial_card_used":
		default:
			r.t.Errorf("user %d: %v", user, err)
		}
	})
	return begun.Load()
}

func TestManyUsersOfOneCardBeginOneTrial(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.withTrial = r.offerWithTrial(commerce.TypeMonthly, 14)
		if n := trialsAtOnce(r); n != 1 {
			t.Errorf("%d trials began with one card", n)
		}
	})
}

// Without its constraint the same test finds more than one.
func TestTrialsOfACardNeedTheirConstraint(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.withTrial = r.offerWithTrial(commerce.TypeMonthly, 14)
		err := d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
			for _, statement := range []string{
				"DROP TABLE trial_cards",
				"CREATE TABLE trial_cards (channel_id BIGINT NOT NULL, card_hash TEXT NOT NULL, order_id BIGINT NOT NULL, started_ms BIGINT NOT NULL)",
			} {
				if _, err := tx.NewRaw(statement).Exec(ctx); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		r.beforeOrder = dbtest.NewMeeting(usersOfOneCard)
		if n := trialsAtOnce(r); n < 2 {
			t.Errorf("%d trials began without the constraint", n)
		}
	})
}
