package db

import (
	"context"
	"errors"
	"fmt"

	"github.com/uptrace/bun"
)

// errReaders says why the write-ahead log is not emptied now: SQLite does it when they are done.
var errReaders = errors.New("others read the database")

// PurgeOldRows removes earlier versions of a table's rows from the database's files, as far as the engine does so. Until then a
// value that was replaced can be read from the disk. PostgreSQL rewrites the table, and locks it meanwhile. SQLite overwrites
// deleted content at once (see sqliteDSN): only its write-ahead log is left.
func (d *DB) PurgeOldRows(ctx context.Context, table string) error {
	if d.engine == Postgres {
		if _, err := d.write.ExecContext(ctx, "VACUUM (FULL) ?", bun.Ident(table)); err != nil {
			return fmt.Errorf("rewrite %s: %w", table, err)
		}
		return nil
	}
	var busy, pages, moved int
	if err := d.write.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &moved); err != nil {
		return fmt.Errorf("empty the write-ahead log: %w", err)
	}
	if busy != 0 {
		return fmt.Errorf("empty the write-ahead log: %w", errReaders)
	}
	return nil
}
