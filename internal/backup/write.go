package backup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/grandstand/grandstand/internal/blob"
)

// Only who made a backup reads it: it holds secrets and what people bought.
const (
	fileMode   = 0o600
	folderMode = 0o700
)

// chunk is how much is copied before it is asked whether to go on, in bytes.
const chunk = 4 << 20

// entry is one file of a backup.
type entry struct {
	sum  string // SHA-256, in hexadecimal digits
	size int64
	at   time.Time // when the original was written
}

// writer fills the folder of a backup.
type writer struct {
	folder   string
	root     *os.Root
	entries  map[string]entry
	previous *previous // nil for none
}

func newWriter(folder, earlier string) (*writer, error) {
	w := &writer{folder: folder, entries: map[string]entry{}}
	var err error
	if earlier != "" {
		if w.previous, err = openPrevious(earlier); err != nil {
			return nil, err
		}
	}
	if w.root, err = os.OpenRoot(folder); err != nil {
		return nil, fmt.Errorf("open the backup: %w", err)
	}
	return w, nil
}

func (w *writer) close() { _ = w.root.Close() }

func (w *writer) path(name string) string { return filepath.Join(w.folder, filepath.FromSlash(name)) }

// addMedia copies every value of a store that it has not copied yet. What is written is never changed, but may be
// written anew; what goes meanwhile is not needed.
func (w *writer) addMedia(ctx context.Context, store *blob.Store) error {
	if store == nil {
		return nil
	}
	for a, err := range store.List(ctx, "") {
		if err != nil {
			return fmt.Errorf("list the media: %w", err)
		}
		name := mediaPrefix + a.Key
		if has, ok := w.entries[name]; ok && has.size == a.Size && has.at.Equal(a.ModTime) {
			continue
		}
		if err := w.addValue(ctx, store, name, a); err != nil && !errors.Is(err, blob.ErrNotFound) {
			return err
		}
	}
	return nil
}

func (w *writer) addValue(ctx context.Context, store *blob.Store, name string, a blob.Attributes) error {
	if has, ok := w.previous.link(name, a, w.path(name)); ok {
		w.entries[name] = has
		return nil
	}
	file, err := store.OpenFile(a.Key)
	if err != nil {
		return err
	}
	defer file.Close()
	return w.add(ctx, name, file, a.ModTime)
}

func (w *writer) addBytes(ctx context.Context, name string, value []byte) error {
	return w.add(ctx, name, bytes.NewReader(value), time.Now())
}

// add copies a file. It bears the time of the original, by which the next backup recognises it.
func (w *writer) add(ctx context.Context, name string, from io.Reader, at time.Time) error {
	has, err := writeFile(ctx, w.root, name, from)
	if err != nil {
		return fmt.Errorf("copy %s: %w", name, err)
	}
	if err := w.root.Chtimes(name, at, at); err != nil {
		return fmt.Errorf("copy %s: %w", name, err)
	}
	has.at = at
	w.entries[name] = has
	return nil
}

// note adds a file that somebody else has written into the folder.
func (w *writer) note(ctx context.Context, name string) error {
	if err := w.root.Chmod(name, fileMode); err != nil {
		return fmt.Errorf("keep %s to its owner: %w", name, err)
	}
	file, err := w.root.Open(name)
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	defer file.Close()
	has, err := digest(ctx, io.Discard, file)
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	w.entries[name] = has
	return nil
}

func (w *writer) total() (files int, size int64) {
	for _, e := range w.entries {
		files, size = files+1, size+e.size
	}
	return files, size
}

// writeSums ends a backup: without its checksums it is none.
func (w *writer) writeSums() error {
	if err := w.root.WriteFile(sumsFile, formatSums(w.entries), fileMode); err != nil {
		return fmt.Errorf("write the checksums: %w", err)
	}
	return nil
}

// writeFile writes a file below a folder, with the folders that it is in, in place of one that is there.
func writeFile(ctx context.Context, root *os.Root, name string, from io.Reader) (has entry, err error) {
	if err := root.MkdirAll(path.Dir(name), folderMode); err != nil {
		return entry{}, err
	}
	if err := root.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
		return entry{}, err
	}
	file, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return entry{}, err
	}
	has, err = digest(ctx, file, from)
	if err == nil {
		err = syncFile(file)
	}
	return has, errors.Join(err, file.Close())
}

// digest copies and says what it copied.
func digest(ctx context.Context, to io.Writer, from io.Reader) (entry, error) {
	hash := sha256.New()
	both, size := io.MultiWriter(to, hash), int64(0)
	for {
		if err := ctx.Err(); err != nil {
			return entry{}, err
		}
		n, err := io.CopyN(both, from, chunk)
		size += n
		if errors.Is(err, io.EOF) {
			return entry{sum: hex.EncodeToString(hash.Sum(nil)), size: size}, nil
		}
		if err != nil {
			return entry{}, err
		}
	}
}
