package zone

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestDataNamesItsReleaseAndItsSource(t *testing.T) {
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "America"), 0o750); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"tzdata.zi": "# version 2026c\nR x\n", "America/Toronto": "TZif"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	zip := filepath.Join(folder, "zones.zip")
	if err := os.WriteFile(zip, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	empty := t.TempDir()
	for _, c := range []struct {
		named   string
		folders []string
		want    Data
	}{
		{folder, nil, Data{"2026c", folder}},
		{"", []string{empty, folder}, Data{"2026c", folder}},
		{zip, []string{folder}, Data{"unknown", zip}},
		{"", []string{empty, "/nowhere"}, Data{embedded, "embedded"}},
	} {
		if got := findData(c.named, c.folders); got != c.want {
			t.Errorf("%q, %v: %+v", c.named, c.folders, got)
		}
	}
	now := time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)
	for version, old := range map[string]bool{"2026c": false, "2025b": true, "unknown": true, "2027a": false} {
		if got := (Data{Version: version}).IsOld(now); got != old {
			t.Errorf("%s is old: %v", version, got)
		}
	}
}

func TestTheEmbeddedReleaseIsThatOfGo(t *testing.T) {
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "update.bash"))
	if err != nil {
		t.Skip("this Go installation has no lib/time")
	}
	if found := regexp.MustCompile(`(?m)^DATA=(\w+)$`).FindSubmatch(script); found == nil || string(found[1]) != embedded {
		t.Errorf("Go carries %q, this package says %s", found, embedded)
	}
}

func TestAbbreviationsInBothLanguages(t *testing.T) {
	for name, want := range map[string][2]string{
		"America/Toronto": {"EST", "HNE"}, "America/Halifax": {"AST", "HNA"}, "America/St_Johns": {"NST", "HNT"}, "UTC": {"UTC", "UTC"},
		"America/Sao_Paulo": {"UTC−3", "UTC−3"}, "Asia/Kolkata": {"IST", "UTC+5:30"}, "America/Anchorage": {"AKST", "UTC−9"}, "Europe/London": {"GMT", "UTC"},
	} {
		loc, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		winter := time.Date(2026, 1, 15, 19, 0, 0, 0, loc)
		if got := [2]string{Abbreviation("en", winter), Abbreviation("fr", winter)}; got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	summer := time.Date(2026, 7, 1, 19, 0, 0, 0, time.UTC)
	for alias, french := range map[string]string{"EST": "HAE", "CST": "HAC", "MST": "HAR", "PST": "HAP", "AST": "HAA", "NST": "HAT"} {
		loc, err := Load(alias)
		if err != nil {
			t.Fatal(err)
		}
		if got := Abbreviation("fr", summer.In(loc)); got != french {
			t.Errorf("%s in summer: %s", alias, got)
		}
	}
}
