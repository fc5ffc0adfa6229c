package media

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/caption"
	"github.com/grandstand/grandstand/internal/media/playlist"
	"github.com/grandstand/grandstand/internal/media/transcode"
)

// Chapter is where a part of a film begins, and what it is called.
type Chapter = caption.Chapter

// chapterRow is a chapter of a film in one language, or in that of its file.
type chapterRow struct {
	bun.BaseModel `bun:"table:film_chapters,alias:h"`

	FilmID   FilmID `bun:"film_id,pk"`
	Language string `bun:"language,pk"`
	StartMS  int64  `bun:"start_ms,pk"`
	Title    string
}

func chapterRows(film FilmID, language string, chapters []Chapter) []chapterRow {
	rows := make([]chapterRow, len(chapters))
	for i, c := range chapters {
		rows[i] = chapterRow{FilmID: film, Language: language, StartMS: c.Start.Milliseconds(), Title: c.Title}
	}
	return rows
}

// ownChapters are those that an upload's file names: one alone divides nothing.
func ownChapters(named []transcode.Chapter, length time.Duration) []Chapter {
	chapters := make([]Chapter, len(named))
	for i, c := range named {
		chapters[i] = Chapter{Start: c.Start, Title: c.Title}
	}
	chapters = slices.DeleteFunc(caption.TidyChapters(chapters), func(c Chapter) bool { return c.Start >= length })
	if len(chapters) < 2 {
		return nil
	}
	return chapters
}

// SetChapters gives a film of the channel chapters in a language, from a caption file, in place of
// those that it has. It returns how many there are, and how the file was read. Without a language they are those for
// everybody whose language has none.
func (s *Service) SetChapters(ctx context.Context, by actor.Actor, channelID int64, id FilmID, language string, content []byte) (int, caption.Reading, error) {
	if err := by.RequireOperator(channelID); err != nil {
		return 0, caption.Reading{}, err
	}
	if language != "" && !caption.IsLanguage(language) {
		return 0, caption.Reading{}, fault.OfField(fault.Unprocessable, "language", "malformed", "The value is not valid.")
	}
	film, err := s.store.findFilm(ctx, "channel_id = ? AND id = ?", channelID, id)
	if err != nil {
		return 0, caption.Reading{}, err
	}
	chapters, reading, err := caption.ParseChapters(content, film.film().Duration)
	if err != nil {
		return 0, caption.Reading{}, chapterRefusal(err)
	}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if _, err := s.dropChapters(ctx, tx, film.ID, language); err != nil {
			return err
		}
		return s.store.insertChapters(ctx, tx, chapterRows(film.ID, language, chapters))
	})
	return len(chapters), reading, err
}

// RemoveChapters takes a film's chapters in a language away, or those without. NotFound where
// there are none.
func (s *Service) RemoveChapters(ctx context.Context, by actor.Actor, channelID int64, id FilmID, language string) error {
	if err := by.RequireOperator(channelID); err != nil {
		return err
	}
	film, err := s.store.findFilm(ctx, "channel_id = ? AND id = ?", channelID, id)
	if err != nil {
		return err
	}
	dropped, err := s.dropChapters(ctx, s.DB.Write(), film.ID, language)
	if err == nil && !dropped {
		err = fault.NotFoundf("chapters", "There are no chapters in this language.")
	}
	return err
}

func (s *Service) dropChapters(ctx context.Context, in bun.IDB, film FilmID, language string) (bool, error) {
	dropped, err := db.Changed(in.NewDelete().Model((*chapterRow)(nil)).Where("film_id = ? AND language = ?", film, language).Exec(ctx))
	if err != nil {
		return false, fmt.Errorf("remove chapters: %w", err)
	}
	return dropped, nil
}

func (s store) insertChapters(ctx context.Context, tx bun.Tx, rows []chapterRow) error {
	if len(rows) == 0 {
		return nil
	}
	if _, err := tx.NewInsert().Model(&rows).Returning("NULL").Exec(ctx); err != nil {
		return fmt.Errorf("add chapters: %w", err)
	}
	return nil
}

// Extras are what a player shows beside a film's pictures.
type Extras struct {
	Board    string // signed address of its small pictures, "" without any
	Chapters []Chapter
}

// FilmExtras returns what a player shows beside a film of the channel, for whoever may watch it:
// the address of its small pictures signed as PlaybackURL signs, its chapters in the first of the
// languages that it has them in, then in whichever.
func (s *Service) FilmExtras(ctx context.Context, g Grant, id FilmID, languages ...string) (Extras, error) {
	drawn, err := s.DB.Read().NewSelect().Model((*boardRow)(nil)).Where("o.film_id = ?", id).Count(ctx)
	if err != nil {
		return Extras{}, fmt.Errorf("find the small pictures of a film: %w", err)
	}
	var extras Extras
	if drawn > 0 {
		extras.Board = s.PlaybackURL(g, Source{FilmID: id}).Base + playlist.BoardFile
	}
	var rows []chapterRow
	err = s.DB.Read().NewSelect().Model(&rows).Join("JOIN films AS f ON f.id = h.film_id").
		Where("h.film_id = ? AND f.channel_id = ?", id, g.ChannelID).Order("h.language", "h.start_ms").Scan(ctx)
	if err != nil {
		return Extras{}, fmt.Errorf("find the chapters of a film: %w", err)
	}
	extras.Chapters = spokenIn(rows, languages)
	return extras, nil
}

// spokenIn chooses chapters by their language.
func spokenIn(rows []chapterRow, languages []string) []Chapter {
	if len(rows) == 0 {
		return nil
	}
	chosen := rows[0].Language
	for _, language := range slices.Concat(languages, []string{""}) {
		if slices.ContainsFunc(rows, func(r chapterRow) bool { return r.Language == language }) {
			chosen = language
			break
		}
	}
	var chapters []Chapter
	for _, r := range rows {
		if r.Language == chosen {
			chapters = append(chapters, Chapter{Start: time.Duration(r.StartMS) * time.Millisecond, Title: r.Title})
		}
	}
	return chapters
}

// chapterRefusal says in a sentence what chapters are refused for.
func chapterRefusal(err error) error {
	if errors.Is(err, caption.ErrTooMany) {
		return fault.Wrap(err, fault.Unprocessable, "chapters_too_many", "There are too many chapters. A video can have at most 500.")
	}
	if errors.Is(err, caption.ErrAfterEnd) {
		return fault.Wrap(err, fault.Unprocessable, "chapter_after_end", "All chapters start after the end of the video.")
	}
	return fault.Wrap(err, fault.Unprocessable, "chapters_unreadable", "The chapters cannot be read. Upload a WebVTT, SRT, ASS or SSA file.")
}
