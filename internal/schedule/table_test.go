package schedule

import (
	"cmp"
	"encoding/binary"
	"encoding/csv"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/grandstand/grandstand/internal/charset"
	"pgregory.net/rapid"
)

func encodeUTF16(s string, order binary.ByteOrder, mark bool) []byte {
	if mark {
		s = "\ufeff" + s
	}
	var out []byte
	for _, unit := range utf16.Encode([]rune(s)) {
		out = append(out, 0, 0)
		order.PutUint16(out[len(out)-2:], unit)
	}
	return out
}

func TestDecode(t *testing.T) {
	const text = "date,home\n2026-11-28,École\n"
	for name, test := range map[string]struct {
		content  []byte
		encoding string
	}{
		"UTF-8":                {[]byte(text), charset.UTF8},
		"UTF-8 with mark":      {[]byte("\ufeff" + text), charset.UTF8},
		"UTF-16 little":        {encodeUTF16(text, binary.LittleEndian, true), charset.UTF16LE},
		"UTF-16 big":           {encodeUTF16(text, binary.BigEndian, true), charset.UTF16BE},
		"UTF-16 without mark":  {encodeUTF16(text, binary.LittleEndian, false), charset.UTF16LE},
		"UTF-16 big, no mark":  {encodeUTF16(text, binary.BigEndian, false), charset.UTF16BE},
		"Windows-1252":         {[]byte("date,home\n2026-11-28,\xc9cole\n"), charset.Windows1252},
		"carriage returns":     {[]byte("date,home\r2026-11-28,École\r"), charset.UTF8},
		"both":                 {[]byte("date,home\r\n2026-11-28,École\r\n"), charset.UTF8},
		"Windows-1252 with CR": {[]byte("date,home\r2026-11-28,\xc9cole\r"), charset.Windows1252},
	} {
		if got, encoding, err := Decode(test.content); err != nil || got != text || encoding != test.encoding {
			t.Errorf("%s: %q, %s, %v", name, got, encoding, err)
		}
	}
	for name, content := range map[string]string{"xlsx": "PK\x03\x04aaaa", "xls": "\xd0\xcf\x11\xe0", "pdf": "%PDF-1.7", "page": "<!DOCTYPE html><p>", "zeros": "date\x00home", "other letters": "date,\x81\xff", "calendar": "BEGIN:VCALENDAR"} {
		if got, _, err := Decode([]byte(content)); err == nil {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestTablesOfSpreadsheets(t *testing.T) {
	for name, text := range map[string]string{
		"commas":         "Date,Time,Home,Visitor\n2026-11-28,19:00,Lynx,Tide\n",
		"semicolons":     "Date;Time;Home;Visitor\n2026-11-28;19:00;Lynx;Tide\n",
		"tabs":           "Date\tTime\tHome\tVisitor\n2026-11-28\t19:00\tLynx\tTide\n",
		"declared":       "sep=;\nDate;Time;Home;Visitor\n2026-11-28;19:00;Lynx;Tide\n",
		"declared bar":   "\"sep=|\"\nDate|Time|Home|Visitor\n2026-11-28|19:00|Lynx|Tide\n",
		"titles":         "Ligue du Nord,,,\nSaison 2026-2027,,,\n\nDate,Time,Home,Visitor\n2026-11-28,19:00,Lynx,Tide\n",
		"empty ends":     "Date,Time,Home,Visitor,,\n2026-11-28,19:00,Lynx,Tide,,,,\n,,,,,\n\n\n",
		"header again":   "Date,Time,Home,Visitor\nDate,Time,Home,Visitor\n2026-11-28,19:00,Lynx,Tide\n",
		"without an end": "Date,Time,Home,Visitor\n2026-11-28,19:00,Lynx,Tide",
		"quoted":         "\"Date\", \"Time\",\"Home\",\"Visitor\"\n\"2026-11-28\",\"19:00\" ,\"Lynx\",\"Tide\"\n",
	} {
		got := ReadTable(text)
		if len(got.Faults) > 0 || len(got.Rows) != 1 || strings.Join(got.Rows[0].Cells[:4], "|") != "2026-11-28|19:00|Lynx|Tide" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestRowsAfterABrokenOneAreRead(t *testing.T) {
	for name, test := range map[string]struct {
		row    string
		faults int
		cell   string // of the broken row
	}{
		"a quotation mark within a cell":     {`2026-11-28,19:00,The "Lynx",Tide`, 0, `The "Lynx"`},
		"one within a quoted cell":           {`2026-11-28,19:00,"The "Lynx" team",Tide`, 0, `The "Lynx" team`},
		"inches":                             {`2026-11-28,19:00,Lynx 6",Tide`, 0, `Lynx 6"`},
		"one that is never closed":           {`2026-11-28,19:00,"Lynx,Tide`, 1, ""},
		"one that is closed in another line": {"2026-11-28,19:00,\"Lynx,Tide\n2026-11-28,20:00,\"Lynx\",Tide", 1, ""},
		"a comma without quotation marks":    {`2026-11-28,19:00,Lynx, Ottawa,Tide`, 1, ""},
	} {
		got := ReadTable("Date,Time,Home,Visitor\n" + test.row + "\n2026-11-29,19:00,Lynx,Tide\n")
		if len(got.Faults) != test.faults || len(got.Rows) == 0 || got.Rows[len(got.Rows)-1].Cells[0] != "2026-11-29" {
			t.Errorf("%s: %+v", name, got)
			continue
		}
		if test.cell != "" && got.Rows[0].Cells[2] != test.cell {
			t.Errorf("%s: %q", name, got.Rows[0].Cells)
		}
		if test.faults > 0 && got.Faults[0].Line != 2 {
			t.Errorf("%s: %+v", name, got.Faults)
		}
	}
}

// A broken row above the header is reported, as the broken row can be the header.
func TestBrokenRowsAboveTheHeaderAreFaults(t *testing.T) {
	got := ReadTable("Season,2026\n\"Date,Time,Home\nDate,Time,Home,Visitor\n2026-11-28,\"19:00,Lynx,Tide\n2026-11-29,19:00,Lynx,Tide\n")
	if len(got.Rows) != 1 || len(got.Faults) != 2 || got.Faults[0].Line != 2 || got.Faults[1].Line != 4 {
		t.Errorf("%+v", got)
	}
	if got := ReadTable("\"Date,Time,Home\n\"2026,19:00\n"); len(got.Faults) != 2 {
		t.Errorf("without a header: %+v", got)
	}
}

// Spreadsheets end rows in empty cells, also above the header.
func TestWideRowsAboveTheHeader(t *testing.T) {
	empty := strings.Repeat(",", 300)
	got := ReadTable("Season 2026" + empty + "\nDate,Time,Home,Visitor" + empty + "\n2026-11-28,19:00,Lynx,Tide" + empty + "\n")
	if len(got.Faults) != 0 || len(got.Rows) != 1 || got.Rows[0].Cells[3] != "Tide" {
		t.Errorf("%+v", got)
	}
	got = ReadTable(strings.Repeat("Season,", 300) + "\nDate,Time,Home,Visitor\n2026-11-28,19:00,Lynx,Tide\n")
	if len(got.Faults) != 1 || got.Faults[0].Line != 1 || !strings.Contains(got.Faults[0].Message, "at most 200") || len(got.Rows) != 1 {
		t.Errorf("%+v", got)
	}
}

// A table that the standard library writes is read as it was, with the lines of its rows.
func TestWrittenTablesAreReadAsTheyWere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.OneOf(rapid.StringMatching(`[a-zA-Zé"',;\n .-]{0,12}`), rapid.Just("2026-11-28"))
		rows := rapid.SliceOfN(rapid.SliceOfN(cell, 4, 4), 1, 6).Draw(t, "rows")
		var b strings.Builder
		w := csv.NewWriter(&b)
		w.Comma = rapid.SampledFrom([]rune{',', ';', '\t'}).Draw(t, "separator")
		_ = w.Write([]string{"date", "time", "sport", "home"})
		want := [][]string{}
		for _, row := range rows {
			row[0] = "x" + row[0] // no blank row, no header
			_ = w.Write(row)
			cleaned := make([]string, len(row))
			for i, s := range row {
				cleaned[i] = Clean(s)
			}
			want = append(want, cleaned)
		}
		w.Flush()
		got := ReadTable(b.String())
		if len(got.Faults) > 0 || len(got.Rows) != len(want) || got.Separator != w.Comma {
			t.Fatalf("%q is read as %+v", b.String(), got)
		}
		lines := strings.Split(b.String(), "\n")
		for i, row := range got.Rows {
			if !slices.Equal(row.Cells, want[i]) || row.Line > len(lines) {
				t.Fatalf("%q is read as %q", want[i], row.Cells)
			}
		}
	})
}

func TestColumns(t *testing.T) {
	for header, want := range map[string]Field{
		"Home Team": Home, "VISITEUR": Away, "Équipe à domicile": Home, "Date (MM/DD/YYYY)": Date, "Time (ET)": Time, "Heure": Time, "Lieu": Location, "Aréna": Location, "Rink": Location, "Game #": Number, "Match": Game,
		"Opponent": Opponent, "H/A": HomeAway, "Statut": Status, "Start Date": Date, "Start Time": Time, "home_team": Home, "base_price": BasePrice, "Final Score": Result, "N° de match": Number, "Start": DateTime, "Adversaire": Opponent, "Nom de l’équipe": Team,
	} {
		if got, ok := FieldOf(header); !ok || got != want {
			t.Errorf("%q is %q, %t", header, got, ok)
		}
	}
	for _, header := range []string{"", "Referee", "Bus", "#"} {
		if got, ok := FieldOf(header); ok && got != Number {
			t.Errorf("%q is %q", header, got)
		}
	}
	if c := NewColumn("Date (jj/mm/aaaa)", Date); c.Order != DayFirst {
		t.Errorf("%+v", c)
	}
	for header, want := range map[string]string{"Price (USD)": "USD", "Prix ($ US)": "USD", "Price (CA$)": "CAD", "Price ($)": "", "Price (each)": ""} {
		if c := NewColumn(header, BasePrice); c.Currency != want {
			t.Errorf("%q has the currency %q", header, c.Currency)
		}
	}
	for header, want := range map[string]string{
		"Time (EST)": "America/New_York", "Time (Pacific)": "America/Los_Angeles", "Time (Eastern Time)": "America/New_York", "Heure (heure de l'Est)": "America/Toronto",
		"Heure (Est)": "America/New_York", "Time (America/Halifax)": "America/Halifax", "Time": "", "Time (HH:MM)": "", "Start (MM/DD/YYYY HH:MM AM/PM)": "", "Time (24h)": "",
		"Time (Arizona)": "unread", "Heure (et lieu)": "unread", "Time (Cuba)": "unread", "Time (local)": "unread",
	} {
		c := NewColumn(header, Time)
		if got := cmp.Or(c.Zone, map[bool]string{true: "unread"}[c.Unread != ""]); got != want {
			t.Errorf("%q is %+v, want %q", header, c, want)
		}
	}
}

// Each name of a column belongs to one field, and is written as Key writes it.
func TestHeadersAreDistinct(t *testing.T) {
	seen := map[string]Field{}
	for _, field := range Fields() {
		for _, header := range Headers(field) {
			if other, twice := seen[header]; twice || Key(header) != header {
				t.Errorf("%q is %s and %q; its key is %q", header, field, other, Key(header))
			}
			seen[header] = field
		}
	}
}

// No content of a file makes the reading panic, and each row has as many cells as the
// header at most.
func FuzzTable(f *testing.F) {
	for _, seed := range []string{"Date,Home\n2026-11-28,Lynx\n", "sep=;\nDate;Home\n\"", "\xff\xfeD\x00a\x00", "Date\tHeure\n28/11/2026\t19 h 30\n", "a,\"b\nc\",d\n", "\"\"\"\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		text, _, err := Decode(content)
		if err != nil {
			return
		}
		table := ReadTable(text)
		lines := strings.Count(text, "\n") + 1
		for _, row := range table.Rows {
			if len(row.Cells) > len(table.Header.Cells) || row.Line > lines || row.Line <= table.Header.Line {
				t.Fatalf("%+v below %+v in %q", row, table.Header, text)
			}
			for _, cell := range row.Cells {
				_, _ = (Dates{}).Read(cell)
				_, _, _ = ReadRange(cell)
				_, _, _ = SplitMoment(cell)
				_, _ = SplitPairing(cell)
				_, _ = SplitOpponent(cell)
				_, _, _ = CutGameNumber(cell)
				_, _ = CutStatus(cell)
				_, _ = ReadDuration(cell)
				if amount, err := ReadAmount(cell, "CAD"); err == nil && amount < 0 {
					t.Fatalf("%q is %d", cell, amount)
				}
			}
		}
	})
}
