// Package sandbox runs other people's programs on files that strangers sent: ffmpeg and ffprobe. The program reads system folders
// and its input, writes to its output folder, opens no socket, starts no process and stays within limits (ADR 0051).
//
// Command starts this binary again, as `grandstand sandbox <rules> <program> <arguments>`. That process gives up its rights and
// then becomes the program, because a process can drop rights for itself only, and because Go cannot run code between fork and
// exec. On systems other than Linux Command runs the program directly.
package sandbox

import (
	"context"
	"os/exec"
	"time"
)

// Rules are what a program may do.
type Rules struct {
	Read  []string `json:"read,omitempty"`  // files and folders, as absolute paths
	Write []string `json:"write,omitempty"` // folders, to read and to write, as absolute paths
	// Connect is the TCP ports that the program may connect to. Without any it opens no socket at all.
	Connect []uint16 `json:"connect,omitempty"`

	Memory uint64        `json:"memory"`         // bytes of address space
	Output uint64        `json:"output"`         // bytes of each file
	CPU    time.Duration `json:"cpu"`            // of all threads together
	Nice   int           `json:"nice,omitempty"` // at least; this process's own where that is higher
}

// Name is the sub-command of this binary that becomes the program.
const Name = "sandbox"

// Command prepares a program under rules. Its environment has no variable of this process: those hold secrets.
func Command(ctx context.Context, rules Rules, program string, args ...string) *exec.Cmd {
	cmd := command(ctx, rules, program, args)
	cmd.Env = []string{"LC_ALL=C"}
	return cmd
}

// State says which parts of the sandbox this system offers.
type State struct {
	Landlock int  // ABI version, 0 without
	Seccomp  bool // whether system calls are filtered
}

// String is "ok", or names what is missing.
func (s State) String() string {
	switch {
	case s.Landlock == 0 && !s.Seccomp:
		return "limits only"
	case s.Landlock == 0:
		return "without landlock"
	case !s.Seccomp:
		return "without seccomp"
	}
	return "ok"
}
