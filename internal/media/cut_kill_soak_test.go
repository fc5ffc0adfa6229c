//go:build soak

package media

import (
	"os"
	"strconv"
	"testing"
)

// soakCutKills is how many processes are killed in all; SOAK_KILLS says something else.
const soakCutKills = 1_000

// TestSoakKilledWhileMakingCuts is TestKilledWhileMakingCuts at length, half of it at each site.
func TestSoakKilledWhileMakingCuts(t *testing.T) {
	kills := soakCutKills
	if text := os.Getenv("SOAK_KILLS"); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	eachSite(t, func(t *testing.T, v *venue, at site) { killCutters(t, v, at, (kills+1)/2) })
}
