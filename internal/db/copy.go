package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
)

// CopyTo writes the SQLite database as it is in one moment to a file that is not there yet. Others read and write
// meanwhile: it is one reading transaction.
func (d *DB) CopyTo(ctx context.Context, path string) error {
	if d.engine != SQLite {
		return errors.New("only SQLite is copied as a file")
	}
	if _, err := d.SQL().ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	return nil
}

// CheckFile reads a whole SQLite database that nobody has open and reports what is wrong with it. It writes nothing.
func CheckFile(ctx context.Context, path string) (err error) {
	name := (&url.URL{Path: path}).EscapedPath()
	file, err := sql.Open("sqlite", "file:"+name+"?mode=ro&immutable=1")
	if err != nil {
		return fmt.Errorf("open %s: %w", path, err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	var found string
	if err := file.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&found); err != nil {
		return fmt.Errorf("check %s: %w", path, err)
	}
	if found != "ok" {
		return fmt.Errorf("%s is damaged: %s", path, found)
	}
	var broken int
	if err := file.QueryRowContext(ctx, "SELECT count(*) FROM pragma_foreign_key_check").Scan(&broken); err != nil {
		return fmt.Errorf("check the references of %s: %w", path, err)
	}
	if broken > 0 {
		return fmt.Errorf("%s is damaged: %d rows refer to what is not there", path, broken)
	}
	return nil
}

// IsEmpty reports whether a PostgreSQL database has no tables.
func (d *DB) IsEmpty(ctx context.Context) (bool, error) {
	var tables int
	err := d.SQL().QueryRowContext(ctx, `SELECT count(*) FROM information_schema.tables
		WHERE table_schema NOT IN ('pg_catalog', 'information_schema')`).Scan(&tables)
	if err != nil {
		return false, fmt.Errorf("look for tables: %w", err)
	}
	return tables == 0, nil
}
