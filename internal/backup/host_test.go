package backup_test

import (
	"database/sql"
	"log/slog"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/backup"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// An ordinary user restores a backup of a database in which the host has an extension and another schema. The new database has
// the extension, too.
func TestRestoreADatabaseWhoseHostAddedAnExtensionAndASchema(t *testing.T) {
	in := newInstallation(t, dbtest.PostgresDSN(t))
	in.exec("CREATE EXTENSION pg_stat_statements")
	in.exec("CREATE SCHEMA host")
	in.exec("CREATE TABLE host.metrics (number INTEGER)")
	folder, about := in.backup("")
	if about.Namespace != "public" {
		t.Errorf("the tables are in %q", about.Namespace)
	}
	restored := restoreAsOwner(t, folder)
	var others int
	query := "SELECT count(*) FROM pg_namespace WHERE nspname = 'host'"
	if err := restored.db.SQL().QueryRowContext(t.Context(), query).Scan(&others); err != nil || others != 0 {
		t.Errorf("%d schemas of the host were restored, %v", others, err)
	}
}

// The check finds what the owner of a database cannot restore, and accepts what an ordinary installation has.
func TestTheCheckFindsWhatAnOwnerCannotRestore(t *testing.T) {
	for want, statements := range map[string][]string{
		"": {"CREATE EXTENSION pg_stat_statements"},
		"FOREIGN TABLE public prices": {
			"CREATE EXTENSION file_fdw", "CREATE SERVER files FOREIGN DATA WRAPPER file_fdw",
			"CREATE FOREIGN TABLE prices (number INTEGER) SERVER files OPTIONS (filename '/dev/null')",
		},
		"FUNCTION public.host_reset (language c)": {
			"CREATE FUNCTION host_reset() RETURNS void AS '$libdir/pg_stat_statements', 'pg_stat_statements_reset' LANGUAGE c",
		},
	} {
		t.Run(want, func(t *testing.T) {
			in := newInstallation(t, dbtest.PostgresDSN(t))
			for _, statement := range statements {
				in.exec(statement)
			}
			folder, _ := in.backup("")
			_, err := backup.Check(t.Context(), folder)
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), "cannot restore: "+want+". ")) {
				t.Error(err)
			}
		})
	}
}

// Older versions wrote extensions into backups.
func TestRestoreABackupThatContainsAnExtension(t *testing.T) {
	in := newInstallation(t, dbtest.PostgresDSN(t))
	in.exec("CREATE EXTENSION pg_stat_statements")
	folder, _ := in.backup("")
	dump := exec.CommandContext(t.Context(), "pg_dump", "--dbname="+in.Database, "--format=custom", "--encoding=UTF8", "--no-owner", "--no-privileges",
		"--file="+filepath.Join(folder, "grandstand.dump"))
	if out, err := dump.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	updateChecksum(t, folder, "grandstand.dump")
	replace(t, folder, "backup.json", `  "namespace": "public",`+"\n", "")
	updateChecksum(t, folder, "backup.json")
	restoreAsOwner(t, folder)
}

// The tables may be in another schema than public. A database with a different schema is refused.
func TestRestoreTablesOfAnotherSchemaThanPublic(t *testing.T) {
	withSchema := func() string {
		dsn := dbtest.EmptyPostgresDSN(t)
		asAdmin(t, dsn, `CREATE SCHEMA "Our ""Tables"`, `ALTER DATABASE `+databaseOf(t, dsn)+` SET search_path = "Our ""Tables"`)
		return dsn
	}
	from := withSchema()
	d, err := db.Open(t.Context(), from, slog.New(slog.DiscardHandler))
	check(t, err)
	check(t, d.Migrate(t.Context()), d.Close())
	in := newInstallation(t, from)
	folder, about := in.backup("")
	if about.Namespace != `Our "Tables` {
		t.Errorf("the tables are in %q", about.Namespace)
	}
	if err := restore(t, folder, empty(t, dbtest.EmptyPostgresDSN(t))); err == nil || !strings.Contains(err.Error(), `uses the schema "public"`) {
		t.Errorf("into public: %v", err)
	}
	into := empty(t, withSchema())
	check(t, restore(t, folder, into))
	openRestored(t, into)
}

// restoreAsOwner restores a backup as a user who owns the database and has no other rights. The administrator has created the
// extension in it before.
func restoreAsOwner(t *testing.T, folder string) *installation {
	t.Helper()
	dsn := dbtest.EmptyPostgresDSN(t)
	role := "owner_of_" + databaseOf(t, dsn)
	asAdmin(t, dsn, "CREATE ROLE "+role+" LOGIN", "ALTER DATABASE "+databaseOf(t, dsn)+" OWNER TO "+role, "CREATE EXTENSION pg_stat_statements")
	into := empty(t, strings.Replace(dsn, "postgres@", role+"@", 1))
	check(t, restore(t, folder, into))
	return openRestored(t, into)
}

// openRestored opens a restored installation, and checks that it has the row of newInstallation.
func openRestored(t *testing.T, of backup.Installation) *installation {
	t.Helper()
	in := &installation{t: t, Installation: of}
	in.open()
	if got := in.marks(); len(got) != 1 || got[0] != 17 {
		t.Errorf("it has the rows %v", got)
	}
	return in
}

// asAdmin runs statements as the administrator of the server.
func asAdmin(t *testing.T, dsn string, statements ...string) {
	t.Helper()
	admin, err := sql.Open("pgx", dsn)
	check(t, err)
	defer admin.Close()
	for _, statement := range statements {
		if _, err := admin.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

func databaseOf(t *testing.T, dsn string) string {
	t.Helper()
	address, err := url.Parse(dsn)
	check(t, err)
	return strings.TrimPrefix(address.Path, "/")
}
