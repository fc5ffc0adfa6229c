package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Free space, in bytes, without which tests fail with errors that do not name the disk.
const (
	roomNeeded = 1 << 30   // at the start of a run
	roomLeft   = 200 << 20 // during a run
)

// roomInterval is the time between two looks at the disks during a run.
const roomInterval = 2 * time.Second

// writtenFolders returns the folders that a run writes to: the project, temporary files, and Go's build cache.
func writtenFolders(ctx context.Context) ([]string, error) {
	folders := []string{".", os.TempDir()}
	out, err := exec.CommandContext(ctx, "go", "env", "GOCACHE").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOCACHE: %w", err)
	}
	cache := strings.TrimSpace(string(out))
	return append(folders, cache), os.MkdirAll(cache, 0o755)
}

// endWhenFull looks at the disks of the folders at each tick, and calls end with an error once one has less than left bytes
// free. It returns then, or when ctx ends.
func endWhenFull(ctx context.Context, ticks <-chan time.Time, left uint64, folders []string, end context.CancelCauseFunc) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
			if err := checkRoom(left, folders...); err != nil {
				end(fmt.Errorf("a disk filled up during the run: %w", err))
				return
			}
		}
	}
}

// checkRoom returns an error for each disk that has less than needed bytes free, which names the first of the folders on it.
func checkRoom(needed uint64, folders ...string) error {
	var errs []error
	looked := map[unix.Fsid]bool{}
	for _, folder := range folders {
		var disk unix.Statfs_t
		if err := unix.Statfs(folder, &disk); err != nil {
			errs = append(errs, fmt.Errorf("read the free space of a disk: %w", &os.PathError{Op: "statfs", Path: folder, Err: err}))
			continue
		}
		if looked[disk.Fsid] {
			continue
		}
		looked[disk.Fsid] = true
		if free := disk.Bavail * uint64(disk.Bsize); free < needed {
			errs = append(errs, fmt.Errorf("the tests need %d MB on the disk of %s, and %d MB are free: free some space, or move the folder (TMPDIR)",
				needed>>20, folder, free>>20))
		}
	}
	return errors.Join(errs...)
}
