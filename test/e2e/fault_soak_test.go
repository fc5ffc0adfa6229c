//go:build e2e && soak

package e2e

import "testing"

// A game outlives three restarts a round; a node, or a database server, is lost with a game each, which takes longer.
const (
	faultKills      = 20
	killsPerRestart = 3
	killsPerLoss    = 5
)

// TestSoakDatabaseRestarts restarts the database over and over during one game.
func TestSoakDatabaseRestarts(t *testing.T) {
	databaseRestarts(t, max(1, killsWanted(t, faultKills)/killsPerRestart))
}

// TestSoakDatabaseFailsOver has the first server of the database killed in one game after another.
func TestSoakDatabaseFailsOver(t *testing.T) {
	for range max(1, killsWanted(t, faultKills)/killsPerLoss) {
		t.Run("", databaseFailsOver)
	}
}

// TestSoakNodesAreLost loses one node and the other, in turn, in one game after another.
func TestSoakNodesAreLost(t *testing.T) {
	n := openNodes(t)
	for range max(1, killsWanted(t, faultKills)/killsPerLoss) {
		n.losesBoth(t)
	}
}
