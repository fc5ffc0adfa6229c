package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// The command reads beside a server that has the database open, and writes a file whole or not at all.
func TestReport(t *testing.T) {
	for engine, dsn := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteDSN, "postgres": dbtest.PostgresDSN} {
		t.Run(engine, func(t *testing.T) {
			c := newConsole(t, dsn(t))
			channel, err := c.server.Channels.FindByKey(t.Context(), "north")
			if err != nil {
				t.Fatal(err)
			}
			c.says("No one watched", "report", "--channel", "north")
			c.says("No one is watching right now.", "report", "--channel", "north", "--now")
			minute := time.Now().UnixMilli() / 60_000 * 60_000
			for _, statement := range []string{
				`INSERT INTO analytics_views (channel_id, uuid, session_uuid, subject_kind, subject_id, live, device, country, first_ms, last_ms, before_ms, watched_ms)
					VALUES (?, 'v', '', '', 0, FALSE, 'tv', '', ?, ?, 0, 90000)`,
				`INSERT INTO analytics_playbacks (channel_id, session_id, subject_kind, subject_id, seen_ms) VALUES (?, 0 * ?, 'cut', 0, ?)`,
				`INSERT INTO analytics_minutes (channel_id, minute_ms, subject_kind, subject_id, live, device, country, begun, seen, watched_ms)
					VALUES (?, ?, '', 0, FALSE, 'tv', '', 1, 1, 90000 + 0 * ?)`,
			} {
				if _, err := c.server.DB.Write().NewRaw(statement, channel.ID, minute, time.Now().UnixMilli()).Exec(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			c.says("Télé      1              2                  1", "report", "--channel", "north", "--lang", "fr")
			c.says("device,views,minutes_watched,viewers\r\ntv,1,1.5,1\r\n", "report", "--channel", "north", "--format", "csv", "--by", "device")
			c.says("unknown,,,false,1\r\n", "report", "--channel", "north", "--format", "csv", "--now")
			folder := t.TempDir()
			file := filepath.Join(folder, "report.csv")
			args := []string{"report", "--channel", "north", "--format", "csv", "--by", "country", "--out", file}
			c.says("", args...)
			c.says("", args...) // again, over the one that is there
			if text, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(text), "\uFEFFcountry,") {
				t.Errorf("%q, %v", text, err)
			}
			c.fails("in the future", append(args, "--from", "2999-01-01", "--until", "2999-01-02")...)
			c.fails("nowhere", "report", "--channel", "north", "--out", filepath.Join(folder, "nowhere", "report.txt"))
			if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
				t.Errorf("%v are there, %v", left, err)
			}
		})
	}
}

func TestFlagsThatContradictEachOther(t *testing.T) {
	c := newConsole(t, dbtest.SQLiteDSN(t))
	for want, args := range map[string][]string{
		"--channel":      {},
		"no channel":     {"--channel", "south"},
		"needs --by":     {"--channel", "north", "--format", "csv"},
		"a page has all": {"--channel", "north", "--format", "html", "--by", "day"},
		"always shows":   {"--channel", "north", "--format", "html", "--now"},
		"leave out --by": {"--channel", "north", "--now", "--by", "day"},
		"must be one of": {"--channel", "north", "--by", "weather"},
		"cannot parse":   {"--channel", "north", "--from", "yesterday"},
		"after its last": {"--channel", "north", "--from", "2026-03-02", "--until", "2026-03-01"},
	} {
		c.fails(want, append([]string{"report"}, args...)...)
	}
}
