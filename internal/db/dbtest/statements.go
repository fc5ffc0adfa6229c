package dbtest

import (
	"bytes"
	"context"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/uptrace/bun"
)

// statements notes the statements that the product sends to a database, without their values. It is a bun.QueryHook.
type statements struct {
	mu  sync.Mutex
	all map[string]bool
}

func newStatements() *statements { return &statements{all: map[string]bool{}} }

// BeforeQuery is part of bun.QueryHook.
func (s *statements) BeforeQuery(ctx context.Context, event *bun.QueryEvent) context.Context {
	statement := withoutValues(event.Query)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.all[string(statement)] && !isSentByTest() {
		s.all[string(statement)] = true
	}
	return ctx
}

// isSentByTest reports whether the statement that is being sent comes from a test, or from a package for tests.
func isSentByTest() bool {
	callers := make([]uintptr, 32)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	for {
		frame, more := frames.Next()
		isBetween := strings.HasPrefix(frame.Function, "github.com/uptrace/bun") || strings.HasPrefix(frame.Function, product+"db.") ||
			strings.HasPrefix(frame.Function, product+"db/dbtest.(*statements)")
		if !isBetween || !more {
			return strings.HasSuffix(frame.File, "_test.go") || strings.HasSuffix(path.Dir(frame.File), "test")
		}
	}
}

// product begins the names of the product's packages.
const product = "github.com/grandstand/grandstand/internal/"

// AfterQuery is part of bun.QueryHook.
func (s *statements) AfterQuery(context.Context, *bun.QueryEvent) {}

func (s *statements) list() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.all))
}

// withoutValues replaces each value in a statement by "?", and a list of values or of rows by one of them, so that statements
// are equal if they differ in values only.
func withoutValues(query string) []byte {
	var out []byte
	for i := 0; i < len(query); {
		c, begins := query[i], i == 0 || !isWordByte(query[i-1])
		end := i + 1
		switch {
		case c == '\'':
			end = i + 1 + endOfString(query[i+1:])
			out = appendValue(out)
		case begins && '0' <= c && c <= '9':
			end = i + endOfWord(query[i:])
			out = appendValue(out)
		case begins && isWordByte(c):
			end = i + endOfWord(query[i:])
			if word := query[i:end]; word == "NULL" || word == "TRUE" || word == "FALSE" {
				out = appendValue(out)
			} else {
				out = append(out, word...)
			}
		case c == ')':
			out = append(out, c)
			if list, ok := bytes.CutSuffix(out, []byte("(?), (?)")); ok {
				out = append(list, "(?)"...)
			}
		default:
			out = append(out, c)
		}
		i = end
	}
	return out
}

// appendValue appends "?", unless the statement ends with a list of values that this one continues.
func appendValue(statement []byte) []byte {
	if list, ok := bytes.CutSuffix(statement, []byte("?, ")); ok {
		return append(list, '?')
	}
	return append(statement, '?')
}

// endOfString returns the length of the rest of a quoted string, with its closing quote. Two quotes stand for one.
func endOfString(rest string) int {
	for i := 0; i < len(rest); i++ {
		if rest[i] != '\'' {
			continue
		}
		if !strings.HasPrefix(rest[i+1:], "'") {
			return i + 1
		}
		i++
	}
	return len(rest)
}

func endOfWord(rest string) int {
	end := strings.IndexFunc(rest, func(r rune) bool { return r > 127 || !isWordByte(byte(r)) })
	if end < 0 {
		return len(rest)
	}
	return max(end, 1)
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '.'
}
