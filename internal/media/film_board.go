package media

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/media/playlist"
	"github.com/grandstand/grandstand/internal/media/transcode"
)

// boardRow is the small pictures of a film.
type boardRow struct {
	bun.BaseModel `bun:"table:film_boards,alias:o"`

	FilmID   FilmID `bun:"film_id,pk"`
	Every    int    `bun:"every_s"`
	Width    int
	Height   int
	Columns  int `bun:"columns_n"`
	Rows     int `bun:"rows_n"`
	Pictures int
}

func (r boardRow) board() playlist.Board {
	return playlist.Board{Every: r.Every, Width: r.Width, Height: r.Height, Columns: r.Columns, Rows: r.Rows, Pictures: r.Pictures}
}

// draw stores a film's small pictures and its poster. A film without is a film all the
// same: then it says why in the log.
func (m *making) draw(ctx context.Context, film filmRow, rungs []transcode.Rung) (*boardRow, string) {
	s, length := m.service, time.Duration(film.DurationMS)*time.Millisecond
	poster, err := m.drawPoster(ctx, transcode.RungFile(m.dir, rungs[0]), length)
	if err != nil && ctx.Err() == nil {
		s.Log.WarnContext(ctx, "a film has no poster", "upload_id", m.row.ID, "error", err)
	}
	smallest := rungs[len(rungs)-1]
	b := transcode.NewBoard(smallest, length)
	sheets, err := s.Studio.Draw(ctx, transcode.RungFile(m.dir, smallest), m.dir, b)
	for n, sheet := range sheets {
		if err == nil {
			err = s.Blob.WriteAll(ctx, film.Folder+"/"+playlist.SheetFile(n), sheet, "image/jpeg")
		}
	}
	if err != nil {
		if ctx.Err() == nil {
			s.Log.WarnContext(ctx, "a film has no small pictures", "upload_id", m.row.ID, "error", err)
		}
		return nil, poster
	}
	return &boardRow{
		Every: b.Every, Width: b.Width, Height: b.Height, Columns: b.Columns, Rows: b.Rows,
		Pictures: min(b.Pictures, len(sheets)*b.Columns*b.Rows),
	}, poster
}

// posterAt is how far into a film its poster is taken: where titles are over, at most.
const posterAt = 90 * time.Second

func (m *making) drawPoster(ctx context.Context, path string, length time.Duration) (string, error) {
	if m.service.KeepPoster == nil {
		return "", nil
	}
	jpeg, err := m.service.Studio.Poster(ctx, path, m.dir, min(length/8, posterAt))
	if err != nil {
		return "", err
	}
	return m.service.KeepPoster(ctx, m.row.ChannelID, jpeg)
}

func (s store) insertBoard(ctx context.Context, tx bun.Tx, film FilmID, board *boardRow) error {
	if board == nil {
		return nil
	}
	board.FilmID = film
	if _, err := tx.NewInsert().Model(board).Returning("NULL").Exec(ctx); err != nil {
		return fmt.Errorf("add the small pictures of a film: %w", err)
	}
	return nil
}

// loadBoard gives a film's desk its small pictures, where it has some.
func (s *Service) loadBoard(ctx context.Context, d *desk) error {
	var row boardRow
	err := s.DB.Read().NewSelect().Model(&row).Where("film_id = ?", d.filmID).Scan(ctx)
	switch {
	case db.IsNoRows(err):
		return nil
	case err != nil:
		return fmt.Errorf("find the small pictures of a film: %w", err)
	}
	board := row.board()
	d.board = &board
	return nil
}

var (
	typeCaptions = []string{"text/vtt; charset=utf-8"}
	typeJPEG     = []string{"image/jpeg"}
)

// drawn serves a film's small pictures; false where a file is none of them.
func (h *Handler) drawn(w http.ResponseWriter, r *http.Request, d *desk, file string) bool {
	if d.board == nil {
		return false
	}
	if file == playlist.BoardFile {
		header := w.Header()
		header["Content-Type"], header["Cache-Control"] = typeCaptions, cacheNothing
		h.bytes(w, r, "playlist", d.board.WebVTT(d.index.Load().Duration()))
		return true
	}
	number, ok := strings.CutPrefix(strings.TrimSuffix(file, ".jpg"), "sheet-")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n < 0 || n > d.board.Pictures || playlist.SheetFile(n) != file {
		return false
	}
	sheet, err := h.service.Blob.ReadAll(r.Context(), d.folder+"/"+file)
	if err != nil {
		return false
	}
	header := w.Header()
	header["Content-Type"], header["Cache-Control"] = typeJPEG, cachePrivate
	h.bytes(w, r, "segment", sheet)
	return true
}
