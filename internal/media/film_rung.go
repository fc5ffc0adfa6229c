package media

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/media/playlist"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// rung is a film's or a stream's pictures in a smaller size. Its sound is that of the whole.
type rung struct {
	name int
	desk *desk
}

// rungRow is one of the smaller sizes of a film.
type rungRow struct {
	bun.BaseModel `bun:"table:film_rungs,alias:g"`

	FilmID  FilmID `bun:"film_id,pk"`
	Name    int    `bun:"name,pk"`
	Folder  string
	Journal string
	Width   int
	Height  int
}

// insertRungs adds the smaller sizes of a film that is being kept.
func (s store) insertRungs(ctx context.Context, tx bun.Tx, film FilmID, rungs []rungRow) error {
	for _, row := range rungs {
		row.FilmID = film
		if _, err := tx.NewInsert().Model(&row).Returning("NULL").Exec(ctx); err != nil {
			return fmt.Errorf("add a size of a film: %w", err)
		}
	}
	return nil
}

// loadRungs gives a film's desk its smaller sizes, and what lies beside its pictures.
func (s *Service) loadRungs(ctx context.Context, d *desk) error {
	var rows []rungRow
	if err := s.DB.Read().NewSelect().Model(&rows).Where("film_id = ?", d.filmID).Order("name DESC").Scan(ctx); err != nil {
		return fmt.Errorf("find the sizes of a film: %w", err)
	}
	if err := errors.Join(s.loadBoard(ctx, d), s.loadCaptions(ctx, d)); err != nil {
		return err
	}
	if len(rows) == 0 && d.board == nil && len(d.captions) == 0 {
		return nil
	}
	all := []playlist.Rung{{Snapshot: d.index.Load()}}
	for _, row := range rows {
		index, _, err := restoreFilm(row.Journal)
		if err != nil {
			return fmt.Errorf("film %d in %d: %w", d.filmID, row.Name, err)
		}
		d.rungs = append(d.rungs, rung{row.Name, &desk{filmID: d.filmID, channelID: d.channelID, folder: row.Folder, index: index}})
		all = append(all, playlist.Rung{Name: row.Name, Snapshot: index.Load()})
	}
	beside := playlist.Beside{Board: d.board != nil, Language: d.language}
	for _, c := range d.captions {
		beside.Captions = append(beside.Captions, c.caption())
	}
	d.ladder = &playlist.Page{Body: playlist.Ladder(all, beside)}
	return nil
}

// rung serves the pictures of one of the smaller sizes of a film or stream.
func (h *Handler) rung(w http.ResponseWriter, r *http.Request, d *desk, name int, file string) {
	for _, size := range d.smaller() {
		if size.name != name {
			continue
		}
		if file == playlist.IFramesFile {
			h.iframeList(w, r, d, name)
			return
		}
		if kind, ok := playlist.ParseFileName(file); ok && (kind == playlist.VideoRewind || kind == playlist.VideoWindow && d.filmID == 0) {
			h.playlist(w, r, size.desk, kind)
			return
		}
		if kind, ok := playlist.ParseVeiled(file); ok && kind == playlist.VeiledVideo && d.filmID == 0 {
			h.veiled(w, r, size.desk, kind)
			return
		}
		if media, err := segment.ParseName(file); err == nil && media.Rendition == segment.Video {
			h.media(w, r, size.desk, media, cachePrivate)
			return
		}
	}
	h.refuse(w, "path", problemMissing)
}
