package jobs

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"

	"github.com/grandstand/grandstand/internal/db"
)

// Version is the newest migration that the queue's tables have.
func Version(ctx context.Context, d *db.DB) (int, error) {
	migrator, err := newMigrator(driver(d))
	if err != nil {
		return 0, err
	}
	has, err := migrator.ExistingVersions(ctx)
	if err != nil {
		return 0, fmt.Errorf("ask for the queue's version: %w", err)
	}
	return newest(has), nil
}

// NewestVersion is the newest migration of the queue's tables that this program knows.
func NewestVersion(engine db.Engine) (int, error) {
	var of riverdriver.Driver[*sql.Tx] = riversqlite.New(nil)
	if engine == db.Postgres {
		of = riverdatabasesql.New(nil)
	}
	migrator, err := newMigrator(of)
	if err != nil {
		return 0, err
	}
	return newest(migrator.AllVersions()), nil
}

func newest(migrations []rivermigrate.Migration) (version int) {
	for _, m := range migrations {
		version = max(version, m.Version)
	}
	return version
}

func newMigrator(of riverdriver.Driver[*sql.Tx]) (*rivermigrate.Migrator[*sql.Tx], error) {
	migrator, err := rivermigrate.New(of, &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, fmt.Errorf("read the queue's migrations: %w", err)
	}
	return migrator, nil
}
