//go:build e2e && soak

package e2e

import "testing"

const (
	soakTillKills  = 3_000
	soakTillRounds = 20
)

// TestSoakTillKills is TestNoMoneyIsLostWhenTheServerIsKilled at length, on both databases.
func TestSoakTillKills(t *testing.T) {
	engines(t, func(t *testing.T, dsn string) { killAtRandom(t, dsn, killsWanted(t, soakTillKills)) })
}

// TestSoakTillSeams is TestNoMoneyIsLostAtAnySeam at length, on both databases.
func TestSoakTillSeams(t *testing.T) {
	engines(t, func(t *testing.T, dsn string) { killAtSeams(t, dsn, soakTillRounds) })
}
