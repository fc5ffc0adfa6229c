package dbtest

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/grandstand/grandstand/internal/db/dbtest/prepared"
)

const templateName = "grandstand_template"

// patience bounds each wait for a PostgreSQL program or an answer of a server.
const patience = 3 * time.Minute

// server is a private PostgreSQL on a socket in a folder of its own.
type server struct {
	dir        string
	admin      *sql.DB
	supervisor *exec.Cmd
	input      io.Writer     // of the supervisor
	ended      chan struct{} // closed when the supervisor is gone
}

// otherSettings are settings of the server that change the meaning of a statement. Each has a value other than the one that the
// product needs. A connection of the product replaces them.
const otherSettings = `-c standard_conforming_strings=off -c backslash_quote=on -c escape_string_warning=off -c bytea_output=escape \
  -c client_encoding=LATIN1 -c DateStyle=German,DMY -c IntervalStyle=sql_standard -c TimeZone=Asia/Kathmandu -c extra_float_digits=-15 \
  -c transform_null_equals=on -c array_nulls=off -c default_transaction_isolation=serializable -c xmlbinary=hex -c xmloption=document`

// supervise runs the server for as long as its standard input stays open, so that
// it ends, and its folder goes, with the test process however that one dies. A line of input shuts the server down and
// keeps the folder.
const supervise = `
postgres -D "$1/data" -k "$1" -c listen_addresses='' -c fsync=off -c full_page_writes=off \
  -c synchronous_commit=off -c max_connections=300 -c shared_buffers=64MB -c wal_level=minimal \
  -c max_wal_senders=0 -c min_wal_size=32MB -c max_wal_size=128MB \
  ` + otherSettings + ` >"$1/log" 2>&1 &
pid=$!
read -r keep
kill -INT $pid 2>/dev/null
wait $pid
ended=$?
[ -n "$keep" ] || rm -rf "$1"
exit $ended`

// startPostgres starts a server with a migrated template. Test processes of one run copy the files of the server that the
// first of them prepares.
func startPostgres() (*server, error) {
	dir, err := os.MkdirTemp(prepared.Parent(), "grandstand-pg-")
	if err != nil {
		return nil, err
	}
	if !prepared.IsShared() {
		return prepareServer(dir)
	}
	source, err := prepared.Folder("postgres", func(draft string) error {
		s, err := prepareServer(draft)
		if err != nil {
			return err
		}
		return s.shutDown()
	})
	if err != nil {
		return nil, err
	}
	run, err := asPostgresUser(dir)
	if err != nil {
		return nil, err
	}
	if err := runToEnd(run("sh", "-c", `cp -a "$1/data" data`, "sh", source)); err != nil {
		return nil, err
	}
	return launch(dir, run)
}

// prepareServer makes a server in a folder, starts it, and migrates its template.
func prepareServer(dir string) (*server, error) {
	run, err := asPostgresUser(dir)
	if err != nil {
		return nil, err
	}
	if err := runToEnd(run("initdb", "-D", filepath.Join(dir, "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")); err != nil {
		return nil, err
	}
	s, err := launch(dir, run)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	if err := s.exec(ctx, "CREATE DATABASE "+templateName); err != nil {
		return nil, err
	}
	if err := migrate(ctx, s.dsn(templateName)); err != nil {
		return nil, fmt.Errorf("migrate the template: %w", err)
	}
	return s, nil
}

// launch starts the server of a folder and waits until it takes connections.
func launch(dir string, run func(name string, args ...string) *exec.Cmd) (*server, error) {
	s := &server{dir: dir, supervisor: run("sh", "-c", supervise, "sh", dir), ended: make(chan struct{})}
	var err error
	if s.input, err = s.supervisor.StdinPipe(); err != nil {
		return nil, err
	}
	if err := s.supervisor.Start(); err != nil {
		return nil, fmt.Errorf("start the supervisor: %w", err)
	}
	go s.awaitEnd()
	return s, s.connect()
}

// awaitEnd runs for as long as the server. Tests that look for goroutines left over name this method.
func (s *server) awaitEnd() {
	_ = s.supervisor.Wait() // its log says more than its exit code
	close(s.ended)
}

// shutDown ends the server and keeps its files, complete, for a copy.
func (s *server) shutDown() error {
	if err := s.admin.Close(); err != nil {
		return err
	}
	if _, err := io.WriteString(s.input, "keep\n"); err != nil {
		return err
	}
	select {
	case <-s.ended:
	case <-time.After(patience):
		return fmt.Errorf("the server did not end within %s: %s", patience, s.log())
	}
	if !s.supervisor.ProcessState.Success() {
		return fmt.Errorf("the server was not shut down: %s: %s", s.supervisor.ProcessState, s.log())
	}
	return nil
}

// asPostgresUser returns a way to build commands that run as the unprivileged user
// of PostgreSQL when this process is root, which the server refuses to be.
func asPostgresUser(dir string) (func(name string, args ...string) *exec.Cmd, error) {
	path, err := binaries()
	if err != nil {
		return nil, err
	}
	var credential *syscall.Credential
	if os.Getuid() == 0 {
		uid, gid, err := postgresIDs()
		if err != nil {
			return nil, err
		}
		if err := os.Chown(dir, uid, gid); err != nil {
			return nil, err
		}
		credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	return func(name string, args ...string) *exec.Cmd {
		if full := filepath.Join(path, name); name != "sh" {
			name = full
		}
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		cmd.Env = []string{"PATH=" + path + ":/usr/bin:/bin", "LC_ALL=C.UTF-8"}
		// A group of its own, so that Ctrl-C on the tests reaches the supervisor by
		// its closed input only.
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: credential, Setpgid: true}
		return cmd
	}, nil
}

// runToEnd runs a program and returns its output as an error if it fails or hangs.
func runToEnd(cmd *exec.Cmd) error {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	name := filepath.Base(cmd.Path)
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", name, err)
	}
	var hung atomic.Bool
	limit := time.AfterFunc(patience, func() {
		hung.Store(true)
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // with its children, which hold the output open
	})
	defer limit.Stop()
	if err := cmd.Wait(); err != nil {
		if hung.Load() {
			err = fmt.Errorf("killed after %s: %w", patience, err)
		}
		return fmt.Errorf("%s: %w: %s", name, err, out.Bytes())
	}
	return nil
}

func postgresIDs() (uid, gid int, err error) {
	u, err := user.Lookup("postgres")
	if err != nil {
		return 0, 0, err
	}
	uid, err = strconv.Atoi(u.Uid)
	if err != nil {
		return 0, 0, err
	}
	gid, err = strconv.Atoi(u.Gid)
	return uid, gid, err
}

// binaries finds the newest installed server; Debian keeps them off the PATH.
func binaries() (string, error) {
	if found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb"); len(found) > 0 {
		return filepath.Dir(found[len(found)-1]), nil
	}
	initdb, err := exec.LookPath("initdb")
	if err != nil {
		return "", errors.New("no PostgreSQL server is installed")
	}
	return filepath.Dir(initdb), nil
}

func (s *server) dsn(database string) string {
	return "postgres://postgres@/" + database + "?host=" + s.dir
}

// connect waits until the server accepts connections or its supervisor is gone.
func (s *server) connect() error {
	admin, err := sql.Open("pgx", s.dsn("postgres"))
	if err != nil {
		return err
	}
	admin.SetMaxOpenConns(2)
	s.admin = admin
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		err = admin.PingContext(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-s.ended:
			return fmt.Errorf("server ended: %w: %s", err, s.log())
		case <-ctx.Done():
			return fmt.Errorf("server not ready: %w: %s", err, s.log())
		}
	}
}

func (s *server) log() string {
	text, err := os.ReadFile(filepath.Join(s.dir, "log"))
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(string(text))
}

func (s *server) create(ctx context.Context) (string, error) {
	return s.copy(ctx, s.dsn(templateName))
}

// copy makes a database from another one of this server.
func (s *server) copy(ctx context.Context, dsn string) (string, error) {
	address, err := url.Parse(dsn)
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("test_%d", databases.Add(1))
	return name, s.exec(ctx, "CREATE DATABASE "+name+" TEMPLATE "+strings.TrimPrefix(address.Path, "/")+" STRATEGY file_copy")
}

func (s *server) createEmpty(ctx context.Context) (string, error) {
	name := fmt.Sprintf("test_%d", databases.Add(1))
	return name, s.exec(ctx, "CREATE DATABASE "+name)
}

// drop removes a database even while a test that failed still holds connections.
func (s *server) drop(name string) {
	_ = s.exec(context.Background(), "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)")
}

func (s *server) exec(ctx context.Context, statement string) error {
	_, err := s.admin.ExecContext(ctx, statement)
	return err
}
