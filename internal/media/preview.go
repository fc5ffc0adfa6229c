package media

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/segment"
	"github.com/grandstand/grandstand/internal/media/transcode"
)

const (
	// previewWithin bounds the making of one preview. It is shorter than previewRest, so that no
	// other node begins the same preview meanwhile.
	previewWithin = 2 * time.Minute
	// previewRest is the time that one node has for a preview that it began, and the pause after a
	// failure.
	previewRest = 3 * time.Minute
	// previewTries is how often ffmpeg may fail with a preview before its media stay without one.
	previewTries = 3
	// maxPreviewSource bounds the segments that a preview is made of, in bytes.
	maxPreviewSource = 64 << 20
)

// MakePreviews makes the previews that streams, recordings and films lack, a bounded number in
// each call, and returns how many it made. It may run anywhere at any time: one node makes a
// preview, and a node makes one at a time.
func (s *Service) MakePreviews(ctx context.Context) (int, error) {
	if s.FFmpeg == nil || !s.previewing.TryLock() {
		return 0, nil
	}
	defer s.previewing.Unlock()
	due, err := s.store.listDuePreviews(ctx, s.Clock.Now())
	if err != nil {
		return 0, err
	}
	made := 0
	for _, d := range due {
		if err := ctx.Err(); err != nil {
			return made, err
		}
		if deadline, ok := ctx.Deadline(); ok && deadline.Sub(s.Clock.Now()) < previewWithin {
			break
		}
		done, err := s.makePreview(ctx, d)
		if err != nil {
			return made, err
		}
		if done {
			made++
		}
	}
	return made, nil
}

// makePreview makes one preview unless another node does. Errors are the database's alone: those
// of ffmpeg and of the media store are logged, and the media stay without a preview.
func (s *Service) makePreview(ctx context.Context, d duePreview) (bool, error) {
	ok, err := s.claimPreview(ctx, d)
	if err != nil || !ok {
		return false, err
	}
	if d.Tries >= previewTries { // nodes were killed while they made it
		return false, s.store.passPreview(ctx, d)
	}
	row, err := s.storePreview(ctx, d)
	if err != nil {
		return false, s.failPreview(ctx, d, err)
	}
	s.Metrics.Previews("made").Inc()
	return s.keepPreview(ctx, d, row)
}

// claimPreview begins an attempt. A node that stops meanwhile still learns that it has begun, and takes it back.
func (s *Service) claimPreview(ctx context.Context, d duePreview) (bool, error) {
	ctx, cancel := uninterrupted(ctx)
	defer cancel()
	return s.store.claimPreview(ctx, d, s.Clock.Now())
}

// failPreview logs why a preview could not be made, and gives it up after the last attempt. A
// store that does not answer and a node that stops are no attempt.
func (s *Service) failPreview(ctx context.Context, d duePreview, cause error) error {
	stopping := ctx.Err() != nil
	ctx, cancel := uninterrupted(ctx)
	defer cancel()
	if stopping {
		return s.store.returnPreview(ctx, d)
	}
	s.Metrics.Previews("failed").Inc()
	column, id := d.owner()
	s.Log.LogAttrs(ctx, slog.LevelWarn, "preview not made", slog.Int64(column, id), slog.Int("attempt", d.Tries+1), slog.Any("error", cause))
	switch {
	case !errors.Is(cause, transcode.ErrFailed):
		return s.store.returnPreview(ctx, d)
	case d.Tries+1 >= previewTries:
		return s.store.passPreview(ctx, d)
	}
	return nil
}

// storePreview makes a preview and stores its files, before readers can find them.
func (s *Service) storePreview(ctx context.Context, d duePreview) (previewRow, error) {
	ctx, cancel := context.WithTimeout(ctx, previewWithin)
	defer cancel()
	snapshot, err := s.previewSource(ctx, d)
	if err != nil {
		return previewRow{}, err
	}
	fmp4, run, err := s.previewSegments(ctx, d, snapshot)
	if err != nil {
		return previewRow{}, err
	}
	made, err := s.FFmpeg.Preview(ctx, fmp4, run.Video.ShownWidth, run.Video.Height)
	if err != nil {
		return previewRow{}, err
	}
	row := previewRow{
		Number: clock.Millis(s.Clock.Now()), Animated: made.Animation != nil, Width: made.Width, Height: made.Height,
		DurationMS: made.Duration.Milliseconds(),
	}
	row.Number = max(row.Number, d.Number+1)
	if err := s.Blob.WriteAll(ctx, d.folder()+"/"+previewFile(row.Number, previewFilm), made.Film, "video/mp4"); err != nil || !row.Animated {
		return row, err
	}
	return row, s.Blob.WriteAll(ctx, d.folder()+"/"+previewFile(row.Number, previewAnimation), made.Animation, "image/webp")
}

// previewSource reads the journal of what a preview is made of.
func (s *Service) previewSource(ctx context.Context, d duePreview) (*segment.Snapshot, error) {
	if d.FilmID == 0 {
		index, err := s.store.restore(ctx, d.ChannelID, d.StreamID)
		if err != nil {
			return nil, err
		}
		return index.Load(), nil
	}
	film, err := s.loadFilm(ctx, d.FilmID)
	if err != nil {
		return nil, err
	}
	return film.index.Load(), nil
}

// previewSegments reads the pictures that a preview shows: the newest of a live stream, else those
// from two fifths on, where a still is taken too.
func (s *Service) previewSegments(ctx context.Context, d duePreview, snapshot *segment.Snapshot) ([]byte, *segment.Run, error) {
	if len(snapshot.Segments) == 0 {
		return nil, nil, fmt.Errorf("%w: there are no pictures", transcode.ErrFailed)
	}
	length := int64(transcode.PreviewLength/time.Second) * segment.Ticks
	last := snapshot.Segments[len(snapshot.Segments)-1]
	first := len(snapshot.Segments) * 2 / 5
	if d.Live {
		first = int(snapshot.FirstOf(last.Pieces[segment.Video].End() - length))
	}
	// Of a short recording or run, begin early enough to fill the preview.
	latest := int(snapshot.FirstOf(last.Pieces[segment.Video].End() - length))
	g := beginning(snapshot, min(first, latest))
	if g == nil {
		return nil, nil, fmt.Errorf("%w: there is no key frame", transcode.ErrFailed)
	}
	run, until := snapshot.Run(g.Run), g.Pieces[segment.Video].Start+length
	fmp4 := slices.Clone(run.Init(segment.Video))
	for _, next := range snapshot.Segments[g.Sequence:] {
		if next.Run != g.Run || next.Gap || next.Pieces[segment.Video].Start >= until {
			break
		}
		if int64(len(fmp4))+next.Pieces[segment.Video].Size > maxPreviewSource {
			break
		}
		media, err := s.Blob.ReadAll(ctx, segment.SegmentName(segment.Video, next.Run, next.Sequence).Key(d.folder()))
		if errors.Is(err, blob.ErrNotFound) {
			return nil, nil, fmt.Errorf("%w: segment %d is missing", transcode.ErrFailed, next.Sequence)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("read a segment for a preview: %w", err)
		}
		fmp4 = append(fmp4, media...)
	}
	return fmp4, run, nil
}

// keepPreview tells of a preview whose files are stored, and removes those of the one before. The
// files of a preview of a recording that was removed meanwhile go at once.
func (s *Service) keepPreview(ctx context.Context, d duePreview, made previewRow) (kept bool, err error) {
	err = s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if d.StreamID != 0 {
			if err := s.store.hold(ctx, tx, d.StreamID); err != nil {
				return err
			}
		}
		if kept, err = s.store.setPreview(ctx, tx, d, made); err != nil || !kept || d.StreamID == 0 {
			return err
		}
		return s.Events.SetPreview(ctx, tx, d.ChannelID, d.EventID, time.Duration(made.DurationMS)*time.Millisecond)
	})
	gone := d.Number
	switch {
	case fault.KindOf(err) == fault.NotFound: // removed meanwhile
		kept, gone = false, made.Number
	case err != nil: // whether it was kept is not known
		return false, fmt.Errorf("keep a preview: %w", err)
	case !kept:
		gone = made.Number
	}
	s.removePreviewFiles(ctx, d.folder(), gone)
	return kept, nil
}

// removePreviewFiles removes the files of a preview. What it cannot remove is for Orphans.
func (s *Service) removePreviewFiles(ctx context.Context, folder string, number int64) {
	if number == 0 {
		return
	}
	for _, end := range []string{previewFilm, previewAnimation} {
		if err := s.Blob.Delete(ctx, folder+"/"+previewFile(number, end)); err != nil && !errors.Is(err, blob.ErrNotFound) {
			s.Log.WarnContext(ctx, "file of a preview not removed", "folder", folder, "number", number, "error", err)
		}
	}
}
