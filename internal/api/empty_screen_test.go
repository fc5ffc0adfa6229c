package api

import (
	"slices"
	"testing"

	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func TestScreensWithoutContentAreNamed(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	var settings SettingsDTO
	w.do(call{path: "/api/settings"}).into(&settings)
	if want := []string{"/packages", "/packages/passes", "/faq", "/contacts"}; !slices.Equal(settings.EmptyScreens, want) {
		t.Errorf("of a channel that sells nothing: %v, want %v", settings.EmptyScreens, want)
	}
	w.season(home, "")
	w.do(call{path: "/api/settings"}).into(&settings)
	if len(settings.EmptyScreens) > 0 {
		t.Errorf("of a channel with passes, answers and a form: %v", settings.EmptyScreens)
	}
}
