package backup

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// dump writes the tables of a PostgreSQL database, as they are in one moment, in pg_dump's custom format. Extensions and other
// schemas are left out: they belong to the host of the database, and an ordinary user could neither read nor restore them.
// The dump has no owners and rights: the user who restores it owns everything.
func dump(ctx context.Context, dsn, namespace, to string) error {
	pattern := `"` + strings.ReplaceAll(namespace, `"`, `""`) + `"`
	return runTool(ctx, "pg_dump", dsn, "--schema="+pattern, "--format=custom", "--encoding=UTF8", "--no-owner", "--no-privileges", "--file="+to)
}

// restoreDump restores the tables of a dump into an empty database, all of them or none. Older versions wrote extensions into dumps,
// too; they are passed over.
func restoreDump(ctx context.Context, from, namespace, dsn string) error {
	return runTool(ctx, "pg_restore", dsn, "--schema="+namespace, "--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges", from)
}

// checkDump checks that pg_restore can read a dump and that a user who owns a database and has no other right can restore it.
// It needs no database: the kinds of the objects and the languages of the functions tell.
func checkDump(ctx context.Context, path, namespace string) error {
	var list, script bytes.Buffer
	if err := runToolTo(ctx, &list, "pg_restore", "", "--list", "--schema="+namespace, path); err != nil {
		return err
	}
	if err := runToolTo(ctx, &script, "pg_restore", "", "--schema-only", "--schema="+namespace, "--no-owner", "--no-privileges", "--file=-", path); err != nil {
		return err
	}
	object := foreignObject(list.String())
	if object == "" {
		object = foreignFunction(script.String())
	}
	if object != "" {
		return fmt.Errorf("the database contains an object that a user without the rights of an administrator cannot restore: %s. "+
			"Move it to another schema or remove it, then make another backup", object)
	}
	return nil
}

// ownedKinds are the kinds of objects that the owner of a database may create, in the words of pg_restore --list.
var ownedKinds = []string{
	"SCHEMA", "TABLE", "TABLE DATA", "TABLE ATTACH", "SEQUENCE", "SEQUENCE OWNED BY", "SEQUENCE SET", "DEFAULT", "CONSTRAINT", "CHECK CONSTRAINT",
	"FK CONSTRAINT", "INDEX", "INDEX ATTACH", "TYPE", "DOMAIN", "FUNCTION", "PROCEDURE", "TRIGGER", "RULE", "VIEW", "MATERIALIZED VIEW",
	"MATERIALIZED VIEW DATA", "COMMENT", "STATISTICS", "STATISTICS DATA", "POLICY", "ROW SECURITY", "ACL", "DEFAULT ACL",
}

// tocEntry is an entry of pg_restore --list: a number, two object ids, and the object's kind, schema, name and owner.
var tocEntry = regexp.MustCompile(`(?m)^\d+; \d+ \d+ (([A-Z]+(?: [A-Z]+)*) .*) \S+$`)

// foreignObject returns the first object of a list that the owner of a database may not create, "" if there is none.
func foreignObject(list string) string {
	for _, entry := range tocEntry.FindAllStringSubmatch(list, -1) {
		if !slices.Contains(ownedKinds, entry[2]) {
			return entry[1]
		}
	}
	return ""
}

// functionHead is the beginning of a function as pg_dump writes it, with its name and its language.
var functionHead = regexp.MustCompile(`(?m)^CREATE ((?:FUNCTION|PROCEDURE) .+?)\(.*\n +LANGUAGE (\w+)`)

// foreignFunction returns the first function of a script in a language that only administrators may use, "" if there is none.
func foreignFunction(script string) string {
	for _, function := range functionHead.FindAllStringSubmatch(script, -1) {
		if language := function[2]; language != "sql" && language != "plpgsql" {
			return function[1] + " (language " + language + ")"
		}
	}
	return ""
}

// majorVersion reads the version of a path such as /usr/lib/postgresql/17/bin/pg_dump; 0 if there is none.
func majorVersion(path string) float64 {
	version, _ := strconv.ParseFloat(filepath.Base(filepath.Dir(filepath.Dir(path))), 64)
	return version
}

// runTool runs one of PostgreSQL's programs on a database. The password goes by the environment, as every user of the
// machine reads the arguments of processes.
func runTool(ctx context.Context, name, dsn string, args ...string) error {
	return runToolTo(ctx, io.Discard, name, dsn, args...)
}

// runToolTo is runTool, and writes the program's standard output to a writer.
func runToolTo(ctx context.Context, output io.Writer, name, dsn string, args ...string) error {
	program, err := findTool(name)
	if err != nil {
		return err
	}
	environment := os.Environ()
	if dsn != "" {
		address, password, err := withoutPassword(dsn)
		if err != nil {
			return err
		}
		if password != "" {
			environment = append(environment, "PGPASSWORD="+password)
		}
		args = append([]string{"--no-password", "--dbname=" + address}, args...)
	}
	var said bytes.Buffer
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = environment, output, &said
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(said.String()))
	}
	return nil
}

// withoutPassword takes the password out of the address of a database: that of its user, or the parameter of that name.
func withoutPassword(dsn string) (address, password string, err error) {
	u, err := url.Parse(dsn)
	if err != nil {
		return "", "", errors.New("the address of the database cannot be read") // it holds a password: do not repeat it
	}
	query := u.Query()
	if password = query.Get("password"); password != "" {
		query.Del("password")
		u.RawQuery = query.Encode()
	}
	if ofUser, ok := u.User.Password(); ok {
		password = cmp.Or(password, ofUser)
		u.User = url.User(u.User.Username())
	}
	return u.String(), password, nil
}

// findTool looks on the PATH, and then for the newest version where Debian keeps them.
func findTool(name string) (string, error) {
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	if found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name); len(found) > 0 {
		return slices.MaxFunc(found, func(a, b string) int { return cmp.Compare(majorVersion(a), majorVersion(b)) }), nil
	}
	return "", fmt.Errorf("%s is not installed: install the package postgresql-client, of the server's version or newer", name)
}
