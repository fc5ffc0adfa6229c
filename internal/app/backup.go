package app

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"

	"github.com/grandstand/grandstand/internal/backup"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/config"
)

// Backup copies what an installation keeps into a new folder; see backup.Make. The installation is not opened as an
// App: its database stays as it is.
func Backup(ctx context.Context, cfg config.Config, folder, previous string, log *slog.Logger) (backup.About, error) {
	of, err := installation(cfg)
	if err != nil {
		return backup.About{}, err
	}
	return backup.Make(ctx, of, folder, backup.Options{Previous: previous, Now: clock.System{}.Now(), Log: log})
}

// Restore makes a backup the installation of a configuration; see backup.Restore.
func Restore(ctx context.Context, cfg config.Config, folder string, log *slog.Logger) (backup.About, error) {
	into, err := installation(cfg)
	if err != nil {
		return backup.About{}, err
	}
	return backup.Restore(ctx, folder, into, log)
}

func installation(cfg config.Config) (backup.Installation, error) {
	folder, err := filepath.Abs(cfg.Data)
	if err != nil {
		return backup.Installation{}, fmt.Errorf("find the data folder: %w", err)
	}
	cfg.Data = folder
	return backup.Installation{Data: folder, Database: cfg.DatabaseDSN(), Media: cfg.BlobDSN(), Secret: cfg.Secret}, nil
}
