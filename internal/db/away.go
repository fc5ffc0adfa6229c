package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// What PostgreSQL says when it ends a connection or does not take one, from "Appendix A.
// PostgreSQL Error Codes".
const (
	pgConnectionException = "08" // a class
	pgShutdown            = "57P"
	pgQueryCanceled       = "57014" // of the same class, and about one statement
	pgTooManyConnections  = "53300"
	pgReadOnly            = "25006" // said by a standby that was the first server, or is to be
)

// IsAway reports whether a statement failed because the database cannot be reached, hung
// up or is being brought up: nothing is wrong with what was asked, and asked again later
// it is answered. A statement that was under way may have been carried out.
func IsAway(err error) bool {
	if err == nil {
		return false
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return strings.HasPrefix(e.Code, pgConnectionException) || strings.HasPrefix(e.Code, pgShutdown) ||
			e.Code == pgTooManyConnections || e.Code == pgReadOnly
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	for _, lost := range []error{driver.ErrBadConn, sql.ErrConnDone, pgconn.ErrConnClosed, io.ErrUnexpectedEOF, net.ErrClosed} {
		if errors.Is(err, lost) {
			return true
		}
	}
	_, ok := errors.AsType[*net.OpError](err)
	return ok || pgconn.SafeToRetry(err)
}

// Unanswered reports whether a question to the database has no answer: IsAway, or it took
// longer than whoever asked would wait.
func Unanswered(err error) bool {
	return IsAway(err) || errors.Is(err, context.DeadlineExceeded)
}
