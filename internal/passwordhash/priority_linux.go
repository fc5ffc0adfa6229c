package passwordhash

import (
	"os/exec"
	"runtime"

	"golang.org/x/sys/unix"
)

const (
	// niceness is the nice value of workers. It prefers threads that write responses and streams.
	// On a fully loaded machine a worker still gets about a tenth of a processor (sched(7)).
	niceness = 10
	// slice, in nanoseconds, is how long a worker may delay a thread that becomes runnable: the
	// smallest time slice that the kernel grants (sched_setattr(2), since Linux 6.12).
	slice = 100_000
)

// startWithLowPriority starts a process with a low priority. A process inherits the priority of
// the thread that starts it, and a thread may not raise its priority again. Therefore the process
// is started by a thread that ends afterwards.
func startWithLowPriority(process *exec.Cmd) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		if unix.Gettid() == unix.Getpid() { // the main thread must keep its priority: use another one
			defer runtime.UnlockOSThread()
			started <- startWithLowPriority(process)
			return
		}
		// The thread is never unlocked, so it ends with this function.
		attributes := unix.SchedAttr{Policy: unix.SCHED_NORMAL, Nice: niceness, Runtime: slice}
		if err := unix.SchedSetAttr(0, &attributes, 0); err != nil { // a sandbox without this system call
			_ = unix.Setpriority(unix.PRIO_PROCESS, 0, niceness) // if this fails too, the process has the usual priority
		}
		started <- process.Start()
	}()
	return <-started
}
