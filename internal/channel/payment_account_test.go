package channel_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/revision"
)

func TestPaymentAccounts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h, ctx := newHouse(d), t.Context()
		id, other := h.create(t, northline("north")), h.create(t, northline("south"))
		keys := func(n string) channel.PaymentKeys {
			return channel.PaymentKeys{SecretKey: "sk_live_" + n, WebhookSecret: "whsec_" + n, PublishableKey: "pk_live_" + n}
		}
		store := func(of channel.ID, ref string, k channel.PaymentKeys, want string) {
			t.Helper()
			name, err := h.StorePaymentAccount(ctx, of, ref, k, "live", "live "+ref)
			if err != nil || name != want {
				t.Errorf("account %s is named %q instead of %q: %v", ref, name, want, err)
			}
		}
		store(id, "acct_1", keys("one"), "live")
		store(id, "acct_2", keys("two"), "live acct_2")
		store(id, "acct_1", keys("one rolled"), "live") // a new key of the same account
		store(id, "acct_2", keys("two"), "live acct_2")
		store(other, "acct_1", keys("one"), "live") // two channels may share an account
		list := func(s *channel.Service) []channel.PaymentAccount {
			t.Helper()
			accounts, err := s.PaymentAccounts(ctx, id)
			if err != nil {
				t.Fatal(err)
			}
			return accounts
		}
		// The provider gives the test mode of an account the same id.
		if name, err := h.StorePaymentAccount(ctx, id, "acct_1", keys("in test mode"), "test", "test acct_1"); err != nil || name != "test" {
			t.Errorf("the test mode of account acct_1 is named %q: %v", name, err)
		}
		store(id, "acct_1", keys("one rolled"), "live")
		want := []channel.PaymentAccount{{"live", "acct_1", keys("one rolled")}, {"live acct_2", "acct_2", keys("two")}, {"test", "acct_1", keys("in test mode")}}
		if got := list(h.Service); !slices.Equal(got, want) {
			t.Errorf("accounts %+v", got)
		}
		var stored []string
		if err := d.Read().NewSelect().Table("payment_accounts").Column("keys").Scan(ctx, &stored); err != nil || len(stored) != 4 {
			t.Fatalf("%q, %v", stored, err)
		}
		for _, text := range stored {
			if strings.Contains(text, "_") { // as in sk_live_ and whsec_, and never in base64
				t.Errorf("stored as %q", text)
			}
		}

		// With another secret of the installation the accounts are unknown until their keys are stored again.
		sealer, err := channel.NewSealer([]byte("another secret of an installation"))
		if err != nil {
			t.Fatal(err)
		}
		lost := channel.NewService(d, revision.NewTracker(d.Read(), clock.System{}, nil), clock.System{}, sealer)
		if got := list(lost); len(got) != 0 {
			t.Errorf("read with another secret: %+v", got)
		}
		if name, err := lost.StorePaymentAccount(ctx, id, "acct_2", keys("two"), "live", "live acct_2"); err != nil || name != "live acct_2" {
			t.Errorf("stored again: %q, %v", name, err)
		}
		if got := list(lost); !slices.Equal(got, want[1:2]) {
			t.Errorf("read with the new secret: %+v", got)
		}
	})
}
