package media

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// FilmID identifies a film.
type FilmID int64

// Film is a video that an operator uploaded. It belongs to a channel and to no event,
// and never changes.
type Film struct {
	ID       FilmID
	Width    int // pixels
	Height   int
	Duration time.Duration
}

type filmRow struct {
	bun.BaseModel `bun:"table:films,alias:f"`

	ID         FilmID `bun:"id,pk,autoincrement"`
	ChannelID  int64
	Source     string
	Folder     string
	Journal    string
	Width      int
	Height     int
	DurationMS int64 `bun:"duration_ms"`
	CreatedMS  int64 `bun:"created_ms"`
}

func (r filmRow) film() Film {
	return Film{ID: r.ID, Width: r.Width, Height: r.Height, Duration: time.Duration(r.DurationMS) * time.Millisecond}
}

func errNoFilm() error { return fault.NotFoundf("film", "There is no such film.") }

// ImportFilm makes a file a film of the channel, without encoding anything. A channel
// never has the same file twice: the film that it became before is returned. A film is
// there whole or not at all.
func (s *Service) ImportFilm(ctx context.Context, by actor.Actor, channelID int64, r Recording) (Film, error) {
	if !by.Operates(channelID) {
		return Film{}, errForbidden()
	}
	source, err := fingerprint(r)
	if err != nil {
		return Film{}, err
	}
	known, err := s.store.findFilm(ctx, "channel_id = ? AND source = ?", channelID, source)
	if fault.KindOf(err) != fault.NotFound {
		return known.film(), err
	}
	row := filmRow{ChannelID: channelID, Source: source, Folder: newFilmFolder(channelID), CreatedMS: clock.Millis(s.Clock.Now())}
	stored, err := s.storeFilm(ctx, &row, r)
	if err == nil {
		err = s.store.insertFilm(ctx, &row)
	}
	if err != nil {
		err = errors.Join(err, s.discardFilm(ctx, row.Folder, stored))
	}
	if db.IsUnique(err) { // somebody else was faster with the same file
		known, err = s.store.findFilm(ctx, "channel_id = ? AND source = ?", channelID, source)
		return known.film(), err
	}
	return row.film(), err
}

// FindFilm returns a film of the channel.
func (s *Service) FindFilm(ctx context.Context, channelID int64, id FilmID) (Film, error) {
	row, err := s.store.findFilm(ctx, "channel_id = ? AND id = ?", channelID, id)
	return row.film(), err
}

// fingerprint names what a film is made of, so that the same is recognised.
func fingerprint(r Recording) (string, error) {
	file, err := os.Open(r.Path)
	if err != nil {
		return "", fmt.Errorf("open the film: %w", err)
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", fmt.Errorf("read the film: %w", err)
	}
	return fmt.Sprintf("sha256:%s x%d", hex.EncodeToString(sum.Sum(nil)), max(r.Loops, 1)), nil
}

func newFilmFolder(channelID int64) string {
	return fmt.Sprintf("films/%d-%s", channelID, strings.ToLower(rand.Text()))
}

// storeFilm cuts a file into the media store and notes in row what it became. What it
// stored is returned also after an error.
func (s *Service) storeFilm(ctx context.Context, row *filmRow, r Recording) (*notebook, error) {
	notes, index := &notebook{}, segment.NewIndex(segment.DefaultLimits())
	recorder := segment.NewRecorder(ctx, index, segment.StoreOptions{
		Blob: countingBlob{s.Blob, s.Metrics}, Journal: countingJournal{notes, s.Metrics}, Prefix: row.Folder,
	})
	began := r.StartedAt
	if began.IsZero() {
		began = s.Clock.Now()
	}
	out := segment.NewSegmenter(recorder, clock.NewManual(began))
	if err := errors.Join(feed(ctx, out, r.Path, max(r.Loops, 1)), out.Close()); err != nil {
		return notes, err
	}
	snapshot := index.Load()
	if len(snapshot.Segments) == 0 {
		return notes, fault.New(fault.Unprocessable, "empty_recording", "The file has no video that can be used.")
	}
	run := snapshot.LastRun()
	row.Width, row.Height, row.DurationMS = run.Video.Width, run.Video.Height, snapshot.Duration().Milliseconds()
	var err error
	row.Journal, err = notes.encode()
	return notes, err
}

// discardFilm removes what an import that failed has stored.
func (s *Service) discardFilm(ctx context.Context, folder string, notes *notebook) error {
	ctx = context.WithoutCancel(ctx)
	var errs error
	for _, g := range notes.segments {
		for _, rendition := range []segment.Rendition{segment.Video, segment.Audio} {
			if g.Pieces[rendition].Size > 0 {
				errs = errors.Join(errs, s.Blob.Delete(ctx, segment.SegmentName(rendition, g.Run, g.Sequence).Key(folder)))
			}
		}
	}
	return errs
}

// findFilm returns the one film that a condition selects, without its journal.
func (s store) findFilm(ctx context.Context, condition string, args ...any) (filmRow, error) {
	var row filmRow
	err := s.db.Read().NewSelect().Model(&row).ExcludeColumn("journal").Where(condition, args...).Scan(ctx)
	switch {
	case db.IsNoRows(err):
		return filmRow{}, errNoFilm()
	case err != nil:
		return filmRow{}, fmt.Errorf("find a film: %w", err)
	}
	return row, nil
}

func (s store) insertFilm(ctx context.Context, row *filmRow) error {
	if _, err := s.db.Write().NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("add a film: %w", err)
	}
	return nil
}

func (s *Service) newFilmCache() *cache.Kept[FilmID, *desk] {
	return cache.NewKept(cache.KeptOptions[FilmID, *desk]{
		Load: s.loadFilm, Lasts: cache.For[*desk](recordedKept), Limit: maxRecordedSegments,
		Weigh: func(d *desk) int { return len(d.index.Load().Segments) + 1 },
		Clock: s.Clock,
	})
}

// loadFilm is for those who have proved their right by a signature.
func (s *Service) loadFilm(ctx context.Context, id FilmID) (*desk, error) {
	var row filmRow
	err := s.DB.Read().NewSelect().Model(&row).Where("id = ?", id).Scan(ctx)
	if db.IsNoRows(err) {
		return nil, errNoFilm()
	}
	if err != nil {
		return nil, fmt.Errorf("find a film: %w", err)
	}
	index, err := restoreFilm(row.Journal)
	if err != nil {
		return nil, fmt.Errorf("film %d: %w", id, err)
	}
	return &desk{filmID: id, channelID: row.ChannelID, folder: row.Folder, index: index}, nil
}

// FindVideo returns what there is to play of an event or, without one, of a film: an
// event's recording once its stream has ended. NotFound while there is none.
func (s *Service) FindVideo(ctx context.Context, channelID, eventID int64, film FilmID) (Medium, error) {
	if eventID == 0 {
		found, err := s.FindFilm(ctx, channelID, film)
		return Medium{
			Type: TypeVOD, Source: Source{FilmID: found.ID}, Width: found.Width, Height: found.Height, Duration: found.Duration,
		}, err
	}
	row, err := s.store.findByEvent(ctx, channelID, eventID)
	if err != nil {
		return Medium{}, err
	}
	if m, ok := row.stream().medium(0); ok && m.Type == TypeVOD {
		return m, nil
	}
	return Medium{}, fault.NotFoundf("recording", "There is no recording yet.")
}
