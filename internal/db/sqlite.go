package db

import (
	"database/sql"
	"fmt"
	"net/url"
	"runtime"
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	_ "modernc.org/sqlite" // registers the "sqlite" driver
)

// openSQLite opens the file in WAL mode. The writer pool holds one connection
// whose transactions take the write lock at once: writers queue in Go instead of
// failing on SQLite's lock. synchronous=FULL keeps every commit across a power cut.
func openSQLite(path string) (*DB, error) {
	write, err := sql.Open("sqlite", sqliteDSN(path, "_txlock=immediate",
		"_pragma=journal_mode(WAL)", "_pragma=synchronous(FULL)"))
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
	return &DB{
		engine: SQLite,
		write:  bun.NewDB(write, sqlitedialect.New(), bun.WithDiscardUnknownColumns()),
		read:   bun.NewDB(read, sqlitedialect.New(), bun.WithDiscardUnknownColumns()),
	}, nil
}

func sqliteDSN(path string, options ...string) string {
	options = append(options, fmt.Sprintf("_pragma=busy_timeout(%d)", lockTimeout.Milliseconds()), "_pragma=foreign_keys(1)",
		"_pragma=temp_store(MEMORY)", "_pragma=mmap_size(268435456)")
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + strings.Join(options, "&")
}
