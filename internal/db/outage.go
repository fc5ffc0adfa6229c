package db

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// primaryCode masks what SQLite adds to a result code to say more about it
// (sqlite.org/rescode.html, "Primary Result Codes versus Extended Result Codes").
const primaryCode = 0xff

// IsOutage reports whether a statement failed for the database's sake and not for its own:
// the disk is full, somebody holds the lock for too long, or the database IsAway. The same
// statement may succeed later.
func IsOutage(err error) bool {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		switch e.Code() & primaryCode {
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN,
			sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL:
			return true
		}
		return false
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return isPostgresOutage(e.Code)
	}
	return IsAway(err)
}

// isPostgresOutage knows the classes "Connection Exception", "Insufficient Resources",
// "Operator Intervention" and "System Error", what waited too long for a lock, and what
// lost a race too often. A server that is only read is a standby, or is being made one.
func isPostgresOutage(code string) bool {
	switch code {
	case pgSerializationFailure, pgDeadlockDetected, pgLockNotAvailable, pgReadOnly:
		return true
	}
	for _, class := range [...]string{"08", "53", "57", "58"} {
		if strings.HasPrefix(code, class) {
			return true
		}
	}
	return false
}
