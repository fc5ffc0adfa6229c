package analytics

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// made is a file that an export has written.
type made struct {
	name   string // empty where there are no rows
	rows   int64
	digest string // SHA-256 of its bytes, in hexadecimal digits
}

// unfinished is in the names of files that are not whole yet.
const unfinished = ".unfinished-"

// file writes a table's day in the place of what there is of it. It has its name only when it is whole and on the
// disk. Of a day without rows there is no file.
func (x *exporter) file(ctx context.Context, t table, day time.Time) (made, error) {
	folder := filepath.Join(x.Folder, x.Channel, t.about().name)
	if err := os.MkdirAll(folder, exportFolderMode); err != nil {
		return made{}, fmt.Errorf("make the folder: %w", err)
	}
	if err := x.tidy(folder); err != nil {
		return made{}, err
	}
	final := filepath.Join(folder, day.Format(time.DateOnly)+".parquet")
	temporary, err := os.CreateTemp(folder, "."+filepath.Base(final)+unfinished)
	if err != nil {
		return made{}, fmt.Errorf("make a file: %w", err)
	}
	defer func() { _ = os.Remove(temporary.Name()) }() // it has its name by then, or is given up
	done, err := x.fill(ctx, t, day, temporary)
	if err := errors.Join(err, temporary.Close()); err != nil {
		return made{}, err
	}
	if done.rows == 0 {
		if err := os.Remove(final); err != nil && !errors.Is(err, os.ErrNotExist) {
			return made{}, fmt.Errorf("remove what was exported before: %w", err)
		}
		return done, nil
	}
	if err := os.Rename(temporary.Name(), final); err != nil {
		return made{}, fmt.Errorf("name the file: %w", err)
	}
	done.name = final
	return done, syncFolder(folder)
}

// fill writes a file to the disk.
func (x *exporter) fill(ctx context.Context, t table, day time.Time, file *os.File) (made, error) {
	hash := sha256.New()
	buffer := bufio.NewWriterSize(io.MultiWriter(file, hash), 1<<16)
	rows, err := t.write(ctx, x, day, buffer)
	if err != nil {
		return made{}, err
	}
	if err := errors.Join(buffer.Flush(), file.Sync()); err != nil {
		return made{}, fmt.Errorf("write a file: %w", err)
	}
	return made{rows: rows, digest: hex.EncodeToString(hash.Sum(nil))}, nil
}

// tidy removes what exports left that were killed more than a day ago.
func (x *exporter) tidy(folder string) error {
	left, err := filepath.Glob(filepath.Join(folder, ".*"+unfinished+"*"))
	if err != nil {
		return fmt.Errorf("look for what was left: %w", err)
	}
	for _, name := range left {
		about, err := os.Stat(name)
		if err != nil || x.service.clock.Now().Sub(about.ModTime()) < 24*time.Hour {
			continue // another export's, which may still run
		}
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("remove what was left: %w", err)
		}
	}
	return nil
}

// syncFolder returns when the names in a folder are on the disk.
func syncFolder(name string) error {
	folder, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("open the folder: %w", err)
	}
	if err := errors.Join(folder.Sync(), folder.Close()); err != nil {
		return fmt.Errorf("write the folder: %w", err)
	}
	return nil
}
