package pack

import (
	"fmt"
	"slices"
	"strings"
)

// ScheduleSaid is what a reader reports about a file in addition to its events.
type ScheduleSaid struct {
	Encoding      string
	Separator     rune
	Read          []string // "Visitor = away", columns with other names than ours
	PassedColumns []string
	Passed        []string // rows without a game, with their lines
	Order         string   // of dates, where it was found out
	Warnings      []Problem
}

// ScheduleRefusal is everything that is wrong with a schedule, how the file was read, and how its questions are
// answered.
type ScheduleRefusal struct {
	Problems Problems
	File     string
	Said     ScheduleSaid
	Hints    []string
}

func (e *ScheduleRefusal) Error() string {
	shown := e.Problems
	more := len(shown) - maxProblems
	if more > 0 {
		shown = shown[:maxProblems]
	}
	said := shown.Error()
	if more > 0 {
		said += fmt.Sprintf("\n… and %d more", more)
	}
	var reading strings.Builder
	e.Said.write(&reading, e.File)
	if reading.Len() > 0 {
		said += "\nHow the file was read:\n  " + strings.ReplaceAll(strings.TrimSuffix(reading.String(), "\n"), "\n", "\n  ")
	}
	if len(e.Hints) > 0 {
		said += "\nAnswer with:\n  " + strings.Join(e.Hints, "\n  ")
	}
	return said
}

// Unwrap returns the problems.
func (e *ScheduleRefusal) Unwrap() error { return e.Problems }

// asked is a question about a name, and the lines that have it.
type asked struct {
	column   string
	question error
	lines    []int
}

// ask asks about a name of the present row, once for all rows.
func (r *scheduleReader) ask(column, key string, question error) {
	if a, ok := r.asked[key]; ok {
		a.lines = append(a.lines, r.row.Line)
		return
	}
	r.asked[key] = &asked{column: column, question: question, lines: []int{r.row.Line}}
}

// refusal is the error of what was found, nil for nothing.
func (r *scheduleReader) refusal() error {
	for _, a := range r.asked {
		said := fmt.Sprintf("%s: %s", a.column, a.question)
		if n := len(a.lines); n > 1 {
			said += fmt.Sprintf(" (%d rows)", n)
		}
		r.problems.add(r.out.file, a.lines[0], "%s", said)
	}
	err := r.problems.err()
	if err == nil {
		r.checkHours()
		return nil
	}
	problems, _ := err.(Problems) //nolint:errorlint // err returns nothing else
	if r.own {
		return problems
	}
	slices.Sort(r.hints)
	return &ScheduleRefusal{Problems: problems, File: r.out.file, Said: r.out.said, Hints: r.hints}
}
