package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db/dbtest"
)

// What nothing names is counted first, and removed only on demand.
func TestOrphansAreCountedAndDeleted(t *testing.T) {
	c := newConsole(t, dbtest.SQLiteDSN(t))
	folder := filepath.Join(c.data, "media", "films", "north-0123")
	if err := os.MkdirAll(folder, 0o750); err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-36 * time.Hour)
	for name, at := range map[string]time.Time{"v-1-0.m4s": long, "v-1-1.m4s": time.Now()} {
		file := filepath.Join(folder, name)
		if err := errors.Join(os.WriteFile(file, []byte("12345"), 0o600), os.Chtimes(file, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	c.says("       1 files                5 bytes  films\n", "media", "orphans")
	c.says("       1 files                5 bytes  in all\n", "media", "orphans", "--delete")
	c.says("       0 files                0 bytes  in all\n", "media", "orphans")
	if _, err := os.Stat(filepath.Join(folder, "v-1-0.m4s")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is still there: %v", err)
	}
	if _, err := os.Stat(filepath.Join(folder, "v-1-1.m4s")); err != nil {
		t.Errorf("what is new is gone: %v", err)
	}
}
