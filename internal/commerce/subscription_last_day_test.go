package commerce_test

import (
	"strings"
	"testing"
	"time"
)

// midnight is the beginning of November 22, 2026 in the zone of the channel, so that periods of 30 days end at midnight too.
var midnight = time.Date(2026, 11, 22, 5, 0, 0, 0, time.UTC)

// An end at midnight is told by the last day that it includes, as the app does. A charge is told by its own day.
func TestLettersNameTheLastDayOfAPeriodThatEndsAtMidnight(t *testing.T) {
	eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
		r.waitUntil(midnight)
		r.subscribe("pm_card_visa")
		r.wait(month + 2*time.Hour)
		r.tells(say("Your receipt GS-000001-2", "Votre reçu GS-000001-2"),
			say("Period: December 22, 2026 to January 20, 2027", "Période\u00a0: du 22 décembre 2026 au 20 janvier 2027"),
			say("Your subscription renews on January 21, 2027", "Votre abonnement se renouvelle le 21 janvier 2027"))
		if _, err := r.Unsubscribe(t.Context(), r.channels[0], r.buyer.UserID, r.monthly); err != nil {
			t.Fatal(err)
		}
		r.tells(say("Your subscription is cancelled", "Votre abonnement est annulé"),
			say("You can watch until January 20, 2027.", "Vous pouvez regarder jusqu’au 20 janvier 2027."),
			say("Access until: January 20, 2027", "Accès jusqu’au\u00a0: 20 janvier 2027"))
	})
}

func TestLettersNameTheLastDayOfATrialThatEndsAtMidnight(t *testing.T) {
	eachLanguage(t, func(t *testing.T, r *register, say func(en, fr string) string) {
		r.waitUntil(midnight)
		end := r.tries(7)
		r.waitUntil(end.Add(-3 * day))
		l := r.tells(say("Your free trial ends on November 28, 2026", "Votre essai gratuit se termine le 28 novembre 2026"),
			say("ends on November 28, 2026. Your card will be charged on November 29, 2026, then", "se termine le 28 novembre 2026. Votre carte sera débitée le 29 novembre 2026, puis"),
			say("Free until: November 28, 2026", "Gratuit jusqu’au\u00a0: 28 novembre 2026"))
		if strings.Contains(strings.Join(l.Lines, " "), say("12:00", "0\u00a0h\u00a000")) {
			t.Errorf("it tells midnight: %q", l.Lines)
		}
	})
}

func TestTheReceiptOfATrialHasItsDate(t *testing.T) {
	eachDatabase(t, func(t *testing.T, r *register) {
		r.waitUntil(midnight.Add(-time.Hour)) // November 22 in UTC
		r.tries(7)
		if err := r.SendReceipt(t.Context(), r.channels[0], r.receipts[0]); err != nil {
			t.Fatal(err)
		}
		r.says(r.letters[0], "Receipt number: GS-000001", "Date: November 21, 2026")
	})
}
