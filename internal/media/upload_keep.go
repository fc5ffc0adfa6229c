package media

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// picturesOnly stores no sound: that of a smaller size would be the film's again.
type picturesOnly struct{ segment.Blob }

// WriteAll is part of segment.Blob.
func (b picturesOnly) WriteAll(ctx context.Context, key string, value []byte, contentType string) error {
	if contentType == segment.Audio.ContentType() {
		return nil
	}
	return b.Blob.WriteAll(ctx, key, value, contentType)
}

// keep makes what was stored the upload's film, unless the upload was given up meanwhile
// or somebody was faster. A film of the same pictures that the channel has already stands
// in for it.
func (m *making) keep(ctx context.Context, row filmRow, sizes []rungRow, board *boardRow, poster string) error {
	s := m.service
	var film filmRow
	err := s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		if err = s.store.insertFilm(ctx, tx, &row); err != nil {
			return err
		}
		if film, err = s.store.findFilm(ctx, "channel_id = ? AND source = ?", row.ChannelID, row.Source); err != nil {
			return err
		}
		if film.Folder == row.Folder {
			chapters := chapterRows(film.ID, "", ownChapters(m.chapters, film.film().Duration))
			err = errors.Join(
				s.store.insertRungs(ctx, tx, film.ID, sizes), s.store.insertBoard(ctx, tx, film.ID, board), s.store.insertChapters(ctx, tx, chapters),
				s.store.insertCaptions(ctx, tx, film.ID, m.texts))
			if err != nil {
				return err
			}
		}
		if err = m.finish(ctx, tx, film.ID); err != nil || s.UploadReady == nil {
			return err
		}
		m.row.State, m.row.FilmID = UploadReady, film.ID
		upload := m.row.upload()
		upload.Poster = poster
		return s.UploadReady(ctx, tx, m.row.ChannelID, upload, film.film())
	})
	if err != nil {
		return err
	}
	s.Metrics.Uploads("ready").Inc()
	s.discardUnder(ctx, piecesFolder(m.row.ID))
	s.discardBut(ctx, uploadFilms(m.row.ChannelID, m.row.ID), film.Folder)
	return nil
}

func (m *making) finish(ctx context.Context, tx bun.Tx, film FilmID) error {
	kept, err := change(ctx, tx, `UPDATE uploads SET state = 'ready', percent = 100, film_id = ?, updated_ms = ?
		WHERE id = ? AND channel_id = ? AND state = 'processing'`,
		int64(film), clock.Millis(m.service.Clock.Now()), int64(m.row.ID), m.row.ChannelID)
	if err != nil {
		return fmt.Errorf("keep an upload's film: %w", err)
	}
	if !kept {
		return errGivenUp()
	}
	return nil
}

// errNotMade is what is said of an upload where the fault was ours.
func errNotMade() error {
	return fault.New(fault.Unavailable, "upload_not_made", "The video could not be processed. Upload it again.")
}

// FailUpload gives an upload up that is waiting or being worked on, and says why: because
// of a fault, or of something that is nobody's business.
func (s *Service) FailUpload(ctx context.Context, channelID int64, id UploadID, why error) error {
	if fault.KindOf(why) == fault.Internal {
		why = errNotMade()
	}
	failed, err := change(ctx, s.DB.Write(), `UPDATE uploads SET state = 'error', problem = ?, updated_ms = ?
		WHERE channel_id = ? AND id = ? AND state IN ('uploaded', 'processing')`,
		sentence(why), clock.Millis(s.Clock.Now()), channelID, int64(id))
	if err != nil {
		return fmt.Errorf("give an upload up: %w", err)
	}
	if failed {
		s.Metrics.Uploads("failed").Inc()
		s.discardUnder(ctx, piecesFolder(id))
		s.discardUnder(ctx, uploadFilms(channelID, id)) // of attempts that were killed
	}
	return nil
}

// sentence is what a fault says to people.
func sentence(why error) string {
	if e, ok := errors.AsType[*fault.Error](why); ok {
		return e.Detail
	}
	return why.Error()
}

// discardUnder removes what lies below a prefix. What remains is reaped.
func (s *Service) discardUnder(ctx context.Context, prefix string) { s.discardBut(ctx, prefix, "") }

// discardBut leaves alone what is below another prefix, unless that is empty.
func (s *Service) discardBut(ctx context.Context, prefix, kept string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), discardWithin)
	defer cancel()
	for a, err := range s.Blob.List(ctx, prefix) {
		if err == nil && (kept == "" || !strings.HasPrefix(a.Key, kept)) {
			err = s.Blob.Delete(ctx, a.Key)
		}
		if err != nil {
			s.Log.WarnContext(ctx, "files are left for later", "prefix", prefix, "error", err)
			return
		}
	}
}

// How long uploads may take.
const (
	// beatEvery is how often the making of a film says that it goes on.
	beatEvery = 10 * time.Second
	// silentFor is how long it may say nothing, as while a long film is being stored.
	silentFor = 2 * time.Hour
	// waitFor is how long an upload may wait for a film to be made of it.
	waitFor = 48 * time.Hour
	// abandonAfter is how long an upload is waited for of which nothing more comes.
	abandonAfter = 7 * 24 * time.Hour
)
