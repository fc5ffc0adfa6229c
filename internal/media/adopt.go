package media

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// adoptWithin bounds how long the media store is asked for what sessions left that died together.
const adoptWithin = 10 * time.Second

// adopt tells the journal of a stream of the segments that a session which died had stored, and
// had no time to tell it of: players have seen them, and the recording would lack them. Session
// is who has the stream while that is done, the one that died or its successor. Should the
// media store not answer until a moment, the stream goes on without them.
func (s *Service) adopt(ctx context.Context, channelID int64, id StreamID, session string, until time.Time) error {
	run, elder, err := s.store.tail(ctx, channelID, id)
	if err != nil || run == nil {
		return err
	}
	folder, journal := streamFolder(channelID, id), s.journalOf(channelID, id, session)
	reading, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	adopted := 0
	for {
		g, err := s.findStored(reading, folder, run, elder)
		if err != nil {
			s.logAdopted(ctx, id, adopted, err)
			return nil
		}
		switch err := journal.Append(ctx, g); {
		case errors.Is(err, segment.ErrSuperseded): // another node was faster
			return nil
		case err != nil:
			return err
		}
		elder = &g
		adopted++
	}
}

// findStored reads the segment that follows another from what is stored of it.
func (s *Service) findStored(ctx context.Context, folder string, run *segment.Run, elder *segment.Segment) (segment.Segment, error) {
	sequence := int64(0)
	if elder != nil {
		sequence = elder.Sequence + 1
	}
	var whole [2][]byte
	for _, r := range []segment.Rendition{segment.Video, segment.Audio} {
		var err error
		if whole[r], err = s.Blob.ReadAll(ctx, segment.SegmentName(r, run.Number, sequence).Key(folder)); err != nil {
			return segment.Segment{}, err
		}
	}
	return segment.Describe(run, elder, whole[segment.Video], whole[segment.Audio])
}

// logAdopted tells what came of an adoption, and why it ended if not because that was all.
func (s *Service) logAdopted(ctx context.Context, id StreamID, adopted int, end error) {
	if !errors.Is(end, blob.ErrNotFound) {
		s.Log.LogAttrs(ctx, slog.LevelWarn, "what a lost publisher left is not taken up", slog.Int64("stream_id", int64(id)), slog.Any("error", end))
	}
	if adopted > 0 {
		s.Log.LogAttrs(ctx, slog.LevelInfo, "taken up what a lost publisher left", slog.Int64("stream_id", int64(id)), slog.Int("segments", adopted))
	}
}
