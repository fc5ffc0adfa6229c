//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// hashingBeside logs people in while the process that hashes passwords is killed and replaced.
func hashingBeside(t *testing.T, s *scene) {
	fan, email, password := s.visitor(t), fmt.Sprintf("beside.%d@example.com", time.Now().UnixNano()), "a long enough password"
	if err := fan.Register(within(t, patience), email, password); err != nil {
		t.Fatal(err)
	}
	helper := s.loginUntilHelper(t, email, password)
	if err := syscall.Kill(helper, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if err := s.visitor(t).Login(within(t, patience), email, password); err != nil {
		t.Errorf("after the process that hashes was killed: %v", err)
	}
	if next := s.loginUntilHelper(t, email, password); next == helper {
		t.Errorf("process %d, which was killed, still hashes", helper)
	}
}

// loginUntilHelper logs in, again and again, until a helper process of the server has hashed
// the password, and returns its process id. One login may not be enough: helpers run with low
// priority, and when a helper answers too late the server hashes the password itself.
func (s *scene) loginUntilHelper(t *testing.T, email, password string) int {
	t.Helper()
	for ctx := within(t, patience); ; {
		if err := s.visitor(t).Login(ctx, email, password); err != nil {
			t.Fatalf("no helper process has hashed the password: %v", err)
		}
		if helper := beside(t, s.server.PID()); helper != 0 {
			return helper
		}
	}
}

// beside finds the process that hashes for a server, or 0.
func beside(t *testing.T, server int) int {
	t.Helper()
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", server))
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range lists {
		children, err := os.ReadFile(list)
		if err != nil {
			continue // a thread that has ended
		}
		for child := range strings.FieldsSeq(string(children)) {
			line, err := os.ReadFile("/proc/" + child + "/cmdline")
			if err == nil && strings.Contains(string(line), "hash-passwords") {
				pid, _ := strconv.Atoi(child)
				return pid
			}
		}
	}
	return 0
}
