package archtest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestAuditSaysWhatItCouldNotAsk runs scripts/audit with other tools in place of govulncheck, npm and go. Their exit statuses
// and output are those of the real ones.
func TestAuditSaysWhatItCouldNotAsk(t *testing.T) {
	const (
		clean    = `echo '{"vulnerabilities": {}}'`
		fault    = `echo '{"vulnerabilities": {"left": {"name": "left", "range": "<2", "severity": "high", "via": [{"title": "Reads forbidden files", "url": "https://example.com/1"}]}}}'; exit 1`
		refused  = `echo '{"message": "405 Method Not Allowed", "error": {"code": "E405"}}'; exit 1`
		nonsense = `echo 'not JSON'; exit 1`
	)
	for name, c := range map[string]struct {
		govulncheck, npm, goTest string
		want                     []string
		fails                    bool
	}{
		"nothing found":         {"exit 0", clean, "exit 0", []string{"ok        Go vulnerability database", "ok        npm advisories for web", "ok        scripts/advisories.tsv"}, false},
		"without a network":     {"echo no such host; exit 1", refused, "exit 0", []string{"NOT ASKED Go vulnerability database", "no such host", "NOT ASKED npm advisories for web", "405 Method Not Allowed"}, false},
		"a fault of a Go pin":   {"echo GO-2026-1; exit 3", clean, "exit 0", []string{"FAULTS    Go vulnerability database", "GO-2026-1"}, true},
		"a fault of an npm pin": {"exit 0", fault, "exit 0", []string{"FAULTS    npm advisories for web", "left <2: high", "Reads forbidden files https://example.com/1"}, true},
		"a fault in the list":   {"exit 0", clean, `[ "$1" = build ] || { echo fixed in 2; exit 1; }`, []string{"FAULTS    scripts/advisories.tsv", "fixed in 2"}, true},
		"govulncheck crashes":   {"exit 2", clean, "exit 0", []string{"BROKEN    Go vulnerability database"}, true},
		"nothing builds":        {"exit 1", clean, `echo undefined: x; [ "$1" != build ]`, []string{"BROKEN    Go vulnerability database", "undefined: x"}, true},
		"npm crashes":           {"exit 0", nonsense, "exit 0", []string{"BROKEN    npm advisories for web"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tools := t.TempDir()
			for tool, does := range map[string]string{"govulncheck": c.govulncheck, "npm": c.npm, "go": c.goTest} {
				if err := os.WriteFile(filepath.Join(tools, tool), []byte("#!/bin/sh\n"+does+"\n"), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			audit := exec.CommandContext(t.Context(), filepath.Join(root(t), "scripts/audit"))
			node := filepath.Join(root(t), ".tools/node/bin") // where scripts/setup installs it
			audit.Env = append(os.Environ(), "PATH="+strings.Join([]string{tools, node, os.Getenv("PATH")}, ":"))
			out, err := audit.CombinedOutput()
			if failed := new(exec.ExitError); err != nil && !errors.As(err, &failed) {
				t.Fatal(err)
			}
			if (err != nil) != c.fails {
				t.Errorf("ended with %v", err)
			}
			for _, want := range c.want {
				if !strings.Contains(string(out), want) {
					t.Errorf("%q is not in\n%s", want, out)
				}
			}
		})
	}
}
