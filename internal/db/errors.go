package db

import (
	"database/sql"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// PostgreSQL error codes, from "Appendix A. PostgreSQL Error Codes".
const (
	pgUniqueViolation      = "23505"
	pgForeignKeyViolation  = "23503"
	pgSerializationFailure = "40001"
	pgDeadlockDetected     = "40P01"
	pgInternalError        = "XX000"
	pgLockNotAvailable     = "55P03"
)

// pgTwoUpdaters is what PostgreSQL says in place of waiting when many transactions share a
// row by their foreign keys while one that had changed it is being rolled back. Nothing of
// the transaction stays, and run again it waits as it should have.
const pgTwoUpdaters = "new multixact has more than one updating member"

// Changed reports whether a statement that was run changed any row.
func Changed(result sql.Result, err error) (bool, error) {
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// IsNoRows reports whether a query for one row found none.
func IsNoRows(err error) bool { return errors.Is(err, sql.ErrNoRows) }

// IsUnique reports whether a statement broke a unique constraint or primary key.
func IsUnique(err error) bool {
	return hasCode(err, pgUniqueViolation, sqlite3.SQLITE_CONSTRAINT_UNIQUE) ||
		hasCode(err, "", sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
}

// IsForeignKey reports whether a statement named a row that does not exist.
func IsForeignKey(err error) bool {
	return hasCode(err, pgForeignKeyViolation, sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY)
}

// isRetryable tells a race that was lost. SQLite's plain "busy" is none: the writer of this
// process waits for its turn, and somebody else has held the file for the whole busy_timeout.
// Waiting on would keep whoever is next from being told.
func isRetryable(err error) bool {
	if err == nil {
		return false
	}
	return hasCode(err, pgSerializationFailure, sqlite3.SQLITE_BUSY_SNAPSHOT) ||
		hasCode(err, pgDeadlockDetected, sqlite3.SQLITE_BUSY_SNAPSHOT) ||
		isTwoUpdaters(err)
}

func isTwoUpdaters(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == pgInternalError && strings.HasPrefix(e.Message, pgTwoUpdaters)
}

func hasCode(err error, pg string, lite int) bool {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg != "" && e.Code == pg
	}
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code() == lite
	}
	return false
}
