package clickhousetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// table is a ReplacingMergeTree.
type table struct {
	columns map[string]string // names to types
	at      string            // what tells the day; "" where rows bear it
	order   []string
	rows    []map[string]any
}

var (
	create  = regexp.MustCompile(`(?s)^CREATE TABLE IF NOT EXISTS (\w+) \((.*)\)\s+ENGINE = ReplacingMergeTree(?:\(noted_ms\))?(?: PARTITION BY \(channel, toDate\(intDiv\((\w+), 86400000\)\)\))? ORDER BY \(([\w, ]+)\)$`)
	column  = regexp.MustCompile(`^(\w+) (String|Int64|UInt8|Date)$`)
	worked  = regexp.MustCompile(`(?s),\s+day Date MATERIALIZED .*$`) // columns that nobody sends
	insert  = regexp.MustCompile(`^INSERT INTO (\w+) FORMAT JSONEachRow$`)
	alter   = regexp.MustCompile(`^ALTER TABLE (\w+) (DROP|REPLACE) PARTITION \('([\w-]+)', '([\d-]+)'\)(?: FROM (\w+))?$`)
	merge   = regexp.MustCompile(`^OPTIMIZE TABLE (\w+) PARTITION \('([\w-]+)', '([\d-]+)'\) FINAL$`)
	count   = regexp.MustCompile(`^SELECT count\(\) FROM (\w+) WHERE channel = '([\w-]+)' AND day = '([\d-]+)' FORMAT TabSeparatedRaw$`)
	latest  = regexp.MustCompile(`^SELECT concat\(toString\(noted_ms\), ' ', digest\) FROM (\w+) WHERE channel = '([\w-]+)' AND name = '(\w+)' AND day = '([\d-]+)' ORDER BY noted_ms DESC LIMIT 1 FORMAT TabSeparatedRaw$`)
	commaed = regexp.MustCompile(`,\s*`)
)

func (s *Server) run(statement string, rows []map[string]any) (string, error) {
	if m := create.FindStringSubmatch(statement); m != nil {
		return "", s.create(m[1], m[2], m[3], m[4])
	}
	for _, known := range []struct {
		form *regexp.Regexp
		do   func(t *table, m []string) (string, error)
	}{
		{insert, func(t *table, _ []string) (string, error) { return "", t.insert(rows) }},
		{alter, func(t *table, m []string) (string, error) { return "", s.alter(t, m[2], m[3], m[4], m[5]) }},
		{merge, func(t *table, m []string) (string, error) { t.merge(m[2], m[3]); return "", nil }},
		{count, func(t *table, m []string) (string, error) { return strconv.Itoa(len(t.part(m[2], m[3]))) + "\n", nil }},
		{latest, func(t *table, m []string) (string, error) { return t.latest(m[2], m[3], m[4]), nil }},
	} {
		if m := known.form.FindStringSubmatch(statement); m != nil {
			t := s.tables[m[1]]
			if t == nil {
				return "", fmt.Errorf("table %s does not exist", m[1])
			}
			return known.do(t, m)
		}
	}
	return "", fmt.Errorf("syntax error: %s", statement)
}

func (s *Server) create(name, columns, at, order string) error {
	if s.tables[name] != nil {
		return nil
	}
	t := &table{columns: map[string]string{}, at: at, order: commaed.Split(order, -1)}
	for _, definition := range commaed.Split(worked.ReplaceAllString(columns, ""), -1) {
		m := column.FindStringSubmatch(strings.TrimSpace(definition))
		if m == nil {
			return fmt.Errorf("syntax error: %q", definition)
		}
		t.columns[m[1]] = m[2]
	}
	for _, key := range t.order {
		if t.columns[key] == "" {
			return fmt.Errorf("unknown column %s", key)
		}
	}
	s.tables[name] = t
	return nil
}

func (t *table) insert(rows []map[string]any) error {
	for _, row := range rows {
		for name, value := range row {
			if err := fits(t.columns[name], value); err != nil {
				return fmt.Errorf("column %s: %w", name, err)
			}
		}
		if len(row) != len(t.columns) {
			return fmt.Errorf("%d of %d columns", len(row), len(t.columns))
		}
	}
	t.rows = append(t.rows, rows...)
	return nil
}

func fits(kind string, value any) error {
	ok := false
	switch v := value.(type) {
	case string:
		ok = kind == "String"
		if kind == "Date" {
			_, err := time.Parse(time.DateOnly, v)
			ok = err == nil
		}
	case bool:
		ok = kind == "UInt8"
	case json.Number:
		_, err := v.Int64()
		ok = kind == "Int64" && err == nil
	}
	if !ok {
		return fmt.Errorf("cannot parse %v as %q", value, kind)
	}
	return nil
}

// in reports whether a row is in a partition.
func (t *table) in(row map[string]any, channel, day string) bool {
	is := row["day"]
	if t.at != "" {
		ms, _ := row[t.at].(json.Number).Int64()
		is = time.UnixMilli(ms).UTC().Format(time.DateOnly)
	}
	return row["channel"] == channel && is == day
}

func (t *table) part(channel, day string) (rows []map[string]any) {
	for _, row := range t.rows {
		if t.in(row, channel, day) {
			rows = append(rows, row)
		}
	}
	return rows
}

func (s *Server) alter(t *table, how, channel, day, from string) error {
	var rows []map[string]any
	if how == "REPLACE" {
		beside := s.tables[from]
		if beside == nil || !slices.Equal(beside.order, t.order) {
			return errors.New("tables have different structure")
		}
		rows = beside.part(channel, day)
	}
	t.rows = append(slices.DeleteFunc(t.rows, func(row map[string]any) bool { return t.in(row, channel, day) }), rows...)
	return nil
}

// merge leaves of rows with the same key the last.
func (t *table) merge(channel, day string) {
	seen := map[string]bool{}
	for i := len(t.rows) - 1; i >= 0; i-- {
		if !t.in(t.rows[i], channel, day) {
			continue
		}
		var key strings.Builder
		for _, name := range t.order {
			fmt.Fprintf(&key, "%v\x00", t.rows[i][name])
		}
		if seen[key.String()] {
			t.rows = slices.Delete(t.rows, i, i+1)
		}
		seen[key.String()] = true
	}
}

func (t *table) latest(channel, name, day string) string {
	note, at := "", int64(-1)
	for _, row := range t.part(channel, day) {
		if ms, _ := row["noted_ms"].(json.Number).Int64(); row["name"] == name && ms > at {
			at, note = ms, fmt.Sprintf("%d %s\n", ms, row["digest"])
		}
	}
	return note
}
