package sandbox

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// house is a folder as the server's: what a program may read and write, and what it may not.
type house struct {
	database, input, outside, output string
	tcp, udp, socket                 string
	neighbour                        string // id of another process of this user
}

func newHouse(t *testing.T) house {
	t.Helper()
	dir := t.TempDir()
	h := house{
		database: filepath.Join(dir, "grandstand.db"), input: filepath.Join(dir, "upload"),
		outside: filepath.Join(dir, "other"), output: filepath.Join(dir, "output"),
	}
	for _, file := range []string{h.database, h.input} {
		if err := os.WriteFile(file, []byte("content"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, folder := range []string{h.outside, h.output} {
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	listen := net.ListenConfig{}
	stream, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	packets, err := listen.ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	local, err := listen.Listen(t.Context(), "unix", filepath.Join(dir, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	neighbour := exec.CommandContext(t.Context(), "sleep", "600")
	if err := neighbour.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _, _ = stream.Close(), packets.Close(), local.Close()
		_ = neighbour.Process.Kill()
		_ = neighbour.Wait()
	})
	h.tcp, h.udp, h.socket = stream.Addr().String(), packets.LocalAddr().String(), local.Addr().String()
	h.neighbour = strconv.Itoa(neighbour.Process.Pid)
	return h
}

func (h house) rules() Rules {
	return Rules{Read: []string{h.input}, Write: []string{h.output}, Memory: 3 << 30, Output: 1 << 20, CPU: 20 * time.Second, Nice: 10}
}

// probe runs the test binary as a program in the sandbox.
func probe(t *testing.T, rules Rules, what, target string) string {
	t.Helper()
	return run(t, Command(t.Context(), rules, os.Args[0], probeName, what, target))
}

func run(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v: %s", cmd.Args, err, out)
	}
	return string(out)
}

func needKernel(t *testing.T, version int) {
	t.Helper()
	if s := Check(); s.Landlock < version || !s.Seccomp {
		t.Skipf("this kernel offers less: %+v", s)
	}
}

// What a decoder that was taken over would try. Each of these works without the sandbox.
func TestASandboxedProgramReachesNothingElse(t *testing.T) {
	needKernel(t, 3)
	for name, attack := range map[string]struct {
		what   string
		target func(h house) string
	}{
		"read the database":            {"read", func(h house) string { return h.database }},
		"read a system file":           {"read", func(house) string { return "/etc/passwd" }},
		"list the data folder":         {"list", func(h house) string { return filepath.Dir(h.database) }},
		"list a system folder":         {"list", func(house) string { return "/etc" }},
		"write the database":           {"write", func(h house) string { return h.database }},
		"write its input":              {"write", func(h house) string { return h.input }},
		"write elsewhere":              {"write", func(h house) string { return filepath.Join(h.outside, "new") }},
		"open the database to others":  {"mode", func(h house) string { return h.database }},
		"forge times":                  {"times", func(h house) string { return h.database }},
		"rename its input":             {"rename", func(h house) string { return h.input }},
		"remove a folder":              {"remove", func(h house) string { return h.outside }},
		"remove the database":          {"remove", func(h house) string { return h.database }},
		"connect by TCP":               {"tcp", func(h house) string { return h.tcp }},
		"send by UDP":                  {"udp", func(h house) string { return h.udp }},
		"connect to a socket file":     {"unix", func(h house) string { return h.socket }},
		"start a program":              {"start", func(house) string { return "/bin/true" }},
		"signal another process":       {"signal", func(h house) string { return h.neighbour }},
		"change another's limits":      {"limit", func(h house) string { return h.neighbour }},
		"trace another process":        {"trace", func(h house) string { return h.neighbour }},
		"read another's environment":   {"read", func(h house) string { return "/proc/" + h.neighbour + "/environ" }},
		"list the system's processes":  {"list", func(house) string { return "/proc" }},
		"read what was in temp before": {"list", func(house) string { return os.TempDir() }},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			if got := probe(t, h.rules(), attack.what, attack.target(h)); got != refused {
				t.Errorf("in the sandbox: %s", got)
			}
			if attack.what == "trace" {
				return // the kernel may refuse it to everyone (yama)
			}
			if got := run(t, exec.CommandContext(t.Context(), os.Args[0], probeName, attack.what, attack.target(h))); got != done {
				t.Errorf("without a sandbox: %s, so that the case shows nothing", got)
			}
		})
	}
}

func TestASandboxedProgramDoesItsWork(t *testing.T) {
	h := newHouse(t)
	nice := strconv.Itoa(max(10, niceness()))
	for _, work := range [][3]string{
		{"read", h.input, done},
		{"write", filepath.Join(h.output, "made"), done},
		{"list", h.output, done},
		{"rename", filepath.Join(h.output, "made"), done},
		{"read", "/dev/urandom/..", "open /dev/urandom/..: not a directory"},
		{"read", "/dev/null", done},
		{"list", "/usr/lib", done},
		{"environment", "", "[LC_ALL=C]"},
		{"privileges", "", "1"},
		{"limits", "", "3221225472 1048576 21 0 256 " + nice},
	} {
		if got := probe(t, h.rules(), work[0], work[1]); got != work[2] {
			t.Errorf("%s %s: %s, not %s", work[0], work[1], got, work[2])
		}
	}
}

func TestASandboxedProgramConnectsToItsPortOnly(t *testing.T) {
	needKernel(t, 4)
	h, other := newHouse(t), newHouse(t)
	_, port, err := net.SplitHostPort(h.tcp)
	if err != nil {
		t.Fatal(err)
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		t.Fatal(err)
	}
	rules := h.rules()
	rules.Connect = []uint16{uint16(number)}
	if got := probe(t, rules, "tcp", h.tcp); got != done {
		t.Errorf("its port: %s", got)
	}
	if got := probe(t, rules, "tcp", other.tcp); got != refused {
		t.Errorf("another port: %s", got)
	}
}

func TestASandboxThatCannotBeMadeRunsNothing(t *testing.T) {
	h := newHouse(t)
	rules := h.rules()
	rules.Write = []string{filepath.Join(h.outside, "missing")}
	for name, cmd := range map[string]*exec.Cmd{
		"a folder that is missing":  Command(t.Context(), rules, os.Args[0], probeName, "write", filepath.Join(h.output, "made")),
		"a program that is missing": Command(t.Context(), h.rules(), filepath.Join(h.outside, "ffmpeg")),
		"rules that cannot be read": exec.CommandContext(t.Context(), os.Args[0], Name, "{", os.Args[0], probeName, "write", filepath.Join(h.output, "made")),
		"no program":                exec.CommandContext(t.Context(), os.Args[0], Name, "{}"),
	} {
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != exitRefused || !strings.HasPrefix(string(out), "sandbox: ") {
			t.Errorf("%s: %v, %s", name, err, out)
		}
	}
	if _, err := os.Stat(filepath.Join(h.output, "made")); err == nil {
		t.Error("the program ran")
	}
}

func TestStatesOfTheSandbox(t *testing.T) {
	for want, state := range map[string]State{
		"ok": {Landlock: 7, Seccomp: true}, "without landlock": {Seccomp: true}, "without seccomp": {Landlock: 1}, "limits only": {},
	} {
		if got := state.String(); got != want {
			t.Errorf("%+v is %q, not %q", state, got, want)
		}
	}
}

// BenchmarkStart measures what the sandbox adds to the start of a program.
func BenchmarkStart(b *testing.B) {
	rules := Rules{Read: []string{os.Args[0]}, Write: []string{b.TempDir()}, Memory: 1 << 30, Output: 1 << 20, CPU: time.Minute}
	b.Run("direct", func(b *testing.B) {
		for b.Loop() {
			if err := exec.CommandContext(b.Context(), "/bin/true").Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("sandboxed", func(b *testing.B) {
		for b.Loop() {
			if err := Command(b.Context(), rules, "/bin/true").Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// A filter of systemd that lacks these calls would take the sandbox away: its group @system-service does.
func TestTheUnitAllowsTheSandbox(t *testing.T) {
	unit, err := os.ReadFile("../../deploy/grandstand.service")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"\nSystemCallFilter=landlock_create_ruleset landlock_add_rule landlock_restrict_self seccomp\n",
		"\nSystemCallErrorNumber=EPERM\n", "\nMemoryDenyWriteExecute=yes\n", "\nNoNewPrivileges=yes\n",
	} {
		if !strings.Contains(string(unit), line) {
			t.Errorf("the unit lacks %q", strings.TrimSpace(line))
		}
	}
}

func TestTheContainerTakesItsBaseImages(t *testing.T) {
	file, err := os.ReadFile("../../deploy/Containerfile")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(file)) {
		if image, ok := strings.CutPrefix(strings.TrimSpace(line), "FROM "); ok && !strings.HasPrefix(image, "${") {
			t.Errorf("%q cannot be pinned by an argument", image)
		}
	}
}
