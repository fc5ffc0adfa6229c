package media

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
)

// previewRow is the preview of a stream or a film.
type previewRow struct {
	bun.BaseModel `bun:"table:previews,alias:w"`

	ID         int64 `bun:"id,pk,autoincrement"`
	ChannelID  int64
	StreamID   *StreamID
	FilmID     *FilmID
	Number     int64
	Animated   bool
	Width      int
	Height     int
	DurationMS int64 `bun:"duration_ms"`
	CoversMS   int64 `bun:"covers_ms"`
	Tries      int
	TriedMS    int64 `bun:"tried_ms"`
}

// Preview is a few silent seconds of a recording, a live stream or a film.
type Preview struct {
	Film      string // name of its MP4 in the folder of the playlist; empty for none
	Animation string // name of its animated WebP; empty for none
	Width     int    // pixels
	Height    int
	Duration  time.Duration
}

// Files of previews: "preview-<number>.mp4" and "preview-<number>.webp".
const (
	previewFilm      = ".mp4"
	previewAnimation = ".webp"
)

func previewFile(number int64, end string) string {
	return "preview-" + strconv.FormatInt(number, 10) + end
}

// parsePreview reads the name of a file of a preview in its one spelling.
func parsePreview(file string) (number int64, end string, ok bool) {
	name, found := strings.CutPrefix(file, "preview-")
	if !found {
		return 0, "", false
	}
	for _, end := range []string{previewFilm, previewAnimation} {
		digits, found := strings.CutSuffix(name, end)
		number, err := strconv.ParseInt(digits, 10, 64)
		if found && err == nil && number > 0 && previewFile(number, end) == file {
			return number, end, true
		}
	}
	return 0, "", false
}

func (r previewRow) preview() Preview {
	if r.Number == 0 {
		return Preview{}
	}
	p := Preview{Film: previewFile(r.Number, previewFilm), Width: r.Width, Height: r.Height, Duration: time.Duration(r.DurationMS) * time.Millisecond}
	if r.Animated {
		p.Animation = previewFile(r.Number, previewAnimation)
	}
	return p
}

// duePreview is a stream or a film that lacks a preview, or whose preview is out of date.
type duePreview struct {
	StreamID  StreamID
	FilmID    FilmID
	ChannelID int64
	EventID   int64
	Folder    string // of a film
	Live      bool
	Number    int64 // of the preview that there is, 0 for none
	LengthMS  int64 `bun:"length_ms"`
	CoversMS  int64 `bun:"covers_ms"`
	Tries     int
	TriedMS   int64 `bun:"tried_ms"`
}

func (d duePreview) folder() string {
	if d.FilmID != 0 {
		return d.Folder
	}
	return streamFolder(d.ChannelID, d.StreamID)
}

// owner is the column of previews that names what a preview is of, with its value.
func (d duePreview) owner() (column string, id int64) {
	if d.FilmID != 0 {
		return "film_id", int64(d.FilmID)
	}
	return "stream_id", int64(d.StreamID)
}

const (
	// previewBatch bounds how many previews one round looks at.
	previewBatch = 20
	// previewAfter is the length of a live stream from which it has a preview, and previewAgain how
	// much longer it is when the next one is made.
	previewAfter = 30 * time.Second
	previewAgain = 10 * time.Minute
)

// listDuePreviews lists live streams first, then recordings, the newest first, then films.
func (s store) listDuePreviews(ctx context.Context, now time.Time) ([]duePreview, error) {
	rested := clock.Millis(now.Add(-previewRest))
	var due, films []duePreview
	err := s.db.Write().NewRaw(`SELECT stream_id, channel_id, event_id, live, length_ms, number, covers_ms, tries, tried_ms FROM (
		SELECT s.id AS stream_id, s.channel_id, s.event_id, s.state <> 'ended' AS live, s.ended_ms,
			CASE s.state WHEN 'ended' THEN s.duration_ms ELSE COALESCE(
				(SELECT (g.video_start + g.video_duration) / 90 FROM media_segments g WHERE g.stream_id = s.id ORDER BY g.sequence DESC LIMIT 1), 0) END AS length_ms,
			COALESCE(w.number, 0) AS number, COALESCE(w.covers_ms, 0) AS covers_ms, COALESCE(w.tries, 0) AS tries, COALESCE(w.tried_ms, 0) AS tried_ms
		FROM streams s LEFT JOIN previews w ON w.stream_id = s.id
		WHERE s.state IN ('live', 'reconnecting', 'ended') AND s.removed_ms IS NULL) d
		WHERE tried_ms <= ? AND (NOT live AND length_ms > 0 AND length_ms <> covers_ms
			OR live AND length_ms >= CASE covers_ms WHEN 0 THEN ? ELSE covers_ms + ? END)
		ORDER BY CASE WHEN live THEN 0 ELSE 1 END, ended_ms DESC, stream_id DESC LIMIT ?`,
		rested, previewAfter.Milliseconds(), previewAgain.Milliseconds(), previewBatch).Scan(ctx, &due)
	if err != nil {
		return nil, fmt.Errorf("list streams without a preview: %w", err)
	}
	err = s.db.Write().NewRaw(`SELECT f.id AS film_id, f.channel_id, f.folder, f.duration_ms AS length_ms, COALESCE(w.number, 0) AS number,
			COALESCE(w.covers_ms, 0) AS covers_ms, COALESCE(w.tries, 0) AS tries, COALESCE(w.tried_ms, 0) AS tried_ms
		FROM films f LEFT JOIN previews w ON w.film_id = f.id
		WHERE COALESCE(w.tried_ms, 0) <= ? AND f.duration_ms > 0 AND f.duration_ms <> COALESCE(w.covers_ms, 0) ORDER BY f.id DESC LIMIT ?`,
		rested, previewBatch).Scan(ctx, &films)
	if err != nil {
		return nil, fmt.Errorf("list films without a preview: %w", err)
	}
	return append(due, films...), nil
}

// claimPreview makes the caller the only one that makes a preview, for as long as previewRest;
// false means that another was first.
func (s store) claimPreview(ctx context.Context, d duePreview, now time.Time) (bool, error) {
	column, id := d.owner()
	ok, err := change(ctx, s.db.Write(), `INSERT INTO previews (channel_id, ?, tries, tried_ms) VALUES (?, ?, 1, ?)
		ON CONFLICT (?) DO UPDATE SET tries = previews.tries + 1, tried_ms = EXCLUDED.tried_ms WHERE previews.tried_ms = ?`,
		bun.Ident(column), d.ChannelID, id, clock.Millis(now), bun.Ident(column), d.TriedMS)
	if err != nil {
		return false, fmt.Errorf("claim a preview: %w", err)
	}
	return ok, nil
}

// returnPreview takes an attempt back that says nothing of the media.
func (s store) returnPreview(ctx context.Context, d duePreview) error {
	column, id := d.owner()
	if _, err := change(ctx, s.db.Write(), `UPDATE previews SET tries = ? WHERE ? = ?`, d.Tries, bun.Ident(column), id); err != nil {
		return fmt.Errorf("return a preview: %w", err)
	}
	return nil
}

// passPreview leaves media without a new preview until they are longer.
func (s store) passPreview(ctx context.Context, d duePreview) error {
	column, id := d.owner()
	_, err := change(ctx, s.db.Write(), `UPDATE previews SET covers_ms = ?, tries = 0, tried_ms = 0 WHERE ? = ?`, d.LengthMS, bun.Ident(column), id)
	if err != nil {
		return fmt.Errorf("give a preview up: %w", err)
	}
	return nil
}

// setPreview notes a preview whose files are stored. It reports false where the row is gone.
func (s store) setPreview(ctx context.Context, tx bun.Tx, d duePreview, made previewRow) (bool, error) {
	column, id := d.owner()
	return change(ctx, tx, `UPDATE previews SET number = ?, animated = ?, width = ?, height = ?, duration_ms = ?,
		covers_ms = ?, tries = 0, tried_ms = 0 WHERE ? = ?`,
		made.Number, made.Animated, made.Width, made.Height, made.DurationMS, d.LengthMS, bun.Ident(column), id)
}

// missPreview has a preview made again whose files are gone.
func (s store) missPreview(ctx context.Context, source Source, number int64) error {
	column, id := duePreview{StreamID: source.StreamID, FilmID: source.FilmID}.owner()
	_, err := change(ctx, s.db.Write(), `UPDATE previews SET number = 0, covers_ms = 0, tries = 0, tried_ms = 0 WHERE ? = ? AND number = ?`,
		bun.Ident(column), id, number)
	if err != nil {
		return fmt.Errorf("note a missing preview: %w", err)
	}
	return nil
}

// previewsOf finds the previews of streams or films, by the id of what they are of.
func (s store) previewsOf(ctx context.Context, column string, ids []int64) (map[int64]Preview, error) {
	found := map[int64]Preview{}
	if len(ids) == 0 {
		return found, nil
	}
	var rows []previewRow
	if err := s.db.Read().NewSelect().Model(&rows).Where("? IN (?) AND number > 0", bun.Ident(column), bun.List(ids)).Scan(ctx); err != nil {
		return nil, fmt.Errorf("find previews: %w", err)
	}
	for _, row := range rows {
		switch {
		case row.StreamID != nil:
			found[int64(*row.StreamID)] = row.preview()
		case row.FilmID != nil:
			found[int64(*row.FilmID)] = row.preview()
		}
	}
	return found, nil
}
