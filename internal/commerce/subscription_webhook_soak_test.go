//go:build soak

package commerce_test

import "testing"

// TestSoakSubscriptionsByWebhooks is TestSubscriptionsByWebhooksAlone with every delivery on both databases.
func TestSoakSubscriptionsByWebhooks(t *testing.T) {
	testSubscriptionsByWebhooks(t, func(int, int) bool { return true })
}
