//go:build soak

package lease_test

import "testing"

// TestSoakConcurrentPlayers is TestConcurrentPlayers with more rounds.
func TestSoakConcurrentPlayers(t *testing.T) { runRaces(t, 200) }
