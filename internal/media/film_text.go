package media

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"

	"github.com/uptrace/bun"
	"golang.org/x/text/language/display"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/media/caption"
	"github.com/grandstand/grandstand/internal/media/transcode"
)

// ownCaption is a track of subtitles of an uploaded file.
type ownCaption struct {
	row    captionRow
	webVTT []byte
}

// readTexts reads the subtitles that an upload's file has, one track in each language that
// it names. A film without is a film all the same: then the log says why.
func (m *making) readTexts(ctx context.Context, path string, tracks []transcode.TextTrack) []ownCaption {
	s := m.service
	var named []transcode.TextTrack
	var rows []captionRow
	seen := map[string]bool{}
	for _, t := range tracks {
		tag, ok := trackLanguage(t.Language)
		name, label := tag.String(), display.Self.Name(tag)
		if !ok || seen[name] || !caption.IsLanguage(name) || !caption.IsLabel(label) {
			continue
		}
		seen[name] = true
		named = append(named, t)
		rows = append(rows, captionRow{Language: name, Label: label})
	}
	texts, err := s.Studio.Texts(ctx, path, m.dir, named)
	if err != nil && ctx.Err() == nil {
		s.Log.WarnContext(ctx, "subtitles of a file not read", "upload_id", m.row.ID, "error", err)
	}
	var own []ownCaption
	for i, text := range texts {
		track, err := caption.Parse(text, 0)
		if err != nil {
			continue
		}
		rows[i].File = "captions-" + rows[i].Language + "-" + strings.ToLower(rand.Text()) + ".vtt"
		rows[i].CreatedMS = clock.Millis(s.Clock.Now())
		own = append(own, ownCaption{row: rows[i], webVTT: track.WebVTT})
	}
	return own
}

// storeTexts stores a film's own captions.
func (m *making) storeTexts(ctx context.Context, folder string) error {
	for _, c := range m.texts {
		if err := m.service.Blob.WriteAll(ctx, folder+"/"+c.row.File, c.webVTT, "text/vtt"); err != nil {
			return err
		}
	}
	return nil
}

func (s store) insertCaptions(ctx context.Context, tx bun.Tx, film FilmID, captions []ownCaption) error {
	if len(captions) == 0 {
		return nil
	}
	rows := make([]captionRow, len(captions))
	for i, c := range captions {
		rows[i] = c.row
		rows[i].FilmID = film
	}
	if _, err := tx.NewInsert().Model(&rows).Returning("NULL").Exec(ctx); err != nil {
		return fmt.Errorf("add the captions of a file: %w", err)
	}
	return nil
}
