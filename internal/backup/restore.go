package backup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/jobs"
	"github.com/grandstand/grandstand/internal/seal"
)

// Check reads a whole backup and says what it is, or what is wrong with it: what is damaged or missing, and what only an
// administrator of PostgreSQL could restore. It writes nothing.
func Check(ctx context.Context, from string) (About, error) {
	b, err := openBackup(from)
	if err != nil {
		return About{}, err
	}
	defer b.close()
	if err := b.each(ctx, func(_ string, file io.Reader) (entry, error) { return digest(ctx, io.Discard, file) }); err != nil {
		return About{}, err
	}
	if b.about.Engine == db.SQLite {
		err = db.CheckFile(ctx, filepath.Join(from, databaseFile))
	} else {
		err = checkDump(ctx, filepath.Join(from, dumpFile), b.namespace())
	}
	return b.about, err
}

// Restore makes a backup the data folder of an installation that is not there yet, and on PostgreSQL fills its empty
// database. The folder gets its name once everything in it was checked and is on the disk; the backup stays as it is.
func Restore(ctx context.Context, from string, into Installation, log *slog.Logger) (About, error) {
	b, err := openBackup(from)
	if err != nil {
		return About{}, err
	}
	defer b.close()
	if err := b.checkInstallation(into); err != nil {
		return About{}, err
	}
	if err := checkEmpty(into.Data); err != nil {
		return About{}, err
	}
	if b.about.Engine == db.Postgres {
		if err := b.checkDatabase(ctx, into.Database, log); err != nil {
			return About{}, err
		}
	}
	unfinished, err := os.MkdirTemp(filepath.Dir(into.Data), "."+filepath.Base(into.Data)+".unfinished-")
	if err != nil {
		return About{}, fmt.Errorf("begin to restore: %w", err)
	}
	if err = b.unpack(ctx, unfinished); err == nil {
		err = b.publish(ctx, unfinished, into)
	}
	if err != nil {
		return About{}, errors.Join(err, os.RemoveAll(unfinished))
	}
	return b.about, nil
}

// bundle is a backup that is open to be read.
type bundle struct {
	folder string
	root   *os.Root
	about  About
	sums   map[string]string
}

// openBackup opens a folder that is a backup and that this version can read.
func openBackup(folder string) (*bundle, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("open the backup: %w", err)
	}
	b := &bundle{folder: folder, root: root}
	if b.about, b.sums, err = readAbout(root); err == nil {
		err = b.isReadable()
	}
	if err != nil {
		b.close()
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	return b, nil
}

func (b *bundle) close() { _ = b.root.Close() }

// isReadable refuses what a newer version wrote: its database may hold what this one does not know.
func (b *bundle) isReadable() error {
	schema, err := db.NewestVersion()
	if err != nil {
		return err
	}
	queue, err := jobs.NewestVersion(b.about.Engine)
	if err != nil {
		return err
	}
	if b.about.Schema > schema || b.about.Queue > queue {
		return fmt.Errorf("the backup was made by a newer version: its database is at migration %d (queue %d), but this version knows only %d (%d)",
			b.about.Schema, b.about.Queue, schema, queue)
	}
	database := databaseFile
	if b.about.Engine == db.Postgres {
		database = dumpFile
	}
	if _, ok := b.sums[database]; !ok {
		return fmt.Errorf("%s is missing in the backup", database)
	}
	return nil
}

// checkInstallation refuses an installation that would not find or not read what is restored.
func (b *bundle) checkInstallation(into Installation) error {
	path, isFile := db.SQLitePath(into.Database)
	switch want := filepath.Join(into.Data, databaseFile); {
	case b.about.Engine == db.SQLite && !isFile:
		return errors.New("the backup is of a SQLite database, but GRANDSTAND_DB names PostgreSQL")
	case b.about.Engine == db.Postgres && isFile:
		return errors.New("the backup is of a PostgreSQL database: name an empty database in GRANDSTAND_DB")
	case isFile && filepath.Clean(path) != filepath.Clean(want):
		return fmt.Errorf("the database is restored to %s, but GRANDSTAND_DB names %s: leave GRANDSTAND_DB empty, and move the file afterwards", want, path)
	}
	media := filepath.Join(into.Data, filepath.Clean(mediaPrefix))
	if b.hasMedia() && filepath.Clean(into.Media) != media {
		return fmt.Errorf("the media are restored to %s, but GRANDSTAND_BLOB names %s: leave GRANDSTAND_BLOB empty, and move the folder afterwards", media, bucketName(into.Media))
	}
	return b.checkSecret(into.Secret)
}

func (b *bundle) hasMedia() bool {
	for name := range b.sums {
		if isMedia(name) {
			return true
		}
	}
	return false
}

// checkSecret compares the secret of a configuration with the one that the database was encrypted with.
func (b *bundle) checkSecret(secret string) error {
	if secret == "" {
		if _, has := b.sums[secretFile]; !has {
			return errors.New("the backup does not contain the GRANDSTAND_SECRET that was configured: set the same one, because the database cannot be read without it")
		}
		return nil
	}
	has, err := seal.Fingerprint([]byte(secret))
	if err != nil {
		return err
	}
	if has != b.about.Fingerprint {
		return errors.New("GRANDSTAND_SECRET is not the secret of the installation that was backed up: the database could not be read with it")
	}
	return nil
}

// each reads every file of a backup and compares it with its checksum.
func (b *bundle) each(ctx context.Context, read func(name string, file io.Reader) (entry, error)) error {
	for _, name := range slices.Sorted(maps.Keys(b.sums)) {
		if err := b.readFile(name, read); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return fmt.Errorf("%s: %w", b.folder, err)
		}
	}
	return nil
}

func (b *bundle) readFile(name string, read func(name string, file io.Reader) (entry, error)) error {
	file, err := b.root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is missing", name)
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	defer file.Close()
	has, err := read(name, file)
	if err != nil {
		return fmt.Errorf("copy %s: %w", name, err)
	}
	if has.sum != b.sums[name] {
		return fmt.Errorf("%s is damaged: its checksum does not match", name)
	}
	return nil
}

// unpack fills a folder with what a data folder holds.
func (b *bundle) unpack(ctx context.Context, folder string) error {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return fmt.Errorf("open the new folder: %w", err)
	}
	defer root.Close()
	err = b.each(ctx, func(name string, file io.Reader) (entry, error) {
		if name == aboutFile || name == dumpFile {
			return digest(ctx, io.Discard, file)
		}
		return writeFile(ctx, root, name, file)
	})
	if err != nil || b.about.Engine != db.SQLite {
		return err
	}
	return db.CheckFile(ctx, filepath.Join(folder, databaseFile))
}

// publish restores the dump of PostgreSQL in one transaction, then gives the finished data folder its name.
func (b *bundle) publish(ctx context.Context, folder string, into Installation) error {
	if err := syncTree(folder); err != nil {
		return err
	}
	if b.about.Engine == db.Postgres {
		if err := restoreDump(ctx, filepath.Join(b.folder, dumpFile), b.namespace(), into.Database); err != nil {
			return err
		}
	}
	// An empty folder of that name gives way. One that is not empty any more does not.
	if err := os.Remove(into.Data); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("make room for the data folder: %w", err)
	}
	return publish(folder, into.Data)
}

// checkEmpty refuses a data folder with anything in it.
func checkEmpty(folder string) error {
	found, err := os.ReadDir(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("look into the data folder: %w", err)
	case len(found) > 0:
		return fmt.Errorf("%s is not empty: restore the backup to an empty data folder", folder)
	}
	return nil
}

// namespace is the PostgreSQL schema of the backup's tables.
func (b *bundle) namespace() string { return cmp.Or(b.about.Namespace, "public") }

// checkDatabase refuses a PostgreSQL database with any table in it, and one whose tables would be in another schema than the
// backup's.
func (b *bundle) checkDatabase(ctx context.Context, dsn string, log *slog.Logger) error {
	d, err := db.Open(ctx, dsn, log)
	if err != nil {
		return err
	}
	defer d.Close()
	namespace, err := d.Namespace(ctx)
	if err != nil {
		return err
	}
	if namespace != b.namespace() {
		return fmt.Errorf("the tables of the backup are in the schema %q, but GRANDSTAND_DB uses the schema %q: create the schema and set search_path", b.namespace(), namespace)
	}
	empty, err := d.IsEmpty(ctx)
	if err == nil && !empty {
		err = errors.New("the database is not empty: restore the backup to a database without tables")
	}
	return err
}
