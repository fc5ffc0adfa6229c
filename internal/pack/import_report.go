package pack

import (
	"fmt"
	"io"
	"strings"

	"github.com/grandstand/grandstand/internal/charset"
	"github.com/grandstand/grandstand/internal/schedule"
)

// maxToldRows bounds each list of a report.
const maxToldRows = 100

// Write tells in words what was read and what changed.
func (r *ImportReport) Write(out io.Writer) error {
	var b strings.Builder
	r.Reading.write(&b, r.File)
	writeLines(&b, "New:", r.Diff.New)
	writeLines(&b, "Moved:", r.Diff.Moved)
	writeLines(&b, "Changed:", r.Diff.Changed)
	writeLines(&b, "In the channel but not in this file (they stay; cancel or remove them by their numbers):", r.Diff.Missing)
	verb := ""
	if r.DryRun {
		verb = "Dry run, nothing was changed: "
	}
	fmt.Fprintf(&b, "%s%d new, %d updated, %d unchanged.\n", verb, r.Created, r.Updated, r.Unchanged)
	if r.ID != 0 && !r.DryRun {
		fmt.Fprintf(&b, "This is import %d; undo it with: grandstand events undo %s %d\n", r.ID, r.Channel, r.ID)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// write tells how a file was read, where that is not plain. The report of a file that was not read to its end tells what
// was read.
func (s *ScheduleReading) write(b *strings.Builder, file string) {
	if s.Encoding != "" && s.Encoding != charset.UTF8 {
		fmt.Fprintf(b, "%s is read as %s. If letters with accents look wrong, save it as CSV (UTF-8).\n", file, s.Encoding)
	}
	if s.Separator != 0 && s.Separator != ',' {
		fmt.Fprintf(b, "Cells are separated by %s.\n", map[rune]string{';': "semicolons", '\t': "tabs", '|': "vertical bars"}[s.Separator])
	}
	if s.Order != "" {
		fmt.Fprintf(b, "Dates are read as %s, as the file's own dates show.\n", map[string]string{
			string(schedule.DayFirst): "day, month, year", string(schedule.MonthFirst): "month, day, year", string(schedule.YearFirst): "year, month, day",
		}[s.Order])
	}
	writeList(b, "Columns read: ", s.Read)
	writeList(b, "Columns ignored: ", s.PassedColumns)
	writeLines(b, "Ignored:", s.Passed)
	warnings := make([]string, len(s.Warnings))
	for i, w := range s.Warnings {
		warnings[i] = w.String()
	}
	writeLines(b, "Please check:", warnings)
}

func writeList(b *strings.Builder, title string, list []string) {
	if len(list) > 0 {
		fmt.Fprintf(b, "%s%s.\n", title, strings.Join(list, ", "))
	}
}

func writeLines(b *strings.Builder, title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintln(b, title)
	for _, line := range lines[:min(len(lines), maxToldRows)] {
		fmt.Fprintf(b, "  %s\n", line)
	}
	if more := len(lines) - maxToldRows; more > 0 {
		fmt.Fprintf(b, "  … and %d more\n", more)
	}
}
