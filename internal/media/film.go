package media

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
)

// FilmID identifies a film.
type FilmID int64

// Film is a video that an operator uploaded. It belongs to a channel and to no event,
// and never changes.
type Film struct {
	ID       FilmID
	Source   string // names the file that it was cut from, see FilmSource
	Width    int    // pixels
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
	return Film{ID: r.ID, Source: r.Source, Width: r.Width, Height: r.Height, Duration: time.Duration(r.DurationMS) * time.Millisecond}
}

func errNoFilm() error { return fault.NotFoundf("film", "Video file not found.") }

// FindFilm returns a film of the channel.
func (s *Service) FindFilm(ctx context.Context, channelID int64, id FilmID) (Film, error) {
	row, err := s.store.findFilm(ctx, "channel_id = ? AND id = ?", channelID, id)
	return row.film(), err
}

// findFilm returns the one film that a condition selects, without its journal.
func (s store) findFilm(ctx context.Context, condition string, args ...any) (filmRow, error) {
	var row filmRow
	err := s.db.From(ctx).NewSelect().Model(&row).ExcludeColumn("journal").Where(condition, args...).Scan(ctx)
	switch {
	case db.IsNoRows(err):
		return filmRow{}, errNoFilm()
	case err != nil:
		return filmRow{}, fmt.Errorf("find a film: %w", err)
	}
	return row, nil
}

// insertFilm adds a film, unless the channel has one of the same file.
func (s store) insertFilm(ctx context.Context, tx bun.Tx, row *filmRow) error {
	_, err := tx.NewInsert().Model(row).On("CONFLICT (channel_id, source) DO NOTHING").Returning("NULL").Exec(ctx)
	if err != nil {
		return fmt.Errorf("add a film: %w", err)
	}
	return nil
}

// filmKept is how long what is known of a film is believed: another process may give it
// captions.
const filmKept = 30 * time.Second

func (s *Service) newFilmCache() *cache.TTL[FilmID, *desk] {
	return cache.NewTTL(cache.TTLOptions[FilmID, *desk]{
		Load: s.loadFilm, TTL: cache.FixedTTL[*desk](filmKept), StaleIfError: sparedDesk(), MaxWeight: maxRecordedSegments,
		Weigh: func(d *desk) int {
			segments := len(d.index.Load().Segments) + 1
			return segments * (len(d.rungs) + 1)
		},
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
	index, language, err := restoreFilm(row.Journal)
	if err != nil {
		return nil, fmt.Errorf("film %d: %w", id, err)
	}
	if language == "" {
		if language, err = s.channelLanguage(ctx, row.ChannelID); err != nil {
			return nil, err
		}
	}
	d := &desk{filmID: id, channelID: row.ChannelID, folder: row.Folder, index: index, language: language}
	return d, s.loadRungs(ctx, d)
}

// Films lists the channel's films in the order in which they came. Inside a transaction
// it sees that transaction's own changes.
func (s *Service) Films(ctx context.Context, channelID int64) ([]Film, error) {
	var rows []filmRow
	err := s.DB.From(ctx).NewSelect().Model(&rows).ExcludeColumn("journal").Where("channel_id = ?", channelID).Order("id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list films: %w", err)
	}
	films := make([]Film, len(rows))
	for i, r := range rows {
		films[i] = r.film()
	}
	return films, nil
}

// AnnotatedFilms are the channel's films that have captions or chapters.
func (s *Service) AnnotatedFilms(ctx context.Context, channelID int64) (map[FilmID]bool, error) {
	var ids []FilmID
	err := s.DB.From(ctx).NewRaw(`SELECT id FROM films f WHERE channel_id = ? AND (
		EXISTS (SELECT 1 FROM film_captions t WHERE t.film_id = f.id) OR EXISTS (SELECT 1 FROM film_chapters h WHERE h.film_id = f.id))`,
		channelID).Scan(ctx, &ids)
	if err != nil {
		return nil, fmt.Errorf("list films with captions: %w", err)
	}
	annotated := make(map[FilmID]bool, len(ids))
	for _, id := range ids {
		annotated[id] = true
	}
	return annotated, nil
}

// RecordingLengths tells how long the recordings of a channel's events are, by event.
// Inside a transaction it sees that transaction's own changes.
func (s *Service) RecordingLengths(ctx context.Context, channelID int64) (map[int64]time.Duration, error) {
	return s.store.lengths(ctx, channelID)
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
