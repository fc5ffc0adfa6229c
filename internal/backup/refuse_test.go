package backup_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/backup"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// damage spoils a backup, and says what must be said of it.
type damage struct {
	name, want string
	do         func(t *testing.T, folder string)
}

func damages() []damage {
	return []damage{
		{"nothing in it", "this is not a backup", func(t *testing.T, folder string) {
			check(t, os.RemoveAll(folder), os.Mkdir(folder, 0o700))
		}},
		{"no checksums", "this is not a backup", func(t *testing.T, folder string) { check(t, os.Remove(filepath.Join(folder, "SHA256SUMS"))) }},
		{"checksums cut off at a line", "cut off", func(t *testing.T, folder string) {
			edit(t, folder, "SHA256SUMS", func(text []byte) []byte {
				return text[:bytes.LastIndexByte(text[:len(text)-1], '\n')+1]
			})
		}},
		{"checksums cut off in a line", "SHA256SUMS is damaged at line", func(t *testing.T, folder string) {
			edit(t, folder, "SHA256SUMS", func(text []byte) []byte { return text[:len(text)-9] })
		}},
		{"checksums that are none", "SHA256SUMS is damaged at line 1", func(t *testing.T, folder string) {
			edit(t, folder, "SHA256SUMS", func([]byte) []byte { return []byte("\x00\x01 nonsense\n") })
		}},
		{"a path that leads out", "SHA256SUMS is damaged at line", func(t *testing.T, folder string) {
			replace(t, folder, "SHA256SUMS", "media/a/one", "media/../../one")
		}},
		{"a file twice", "lists media/a/one twice", func(t *testing.T, folder string) {
			edit(t, folder, "SHA256SUMS", func(text []byte) []byte {
				return append(text, line(text, "media/a/one")...)
			})
		}},
		{"no description", "backup.json is missing", func(t *testing.T, folder string) { check(t, os.Remove(filepath.Join(folder, "backup.json"))) }},
		{"a description changed", "backup.json is damaged", func(t *testing.T, folder string) {
			replace(t, folder, "backup.json", `"files": 4`, `"files": 5`)
		}},
		{"a description that is none", "backup.json is damaged", func(t *testing.T, folder string) {
			edit(t, folder, "backup.json", func(text []byte) []byte { return text[:len(text)/2] })
		}},
		{"a newer layout", "newer version: it has format 2", func(t *testing.T, folder string) {
			replace(t, folder, "backup.json", `"format": 1`, `"format": 2`)
		}},
		{"a newer database", "newer version: its database is at migration 9999", func(t *testing.T, folder string) {
			edit(t, folder, "backup.json", func(text []byte) []byte { return setNumber(text, `"schema": `, "9999") })
			updateChecksum(t, folder, "backup.json")
		}},
		{"a newer queue", "newer version: its database is at migration", func(t *testing.T, folder string) {
			edit(t, folder, "backup.json", func(text []byte) []byte { return setNumber(text, `"queue_schema": `, "9999") })
			updateChecksum(t, folder, "backup.json")
		}},
		{"another database", "grandstand.dump is missing", func(t *testing.T, folder string) {
			replace(t, folder, "backup.json", `"engine": "sqlite"`, `"engine": "postgres"`)
			updateChecksum(t, folder, "backup.json")
		}},
		{"a medium gone", "media/a/one is missing", func(t *testing.T, folder string) { check(t, os.Remove(filepath.Join(folder, "media/a/one"))) }},
		{"a bit of a medium", "media/a/one is damaged", func(t *testing.T, folder string) {
			replace(t, folder, "media/a/one", "first", "firsu")
		}},
		{"a medium that is a link out of it", "media/a/one", func(t *testing.T, folder string) {
			name := filepath.Join(folder, "media/a/one")
			check(t, os.Remove(name), os.Symlink("/etc/hostname", name))
		}},
		{"the database cut off", "grandstand.db is damaged", func(t *testing.T, folder string) {
			edit(t, folder, "grandstand.db", func(text []byte) []byte { return text[:len(text)/2] })
		}},
		{"a database that was damaged before", "grandstand.db", func(t *testing.T, folder string) {
			edit(t, folder, "grandstand.db", func(text []byte) []byte {
				return append(text[:len(text)/4:len(text)/4], bytes.Repeat([]byte{0xa5}, len(text)-len(text)/4)...)
			})
			updateChecksum(t, folder, "grandstand.db")
		}},
	}
}

// Whatever is wrong with a backup is said, and nothing comes of it.
func TestDamagedBackupsAreRefused(t *testing.T) {
	in := newInstallation(t, dbtest.SQLiteDSN(t))
	whole, _ := in.backup("")
	for _, d := range damages() {
		t.Run(d.name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "copy")
			check(t, os.CopyFS(folder, os.DirFS(whole)))
			d.do(t, folder)
			into := empty(t, "")
			if err := restore(t, folder, into); err == nil || !strings.Contains(err.Error(), d.want) {
				t.Errorf("restoring: %v, want %q", err, d.want)
			}
			if left, err := os.ReadDir(filepath.Dir(into.Data)); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
			if _, err := backup.Check(t.Context(), folder); err == nil || !strings.Contains(err.Error(), d.want) {
				t.Errorf("checking: %v, want %q", err, d.want)
			}
		})
	}
	if err := restore(t, whole, empty(t, "")); err != nil {
		t.Errorf("the whole one is refused too: %v", err)
	}
}

// What is there already stays, and an installation that would not find what is restored is refused before.
func TestRestoringTouchesNothingThatIsThere(t *testing.T) {
	in := newInstallation(t, dbtest.SQLiteDSN(t))
	folder, _ := in.backup("")
	into := empty(t, "")
	check(t, os.Mkdir(into.Data, 0o700), os.WriteFile(filepath.Join(into.Data, "note"), []byte("mine"), 0o600))
	refused := func(want string, into backup.Installation) {
		t.Helper()
		if err := restore(t, folder, into); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	refused("is not empty", into)
	if text, err := os.ReadFile(filepath.Join(into.Data, "note")); err != nil || string(text) != "mine" {
		t.Errorf("what was there is %q, %v", text, err)
	}
	check(t, os.Remove(filepath.Join(into.Data, "note")))

	elsewhere := into
	elsewhere.Database = filepath.Join(t.TempDir(), "other.db")
	refused("GRANDSTAND_DB names", elsewhere)
	elsewhere = into
	elsewhere.Media = "s3://games?region=x"
	refused("GRANDSTAND_BLOB names s3://games:", elsewhere)
	elsewhere = into
	elsewhere.Database = "postgres://127.0.0.1/grandstand"
	refused("backup is of a SQLite database", elsewhere)

	if err := restore(t, folder, into); err != nil {
		t.Errorf("an empty folder is refused: %v", err)
	}
	refused("is not empty", into)
}

// A database of PostgreSQL that has anything in it stays as it is, and so does the data folder.
func TestRestoreRefusesADatabaseThatIsNotEmpty(t *testing.T) {
	in := newInstallation(t, dbtest.PostgresDSN(t))
	folder, _ := in.backup("")
	into := empty(t, in.Database)
	if err := restore(t, folder, into); err == nil || !strings.Contains(err.Error(), "the database is not empty") {
		t.Errorf("got %v", err)
	}
	if err := restore(t, folder, empty(t, "")); err == nil || !strings.Contains(err.Error(), "backup is of a PostgreSQL database") {
		t.Errorf("into SQLite: %v", err)
	}
	edit(t, folder, "grandstand.dump", func(text []byte) []byte { return text[:len(text)/2] })
	updateChecksum(t, folder, "grandstand.dump")
	into = empty(t, dbtest.EmptyPostgresDSN(t))
	if err := restore(t, folder, into); err == nil || !strings.Contains(err.Error(), "pg_restore") {
		t.Errorf("half a dump: %v", err)
	}
	if left, _ := os.ReadDir(filepath.Dir(into.Data)); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	again := &installation{t: t, Installation: into}
	again.open()
	if isEmpty, err := again.db.IsEmpty(t.Context()); err != nil || !isEmpty {
		t.Errorf("half a dump left tables: %v", err)
	}
}

func check(t *testing.T, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// edit changes a file, which must change by it.
func edit(t *testing.T, folder, name string, change func([]byte) []byte) {
	t.Helper()
	path := filepath.Join(folder, name)
	text, err := os.ReadFile(path)
	check(t, err)
	changed := change(bytes.Clone(text))
	if bytes.Equal(text, changed) {
		t.Fatalf("%s stayed as it was", name)
	}
	check(t, os.WriteFile(path, changed, 0o600))
}

func replace(t *testing.T, folder, name, from, to string) {
	t.Helper()
	edit(t, folder, name, func(text []byte) []byte { return bytes.ReplaceAll(text, []byte(from), []byte(to)) })
}

// line is the line that names a file.
func line(text []byte, name string) []byte {
	for l := range bytes.Lines(text) {
		if bytes.HasSuffix(l, []byte(name+"\n")) {
			return bytes.Clone(l)
		}
	}
	return nil
}

// setNumber replaces the number after a prefix.
func setNumber(text []byte, prefix, number string) []byte {
	before, after, _ := bytes.Cut(text, []byte(prefix))
	return fmt.Appendf(nil, "%s%s%s%s", before, prefix, number, bytes.TrimLeft(after, "0123456789"))
}

// updateChecksum writes the checksum of a changed file into the backup.
func updateChecksum(t *testing.T, folder, name string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, name))
	check(t, err)
	edit(t, folder, "SHA256SUMS", func(sums []byte) []byte {
		return bytes.ReplaceAll(sums, line(sums, name), fmt.Appendf(nil, "%x  %s\n", sha256.Sum256(text), name))
	})
}
