package transcode

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Names of folders that are there while the tool runs: "grandstand-<what for>-<id of the
// process>-<chance>".
const (
	scratchPrefix = "grandstand-"
	scratchParts  = 4
)

// scratch makes a folder for files of one run, which whoever asks for it removes.
func scratch(what string) (string, error) {
	temporary, err := filepath.Abs(os.TempDir())
	if err != nil {
		return "", err
	}
	return os.MkdirTemp(temporary, fmt.Sprintf("%s%s-%d-", scratchPrefix, what, os.Getpid()))
}

// SweepScratch removes the folders of processes that were killed. It is called before this
// process runs the tool: what has its id is of another, in a container that was started anew.
func SweepScratch() error {
	found, err := filepath.Glob(filepath.Join(os.TempDir(), scratchPrefix+"*"))
	if err != nil {
		return fmt.Errorf("look for left folders: %w", err)
	}
	var failed error
	for _, folder := range found {
		parts := strings.Split(filepath.Base(folder), "-")
		if len(parts) != scratchParts {
			continue
		}
		if id, err := strconv.Atoi(parts[2]); err != nil || id != os.Getpid() && runs(id) {
			continue
		}
		if err := os.RemoveAll(folder); err != nil && !errors.Is(err, os.ErrPermission) { // another user's is theirs to remove
			failed = errors.Join(failed, fmt.Errorf("remove a left folder: %w", err))
		}
	}
	return failed
}

// runs reports whether there is a process. One that may not be asked is there.
func runs(id int) bool {
	process, err := os.FindProcess(id)
	if err != nil {
		return false
	}
	defer func() { _ = process.Release() }()
	err = process.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, os.ErrPermission)
}
