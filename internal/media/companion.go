package media

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/media/playlist"
)

// Companions lists the media that go with a live stream, a recording or a film, under the same
// signature: the small pictures and the preview.
func (s *Service) Companions(ctx context.Context, m Medium) ([]Medium, error) {
	var media []Medium
	width, height, err := s.store.smallSize(ctx, m.Source)
	if err != nil {
		return nil, err
	}
	if width > 0 {
		media = append(media, m.companion(TypeThumbnails, playlist.BoardFile, width, height))
	}
	column, id := duePreview{StreamID: m.Source.StreamID, FilmID: m.Source.FilmID}.owner()
	found, err := s.store.previewsOf(ctx, column, []int64{id})
	if err != nil {
		return nil, err
	}
	preview := found[id]
	if preview.Film != "" {
		film := m.companion(TypePreview, preview.Film, preview.Width, preview.Height)
		film.Duration = preview.Duration
		media = append(media, film)
	}
	if preview.Animation != "" {
		animation := m.companion(TypePreviewAlt, preview.Animation, 0, 0)
		animation.Duration = preview.Duration
		media = append(media, animation)
	}
	return media, nil
}

func (m Medium) companion(kind MediumType, file string, width, height int) Medium {
	return Medium{ID: m.ID, Type: kind, Source: m.Source, File: file, Width: width, Height: height}
}

// smallSize is the size of the small pictures of a stream or film, 0 where there are none.
func (s store) smallSize(ctx context.Context, source Source) (width, height int, err error) {
	query := s.db.Read().NewSelect().Column("width", "height")
	if source.FilmID != 0 {
		query = query.Table("film_boards").Where("film_id = ?", int64(source.FilmID))
	} else {
		query = query.Table("stream_strips").Where("stream_id = ?", int64(source.StreamID)).Order("number").Limit(1)
	}
	if err := query.Scan(ctx, &width, &height); err != nil && !db.IsNoRows(err) {
		return 0, 0, fmt.Errorf("find small pictures: %w", err)
	}
	return width, height, nil
}

// PreviewLengths returns the lengths of the previews of recordings, by event, and of films. Media
// without a preview are missing.
func (s *Service) PreviewLengths(ctx context.Context, channelID int64, events, films []int64) (ofEvents, ofFilms map[int64]time.Duration, err error) {
	ofEvents, ofFilms = map[int64]time.Duration{}, map[int64]time.Duration{}
	if len(events)+len(films) == 0 {
		return ofEvents, ofFilms, nil
	}
	var rows []struct {
		EventID    int64
		FilmID     int64
		DurationMS int64 `bun:"duration_ms"`
	}
	// An empty list of ids would be no SQL; 0 is the id of nothing.
	err = s.DB.Read().NewRaw(`SELECT s.event_id, 0 AS film_id, w.duration_ms FROM previews w JOIN streams s ON s.id = w.stream_id
			WHERE s.channel_id = ? AND s.event_id IN (?) AND s.state = 'ended' AND w.number > 0
		UNION ALL SELECT 0, w.film_id, w.duration_ms FROM previews w WHERE w.channel_id = ? AND w.film_id IN (?) AND w.number > 0`,
		channelID, bun.List(append(events, 0)), channelID, bun.List(append(films, 0))).Scan(ctx, &rows)
	if err != nil {
		return nil, nil, fmt.Errorf("find previews of videos: %w", err)
	}
	for _, row := range rows {
		length := time.Duration(row.DurationMS) * time.Millisecond
		if row.FilmID != 0 {
			ofFilms[row.FilmID] = length
		} else {
			ofEvents[row.EventID] = length
		}
	}
	return ofEvents, ofFilms, nil
}
