package pack

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Problem is one thing that is wrong with a pack, and where.
type Problem struct {
	File    string // below the pack's folder
	Line    int    // from 1; 0 for the file as a whole
	Message string
}

func (p Problem) String() string {
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s", p.File, p.Message)
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message)
}

// Problems is everything that is wrong with a pack, as one error.
type Problems []Problem

func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, problem := range p {
		lines[i] = problem.String()
	}
	return strings.Join(lines, "\n")
}

// err is p in the order of the files, or nil.
func (p Problems) err() error {
	if len(p) == 0 {
		return nil
	}
	slices.SortStableFunc(p, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return slices.Compact(p)
}

func (p *Problems) add(file string, line int, format string, args ...any) {
	*p = append(*p, Problem{File: file, Line: line, Message: fmt.Sprintf(format, args...)})
}
