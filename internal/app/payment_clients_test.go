package app

import (
	"context"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/payment"
)

func TestAChannelHasOneClientUntilItsKeysChange(t *testing.T) {
	first := payment.Options{SecretKey: "sk_test_1", PublishableKey: "pk_test_1", WebhookSecret: "whsec_1", Retries: 1}
	changed, wrong := first, first
	changed.WebhookSecret, wrong.SecretKey = "whsec_2", "pk_test_1"
	clients := newPaymentClients(clock.System{}, nil)
	of := func(channel int64, options payment.Options) *payment.Account {
		t.Helper()
		account, err := clients.clientFor(channel, options)
		if err != nil {
			t.Fatal(err)
		}
		return account
	}
	was := of(1, first)
	if of(1, first) != was {
		t.Error("a client is made for every call")
	}
	if of(2, first) == was {
		t.Error("two channels share a client")
	}
	now := of(1, changed)
	if now == was || of(1, changed) != now {
		t.Error("a key that changed is not used")
	}
	if _, err := clients.clientFor(1, wrong); err == nil {
		t.Error("a key that is none is used")
	}
	if of(1, changed) == now {
		t.Error("the client of before is used after its key was taken away")
	}
}

// The provider is asked once about keys that it refuses, and again after failureTTL: payments through other accounts must not wait for
// it each time.
func TestFailureToIdentifyAnAccountIsCached(t *testing.T) {
	now := clock.NewManual(time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC))
	asked, refused := 0, true
	clients := newPaymentClients(now, func(context.Context, channelKeys) (string, error) {
		asked++
		if refused {
			return "", &payment.Error{Kind: payment.Refused, Code: "wrong key"}
		}
		return "live", nil
	})
	ask := func(want string, wantAsked int) {
		t.Helper()
		name, err := clients.accountName(t.Context(), channelKeys{1, payment.Options{SecretKey: "sk_live_1"}})
		if name != want || (err == nil) != (want != "") || asked != wantAsked {
			t.Errorf("account %q, %v, the provider was asked %d times instead of %d", name, err, asked, wantAsked)
		}
	}
	ask("", 1)
	ask("", 1)
	refused = false
	now.Advance(failureTTL - time.Second)
	ask("", 1)
	now.Advance(time.Second)
	ask("live", 2)
	now.Advance(nameTTL - time.Second)
	ask("live", 2)
}
