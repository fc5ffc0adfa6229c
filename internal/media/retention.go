package media

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
)

const (
	// clearAfter is how long the files of a removed recording stay: who is watching it on
	// another node, which has its index in memory, or loading it down, comes to an end.
	clearAfter = time.Hour
	// clearBatch bounds how many recordings' files one round removes.
	clearBatch = 500
)

// RemoveRecordings takes the recordings of a channel away whose events ended before a moment,
// and returns how many. Those of the events that are needed stay, and those that a cut is being
// made of. What was cut out of them stays, and so do their pictures; their files are for
// ClearRemoved. It may run anywhere at any time.
func (s *Service) RemoveRecordings(ctx context.Context, channelID int64, endedBefore time.Time, needed []int64) (int, error) {
	rows, err := s.store.listEnded(ctx, channelID, endedBefore)
	if err != nil {
		return 0, err
	}
	removed := 0
	var errs error
	for _, row := range rows {
		if slices.Contains(needed, row.EventID) {
			continue
		}
		done, err := s.removeRecording(ctx, row, endedBefore)
		errs = errors.Join(errs, err)
		if done {
			removed++
		}
	}
	return removed, errs
}

// removeRecording makes an event one without a recording, all in one transaction: whoever asks
// sees the recording whole or not at all.
func (s *Service) removeRecording(ctx context.Context, row streamRow, endedBefore time.Time) (done bool, err error) {
	id, now := StreamID(row.ID), s.Clock.Now()
	err = s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		if done, err = s.store.remove(ctx, tx, id, endedBefore, now); err != nil || !done {
			return err
		}
		if err := s.Events.SetPreview(ctx, tx, row.ChannelID, row.EventID, 0); err != nil {
			return err
		}
		return s.Events.SetStreamState(ctx, tx, row.ChannelID, row.EventID, string(Idle), now)
	})
	if err != nil || !done {
		return false, err
	}
	s.recorded.Invalidate(id)
	s.Log.LogAttrs(ctx, slog.LevelInfo, "recording removed", slog.Int64("channel_id", row.ChannelID), slog.Int64("event_id", row.EventID))
	return true, nil
}

// ClearRemoved removes the files of recordings that were removed a while ago, and returns how
// many files that was. Cut short, the next call goes on.
func (s *Service) ClearRemoved(ctx context.Context) (int, error) {
	now, files := s.Clock.Now(), 0
	rows, err := s.store.list(ctx, clearBatch, "removed_ms < ? AND cleared_ms IS NULL", clock.Millis(now.Add(-clearAfter)))
	if err != nil {
		return 0, err
	}
	for _, row := range rows {
		n, err := s.removeFolder(ctx, streamFolder(row.ChannelID, StreamID(row.ID)))
		files += n
		if err != nil {
			return files, fmt.Errorf("clear stream %d: %w", row.ID, err)
		}
		if _, err := change(ctx, s.DB.Write(), `UPDATE streams SET cleared_ms = ? WHERE id = ?`, clock.Millis(now), row.ID); err != nil {
			return files, fmt.Errorf("note that stream %d is cleared: %w", row.ID, err)
		}
	}
	return files, nil
}

// removeFolder removes what lies in a folder.
func (s *Service) removeFolder(ctx context.Context, folder string) (int, error) {
	removed := 0
	for a, err := range s.Blob.List(ctx, folder+"/") {
		if err == nil {
			err = s.Blob.Delete(ctx, a.Key)
		}
		if err != nil {
			return removed, err
		}
		removed++
	}
	return removed, nil
}

// listEnded lists the recordings of a channel whose events ended before a moment, the oldest
// first.
func (s store) listEnded(ctx context.Context, channelID int64, before time.Time) ([]streamRow, error) {
	var rows []streamRow
	err := s.db.Read().NewSelect().Model(&rows).
		Where("channel_id = ? AND state = 'ended' AND removed_ms IS NULL AND ended_ms < ?", channelID, clock.Millis(before)).
		Order("ended_ms").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list recordings: %w", err)
	}
	return rows, nil
}

// remove removes a stream's journal, with its small pictures and its preview, and says that its recording is gone. Its row is taken hold
// of first, as by whoever adds a cut or comes to publish: of two in the same moment the second
// sees what the first has done.
func (s store) remove(ctx context.Context, tx bun.Tx, id StreamID, before, now time.Time) (bool, error) {
	if err := s.hold(ctx, tx, id); err != nil {
		if fault.KindOf(err) == fault.NotFound {
			return false, nil // another was first
		}
		return false, err
	}
	ok, err := change(ctx, tx, `UPDATE streams SET removed_ms = ?, updated_ms = ?
		WHERE id = ? AND state = 'ended' AND publisher = '' AND ended_ms < ?
		AND NOT EXISTS (SELECT 1 FROM cuts u WHERE u.stream_id = streams.id AND u.state = 'processing')`,
		clock.Millis(now), clock.Millis(now), int64(id), clock.Millis(before))
	if err != nil {
		return false, fmt.Errorf("remove a recording: %w", err)
	}
	if !ok {
		return false, nil
	}
	for _, journal := range []string{"media_segments", "media_runs", "stream_strips", "previews"} {
		if _, err := tx.NewDelete().Table(journal).Where("stream_id = ?", int64(id)).Exec(ctx); err != nil {
			return false, fmt.Errorf("remove a journal: %w", err)
		}
	}
	return true, nil
}

// hold keeps a stream's recording from being removed until the transaction ends.
func (s store) hold(ctx context.Context, tx bun.Tx, id StreamID) error {
	there, err := change(ctx, tx, `UPDATE streams SET updated_ms = updated_ms WHERE id = ? AND removed_ms IS NULL`, int64(id))
	if err != nil {
		return fmt.Errorf("hold a recording: %w", err)
	}
	if !there {
		return errNoStream()
	}
	return nil
}
