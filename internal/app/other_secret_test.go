package app

import (
	"bytes"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/ingest"
)

// restored is an installation that was made from a copy of another.
type restored struct {
	*App

	t   *testing.T
	log *bytes.Buffer
}

// start opens an installation and starts its part for media as a server does.
func start(t *testing.T, cfg config.Config) *restored {
	t.Helper()
	r := &restored{t: t, log: &bytes.Buffer{}}
	a, err := Open(t.Context(), cfg, slog.New(slog.NewTextHandler(r.log, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	part := a.mediaComponent()
	if err := part.start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := part.stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.App = a
	return r
}

// admits reports whether an encoder may connect with a stream key.
func (r *restored) admits(key string) bool {
	r.t.Helper()
	sink, err := r.Media.Publish(r.t.Context(), key, ingest.Origin{Protocol: "rtmp"}, func(error) {})
	if err != nil {
		if !strings.Contains(err.Error(), "no stream has this stream key") {
			r.t.Error(err)
		}
		return false
	}
	sink.Close(ingest.ErrEnded)
	return true
}

// run runs one of PostgreSQL's programs.
func run(t *testing.T, program string, args ...string) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), program, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s (scripts/setup installs it): %v: %s", program, err, out)
	}
}

// dumpByHand copies a PostgreSQL database as an operator may do without grandstand backup.
func dumpByHand(t *testing.T, from config.Config) (into func() config.Config) {
	file := filepath.Join(t.TempDir(), "grandstand.dump")
	run(t, "pg_dump", "--format=custom", "--encoding=UTF8", "--no-owner", "--no-privileges", "--dbname="+from.DB, "--file="+file)
	return func() config.Config {
		cfg := config.Config{Data: t.TempDir(), DB: dbtest.EmptyPostgresDSN(t)}
		run(t, "pg_restore", "--schema=public", "--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges", "--dbname="+cfg.DB, file)
		secret, err := os.ReadFile(filepath.Join(from.Data, "secret.key"))
		if err == nil {
			err = os.WriteFile(filepath.Join(cfg.Data, "secret.key"), secret, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return cfg
	}
}

// backUp copies an installation by grandstand backup and grandstand restore.
func backUp(t *testing.T, from config.Config, dsn func(testing.TB) string) (into func() config.Config) {
	folder, quiet := filepath.Join(t.TempDir(), "backup"), slog.New(slog.DiscardHandler)
	if _, err := Backup(t.Context(), from, folder, "", quiet); err != nil {
		t.Fatal(err)
	}
	return func() config.Config {
		cfg := config.Config{Data: filepath.Join(t.TempDir(), "data"), DB: dsn(t)}
		if _, err := Restore(t.Context(), cfg, folder, quiet); err != nil {
			t.Fatal(err)
		}
		return cfg
	}
}

// A restored installation with its secret admits encoders as before. Without it, the log says what is
// lost and what to do, and a rotated key admits the encoder.
func TestARestoredInstallationAndItsSecret(t *testing.T) {
	empty := func(testing.TB) string { return "" }
	for name, test := range map[string]struct {
		dsn  func(testing.TB) string
		copy func(*testing.T, config.Config) func() config.Config
	}{
		"sqlite, grandstand backup": {dbtest.SQLiteDSN, func(t *testing.T, from config.Config) func() config.Config { return backUp(t, from, empty) }},
		"postgres, grandstand backup": {dbtest.PostgresDSN, func(t *testing.T, from config.Config) func() config.Config {
			return backUp(t, from, dbtest.EmptyPostgresDSN)
		}},
		"postgres, pg_dump and pg_restore": {dbtest.PostgresDSN, dumpByHand},
	} {
		t.Run(name, func(t *testing.T) {
			l := openLife(t, test.dsn(t))
			by := actor.ForSystem(l.channel)
			stream, err := l.Media.EnsureStream(t.Context(), by, l.channel, int64(l.game))
			if err != nil {
				t.Fatal(err)
			}
			if err := l.Channels.ReplaceSecrets(t.Context(), by, channel.ID(l.channel), map[channel.SecretName]string{channel.StripeSecretKey: "sk_test_1"}); err != nil {
				t.Fatal(err)
			}
			into := test.copy(t, l.Config)

			whole := start(t, into())
			if !whole.admits(stream.Key) || whole.log.Len() > 0 {
				t.Errorf("with its secret: %s", whole.log)
			}

			cfg := into()
			if err := os.Remove(filepath.Join(cfg.Data, "secret.key")); err != nil {
				t.Fatal(err)
			}
			lost := start(t, cfg)
			if lost.admits(stream.Key) {
				t.Error("a key that cannot be read admits an encoder")
			}
			for _, words := range []string{"the database was encrypted with another secret", "events_whose_encoders_are_refused=1", "channels_without_their_keys=1", "restore the earlier secret.key or GRANDSTAND_SECRET", "grandstand stream key EVENT --rotate"} {
				if !strings.Contains(lost.log.String(), words) {
					t.Errorf("the log lacks %q: %s", words, lost.log)
				}
			}
			if _, err := lost.Media.EnsureStream(t.Context(), by, l.channel, int64(l.game)); fault.CodeOf(err) != "stream_key_unreadable" {
				t.Errorf("the key is shown: %v", err)
			}
			channelID, secrets := channel.ID(l.channel), map[channel.SecretName]string{channel.StripeSecretKey: "sk_test_2"}
			if err := lost.Channels.ReplaceSecrets(t.Context(), by, channelID, secrets); err != nil {
				t.Errorf("applying the channel's secrets again: %v", err)
			}
			if got, err := lost.Channels.Secret(t.Context(), channelID, channel.StripeSecretKey); err != nil || got != "sk_test_2" {
				t.Errorf("the channel's secret is %q: %v", got, err)
			}
			rotated, err := lost.Media.RotateKey(t.Context(), by, l.channel, int64(l.game))
			if err != nil || !lost.admits(rotated.Key) {
				t.Errorf("a rotated key: %v", err)
			}
			lost.log.Reset()
			if lost.warnOfOtherSecret(t.Context()); lost.log.Len() > 0 {
				t.Errorf("afterwards: %s", lost.log)
			}
		})
	}
}
