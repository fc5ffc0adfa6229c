package account

import (
	"strings"
	"testing"
)

func TestTypedCodes(t *testing.T) {
	seen, letters := map[string]bool{}, map[rune]bool{}
	for range 400 {
		code := newTyped(userCodeLength)
		if len(code) != userCodeLength || strings.Trim(code, typedAlphabet) != "" || seen[code] {
			t.Fatalf("drew %q", code)
		}
		seen[code] = true
		for _, r := range code {
			letters[r] = true
		}
		for _, typed := range []string{code, showTyped(code), strings.ToLower(showTyped(code)), " " + code[:4] + " " + code[4:] + "\n"} {
			if got, ok := readTyped(typed, userCodeLength); !ok || got != code {
				t.Fatalf("%q was read as %q", typed, got)
			}
		}
	}
	if len(letters) != len(typedAlphabet) {
		t.Errorf("%d of %d characters are drawn", len(letters), len(typedAlphabet))
	}
	if got, ok := readTyped("8cdf-3462", userCodeLength); !ok || got != "BCDF346Z" {
		t.Errorf("what looks alike was read as %q", got)
	}
	for _, typed := range []string{"", "BCDF", "BCDF-34679", "BCDF-346A", "BCDF-34é", strings.Repeat("-", 1000), "BCDF\x003467"} {
		if got, ok := readTyped(typed, userCodeLength); ok {
			t.Errorf("%q was read as %q", typed, got)
		}
	}
	if got := showTyped("BCDFGHJKLMNP"); got != "BCDF-GHJK-LMNP" {
		t.Error(got)
	}
}

func TestDeviceNames(t *testing.T) {
	for agent, want := range map[string]string{
		"Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) 94.0.4606.31/7.0 TV Safari/537.36":                "Samsung TV",
		"Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.5359.211 Safari/537.36":                    "LG TV",
		"Mozilla/5.0 (Linux; Android 9; AFTMM) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/110.0 Mobile Safari/537.36":                   "Fire TV",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0":                                                 "Firefox, Windows",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0":        "Edge, Windows",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile Safari/604.1": "Safari, iPhone",
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36":                            "Chrome, Linux",
		"Roku/DVP-12.5 (12.5.0.4178)": "Roku",
		"curl/8.5":                    "",
		"":                            "",
	} {
		if got := ReadAgent(agent).name(); got != want {
			t.Errorf("%q is %q", agent, got)
		}
	}
}
