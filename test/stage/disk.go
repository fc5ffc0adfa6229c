package stage

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// Disk is a small file system in memory that can be filled to the brim.
type Disk struct {
	Dir string

	unmount func() error
}

// MountDisk makes a disk of so many bytes. Who is not root gets it in a mount namespace of a process of its own.
func MountDisk(size int64) (*Disk, error) {
	dir, err := os.MkdirTemp("", "grandstand-disk-")
	if err != nil {
		return nil, err
	}
	options := fmt.Sprintf("size=%d,mode=0711", size)
	err = syscall.Mount("tmpfs", dir, "tmpfs", 0, options)
	if errors.Is(err, syscall.EPERM) {
		return mountElsewhere(dir, options)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("mount a disk: %w", err), os.Remove(dir))
	}
	return &Disk{Dir: dir, unmount: func() error { return errors.Join(syscall.Unmount(dir, syscall.MNT_DETACH), os.Remove(dir)) }}, nil
}

// mountElsewhere mounts where this user is root: the disk is reached through the process that holds the namespace.
func mountElsewhere(dir, options string) (*Disk, error) {
	holder := exec.Command("unshare", "-rm", "sh", "-c", `mount -t tmpfs -o "$1" none "$2" && echo mounted && exec cat`, "sh", options, dir)
	holder.Stderr = os.Stderr
	holder.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	stdin, err := holder.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := holder.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := holder.Start(); err != nil {
		return nil, errors.Join(err, os.Remove(dir))
	}
	end := func() error {
		return errors.Join(stdin.Close(), holder.Wait(), os.Remove(dir))
	}
	if _, err := bufio.NewReader(stdout).ReadString('\n'); err != nil {
		return nil, errors.Join(fmt.Errorf("mount a disk, as neither root nor in a namespace of one's own: %w", err), end())
	}
	return &Disk{Dir: filepath.Join("/proc", fmt.Sprint(holder.Process.Pid), "root", dir), unmount: end}, nil
}

func (d *Disk) ballast() string { return filepath.Join(d.Dir, "ballast") }

// Fill leaves no room at all.
func (d *Disk) Fill() error {
	file, err := os.OpenFile(d.ballast(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	page := make([]byte, os.Getpagesize())
	for err == nil {
		_, err = file.Write(page)
	}
	if errors.Is(err, syscall.ENOSPC) {
		err = nil
	}
	return errors.Join(err, file.Close())
}

// Free gives back what Fill took.
func (d *Disk) Free() error { return os.Remove(d.ballast()) }

// Close removes the disk with all that is on it.
func (d *Disk) Close() error { return d.unmount() }
