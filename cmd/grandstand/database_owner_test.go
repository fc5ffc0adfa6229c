package main

import (
	"database/sql"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// statements returns the SQL of docs/OPERATIONS.md that makes a database.
func statements(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "OPERATIONS.md"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile("(?s)\n```sql\n(CREATE ROLE.*?)```").FindSubmatch(text)
	if found == nil {
		t.Fatal("docs/OPERATIONS.md has no statements that make a database")
	}
	return strings.Split(strings.TrimSpace(string(found[1])), "\n")
}

func TestTheDocumentedDatabaseIsEnough(t *testing.T) {
	empty, full := dbtest.EmptyPostgresDSN(t), dbtest.PostgresDSN(t)
	admin, err := sql.Open("pgx", empty)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = admin.Close() }) // its server ends with the tests
	for _, statement := range statements(t) {
		if _, err := admin.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	asOwner := func(dsn string) string { return strings.Replace(dsn, "postgres@", "grandstand@", 1) }
	migrate := func(dsn string) error {
		var out strings.Builder
		return run(t.Context(), "", []string{"--data", t.TempDir(), "--db", dsn, "migrate"}, &out, &out)
	}
	database := regexp.MustCompile(`/[^/?]+\?`)
	if err := migrate(database.ReplaceAllString(asOwner(empty), "/grandstand?")); err != nil {
		t.Error(err)
	}
	const want = `migrate: the database belongs to another user: create one that the user of GRANDSTAND_DB owns (docs/OPERATIONS.md, "A database on PostgreSQL")`
	for _, foreign := range []string{empty, full} {
		if err := migrate(asOwner(foreign)); err == nil || inWords(err) != want {
			t.Errorf("a database of another user: %v", err)
		}
	}
	nameOf := func(dsn string) string { return strings.Trim(database.FindString(dsn), "/?") }
	readOnly := dbtest.EmptyPostgresDSN(t)
	for _, c := range []struct{ change, dsn, want string }{
		{
			"ALTER DATABASE " + nameOf(readOnly) + " SET default_transaction_read_only = on", readOnly,
			"migrate: the database is read-only: connect to a server that accepts writes, without default_transaction_read_only",
		},
		{
			"REVOKE CONNECT ON DATABASE " + nameOf(full) + " FROM PUBLIC", asOwner(full),
			"this user may not connect to the database \"" + nameOf(full) + `" (docs/OPERATIONS.md, "A database on PostgreSQL")`,
		},
	} {
		if _, err := admin.ExecContext(t.Context(), c.change); err != nil {
			t.Fatal(err)
		}
		if err := migrate(c.dsn); err == nil || inWords(err) != c.want {
			t.Errorf("%s: %v", c.change, err)
		}
	}
}
