// Package prepared lets the test processes of one run share files that take long to make.
package prepared

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Variable is the environment variable with the path of the folder that the test processes of one run share. The suite sets
// it. The files in the folder belong to one build of the project, so the folder must not outlive the run.
const Variable = "GRANDSTAND_PREPARED"

// memory is a folder in memory. There a database of a thousand files comes and goes for next to nothing, while ext4
// looks for a free inode among those it gave back in the last seconds, one by one, for most of the time of a test.
const memory = "/dev/shm"

// memoryNeeded is the least free space of the folder in memory, in bytes. A test's database takes 15 MB.
const memoryNeeded = 3 << 30

// Parent returns the parent of folders for databases: one in memory if that has room, else empty for the default of
// [os.MkdirTemp].
func Parent() string {
	var room unix.Statfs_t
	if err := unix.Statfs(memory, &room); err != nil || room.Bavail*uint64(room.Bsize) < memoryNeeded {
		return ""
	}
	return memory
}

// IsShared reports whether this process shares a folder with others.
func IsShared() bool { return os.Getenv(Variable) != "" }

// Folder returns the path of a folder in the shared folder. The first process that asks for the name fills the folder with
// fill, the others wait for it. A folder gets its name only after fill has succeeded, so a process that was killed before
// leaves nothing under the name, and the next process fills a new folder.
func Folder(name string, fill func(draft string) error) (string, error) {
	shared := os.Getenv(Variable)
	if shared == "" {
		return "", errors.New(Variable + " is not set")
	}
	unlock, err := lock(filepath.Join(shared, name+".lock"))
	if err != nil {
		return "", fmt.Errorf("lock the preparation of %s: %w", name, err)
	}
	defer unlock()
	path := filepath.Join(shared, name)
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return path, err
	}
	// A child of a killed process may still write, so each attempt has its own draft.
	draft, err := os.MkdirTemp(shared, name+"-")
	if err != nil {
		return "", err
	}
	if err := fill(draft); err != nil {
		return "", errors.Join(fmt.Errorf("prepare %s: %w", name, err), os.RemoveAll(draft))
	}
	return path, os.Rename(draft, path)
}

// lock waits for a lock between processes. The kernel frees the lock when its process dies.
func lock(path string) (unlock func(), err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		err = unix.Flock(int(file.Fd()), unix.LOCK_EX)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return func() { _ = file.Close() }, nil // frees the lock
}
