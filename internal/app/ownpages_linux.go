package app

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// A mapping is a range of addresses.
type mapping struct{ begin, end uintptr }

// giveBackPages lets go of the pages of the program's own file that were mapped so far: the
// start touches most of them once, for tables and code that are not needed again. They stay
// in the page cache, and those that are needed come back sixteen at a time with a minor
// fault. The system drops such pages by itself only when memory is short already.
func giveBackPages() error {
	executable, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return fmt.Errorf("find the program's own file: %w", err)
	}
	smaps, err := os.Open("/proc/self/smaps")
	if err != nil {
		return fmt.Errorf("list the program's memory: %w", err)
	}
	defer smaps.Close()
	mappings, err := cleanMappings(smaps, executable)
	if err != nil {
		return fmt.Errorf("list the program's memory: %w", err)
	}
	for _, m := range mappings {
		if _, _, errno := unix.Syscall(unix.SYS_MADVISE, m.begin, m.end-m.begin, unix.MADV_DONTNEED); errno != 0 {
			return fmt.Errorf("give back the program's pages: %w", errno)
		}
	}
	return nil
}

// cleanMappings are the mappings of file in smaps (proc_pid_smaps(5)) that hold nothing but
// what the file holds: read-only, and without a page that was written before it became so.
func cleanMappings(smaps io.Reader, file string) ([]mapping, error) {
	var (
		found     []mapping
		current   mapping
		candidate bool
	)
	lines := bufio.NewScanner(smaps)
	for lines.Scan() {
		line := lines.Text()
		if m, permissions, path, ok := parseMapping(line); ok {
			current = m
			candidate = path == file && permissions[0] == 'r' && permissions[1] == '-'
			continue
		}
		if value, ok := strings.CutPrefix(line, "Anonymous:"); ok && candidate && strings.TrimSpace(value) == "0 kB" {
			found = append(found, current)
		}
	}
	return found, lines.Err()
}

// parseMapping reads the first line of an entry: "begin-end permissions offset device inode path".
func parseMapping(line string) (m mapping, permissions, path string, ok bool) {
	fields := strings.Fields(line)
	if len(fields) < 6 || len(fields[1]) != 4 {
		return m, "", "", false
	}
	from, to, ok := strings.Cut(fields[0], "-")
	begin, err1 := strconv.ParseUint(from, 16, 64)
	end, err2 := strconv.ParseUint(to, 16, 64)
	if !ok || err1 != nil || err2 != nil {
		return m, "", "", false
	}
	return mapping{uintptr(begin), uintptr(end)}, fields[1], strings.Join(fields[5:], " "), true
}
