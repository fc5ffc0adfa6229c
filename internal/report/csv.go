package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// newCSV begins a file with the byte order mark by which spreadsheets read UTF-8.
func newCSV(w io.Writer) (*csv.Writer, error) {
	if _, err := io.WriteString(w, "\uFEFF"); err != nil {
		return nil, fmt.Errorf("write CSV: %w", err)
	}
	out := csv.NewWriter(w)
	out.UseCRLF = true
	return out, nil
}

// CSV writes a section as RFC 4180 has it: a row of names first, in English whatever the language of
// the report, then one row each, lines ended by CR and LF. Times are those of the channel's zone, with
// its distance to UTC; money is in units with two decimals, in columns of its own for each currency.
// What an operator wrote is marked as text by an apostrophe where a spreadsheet would take it for a
// formula.
func (r *Report) CSV(w io.Writer, s Section) error {
	out, err := newCSV(w)
	if err != nil {
		return err
	}
	if err := out.Write(r.csvHead(s.By)); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	for i := range s.Rows {
		if err := out.Write(r.csvRow(s.By, &s.Rows[i])); err != nil {
			return fmt.Errorf("write CSV: %w", err)
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}

func (r *Report) csvHead(by By) []string {
	var head []string
	switch by {
	case ByDay, ByHour, ByMinute, ByDevice, ByCountry:
		head = []string{string(by)}
	case ByEvent:
		head = []string{"kind", "id", "name", "starts_at"}
	case BySport, BySchool, ByOffer:
		head = []string{"kind", "id", "name"}
	}
	for _, c := range by.columns() {
		head = append(head, c.key())
	}
	if !by.hasMoney() {
		return head
	}
	for _, p := range r.Purses {
		for _, name := range []string{"payments", "paid", "refunded", "revenue"} {
			head = append(head, name+"_"+p.key())
		}
	}
	return head
}

func (r *Report) csvRow(by By, row *Row) []string {
	var cells []string
	switch by {
	case ByDay:
		cells = []string{row.At.Format(time.DateOnly)}
	case ByHour, ByMinute:
		cells = []string{row.At.Format(time.RFC3339)}
	case ByDevice, ByCountry:
		cells = []string{row.ID}
	case ByEvent:
		starts := ""
		if !row.At.IsZero() {
			starts = row.At.Format(time.RFC3339)
		}
		cells = []string{string(row.Kind), row.ID, plain(row.Name), starts}
	case BySport, BySchool, ByOffer:
		cells = []string{string(row.Kind), row.ID, plain(row.Name)}
	}
	for _, c := range by.columns() {
		cell := ""
		if row.Watching {
			cell = c.csv(row)
		}
		cells = append(cells, cell)
	}
	if !by.hasMoney() {
		return cells
	}
	for _, p := range r.Purses {
		m := row.Money[p]
		cells = append(cells, strconv.FormatInt(m.Payments, 10), units(m.Paid), units(m.Refunded), units(m.Revenue()))
	}
	return cells
}

// CSVNow writes who watches at this moment.
func (r *Report) CSVNow(w io.Writer) error {
	out, err := newCSV(w)
	if err != nil {
		return err
	}
	rows := [][]string{{"kind", "id", "name", "live", "viewers"}}
	for _, n := range r.Now {
		rows = append(rows, []string{string(n.Kind), n.ID, plain(n.Name), strconv.FormatBool(n.Live), strconv.FormatInt(n.Viewers, 10)})
	}
	if err := out.WriteAll(rows); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}

func (c column) key() string {
	return [...]string{"views", "minutes_watched", "viewers", "peak_viewers"}[c]
}

func (c column) csv(row *Row) string {
	switch c {
	case colViews:
		return strconv.FormatInt(row.Views, 10)
	case colWatched:
		return strconv.FormatFloat(row.Watched.Minutes(), 'f', 1, 64)
	case colViewers:
		return strconv.FormatInt(row.Viewers, 10)
	case colPeak:
	}
	return strconv.FormatInt(row.Peak, 10)
}

// key names a purse for programs.
func (p Purse) key() string {
	if p.Test {
		return p.Currency + "_test"
	}
	return p.Currency
}

// units writes minor units as a decimal number.
func units(minor int64) string {
	sign := ""
	if minor < 0 {
		sign, minor = "-", -minor
	}
	return fmt.Sprintf("%s%d.%02d", sign, minor/100, minor%100)
}

// plain marks as text what a spreadsheet would compute: it looks past blanks, takes a full-width sign
// for a narrow one, and begins a line after each tab and line end.
func plain(text string) string {
	trimmed := strings.TrimLeft(text, " \u00a0\u3000\ufeff")
	if trimmed != "" && strings.ContainsRune("=+-@\t\r\n|%＝＋－＠", []rune(trimmed)[0]) {
		return "'" + text
	}
	return text
}
