package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// docs/guide/settings.md lists every setting of a server with its default and its help text.
func TestSettingsReference(t *testing.T) {
	const file, begin, end = "../../docs/guide/settings.md", "TestSettingsReference -->\n", "<!-- end of settings -->"
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(content), begin)
	_, tail, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatal("the guide has no place for the settings")
	}
	want := head + begin + settingsTable(t) + end + tail
	if want != string(content) && os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want != string(content) {
		t.Error("docs/guide/settings.md is out of date; run UPDATE=1 go test ./cmd/grandstand -run TestSettingsReference")
	}
}

// settingsTable returns the settings as a Markdown table, in the order of `grandstand serve --help`.
func settingsTable(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("\n| variable | flag | default | meaning |\n| --- | --- | --- | --- |\n")
	flags := newGrammar(t).root.Flags
	count := 0
	for _, flag := range flags {
		if len(flag.Envs) == 0 {
			continue
		}
		count++
		fmt.Fprintf(&b, "| `%s` | `--%s` | %s | %s |\n", strings.Join(flag.Envs, "`, `"), flag.Name, defaultValue(flag), strings.TrimSuffix(flag.Help, "."))
	}
	if count < 30 || !slices.ContainsFunc(flags, func(f *kong.Flag) bool { return f.Name == "listen" }) {
		t.Fatalf("found %d settings: the command line was not read", count)
	}
	return b.String() + "\n"
}

func defaultValue(flag *kong.Flag) string {
	if !flag.HasDefault || flag.Default == "" {
		return ""
	}
	return "`" + flag.Default + "`"
}
