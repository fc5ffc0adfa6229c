package text

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression that is compiled when it is first needed. Those with
// long repetitions take milliseconds, for which the start of the program must not wait.
type Pattern struct{ compiled func() *regexp.Regexp }

// NewPattern makes a pattern of an expression (RE2 syntax). Its first use panics if the
// expression is wrong.
func NewPattern(expression string) Pattern {
	return Pattern{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })}
}

// MatchString reports whether something of s matches.
func (p Pattern) MatchString(s string) bool { return p.compiled().MatchString(s) }

// FindSubmatchIndex returns the positions of the leftmost match in s and of its groups,
// nil for none.
func (p Pattern) FindSubmatchIndex(s string) []int { return p.compiled().FindStringSubmatchIndex(s) }
