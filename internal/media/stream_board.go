package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"log/slog"
	"time"

	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/media/playlist"
	"github.com/grandstand/grandstand/internal/media/segment"
	"github.com/grandstand/grandstand/internal/media/transcode"
)

const (
	// stripWithin bounds the drawing of one strip.
	stripWithin = 2 * time.Minute
	// stripRest is how long a strip that was begun is left to who began it, and how long one
	// that failed rests.
	stripRest = 3 * time.Minute
	// stripTries is how often ffmpeg may fail with a strip before its stream goes on without.
	stripTries = 3
	// stripQuality is how well a sheet is kept, of 100.
	stripQuality = 70
)

// DrawBoards draws the small pictures that streams lack, each five minutes' when they are recorded
// and the rest when the stream has ended, and returns how many strips that was. Live streams come
// first, then the recordings that are newest. It may run anywhere at any time: a strip is drawn by
// one node, a node draws one at a time, and when ctx has a deadline it begins none that would
// have to be cut short.
func (s *Service) DrawBoards(ctx context.Context) (int, error) {
	if s.FFmpeg == nil || !s.drawing.TryLock() {
		return 0, nil
	}
	defer s.drawing.Unlock()
	drawn := 0
	for {
		due, err := s.store.listUndrawn(ctx, s.Clock.Now())
		if err != nil {
			return drawn, err
		}
		before := drawn
		for _, row := range due {
			if err := ctx.Err(); err != nil {
				return drawn, err
			}
			if deadline, ok := ctx.Deadline(); ok && deadline.Sub(s.Clock.Now()) < stripWithin {
				return drawn, nil
			}
			done, err := s.drawStrip(ctx, row)
			if err != nil {
				return drawn, err
			}
			if done {
				drawn++
			}
		}
		if drawn == before {
			return drawn, nil
		}
	}
}

// stripPlan is what the next strip of a stream shows.
type stripPlan struct {
	number int
	slots  []int64 // moments on the stream's timeline, in Ticks, one for each picture
	until  int64   // up to where the stream has its pictures then, in milliseconds
}

// planStrip plans the strip after what is drawn; it is empty while there is not enough.
func planStrip(snapshot *segment.Snapshot, row undrawnRow) stripPlan {
	span, every := playlist.StripSpan.Milliseconds(), int64(playlist.StripEvery/time.Second)*segment.Ticks
	plan := stripPlan{number: int(row.BoardsMS / span)}
	plan.until = int64(plan.number+1) * span
	if len(snapshot.Segments) == 0 {
		return plan
	}
	begin := snapshot.Segments[0].Pieces[segment.Video].Start
	length := snapshot.Segments[len(snapshot.Segments)-1].Pieces[segment.Video].End() - begin
	whole := length >= plan.until*segment.Ticks/1000
	if !whole && row.State != Ended {
		return plan
	}
	if !whole {
		plan.until = max(row.DurationMS, length*1000/segment.Ticks)
	}
	for n := range int64(playlist.StripPictures) {
		if at := (int64(plan.number)*playlist.StripPictures + n) * every; at < length {
			plan.slots = append(plan.slots, begin+at)
		}
	}
	return plan
}

// drawStrip draws the next strip of a stream, if it is due and nobody else does; false means that
// nothing was. Errors are the database's alone: those of ffmpeg and the media store are told in
// the log, and a stream is a stream without small pictures.
func (s *Service) drawStrip(ctx context.Context, row undrawnRow) (bool, error) {
	index, err := s.store.restore(ctx, row.ChannelID, row.ID)
	if err != nil {
		return false, err
	}
	snapshot := index.Load()
	plan := planStrip(snapshot, row)
	if len(plan.slots) == 0 && row.State != Ended {
		return false, nil
	}
	ok, err := s.claimStrip(ctx, row)
	if err != nil || !ok {
		return false, err
	}
	if len(plan.slots) == 0 || row.BoardsTries >= stripTries { // a node may have died of it
		return true, s.store.passStrip(ctx, row, plan.until)
	}
	strip, err := s.makeStrip(ctx, row, snapshot, plan)
	if err == nil {
		s.Metrics.Strips("made").Inc()
		defer s.boards.Invalidate(row.ID)
		return true, s.store.keepStrip(ctx, row, strip, plan.until)
	}
	return false, s.failStrip(ctx, row, plan, err)
}

// claimStrip begins an attempt, as claimPreview does.
func (s *Service) claimStrip(ctx context.Context, row undrawnRow) (bool, error) {
	ctx, cancel := uninterrupted(ctx)
	defer cancel()
	return s.store.claimStrip(ctx, row, s.Clock.Now())
}

// failStrip says why a strip could not be drawn, and gives it up after the last attempt. That
// a store does not answer, or that this node stops, is no attempt.
func (s *Service) failStrip(ctx context.Context, row undrawnRow, plan stripPlan, cause error) error {
	stopping := ctx.Err() != nil
	ctx, cancel := uninterrupted(ctx)
	defer cancel()
	if stopping {
		return s.store.returnStrip(ctx, row)
	}
	s.Metrics.Strips("failed").Inc()
	s.Log.LogAttrs(ctx, slog.LevelWarn, "a stream lacks small pictures", slog.Int64("stream_id", int64(row.ID)),
		slog.Int("strip", plan.number), slog.Int("attempt", row.BoardsTries+1), slog.Any("error", cause))
	switch {
	case !errors.Is(cause, transcode.ErrFailed):
		return s.store.returnStrip(ctx, row)
	case row.BoardsTries+1 >= stripTries:
		return s.store.passStrip(ctx, row, plan.until)
	}
	return nil
}

// makeStrip draws a strip and stores its file, before anybody is told.
func (s *Service) makeStrip(ctx context.Context, row undrawnRow, snapshot *segment.Snapshot, plan stripPlan) (playlist.Strip, error) {
	ctx, cancel := context.WithTimeout(ctx, stripWithin)
	defer cancel()
	folder := streamFolder(row.ChannelID, row.ID)
	strip := playlist.Strip{Number: plan.number, Pictures: len(plan.slots)}
	keys, at, err := s.keyFrames(ctx, folder, snapshot, plan.slots)
	if err != nil {
		return strip, err
	}
	fmp4, err := segment.KeyFrames(keys)
	if err != nil {
		return strip, fmt.Errorf("%w: %w", transcode.ErrFailed, err)
	}
	strip.Width, strip.Height = transcode.SmallSize(keys[0].Run.Video.ShownWidth, keys[0].Run.Video.Height)
	small, err := s.FFmpeg.Small(ctx, fmp4, len(keys), strip.Width, strip.Height)
	if err != nil {
		return strip, err
	}
	var sheet bytes.Buffer
	if err := jpeg.Encode(&sheet, lay(strip, small, at), &jpeg.Options{Quality: stripQuality}); err != nil {
		return strip, fmt.Errorf("%w: %w", transcode.ErrFailed, err)
	}
	return strip, s.Blob.WriteAll(ctx, folder+"/"+strip.FileName(), sheet.Bytes(), "image/jpeg")
}

// keyFrames reads, for each moment, the first picture of the segment that it is in, or of the
// nearest before that begins with a key frame. At says which of them a moment's is; those of
// which nothing can be read have their neighbour's.
func (s *Service) keyFrames(ctx context.Context, folder string, snapshot *segment.Snapshot, slots []int64) (keys []segment.Picture, at []int, err error) {
	last, at := int64(-1), make([]int, len(slots))
	next := 0
	for n, slot := range slots {
		for next < len(snapshot.Segments) && snapshot.Segments[next].Pieces[segment.Video].Start <= slot {
			next++
		}
		g := beginning(snapshot, next-1)
		if g != nil && g.Sequence != last {
			key, err := s.keyFrame(ctx, folder, snapshot.Run(g.Run), g)
			switch {
			case err == nil:
				keys, last = append(keys, key), g.Sequence
			case !errors.Is(err, blob.ErrNotFound) && !errors.Is(err, segment.ErrUnsupported):
				return nil, nil, err
			}
		}
		at[n] = max(0, len(keys)-1)
	}
	if len(keys) == 0 {
		return nil, nil, fmt.Errorf("%w: there are no key frames", transcode.ErrFailed)
	}
	return keys, at, nil
}

// beginning is the segment of a number or, in its run, the nearest before that can be decoded by
// itself; nil where there is none.
func beginning(snapshot *segment.Snapshot, number int) *segment.Segment {
	for n := number; n >= 0 && snapshot.Segments[n].Run == snapshot.Segments[number].Run; n-- {
		if snapshot.Segments[n].Independent {
			return &snapshot.Segments[n]
		}
	}
	return nil
}

func (s *Service) keyFrame(ctx context.Context, folder string, run *segment.Run, g *segment.Segment) (segment.Picture, error) {
	reader, err := s.Blob.NewReader(ctx, segment.SegmentName(segment.Video, g.Run, g.Sequence).Key(folder), 0)
	if err != nil {
		return segment.Picture{}, err
	}
	defer reader.Close()
	return segment.FirstPicture(run, reader)
}

// lay puts small pictures where a strip has them. One that could not be decoded is the one before,
// or the one after.
func lay(strip playlist.Strip, small []*image.RGBA, at []int) *image.RGBA {
	rows := (strip.Pictures + playlist.StripColumns - 1) / playlist.StripColumns
	sheet := image.NewRGBA(image.Rect(0, 0, playlist.StripColumns*strip.Width, rows*strip.Height))
	draw.Draw(sheet, sheet.Bounds(), image.Black, image.Point{}, draw.Src)
	var shown *image.RGBA
	for _, picture := range small {
		if shown = picture; shown != nil {
			break
		}
	}
	for n, key := range at {
		if small[key] != nil {
			shown = small[key]
		}
		corner := image.Pt(n%playlist.StripColumns*strip.Width, n/playlist.StripColumns*strip.Height)
		draw.Draw(sheet, shown.Bounds().Add(corner), shown, image.Point{}, draw.Src)
	}
	return sheet
}
