package db_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
)

// Only the server's own user reads the database's files, a file that an older version made for all included.
func TestOnlyTheOwnerReadsTheDatabaseFile(t *testing.T) {
	for name, mode := range map[string]os.FileMode{"new.db": 0, "old.db": 0o644} {
		path := filepath.Join(t.TempDir(), name)
		if mode != 0 {
			if err := os.WriteFile(path, nil, mode); err != nil {
				t.Fatal(err)
			}
		}
		d, err := db.Open(t.Context(), path, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		createTable(t, d)
		for _, file := range []string{path, path + "-wal", path + "-shm"} {
			info, err := os.Stat(file)
			if err != nil {
				t.Fatal(err)
			}
			if info.Mode().Perm() != 0o600 {
				t.Errorf("%s has the mode %o", filepath.Base(file), info.Mode().Perm())
			}
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
