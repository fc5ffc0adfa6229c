package backup_test

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/backup"
	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

const secret = "0123456789abcdef0123456789abcdef"

// installation is an installation whose database and media are open.
type installation struct {
	backup.Installation

	t     *testing.T
	db    *db.DB
	media *blob.Store
}

// newInstallation has the values a/one and b/two in its media, and one row of its own.
func newInstallation(t *testing.T, dsn string) *installation {
	t.Helper()
	data := t.TempDir()
	in := &installation{t: t, Installation: backup.Installation{Data: data, Database: dsn, Media: filepath.Join(data, "media")}}
	if err := os.WriteFile(filepath.Join(data, "secret.key"), []byte(secret), 0o600); err != nil {
		t.Fatal(err)
	}
	in.open()
	in.put("a/one", "first")
	in.put("b/two", "second")
	in.exec("CREATE TABLE marks (number INTEGER, name TEXT DEFAULT '" + markName + "')")
	in.exec("INSERT INTO marks (number) VALUES (17)")
	return in
}

// markName has characters of several alphabets, and a backslash.
const markName = `Łódź, 東京, C:\temp`

// open does what a server does that starts on the installation.
func (in *installation) open() {
	in.t.Helper()
	var err error
	if in.db, err = db.Open(in.t.Context(), in.Database, slog.New(slog.DiscardHandler)); err != nil {
		in.t.Fatal(err)
	}
	in.t.Cleanup(func() { _ = in.db.Close() })
	if in.media, err = blob.Open(in.t.Context(), in.Media); err != nil {
		in.t.Fatal(err)
	}
	in.t.Cleanup(func() { _ = in.media.Close() })
}

func (in *installation) put(key, value string) {
	in.t.Helper()
	if err := in.media.WriteAll(in.t.Context(), key, []byte(value), "text/plain"); err != nil {
		in.t.Fatal(err)
	}
}

func (in *installation) exec(statement string) {
	in.t.Helper()
	if _, err := in.db.SQL().ExecContext(in.t.Context(), statement); err != nil {
		in.t.Fatal(err)
	}
}

func (in *installation) value(key string) string {
	in.t.Helper()
	value, err := in.media.ReadAll(in.t.Context(), key)
	if err != nil {
		in.t.Error(err)
	}
	return string(value)
}

// marks returns the numbers of all marks, whose names must be complete.
func (in *installation) marks() (numbers []int) {
	in.t.Helper()
	var names []string
	if err := in.db.Read().NewRaw("SELECT number, name FROM marks ORDER BY number").Scan(in.t.Context(), &numbers, &names); err != nil {
		in.t.Fatal(err)
	}
	for _, name := range names {
		if name != markName {
			in.t.Errorf("a mark is called %q, want %q", name, markName)
		}
	}
	return numbers
}

// backup makes a backup, which must succeed.
func (in *installation) backup(previous string) (folder string, about backup.About) {
	in.t.Helper()
	folder = filepath.Join(in.t.TempDir(), "copy")
	about, err := backup.Make(in.t.Context(), in.Installation, folder, options(previous))
	if err != nil {
		in.t.Fatal(err)
	}
	return folder, about
}

func options(previous string) backup.Options {
	return backup.Options{Previous: previous, Now: time.UnixMilli(1_800_000_000_000), Log: slog.New(slog.DiscardHandler)}
}

// empty is an installation that is not there yet.
func empty(t *testing.T, dsn string) backup.Installation {
	t.Helper()
	data := filepath.Join(t.TempDir(), "new")
	if dsn == "" {
		dsn = filepath.Join(data, "grandstand.db")
	}
	return backup.Installation{Data: data, Database: dsn, Media: filepath.Join(data, "media")}
}

func restore(t *testing.T, from string, into backup.Installation) error {
	t.Helper()
	_, err := backup.Restore(t.Context(), from, into, slog.New(slog.DiscardHandler))
	return err
}

func TestABackupBecomesTheSameInstallation(t *testing.T) {
	for engine, dsn := range map[string][2]func(testing.TB) string{
		"sqlite":   {dbtest.SQLiteDSN, func(testing.TB) string { return "" }},
		"postgres": {dbtest.PostgresDSN, dbtest.EmptyPostgresDSN},
	} {
		t.Run(engine, func(t *testing.T) {
			in := newInstallation(t, dsn[0](t))
			folder, about := in.backup("")
			if about.Files != 4 || len(about.Holds) != 3 || len(about.Lacks) != 1 || string(about.Engine) != engine {
				t.Errorf("it says %+v", about)
			}
			if _, err := backup.Check(t.Context(), folder); err != nil {
				t.Error(err)
			}
			onlyTheOwner(t, folder)

			in.exec("INSERT INTO marks (number) VALUES (18)") // too late
			in.put("c/three", "third")
			again := &installation{t: t, Installation: empty(t, dsn[1](t))}
			if err := restore(t, folder, again.Installation); err != nil {
				t.Fatal(err)
			}
			onlyTheOwner(t, again.Data)
			again.open()
			if got := again.marks(); len(got) != 1 || got[0] != 17 {
				t.Errorf("it has the rows %v", got)
			}
			if one, two := again.value("a/one"), again.value("b/two"); one != "first" || two != "second" {
				t.Errorf("it has the media %q and %q", one, two)
			}
			if _, err := again.media.ReadAll(t.Context(), "c/three"); err == nil {
				t.Error("it has what came later")
			}
			if text, err := os.ReadFile(filepath.Join(again.Data, "secret.key")); err != nil || string(text) != secret {
				t.Errorf("its secret is %q, %v", text, err)
			}
		})
	}
}

func onlyTheOwner(t *testing.T, folder string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		files++
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has the mode %s", path, info.Mode())
		}
		return nil
	})
	if err != nil || files < 4 {
		t.Errorf("looked at %d files: %v", files, err)
	}
}

// What the database of a backup names is in its media, whatever is recorded and removed while it is made.
func TestABackupOfWhatIsBeingWrittenIsWhole(t *testing.T) {
	in := newInstallation(t, dbtest.SQLiteDSN(t))
	in.exec("DELETE FROM marks")
	ctx, stop := context.WithCancel(t.Context())
	many, ended := make(chan struct{}), make(chan error, 1)
	go func() { ended <- in.record(ctx, many) }()
	<-many
	folder, _ := in.backup("")
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	again := &installation{t: t, Installation: empty(t, "")}
	if err := restore(t, folder, again.Installation); err != nil {
		t.Fatal(err)
	}
	again.open()
	numbers, later := again.marks(), in.marks()
	if len(numbers) == 0 || numbers[len(numbers)-1] >= later[len(later)-1] {
		t.Fatalf("it has %d rows: nothing was written meanwhile", len(numbers))
	}
	for _, number := range numbers {
		if again.value(segment(number)) != fmt.Sprint(number) {
			t.Errorf("segment %d is missing", number)
		}
	}
}

func segment(number int) string { return fmt.Sprintf("streams/%d", number) }

// before is how many files are written before the backup begins.
const before = 400

// record writes files, and names each once it is there. Those that were written before the backup began go meanwhile,
// first their names.
func (in *installation) record(ctx context.Context, many chan<- struct{}) error {
	whole := context.WithoutCancel(ctx)
	for number := 0; ctx.Err() == nil; number++ {
		if err := in.media.WriteAll(whole, segment(number), fmt.Append(nil, number), "video/mp4"); err != nil {
			return err
		}
		if _, err := in.db.SQL().ExecContext(whole, "INSERT INTO marks (number) VALUES (?)", number); err != nil {
			return err
		}
		switch old := number - before; {
		case old == 0:
			close(many)
		case old > 0 && old < before:
			if _, err := in.db.SQL().ExecContext(whole, "DELETE FROM marks WHERE number = ?", old); err != nil {
				return err
			}
			if err := in.media.Delete(whole, segment(old)); err != nil {
				return err
			}
		}
	}
	return nil
}

// A backup of each day costs what is new that day, and the one before stays as it was.
func TestTheNextBackupSharesWhatHasNotChanged(t *testing.T) {
	in := newInstallation(t, dbtest.SQLiteDSN(t))
	monday, _ := in.backup("")
	in.put("b/two", "changed")
	in.put("c/three", "third")
	tuesday, _ := in.backup(monday)
	if !sameFile(t, monday, tuesday, "media/a/one") || sameFile(t, monday, tuesday, "media/b/two") {
		t.Error("it copied what had not changed, or shares what had")
	}
	for _, folder := range []string{monday, tuesday} {
		if _, err := backup.Check(t.Context(), folder); err != nil {
			t.Error(err)
		}
	}
	again := &installation{t: t, Installation: empty(t, "")}
	if err := restore(t, tuesday, again.Installation); err != nil {
		t.Fatal(err)
	}
	again.open()
	if again.value("a/one")+again.value("b/two")+again.value("c/three") != "firstchangedthird" {
		t.Error("it is another day's")
	}
	if _, err := backup.Make(t.Context(), in.Installation, filepath.Join(t.TempDir(), "copy"), options(t.TempDir())); err == nil {
		t.Error("an empty folder passed for the previous backup")
	}
}

func sameFile(t *testing.T, one, two, name string) bool {
	t.Helper()
	first, err := os.Stat(filepath.Join(one, name))
	if err != nil {
		t.Fatal(err)
	}
	second, err := os.Stat(filepath.Join(two, name))
	if err != nil {
		t.Fatal(err)
	}
	return os.SameFile(first, second)
}

// A backup that is not finished has no name, and takes none from another.
func TestABackupThatFailsLeavesNothing(t *testing.T) {
	in := newInstallation(t, dbtest.SQLiteDSN(t))
	parent := t.TempDir()
	folder := filepath.Join(parent, "copy")
	refused := func(want string, of backup.Installation, to string) {
		t.Helper()
		_, err := backup.Make(t.Context(), of, to, options(""))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
		if left, _ := os.ReadDir(parent); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := backup.Make(ended, in.Installation, folder, options("")); err == nil {
		t.Error("it went on after its end")
	}
	refused("already exists", in.Installation, in.Data)
	refused("is inside", in.Installation, filepath.Join(in.Data, "copy"))
	nowhere := empty(t, "")
	refused("no installation", nowhere, folder)
	if _, err := os.Stat(nowhere.Data); err == nil {
		t.Error("to back nothing up made an installation")
	}
	if err := os.Truncate(filepath.Join(in.Data, "secret.key"), 8); err != nil {
		t.Fatal(err)
	}
	refused("too short", in.Installation, folder)
	if err := os.Remove(filepath.Join(in.Data, "secret.key")); err != nil {
		t.Fatal(err)
	}
	refused("secret", in.Installation, folder)
}

// A secret that is configured is not in the backup, and no other one passes for it.
func TestAConfiguredSecretStaysOutside(t *testing.T) {
	in := newInstallation(t, dbtest.SQLiteDSN(t))
	in.Secret = "fedcba9876543210fedcba9876543210"
	folder, about := in.backup("")
	if _, err := os.Stat(filepath.Join(folder, "secret.key")); err == nil || len(about.Lacks) != 2 || about.Fingerprint == "" {
		t.Errorf("it holds the secret, or does not say that it lacks it: %+v", about)
	}
	for configured, want := range map[string]string{"": "does not contain", secret: "is not the secret"} {
		into := empty(t, "")
		into.Secret = configured
		if err := restore(t, folder, into); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("with the secret %q: %v", configured, err)
		}
	}
	into := empty(t, "")
	into.Secret = in.Secret
	if err := restore(t, folder, into); err != nil {
		t.Error(err)
	}
}

// Media in a bucket are not copied, which the backup says; everything else is restored.
func TestABucketIsNotCopied(t *testing.T) {
	in := newInstallation(t, dbtest.SQLiteDSN(t))
	in.Media = "s3://games?region=x"
	folder, about := in.backup("")
	if about.Files != 2 || len(about.Lacks) != 2 || !strings.Contains(about.Lacks[0], "s3://games keeps") {
		t.Errorf("it says %+v", about)
	}
	again := &installation{t: t, Installation: empty(t, "")}
	again.Media = in.Media
	if err := restore(t, folder, again.Installation); err != nil {
		t.Fatal(err)
	}
	again.Media = filepath.Join(again.Data, "media")
	again.open()
	if got := again.marks(); len(got) != 1 {
		t.Errorf("it has the rows %v", got)
	}
}
