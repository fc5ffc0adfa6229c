package main

import (
	"os"
	"path/filepath"
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
