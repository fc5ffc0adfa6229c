//go:build !linux

package passwordhash

import "os/exec"

// startWithLowPriority starts a process with the usual priority: only Linux has a priority for
// each thread.
func startWithLowPriority(process *exec.Cmd) error { return process.Start() }
