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

// IsEmpty reports whether a PostgreSQL database has no tables of ours: none in the schema of Namespace, apart from those of
// extensions, which hosts of databases install.
func (d *DB) IsEmpty(ctx context.Context) (bool, error) {
	var isEmpty bool
	err := d.SQL().QueryRowContext(ctx, `SELECT NOT EXISTS (SELECT 1 FROM pg_class AS c
		WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
		AND NOT EXISTS (SELECT 1 FROM pg_depend AS x WHERE x.classid = 'pg_class'::regclass AND x.objid = c.oid AND x.deptype = 'e'))`).Scan(&isEmpty)
	if err != nil {
		return false, fmt.Errorf("look for tables: %w", err)
	}
	return isEmpty, nil
}

// Namespace returns the PostgreSQL schema in which tables are made: "public", unless the address or the user's settings say
// otherwise.
func (d *DB) Namespace(ctx context.Context) (string, error) {
	var name sql.NullString
	if err := d.SQL().QueryRowContext(ctx, "SELECT current_schema()").Scan(&name); err != nil {
		return "", fmt.Errorf("look for the schema of the tables: %w", err)
	}
	if !name.Valid {
		return "", errors.New("the search_path of the database names no schema that exists")
	}
	return name.String, nil
}
