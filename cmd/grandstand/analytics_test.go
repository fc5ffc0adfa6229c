package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/clickhouse/clickhousetest"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// visited has somebody have visited a page yesterday.
func (c *console) visited() (day string) {
	c.t.Helper()
	at := time.Now().UTC().AddDate(0, 0, -1)
	_, err := c.server.DB.Write().NewRaw(`INSERT INTO analytics_events
		(channel_id, at_ms, source, name, session_uuid, view_uuid, subject_kind, subject_id, device, country, extras)
		SELECT id, ?, 'site', 'visit_page', '', '', '', 0, 'phone', '', '{}' FROM channels`, at.UnixMilli()).Exec(c.t.Context())
	if err != nil {
		c.t.Fatal(err)
	}
	return at.Format(time.DateOnly)
}

func TestAnalyticsAreExportedBesideAServer(t *testing.T) {
	for engine, dsn := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteDSN, "postgres": dbtest.PostgresDSN} {
		t.Run(engine, func(t *testing.T) {
			c, out, server := newConsole(t, dsn(t)), t.TempDir(), clickhousetest.New(t)
			day := c.visited()
			file := filepath.Join(out, "north", "events", day+".parquet")
			export := []string{"analytics", "export", "--channel", "north"}
			c.says(day+" events: 1 rows, "+file+"\n", append(export, "--out", out)...)
			if about, err := os.Stat(file); err != nil || about.Mode().Perm() != 0o600 {
				t.Errorf("%v, %v", about, err)
			}
			c.says(day+" views: 0 rows\n", append(export, "--out", out)...)

			secret := filepath.Join(t.TempDir(), "password")
			if err := os.WriteFile(secret, []byte(clickhousetest.Password+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			ship := append(export, "--clickhouse", server.URL, "--clickhouse-user", clickhousetest.User)
			c.fails("answered 403", ship...)
			c.says(day+" events: 1 rows, sent to ClickHouse\n", append(ship, "--clickhouse-password-file", secret)...)
			if rows := server.Rows("grandstand_events"); len(rows) != 1 || rows[0]["name"] != "visit_page" {
				t.Errorf("%v", rows)
			}
		})
	}
}

func TestExportsThatAreRefused(t *testing.T) {
	c, out := newConsole(t, dbtest.SQLiteDSN(t)), t.TempDir()
	file := filepath.Join(out, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for want, flags := range map[string]string{
		`no channel "south"`:       "--channel south --out " + out,
		"--channel":                "--out " + out,
		"--out":                    "--channel north",
		"--people":                 "--channel north --people ada --out " + out,
		"must end after it begins": "--channel north --from 2026-03-02 --until 2026-03-01 --out " + out,
		"2026-02-30":               "--channel north --from 2026-02-30 --out " + out,
		"in the future":            "--channel north --from 2999-01-01 --until 2999-01-02 --out " + out,
		"not a directory":          "--channel north --out " + file,
		"HTTP interface":           "--channel north --clickhouse file:///etc/passwd",
		"no user and no password":  "--channel north --clickhouse http://ada:secret@127.0.0.1:8123",
		"no such file":             "--channel north --clickhouse http://127.0.0.1:8123 --clickhouse-password-file " + file + ".not",
	} {
		c.fails(want, append([]string{"analytics", "export"}, strings.Fields(flags)...)...)
	}
}
