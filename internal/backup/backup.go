// Package backup copies what an installation is made of into a folder, while it runs, and makes an
// installation of such a folder again (ADR 0044).
//
// A backup holds
//
//	backup.json      what it is: see About
//	grandstand.db    the database of a moment; from PostgreSQL grandstand.dump, written by pg_dump
//	secret.key       the installation's secret, where it lay in the data folder
//	media/…          the media folder, by key
//	SHA256SUMS       the checksum of each of these, as sha256sum writes and checks them
package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/jobs"
	"github.com/grandstand/grandstand/internal/seal"
)

// Names in a backup, and of the same things in a data folder.
const (
	aboutFile    = "backup.json"
	sumsFile     = "SHA256SUMS"
	databaseFile = "grandstand.db"
	dumpFile     = "grandstand.dump"
	secretFile   = "secret.key"
	mediaPrefix  = "media/"
)

// format is the layout of backups that this version writes, and the newest that it reads.
const format = 1

// Installation is what is copied, or what a copy becomes.
type Installation struct {
	Data     string // folder
	Database string // address; see db.Open
	Media    string // address; see blob.Open
	Secret   string // where it is configured; empty where it lies in the data folder
}

// About says what a backup is.
type About struct {
	Format int       `json:"format"`
	Made   time.Time `json:"made"` // the moment of which it is
	Engine db.Engine `json:"engine"`
	Schema int64     `json:"schema"`       // migration of the database
	Queue  int       `json:"queue_schema"` // migration of the queue's tables
	// Namespace is the PostgreSQL schema of the tables. It is empty for SQLite, and in backups of older versions.
	Namespace string `json:"namespace,omitempty"`
	// Fingerprint recognises the secret that the database was encrypted with, and does not give it away.
	Fingerprint string   `json:"secret_fingerprint"`
	Files       int      `json:"files"` // besides backup.json and SHA256SUMS
	Bytes       int64    `json:"bytes"` // of them
	Holds       []string `json:"holds"` // in sentences
	Lacks       []string `json:"lacks"`
}

// Options of a backup.
type Options struct {
	// Previous is an earlier backup: what it has of the media is linked instead of copied. Empty for none.
	Previous string
	Now      time.Time
	Log      *slog.Logger
}

// Make writes a backup of a running or a stopped installation to a folder that is not there yet. The folder
// gets its name once all is in it and on the disk.
func Make(ctx context.Context, of Installation, to string, o Options) (About, error) {
	if err := checkTarget(of, to); err != nil {
		return About{}, err
	}
	source, err := openSource(ctx, of, o.Log)
	if err != nil {
		return About{}, err
	}
	defer source.close()
	unfinished, err := os.MkdirTemp(filepath.Dir(to), "."+filepath.Base(to)+".unfinished-")
	if err != nil {
		return About{}, fmt.Errorf("begin a backup: %w", err)
	}
	about, err := source.write(ctx, unfinished, o)
	if err == nil {
		err = publish(unfinished, to)
	}
	if err != nil {
		return About{}, errors.Join(err, os.RemoveAll(unfinished))
	}
	return about, nil
}

// checkTarget refuses a folder that is there, and one that would be a part of what is copied.
func checkTarget(of Installation, to string) error {
	if _, err := os.Lstat(to); err == nil {
		return fmt.Errorf("%s already exists: name a folder that does not exist", to)
	}
	for _, folder := range []string{of.Data, of.Media} {
		if within(folder, to) {
			return fmt.Errorf("%s is inside %s: write the backup to a folder outside the data folder", to, folder)
		}
	}
	return nil
}

func within(folder, path string) bool {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return false
	}
	relative, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(relative)
}

// publish gives a folder its name. What is in it is on the disk before it has one.
func publish(unfinished, name string) error {
	if err := syncTree(unfinished); err != nil {
		return err
	}
	if err := os.Rename(unfinished, name); err != nil {
		return fmt.Errorf("give %s its name: %w", name, err)
	}
	return syncFolder(filepath.Dir(name))
}

// source is an installation that is open to be copied.
type source struct {
	of     Installation
	db     *db.DB
	media  *blob.Store // nil where media are not in a folder
	secret []byte
}

func openSource(ctx context.Context, of Installation, log *slog.Logger) (*source, error) {
	s := &source{of: of, secret: []byte(of.Secret)}
	if err := s.open(ctx, log); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *source) open(ctx context.Context, log *slog.Logger) (err error) {
	if path, ok := db.SQLitePath(s.of.Database); ok {
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("there is no installation to back up: %w", err)
		}
	}
	if s.of.Secret == "" {
		if s.secret, err = os.ReadFile(filepath.Join(s.of.Data, secretFile)); err != nil {
			return fmt.Errorf("read the installation's secret: %w", err)
		}
	}
	// The schema stays as it is: who backs up before an upgrade may do so with either version.
	if s.db, err = db.Open(ctx, s.of.Database, log); err != nil {
		return err
	}
	if !isBucket(s.of.Media) {
		s.media, err = blob.Open(ctx, s.of.Media)
	}
	return err
}

func isBucket(media string) bool { return strings.HasPrefix(media, "s3://") }

func (s *source) close() {
	if s.db != nil {
		_ = s.db.Close() // nothing was written
	}
	if s.media != nil {
		_ = s.media.Close()
	}
}

// write fills a folder. The media are gone through before the database is copied and once more after it: what the
// database names was written before it was named, and what is removed in between was copied before. A stream that is
// live so ends in the copy with the last segment that its journal had.
func (s *source) write(ctx context.Context, folder string, o Options) (About, error) {
	w, err := newWriter(folder, o.Previous)
	if err != nil {
		return About{}, err
	}
	defer w.close()
	if err := w.addMedia(ctx, s.media); err != nil {
		return About{}, err
	}
	about := About{Format: format, Made: o.Now.UTC(), Engine: s.db.Engine()}
	if err := s.describe(ctx, &about); err != nil {
		return About{}, err
	}
	if err := s.addDatabase(ctx, w, about.Namespace); err != nil {
		return About{}, err
	}
	if err := w.addMedia(ctx, s.media); err != nil {
		return About{}, err
	}
	if s.of.Secret == "" {
		if err := w.addBytes(ctx, secretFile, s.secret); err != nil {
			return About{}, err
		}
	}
	about.Files, about.Bytes = w.total()
	text, err := json.MarshalIndent(about, "", "  ")
	if err != nil {
		return About{}, fmt.Errorf("write what the backup is: %w", err)
	}
	if err := w.addBytes(ctx, aboutFile, append(text, '\n')); err != nil {
		return About{}, err
	}
	return about, w.writeSums()
}

// describe says which versions wrote the database, and what the backup holds and lacks.
func (s *source) describe(ctx context.Context, about *About) (err error) {
	if about.Schema, err = s.db.Version(ctx); err != nil {
		return err
	}
	if about.Queue, err = jobs.Version(ctx, s.db); err != nil {
		return err
	}
	if about.Engine == db.Postgres {
		if about.Namespace, err = s.db.Namespace(ctx); err != nil {
			return err
		}
	}
	if about.Fingerprint, err = seal.Fingerprint(s.secret); err != nil {
		return err
	}
	about.Holds = []string{"The database: channels, users, sessions, events, orders, the journals of recordings, the job queue."}
	if s.of.Secret == "" {
		about.Holds = append(about.Holds, "The installation's secret: a person with this backup can read the channels' keys and sign addresses.")
	} else {
		about.Lacks = append(about.Lacks, "The installation's secret, GRANDSTAND_SECRET: keep it with the configuration, because the database cannot be read without it.")
	}
	if s.media != nil {
		about.Holds = append(about.Holds, "The media folder: recordings, films, clips, pictures, unfinished uploads.")
	} else {
		about.Lacks = append(about.Lacks, "The media, which are in a bucket: "+bucketName(s.of.Media)+" keeps their versions.")
	}
	about.Lacks = append(about.Lacks, "The configuration, certificates, GeoIP databases, and the data at payment and login providers.")
	return nil
}

// bucketName is the address of a bucket without its settings.
func bucketName(media string) string {
	name, _, _ := strings.Cut(media, "?")
	return name
}

// addDatabase copies the database as it is in one moment, while others write to it.
func (s *source) addDatabase(ctx context.Context, w *writer, namespace string) error {
	if s.db.Engine() == db.Postgres {
		if err := dump(ctx, s.of.Database, namespace, w.path(dumpFile)); err != nil {
			return err
		}
		return w.note(ctx, dumpFile)
	}
	if err := s.db.CopyTo(ctx, w.path(databaseFile)); err != nil {
		return err
	}
	if err := db.CheckFile(ctx, w.path(databaseFile)); err != nil {
		return fmt.Errorf("the copy of the database: %w", err)
	}
	return w.note(ctx, databaseFile)
}
