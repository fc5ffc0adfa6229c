package db

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

func TestWhatIsRunAgain(t *testing.T) {
	for name, tc := range map[string]struct {
		err  error
		want bool
	}{
		"nothing":         {nil, false},
		"another error":   {errors.New("new multixact has more than one updating member"), false},
		"serialisation":   {fmt.Errorf("take: %w", &pgconn.PgError{Code: "40001"}), true},
		"deadlock":        {&pgconn.PgError{Code: "40P01"}, true},
		"two updaters":    {&pgconn.PgError{Code: "XX000", Message: "new multixact has more than one updating member: 0 9[1148 (keysh)]"}, true},
		"damaged":         {&pgconn.PgError{Code: "XX000", Message: "could not read block 3"}, false},
		"not unique":      {&pgconn.PgError{Code: "23505"}, false},
		"a message alone": {&pgconn.PgError{Code: "P0001", Message: "new multixact has more than one updating member"}, false},
	} {
		if got := isRetryable(tc.err); got != tc.want {
			t.Errorf("%s: run again is %v", name, got)
		}
	}
}

func TestWhatSaysThatTheDatabaseIsAway(t *testing.T) {
	for name, tc := range map[string]struct {
		err  error
		want bool
	}{
		"nothing":            {nil, false},
		"shut down":          {fmt.Errorf("find: %w", &pgconn.PgError{Code: "57P01"}), true},
		"starting":           {&pgconn.PgError{Code: "57P03"}, true},
		"connection failure": {&pgconn.PgError{Code: "08006"}, true},
		"full":               {&pgconn.PgError{Code: "53300"}, true},
		"follows another":    {&pgconn.PgError{Code: "25006"}, true},
		"refused":            {fmt.Errorf("ask: %w", &net.OpError{Op: "dial", Err: errors.New("refused")}), true},
		"hung up":            {io.ErrUnexpectedEOF, true},
		"bad connection":     {driver.ErrBadConn, true},
		"cancelled":          {&pgconn.PgError{Code: "57014"}, false},
		"not unique":         {&pgconn.PgError{Code: "23505"}, false},
		"gave up":            {context.Canceled, false},
		"another error":      {errors.New("08006"), false},
	} {
		if got := IsAway(tc.err); got != tc.want {
			t.Errorf("%s: away is %v", name, got)
		}
	}
}

func TestWhatIsAnOutage(t *testing.T) {
	for name, tc := range map[string]struct {
		err  error
		want bool
	}{
		"nothing":        {nil, false},
		"another error":  {errors.New("disk full"), false},
		"the disk":       {fmt.Errorf("add: %w", &pgconn.PgError{Code: "53100"}), true},
		"a lock":         {&pgconn.PgError{Code: "55P03"}, true},
		"shutting down":  {&pgconn.PgError{Code: "57P01"}, true},
		"read only":      {&pgconn.PgError{Code: "25006"}, true},
		"not unique":     {&pgconn.PgError{Code: "23505"}, false},
		"no such column": {&pgconn.PgError{Code: "42703"}, false},
		"hung up":        {fmt.Errorf("query: %w", io.ErrUnexpectedEOF), true},
		"refused":        {fmt.Errorf("query: %w", &net.OpError{Op: "dial", Err: errors.New("connection refused")}), true},
		"no connection":  {fmt.Errorf("query: %w", driver.ErrBadConn), true},
	} {
		if got := IsOutage(tc.err); got != tc.want {
			t.Errorf("%s: an outage is %v", name, got)
		}
	}
}
