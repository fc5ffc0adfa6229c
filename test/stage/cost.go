package stage

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"
)

// clockTick is the unit of CPU times in /proc (USER_HZ, 100 on every Linux that Go runs on).
const clockTick = time.Second / 100

// CPU is the processor time that a process has used so far, in user and kernel mode, over all its threads.
// Source: proc(5), /proc/pid/stat fields 14 and 15.
func CPU(pid int) (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	// The second field is the command in parentheses and may hold spaces: count from its end.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	const user, kernel = 14 - 3, 15 - 3
	if len(fields) <= kernel {
		return 0, fmt.Errorf("short /proc/%d/stat", pid)
	}
	ticks := 0
	for _, field := range [][]byte{fields[user], fields[kernel]} {
		n, err := strconv.Atoi(string(field))
		if err != nil {
			return 0, err
		}
		ticks += n
	}
	return time.Duration(ticks) * clockTick, nil
}

// RSS is the memory of a process that is in RAM, in bytes, shared pages of its executable included.
// Source: proc(5), VmRSS.
func RSS(pid int) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range bytes.Lines(text) {
		if value, ok := bytes.CutPrefix(line, []byte("VmRSS:")); ok {
			fields := bytes.Fields(value)
			kilobytes, err := strconv.ParseInt(string(fields[0]), 10, 64)
			return kilobytes << 10, err
		}
	}
	return 0, fmt.Errorf("no VmRSS of process %d", pid)
}
