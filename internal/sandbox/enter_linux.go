package sandbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	self = "/proc/self/exe" // this binary, also after an upgrade has replaced its file

	maxFiles     = 256  // open at once
	maxProcesses = 8192 // processes and threads of this user, as RLIMIT_NPROC counts them

	exitRefused = 125 // as env(1) and timeout(1) say that they failed themselves
)

func command(ctx context.Context, rules Rules, program string, args []string) *exec.Cmd {
	text, err := json.Marshal(rules)
	cmd := exec.CommandContext(ctx, self, append([]string{Name, string(text), program}, args...)...) //nolint:gosec // the arguments are those of transcode, and no shell reads them
	cmd.Args[0] = "grandstand"
	cmd.Err = cmp.Or(cmd.Err, err)
	return cmd
}

// Each binary with this package can be the sandbox, test binaries too. An initialisation function serves all of them in one way,
// and starts faster than main, which reads the whole configuration.
func init() { //nolint:gochecknoinits // see above
	if len(os.Args) < 2 || os.Args[1] != Name {
		return
	}
	fmt.Fprintln(os.Stderr, "sandbox:", enter(os.Args[2:]))
	os.Exit(exitRefused)
}

// enter gives up rights and becomes the program. It returns only when it fails.
func enter(args []string) error {
	if len(args) < 2 {
		return errors.New("usage: grandstand sandbox <rules as JSON> <program> [<argument> ...]")
	}
	var rules Rules
	if err := json.Unmarshal([]byte(args[0]), &rules); err != nil {
		return fmt.Errorf("read the rules: %w", err)
	}
	program, err := exec.LookPath(args[1])
	if err != nil {
		return err
	}
	path, pathErr := syscall.BytePtrFromString(program)
	argv, argvErr := syscall.SlicePtrFromStrings(args[1:])
	envv, envvErr := syscall.SlicePtrFromStrings(os.Environ())
	if err := errors.Join(pathErr, argvErr, envvErr); err != nil {
		return fmt.Errorf("read the arguments: %w", err)
	}
	if err := limit(rules); err != nil {
		return fmt.Errorf("set limits: %w", err)
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("give up new privileges: %w", err)
	}
	if err := restrictFiles(rules, program); err != nil {
		return fmt.Errorf("restrict files: %w", err)
	}
	if err := filterCalls(len(rules.Connect) > 0); err != nil {
		return fmt.Errorf("filter system calls: %w", err)
	}
	// The last step: Go cannot grow its heap under a limit of address space that it exceeds itself.
	memory := unix.Rlimit{Cur: rules.Memory, Max: rules.Memory}
	if err := unix.Prlimit(0, unix.RLIMIT_AS, &memory, nil); err != nil {
		return fmt.Errorf("limit memory: %w", err)
	}
	_, _, errno := syscall.RawSyscall(syscall.SYS_EXECVE,
		uintptr(unsafe.Pointer(path)), uintptr(unsafe.Pointer(&argv[0])), uintptr(unsafe.Pointer(&envv[0]))) //nolint:gosec // what syscall.Exec does, without its allocations
	return fmt.Errorf("start %s: %w", program, errno)
}

// limit sets all limits but that of memory.
func limit(rules Rules) error {
	cpu := uint64(math.Ceil(float64(rules.CPU) / float64(time.Second)))
	set := func(resource int, soft, hard uint64) error {
		return unix.Prlimit(0, resource, &unix.Rlimit{Cur: soft, Max: hard}, nil)
	}
	problems := []error{
		set(unix.RLIMIT_CORE, 0, 0),
		set(unix.RLIMIT_FSIZE, rules.Output, rules.Output),
		set(unix.RLIMIT_CPU, cpu, cpu+1),
		lower(unix.RLIMIT_NOFILE, maxFiles),
		lower(unix.RLIMIT_NPROC, maxProcesses),
	}
	if rules.Nice > niceness() {
		problems = append(problems, unix.Setpriority(unix.PRIO_PROCESS, 0, rules.Nice))
	}
	return errors.Join(problems...)
}

// lower sets a limit that may already be lower.
func lower(resource int, most uint64) error {
	var now unix.Rlimit
	if err := unix.Prlimit(0, resource, nil, &now); err != nil {
		return err
	}
	most = min(most, now.Max)
	return unix.Prlimit(0, resource, &unix.Rlimit{Cur: most, Max: most}, nil)
}

// niceness is of this process.
func niceness() int {
	const zero = 20 // the kernel answers with 20 minus the niceness
	answer, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
	if err != nil {
		return 0
	}
	return zero - answer
}
