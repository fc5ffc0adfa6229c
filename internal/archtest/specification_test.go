package archtest

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const readBack = "docs/specification.md"

var (
	// aPlace is a file in a cell, perhaps with what must occur in it.
	aPlace = regexp.MustCompile("`((?:cmd|demo|docs|internal|test|web)/[^`#]+)(?:#([^`]+))?`")
	// aCall is an operation of the API.
	aCall = regexp.MustCompile("`((?:GET|POST|DELETE) /[^` ]+)`")
	// aQuote is a string of the contract, which one of the files must hold.
	aQuote = regexp.MustCompile(`“([^”]+)”`)
	// aTitle is what a test of the web app is called, also one that is written once for many cases.
	aTitle = regexp.MustCompile("(?:\\b(?:test|it|describe)(?:\\.\\w+)*|\\))\\(\\s*(?:'([^'\n]*)'|\"([^\"\n]*)\"|`([^`]*)`)")
)

// aScreen is a screen of web/e2e/screens.spec.ts, by its name.
var aScreen = regexp.MustCompile(`\bname: '([^']+)'`)

// place is a file, and what must occur in it: a name, a literal, or the test of it.
type place struct{ file, holds string }

// entry is one item of the specification.
type entry struct {
	section, item         string
	implemented, shown    string
	implementedIn, tested []place
}

const entryHeader = "| item | implemented in | shown by |"

// readEntries gives the rows of every table of entries, and what is no row.
func readEntries(document string) (entries []entry, problems []string) {
	section, inside := "", false
	for line := range strings.Lines(document) {
		line = strings.TrimSpace(line)
		if title, is := strings.CutPrefix(line, "## "); is {
			section = title
		}
		switch {
		case line == entryHeader:
			inside = true
		case !strings.HasPrefix(line, "|"):
			inside = false
		case !inside || strings.HasPrefix(line, "| ---"):
		default:
			cells := strings.Split(strings.Trim(line, "|"), "|")
			if len(cells) != 3 {
				problems = append(problems, fmt.Sprintf("%s: a row has %d cells: %s", section, len(cells), line))
				continue
			}
			entries = append(entries, newEntry(section, cells))
		}
	}
	return entries, problems
}

func newEntry(section string, cells []string) entry {
	e := entry{
		section: section, item: strings.TrimSpace(cells[0]),
		implemented: strings.TrimSpace(cells[1]), shown: strings.TrimSpace(cells[2]),
	}
	e.implementedIn, e.tested = readPlaces(e.implemented), readPlaces(e.shown)
	return e
}

func readPlaces(cell string) (places []place) {
	for _, found := range aPlace.FindAllStringSubmatch(cell, -1) {
		places = append(places, place{found[1], found[2]})
	}
	return places
}

// judge says what of an entry is not true of the files, which are given by name.
func (e entry) judge(files map[string]string) (problems []string) {
	if e.item == "" {
		problems = append(problems, "a row has no item")
	}
	for cell, places := range map[string][]place{e.implemented: e.implementedIn, e.shown: e.tested} {
		if len(places) == 0 || strings.Contains(strings.ToLower(cell), "open") && !strings.Contains(cell, "`") {
			problems = append(problems, fmt.Sprintf("is open: %q names no place", cell))
		}
	}
	for _, p := range e.implementedIn {
		text, is := files[p.file]
		if !is || !strings.Contains(text, p.holds) {
			problems = append(problems, fmt.Sprintf("%s does not hold %q", p.file, p.holds))
		}
	}
	for _, p := range e.tested {
		if why := p.judgeTest(files); why != "" {
			problems = append(problems, why)
		}
	}
	for _, quote := range aQuote.FindAllStringSubmatch(e.item, -1) {
		if !slices.ContainsFunc(e.implementedIn, func(p place) bool { return strings.Contains(files[p.file], quote[1]) }) {
			problems = append(problems, fmt.Sprintf("none of its files says %q", quote[1]))
		}
	}
	return problems
}

// judgeTest says why a place is not the test it is said to be.
func (p place) judgeTest(files map[string]string) string {
	text, is := files[p.file]
	switch {
	case !is:
		return p.file + " is not there"
	case p.holds == "":
		return p.file + " is named without a test of it"
	case strings.HasSuffix(p.file, "_test.go"):
		for _, found := range aTest.FindAllStringSubmatch(text, -1) {
			if found[1] == p.holds {
				return ""
			}
		}
	case strings.HasPrefix(p.file, "web/e2e/screens"):
		for _, found := range aScreen.FindAllStringSubmatch(text, -1) {
			if found[1] == p.holds {
				return ""
			}
		}
	case strings.Contains(p.file, ".test.ts"), strings.HasSuffix(p.file, ".spec.ts"):
		for _, found := range aTitle.FindAllStringSubmatch(text, -1) {
			if strings.Contains(found[1]+found[2]+found[3], p.holds) {
				return ""
			}
		}
	}
	return fmt.Sprintf("%s has no test %q", p.file, p.holds)
}

// readRepository gives the text of every file in a folder, by name; what a catalogue breaks over several lines is joined.
func readRepository(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, name := range tracked(t) {
		if !strings.Contains(name, "/") {
			continue
		}
		content, err := os.ReadFile(filepath.Join(root(t), name))
		if os.IsNotExist(err) {
			continue // removed, and the removal not yet committed
		}
		if err != nil {
			t.Fatal(err)
		}
		text := string(content)
		if filepath.Ext(name) == ".po" {
			text = strings.ReplaceAll(strings.ReplaceAll(text, "\"\n\"", ""), `\"`, `"`)
		}
		files[name] = text
	}
	return files
}

// Every item that docs/specification.md lists names files that implement it and tests that show it, and all of them exist.
func TestTheSpecificationIsReadBack(t *testing.T) {
	files := readRepository(t)
	entries, problems := readEntries(files[readBack])
	for _, problem := range problems {
		t.Error(problem)
	}
	sections := map[string]int{}
	for _, e := range entries {
		sections[e.section]++
		for _, problem := range e.judge(files) {
			t.Errorf("%s, %s: %s", e.section, e.item, problem)
		}
	}
	for number := 1; number <= 9; number++ {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(sections)), func(title string) bool {
			return strings.HasPrefix(title, fmt.Sprintf("%d. ", number)) && sections[title] >= 5
		}) {
			t.Errorf("section %d has hardly an entry: the rule judged nothing", number)
		}
	}
}

// Every call of the API and every route of the app is told of, be it the specification's or beyond it, and no other.
func TestCallsAndRoutesAreReadBack(t *testing.T) {
	files := readRepository(t)
	told := map[string]bool{}
	for _, found := range aCall.FindAllStringSubmatch(files[readBack], -1) {
		told[found[1]] = true
	}
	calls := operations(t)
	for _, why := range differences(told, calls) {
		t.Error(why)
	}
	const routes = "web/src/app/routes/"
	seen := 0
	for name := range files {
		if !strings.HasPrefix(name, routes) {
			continue
		}
		seen++
		if !strings.Contains(files[readBack], "`"+name) {
			t.Errorf("%s does not tell of %s", readBack, name)
		}
	}
	if len(calls) < 100 || seen < 40 {
		t.Errorf("found %d calls and %d routes: the rule judged nothing", len(calls), seen)
	}
}

// Calls that docs/specification.md describes as made by other clients only are not made by the app.
func TestCallsForOtherClientsAreNotMadeByTheApp(t *testing.T) {
	files, judged := readRepository(t), 0
	for line := range strings.Lines(files[readBack]) {
		found := aCall.FindStringSubmatch(line)
		if found == nil || !strings.Contains(line, "for other clients") {
			continue
		}
		judged++
		_, path, _ := strings.Cut(found[1], " ")
		path, _, _ = strings.Cut(strings.TrimPrefix(path, "/api"), "{")
		for _, name := range callersOf(path, files) {
			t.Errorf("%s calls %s", name, found[1])
		}
	}
	if judged < 5 {
		t.Errorf("found %d calls for other clients: the rule judged nothing", judged)
	}
}

// callersOf returns the files of the app that name a path at the beginning of a string.
func callersOf(path string, files map[string]string) (names []string) {
	whole := regexp.MustCompile("['\"`]" + regexp.QuoteMeta(path) + "['\"`?]")
	if strings.HasSuffix(path, "/") {
		whole = regexp.MustCompile(regexp.QuoteMeta(path))
	}
	for name, text := range files {
		isApp := strings.HasPrefix(name, "web/src/") && !strings.HasPrefix(name, "web/src/api/generated/") && !strings.Contains(name, ".test.")
		if isApp && whole.MatchString(text) {
			names = append(names, name)
		}
	}
	return names
}

func TestCallsOfTheAppAreFound(t *testing.T) {
	files := map[string]string{
		"web/src/a.ts": "get('/menu')", "web/src/b.ts": "get(`/storage/settings/${key}.json`)", "web/src/c.ts": "get('/menus')",
		"web/src/d.test.ts": "get('/menu')", "web/src/api/generated/e.ts": "url: '/menu'",
	}
	for path, want := range map[string][]string{"/menu": {"web/src/a.ts"}, "/storage/settings/": {"web/src/b.ts"}, "/pages": nil} {
		if got := callersOf(path, files); !slices.Equal(got, want) {
			t.Errorf("%s is called by %q, want %q", path, got, want)
		}
	}
}

func differences(told, calls map[string]bool) (problems []string) {
	for _, call := range slices.Sorted(maps.Keys(calls)) {
		if !told[call] {
			problems = append(problems, call+" is not told of")
		}
	}
	for _, call := range slices.Sorted(maps.Keys(told)) {
		if !calls[call] {
			problems = append(problems, call+" is told of, and is no call")
		}
	}
	return problems
}

// operations are the calls of the OpenAPI document.
func operations(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), "web/openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	calls := map[string]bool{}
	for path, methods := range document.Paths {
		for method := range methods {
			calls[strings.ToUpper(method)+" "+path] = true
		}
	}
	return calls
}

// unknownDate matches the date of section 9 whose purpose is not known, in the forms of texts, Go, TypeScript and Unix time.
var unknownDate = regexp.MustCompile(`2022(?:-?0?8-?0?1|, ?(?:7|8|time\.August), ?1)(?:\D|$)|16593120{3}`)

// docs/specification.md says that nothing has the date whose purpose is not known.
func TestNothingHasTheUnknownDate(t *testing.T) {
	judged := 0
	eachText(t, func(name, text string) {
		judged++
		if found := unknownDate.FindString(text); found != "" && name != readBack {
			t.Errorf("%s has %q: describe its purpose in %s, or leave it out", name, found, readBack)
		}
	})
	if judged < 1000 {
		t.Errorf("judged %d files", judged)
	}
}

func TestTheUnknownDateIsFound(t *testing.T) {
	for _, text := range []string{"202208" + "01", "since 2022-8" + "-1.", "2022-08-" + "01T00:00:00Z", "time.Date(2022, time.August, " + "1, 0", "Date.UTC(2022, 7, " + "1)", "165931" + "2000000"} {
		if !unknownDate.MatchString(text) {
			t.Errorf("%q passes", text)
		}
	}
	for _, text := range []string{"2022-08-11", "2022-08-02", "2022, 7, 12"} {
		if found := unknownDate.FindString(text); found != "" {
			t.Errorf("%q is reported in %q", found, text)
		}
	}
}

func TestEntriesThatAreNotTrueAreFound(t *testing.T) {
	files := map[string]string{
		"internal/a/a.go":           "func Here() {}\nconst said = \"Wrong code\"",
		"internal/a/a_test.go":      "func TestHere(t *testing.T) {}",
		"web/src/a.test.ts":         "it('is here', () => {});\nit.each([1, 2])('counts %s', () => {});",
		"web/e2e/a.spec.ts":         "test(`is here (${language})`, async () => {});",
		"web/src/no-test-at-all.ts": "it('is here')",
	}
	const good, goTest = "`internal/a/a.go#Here`", "`internal/a/a_test.go#TestHere`"
	for row, want := range map[string]int{
		"| it | " + good + " | " + goTest + " |":                                        0,
		"| it | `internal/a/a.go` | `web/src/a.test.ts#is here` |":                      0,
		"| it | " + good + ", " + good + " | `web/src/a.test.ts#counts %s` |":           0,
		"| “Wrong code” | " + good + " | `web/e2e/a.spec.ts#is here` |":                 0,
		"| “Another” | " + good + " | " + goTest + " |":                                 1,
		"| it | `internal/a/gone.go` | " + goTest + " |":                                1,
		"| it | `internal/a/a.go#Gone` | " + goTest + " |":                              1,
		"| it | " + good + " | `internal/a/a_test.go#TestHer` |":                        1,
		"| it | " + good + " | `internal/a/a_test.go` |":                                1,
		"| it | " + good + " | `web/src/a.test.ts#is gone` |":                           1,
		"| it | " + good + " | `web/src/no-test-at-all.ts#is here` |":                   1,
		"| it | " + good + " | `web/e2e/a.spec.ts#is here`, `web/e2e/gone.spec.ts#x` |": 1,
		"| it | " + good + " | |":                                                       1,
		"| it | open | " + goTest + " |":                                                1,
		"|  | " + good + " | " + goTest + " |":                                          1,
		"| it | " + good + " |":                                                         1,
	} {
		entries, problems := readEntries("## 1. A section\n\n" + entryHeader + "\n| --- | --- | --- |\n" + row + "\n")
		for _, e := range entries {
			problems = append(problems, e.judge(files)...)
		}
		if len(problems) != want {
			t.Errorf("%s: %q, want %d", row, problems, want)
		}
	}
}

func TestCallsThatDifferAreFound(t *testing.T) {
	told, calls := map[string]bool{"GET /a": true, "GET /gone": true}, map[string]bool{"GET /a": true, "POST /new": true}
	want := []string{"POST /new is not told of", "GET /gone is told of, and is no call"}
	if got := differences(told, calls); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
