//go:build e2e

package e2e

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

// browserLimit bounds one run of all browser journeys on one engine.
const browserLimit = 30 * time.Minute

// TestBrowser runs the journeys of web/e2e in Debian's Chromium against a demo of its own, once per engine: those that play
// video one after the other, as decoding takes the whole machine, the rest three at a time. On the second engine only those in
// live/, shell/ and account/ run, but for what is tagged @once: the others bring answers of their own, look at screens, or
// mostly wait.
func TestBrowser(t *testing.T) {
	engines(t, func(t *testing.T, dsn string) {
		s := open(t, dsn)
		control := controlStage(t, s)
		env := []string{"GRANDSTAND_URL=" + s.server.URL, "GRANDSTAND_ADMIN_URL=" + s.server.Admin, "GRANDSTAND_STAGE=" + control, "GRANDSTAND_SOCIAL=" + s.seedSocial(t), memberVariable + "=" + memberSecret}
		if dsn == "" {
			env = append(env, "GRANDSTAND_HOSTILE="+strings.Join(s.seedHostile(t), ","), "GRANDSTAND_GUARDED="+s.seedGuarded(t))
		}
		passes := [][]string{{"--workers=1", "e2e/live/", "e2e/player", "e2e/library"}, {"e2e/shell/", "e2e/account/", "e2e/home", "e2e/events", "e2e/watch", "e2e/scores", "e2e/hostile", "e2e/captcha", "e2e/examples", "e2e/commerce/", "e2e/screens"}}
		if dsn != "" {
			passes = [][]string{{"--workers=1", "e2e/live/"}, {"--grep-invert=@once", "e2e/shell/", "e2e/account/"}}
		}
		if only := os.Getenv("GRANDSTAND_SPECS"); only != "" { // while working on some: "e2e/faq e2e/watch"
			passes = [][]string{strings.Fields(only)}
		}
		for _, pass := range passes {
			report := runPlaywright(t, pass, env)
			if len(report.Suites) == 0 {
				t.Fatal("no journey ran")
			}
			for _, suite := range report.Suites {
				suite.judge(t)
			}
		}
	})
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
			Status string            `json:"status"`
			Errors []playwrightError `json:"errors"`
		} `json:"results"`
	} `json:"tests"`
}

type playwrightError struct {
	Message string `json:"message"`
}

func runPlaywright(t *testing.T, which, env []string) playwrightReport {
	t.Helper()
	root, err := stage.Root()
	if err != nil {
		t.Fatal(err)
	}
	record := filepath.Join(t.TempDir(), "playwright.json")
	args := append([]string{filepath.Join("node_modules", ".bin", "playwright"), "test", "-c", "e2e/playwright.config.ts", "--reporter=list,json"}, which...)
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
	return report
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
			for _, e := range result.Errors {
				t.Log(e.Message)
			}
			t.Logf("status: %s", result.Status)
		}
	}
	t.Fail()
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
