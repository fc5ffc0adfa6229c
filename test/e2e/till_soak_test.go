//go:build e2e && soak

package e2e

import (
	"fmt"
	"testing"
)

const (
	soakTillKills  = 3_000
	soakTillRounds = 20
	// killsOfAShop is after how many kills another shop opens: what the provider has to read when it comes back grows with
	// all that was ever bought, and would soon take up most of the time.
	killsOfAShop = 500
)

// TestSoakTillKills is TestNoMoneyIsLostWhenTheServerIsKilled at length, on both databases.
func TestSoakTillKills(t *testing.T) {
	for left, shop := killsWanted(t, soakTillKills), 1; left > 0; left, shop = left-killsOfAShop, shop+1 {
		t.Run(fmt.Sprint("shop ", shop), func(t *testing.T) {
			engines(t, func(t *testing.T, dsn string) { killAtRandom(t, dsn, min(left, killsOfAShop)) })
		})
	}
}

// TestSoakTillSeams is TestNoMoneyIsLostAtAnySeam at length, on both databases.
func TestSoakTillSeams(t *testing.T) {
	engines(t, func(t *testing.T, dsn string) { killAtSeams(t, dsn, soakTillRounds) })
}
