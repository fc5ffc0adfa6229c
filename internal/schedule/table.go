package schedule

import (
	"fmt"
	"slices"
	"strings"
)

// Bounds of a table.
const (
	maxColumns   = 200
	maxRowLines  = 100 // lines of one row, inside of quotation marks
	maxTitleRows = 40  // rows that may come before the first game
)

// Row is one row of a table.
type Row struct {
	Line  int      // of the file, from 1
	Cells []string // as Clean returns them
	Texts []string // the cells as they were written, for what people read
}

// IsBlank reports whether every cell is empty.
func (r Row) IsBlank() bool {
	return !slices.ContainsFunc(r.Cells, func(s string) bool { return s != "" })
}

// SingleCell returns the single cell that is not empty.
func (r Row) SingleCell() (string, bool) {
	var only []string
	for _, cell := range r.Cells {
		if cell != "" {
			only = append(only, cell)
		}
	}
	if len(only) != 1 {
		return "", false
	}
	return only[0], true
}

// Fault is a row that cannot be read.
type Fault struct {
	Line    int
	Message string
}

// Table is a file as rows. A row has as many cells as the header, or fewer: its last
// cells are then missing.
type Table struct {
	Separator rune
	Header    Row
	Rows      []Row
	Titles    []Row // the rows above the header
	Faults    []Fault
}

// ReadTable finds the separator and the header, and reads the rows below it. A row that
// cannot be read is a Fault, and the rows after it are read nevertheless. Blank rows and
// repeated headers are left out.
func ReadTable(text string) *Table {
	separators := []rune{',', ';', '\t'}
	first := 1
	if declared, rest, ok := cutSeparator(text); ok {
		separators, text, first = []rune{declared}, rest, 2
	}
	var best *Table
	most := -1
	for _, separator := range separators {
		t := &Table{Separator: separator}
		s := scanner{text: text, separator: separator, line: first}
		if score := t.findHeader(&s); score > most {
			best, most = t, score
			best.readRows(&s)
		}
	}
	return best
}

// cutSeparator reads the first line "sep=;" that spreadsheets write.
func cutSeparator(text string) (rune, string, bool) {
	line, rest, _ := strings.Cut(text, "\n")
	declared, ok := strings.CutPrefix(strings.ToLower(strings.Trim(line, " \"")), "sep=")
	if declared = strings.TrimRight(declared, "\""); !ok {
		return 0, text, false
	}
	switch declared {
	case ",", ";", "\t", "|":
		return rune(declared[0]), rest, true
	}
	return 0, text, false
}

// findHeader chooses the row with the most known columns, or the first row, and returns a score
// for comparing separators. Broken rows above the header are faults.
func (t *Table) findHeader(s *scanner) int {
	var rows []Row
	best, most, after := -1, 0, *s
	var faults, above []Fault
	for len(rows) < maxTitleRows && !s.ended() {
		row, fault := s.row(0)
		if fault != nil {
			row.Cells = nil
			faults = append(faults, *fault)
		}
		rows = append(rows, row)
		known := countFields(row.Cells)
		if best < 0 && !row.IsBlank() || known > most {
			best, most, after, above = len(rows)-1, known, *s, slices.Clone(faults)
		}
	}
	if *s = after; best < 0 {
		return 0
	}
	t.Faults = above
	t.Header, t.Titles = rows[best], slices.DeleteFunc(rows[:best], Row.IsBlank)
	if most < 2 { // no header: report problems on the first row
		return most
	}
	return most*maxColumns + min(len(t.Header.Cells), maxColumns-1)
}

func countFields(cells []string) int {
	seen := map[Field]bool{}
	for _, cell := range cells {
		if field, ok := FieldOf(cell); ok {
			seen[field] = true
		}
	}
	return len(seen)
}

func (t *Table) readRows(s *scanner) {
	for !s.ended() {
		row, fault := s.row(len(t.Header.Cells))
		switch {
		case fault != nil:
			t.Faults = append(t.Faults, *fault)
		case row.IsBlank(), slices.Equal(row.Cells, t.Header.Cells):
		default:
			t.Rows = append(t.Rows, row)
		}
	}
}

// scanner splits text into rows. Quotation marks follow RFC 4180; one that stands within
// a cell is an ordinary character.
type scanner struct {
	text      string
	separator rune
	line      int // of the next row
}

func (s *scanner) ended() bool { return s.text == "" }

// row reads the next row. width is the number of columns, 0 while it is not known. After
// a fault the scanner stands at the line below.
func (s *scanner) row(width int) (Row, *Fault) {
	at := *s
	row := Row{Line: s.line}
	for more := true; more; {
		var cell string
		var ok bool
		if cell, more, ok = s.cell(); !ok || s.line-at.line > maxRowLines {
			return s.skipBrokenRow(at, row, "a quotation mark is opened but never closed")
		}
		row.Cells, row.Texts = append(row.Cells, Clean(cell)), append(row.Texts, strings.TrimSpace(cell))
	}
	limit := width
	if width == 0 {
		limit = maxColumns
	}
	for len(row.Cells) > limit && row.Cells[len(row.Cells)-1] == "" {
		row.Cells = row.Cells[:len(row.Cells)-1]
	}
	switch {
	case width == 0 && len(row.Cells) > maxColumns:
		return s.skipBrokenRow(at, row, fmt.Sprintf("the table has %d columns; a table can have at most %d", len(row.Cells), maxColumns))
	case width == 0:
		return row, nil
	case len(row.Cells) != width && s.line-at.line > 1 && !row.IsBlank():
		return s.skipBrokenRow(at, row, "a quotation mark is opened but not closed in the same row")
	case len(row.Cells) > width:
		return s.skipBrokenRow(at, row, fmt.Sprintf("the row has %d cells, but the header has %d; put a value that contains %q in quotation marks",
			len(row.Cells), width, s.separator))
	}
	return row, nil
}

// skipBrokenRow continues below the first line of an unreadable row.
func (s *scanner) skipBrokenRow(at scanner, row Row, message string) (Row, *Fault) {
	_, rest, _ := strings.Cut(at.text, "\n")
	s.text, s.line = rest, at.line+1
	return row, &Fault{Line: row.Line, Message: message}
}

// cell reads one cell, and whether the row has more. ok is false if a quotation mark is not closed.
func (s *scanner) cell() (cell string, more, ok bool) {
	if trimmed := strings.TrimLeft(s.text, " "); strings.HasPrefix(trimmed, `"`) {
		return s.quoted(trimmed[1:])
	}
	end := strings.IndexFunc(s.text, func(r rune) bool { return r == s.separator || r == '\n' })
	if end < 0 {
		cell, s.text = s.text, ""
		return cell, false, true
	}
	cell, more = s.text[:end], s.text[end] != '\n'
	s.advance(s.text[end:])
	return cell, more, true
}

// advance continues after the separator or line feed that text begins with.
func (s *scanner) advance(text string) {
	if s.text = text; s.text == "" {
		return
	}
	if s.text[0] == '\n' {
		s.line++
	}
	s.text = s.text[1:]
}

func (s *scanner) quoted(text string) (cell string, more, ok bool) {
	var b strings.Builder
	bare := false // a quotation mark within the cell that is not doubled
	for {
		end := strings.IndexByte(text, '"')
		if end < 0 {
			return "", false, false
		}
		b.WriteString(text[:end])
		text = text[end+1:]
		rest := strings.TrimLeft(text, " ")
		switch {
		case rest == "", rest[0] == '\n', rune(rest[0]) == s.separator:
			if cell = b.String(); bare && strings.Contains(cell, "\n") {
				return "", false, false // it is closed in another row
			}
			s.line += strings.Count(cell, "\n")
			more = rest != "" && rest[0] != '\n'
			s.advance(rest)
			return cell, more, true
		case text[0] == '"':
			text = text[1:]
		default:
			bare = true
		}
		b.WriteByte('"')
	}
}
