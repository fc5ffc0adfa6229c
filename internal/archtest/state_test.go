package archtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNoPackageState(t *testing.T) {
	byFolder := map[string][]source{}
	for _, name := range tracked(t) {
		if !strings.HasPrefix(name, "internal/") || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root(t), name))
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.Dir(name)
		if strings.HasSuffix(folder, "test") {
			continue // support of tests: one database server serves every test of a process
		}
		byFolder[folder] = append(byFolder[folder], source{name: name, text: string(text)})
	}
	if len(byFolder) < 5 {
		t.Fatalf("found %d packages: the rule judged nothing", len(byFolder))
	}
	for _, files := range byFolder {
		found, err := judgeState(files)
		if err != nil {
			t.Error(err)
		}
		for _, why := range found {
			if !isSandboxEntry(why) {
				t.Error(why)
			}
		}
	}
}

// isSandboxEntry reports whether a report is about the one init function that is allowed: it makes a process the sandbox of
// another program and returns at once in all others (ADR 0051).
func isSandboxEntry(why string) bool {
	return strings.HasPrefix(why, "internal/sandbox/enter_linux.go:") && strings.HasSuffix(why, "init function")
}

func TestJudgeState(t *testing.T) {
	const head = "package p\nimport (\"errors\"; \"regexp\"; \"sync\"; \"embed\")\n"
	tests := []struct {
		name, text string
		want       string // part of the one report expected, or "" for none
	}{
		{"sentinel error", `var ErrNone = errors.New("none")`, ""},
		{"read-only table", `var table = map[string]int{"a": 1}; func f() int { return table["a"] }`, ""},
		{"compiled pattern", `var digits = regexp.MustCompile("^[0-9]+$")`, ""},
		{"interface check", `var _ error = kind(0); type kind int; func (kind) Error() string { return "" }`, ""},
		{"embedded files", "//go:embed x\nvar files embed.FS", ""},
		{"shadowed name", `var table = []int{1}; func f() { table := []int{2}; table[0] = 3 }`, ""},
		{"field of the same name", `var n = 1; type s struct{ n int }; func (x *s) set() { x.n = 2 }`, ""},

		{"init", `func init() {}`, "init function"},
		{"starts empty", `var cache map[string]int`, "starts empty"},
		{"mutex", `var guard = sync.Mutex{}`, "synchronises"},
		{"channel", `var queue = make(chan int)`, "synchronises"},
		{"once", `var load = sync.OnceValue(func() int { return 1 })`, "synchronises"},
		{"counter", `var n = 0; func f() { n++ }`, "is written"},
		{"table written", `var table = map[string]int{}; func f() { table["a"] = 1 }`, "is written"},
		{"table emptied", `var table = map[string]int{}; func f() { clear(table) }`, "is written"},
		{"address taken", `var n = 0; func f() *int { return &n }`, "is written"},
		{"field written", `var s = struct{ n int }{}; func f() { s.n = 1 }`, "is written"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found, err := judgeState([]source{{name: "p.go", text: head + tt.text}})
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case tt.want == "" && len(found) > 0:
				t.Errorf("reported %q, want nothing", found)
			case tt.want != "" && (len(found) != 1 || !strings.Contains(found[0], tt.want)):
				t.Errorf("reported %q, want one with %q", found, tt.want)
			}
		})
	}
}
