package db

import (
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"runtime"
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	_ "modernc.org/sqlite" // registers the "sqlite" driver
)

// privateMode lets only the file's owner read and write it.
const privateMode = 0o600

// openSQLite opens the file in WAL mode. The writer pool holds one connection
// whose transactions take the write lock at once: writers queue in Go instead of
// failing on SQLite's lock. synchronous=FULL keeps every commit across a power cut.
// secure_delete=FAST overwrites what was deleted or replaced in each page that is written
// anyway, so that old secrets do not stay in the file.
func openSQLite(path string) (*DB, error) {
	if err := keepPrivate(path); err != nil {
		return nil, err
	}
	write, err := sql.Open("sqlite", sqliteDSN(path, "_txlock=immediate",
		"_pragma=journal_mode(WAL)", "_pragma=synchronous(FULL)", "_pragma=secure_delete(FAST)"))
	if err != nil {
		return nil, fmt.Errorf("open sqlite writer: %w", err)
	}
	write.SetMaxOpenConns(1)
	write.SetMaxIdleConns(1)

	read, err := sql.Open("sqlite", sqliteDSN(path, "_pragma=query_only(1)"))
	if err != nil {
		return nil, fmt.Errorf("open sqlite readers: %w", err)
	}
	readers := max(4, runtime.GOMAXPROCS(0)*2)
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)
	d := &DB{engine: SQLite}
	guard := bun.WithConnResolver(&poolGuard{db: d})
	d.write = bun.NewDB(write, sqlitedialect.New(), bun.WithDiscardUnknownColumns(), guard)
	d.read = bun.NewDB(read, sqlitedialect.New(), bun.WithDiscardUnknownColumns(), guard)
	return d, nil
}

// sqliteMagic begins every database's file (https://sqlite.org/fileformat2.html, 1.3).
const sqliteMagic = "SQLite format 3\x00"

// keepPrivate makes the database's file where there is none, and lets only its owner read it: it holds e-mail addresses and
// hashes of passwords. SQLite gives its log and shared memory the mode of the file. A file of another user stays as it is, and so does
// a file that is no database.
func keepPrivate(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, privateMode)
	if err != nil {
		return fmt.Errorf("open the database's file: %w", err)
	}
	beginning := make([]byte, len(sqliteMagic))
	n, err := io.ReadFull(file, beginning)
	if err := file.Close(); err != nil {
		return fmt.Errorf("open the database's file: %w", err)
	}
	if n > 0 && (err != nil || string(beginning) != sqliteMagic) {
		return fmt.Errorf("%s is not a SQLite database", path)
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} { // files of an older version were readable by all
		err := os.Chmod(name, privateMode)
		if err != nil && !errors.Is(err, os.ErrNotExist) && !errors.Is(err, os.ErrPermission) {
			return fmt.Errorf("keep the database's file private: %w", err)
		}
	}
	return nil
}

func sqliteDSN(path string, options ...string) string {
	options = append(options, fmt.Sprintf("_pragma=busy_timeout(%d)", lockTimeout.Milliseconds()), "_pragma=foreign_keys(1)",
		"_pragma=temp_store(MEMORY)", "_pragma=mmap_size(268435456)")
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + strings.Join(options, "&")
}
