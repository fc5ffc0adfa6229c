package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// A check without a database says which events it could not check, and --installed looks them up.
func TestACheckSaysWhichEventsItCouldNotCheck(t *testing.T) {
	for engine, dsn := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteDSN, "postgres": dbtest.PostgresDSN} {
		t.Run(engine, func(t *testing.T) {
			c := newConsole(t, dsn(t))
			c.playSeason(t)
			folder := t.TempDir()
			write := func(name, content string) {
				if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			write("channel.yaml", manifest)
			write("site.yaml", "slides:\n  - {type: main, title: Tonight, event: a}\n")
			c.says("! site.yaml:2: event: \"a\" was not checked: the pack has no schedule.csv\nThe pack of north has no problems in its files.", "channel", "check", folder)
			c.says("The pack of north has no problems.\n", "channel", "check", "--installed", folder)
			write("site.yaml", "slides:\n  - {type: main, title: Tonight, event: final}\n")
			c.fails(`site.yaml:2: event: the channel has no event "final"`, "channel", "check", "--installed", folder)
			for name, content := range season {
				write(name, content)
			}
			c.fails("site.yaml:2: event: schedule.csv has no event \"final\"\nIf the channel already has these events, check the pack with --installed", "channel", "check", folder)
			write("site.yaml", "slides:\n  - {type: main, title: Tonight, event: b}\n")
			c.says("The pack of north has no problems.\n", "channel", "check", folder)
		})
	}
}

// A command says what it was given and what it expects instead of a folder, a missing file, an empty file or a file of another kind.
func TestWrongFilesAreToldInWords(t *testing.T) {
	for engine, dsn := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteDSN, "postgres": dbtest.PostgresDSN} {
		t.Run(engine, func(t *testing.T) {
			c := newConsole(t, dsn(t))
			folder := t.TempDir()
			write := func(name, content string) string {
				path := filepath.Join(folder, name)
				if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
				return path
			}
			games, empty, binary := write("games.csv", season["schedule.csv"]), write("empty", ""), write("binary", "\x00\x01\x02\xff")
			unknown := `There is no channel with the key "` + folder + `". The key of a channel is in its channel.yaml.`
			for _, test := range []struct {
				want string
				args []string
			}{
				{unknown, []string{"events", "import", folder, games}},
				{unknown, []string{"channel", "export", folder, filepath.Join(folder, "copy")}},
				{`there is no channel "` + folder + `"`, []string{"events", "imports", folder}},
				{`there is no channel "` + folder + `"`, []string{"events", "undo", folder, "1"}},
				{`there is no channel "` + folder + `"`, []string{"events", "mapping", "list", folder}},
				{"<file>: " + folder + " is a folder, but a file is needed", []string{"events", "import", "north", folder}},
				{"<file>: " + folder + "/none does not exist", []string{"events", "import", "north", filepath.Join(folder, "none")}},
				{"empty:1: a schedule must begin with a row of column names", []string{"events", "import", "north", empty}},
				{"binary:1: this is not a text file; save the schedule as CSV (UTF-8)", []string{"events", "import", "north", binary}},
				{empty + " is empty, but a YAML file with answers is needed", []string{"events", "import", "north", games, "--mapping", empty}},
				{empty + " is empty, but a YAML file with answers is needed", []string{"events", "mapping", "set", "north", "s", empty}},
				{folder + ": this is a folder, but a file is needed", []string{"report", "--channel", "north", "--format", "html", "--out", folder}},
				{"this is not a country database in the MaxMind format (.mmdb)", []string{"--geo-db", binary, "migrate"}},
				{"<folder>: " + empty + " is a file, but a folder is needed", []string{"channel", "check", empty}},
				{"Video not found.", []string{"vod", "remove", "none", "--channel", "north"}},
			} {
				out, err := c.run(test.args)
				if err == nil || !strings.Contains(inWords(err), test.want) {
					t.Errorf("%q: %q, %v, want %q", test.args, out, err, test.want)
				}
			}
		})
	}
}
