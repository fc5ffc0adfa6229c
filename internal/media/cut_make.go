package media

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// ErrCutWaits is wrapped when a cut cannot be made yet: the segment with its end is still
// being filled.
var ErrCutWaits = errors.New("the end of the cut is not recorded yet")

// MakeCut makes a cut a video of its own, exact to the picture, out of the segments around
// it. Of its pictures only those are encoded anew that cannot be decoded by themselves. It
// may be called again at any time and by several at once: nobody sees what an attempt has
// stored before the one statement that makes it the cut.
func (s *Service) MakeCut(ctx context.Context, channelID int64, id CutID) error {
	var row cutRow
	err := s.DB.Write().NewSelect().Model(&row).ExcludeColumn("journal").Where("channel_id = ? AND id = ?", channelID, int64(id)).Scan(ctx)
	switch {
	case db.IsNoRows(err):
		return nil // removed meanwhile
	case err != nil:
		return fmt.Errorf("find a cut: %w", err)
	case row.State != CutProcessing:
		return nil
	}
	d, err := s.desk(ctx, StreamID(row.StreamID))
	if err != nil {
		return err
	}
	snapshot := d.index.Load()
	if !snapshot.Stretch(row.FirstSequence, row.to()).Whole {
		return fmt.Errorf("cut %d: %w", id, ErrCutWaits)
	}
	began := s.Clock.Now()
	row.Folder = fmt.Sprintf("%s%d-%d-%s", cutPrefix, channelID, id, strings.ToLower(rand.Text()))
	if err := s.makeCut(ctx, &row, d, snapshot); err != nil {
		s.discardCut(ctx, row.Folder, row.Image)
		return fmt.Errorf("cut %d: %w", id, err)
	}
	return s.keepCut(ctx, row, began)
}

// keepCut makes what was stored the cut, unless somebody was faster or has given it up.
func (s *Service) keepCut(ctx context.Context, row cutRow, began time.Time) error {
	now, kept := s.Clock.Now(), false
	err := s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		kept, err = change(ctx, tx, `UPDATE cuts
			SET state = 'success', folder = ?, journal = ?, image = ?, width = ?, height = ?, updated_ms = ?
			WHERE channel_id = ? AND id = ? AND state = 'processing'`,
			row.Folder, row.Journal, row.Image, row.Width, row.Height, clock.Millis(now), row.ChannelID, int64(row.ID))
		if err != nil || !kept || s.CutMade == nil {
			return err
		}
		return s.CutMade(ctx, tx, row.ChannelID, row.ID)
	})
	if err != nil { // whether it was kept is not known: what is left behind is reaped
		return fmt.Errorf("keep cut %d: %w", row.ID, err)
	}
	if !kept {
		s.discardCut(ctx, row.Folder, row.Image)
		return nil
	}
	s.cuts.Invalidate(row.ID)
	s.Metrics.Cuts("made").Inc()
	s.Metrics.Cutting.Update(now.Sub(began).Seconds())
	return nil
}

// makeCut stores a cut's segments and poster and notes in row what it became.
func (s *Service) makeCut(ctx context.Context, row *cutRow, d *desk, snapshot *segment.Snapshot) error {
	notes, index := &notebook{}, segment.NewIndex(segment.Limits{})
	drawing, stopDrawing := context.WithCancel(ctx)
	defer stopDrawing()
	drawn := make(chan []byte, 1)
	go func() { drawn <- s.drawPoster(drawing, row.ID, row.Folder, index) }()
	err := s.storeCut(ctx, row, d, snapshot, index, notes)
	if err != nil {
		stopDrawing()
	}
	poster := <-drawn
	if err != nil {
		return err
	}
	if row.Journal, err = notes.encode(); err != nil {
		return err
	}
	row.Image, err = s.keepPoster(ctx, row, poster)
	return err
}

// storeCut stores a cut's segments and notes in row how large its pictures are.
func (s *Service) storeCut(ctx context.Context, row *cutRow, d *desk, snapshot *segment.Snapshot, index *segment.Index, notes *notebook) error {
	recorder := segment.NewRecorder(ctx, index, segment.StoreOptions{
		Blob: countingBlob{s.Blob, s.Metrics, s.Log}, Journal: countingJournal{notes, s.Metrics}, Prefix: row.Folder,
	})
	out := segment.NewSegmenter(recorder, clock.NewManual(snapshot.TimeOf(row.from())))
	count, err := s.play(ctx, out, row, d, snapshot)
	if err := errors.Join(err, out.Close()); err != nil {
		return err
	}
	made, pictures := index.Load(), 0
	for _, g := range made.Segments {
		pictures += g.Frames
	}
	if pictures == 0 || pictures != count.Pictures {
		return fault.New(fault.Unprocessable, "empty_recording", fmt.Sprintf("The cut has %d pictures of %d.", pictures, count.Pictures))
	}
	run := made.LastRun()
	row.Width, row.Height = run.Video.ShownWidth, run.Video.Height
	return nil
}

// play plays a cut's part of a stream into out.
func (s *Service) play(ctx context.Context, out *segment.Segmenter, row *cutRow, d *desk, snapshot *segment.Snapshot) (segment.Count, error) {
	cutter := segment.NewCutter(out, row.from(), row.to(), s.encodeEdge)
	first, err := s.beginning(ctx, d, snapshot, row.from()+2*roundedTo)
	if err != nil {
		return segment.Count{}, err
	}
	stretch := snapshot.Stretch(first, row.to())
	for _, g := range snapshot.Segments[stretch.First:stretch.End] {
		pictures, sounds, err := s.readSegment(ctx, d, snapshot, g)
		if err != nil {
			return segment.Count{}, err
		}
		if err := cutter.Add(ctx, pictures, sounds); err != nil {
			return segment.Count{}, err
		}
	}
	return cutter.Close(ctx)
}

func (s *Service) encodeEdge(ctx context.Context, fragment, sps []byte, skip, count int) ([][][]byte, error) {
	if s.FFmpeg == nil {
		return nil, errors.New("there is no ffmpeg")
	}
	return s.FFmpeg.Edge(ctx, fragment, sps, skip, count)
}

// beginning is the segment to begin reading with: pictures are shown after they are
// decoded, so that the one that is shown at a moment may lie in a segment before.
func (s *Service) beginning(ctx context.Context, d *desk, snapshot *segment.Snapshot, from int64) (int64, error) {
	first := snapshot.FirstOf(from)
	for first > 0 {
		pictures, _, err := s.readSegment(ctx, d, snapshot, snapshot.Segments[first])
		if err != nil {
			return 0, err
		}
		if len(pictures) > 0 && pictures[0].PTS <= from {
			break
		}
		first = snapshot.FirstOf(snapshot.Segments[first].Pieces[segment.Video].Start - 1)
	}
	return first, nil
}

// readSegment reads a finished segment from memory or from the store.
func (s *Service) readSegment(ctx context.Context, d *desk, snapshot *segment.Snapshot, g segment.Segment) ([]segment.Picture, []segment.Sound, error) {
	run := snapshot.Run(g.Run)
	video, err := s.readPiece(ctx, d, snapshot, g, segment.Video)
	if err != nil {
		return nil, nil, err
	}
	audio, err := s.readPiece(ctx, d, snapshot, g, segment.Audio)
	if err != nil {
		return nil, nil, err
	}
	pictures, err := segment.ReadPictures(run, video)
	if err != nil {
		return nil, nil, err
	}
	sounds, err := segment.ReadSounds(run, audio)
	return pictures, sounds, err
}

func (s *Service) readPiece(ctx context.Context, d *desk, snapshot *segment.Snapshot, g segment.Segment, r segment.Rendition) ([]byte, error) {
	if hot := snapshot.Hot(g.Sequence); hot != nil && hot.Run.Number == g.Run && hot.Whole(r) != nil {
		return hot.Whole(r), nil
	}
	media, err := s.Blob.ReadAll(ctx, segment.SegmentName(r, g.Run, g.Sequence).Key(d.folder))
	if err != nil {
		return nil, fmt.Errorf("read a segment: %w", err)
	}
	return media, nil
}
