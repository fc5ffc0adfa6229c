package passwordhash

import (
	"testing"

	"golang.org/x/sys/unix"
)

func TestWorkersHaveLowPriority(t *testing.T) {
	before, err := unix.SchedGetAttr(0, 0)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := newTestPool(t, "serve")
	checkHasher(t, b)
	lowered, err := unix.SchedGetAttr(b.idle[0].process.Process.Pid, 0)
	if err != nil || lowered.Nice != niceness {
		t.Errorf("worker: %+v: %v", lowered, err)
	}
	after, err := unix.SchedGetAttr(unix.Getpid(), 0)
	if err != nil || after.Nice != before.Nice {
		t.Errorf("current process: %+v, was %+v: %v", after, before, err)
	}
}
