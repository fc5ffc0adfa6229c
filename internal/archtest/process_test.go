package archtest

import (
	"strings"
	"testing"
)

// ownProcesses lists the packages that start programs on the installation's own data.
var ownProcesses = []string{"internal/passwordhash/", "internal/backup/", "internal/db/dbtest/", "internal/sandbox/"}

func TestProgramsRunInTheSandbox(t *testing.T) {
	judged := 0
	eachText(t, func(name, text string) {
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || isTestCode(name) {
			return
		}
		if !strings.HasPrefix(name, "internal/") && !strings.HasPrefix(name, "cmd/") {
			return
		}
		judged++
		for _, own := range ownProcesses {
			if strings.HasPrefix(name, own) {
				return
			}
		}
		for _, start := range []string{"exec.Command(", "exec.CommandContext(", "os.StartProcess(", "syscall.Exec(", "syscall.ForkExec("} {
			if strings.Contains(text, start) {
				t.Errorf("%s calls %s): start programs by sandbox.Command", name, start)
			}
		}
	})
	if judged < 100 {
		t.Errorf("%d files were judged", judged)
	}
}

// isTestCode reports whether a package is imported by tests only.
func isTestCode(name string) bool {
	return strings.Contains(name, "test/")
}
