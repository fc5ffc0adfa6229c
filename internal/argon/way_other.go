//go:build !linux

package argon

import "os/exec"

// startGivingWay starts a process as any other: a priority of one thread is Linux's alone.
func startGivingWay(process *exec.Cmd) error { return process.Start() }
