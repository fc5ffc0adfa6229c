package media

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/caption"
	"github.com/grandstand/grandstand/internal/media/playlist"
)

// MaxCaptions bounds the file of captions, in bytes.
const MaxCaptions = caption.MaxBytes

// captionRow is the captions of a film in one language.
type captionRow struct {
	bun.BaseModel `bun:"table:film_captions,alias:t"`

	FilmID    FilmID `bun:"film_id,pk"`
	Language  string `bun:"language,pk"`
	Label     string
	File      string
	CreatedMS int64 `bun:"created_ms"`
}

func (r captionRow) caption() playlist.Caption {
	return playlist.Caption{Language: r.Language, Label: r.Label}
}

// AddCaptions gives a film of the channel captions in a language, from an SRT, WebVTT or ASS
// file, in place of those that it has. It returns what was read, and what was passed over.
// Open players have them with the next video; others within a minute.
func (s *Service) AddCaptions(ctx context.Context, by actor.Actor, channelID int64, id FilmID, language, label string, content []byte) (caption.Track, error) {
	if err := by.RequireOperator(channelID); err != nil {
		return caption.Track{}, err
	}
	if !caption.IsLanguage(language) || !caption.IsLabel(label) {
		return caption.Track{}, fault.OfField(fault.Unprocessable, "language", "malformed", "The value is not valid.")
	}
	film, err := s.store.findFilm(ctx, "channel_id = ? AND id = ?", channelID, id)
	if err != nil {
		return caption.Track{}, err
	}
	track, err := caption.Parse(content, film.film().Duration)
	if err != nil {
		return caption.Track{}, captionRefusal(err)
	}
	row := captionRow{
		FilmID: id, Language: language, Label: label, CreatedMS: clock.Millis(s.Clock.Now()),
		File: "captions-" + language + "-" + strings.ToLower(rand.Text()) + ".vtt",
	}
	if err := s.Blob.WriteAll(ctx, film.Folder+"/"+row.File, track.WebVTT, "text/vtt"); err != nil {
		return caption.Track{}, err
	}
	return track, s.replaceCaptions(ctx, film, row)
}

// replaceCaptions keeps what was stored; those before go with the transaction.
func (s *Service) replaceCaptions(ctx context.Context, film filmRow, row captionRow) error {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := s.dropCaptions(ctx, tx, film, row.Language); err != nil && fault.KindOf(err) != fault.NotFound {
			return err
		}
		if _, err := tx.NewInsert().Model(&row).Returning("NULL").Exec(ctx); err != nil {
			return fmt.Errorf("add captions: %w", err)
		}
		return nil
	})
	s.films.Invalidate(film.ID)
	return err
}

func (s *Service) dropCaptions(ctx context.Context, tx bun.Tx, film filmRow, language string) error {
	var file string
	err := tx.NewDelete().Model((*captionRow)(nil)).Where("film_id = ? AND language = ?", film.ID, language).Returning("file").Scan(ctx, &file)
	switch {
	case db.IsNoRows(err):
		return fault.NotFoundf("captions", "There are no captions in this language.")
	case err != nil:
		return fmt.Errorf("remove captions: %w", err)
	}
	s.DB.AfterCommit(ctx, func() { s.discardUnder(context.WithoutCancel(ctx), film.Folder+"/"+file) })
	return nil
}

// RemoveCaptions takes a film's captions in a language away. NotFound where there are none.
func (s *Service) RemoveCaptions(ctx context.Context, by actor.Actor, channelID int64, id FilmID, language string) error {
	if err := by.RequireOperator(channelID); err != nil {
		return err
	}
	film, err := s.store.findFilm(ctx, "channel_id = ? AND id = ?", channelID, id)
	if err != nil {
		return err
	}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return s.dropCaptions(ctx, tx, film, language) })
	s.films.Invalidate(id)
	return err
}

func (s *Service) loadCaptions(ctx context.Context, d *desk) error {
	err := s.DB.Read().NewSelect().Model(&d.captions).Where("film_id = ?", d.filmID).Order("language").Scan(ctx)
	if err != nil {
		return fmt.Errorf("find the captions of a film: %w", err)
	}
	return nil
}

// caption serves a film's captions; false where a file is none of them.
func (h *Handler) caption(w http.ResponseWriter, r *http.Request, d *desk, file string) bool {
	for _, c := range d.captions {
		switch file {
		case c.caption().File():
			w.Header()["Cache-Control"] = cacheNothing
			h.text(w, r, &playlist.Page{Body: playlist.CaptionMedia(c.File, d.index.Load().Duration())})
			return true
		case c.File:
			text, err := h.service.Blob.ReadAll(r.Context(), d.folder+"/"+file)
			if err != nil {
				return false
			}
			header := w.Header()
			header["Content-Type"], header["Cache-Control"] = typeCaptions, cachePrivate
			h.bytes(w, r, "segment", text)
			return true
		}
	}
	return false
}

// captionRefusal says in a sentence what captions are refused for.
func captionRefusal(err error) error {
	if errors.Is(err, caption.ErrTooMany) {
		return fault.Wrap(err, fault.Unprocessable, "captions_too_large", "The caption file is too large. It can have at most 2 MiB and 20000 lines.")
	}
	if errors.Is(err, caption.ErrNone) {
		return fault.Wrap(err, fault.Unprocessable, "captions_without_cues", "No caption in the file can be shown: they have no text, or their times are wrong or after the end of the video.")
	}
	return fault.Wrap(err, fault.Unprocessable, "captions_unreadable", "The captions cannot be read. Upload an SRT, WebVTT, ASS or SSA file.")
}
