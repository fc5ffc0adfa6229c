package main

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// roomNeeded is the free space, in bytes, without which tests fail with errors that do not name the disk.
const roomNeeded = 1 << 30

// checkRoom returns an error for each folder that tests write to and whose disk is nearly full.
func checkRoom(needed uint64, folders ...string) error {
	var errs []error
	for _, folder := range folders {
		var disk unix.Statfs_t
		if err := unix.Statfs(folder, &disk); err != nil {
			errs = append(errs, fmt.Errorf("read the free space of a disk: %w", &os.PathError{Op: "statfs", Path: folder, Err: err}))
			continue
		}
		if free := disk.Bavail * uint64(disk.Bsize); free < needed {
			errs = append(errs, fmt.Errorf("the tests need %d MB on the disk of %s, and %d MB are free: free some space, or move the folder (TMPDIR)",
				needed>>20, folder, free>>20))
		}
	}
	return errors.Join(errs...)
}
