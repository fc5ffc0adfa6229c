// Package blob keeps media bytes in a directory or in an S3-compatible store
// behind one interface. A value appears under its key whole or not at all.
package blob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"
	"time"
)

// Errors that callers tell apart.
var (
	// ErrNotFound is returned for a key that holds nothing.
	ErrNotFound = errors.New("blob: no such key")
	// ErrNoFile is returned by OpenFile when values are not files on this machine.
	ErrNoFile = errors.New("blob: not kept in files")
	// ErrNoListing is returned by Ping when the keys of the configuration may not list the bucket.
	ErrNoListing = errors.New("the keys of the media store lack the right to list the bucket (s3:ListBucket)")
	// ErrKey is returned for a key outside the allowed alphabet.
	ErrKey = errors.New("blob: malformed key")
)

// maxKey keeps keys inside the limits of S3 (1,024 bytes) with room for prefixes.
const maxKey = 512

// Attributes describe one value.
type Attributes struct {
	Key     string
	Size    int64 // bytes
	ModTime time.Time
}

// keeper is a kind of place. Its keys have been checked; for a missing one it returns an
// error that wraps ErrNotFound.
type keeper interface {
	ping(ctx context.Context) error
	write(ctx context.Context, key string, value io.Reader, size int64, contentType string) error
	// read reads length bytes from offset, or to the end when length is 0.
	read(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error)
	attributes(ctx context.Context, key string) (Attributes, error)
	remove(ctx context.Context, key string) error
	list(ctx context.Context, prefix string) iter.Seq2[Attributes, error]
	close() error
}

// Store is one place for values. Keys are relative paths of one or more segments
// of letters, digits, '.', '_' and '-'; a segment never starts with a dot.
type Store struct {
	keeper keeper
	folder *directory // nil unless values are files
}

// Open opens the store at dsn: "s3://bucket?…" (see openS3), otherwise a folder, which
// is created where it is missing.
func Open(ctx context.Context, dsn string) (*Store, error) {
	if strings.HasPrefix(dsn, "s3://") {
		bucket, err := openS3(ctx, dsn)
		if err != nil {
			return nil, fmt.Errorf("open the S3 store: %w", err)
		}
		return &Store{keeper: bucket}, nil
	}
	folder, err := openDirectory(dsn)
	if err != nil {
		return nil, fmt.Errorf("open the media folder: %w", err)
	}
	return &Store{keeper: folder, folder: folder}, nil
}

// Close releases the store.
func (s *Store) Close() error { return s.keeper.close() }

// Ping reports whether the store answers, and whether its values may be listed (else ErrNoListing).
func (s *Store) Ping(ctx context.Context) error {
	if err := s.keeper.ping(ctx); err != nil {
		return fmt.Errorf("reach the media store: %w", err)
	}
	return nil
}

// WriteAll puts a value under key, replacing what was there.
func (s *Store) WriteAll(ctx context.Context, key string, value []byte, contentType string) error {
	return s.WriteFrom(ctx, key, bytes.NewReader(value), int64(len(value)), contentType)
}

// WriteFrom puts the size bytes that value gives under key, replacing what was there,
// without holding all of them in memory. Fewer bytes are an error.
func (s *Store) WriteFrom(ctx context.Context, key string, value io.Reader, size int64, contentType string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	return wrap(s.keeper.write(ctx, key, value, size, contentType), key)
}

// ReadAll returns the value under key.
func (s *Store) ReadAll(ctx context.Context, key string) ([]byte, error) {
	r, err := s.NewReader(ctx, key, 0)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	value, err := io.ReadAll(r)
	return value, wrap(err, key)
}

// NewReader reads from offset to the end.
func (s *Store) NewReader(ctx context.Context, key string, offset int64) (io.ReadCloser, error) {
	return s.open(ctx, key, offset, 0)
}

// ReadRange fills into with the bytes that stand from offset on. There must be as many.
func (s *Store) ReadRange(ctx context.Context, key string, offset int64, into []byte) error {
	if len(into) == 0 {
		return nil
	}
	r, err := s.open(ctx, key, offset, int64(len(into)))
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = io.ReadFull(r, into)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return wrap(err, key)
}

func (s *Store) open(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error) {
	if err := checkKey(key); err != nil {
		return nil, err
	}
	r, err := s.keeper.read(ctx, key, offset, length)
	if err != nil {
		return nil, wrap(err, key)
	}
	return r, nil
}

// OpenFile opens the file behind key, so that the kernel can copy it to a socket.
// It returns ErrNoFile when the store is not a folder.
func (s *Store) OpenFile(key string) (*os.File, error) {
	if s.folder == nil {
		return nil, ErrNoFile
	}
	if err := checkKey(key); err != nil {
		return nil, err
	}
	file, err := s.folder.open(key)
	if err != nil {
		return nil, wrap(err, key)
	}
	return file, nil
}

// Attributes describes the value under key.
func (s *Store) Attributes(ctx context.Context, key string) (Attributes, error) {
	if err := checkKey(key); err != nil {
		return Attributes{}, err
	}
	a, err := s.keeper.attributes(ctx, key)
	return a, wrap(err, key)
}

// Delete removes the value under key; a key that holds nothing is no error.
func (s *Store) Delete(ctx context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if err := s.keeper.remove(ctx, key); err != nil && !errors.Is(err, ErrNotFound) {
		return wrap(err, key)
	}
	return nil
}

// List yields every value whose key starts with prefix, in the order of keys.
func (s *Store) List(ctx context.Context, prefix string) iter.Seq2[Attributes, error] {
	return func(yield func(Attributes, error) bool) {
		for a, err := range s.keeper.list(ctx, prefix) {
			if err != nil {
				yield(Attributes{}, fmt.Errorf("list %q: %w", prefix, err))
				return
			}
			if !yield(a, nil) {
				return
			}
		}
	}
}

// Unfinished counts what writers that were killed before a moment left, which is no value and
// which nobody sees, and its bytes, and removes it when asked to.
func (s *Store) Unfinished(ctx context.Context, before time.Time, remove bool) (files int, bytes int64, err error) {
	if s.folder == nil {
		return 0, 0, nil // a value is one request, which leaves nothing
	}
	files, bytes, err = s.folder.leftovers(ctx, before, remove)
	if err != nil {
		return files, bytes, fmt.Errorf("look for unfinished values: %w", err)
	}
	return files, bytes, nil
}

func checkKey(key string) error {
	if key == "" || len(key) > maxKey {
		return fmt.Errorf("%w: %d bytes long", ErrKey, len(key))
	}
	for segment := range strings.SplitSeq(key, "/") {
		if segment == "" || segment[0] == '.' || strings.IndexFunc(segment, isForeign) >= 0 {
			return fmt.Errorf("%w: %q", ErrKey, key)
		}
	}
	return nil
}

func isForeign(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '_', r == '-':
		return false
	}
	return true
}

func wrap(err error, key string) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("blob %s: %w", key, err)
}
