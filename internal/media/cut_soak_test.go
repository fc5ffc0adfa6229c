//go:build soak

package media

import "testing"

// TestSoakCutsAreExactToThePicture makes every cut of all footage.
func TestSoakCutsAreExactToThePicture(t *testing.T) {
	testExactCuts(t, func(string) [][2]int { return cutsOf300() })
}
