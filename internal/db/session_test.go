package db_test

import (
	"context"
	"database/sql"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// wantedSettings are the values that statements of the product are written for.
var wantedSettings = map[string]string{
	"array_nulls":                   "on",
	"backslash_quote":               "safe_encoding",
	"bytea_output":                  "hex",
	"client_encoding":               "UTF8",
	"datestyle":                     "ISO, MDY",
	"default_transaction_isolation": "read committed",
	"extra_float_digits":            "1",
	"intervalstyle":                 "postgres",
	"row_security":                  "on",
	"standard_conforming_strings":   "on",
	"timezone":                      "UTC",
	"transform_null_equals":         "off",
	"xmlbinary":                     "base64",
	"xmloption":                     "content",
}

func showSetting(t *testing.T, pool *sql.DB, name string) (value string) {
	t.Helper()
	if err := pool.QueryRowContext(t.Context(), "SHOW "+name).Scan(&value); err != nil {
		t.Fatal(err)
	}
	return value
}

// The server, the database and the address have other settings, and each connection has the product's.
func TestAConnectionHasTheProductsSettings(t *testing.T) {
	dsn := dbtest.EmptyPostgresDSN(t)
	plain, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	for name, wanted := range wantedSettings {
		if value := showSetting(t, plain, name); value == wanted && name != "row_security" {
			t.Errorf("control: the server's own %s is %s", name, value)
		}
	}
	var name string
	if err := plain.QueryRowContext(t.Context(), "SELECT current_database()").Scan(&name); err != nil {
		t.Fatal(err)
	}
	for _, setting := range []string{"standard_conforming_strings = off", "row_security = off", "TimeZone = 'America/Havana'"} {
		if _, err := plain.ExecContext(t.Context(), "ALTER DATABASE "+name+" SET "+setting); err != nil {
			t.Fatal(err)
		}
	}
	if err := plain.Close(); err != nil {
		t.Fatal(err)
	}
	options := "&datestyle=SQL,DMY&options=" + strings.ReplaceAll(url.QueryEscape("-c standard_conforming_strings=off -c intervalstyle=iso_8601"), "+", "%20")
	d, err := db.Open(t.Context(), dsn+options, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for name, wanted := range wantedSettings {
		var value string
		if err := d.Read().NewRaw("SHOW "+name).Scan(t.Context(), &value); err != nil || value != wanted {
			t.Errorf("%s is %q, want %q: %v", name, value, wanted, err)
		}
	}
}

// hostile ends its literal, and changes another column of every row, where a backslash in a literal has a meaning.
const hostile = `\',name=current_user--`

func TestAValueIsNoPartOfItsStatement(t *testing.T) {
	update := func(pool bun.IDB) (names []string, err error) {
		_, err = pool.NewRaw("UPDATE child SET name = ? WHERE id = 2", hostile).Exec(t.Context())
		if err != nil {
			return nil, err
		}
		err = pool.NewRaw("SELECT name FROM child ORDER BY id").Scan(t.Context(), &names)
		return names, err
	}
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		createTable(t, d)
		if _, err := d.Write().ExecContext(t.Context(), "INSERT INTO child (id, parent_id, name) VALUES (1, 1, 'Ada'), (2, 1, 'Bob')"); err != nil {
			t.Fatal(err)
		}
		names, err := update(d.Write())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(names, []string{"Ada", hostile}) {
			t.Errorf("the names are %q", names)
		}
		if d.Engine() != db.Postgres {
			return
		}
		err = d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
			if _, err := tx.ExecContext(ctx, "SET LOCAL standard_conforming_strings = off"); err != nil {
				return err
			}
			names, err = update(tx)
			return err
		})
		if err == nil && slices.Equal(names, []string{"Ada", hostile}) {
			t.Error("control: the setting makes no difference: the test cannot fail")
		}
	})
}
