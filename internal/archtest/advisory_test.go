package archtest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
	modpath "golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// advisory is one published fault: every version of the package below fixed has it.
type advisory struct{ ecosystem, name, fixed, id string }

// pin is one version of a package that the project is built or tested with, and the file that says so.
type pin struct{ ecosystem, name, version, file string }

// readAdvisories reads the lines of scripts/advisories.tsv.
func readAdvisories(text string) (list []advisory, err error) {
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		cells := strings.Split(lines.Text(), "\t")
		if len(cells) != 4 || !semver.IsValid("v"+cells[2]) {
			return nil, fmt.Errorf("%q is no advisory", lines.Text())
		}
		list = append(list, advisory{cells[0], cells[1], cells[2], cells[3]})
	}
	return list, lines.Err()
}

// concerns reports whether an advisory is about the package of a pin. A Go module of another major version is the same package:
// its path differs by the suffix, and the versions are in one order.
func (a advisory) concerns(p pin) bool {
	name, _, _ := modpath.SplitPathVersion(a.name)
	pinned, _, _ := modpath.SplitPathVersion(p.name)
	return a.ecosystem == p.ecosystem && name == pinned
}

// findFaulty lists the pins that have a published fault.
func findFaulty(pins []pin, advisories []advisory) (faulty []string) {
	for _, p := range pins {
		for _, a := range advisories {
			if a.concerns(p) && semver.Compare("v"+p.version, "v"+a.fixed) < 0 {
				faulty = append(faulty, fmt.Sprintf("%s: %s %s has %s, fixed in %s", p.file, p.name, p.version, a.id, a.fixed))
			}
		}
	}
	return faulty
}

func readGoPins(name string, text []byte) (pins []pin, err error) {
	file, err := modfile.Parse(name, text, nil)
	if err != nil {
		return nil, err
	}
	pins = append(pins, pin{"go", "stdlib", file.Go.Version, name})
	for _, required := range file.Require {
		pins = append(pins, pin{"go", required.Mod.Path, strings.TrimPrefix(required.Mod.Version, "v"), name})
	}
	return pins, nil
}

func readNPMPins(name string, text []byte) (pins []pin, err error) {
	var lock struct {
		Packages map[string]struct {
			Version string `json:"version"`
		} `json:"packages"`
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		return nil, err
	}
	for folder, installed := range lock.Packages {
		if _, dependency, nested := cutLast(folder, "node_modules/"); nested {
			pins = append(pins, pin{"npm", dependency, installed.Version, name})
		}
	}
	return pins, nil
}

func cutLast(s, separator string) (before, after string, found bool) {
	i := strings.LastIndex(s, separator)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(separator):], true
}

// No version that go.mod or a lock file pins is one of which scripts/advisories.tsv tells a fault.
func TestNoPinHasAPublishedFault(t *testing.T) {
	list, err := os.ReadFile(filepath.Join(root(t), "scripts/advisories.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	advisories, err := readAdvisories(string(list))
	if err != nil {
		t.Fatal(err)
	}
	var pins []pin
	for _, name := range tracked(t) {
		read := map[string]func(string, []byte) ([]pin, error){"go.mod": readGoPins, "package-lock.json": readNPMPins}[filepath.Base(name)]
		if read == nil {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root(t), name))
		if err != nil {
			t.Fatal(err)
		}
		more, err := read(name, text)
		if err != nil || len(more) < 5 {
			t.Fatalf("%s: %d pins, %v", name, len(more), err)
		}
		pins = append(pins, more...)
	}
	for _, faulty := range findFaulty(pins, advisories) {
		t.Error(faulty)
	}
	for _, a := range advisories {
		if !slices.ContainsFunc(pins, a.concerns) {
			t.Errorf("%s has a line in scripts/advisories.tsv and is not pinned", a.name)
		}
	}
}

func TestFaultyPinsAreFound(t *testing.T) {
	advisories, err := readAdvisories("# comment\ngo\texample.org/a\t1.2.0\tCVE-1\nnpm\tb\t2.0.0\tGHSA-2\ngo\texample.org/c/v3\t3.1.0\tCVE-3\n")
	if err != nil {
		t.Fatal(err)
	}
	faulty := findFaulty([]pin{
		{"go", "example.org/a", "1.1.9", "go.mod"},
		{"go", "example.org/a", "1.2.0", "go.mod"},
		{"go", "example.org/a", "1.2.0-rc.1", "go.mod"},
		{"npm", "b", "1.9.9", "package-lock.json"},
		{"npm", "b", "2.0.0", "package-lock.json"},
		{"go", "b", "1.0.0", "go.mod"},
		{"go", "example.org/a/v2", "2.0.0", "go.mod"},
		{"go", "example.org/c/v2", "2.0.9", "go.mod"},
	}, advisories)
	if len(faulty) != 4 {
		t.Errorf("found %q, want four", faulty)
	}
	if _, err := readAdvisories("go\texample.org/a\tsoon\tCVE-1\n"); err == nil {
		t.Error("a version that is none was read")
	}
}
