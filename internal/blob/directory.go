package blob

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

// unfinished begins the names of files that are being written. Keys never begin so.
const unfinished = ".unfinished-"

// directory keeps values as files of the names of their keys. Nothing in it, a symbolic
// link neither, leads out of the folder (os.Root).
type directory struct{ root *os.Root }

func openDirectory(dir string) (*directory, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &directory{root: root}, nil
}

func (d *directory) close() error { return d.root.Close() }

func (d *directory) ping(context.Context) error {
	_, err := d.root.Stat(".")
	return err
}

// write fills a file beside the final one and renames it, which is atomic (POSIX rename).
func (d *directory) write(ctx context.Context, key string, value io.Reader, size int64, _ string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	folder, name := path.Split(key)
	temporary := folder + unfinished + name + "-" + rand.Text()
	file, err := d.create(temporary)
	if errors.Is(err, fs.ErrNotExist) { // the first value of this folder
		if err = d.root.MkdirAll(path.Clean(folder), 0o750); err == nil {
			file, err = d.create(temporary)
		}
	}
	if err == nil {
		err = fill(file, value, size)
	}
	if err == nil {
		err = d.root.Rename(temporary, key)
	}
	if err != nil {
		_ = d.root.Remove(temporary)
	}
	return err
}

func (d *directory) create(name string) (*os.File, error) {
	return d.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o640)
}

func fill(file *os.File, value io.Reader, size int64) error {
	n, err := io.Copy(file, value)
	if err == nil && n != size {
		err = fmt.Errorf("%d bytes instead of %d", n, size)
	}
	return errors.Join(err, file.Close())
}

func (d *directory) open(key string) (*os.File, error) {
	file, err := d.root.Open(key)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotFound
	}
	return file, err
}

func (d *directory) read(ctx context.Context, key string, offset, _ int64) (io.ReadCloser, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	file, err := d.open(key)
	if err != nil {
		return nil, err
	}
	if _, err := file.Seek(offset, io.SeekStart); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

func (d *directory) attributes(_ context.Context, key string) (Attributes, error) {
	info, err := d.root.Stat(key)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Attributes{}, ErrNotFound
	case err != nil:
		return Attributes{}, err
	case !info.Mode().IsRegular():
		return Attributes{}, ErrNotFound
	}
	return attributesOf(key, info), nil
}

func attributesOf(key string, info fs.FileInfo) Attributes {
	return Attributes{Key: key, Size: info.Size(), ModTime: info.ModTime()}
}

func (d *directory) remove(_ context.Context, key string) error {
	err := d.root.Remove(key)
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNotFound
	}
	return err
}

func (d *directory) list(ctx context.Context, prefix string) iter.Seq2[Attributes, error] {
	return func(yield func(Attributes, error) bool) {
		var found []Attributes
		err := fs.WalkDir(d.root.FS(), start(prefix), func(name string, entry fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) { // the whole folder, or a file that has just gone
				return nil
			}
			if err != nil || ctx.Err() != nil {
				return errors.Join(err, ctx.Err())
			}
			if !entry.Type().IsRegular() || !strings.HasPrefix(name, prefix) || strings.HasPrefix(entry.Name(), unfinished) {
				return nil
			}
			info, err := entry.Info()
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			found = append(found, attributesOf(name, info))
			return err
		})
		if err != nil {
			yield(Attributes{}, fmt.Errorf("walk: %w", err))
			return
		}
		// A walk goes by folder: "a/1" before "a-b". Keys are ordered as bytes, as S3 does.
		slices.SortFunc(found, func(a, b Attributes) int { return strings.Compare(a.Key, b.Key) })
		for _, a := range found {
			if !yield(a, nil) {
				return
			}
		}
	}
}

// start is the deepest folder that holds every key with the prefix.
func start(prefix string) string {
	if i := strings.LastIndexByte(prefix, '/'); i > 0 {
		return prefix[:i]
	}
	return "."
}

// leftovers counts the files that were being written before a moment and never got their name.
func (d *directory) leftovers(ctx context.Context, before time.Time, remove bool) (files int, bytes int64, err error) {
	err = fs.WalkDir(d.root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		if !entry.Type().IsRegular() || !strings.HasPrefix(entry.Name(), unfinished) {
			return nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) || err == nil && !info.ModTime().Before(before) {
			return nil
		}
		if err == nil && remove {
			err = d.root.Remove(name)
		}
		if err == nil {
			files, bytes = files+1, bytes+info.Size()
		}
		return err
	})
	return files, bytes, err
}
