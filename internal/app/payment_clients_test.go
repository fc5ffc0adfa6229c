package app

import (
	"testing"

	"github.com/grandstand/grandstand/internal/payment"
)

func TestAChannelHasOneClientUntilItsKeysChange(t *testing.T) {
	first := payment.Options{SecretKey: "sk_test_1", PublishableKey: "pk_test_1", WebhookSecret: "whsec_1", Retries: 1}
	changed, wrong := first, first
	changed.WebhookSecret, wrong.SecretKey = "whsec_2", "pk_test_1"
	var clients paymentClients
	of := func(channel int64, options payment.Options) *payment.Account {
		t.Helper()
		account, err := clients.of(channel, options)
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
	if _, err := clients.of(1, wrong); err == nil {
		t.Error("a key that is none is used")
	}
	if of(1, changed) == now {
		t.Error("the client of before is used after its key was taken away")
	}
}
