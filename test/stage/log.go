package stage

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"
)

// Log keeps what a process printed. It is safe for concurrent use.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write appends to the log; it is the process's standard output and error.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String is everything printed so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Len is a position to give to Since.
func (l *Log) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Len()
}

// Since is what was printed after a position.
func (l *Log) Since(position int) string { return l.String()[position:] }

// Tail is the last lines.
func (l *Log) Tail(lines int) string {
	all := strings.Split(strings.TrimRight(l.String(), "\n"), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

// WaitLine returns the first line after a position that holds every one of the parts.
func (l *Log) WaitLine(ctx context.Context, position int, parts ...string) (string, error) {
	var found string
	err := Until(ctx, fmt.Sprintf("the log has a line with %q", parts), func() (bool, error) {
		for line := range strings.Lines(l.Since(position)) {
			if containsAll(line, parts) {
				found = strings.TrimSpace(line)
				return true, nil
			}
		}
		return false, nil
	})
	return found, err
}

func containsAll(line string, parts []string) bool {
	for _, part := range parts {
		if !strings.Contains(line, part) {
			return false
		}
	}
	return true
}
