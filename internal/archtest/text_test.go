package archtest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// root gives the repository's folder: the nearest one above with a go.mod.
func root(t *testing.T) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for folder != filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		folder = filepath.Dir(folder)
	}
	t.Fatal("no go.mod above this package")
	return ""
}

// tracked gives the files that a clone of this repository would hold, new ones not yet committed included.
func tracked(t *testing.T) []string {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
	cmd.Dir = root(t)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git ls-files: %v", err)
	}
	names := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	if len(names) < 10 {
		t.Fatalf("git knows %d files: the rule would judge nothing", len(names))
	}
	return names
}

// eachText calls judge with every text file of the repository.
func eachText(t *testing.T, judge func(name, text string)) {
	t.Helper()
	for _, name := range tracked(t) {
		text, err := os.ReadFile(filepath.Join(root(t), name))
		if os.IsNotExist(err) {
			continue // removed, and the removal not yet committed
		}
		if err != nil {
			t.Fatal(err)
		}
		if bytes.IndexByte(text, 0) < 0 {
			judge(name, string(text))
		}
	}
}

func TestFilesHaveOneSubject(t *testing.T) {
	eachText(t, func(name, text string) {
		if why := judgeLength(name, text); why != "" {
			t.Error(why)
		}
	})
}

func TestJudgeLength(t *testing.T) {
	long := strings.Repeat("\n", maxLines+1)
	if judgeLength("internal/x/x.go", long) == "" {
		t.Error("a long file passes")
	}
	for _, name := range []string{"internal/x/x.gen.go", "web/src/api/gen/types.ts", "README.md"} {
		if why := judgeLength(name, long); why != "" {
			t.Errorf("%s is judged: %s", name, why)
		}
	}
	if why := judgeLength("internal/x/x.go", strings.Repeat("\n", maxLines)); why != "" {
		t.Errorf("a file at the limit is reported: %s", why)
	}
}

func TestNothingOfOneMachine(t *testing.T) {
	eachText(t, func(name, text string) {
		if why := judgeForeign(name, text); why != "" {
			t.Error(why)
		}
	})
}

func TestJudgeForeign(t *testing.T) {
	const slash = "/" // so that these samples are not what the rule is after
	for _, text := range []string{
		`"resolved": "https:` + `//registry.` + `npmjs.org/x.tgz"`,
		"export GO" + "PROXY=direct",
		"cd " + slash + "work/main",
		`open("` + slash + `home/somebody/file")`,
	} {
		if judgeForeign("x", "first line\n"+text) == "" {
			t.Errorf("%q passes", text)
		}
	}
	for _, text := range []string{"see docs/work/plan", "GET /worker/7", "https://example.com" + slash + "home/page", "/homepage"} {
		if why := judgeForeign("x", text); why != "" {
			t.Errorf("%q is reported: %s", text, why)
		}
	}
}

func TestMigrationsGoForward(t *testing.T) {
	var files []source
	eachText(t, func(name, text string) {
		if strings.HasPrefix(name, "internal/db/migrations/") && strings.HasSuffix(name, ".sql") {
			files = append(files, source{name: name, text: text})
		}
	})
	if len(files) == 0 {
		t.Fatal("no migrations: the rule judged nothing")
	}
	for _, why := range judgeMigrations(files) {
		t.Error(why)
	}
}

func TestJudgeMigrations(t *testing.T) {
	const up = "-- +goose Up\nSELECT 1;\n"
	tests := []struct {
		name  string
		files []source
		want  int
	}{
		{"in order", []source{{"0001_a.sql", up}, {"0002_b.sql", up}}, 0},
		{"number twice", []source{{"0001_a.sql", up}, {"0001_b.sql", up}}, 1},
		{"no number", []source{{"first.sql", up}}, 1},
		{"no step", []source{{"0001_a.sql", "SELECT 1;"}}, 1},
		{"goes down", []source{{"0001_a.sql", up + "-- +goose Down\nSELECT 1;\n"}}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if found := judgeMigrations(tt.files); len(found) != tt.want {
				t.Errorf("reported %q, want %d", found, tt.want)
			}
		})
	}
}
