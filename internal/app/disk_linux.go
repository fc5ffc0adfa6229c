package app

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// diskOf is the size of the file system that a folder is on, and what is left of it for this process, in bytes.
func diskOf(folder string) (all, free uint64, err error) {
	var room unix.Statfs_t
	if err := unix.Statfs(folder, &room); err != nil {
		return 0, 0, fmt.Errorf("look how full %s is: %w", folder, err)
	}
	size := uint64(room.Bsize)
	return room.Blocks * size, room.Bavail * size, nil
}
