package text

import "testing"

func TestFrenchColonFollowsANoBreakSpace(t *testing.T) {
	for language, want := range map[string]string{"en": "Total: 5", "fr": "Total\u00a0: 5", "": "Total: 5"} {
		if got := Labelled(language, "Total", "5"); got != want {
			t.Errorf("%q: %q, want %q", language, got, want)
		}
	}
}
