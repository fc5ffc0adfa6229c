package db

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// sessionSettings are PostgreSQL's settings that change the meaning of a statement or the text of a result (PostgreSQL, "20.11.
// Client Connection Defaults" and "20.13. Version and Platform Compatibility"). A server, a database or a role can have other
// values. Therefore each connection sets them when it starts.
//
// With standard_conforming_strings off, a backslash in a value ends the literal that bun writes: a person's name could contain SQL.
var sessionSettings = map[string]string{
	"array_nulls":                   "on",
	"backslash_quote":               "safe_encoding",
	"bytea_output":                  "hex",
	"client_encoding":               "UTF8",
	"DateStyle":                     "ISO, MDY",
	"default_transaction_isolation": "read committed",
	"extra_float_digits":            "1",
	"IntervalStyle":                 "postgres",
	"row_security":                  "on",
	"standard_conforming_strings":   "on",
	"TimeZone":                      "UTC",
	"transform_null_equals":         "off",
	"xmlbinary":                     "base64",
	"xmloption":                     "content",
}

// setSession has each connection set the sessionSettings, and refuses a server that reports another value: a connection pooler can
// drop what a connection sets. Values in the database's address are replaced.
func setSession(config *pgconn.Config) {
	names := slices.Sorted(maps.Keys(sessionSettings))
	maps.DeleteFunc(config.RuntimeParams, func(name, _ string) bool { // names of settings are case-insensitive
		return slices.ContainsFunc(names, func(ours string) bool { return strings.EqualFold(name, ours) })
	})
	maps.Copy(config.RuntimeParams, sessionSettings)
	check := config.ValidateConnect
	config.ValidateConnect = func(ctx context.Context, conn *pgconn.PgConn) error {
		for _, name := range names {
			// PostgreSQL reports some settings only ("54.2.7. Asynchronous Operations").
			if value := conn.ParameterStatus(name); value != "" && value != sessionSettings[name] {
				return fmt.Errorf("the database does not accept the setting %s=%s of a connection and uses %q: connect without a pooler in between",
					name, sessionSettings[name], value)
			}
		}
		if check == nil {
			return nil
		}
		return check(ctx, conn)
	}
}
