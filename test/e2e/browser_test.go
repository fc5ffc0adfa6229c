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

	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/test/stage"
)

// browserLimit bounds one run of all browser journeys on one engine.
const browserLimit = 45 * time.Minute

// playing are the journeys that play what the server recorded.
func playing() []string { return []string{"e2e/live/", "e2e/library.spec.ts"} }

// sending are the journeys that play a stream which the journey itself sends, those about the player and others: no
// server's database has a part in it.
func sending() (player, others []string) {
	return []string{"e2e/player.spec.ts"}, []string{"e2e/clips/", "e2e/preroll.spec.ts"}
}

// TestPlayback goes the way of a fan of live games in Debian's Chromium: found, signed up for, watched live, rewound, and
// watched on demand.
func TestPlayback(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) { plays(t, "", []string{"e2e/live/journey.spec.ts"}) })
}

// TestJourneys runs all other journeys of web/e2e that play video, in two lines that take about as long as one another:
// decoding takes a processor. Each journey is gone on one engine, those in two languages in one of them, as players play
// the same from either; TestSoakPlayback has them all on both.
func TestJourneys(t *testing.T) {
	t.Parallel()
	player, others := sending()
	t.Run("first", func(t *testing.T) {
		t.Parallel()
		t.Run("sqlite", func(t *testing.T) {
			plays(t, "", append([]string{`--grep-invert=live/(journey|bought)\.|live/(places|sponsors|film)\..*\bfr\b`}, playing()...))
		})
		t.Run("player", func(t *testing.T) { plays(t, "", player) })
	})
	t.Run("second", func(t *testing.T) {
		t.Parallel()
		t.Run("postgres", func(t *testing.T) {
			plays(t, dbtest.PostgresDSN(t), []string{`--grep=live/(journey|bought)\.|live/(places|sponsors|film)\..*\bfr\b`, "e2e/live/"})
		})
		t.Run("others", func(t *testing.T) { plays(t, "", others) })
	})
}

// plays runs journeys one after the other on a demo of their own.
func plays(t *testing.T, dsn string, which []string) {
	t.Helper()
	openBrowser(t, dsn).run(t, append([]string{"--workers=1"}, which...))
}

// TestBrowser runs the other journeys, three at a time. Those in account/ and commerce/ that exist in two languages run in
// English on the first engine and in French on the second, as what a database does is the same in both. The second engine
// runs nothing else: other journeys bring answers of their own, look at screens, or mostly wait (@once).
func TestBrowser(t *testing.T) {
	t.Parallel()
	player, others := sending()
	engines(t, func(t *testing.T, dsn string) {
		which := append([]string{`--grep-invert=(account|commerce)/(?!.*\ben\b).*\bfr\b`}, journeysBut(t, slices.Concat(playing(), player, others))...)
		if dsn != "" {
			which = []string{`--grep-invert=@once|(?<!, )\ben\b(?!, fr)`, "e2e/account/", "e2e/commerce/"}
		}
		if only := os.Getenv(specsVariable); only != "" {
			which = strings.Fields(only)
		}
		openBrowser(t, dsn).run(t, which)
	})
}

// specsVariable names the only journeys to run, while working on some: "e2e/faq e2e/watch".
const specsVariable = "GRANDSTAND_SPECS"

// browser is a demo with all that journeys need around it.
type browser struct {
	env []string
}

func openBrowser(t *testing.T, dsn string) browser {
	t.Helper()
	s := open(t, dsn)
	env := []string{
		"GRANDSTAND_URL=" + s.server.URL, "GRANDSTAND_ADMIN_URL=" + s.server.Admin, "GRANDSTAND_STAGE=" + controlStage(t, s),
		"GRANDSTAND_SOCIAL=" + s.seedSocial(t), memberVariable + "=" + memberSecret,
	}
	if dsn == "" {
		env = append(env, "GRANDSTAND_HOSTILE="+strings.Join(s.seedHostile(t), ","), "GRANDSTAND_GUARDED="+s.seedGuarded(t))
	}
	return browser{env}
}

// run has Playwright run journeys, each of which becomes a subtest.
func (b browser) run(t *testing.T, which []string) {
	t.Helper()
	report, failed := runPlaywright(t, which, b.env)
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

// journeysBut are all files of journeys and folders with some but the given ones, so that none is forgotten.
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

// runPlaywright gives what Playwright reports, and how it ended when that was not well.
func runPlaywright(t *testing.T, which, env []string) (playwrightReport, error) {
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
	cmd := exec.CommandContext(within(t, browserLimit), "node", args...)
	// A run out of time ends as a whole: Playwright alone would leave the browsers, and these the output open.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Dir = filepath.Join(root, "web")
	cmd.Env = append(append(os.Environ(), "PLAYWRIGHT_JSON_OUTPUT_NAME="+record, "NO_COLOR=1"), env...)
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
	if s.OK && !s.skipped() {
		return
	}
	for _, test := range s.Tests {
		for _, result := range test.Results {
			for _, a := range result.Attachments {
				a.show(t)
			}
			// The reason is logged last: who reads only the end of a long log finds it there.
			t.Logf("status: %s", result.Status)
			for _, e := range result.Errors {
				t.Log(e.Message)
			}
		}
	}
	t.Fail()
}

// show logs what a page held when its journey failed: a picture of it stays behind on the machine that ran.
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

// skipped counts as failed: a journey that does not run proves nothing.
func (s playwrightSpec) skipped() bool {
	for _, test := range s.Tests {
		for _, result := range test.Results {
			if strings.EqualFold(result.Status, "skipped") {
				return true
			}
		}
	}
	return false
}
