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
	"github.com/grandstand/grandstand/internal/payment"
)

// trialOf begins a trial of another user, by a card with a number that they save.
func (r *register) trialOf(user int64, alias string) error {
	r.t.Helper()
	buyer := r.buyer
	buyer.UserID = user
	card, err := r.savedOf(user, alias)
	if err != nil {
		return err
	}
	_, err = r.StartTrial(r.t.Context(), commerce.Trial{ChannelID: r.channels[0], Buyer: buyer, Language: "en", SubscriptionID: r.withTrial, PaymentMethod: card})
	return err
}

// savedOf saves a test card of a user, and returns its id.
func (r *register) savedOf(user int64, alias string) (string, error) {
	r.t.Helper()
	if _, err := r.SetUp(r.t.Context(), r.channels[0], user); err != nil {
		return "", err
	}
	var customer string
	if err := r.TillDeps.DB.Read().NewRaw("SELECT ref FROM payment_customers WHERE channel_id = ? AND user_id = ?", r.channels[0], user).Scan(r.t.Context(), &customer); err != nil {
		return "", err
	}
	return r.ask("/v1/payment_methods/"+alias+"/attach", map[string][]string{"customer": {customer}}), nil
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

// cardsWithoutFingerprint is a provider that gives no fingerprints.
type cardsWithoutFingerprint struct{ commerce.Payments }

func (p cardsWithoutFingerprint) Account(ctx context.Context, channelID int64) (commerce.Account, error) {
	account, err := p.Payments.Account(ctx, channelID)
	return accountWithoutFingerprints{account}, err
}

type accountWithoutFingerprints struct{ commerce.Account }

func (a accountWithoutFingerprints) ListCards(ctx context.Context, customer string) ([]payment.Card, error) {
	cards, err := a.Account.ListCards(ctx, customer)
	for i := range cards {
		cards[i].Fingerprint = ""
	}
	return cards, err
}

// Each wallet gives a fingerprint of its own for the same card.
func TestATrialNeedsATypedCard(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.withTrial = r.offerWithTrial(commerce.TypeMonthly, 14)
		for _, wallet := range []string{"pm_card_visa_applePay", "pm_card_visa_googlePay", "pm_card_visa_link"} {
			if err := r.trialOf(1, wallet); fault.CodeOf(err) != "trial_card_required" {
				t.Errorf("a trial with %s: %v", wallet, err)
			}
		}
		payments := r.TillDeps.Payments
		r.TillDeps.Payments = cardsWithoutFingerprint{payments}
		if err := r.trialOf(1, "pm_card_visa"); fault.CodeOf(err) != "trial_card_required" {
			t.Errorf("a trial with a card without a fingerprint: %v", err)
		}
		r.TillDeps.Payments = payments
		if err := r.trialOf(1, "pm_card_visa"); err != nil {
			t.Fatalf("a trial with a typed card: %v", err)
		}
		wallet, err := r.savedOf(1, "pm_card_visa_applePay")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.ChangeCard(t.Context(), r.channels[0], 1, r.withTrial, wallet); err != nil {
			t.Errorf("change the card of a trial to a wallet: %v", err)
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
