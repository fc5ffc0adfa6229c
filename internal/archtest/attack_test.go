package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	namedTest = regexp.MustCompile("`([a-z0-9]+)\\.((?:Test|Fuzz)\\w+)`")
	namedFile = regexp.MustCompile("`(web/[^` ]+)`")
	aTest     = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
)

// shown is what a document says shows something.
type shown struct{ tests, files []string }

func readShown(document string) (s shown) {
	for _, found := range namedTest.FindAllStringSubmatch(document, -1) {
		s.tests = append(s.tests, found[1]+"."+found[2])
	}
	for _, found := range namedFile.FindAllStringSubmatch(document, -1) {
		s.files = append(s.files, found[1])
	}
	return s
}

// missing is what of it there is not.
func (s shown) missing(tests, files []string) (names []string) {
	for _, name := range s.tests {
		if !slices.Contains(tests, name) {
			names = append(names, name)
		}
	}
	for _, name := range s.files {
		if !slices.Contains(files, name) {
			names = append(names, name)
		}
	}
	return names
}

// Every attack that docs/SECURITY.md lists, and every invariant and fault of docs/RELIABILITY.md, names tests, and each
// of them exists.
func TestAttacksAreTried(t *testing.T) { judgeShown(t, "docs/SECURITY.md", 5) }
func TestFaultsAreTried(t *testing.T)  { judgeShown(t, "docs/RELIABILITY.md", 0) }

func TestNoFaultHasTwoRows(t *testing.T) {
	for _, name := range []string{"docs/SECURITY.md", "docs/RELIABILITY.md"} {
		text, err := os.ReadFile(filepath.Join(root(t), name))
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range repeatedRows(string(text)) {
			t.Errorf("%s has two rows for %s", name, row)
		}
	}
}

// Every pair of docs/LIFECYCLES.md names tests.
func TestLifecyclesAreTried(t *testing.T) { judgeShown(t, "docs/LIFECYCLES.md", 0) }

func judgeShown(t *testing.T, name string, leastFiles int) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), name))
	if err != nil {
		t.Fatal(err)
	}
	document, files := string(text), tracked(t)
	s := readShown(document)
	if len(s.tests) < 50 || len(s.files) < leastFiles {
		t.Fatalf("found %d tests and %d files: the rule judged nothing", len(s.tests), len(s.files))
	}
	for _, missing := range s.missing(testsOf(t, files), files) {
		t.Errorf("%s names %s, which is not there", name, missing)
	}
	for row := range strings.Lines(document) {
		if cells := strings.Split(row, "|"); len(cells) > 3 && !strings.Contains(cells[2], "tried in") && !strings.Contains(cells[2], "---") &&
			len(readShown(cells[2]).tests)+len(readShown(cells[2]).files) == 0 {
			t.Errorf("nothing shows %s", strings.TrimSpace(cells[1]))
		}
	}
}

// repeatedRows lists the first cells that two rows of a document share. Two branches that mend one
// fault may each add a row.
func repeatedRows(document string) (repeated []string) {
	seen := map[string]bool{}
	for row := range strings.Lines(document) {
		cells := strings.Split(row, "|")
		if len(cells) <= 3 || len(readShown(cells[2]).tests)+len(readShown(cells[2]).files) == 0 {
			continue
		}
		fault := strings.TrimSpace(cells[1])
		if seen[fault] {
			repeated = append(repeated, fault)
		}
		seen[fault] = true
	}
	return repeated
}

func TestRepeatedRowsAreFound(t *testing.T) {
	got := repeatedRows("| one | `api.TestOne` | kind |\n| two | `api.TestOne` | kind |\n| one | `api.TestTwo` | kind |\n| --- | --- | --- |\n| --- | --- | --- |\n")
	if !slices.Equal(got, []string{"one"}) {
		t.Errorf("repeated: %v", got)
	}
}

// testsOf lists the tests in files, each after its folder.
func testsOf(t *testing.T, files []string) (tests []string) {
	t.Helper()
	for _, name := range files {
		top, _, _ := strings.Cut(name, "/")
		if !slices.Contains([]string{"cmd", "internal", "test"}, top) || !strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(filepath.Join(root(t), name))
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range aTest.FindAllStringSubmatch(string(source), -1) {
			tests = append(tests, filepath.Base(filepath.Dir(name))+"."+found[1])
		}
	}
	return tests
}

func TestMissingTestsAreFound(t *testing.T) {
	s := readShown("| an attack | `api.TestOne`, `api.TestTwo`, `web/e2e/a.spec.ts`, `web/e2e/b.spec.ts` |")
	got := s.missing([]string{"api.TestOne", "account.TestTwo"}, []string{"web/e2e/a.spec.ts"})
	if want := []string{"api.TestTwo", "web/e2e/b.spec.ts"}; !slices.Equal(got, want) {
		t.Errorf("missing: %v, want %v", got, want)
	}
}
