package pack

import (
	"fmt"
	"slices"
	"strings"
)

// ScheduleReading describes how a reader read a file.
type ScheduleReading struct {
	Encoding      string
	Separator     rune
	Read          []string // "Visitor = away", columns with other names than ours
	PassedColumns []string
	Passed        []string // rows without a game, with their lines
	Order         string   // of dates, where it was found out
	Warnings      []Problem
}

// ScheduleRefusal lists the problems and questions of a schedule, the way the file was read, and the options that answer
// the questions.
type ScheduleRefusal struct {
	Problems Problems
	File     string
	Reading  ScheduleReading
	Hints    []string
}

func (e *ScheduleRefusal) Error() string {
	shown := e.Problems
	more := len(shown) - maxProblems
	if more > 0 {
		shown = shown[:maxProblems]
	}
	message := shown.Error()
	if more > 0 {
		message += fmt.Sprintf("\n… and %d more", more)
	}
	var reading strings.Builder
	e.Reading.write(&reading, e.File)
	if reading.Len() > 0 {
		message += "\nHow the file was read:\n  " + strings.ReplaceAll(strings.TrimSuffix(reading.String(), "\n"), "\n", "\n  ")
	}
	if len(e.Hints) > 0 {
		message += "\nAnswer with:\n  " + strings.Join(e.Hints, "\n  ")
	}
	return message
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

// refusal returns the problems and questions of the file as an error, nil if there are none.
func (r *scheduleReader) refusal() error {
	for _, a := range r.asked {
		question := fmt.Sprintf("%s: %s", a.column, a.question)
		if n := len(a.lines); n > 1 {
			question += fmt.Sprintf(" (%d rows)", n)
		}
		r.problems.add(r.out.file, a.lines[0], "%s", question)
	}
	err := r.problems.err()
	if err == nil {
		r.checkHours()
		return nil
	}
	problems, _ := err.(Problems) //nolint:errorlint // err returns nothing else
	if r.ofPack {
		return problems
	}
	slices.Sort(r.hints)
	return &ScheduleRefusal{Problems: problems, File: r.out.file, Reading: r.out.reading, Hints: r.hints}
}
