package backup

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// dump writes the tables of a PostgreSQL database, as they are in one moment, in pg_dump's custom format. Extensions and other
// schemas are left out: they belong to the host of the database, and an ordinary user could neither read nor restore them.
// Owners and rights stay behind: whoever restores the dump owns it.
func dump(ctx context.Context, dsn, namespace, to string) error {
	pattern := `"` + strings.ReplaceAll(namespace, `"`, `""`) + `"`
	return runTool(ctx, "pg_dump", dsn, "--schema="+pattern, "--format=custom", "--encoding=UTF8", "--no-owner", "--no-privileges", "--file="+to)
}

// fill restores the tables of a dump into an empty database, all of them or none. Older versions wrote extensions into dumps,
// too; they are passed over.
func fill(ctx context.Context, from, namespace, dsn string) error {
	return runTool(ctx, "pg_restore", dsn, "--schema="+namespace, "--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges", from)
}

// checkDump asks pg_restore whether it can read a dump.
func checkDump(ctx context.Context, path string) error {
	return runTool(ctx, "pg_restore", "", "--list", "--file="+os.DevNull, path)
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
		address, err := url.Parse(dsn)
		if err != nil {
			return fmt.Errorf("read the address of the database: %w", err)
		}
		if password, ok := address.User.Password(); ok {
			environment = append(environment, "PGPASSWORD="+password)
			address.User = url.User(address.User.Username())
		}
		args = append([]string{"--no-password", "--dbname=" + address.String()}, args...)
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

// findTool looks on the PATH and where Debian keeps the newest version.
func findTool(name string) (string, error) {
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	if found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name); len(found) > 0 {
		return found[len(found)-1], nil
	}
	return "", fmt.Errorf("%s is not installed: install the package postgresql-client, of the server's version or newer", name)
}
