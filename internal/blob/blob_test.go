package blob_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/blob/blobtest"
)

// eachStore runs a test against a folder and against a real S3 client and server.
func eachStore(t *testing.T, run func(t *testing.T, s *blob.Store)) {
	t.Helper()
	t.Run("directory", func(t *testing.T) { run(t, open(t, t.TempDir())) })
	t.Run("s3", func(t *testing.T) { run(t, open(t, blobtest.S3(t))) })
}

func open(t *testing.T, dsn string) *blob.Store {
	t.Helper()
	s, err := blob.Open(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestValuesRoundTrip(t *testing.T) {
	eachStore(t, func(t *testing.T, s *blob.Store) {
		ctx := t.Context()
		if err := s.Ping(ctx); err != nil {
			t.Fatal(err)
		}
		const key = "c1/e2/v/000003.m4s"
		if err := s.WriteAll(ctx, key, []byte("0123456789"), "video/mp4"); err != nil {
			t.Fatal(err)
		}
		if got, err := s.ReadAll(ctx, key); err != nil || string(got) != "0123456789" {
			t.Errorf("read %q, %v", got, err)
		}
		r, err := s.NewReader(ctx, key, 3)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if got, err := io.ReadAll(r); err != nil || string(got) != "3456789" {
			t.Errorf("range %q, %v", got, err)
		}
		if a, err := s.Attributes(ctx, key); err != nil || a.Size != 10 {
			t.Errorf("attributes %+v, %v", a, err)
		}
	})
}

func TestStreamsAreThereWholeOrNotAtAll(t *testing.T) {
	eachStore(t, func(t *testing.T, s *blob.Store) {
		ctx := t.Context()
		if err := s.WriteFrom(ctx, "films/a/original.mp4", strings.NewReader("0123456789"), 10, "video/mp4"); err != nil {
			t.Fatal(err)
		}
		if got, err := s.ReadAll(ctx, "films/a/original.mp4"); err != nil || string(got) != "0123456789" {
			t.Errorf("read %q, %v", got, err)
		}
		if err := s.WriteFrom(ctx, "films/b/original.mp4", strings.NewReader("0123"), 10, "video/mp4"); err == nil {
			t.Error("a stream that ends early is kept")
		}
		if _, err := s.ReadAll(ctx, "films/b/original.mp4"); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("the stream that ended early: %v", err)
		}
	})
}

func TestRangesAreExact(t *testing.T) {
	eachStore(t, func(t *testing.T, s *blob.Store) {
		if err := s.WriteAll(t.Context(), "a/k", []byte("0123456789"), ""); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			offset int64
			want   string
		}{{0, "0"}, {0, "0123456789"}, {3, "345"}, {9, "9"}, {5, ""}} {
			got := make([]byte, len(c.want))
			if err := s.ReadRange(t.Context(), "a/k", c.offset, got); err != nil || string(got) != c.want {
				t.Errorf("from %d: %q, %v", c.offset, got, err)
			}
		}
		if err := s.ReadRange(t.Context(), "a/k", 8, make([]byte, 3)); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("beyond the end: %v", err)
		}
		if err := s.ReadRange(t.Context(), "nothing", 0, make([]byte, 3)); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("of nothing: %v", err)
		}
	})
}

func TestMissingKeys(t *testing.T) {
	eachStore(t, func(t *testing.T, s *blob.Store) {
		ctx := t.Context()
		if _, err := s.ReadAll(ctx, "nothing"); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("read: %v", err)
		}
		if _, err := s.Attributes(ctx, "nothing"); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("attributes: %v", err)
		}
		if err := s.Delete(ctx, "nothing"); err != nil {
			t.Errorf("delete: %v", err)
		}
	})
}

func TestListInOrder(t *testing.T) {
	eachStore(t, func(t *testing.T, s *blob.Store) {
		for _, key := range []string{"a/3", "a/1/x", "b/1", "a/2", "a/1-y"} {
			if err := s.WriteAll(t.Context(), key, []byte("x"), "text/plain"); err != nil {
				t.Fatal(err)
			}
		}
		var keys []string
		for a, err := range s.List(t.Context(), "a/") {
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, a.Key)
		}
		if want := []string{"a/1-y", "a/1/x", "a/2", "a/3"}; !slices.Equal(keys, want) {
			t.Errorf("listed %v, want %v", keys, want)
		}
	})
}

func TestReadersSeeWholeValues(t *testing.T) {
	eachStore(t, func(t *testing.T, s *blob.Store) {
		old, fresh := bytes.Repeat([]byte("o"), 1<<16), bytes.Repeat([]byte("f"), 1<<17)
		if err := s.WriteAll(t.Context(), "a/b/k", old, ""); err != nil {
			t.Fatal(err)
		}
		written := make(chan error, 1)
		go func() { written <- s.WriteAll(context.WithoutCancel(t.Context()), "a/b/k", fresh, "") }()
		for seen := []byte(nil); !bytes.Equal(seen, fresh); {
			var err error
			if seen, err = s.ReadAll(t.Context(), "a/b/k"); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(seen, old) && !bytes.Equal(seen, fresh) {
				t.Fatalf("read %d bytes, neither the old value nor the new", len(seen))
			}
		}
		if err := <-written; err != nil {
			t.Fatal(err)
		}
	})
}

func TestWhatFailsLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.WriteAll(cancelled, "a/k", []byte("x"), ""); !errors.Is(err, context.Canceled) {
		t.Errorf("write with a context that is over: %v", err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "a", "k", "taken"), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := s.WriteAll(t.Context(), "a/k", []byte("x"), ""); err == nil {
		t.Error("a value replaced a folder")
	}
	entries, err := os.ReadDir(filepath.Join(dir, "a"))
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
}

func TestWhatACrashLeftIsNoValue(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	if err := os.WriteFile(filepath.Join(dir, ".unfinished-k-1"), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	for a, err := range s.List(t.Context(), "") {
		t.Errorf("listed %+v, %v", a, err)
	}
}

func TestAddressesOfNoStore(t *testing.T) {
	for _, dsn := range []string{
		"s3://", "s3://media/folder", "s3://media?endpoint=minio:9000", "s3://media?endpoint=ftp://host",
		"s3://media?use_path_style=perhaps", "s3://media?bucket=other", "s3://%zz", "/dev/null/folder",
	} {
		if _, err := blob.Open(t.Context(), dsn); err == nil {
			t.Errorf("opened %q", dsn)
		}
	}
}

func TestPingTellsOfAMissingBucket(t *testing.T) {
	s := open(t, strings.Replace(blobtest.S3(t), "s3://media?", "s3://other?", 1))
	if err := s.Ping(t.Context()); err == nil {
		t.Error("a bucket that is not there answered")
	}
}

// Keys that may not list write and read, but could remove no recording: Ping says so.
func TestPingTellsOfAMissingRightToList(t *testing.T) {
	address, outage := blobtest.Failing(t)
	s, ctx := open(t, address), t.Context()
	outage.ForbidListing()
	if err := s.WriteAll(ctx, "a/b", []byte("1"), "text/plain"); err != nil {
		t.Fatal(err)
	}
	if got, err := s.ReadAll(ctx, "a/b"); err != nil || string(got) != "1" {
		t.Errorf("read %q, %v", got, err)
	}
	if err := s.Ping(ctx); !errors.Is(err, blob.ErrNoListing) || !strings.Contains(err.Error(), "s3:ListBucket") {
		t.Errorf("without the right to list: %v", err)
	}
	outage.End()
	if err := s.Ping(ctx); err != nil {
		t.Errorf("with all rights: %v", err)
	}
}

func TestKeysCannotLeaveTheStore(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "secret"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := open(t, filepath.Join(dir, "media"))
	for _, key := range []string{"", "/", "/etc/passwd", "..", "../secret", "a/../../secret", "a//b", "a/", ".hidden", "a\x00b", "a\\b", "a%2fb", "é"} {
		if _, err := s.ReadAll(t.Context(), key); !errors.Is(err, blob.ErrKey) {
			t.Errorf("read %q: %v", key, err)
		}
		if _, err := s.OpenFile(key); !errors.Is(err, blob.ErrKey) {
			t.Errorf("open %q: %v", key, err)
		}
		if err := s.WriteAll(t.Context(), key, nil, ""); !errors.Is(err, blob.ErrKey) {
			t.Errorf("write %q: %v", key, err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "secret"), filepath.Join(dir, "media", "link")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.OpenFile("link"); err == nil {
		t.Error("a symbolic link led out of the store")
	}
}

func TestOpenFileOnlyInFolders(t *testing.T) {
	eachStore(t, func(t *testing.T, s *blob.Store) {
		if err := s.WriteAll(t.Context(), "k", []byte("value"), ""); err != nil {
			t.Fatal(err)
		}
		file, err := s.OpenFile("k")
		if errors.Is(err, blob.ErrNoFile) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if got, err := io.ReadAll(file); err != nil || string(got) != "value" {
			t.Errorf("read %q, %v", got, err)
		}
	})
}
