package analytics

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
)

// documented are the columns of a table in docs/guide/export.md, as "name type".
func documented(document, table string) (columns []string) {
	_, rest, _ := strings.Cut(document, "\n### `"+table+"`\n")
	rest, _, _ = strings.Cut(rest, "\n##")
	for line := range strings.Lines(rest) {
		if cells := strings.Split(line, " | "); strings.HasPrefix(line, "| `") && len(cells) == 3 {
			columns = append(columns, strings.Trim(cells[0], "| `")+" "+cells[1])
		}
	}
	return columns
}

// schema are the columns of a row, in the words of the document.
func schema(of any) (columns []string) {
	names := map[string]string{"STRING": "string", "INT(64,true)": "int64", "BOOLEAN": "boolean", "TIMESTAMP(isAdjustedToUTC=true,unit=MILLIS)": "timestamp, ms, UTC"}
	for _, field := range parquet.SchemaOf(of).Fields() {
		kind := names[field.Type().String()]
		if field.Optional() {
			kind += ", null"
		}
		columns = append(columns, field.Name()+" "+kind)
	}
	return columns
}

func TestColumnsAreDocumented(t *testing.T) {
	document, err := os.ReadFile("../../docs/guide/export.md")
	if err != nil {
		t.Fatal(err)
	}
	for table, row := range map[string]any{"events": eventLine{}, "views": viewLine{}, "sessions": sessionLine{}, "minutes": minuteLine{}} {
		if diff := cmp.Diff(schema(row), documented(string(document), table)); diff != "" {
			t.Errorf("%s (-files +document):\n%s", table, diff)
		}
	}
}
