package media

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/media/playlist"
)

// stripRow is five minutes of a stream's small pictures.
type stripRow struct {
	bun.BaseModel `bun:"table:stream_strips,alias:p"`

	StreamID  StreamID `bun:"stream_id,pk"`
	Number    int      `bun:"number,pk"`
	ChannelID int64
	Pictures  int
	Width     int
	Height    int
}

func (r stripRow) strip() playlist.Strip {
	return playlist.Strip{Number: r.Number, Pictures: r.Pictures, Width: r.Width, Height: r.Height}
}

// undrawnRow is a stream of which more is recorded than its small pictures show.
type undrawnRow struct {
	bun.BaseModel `bun:"table:streams,alias:s"`

	ID            StreamID `bun:"id,pk"`
	ChannelID     int64
	State         State
	DurationMS    int64 `bun:"duration_ms"`
	BoardsMS      int64 `bun:"boards_ms"`
	BoardsTries   int
	BoardsTriedMS int64 `bun:"boards_tried_ms"`
}

// undrawnBatch bounds how many streams are looked at at a time.
const undrawnBatch = 100

// listUndrawn lists the streams that a strip is due of and not being drawn.
func (s store) listUndrawn(ctx context.Context, now time.Time) ([]undrawnRow, error) {
	span := playlist.StripSpan.Milliseconds()
	var rows []undrawnRow
	err := s.db.Write().NewSelect().Model(&rows).
		Where("removed_ms IS NULL AND boards_tried_ms <= ?", clock.Millis(now.Add(-stripRest))).
		Where(`(state = 'ended' AND boards_ms < duration_ms OR state IN ('live', 'reconnecting') AND
			(SELECT (g.video_start + g.video_duration) / 90 FROM media_segments g WHERE g.stream_id = s.id ORDER BY g.sequence DESC LIMIT 1)
			>= boards_ms - boards_ms % ? + ?)`, span, span).
		OrderExpr("CASE state WHEN 'ended' THEN 1 ELSE 0 END, ended_ms DESC, id DESC").Limit(undrawnBatch).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list streams without small pictures: %w", err)
	}
	return rows, nil
}

// claimStrip makes the caller the only one that draws the next strip of a stream, for as long as
// stripRest; false means that another was first, or that the recording is gone.
func (s store) claimStrip(ctx context.Context, row undrawnRow, now time.Time) (bool, error) {
	ok, err := change(ctx, s.db.Write(), `UPDATE streams SET boards_tries = boards_tries + 1, boards_tried_ms = ?
		WHERE id = ? AND removed_ms IS NULL AND boards_ms = ? AND boards_tried_ms = ?`,
		clock.Millis(now), int64(row.ID), row.BoardsMS, row.BoardsTriedMS)
	if err != nil {
		return false, fmt.Errorf("claim a strip: %w", err)
	}
	return ok, nil
}

// returnStrip takes an attempt back that says nothing of the strip.
func (s store) returnStrip(ctx context.Context, row undrawnRow) error {
	_, err := change(ctx, s.db.Write(), `UPDATE streams SET boards_tries = ? WHERE id = ? AND boards_ms = ?`, row.BoardsTries, int64(row.ID), row.BoardsMS)
	if err != nil {
		return fmt.Errorf("return a strip: %w", err)
	}
	return nil
}

// passStrip goes on after a strip that there will not be.
func (s store) passStrip(ctx context.Context, row undrawnRow, until int64) error {
	_, err := s.advance(ctx, s.db.Write(), row, until)
	return err
}

// advance notes up to where a stream's small pictures are drawn, unless another did or the
// recording is gone.
func (s store) advance(ctx context.Context, idb bun.IDB, row undrawnRow, until int64) (bool, error) {
	ok, err := change(ctx, idb, `UPDATE streams SET boards_ms = ?, boards_tries = 0, boards_tried_ms = 0
		WHERE id = ? AND removed_ms IS NULL AND boards_ms = ?`, until, int64(row.ID), row.BoardsMS)
	if err != nil {
		return false, fmt.Errorf("note small pictures: %w", err)
	}
	return ok, nil
}

// keepStrip notes a strip whose file is stored. It stands for the one that was drawn when the
// stream had ended for a while.
func (s store) keepStrip(ctx context.Context, row undrawnRow, strip playlist.Strip, until int64) error {
	kept := stripRow{
		StreamID: row.ID, Number: strip.Number, ChannelID: row.ChannelID, Pictures: strip.Pictures, Width: strip.Width, Height: strip.Height,
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		ok, err := s.advance(ctx, tx, row, until)
		if err != nil || !ok {
			return err
		}
		_, err = tx.NewInsert().Model(&kept).On("CONFLICT (stream_id, number) DO UPDATE").
			Set("pictures = EXCLUDED.pictures, width = EXCLUDED.width, height = EXCLUDED.height").Returning("NULL").Exec(ctx)
		if err != nil {
			return fmt.Errorf("add a strip: %w", err)
		}
		return nil
	})
}

// strips are those of a stream, in their order.
func (s store) strips(ctx context.Context, id StreamID) ([]playlist.Strip, error) {
	var rows []stripRow
	if err := s.db.Read().NewSelect().Model(&rows).Where("stream_id = ?", int64(id)).Order("number").Scan(ctx); err != nil {
		return nil, fmt.Errorf("find the small pictures of a stream: %w", err)
	}
	strips := make([]playlist.Strip, len(rows))
	for i, row := range rows {
		strips[i] = row.strip()
	}
	return strips, nil
}
