package schedule

import (
	"os"
	"strings"
	"testing"
)

// The reference of columns in docs/SCHEDULES.md is what the code takes.
func TestTheReferenceListsEveryColumn(t *testing.T) {
	const file, begin, end = "../../docs/SCHEDULES.md", "TestTheReference -->\n", "<!-- end of columns -->"
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(content), begin)
	_, tail, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatal("the reference has no place for the columns")
	}
	var b strings.Builder
	b.WriteString("\n| field | headers of others |\n| --- | --- |\n")
	for _, field := range Fields() {
		synonyms := strings.Join(Headers(field), ", ")
		if field == Name || field == Description {
			synonyms = "`" + string(field) + "_fr` for the language `fr`"
		}
		b.WriteString("| `" + string(field) + "` | " + synonyms + " |\n")
	}
	want := head + begin + b.String() + "\n" + end + tail
	if want != string(content) && os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want != string(content) {
		t.Error("docs/SCHEDULES.md lists other columns; run UPDATE=1 go test ./internal/schedule -run TestTheReference")
	}
}
