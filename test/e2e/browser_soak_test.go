//go:build e2e && soak

package e2e

import (
	"testing"

	"github.com/grandstand/grandstand/internal/db"
)

// TestSoakScreens looks at every screen in both languages in windows of all six sizes and in forced colours, and keeps their
// pictures: 2,400 looks, some four seconds each.
func TestSoakScreens(t *testing.T) {
	b := openBrowser(t, open(t, ""))
	b.env = append(b.env, "GRANDSTAND_LOOKS=all")
	b.limit = 4 * browserLimit
	b.run(t, append(looking(), "e2e/watch.spec.ts"))
}

// TestSoakFromStart goes to the start of a live game fifty times in a browser that computes slowly.
func TestSoakFromStart(t *testing.T) {
	b := openBrowser(t, open(t, ""))
	b.env = append(b.env, "GRANDSTAND_STARTS=50")
	b.run(t, []string{"--workers=1", "e2e/from-start.spec.ts"})
}

// TestSoakSlowLines plays a live game on lines of 400 kbit/s and 1.5 Mbit/s.
func TestSoakSlowLines(t *testing.T) {
	openBrowser(t, open(t, "", "GRANDSTAND_LIVE_LADDERS=1")).run(t, append([]string{"--workers=1"}, slow()...))
}

// TestSoakPlayback goes every journey that plays video in both languages: what the server recorded on both engines, streams of
// their own on SQLite.
func TestSoakPlayback(t *testing.T) {
	eachEngine(t, func(t *testing.T, engine db.Engine) { plays(t, engine, playing()) })
	t.Run("streams", func(t *testing.T) { plays(t, db.SQLite, sending()) })
}

// TestSoakBrowser goes the journeys of TestBrowser in both languages, and those about accounts and purchases on both engines.
// One that publishes its own stream (@once) needs one engine.
func TestSoakBrowser(t *testing.T) {
	goJourneys(t, db.SQLite, journeysBut(t, notBrowsing()))
	goJourneys(t, db.Postgres, []string{"--grep-invert=@once", "e2e/account/", buying})
}
