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

// Version returns the newest applied migration of River's tables.
func Version(ctx context.Context, d *db.DB) (int, error) {
	migrator, err := newMigrator(driver(d))
	if err != nil {
		return 0, err
	}
	has, err := migrator.ExistingVersions(ctx)
	if err != nil {
		return 0, fmt.Errorf("read the queue's version: %w", err)
	}
	return newestVersion(has), nil
}

// NewestVersion returns the newest migration of River's tables that this program contains.
func NewestVersion(engine db.Engine) (int, error) {
	var of riverdriver.Driver[*sql.Tx] = riversqlite.New(nil)
	if engine == db.Postgres {
		of = riverdatabasesql.New(nil)
	}
	migrator, err := newMigrator(of)
	if err != nil {
		return 0, err
	}
	return newestVersion(migrator.AllVersions()), nil
}

func newestVersion(migrations []rivermigrate.Migration) (version int) {
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
