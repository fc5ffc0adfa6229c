package backup

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
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

// checkDump asks pg_restore whether it can read a dump.
func checkDump(ctx context.Context, path string) error {
	return runTool(ctx, "pg_restore", "", "--list", "--file="+os.DevNull, path)
}

// majorVersion reads the version of a path such as /usr/lib/postgresql/17/bin/pg_dump; 0 if there is none.
func majorVersion(path string) float64 {
	version, _ := strconv.ParseFloat(filepath.Base(filepath.Dir(filepath.Dir(path))), 64)
	return version
}

// runTool runs one of PostgreSQL's programs on a database. The password goes by the environment, as every user of the
// machine reads the arguments of processes.
func runTool(ctx context.Context, name, dsn string, args ...string) error {
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
	cmd.Env, cmd.Stderr = environment, &said
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
