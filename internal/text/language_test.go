package text

import "testing"

func TestLanguageNegotiation(t *testing.T) {
	for header, want := range map[string]string{
		"": "fr", "fr": "fr", "en": "en", "fr-CA,fr;q=0.9,en;q=0.8": "fr", "en-US,en;q=0.9,fr;q=0.8": "en",
		"de,en;q=0.1": "en", "de": "fr", "*": "fr", "en;q=0": "fr", "EN": "en", "en;q=0.5, fr;q=0.7": "fr", "en;q=x": "fr",
	} {
		if got := Negotiate(header, "fr"); got != want {
			t.Errorf("%q: %s, want %s", header, got, want)
		}
	}
	if got := Negotiate("de", "es"); got != "en" {
		t.Errorf("an unknown default gives %s", got)
	}
}

func FuzzNegotiate(f *testing.F) {
	for _, seed := range []string{"", "fr", "fr-CA,fr;q=0.9,en;q=0.8", "*", "en;q=0,fr;q=NaN", ";;;,,,", "de"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		if got := Negotiate(header, "fr"); got != "en" && got != "fr" {
			t.Errorf("%q: %q", header, got)
		}
	})
}
