package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// hanging is a test that starts a process in a session of its own and one whose parent ends, tells so, and never ends.
const hanging = `package hanging

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

func TestHangs(t *testing.T) {
	detached := exec.Command("sleep", "1000")
	detached.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := detached.Start(); err != nil {
		t.Fatal(err)
	}
	if err := exec.Command("sh", "-c", "sleep 1000 >/dev/null 2>&1 &").Run(); err != nil {
		t.Fatal(err)
	}
	t.Log("the last words")
	if err := os.WriteFile("hangs", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	select {}
}
`

func TestAHangingTestIsNamedAndLeavesNoProcess(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(marker, dir)
	for name, text := range map[string]string{"go.mod": "module hanging\n", "hanging_test.go": hanging} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	ctx, overLimit := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(filepath.Join(dir, "hangs")); err == nil {
				overLimit()
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	var said strings.Builder
	counted, err := goTest(ctx, &said, filepath.Join(dir, "record.json"), ".")
	if err != nil || counted.failed != 1 {
		t.Errorf("%d failed, %v", counted.failed, err)
	}
	for _, want := range []string{"it ran when it was ended: hanging TestHangs", "the last words"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("%q is not said in:\n%s", want, &said)
		}
	}
	// A killed process may live a moment longer on a busy machine.
	for deadline := time.Now().Add(leftoverGrace); len(marked(dir)) > 1 && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
	var killed strings.Builder
	killLeftovers(&killed, dir, 0)
	if got := strings.Count(killed.String(), "sleep"); got != 1 {
		t.Errorf("of the two processes only the one without a parent is left: killed %q", killed.String())
	}
	if left := marked(dir); len(left) > 0 {
		t.Errorf("left running: %v", left)
	}
}

func TestAProcessIsReadFromItsStat(t *testing.T) {
	stat := "12 (a (b) c) S 7 12 12 0 -1"
	if p, ok := parseStat([]byte(stat)); !ok || p != (process{pid: 12, parent: 7, name: "a (b) c"}) {
		t.Errorf("%q: %v, %v", stat, p, ok)
	}
	for _, text := range []string{"12 (sleep) Z 7 12", "12 (sleep", "", "x (sleep) S 7"} {
		if p, ok := parseStat([]byte(text)); ok {
			t.Errorf("%q is read as %v", text, p)
		}
	}
}

func TestRunningTestsAreNamed(t *testing.T) {
	r := newResults(io.Discard)
	err := r.read(strings.NewReader(strings.Join([]string{
		`{"Action":"run","Package":"p","Test":"TestLong"}`,
		`{"Action":"run","Package":"p","Test":"TestLong/sqlite"}`,
		`{"Action":"run","Package":"p","Test":"TestWaits"}`,
		`{"Action":"pause","Package":"p","Test":"TestWaits"}`,
		`{"Action":"run","Package":"p","Test":"TestShort"}`,
		`{"Action":"pass","Package":"p","Test":"TestShort"}`,
		`{"Action":"run","Package":"p","Test":"TestEndedWithoutItsEvent"}`,
		`{"Action":"output","Package":"p","Test":"TestEndedWithoutItsEvent","Output":"--- PASS: TestEndedWithoutItsEvent (0.00s)\n"}`,
	}, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	started := r.since("p TestLong/sqlite")
	if got, want := r.runningLine(started.Add(90*time.Second)), "running: TestLong/sqlite 1m30s"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := r.read(strings.NewReader(`{"Action":"fail","Package":"p"}`)); err != nil {
		t.Fatal(err)
	}
	if got := r.runningLine(started); got != "" {
		t.Errorf("after the package died: %q", got)
	}
}

func TestLinesOfStagesDoNotMix(t *testing.T) {
	var shown strings.Builder
	both := &screen{to: &shown}
	a, b := &lineWriter{screen: both}, &lineWriter{screen: both}
	for _, part := range []struct {
		to   io.Writer
		text string
	}{{a, "one "}, {b, "two\nthr"}, {a, "line\n"}, {b, "ee\n"}} {
		if _, err := io.WriteString(part.to, part.text); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := shown.String(), "two\none line\nthree\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
