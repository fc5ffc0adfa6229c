// Package blob keeps media bytes in a directory or in an S3-compatible store
// behind one interface. A value appears under its key whole or not at all.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	_ "gocloud.dev/blob/s3blob" // registers s3://
	"gocloud.dev/gcerrors"
)

// Errors that callers tell apart.
var (
	// ErrNotFound is returned for a key that holds nothing.
	ErrNotFound = errors.New("blob: no such key")
	// ErrNoFile is returned by OpenFile when values are not files on this machine.
	ErrNoFile = errors.New("blob: not kept in files")
	// ErrKey is returned for a key outside the allowed alphabet.
	ErrKey = errors.New("blob: malformed key")
)

// maxKey keeps keys inside the limits of S3 (1,024 bytes) with room for prefixes.
const maxKey = 512

// Attributes describe one value.
type Attributes struct {
	Key         string
	Size        int64 // bytes
	ContentType string
	ModTime     time.Time
}

// Store is one place for values. Keys are relative paths of one or more segments
// of letters, digits, '.', '_' and '-'; a segment never starts with a dot.
type Store struct {
	bucket *blob.Bucket
	root   *os.Root // nil unless values are files
}

// Open opens the store at dsn: "s3://bucket?region=…" with the query parameters of
// gocloud.dev/blob/s3blob (credentials come from the environment), otherwise a
// folder, which is created where it is missing.
func Open(ctx context.Context, dsn string) (*Store, error) {
	if strings.HasPrefix(dsn, "s3://") {
		bucket, err := blob.OpenBucket(ctx, dsn)
		if err != nil {
			return nil, fmt.Errorf("open the S3 store: %w", err)
		}
		return &Store{bucket: bucket}, nil
	}
	return openDirectory(dsn)
}

func openDirectory(dir string) (*Store, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, fmt.Errorf("create the media folder: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the media folder: %w", err)
	}
	bucket, err := fileblob.OpenBucket(dir, &fileblob.Options{
		NoTempDir: true, // the temporary file lies beside the final one, so that the rename is atomic
		Metadata:  fileblob.MetadataDontWrite,
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the media folder: %w", err), root.Close())
	}
	return &Store{bucket: bucket, root: root}, nil
}

// Close releases the store.
func (s *Store) Close() error {
	if s.root != nil {
		return errors.Join(s.bucket.Close(), s.root.Close())
	}
	return s.bucket.Close()
}

// Ping reports whether the store answers.
func (s *Store) Ping(ctx context.Context) error {
	ok, err := s.bucket.IsAccessible(ctx)
	if err != nil {
		return fmt.Errorf("reach the media store: %w", err)
	}
	if !ok {
		return errors.New("the media store is not accessible")
	}
	return nil
}

// WriteAll puts a value under key, replacing what was there.
func (s *Store) WriteAll(ctx context.Context, key string, value []byte, contentType string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	return wrap(s.bucket.WriteAll(ctx, key, value, &blob.WriterOptions{ContentType: contentType}), key)
}

// Upload puts everything r yields under key. When r or ctx fails, nothing appears.
func (s *Store) Upload(ctx context.Context, key string, r io.Reader, contentType string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	ctx, abort := context.WithCancel(ctx)
	defer abort()
	w, err := s.bucket.NewWriter(ctx, key, &blob.WriterOptions{ContentType: contentType})
	if err != nil {
		return wrap(err, key)
	}
	if _, err := io.Copy(w, r); err != nil {
		abort() // closing a writer whose context is over discards what was written
		_ = w.Close()
		return fmt.Errorf("blob %s: upload: %w", key, err)
	}
	return wrap(w.Close(), key)
}

// ReadAll returns the value under key.
func (s *Store) ReadAll(ctx context.Context, key string) ([]byte, error) {
	if err := checkKey(key); err != nil {
		return nil, err
	}
	value, err := s.bucket.ReadAll(ctx, key)
	return value, wrap(err, key)
}

// NewReader reads length bytes from offset, or to the end when length is negative.
func (s *Store) NewReader(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error) {
	if err := checkKey(key); err != nil {
		return nil, err
	}
	r, err := s.bucket.NewRangeReader(ctx, key, offset, length, nil)
	if err != nil {
		return nil, wrap(err, key)
	}
	return r, nil
}

// OpenFile opens the file behind key, so that the kernel can copy it to a socket.
// It returns ErrNoFile when the store is not a folder.
func (s *Store) OpenFile(key string) (*os.File, error) {
	if s.root == nil {
		return nil, ErrNoFile
	}
	if err := checkKey(key); err != nil {
		return nil, err
	}
	file, err := s.root.Open(filepath.FromSlash(key))
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s", ErrNotFound, key)
	}
	return file, err
}

// Attributes describes the value under key.
func (s *Store) Attributes(ctx context.Context, key string) (Attributes, error) {
	if err := checkKey(key); err != nil {
		return Attributes{}, err
	}
	a, err := s.bucket.Attributes(ctx, key)
	if err != nil {
		return Attributes{}, wrap(err, key)
	}
	return Attributes{Key: key, Size: a.Size, ContentType: a.ContentType, ModTime: a.ModTime}, nil
}

// Delete removes the value under key; a key that holds nothing is no error.
func (s *Store) Delete(ctx context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if err := wrap(s.bucket.Delete(ctx, key), key); !errors.Is(err, ErrNotFound) {
		return err
	}
	return nil
}

// List yields every value whose key starts with prefix, in the order of keys.
func (s *Store) List(ctx context.Context, prefix string) iter.Seq2[Attributes, error] {
	return func(yield func(Attributes, error) bool) {
		it := s.bucket.List(&blob.ListOptions{Prefix: prefix})
		for {
			object, err := it.Next(ctx)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(Attributes{}, fmt.Errorf("list %q: %w", prefix, err))
				return
			}
			if !yield(Attributes{Key: object.Key, Size: object.Size, ModTime: object.ModTime}, nil) {
				return
			}
		}
	}
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
	switch {
	case err == nil:
		return nil
	case gcerrors.Code(err) == gcerrors.NotFound:
		return fmt.Errorf("%w: %s", ErrNotFound, key)
	}
	return fmt.Errorf("blob %s: %w", key, err)
}
