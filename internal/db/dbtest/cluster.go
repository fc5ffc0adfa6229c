package dbtest

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db/dbtest/prepared"
)

// Cluster is a PostgreSQL server of one test, to be stopped, killed, started and followed by another. Unlike the server
// that tests share it keeps what it committed when its processes are killed.
type Cluster struct {
	dir     string
	run     func(name string, args ...string) *exec.Cmd
	process *exec.Cmd
	ended   chan struct{} // closed when the process is gone
}

// sweep ends a cluster and removes its folder once standard input is closed: with the test process, however that one dies.
// A server that is still there a minute after the order to end is killed.
const sweep = `
cat >/dev/null
pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null)
if [ -n "$pid" ] && kill -QUIT "$pid"; then
  for i in $(seq 600); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
  kill -KILL "$pid" 2>/dev/null
fi
rm -rf "$1"`

// NewCluster starts a server without a database but those that every server has.
func NewCluster(tb testing.TB) *Cluster {
	tb.Helper()
	return NewClusterIn(tb, prepared.Parent())
}

// NewClusterIn is NewCluster with all that the server writes in a folder, "" for where temporary files are.
func NewClusterIn(tb testing.TB, parent string) *Cluster {
	tb.Helper()
	c := newCluster(tb, parent)
	if err := runToEnd(c.run("initdb", "-D", c.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")); err != nil {
		tb.Fatalf("%v (scripts/setup installs it)", err)
	}
	c.Start(tb)
	return c
}

func newCluster(tb testing.TB, parent string) *Cluster {
	tb.Helper()
	dir, err := os.MkdirTemp(parent, "grandstand-pg-") //nolint:usetesting // in memory, and with a name short enough for a socket in it
	if err != nil {
		tb.Fatal(err)
	}
	c := &Cluster{dir: dir}
	if c.run, err = asPostgresUser(dir); err != nil {
		tb.Fatal(err)
	}
	sweeper := c.run("sh", "-c", sweep, "sh", dir)
	input, err := sweeper.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := sweeper.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		_ = input.Close()
		swept := make(chan struct{})
		go func() {
			_ = sweeper.Wait() // a folder that was left is of no consequence
			close(swept)
		}()
		select {
		case <-swept:
		case <-time.After(patience):
			tb.Errorf("PostgreSQL in %s did not end within %s: %s", dir, patience, c.log())
		}
	})
	return c
}

func (c *Cluster) data() string { return filepath.Join(c.dir, "data") }

// Start starts the server and returns when it takes connections.
func (c *Cluster) Start(tb testing.TB) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), patience)
	defer cancel()
	for {
		c.launch(tb)
		err := c.answers(ctx)
		if err == nil {
			return
		}
		// The processes of a server that was killed go one by one, and while one is there no other starts.
		if ctx.Err() != nil {
			tb.Fatalf("start PostgreSQL: %v: %s", err, c.log())
		}
	}
}

func (c *Cluster) launch(tb testing.TB) {
	tb.Helper()
	log, err := os.OpenFile(filepath.Join(c.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		tb.Fatal(err)
	}
	defer log.Close()
	c.process = c.run("postgres", "-D", c.data(), "-k", c.dir, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=100",
		"-c", "shared_buffers=32MB", "-c", "wal_level=replica", "-c", "min_wal_size=32MB", "-c", "max_wal_size=128MB")
	c.process.Stdout, c.process.Stderr = log, log
	if err := c.process.Start(); err != nil {
		tb.Fatal(err)
	}
	c.ended = make(chan struct{})
	go func(process *exec.Cmd, ended chan<- struct{}) {
		_ = process.Wait() // its log says more than its exit code
		close(ended)
	}(c.process, c.ended)
}

// answers waits until the server takes connections or is gone.
func (c *Cluster) answers(ctx context.Context) error {
	d, err := sql.Open("pgx", c.DSN("postgres"))
	if err != nil {
		return err
	}
	defer d.Close()
	for {
		err := d.PingContext(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-c.ended:
			return fmt.Errorf("the server ended: %w", err)
		case <-ctx.Done():
			return err
		}
	}
}

func (c *Cluster) log() string {
	text, err := os.ReadFile(filepath.Join(c.dir, "log"))
	if err != nil {
		return err.Error()
	}
	return string(text[max(0, len(text)-2000):])
}

// End ends the server by a signal and returns when its first process is gone: SIGINT is a fast shutdown, SIGQUIT an
// immediate one, SIGKILL none.
func (c *Cluster) End(tb testing.TB, how syscall.Signal) {
	tb.Helper()
	_ = c.process.Process.Signal(how)
	select {
	case <-c.ended:
	case <-time.After(patience):
		tb.Fatalf("PostgreSQL did not end within %s of %s: %s", patience, how, c.log())
	}
}

// DSN is the address of a database of the server.
func (c *Cluster) DSN(database string) string { return DSNOf(database, c) }

// DSNOf is the address of a database of whichever of some servers takes writes.
func DSNOf(database string, servers ...*Cluster) string {
	hosts := make([]string, len(servers))
	for i, c := range servers {
		hosts[i] = c.dir
	}
	dsn := "postgres://postgres@/" + database + "?host=" + strings.Join(hosts, ",")
	if len(servers) > 1 {
		dsn += "&target_session_attrs=read-write"
	}
	return dsn
}

// Database makes an empty database and returns its address.
func (c *Cluster) Database(tb testing.TB, name string) (dsn string) {
	tb.Helper()
	c.Exec(tb, "CREATE DATABASE "+name)
	return c.DSN(name)
}

// Exec runs a statement as the server's administrator.
func (c *Cluster) Exec(tb testing.TB, statement string) {
	tb.Helper()
	var nothing sql.NullString
	c.query(tb, "postgres", statement, &nothing)
}

// Try is Exec of a statement that may fail.
func (c *Cluster) Try(tb testing.TB, statement string) error {
	tb.Helper()
	d, err := sql.Open("pgx", c.DSN("postgres"))
	if err != nil {
		return err
	}
	defer d.Close()
	ctx, cancel := context.WithTimeout(tb.Context(), patience)
	defer cancel()
	_, err = d.ExecContext(ctx, statement)
	return err
}

// Revive starts the server if it has ended by itself, and returns when it takes connections.
func (c *Cluster) Revive(tb testing.TB) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), patience)
	defer cancel()
	if c.answers(ctx) != nil {
		c.Start(tb)
	}
}

// Count is how many rows a table of a database has on this server.
func (c *Cluster) Count(tb testing.TB, database, table string) (rows int) {
	tb.Helper()
	c.query(tb, database, "SELECT count(*) FROM "+table, &rows)
	return rows
}

// query runs a statement and reads the one value that it returns, if any.
func (c *Cluster) query(tb testing.TB, database, statement string, into any) {
	tb.Helper()
	d, err := sql.Open("pgx", c.DSN(database))
	if err != nil {
		tb.Fatal(err)
	}
	defer d.Close()
	ctx, cancel := context.WithTimeout(tb.Context(), patience)
	defer cancel()
	rows, err := d.QueryContext(ctx, statement)
	if err != nil {
		tb.Fatalf("%s: %v", statement, err)
	}
	defer rows.Close()
	if rows.Next() {
		if err := rows.Scan(into); err != nil {
			tb.Fatalf("%s: %v", statement, err)
		}
	}
	if err := rows.Err(); err != nil {
		tb.Fatalf("%s: %v", statement, err)
	}
}

// Follow starts another server that follows this one, which from then on confirms no transaction that the other does not
// have, and returns when that is so.
func (c *Cluster) Follow(tb testing.TB) *Cluster {
	tb.Helper()
	standby := newCluster(tb, prepared.Parent())
	copying := standby.run("pg_basebackup", "-D", standby.data(), "-h", c.dir, "-U", "postgres", "-R", "-X", "stream", "-c", "fast", "--no-sync")
	if err := runToEnd(copying); err != nil {
		tb.Fatal(err)
	}
	standby.Start(tb)
	c.Exec(tb, "ALTER SYSTEM SET synchronous_standby_names = '*'")
	c.Exec(tb, "SELECT pg_reload_conf()")
	ctx, cancel := context.WithTimeout(tb.Context(), patience)
	defer cancel()
	for following := 0; following == 0; {
		c.query(tb, "postgres", "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'", &following)
		if ctx.Err() != nil {
			tb.Fatalf("the standby does not follow: %s", standby.log())
		}
	}
	return standby
}

// Promote makes a server that follows one that takes writes.
func (c *Cluster) Promote(tb testing.TB) {
	tb.Helper()
	var promoted bool
	if c.query(tb, "postgres", "SELECT pg_promote()", &promoted); !promoted {
		tb.Fatalf("not promoted: %s", c.log())
	}
}
