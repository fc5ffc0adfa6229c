package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"github.com/grandstand/grandstand/internal/db/dbtest/prepared"
)

// shareFolder makes the folder that the test processes of this run share, and names it in their environment. A process
// outside of the suite's group removes the folder when remove is called, and also when the suite is killed.
func shareFolder() (remove func() error, err error) {
	dir, err := os.MkdirTemp(prepared.Parent(), "grandstand-prepared-")
	if err != nil {
		return nil, err
	}
	remover := exec.Command("sh", "-c", `cat >/dev/null; rm -rf "$1"`, "sh", dir)
	remover.Env = []string{"PATH=" + os.Getenv("PATH")} // without the marker, which killLeftovers looks for
	remover.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	input, err := remover.StdinPipe()
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if err := remover.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("start the remover of %s: %w", dir, err), os.RemoveAll(dir))
	}
	remove = func() error { return errors.Join(input.Close(), remover.Wait()) }
	// The server runs as another user when the suite runs as root.
	if err := errors.Join(os.Chmod(dir, 0o711), os.Setenv(prepared.Variable, dir)); err != nil {
		return nil, errors.Join(err, remove())
	}
	return remove, nil
}
