package commerce_test

import (
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/letter"
	"github.com/grandstand/grandstand/internal/tax"
	"github.com/grandstand/grandstand/internal/text"
)

// receiptIn sends the receipt of a checkout in a language and returns the letter.
func (r *register) receiptIn(language string) string {
	r.t.Helper()
	if _, err := r.TillDeps.DB.Write().NewRaw("UPDATE checkouts SET language = ?", language).Exec(r.t.Context()); err != nil {
		r.t.Fatal(err)
	}
	if err := r.SendReceipt(r.t.Context(), r.channels[0], r.receipts[0]); err != nil {
		r.t.Fatal(err)
	}
	_, text, err := r.letters[len(r.letters)-1].Render(letter.Brand{Name: "Northline", Site: "https://fans.example"})
	if err != nil {
		r.t.Fatal(err)
	}
	return text
}

func TestTheReceiptHasItsDate(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		if _, err := r.Buy(t.Context(), r.purchase("pm_card_visa")); err != nil {
			t.Fatal(err)
		}
		r.waitUntil(now.Add(3 * day)) // the letter is written late
		for language, want := range map[string]string{"en": "Date: November 21, 2026\n", "fr": "Date\u00a0: 21 novembre 2026\n"} {
			if receipt := r.receiptIn(language); !strings.Contains(receipt, want) || strings.Contains(receipt, "renews") || strings.Contains(receipt, "renouvelle") {
				t.Errorf("%s: no %q in\n%s", language, want, receipt)
			}
		}
	})
}

// Only a guest is told how to log in without a password.
func TestTheReceiptOfAGuest(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		if _, err := r.Buy(t.Context(), r.purchase("pm_card_visa")); err != nil {
			t.Fatal(err)
		}
		for language, want := range map[string]string{"en": "Log in with a code by email", "fr": "Recevoir un code par courriel"} {
			for _, r.guest = range []bool{true, false} {
				if receipt := r.receiptIn(language); strings.Contains(receipt, want) != r.guest {
					t.Errorf("%s, guest %t:\n%s", language, r.guest, receipt)
				}
			}
		}
	})
}

func TestTheFirstReceiptOfASubscriptionNamesTheRenewal(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.subscribe("pm_card_visa")
		for language, want := range map[string]string{
			"en": "Your subscription renews on December 21, 2026 for CAD $79.00. You can cancel at any time",
			"fr": "Votre abonnement se renouvelle le 21 décembre 2026 pour 79,00 $ CAD. Vous pouvez annuler à tout moment",
		} {
			if receipt := r.receiptIn(language); !strings.Contains(receipt, want) || !strings.Contains(receipt, "Date") {
				t.Errorf("%s: no %q in\n%s", language, want, receipt)
			}
		}
		if _, err := r.Unsubscribe(t.Context(), r.channels[0], r.buyer.UserID, r.latest().PackageID); err != nil {
			t.Fatal(err)
		}
		if receipt := r.receiptIn("en"); strings.Contains(receipt, "renews") {
			t.Errorf("it does not renew any more:\n%s", receipt)
		}
	})
}

func TestTheReceiptNamesEachTax(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.taxes = tax.List{{Name: text.Text{"en": "GST", "fr": "TPS"}, Rate: 5000, Number: "123456789 RT0001"}, {Name: text.Text{"en": "QST", "fr": "TVQ"}, Rate: 9975}}
		bought, err := r.Buy(t.Context(), r.purchase("pm_card_visa"))
		if err != nil {
			t.Fatal(err)
		}
		r.taxes = nil // the channel changes its taxes afterwards: a receipt keeps those of its day
		for language, want := range map[string]string{
			"en": "GST (123456789 RT0001): CAD $3.04\nQST: CAD $6.05\nTotal: CAD $79.00", "fr": "TPS (123456789 RT0001)\u00a0: 3,04 $ CAD\nTVQ\u00a0: 6,05 $ CAD\nTotal\u00a0: 79,00 $ CAD",
		} {
			if receipt := r.receiptIn(language); !strings.Contains(receipt, want) || strings.Contains(receipt, "Taxes") {
				t.Errorf("%s: no %q in\n%s", language, want, receipt)
			}
		}
		o, err := r.FindOrder(t.Context(), r.channels[0], r.buyer.UserID, bought.Orders[0].ID)
		if err != nil || len(o.Taxes) != 2 || o.Taxes[0].Number != "123456789 RT0001" {
			t.Errorf("taxes %+v, %v", o.Taxes, err)
		}
	})
}

func TestLettersOfASubscriptionNameEachTax(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		r := openRegister(t, d)
		r.taxes = tax.List{{Name: text.Text{"en": "GST", "fr": "TPS"}, Rate: 5000}, {Name: text.Text{"en": "QST", "fr": "TVQ"}, Rate: 9975}}
		r.subscribe("pm_card_visa")
		r.waitUntil(now.Add(month + 2*time.Hour))
		r.both()
		if len(r.letters) == 0 {
			t.Fatal("no letter about the renewal")
		}
		r.says(r.letters[len(r.letters)-1], "TPS\u00a0: 3,04 $ CAD", "TVQ\u00a0: 6,05 $ CAD")
	})
}
