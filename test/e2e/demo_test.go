//go:build e2e

package e2e

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/db/dbtest/prepared"
	"github.com/grandstand/grandstand/test/stage"
)

// demo is the data folder and the database of a demo channel.
type demo struct {
	dir, dsn string // an empty dsn is SQLite in dir
	oneGame  bool   // the example channels have no live game, which takes a third of the processor time
}

// command is the command that runs the demo.
func (d demo) command() []string {
	if d.oneGame {
		return []string{"demo", "--broadcast=one"}
	}
	return []string{"demo"}
}

// preparedDemo has a demo of each engine with all pictures and previews drawn, and no game published yet. No test runs on
// them: tests run on copies, since building a demo and drawing its pictures takes 40 s of processor time.
var preparedDemo = map[db.Engine]func() (demo, error){
	db.SQLite:   sync.OnceValues(prepareSQLiteDemo),
	db.Postgres: sync.OnceValues(preparePostgresDemo),
}

// postgresBackup returns a folder with a backup of the prepared demo on PostgreSQL, which test processes, and tests with a
// database server of their own, restore there.
var postgresBackup = sync.OnceValues(func() (string, error) { return prepareFolder("demo-postgres", backUpPostgresDemo) })

// preparedDemos is the folder of the prepared demos' data folders.
var preparedDemos string

func TestMain(m *testing.M) {
	os.Exit(runTests(m))
}

// runTests removes the prepared demos after the tests.
func runTests(m *testing.M) int {
	var err error
	if preparedDemos, err = os.MkdirTemp("", "grandstand-demos-"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(preparedDemos)
	return m.Run()
}

// copyDemo copies the prepared demo of an engine. The copy has the original's secret, as its database is sealed by it.
func copyDemo(t *testing.T, engine db.Engine) demo {
	t.Helper()
	original, err := preparedDemo[engine]()
	if err != nil {
		t.Fatal(err)
	}
	c := demo{dir: t.TempDir()}
	if engine == db.Postgres {
		c.dsn = dbtest.CopyPostgres(t, original.dsn)
	}
	if err := copyMissing(original.dir, c.dir); err != nil {
		t.Fatal(err)
	}
	return c
}

// prepareFolder has a folder filled, or returns the one that an earlier process of the suite filled.
func prepareFolder(name string, fill func(folder string) error) (string, error) {
	if prepared.IsShared() {
		return prepared.Folder(name, fill)
	}
	folder := filepath.Join(preparedDemos, name)
	if err := os.Mkdir(folder, 0o700); err != nil {
		return "", err
	}
	return folder, fill(folder)
}

func prepareSQLiteDemo() (demo, error) {
	dir, err := prepareFolder("demo", func(folder string) error { return demo{dir: folder}.prepare(context.Background()) })
	return demo{dir: dir}, err
}

func preparePostgresDemo() (demo, error) {
	ctx := context.Background()
	dsn, _, err := dbtest.TemporaryEmptyPostgres(ctx)
	if err != nil {
		return demo{}, err
	}
	d := demo{dir: filepath.Join(preparedDemos, string(db.Postgres)), dsn: dsn}
	return d, d.restore(ctx)
}

// restoreDemo restores the prepared demo into an empty database on PostgreSQL and a new folder.
func restoreDemo(t *testing.T, dsn string) demo {
	t.Helper()
	d := demo{dir: filepath.Join(t.TempDir(), "restored"), dsn: dsn}
	if err := d.restore(within(t, 3*patience)); err != nil {
		t.Fatal(err)
	}
	return d
}

// restore restores the prepared demo into an empty database on PostgreSQL and a folder that does not exist yet.
func (d demo) restore(ctx context.Context) error {
	backup, err := postgresBackup()
	if err != nil {
		return err
	}
	if _, err := stage.Run(ctx, stage.Config{Dir: d.dir, DB: d.dsn}, "restore", filepath.Join(backup, "backup")); err != nil {
		return err
	}
	return copyMissing(filepath.Join(backup, "data"), d.dir)
}

// copyMissing copies the files of a folder to another folder, except those that the other folder has already.
func copyMissing(from, to string) error {
	if out, err := exec.Command("cp", "-a", "--no-clobber", from+"/.", to).CombinedOutput(); err != nil {
		return fmt.Errorf("copy %s: %w: %s", from, err, out)
	}
	return nil
}

// backUpPostgresDemo prepares a demo on PostgreSQL and writes to a folder its backup, and what a backup leaves out of the data
// folder: the state of the demo and of the payment simulator.
func backUpPostgresDemo(folder string) error {
	ctx := context.Background()
	dsn, drop, err := dbtest.TemporaryPostgres(ctx)
	if err != nil {
		return err
	}
	defer drop()
	dir, err := os.MkdirTemp(preparedDemos, "drawn-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	d := demo{dir: dir, dsn: dsn}
	if err := d.prepare(ctx); err != nil {
		return err
	}
	if _, err := stage.Run(ctx, stage.Config{Dir: d.dir, DB: d.dsn}, "backup", filepath.Join(folder, "backup")); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(d.dir, "media")); err != nil {
		return err
	}
	data := filepath.Join(folder, "data")
	if err := os.Mkdir(data, 0o700); err != nil {
		return err
	}
	return copyMissing(d.dir, data)
}

// prepare builds the demo and stops it once its pictures and previews are drawn.
func (d demo) prepare(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 3*patience)
	defer cancel()
	server, err := stage.Start(ctx, stage.Config{Dir: d.dir, DB: d.dsn, Command: []string{"demo", "--broadcast=none"}})
	if err != nil {
		return err
	}
	if err := waitPictures(ctx, cmp.Or(d.dsn, filepath.Join(d.dir, "grandstand.db"))); err != nil {
		server.Kill()
		return err
	}
	return server.Stop()
}

// waitPictures waits until the jobs that draw what recordings lack have run, and no job is left to do.
func waitPictures(ctx context.Context, database string) error {
	d, err := db.Open(ctx, database, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer d.Close()
	return stage.Until(ctx, "the demo's pictures are drawn", func() (bool, error) {
		var jobs struct{ Drawn, Waiting int }
		err := d.Read().NewRaw(`SELECT
			(SELECT count(DISTINCT kind) FROM river_job WHERE kind IN ('media.draw_boards', 'media.make_previews') AND state = 'completed') AS drawn,
			(SELECT count(*) FROM river_job WHERE state IN ('available', 'running', 'retryable', 'scheduled')) AS waiting`).Scan(ctx, &jobs)
		return jobs.Drawn == 2 && jobs.Waiting == 0, err
	})
}
