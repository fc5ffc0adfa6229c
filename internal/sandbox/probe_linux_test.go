package sandbox

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// probeName makes the test binary a program that tries one thing, prints what came of it, and ends.
const probeName = "probe"

func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == probeName {
		fmt.Print(outcome(try(os.Args[2], os.Args[3])))
		return
	}
	os.Exit(m.Run())
}

const (
	done    = "done"
	refused = "refused"
)

func outcome(text string, err error) string {
	switch {
	case errors.Is(err, os.ErrPermission):
		return refused
	case err != nil:
		return err.Error()
	case text != "":
		return text
	}
	return done
}

// try does one thing that a decoder that was taken over might do.
func try(what, target string) (string, error) {
	switch what {
	case "read":
		_, err := os.ReadFile(target)
		return "", err
	case "list":
		_, err := os.ReadDir(target)
		return "", err
	case "write":
		return "", os.WriteFile(target, []byte("overwritten"), 0o600)
	case "remove":
		return "", os.Remove(target)
	case "rename":
		return "", os.Rename(target, target+".moved")
	case "mode":
		return "", os.Chmod(target, 0o777)
	case "times":
		return "", os.Chtimes(target, time.Unix(1, 0), time.Unix(1, 0))
	case "tcp", "udp", "unix", "unixgram":
		connection, err := net.Dial(what, target)
		if err == nil {
			err = connection.Close()
		}
		return "", err
	case "start":
		return "", exec.Command(target).Run()
	case "signal", "trace", "limit":
		pid, err := strconv.Atoi(target)
		if err != nil {
			return "", err
		}
		return "", touchProcess(what, pid)
	case "privileges":
		value, err := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)
		return strconv.Itoa(value), err
	case "environment":
		return fmt.Sprint(os.Environ()), nil
	case "limits":
		return limitsOf()
	}
	return "", errors.New("unknown probe")
}

func touchProcess(what string, pid int) error {
	switch what {
	case "trace":
		return syscall.PtraceAttach(pid)
	case "limit":
		return unix.Prlimit(pid, unix.RLIMIT_NOFILE, nil, &unix.Rlimit{})
	}
	return syscall.Kill(pid, 0)
}

func limitsOf() (string, error) {
	var text string
	for _, resource := range []int{unix.RLIMIT_AS, unix.RLIMIT_FSIZE, unix.RLIMIT_CPU, unix.RLIMIT_CORE, unix.RLIMIT_NOFILE} {
		var limit unix.Rlimit
		if err := unix.Prlimit(0, resource, nil, &limit); err != nil {
			return "", err
		}
		text += fmt.Sprint(limit.Max, " ")
	}
	return text + strconv.Itoa(niceness()), nil
}
