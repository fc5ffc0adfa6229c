//go:build e2e && soak

package e2e

import "testing"

// TestSoakScreens looks at every screen in both languages at both widths, and keeps their pictures.
func TestSoakScreens(t *testing.T) {
	b := openBrowser(t, "")
	b.env = append(b.env, "GRANDSTAND_LOOKS=all")
	b.run(t, []string{"e2e/screens.spec.ts", "e2e/examples.spec.ts", "e2e/watch.spec.ts"})
}

// TestSoakPlayback goes every journey that plays what the server recorded on both engines, in both languages.
func TestSoakPlayback(t *testing.T) {
	engines(t, func(t *testing.T, dsn string) { plays(t, dsn, playing()) })
}
