package transcode

import (
	"cmp"
	"errors"
	"math"
	"time"

	"golang.org/x/sys/unix"
)

// niceness lets live streams go first.
const niceness = 10

// limit bounds a process that has just been started.
func limit(pid int, l Limits) error {
	nice := niceness
	if l.Live {
		nice = 0
	}
	cpu := uint64(math.Ceil(float64(cmp.Or(l.CPU, l.Time)) / float64(time.Second)))
	return errors.Join(
		unix.Prlimit(pid, unix.RLIMIT_AS, &unix.Rlimit{Cur: l.Memory, Max: l.Memory}, nil),
		unix.Prlimit(pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: l.Output, Max: l.Output}, nil),
		unix.Prlimit(pid, unix.RLIMIT_CPU, &unix.Rlimit{Cur: cpu, Max: cpu + 1}, nil),
		unix.Setpriority(unix.PRIO_PROCESS, pid, nice),
	)
}
