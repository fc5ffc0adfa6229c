package argon

import (
	"os/exec"
	"runtime"

	"golang.org/x/sys/unix"
)

const (
	// niceness lets answers and streams go first. Where they leave no time at all, a hash
	// still gets a tenth of a processor (sched(7)): people get in, if slowly.
	niceness = 10
	// slice, in nanoseconds, is how long a hash keeps a processor that somebody else
	// wakes up for: the least that the kernel grants (sched_setattr(2), since Linux 6.12).
	slice = 100_000
)

// startGivingWay starts a process that has what others leave of the processors. A process
// inherits that from the thread that makes it, and no thread may raise itself again: so one
// is used up for it.
func startGivingWay(process *exec.Cmd) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		if unix.Gettid() == unix.Getpid() { // the main thread, which has to stay: another one, then
			defer runtime.UnlockOSThread()
			started <- startGivingWay(process)
			return
		}
		// Locked for good: the thread ends with this function.
		attributes := unix.SchedAttr{Policy: unix.SCHED_NORMAL, Nice: niceness, Runtime: slice}
		if err := unix.SchedSetAttr(0, &attributes, 0); err != nil { // a sandbox that knows nothing of it
			_ = unix.Setpriority(unix.PRIO_PROCESS, 0, niceness) // nor of this: it competes as any other process
		}
		started <- process.Start()
	}()
	return <-started
}
