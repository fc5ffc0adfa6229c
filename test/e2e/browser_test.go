//go:build e2e

package e2e

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/test/stage"
)

// browserLimit bounds one run of all browser journeys on one engine.
const browserLimit = 45 * time.Minute

// playing are the journeys that play what the server recorded.
func playing() []string { return []string{"e2e/live/", "e2e/library.spec.ts"} }

// accessChanging are the journeys in which access changes while a game plays.
const accessChanging = "e2e/live/bought.spec.ts"

// sending are the journeys that publish their own stream. They do not depend on the database.
func sending() []string { return append(playerJourneys(), "e2e/clips/") }

// playerJourneys are the journeys of sending about the player.
func playerJourneys() []string {
	return []string{"e2e/player.spec.ts", "e2e/from-start.spec.ts", "e2e/preroll.spec.ts", "e2e/listen.spec.ts"}
}

// looking are the journeys that look at every screen, also before the app is there and with what an attacker wrote, and at the
// example channels.
func looking() []string {
	return []string{"e2e/screens", "e2e/examples", "e2e/shell/skeleton.spec.ts", "e2e/hostile.spec.ts"}
}

// TestScreens opens every screen, by turns in both languages, in windows of six sizes and in forced colours. Each example
// channel is opened in one language, and what an attacker wrote is read in English.
func TestScreens(t *testing.T) {
	const inOtherLanguage = `--grep-invert=examples\.spec.*(fr at 390.*boreale|en at 1440.*ironbell)|hostile\.spec.* in fr\b`
	t.Run("sqlite", func(t *testing.T) {
		openBrowser(t, openCopy(t, db.SQLite)).run(t, append([]string{inOtherLanguage}, looking()...))
	})
}

// slow are the journeys on slow lines, which need a live game in smaller sizes.
func slow() []string { return []string{"e2e/slow/"} }

// TestPlayback follows a fan in Debian's Chromium: finds a game, signs up, watches live, rewinds, watches on demand.
func TestPlayback(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		plays(t, db.SQLite, []string{"e2e/live/journey.spec.ts"})
	})
}

// TestJourneys runs the other journeys of web/e2e that play video, in two groups of similar length that run in parallel with
// TestBrowserOnPostgres. The player gets the same from both databases. Journeys in two languages run in one, by turns.
// TestSoakPlayback runs all of them in both languages.
func TestJourneys(t *testing.T) {
	t.Parallel()
	for name, which := range map[string][]string{
		"player": append([]string{
			`--grep-invert=preroll\..* fr .*is shown once|listening, en|player in (fr .*shows a slate|en .*has no accessibility)`,
		}, playerJourneys()...),
		"others": append([]string{
			`--grep-invert=live/(journey|bought)\.|live/(places|sponsors|film)\..*\bfr\b|` +
				`clips in en .*keep nobody out|key moments, (fr .*are followed|en .*that are close)`,
			"e2e/clips/",
		}, playing()...),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			t.Run("sqlite", func(t *testing.T) { plays(t, db.SQLite, which) })
		})
	}
}

// plays runs journeys one after the other on a copy of the prepared demo of an engine.
func plays(t *testing.T, engine db.Engine, which []string) {
	t.Helper()
	openBrowser(t, openOneGame(t, engine)).run(t, append([]string{"--workers=1"}, which...))
}

// TestBrowser runs the other journeys, three at a time, but for those about purchases.
func TestBrowser(t *testing.T) {
	t.Parallel()
	inOtherLanguage := "--grep-invert=" + strings.Join(skippedLanguages(), "|")
	goJourneys(t, db.SQLite, append([]string{inOtherLanguage}, journeysBut(t, append(notBrowsing(), buying))...))
}

// skippedLanguages are patterns of journeys in a language in which TestBrowser does not run them. It runs journeys about accounts
// in English, and others by turns. TestSoakBrowser runs all in both languages.
func skippedLanguages() []string {
	return []string{
		`account/(?!.*\ben\b).*\bfr\b`,
		`shell/account\.spec.* fr .*(registering|a visitor)`, `shell/account\.spec.* en .*(a form says|log in, wrong)`,
		`offline \(fr\).*a tab opens`, `offline \(en\).*a page that is loaded`,
		`search\.spec.*(suggestions|what finds).*\(fr\)`, `search\.spec.*results.*\(en\)`,
		`watch in fr at 390`,
	}
}

// TestBrowserOnPostgres runs the journeys about purchases, which use the database most, two at a time. Those in two languages
// run in French. The journeys in which access changes while a game plays follow, one at a time.
func TestBrowserOnPostgres(t *testing.T) {
	t.Parallel()
	t.Run("purchases", func(t *testing.T) {
		goJourneys(t, db.Postgres, []string{"--workers=2", `--grep-invert=(?<!, )\ben\b(?!, fr)`, buying})
	})
	t.Run("playing", func(t *testing.T) {
		t.Run("postgres", func(t *testing.T) { plays(t, db.Postgres, []string{accessChanging}) })
	})
}

// buying are the journeys about purchases.
const buying = "e2e/commerce/"

// notBrowsing are the journeys outside TestBrowser and TestBrowserOnPostgres.
func notBrowsing() []string {
	return slices.Concat(looking(), playing(), sending(), slow())
}

// goJourneys runs journeys on a copy of the prepared demo of an engine, or those that specsVariable names.
func goJourneys(t *testing.T, engine db.Engine, which []string) {
	t.Helper()
	if only := os.Getenv(specsVariable); only != "" {
		which = strings.Fields(only)
	}
	t.Run(string(engine), func(t *testing.T) { openBrowser(t, openOneGame(t, engine)).run(t, which) })
}

// openOneGame starts a copy of the prepared demo of an engine, in which the demo channel alone has a live game.
func openOneGame(t *testing.T, engine db.Engine) *scene {
	t.Helper()
	d := copyDemo(t, engine)
	d.oneGame = true
	return startDemo(t, d)
}

// specsVariable names the only journeys to run, while working on some: "e2e/faq e2e/watch".
const specsVariable = "GRANDSTAND_SPECS"

// browser is a demo with all that journeys need around it.
type browser struct {
	env   []string
	limit time.Duration // of one run
}

// openBrowser prepares journeys on a demo that runs.
func openBrowser(t *testing.T, s *scene) browser {
	t.Helper()
	env := []string{
		"GRANDSTAND_URL=" + s.server.URL, "GRANDSTAND_ADMIN_URL=" + s.server.Admin, "GRANDSTAND_STAGE=" + controlStage(t, s),
		"GRANDSTAND_SOCIAL=" + s.seedSocial(t), memberVariable + "=" + memberSecret,
	}
	if s.dsn == "" {
		env = append(env, "GRANDSTAND_HOSTILE="+strings.Join(s.seedHostile(t), ","), "GRANDSTAND_GUARDED="+s.seedGuarded(t))
	}
	return browser{env, browserLimit}
}

// run has Playwright run journeys, each of which becomes a subtest.
func (b browser) run(t *testing.T, which []string) {
	t.Helper()
	report, failed := runPlaywright(t, which, b)
	if len(report.Suites) == 0 {
		t.Fatal("no journey ran")
	}
	for _, suite := range report.Suites {
		suite.judge(t)
	}
	if failed != nil && !t.Failed() {
		t.Errorf("no journey failed, and yet Playwright ended with %v", failed)
	}
}

// journeysBut returns every file of journeys outside the given paths. A new file is included by itself.
func journeysBut(t *testing.T, others []string) []string {
	t.Helper()
	root, err := stage.Root()
	if err != nil {
		t.Fatal(err)
	}
	web := filepath.Join(root, "web")
	found, err := filepath.Glob(filepath.Join(web, "e2e", "*.spec.ts"))
	if err != nil {
		t.Fatal(err)
	}
	inFolders, err := filepath.Glob(filepath.Join(web, "e2e", "*", "*.spec.ts"))
	if err != nil {
		t.Fatal(err)
	}
	var rest []string
	for _, file := range append(found, inFolders...) {
		name, err := filepath.Rel(web, file)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(others, func(other string) bool { return strings.HasPrefix(name, other) }) {
			rest = append(rest, name)
		}
	}
	return rest
}

// playwrightReport is the part of Playwright's JSON report that is judged here.
type playwrightReport struct {
	Suites []playwrightSuite `json:"suites"`
	Errors []playwrightError `json:"errors"`
}

type playwrightSuite struct {
	Title  string            `json:"title"`
	Suites []playwrightSuite `json:"suites"`
	Specs  []playwrightSpec  `json:"specs"`
}

type playwrightSpec struct {
	Title string `json:"title"`
	OK    bool   `json:"ok"`
	Tests []struct {
		Results []struct {
			Status      string                 `json:"status"`
			Errors      []playwrightError      `json:"errors"`
			Attachments []playwrightAttachment `json:"attachments"`
		} `json:"results"`
	} `json:"tests"`
}

type playwrightAttachment struct {
	Name string `json:"name"`
	Path string `json:"path"`
}

type playwrightError struct {
	Message string `json:"message"`
}

// runPlaywright returns Playwright's report, and its exit error if it failed.
func runPlaywright(t *testing.T, which []string, b browser) (playwrightReport, error) {
	t.Helper()
	root, err := stage.Root()
	if err != nil {
		t.Fatal(err)
	}
	record := filepath.Join(t.TempDir(), "playwright.json")
	pictures := filepath.Join(root, "artifacts", "playwright", strings.ReplaceAll(t.Name(), "/", "-")) // of failures; emptied first
	args := append([]string{
		filepath.Join("node_modules", ".bin", "playwright"), "test", "-c", "e2e/playwright.config.ts",
		"--reporter=list,json", "--output=" + pictures,
	}, which...)
	cmd := exec.CommandContext(within(t, b.limit), "node", args...)
	// On timeout the whole process group is killed. Otherwise the browsers would survive and keep the output open.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Dir = filepath.Join(root, "web")
	cmd.Env = append(append(os.Environ(), "PLAYWRIGHT_JSON_OUTPUT_NAME="+record, "NO_COLOR=1"), b.env...)
	out, runErr := cmd.CombinedOutput()
	t.Logf("%s", out)
	var exit *exec.ExitError
	if runErr != nil && !errors.As(runErr, &exit) {
		t.Fatal(runErr)
	}
	text, err := os.ReadFile(record)
	if err != nil {
		t.Fatalf("Playwright made no report: %v", err)
	}
	var report playwrightReport
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatal(err)
	}
	for _, e := range report.Errors {
		t.Error(e.Message)
	}
	return report, runErr
}

// judge gives every journey a subtest, so that they are counted like all others.
func (s playwrightSuite) judge(t *testing.T) {
	t.Run(s.Title, func(t *testing.T) {
		for _, spec := range s.Specs {
			t.Run(spec.Title, spec.judge)
		}
		for _, inner := range s.Suites {
			inner.judge(t)
		}
	})
}

func (s playwrightSpec) judge(t *testing.T) {
	if s.passed() {
		for _, message := range s.firstErrors() {
			t.Logf("flaky journey: it passed only at the second try; the first failed with: %s", message) // test/suite looks for this
		}
		return
	}
	for _, test := range s.Tests {
		for _, result := range test.Results {
			for _, a := range result.Attachments {
				a.show(t)
			}
			// The reason is logged last: readers of a long log look at its end.
			t.Logf("status: %s", result.Status)
			for _, e := range result.Errors {
				t.Log(e.Message)
			}
		}
	}
	t.Fail()
}

// firstErrors returns the errors of each try that a later try made good.
func (s playwrightSpec) firstErrors() (messages []string) {
	for _, test := range s.Tests {
		for _, result := range test.Results {
			if result.Status != "passed" && len(result.Errors) == 0 {
				messages = append(messages, result.Status)
			}
			for _, e := range result.Errors {
				messages = append(messages, e.Message)
			}
		}
	}
	return messages
}

// show logs what a page held when its journey failed. The screenshot stays on the machine that ran it.
func (a playwrightAttachment) show(t *testing.T) {
	if a.Name != "error-context" {
		return
	}
	text, err := os.ReadFile(a.Path)
	if err != nil {
		t.Log(err)
		return
	}
	if _, page, found := strings.Cut(string(text), "# Page snapshot"); found {
		page, _, _ = strings.Cut(page, "# Test source")
		t.Logf("the page:%s", page)
	}
}

// passed reports whether a journey ran and passed. Playwright also calls a journey ok that it skipped or did not reach.
func (s playwrightSpec) passed() bool {
	for _, test := range s.Tests {
		if len(test.Results) == 0 || test.Results[len(test.Results)-1].Status != "passed" {
			return false
		}
	}
	return s.OK && len(s.Tests) > 0
}

// A journey that does not run proves nothing.
func TestOnlyJourneysThatRanPass(t *testing.T) {
	t.Parallel()
	for report, want := range map[string]bool{
		`{"ok":true,"tests":[{"results":[{"status":"passed"}]}]}`:                        true,
		`{"ok":true,"tests":[{"results":[{"status":"passed"}]},{"results":[]}]}`:         false,
		`{"ok":true,"tests":[{"results":[]}]}`:                                           false,
		`{"ok":true,"tests":[{"results":[{"status":"skipped"}]}]}`:                       false,
		`{"ok":true,"tests":[]}`:                                                         false,
		`{"ok":false,"tests":[{"results":[{"status":"failed"},{"status":"timedOut"}]}]}`: false,
		`{"ok":true,"tests":[{"results":[{"status":"failed"},{"status":"passed"}]}]}`:    true,
	} {
		var spec playwrightSpec
		if err := json.Unmarshal([]byte(report), &spec); err != nil {
			t.Fatal(err)
		}
		if spec.passed() != want {
			t.Errorf("%s: passed is %v", report, !want)
		}
	}
}

func TestAFlakyJourneyTellsItsFirstError(t *testing.T) {
	t.Parallel()
	for report, want := range map[string]string{
		`{"tests":[{"results":[{"status":"passed"}]}]}`:                                                        "",
		`{"tests":[{"results":[{"status":"failed","errors":[{"message":"no button"}]},{"status":"passed"}]}]}`: "no button",
		`{"tests":[{"results":[{"status":"timedOut"},{"status":"passed"}]}]}`:                                  "timedOut",
	} {
		var spec playwrightSpec
		if err := json.Unmarshal([]byte(report), &spec); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(spec.firstErrors(), ", "); got != want {
			t.Errorf("%s: got %q, want %q", report, got, want)
		}
	}
}
