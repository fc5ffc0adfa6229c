//go:build soak

package lease_test

import "testing"

// TestSoakRacesForPlaces is TestRacesForPlaces at length.
func TestSoakRacesForPlaces(t *testing.T) { runRaces(t, 200) }
