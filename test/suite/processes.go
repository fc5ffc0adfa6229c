package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a living process.
type process struct {
	pid, parent int
	name        string
}

// processes returns the living processes. A process that ends during the call may be missing.
func processes() (all []process) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is well formed
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		if p, ok := parseStat(text); ok {
			all = append(all, p)
		}
	}
	return all
}

// parseStat reads a file /proc/PID/stat: PID (NAME) STATE PARENT … (proc_pid_stat(5)). The name may hold spaces and
// parentheses. It reports false for a process that has ended and waits for its parent.
func parseStat(text []byte) (process, bool) {
	open, end := bytes.IndexByte(text, '('), bytes.LastIndexByte(text, ')')
	if open < 0 || end < open {
		return process{}, false
	}
	rest := strings.Fields(string(text[end+1:]))
	if len(rest) < 2 || rest[0] == "Z" || rest[0] == "X" {
		return process{}, false
	}
	pid, pidErr := strconv.Atoi(strings.TrimSpace(string(text[:open])))
	parent, parentErr := strconv.Atoi(rest[1])
	return process{pid: pid, parent: parent, name: string(text[open+1 : end])}, pidErr == nil && parentErr == nil
}

// killTree kills a process and all processes below it, also those in sessions of their own.
func killTree(pid int) {
	all := processes()
	tree := []int{pid}
	for i := 0; i < len(tree); i++ {
		for _, p := range all {
			if p.parent == tree[i] {
				tree = append(tree, p.pid)
			}
		}
	}
	for _, member := range tree {
		_ = syscall.Kill(member, syscall.SIGKILL) // it may have ended by itself
	}
}

// marker is an environment variable of all processes that a suite starts. Its value tells suites apart. Orphans keep it.
const marker = "GRANDSTAND_SUITE"

// marked returns the living processes that a suite started, directly or not.
func marked(value string) (found []process) {
	variable := []byte(marker + "=" + value)
	for _, p := range processes() {
		environment, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", p.pid))
		if err != nil { // it ended, or belongs to another user
			continue
		}
		for one := range bytes.SplitSeq(environment, []byte{0}) {
			if bytes.Equal(one, variable) {
				found = append(found, p)
			}
		}
	}
	return found
}

// leftoverGrace bounds the time in which processes of a finished stage may end by themselves.
const leftoverGrace = 10 * time.Second

// killLeftovers kills the processes of a suite that are left after grace, and names them on out. No stage may run.
func killLeftovers(out io.Writer, suite string, grace time.Duration) {
	for deadline := time.Now().Add(grace); len(marked(suite)) > 0 && time.Now().Before(deadline); {
		time.Sleep(50 * time.Millisecond)
	}
	// A process may start another one before it is killed.
	for left := marked(suite); len(left) > 0; left = marked(suite) {
		for _, p := range left {
			fmt.Fprintf(out, "killed, it was left running: %s (%d)\n", p.name, p.pid)
			_ = syscall.Kill(p.pid, syscall.SIGKILL)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// killedWhole has the end of a command's context kill all processes below the command too.
func killedWhole(cmd *exec.Cmd) *exec.Cmd {
	cmd.Cancel = func() error {
		killTree(cmd.Process.Pid)
		return nil
	}
	// A process that survives holds the command's output open.
	cmd.WaitDelay = leftoverGrace
	return cmd
}
