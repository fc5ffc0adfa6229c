package main

import (
	"bytes"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/app"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

const manifest = `key: north
name: {en: North}
language: en
languages: [en]
currency: CAD
time_zone: UTC
domains: [north.example]
colors: {footer-background: "#050d20", body-background: "#0b1530", body-text-color: "#f2f5fc", header-text-color: "#ffffff", accent: "#ffb020"}
`

// console runs commands beside a server that has the same database open.
type console struct {
	t         *testing.T
	data, dsn string
	server    *app.App
}

func newConsole(t *testing.T, dsn string) *console {
	t.Helper()
	c := &console{t: t, data: t.TempDir(), dsn: dsn}
	server, err := app.Open(t.Context(), config.Config{Data: c.data, DB: dsn, Workers: 1}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	c.server = server
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "channel.yaml"), []byte(manifest), 0o600); err != nil {
		t.Fatal(err)
	}
	c.says("north", "channel", "apply", folder)
	return c
}

func (c *console) run(args []string) (string, error) {
	var out, log bytes.Buffer
	err := run(c.t.Context(), "", append([]string{"--data", c.data, "--db", c.dsn}, args...), &out, &log)
	return out.String(), err
}

func (c *console) says(want string, args ...string) {
	c.t.Helper()
	if out, err := c.run(args); err != nil || !strings.Contains(out, want) {
		c.t.Errorf("%v: %q, %v", args, out, err)
	}
}

func (c *console) fails(want string, args ...string) {
	c.t.Helper()
	if out, err := c.run(args); err == nil || !strings.Contains(err.Error(), want) || out != "" {
		c.t.Errorf("%v: %q, %v", args, out, err)
	}
}

func (c *console) count(table string) (n int) {
	c.t.Helper()
	if err := c.server.DB.Read().NewRaw("SELECT count(*) FROM "+table).Scan(c.t.Context(), &n); err != nil {
		c.t.Fatal(err)
	}
	return n
}

// lostPhone makes a user who cannot log in any more.
func (c *console) lostPhone(email string) {
	c.t.Helper()
	for _, statement := range []string{
		`INSERT INTO users (channel_id, email, first_name, last_name, phone, phone_digits, password_hash, role, temporary_password, mailing_consent,
			trial_period_used, email_verified, is_geo_blocked, clips_count, downloads_count, created_ms, updated_ms)
			SELECT id, '` + email + `', 'Ada', 'L', '', '', 'hash', 'user', FALSE, FALSE, FALSE, TRUE, FALSE, 0, 0, 1, 1 FROM channels`,
		`INSERT INTO second_factors (channel_id, user_id, secret, last_step, created_ms, confirmed_ms) SELECT channel_id, id, 'sealed', 0, 1, 1 FROM users`,
		`INSERT INTO recovery_codes (channel_id, user_id, hash) SELECT channel_id, id, 'hash' FROM users`,
		`INSERT INTO sessions (channel_id, user_id, key_hash, created_ms, expires_ms, seen_ms) SELECT channel_id, id, '` + strings.Repeat("A", 43) + `', 1, 1, 1 FROM users`,
	} {
		if _, err := c.server.DB.Write().ExecContext(c.t.Context(), statement); err != nil {
			c.t.Fatal(err)
		}
	}
}

func TestALostSecondFactorIsTurnedOffBesideAServer(t *testing.T) {
	for engine, dsn := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteDSN, "postgres": dbtest.PostgresDSN} {
		t.Run(engine, func(t *testing.T) {
			c := newConsole(t, dsn(t))
			c.lostPhone("ada@example.com")
			off := []string{"user", "second-factor", "off", "--channel", "north", "ada@example.com"}
			c.says("on since 1970-01-01, recovery codes left: 1", "user", "show", "--channel", "north", "Ada@example.com")
			c.fails(`no channel "south"`, "user", "second-factor", "off", "--channel", "south", "ada@example.com")
			c.fails(`no user "bob@example.com"`, "user", "second-factor", "off", "--channel", "north", "bob@example.com")
			c.fails("--channel", "user", "second-factor", "off", "ada@example.com")
			c.says("Two-step login of ada@example.com is off", off...)
			c.fails("is already off", off...)
			c.says("ada@example.com (verified)", "user", "show", "--channel", "north", "ada@example.com")
			for table, want := range map[string]int{"second_factors": 0, "recovery_codes": 0, "sessions": 0, "river_job WHERE kind = 'mail.send_sealed'": 1} {
				if got := c.count(table); got != want {
					t.Errorf("%s: %d, want %d", table, got, want)
				}
			}
		})
	}
}

func TestUsersAreMadeAndHelpedBackIn(t *testing.T) {
	for engine, dsn := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteDSN, "postgres": dbtest.PostgresDSN} {
		t.Run(engine, func(t *testing.T) {
			c := newConsole(t, dsn(t))
			create := []string{"user", "create", "--channel", "north", "--first-name", "Ada", "--last-name", "L", "--role", "owner", "ada@example.com"}
			first, err := c.run(create)
			if err != nil {
				t.Fatal(err)
			}
			if role, temporary := c.logIn("ada@example.com", strings.TrimSpace(first)); role != actor.Owner || !temporary {
				t.Errorf("role %v, temporary %v", role, temporary)
			}
			c.fails("already registered", create...)
			c.fails("role", "user", "create", "--channel", "north", "--first-name", "B", "--last-name", "B", "--role", "king", "bob@example.com")
			c.fails("valid email", "user", "create", "--channel", "north", "--first-name", "B", "--last-name", "B", "bob")
			c.fails(`no channel "south"`, "user", "password", "--channel", "south", "ada@example.com")
			c.fails(`no user "bob@example.com"`, "user", "password", "--channel", "north", "bob@example.com")

			second, err := c.run([]string{"user", "password", "--channel", "north", "ada@example.com"})
			if err != nil || second == first {
				t.Fatalf("%q after %q, %v", second, first, err)
			}
			if n := c.count("sessions WHERE user_id IS NOT NULL"); n != 0 {
				t.Errorf("%d sessions go on", n)
			}
			c.logIn("ada@example.com", strings.TrimSpace(second))
			if n := c.count("river_job WHERE kind = 'mail.send_sealed'"); n != 1 {
				t.Errorf("%d letters", n)
			}
		})
	}
}

// logIn logs a user in at the server.
func (c *console) logIn(email, password string) (role actor.Role, temporary bool) {
	c.t.Helper()
	_, session, err := c.server.Accounts.OpenSession(c.t.Context(), 1)
	if err != nil {
		c.t.Fatal(err)
	}
	_, user, err := c.server.Accounts.Login(c.t.Context(), session, email, password, netip.Addr{})
	if err != nil {
		c.t.Fatal(err)
	}
	return user.Role, user.TemporaryPassword
}
