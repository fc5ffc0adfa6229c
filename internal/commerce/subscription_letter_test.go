package commerce_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/letter"
)

const (
	renewedLetter  = "Votre reçu GS-000001-2"
	unpaidLetter   = "Votre paiement n’est pas passé"
	canceledLetter = "Votre abonnement est annulé"
	resumedLetter  = "Votre abonnement continue"
	endedLetter    = "Votre abonnement a pris fin"
)

// Two years by the provider's test clock: each renewal has one receipt, whatever is told again.
func TestEachRenewalHasOneReceipt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.onClock()
		r.subscribe("pm_card_visa")
		r.repeat()
		r.posts("the first period, which the checkout's receipt tells of", "")
		end, periods := now.Add(month), map[string]bool{}
		for renewal := range 24 {
			number := fmt.Sprint("GS-000001-", renewal+2)
			r.waitUntil(end.Add(time.Minute))
			r.posts("while it is being paid", "")
			r.waitUntil(end.Add(2 * time.Hour))
			r.repeat()
			for _, l := range r.posts(end.String(), "Votre reçu "+number) {
				periods[valueOf(l, "Période")] = true
				r.says(l, "Numéro de reçu\u00a0: "+number, "Visa •••• 4242", "Taxes\u00a0: 9,09 $ CAD", "Total\u00a0: 79,00 $ CAD", "https://fans.example/profile/subscriptions")
			}
			end = end.Add(month)
		}
		if len(periods) != 24 {
			t.Errorf("%d periods have a receipt", len(periods))
		}
	})
}

// valueOf is what stands beside a label of a letter.
func valueOf(l letter.Letter, label string) string {
	i := slices.IndexFunc(l.Facts, func(f letter.Fact) bool { return f.Label == label })
	if i < 0 {
		return ""
	}
	return l.Facts[i].Value
}

// failing is a subscription whose card will be declined.
func failing(t *testing.T, d *db.DB) *register {
	t.Helper()
	r := openRegister(t, d)
	r.subscribe("pm_card_visa")
	if _, err := r.ChangeCard(t.Context(), r.channels[0], r.buyer.UserID, r.monthly, r.saved("pm_card_chargeCustomerFail")); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestARenewalThatFailsIsToldOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := failing(t, d)
		r.wait(month + 2*time.Hour)
		r.repeat()
		zone, _ := r.Zone(t.Context(), 0)
		until := now.Add(month + 3*day).In(zone)
		for _, l := range r.posts("declined", unpaidLetter) {
			r.says(l, "79,00 $ CAD", until.Format("15\u00a0h\u00a004")+" (HNE)", "choisissez une autre carte d’ici là", "https://fans.example/profile/subscriptions")
		}
		for range 3 {
			r.wait(day)
			r.repeat()
			r.posts("declined again", "")
		}
		if _, err := r.ChangeCard(t.Context(), r.channels[0], r.buyer.UserID, r.monthly, r.saved("pm_card_visa")); err != nil {
			t.Fatal(err)
		}
		r.repeat()
		r.posts("paid by another card", renewedLetter)
	})
}

// By the time that letters are written things may have changed: what holds no more is not told.
func TestWhatHoldsNoMoreIsNotTold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := failing(t, d)
		home, fan := r.channels[0], r.buyer.UserID
		r.wait(month + 2*time.Hour)
		if _, err := r.ChangeCard(t.Context(), home, fan, r.monthly, r.saved("pm_card_visa")); err != nil {
			t.Fatal(err)
		}
		if len(r.notices) != 2 {
			t.Errorf("%d letters were asked for", len(r.notices))
		}
		r.posts("declined and then paid", renewedLetter)
		r.clock.Advance(time.Hour)
		if _, err := r.Unsubscribe(t.Context(), home, fan, r.monthly); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Resume(t.Context(), home, fan, r.monthly); err != nil {
			t.Fatal(err)
		}
		r.posts("canceled and then resumed", resumedLetter)
		r.clock.Advance(time.Hour)
		if _, err := r.Unsubscribe(t.Context(), home, fan, r.monthly); err != nil {
			t.Fatal(err)
		}
		r.gone = true
		r.posts("by somebody who is gone", "")
	})
}

func TestASubscriptionThatIsGivenUpIsToldOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := failing(t, d)
		r.wait(month + 4*day)
		for _, l := range r.posts("after three days", unpaidLetter) {
			r.says(l, "Votre abonnement ne vous donne plus accès pour le moment.")
		}
		r.wait(6 * day)
		r.repeat()
		for _, l := range r.posts("given up", endedLetter) {
			r.says(l, "Hockey pass a pris fin\u00a0: son dernier paiement n’est pas passé.", "https://fans.example/packages")
		}
		r.wait(month)
		r.posts("a month later", "")
	})
}

// Who hears of all of it at once hears of the end alone.
func TestOfWhatIsOverOnlyTheEndIsTold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := failing(t, d)
		r.wait(month + 10*day)
		r.repeat()
		r.posts("given up", endedLetter)
	})
}

func TestACancellationIsConfirmedOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		home, fan := r.channels[0], r.buyer.UserID
		r.subscribe("pm_card_visa")
		for range 2 {
			r.clock.Advance(time.Hour)
			for range 2 {
				if _, err := r.Unsubscribe(t.Context(), home, fan, r.monthly); err != nil {
					t.Fatal(err)
				}
				r.repeat()
			}
			for _, l := range r.posts("canceled", canceledLetter) {
				r.says(l, "votre carte ne sera plus débitée", "Vous avez changé d’idée?")
			}
			r.clock.Advance(time.Hour)
			if _, err := r.Resume(t.Context(), home, fan, r.monthly); err != nil {
				t.Fatal(err)
			}
			r.repeat()
			r.posts("resumed", resumedLetter)
		}
		r.clock.Advance(time.Hour)
		if _, err := r.Unsubscribe(t.Context(), home, fan, r.monthly); err != nil {
			t.Fatal(err)
		}
		r.posts("canceled at last", canceledLetter)
		r.wait(month)
		r.repeat()
		r.posts("its end, which was told", "")
	})
}

// Who has chosen no language reads that in which they subscribed, not the channel's.
func TestLettersAreInTheLanguageOfWhoSubscribed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.subscribe("pm_card_visa") // in English
		r.unspoken = true
		r.wait(month + 2*time.Hour)
		r.posts("not chosen", "Your receipt GS-000001-2")
		r.unspoken = false
		r.wait(month)
		r.posts("chosen since", "Votre reçu GS-000001-3")
	})
}

// One that the operator ends at the provider's desk goes on as long as it is paid; one that is
// given back is over, and its buyer has their money.
func TestEndsAtTheProvidersDesk(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		o := r.subscribe("pm_card_visa").Orders[0]
		account, err := r.Account(t.Context(), r.channels[0])
		if err != nil {
			t.Fatal(err)
		}
		if err := account.CancelSubscription(t.Context(), r.ref(), ""); err != nil {
			t.Fatal(err)
		}
		r.clock.Advance(time.Hour)
		r.repeat()
		for _, l := range r.posts("ended", canceledLetter) {
			if len(l.After) > 0 || r.holds() != 1 {
				t.Errorf("it offers to take it back: %q", l.After)
			}
		}
		if err := r.Refund(t.Context(), actor.ForSystem(r.channels[0]), r.channels[0], o.ID); err != nil {
			t.Fatal(err)
		}
		r.posts("refunded", "")
	})
}

// Everything at once, told by everybody: one receipt.
func TestParallelNewsOfARenewalIsOneReceipt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.subscribe("pm_card_visa")
		r.clock.Advance(month + 2*time.Hour)
		r.order("/_simulator/flush", nil)
		ref := r.ref()
		var all sync.WaitGroup
		for i := range 10 {
			all.Go(func() {
				event := told(fmt.Sprint("evt_", i/2), "customer.subscription.updated", map[string]any{"object": "subscription", "id": ref})
				if err := r.hear(0, event); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		r.posts("told at once", renewedLetter)
	})
}

// Without the constraint that decides, a renewal is told again and again: the tests above can
// fail.
func TestOneLetterNeedsItsConstraint(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		withoutUnique(t, d, "subscription_history", "subscription_history_subscription_id_kind_ref_key",
			"channel_id BIGINT NOT NULL, subscription_id BIGINT NOT NULL, kind TEXT NOT NULL, ref TEXT NOT NULL, amount BIGINT NOT NULL, currency TEXT NOT NULL, "+
				"from_ms BIGINT NOT NULL, until_ms BIGINT NOT NULL, at_ms BIGINT NOT NULL, told_ms BIGINT NOT NULL, reason TEXT NOT NULL, usual_amount BIGINT NOT NULL, "+
				"\"interval\" TEXT NOT NULL, interval_count BIGINT NOT NULL, usual_interval TEXT NOT NULL, usual_interval_count BIGINT NOT NULL")
		r.subscribe("pm_card_visa")
		r.wait(month + 2*time.Hour)
		r.repeat()
		if letters := r.post(); len(letters) < 2 {
			t.Errorf("%d letters without the constraint", len(letters))
		}
	})
}

// both has the letters that wait written in both languages: English first, then French.
func (r *register) both() {
	r.t.Helper()
	notices := r.notices
	for _, language := range []string{"en", "fr"} {
		r.speaks = language
		if _, err := r.TillDeps.DB.Write().NewRaw("UPDATE subscription_history SET told_ms = 0").Exec(r.t.Context()); err != nil {
			r.t.Fatal(err)
		}
		r.notices = notices
		r.post()
	}
}

func TestLettersOfSubscriptionsSayTheSameInBothLanguages(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		end := r.tries(7)
		home, fan, offer := r.channels[0], r.buyer.UserID, r.latest().PackageID
		for _, language := range []string{"en", "fr"} {
			if _, err := d.Write().NewRaw("UPDATE checkouts SET language = ?", language).Exec(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := r.SendReceipt(t.Context(), home, r.receipts[0]); err != nil {
				t.Fatal(err)
			}
		}
		for _, at := range []time.Time{end.Add(-3 * day), end.Add(2 * time.Hour), end.Add(month + 2*time.Hour)} {
			r.waitUntil(at)
			r.both()
		}
		declined := r.saved("pm_card_chargeCustomerFail")
		for _, change := range []func() error{
			func() error { _, err := r.Unsubscribe(t.Context(), home, fan, offer); return err },
			func() error { _, err := r.Resume(t.Context(), home, fan, offer); return err },
			func() error { _, err := r.ChangeCard(t.Context(), home, fan, offer, declined); return err },
		} {
			r.clock.Advance(time.Minute)
			if err := change(); err != nil {
				t.Fatal(err)
			}
			r.both()
		}
		for _, after := range []time.Duration{2 * time.Hour, 10 * day} {
			r.waitUntil(end.Add(2*month + after))
			r.both()
		}
		r.sameInBoth("Your free trial has begun; Your free trial ends on " + now.Add(7*day).Format("January 2, 2006") +
			"; Your receipt GS-000001-2; Your receipt GS-000001-3; Your subscription is cancelled; Your subscription continues; " +
			"Your payment did not go through; Your subscription has ended")
	})
}

// sameInBoth compares each letter with the one after it, which is its French.
func (r *register) sameInBoth(want string) {
	r.t.Helper()
	var english []letter.Letter
	for pair := range slices.Chunk(r.letters, 2) {
		en, fr := pair[0], pair[len(pair)-1]
		english = append(english, en)
		if en.Language != "en" || fr.Language != "fr" || en.Button.Path != fr.Button.Path || en.Button.Label == fr.Button.Label ||
			len(en.Lines) != len(fr.Lines) || len(en.After) != len(fr.After) || len(en.Facts) != len(fr.Facts) {
			r.t.Errorf("they differ: %+v and %+v", en, fr)
		}
	}
	if got := subjects(english); got != want {
		r.t.Errorf("letters %q, want %q", got, want)
	}
}
