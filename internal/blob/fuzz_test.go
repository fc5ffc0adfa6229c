package blob_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/blob"
)

// A key is refused as such, or names a file below the folder and nothing else.
func FuzzKey(f *testing.F) {
	for _, seed := range []string{
		"a/b.jpg", "../canary", "a/../../canary", "/etc/passwd", "", ".", "a//b", "a/", ".hidden", "a\\..\\b", "a\x00b", "é", strings.Repeat("a/", 300) + "b", "a/.unfinished-b", "CON", "a%2f..",
	} {
		f.Add(seed)
	}
	place := f.TempDir()
	canary := filepath.Join(place, "canary")
	if err := os.WriteFile(canary, []byte("outside"), 0o600); err != nil {
		f.Fatal(err)
	}
	store, err := blob.Open(f.Context(), filepath.Join(place, "folder"))
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = store.Close() })
	f.Fuzz(func(t *testing.T, key string) {
		ctx := t.Context()
		if _, err := store.ReadAll(ctx, key); err == nil {
			t.Fatalf("%q holds something before anything was kept", key)
		} else if !errors.Is(err, blob.ErrKey) && !errors.Is(err, blob.ErrNotFound) {
			return // such as a name that is longer than the file system takes
		}
		if err := store.WriteAll(ctx, key, []byte(key), ""); err != nil {
			return
		}
		got, err := store.ReadAll(ctx, key)
		if err != nil || string(got) != key {
			t.Errorf("%q holds %q, %v", key, got, err)
		}
		if _, err := os.Stat(filepath.Join(place, "folder", filepath.FromSlash(key))); err != nil || !filepath.IsLocal(filepath.FromSlash(key)) {
			t.Errorf("%q lies outside of the folder: %v", key, err)
		}
		if b, err := os.ReadFile(canary); err != nil || string(b) != "outside" {
			t.Errorf("%q reached outside: %q, %v", key, b, err)
		}
		if err := store.Delete(ctx, key); err != nil {
			t.Errorf("%q stays: %v", key, err)
		}
	})
}
