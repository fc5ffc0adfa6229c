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

	"github.com/grandstand/grandstand/test/stage"
)

// hashingBeside hashes passwords in a process beside the server, whose death nobody who logs in notices.
func hashingBeside(t *testing.T, s *scene) {
	fan, email, password := s.visitor(t), fmt.Sprintf("beside.%d@example.com", time.Now().UnixNano()), "a long enough password"
	if err := fan.Register(within(t, patience), email, password); err != nil {
		t.Fatal(err)
	}
	helper := beside(t, s.server.PID())
	if helper == 0 {
		t.Fatal("no process beside the server has hashed the password")
	}
	if err := syscall.Kill(helper, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	again := s.visitor(t)
	if err := again.Login(within(t, patience), email, password); err != nil {
		t.Errorf("after its end: %v", err)
	}
	third := stage.NewClient(s.server.URL, channel)
	if err := third.Open(within(t, patience)); err != nil {
		t.Fatal(err)
	}
	if err := third.Login(within(t, patience), email, password); err != nil {
		t.Errorf("with another: %v", err)
	}
	if next := beside(t, s.server.PID()); next == 0 || next == helper {
		t.Errorf("%d has taken the place of %d", next, helper)
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
