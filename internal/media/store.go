package media

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// store keeps streams, their journals and assets in SQL.
type store struct{ db *db.DB }

type streamRow struct {
	bun.BaseModel `bun:"table:streams,alias:s"`

	ID              int64 `bun:"id,pk,autoincrement"`
	ChannelID       int64
	EventID         int64
	StreamKey       string // hash of the key, or the key itself where SealedKey is empty
	SealedKey       string
	State           State
	StartedMS       *int64 `bun:"started_ms"`
	EndedMS         *int64 `bun:"ended_ms"`
	DroppedMS       *int64 `bun:"dropped_ms"`
	EndRequestedMS  *int64 `bun:"end_requested_ms"`
	Publisher       string
	PublisherNode   string
	PublisherSeenMS int64 `bun:"publisher_seen_ms"`
	Width           int
	Height          int
	DurationMS      int64  `bun:"duration_ms"`
	RemovedMS       *int64 `bun:"removed_ms"`
	CreatedMS       int64  `bun:"created_ms"`
	UpdatedMS       int64  `bun:"updated_ms"`
}

func (r streamRow) stream() Stream {
	return Stream{
		ID: StreamID(r.ID), ChannelID: r.ChannelID, EventID: r.EventID, State: r.State,
		StartedAt: instant(r.StartedMS), EndedAt: instant(r.EndedMS), DroppedAt: instant(r.DroppedMS),
		EndRequestedAt: instant(r.EndRequestedMS), RemovedAt: instant(r.RemovedMS), Width: r.Width, Height: r.Height, Duration: time.Duration(r.DurationMS) * time.Millisecond,
	}
}

func instant(ms *int64) time.Time {
	if ms == nil {
		return time.Time{}
	}
	return clock.FromMillis(*ms)
}

func errNoStream() error { return fault.NotFoundf("stream", "Stream not found.") }

// find returns the one stream that a condition selects.
func (s store) find(ctx context.Context, idb bun.IDB, condition string, args ...any) (streamRow, error) {
	var row streamRow
	err := idb.NewSelect().Model(&row).Where(condition, args...).Scan(ctx)
	switch {
	case db.IsNoRows(err):
		return streamRow{}, errNoStream()
	case err != nil:
		return streamRow{}, fmt.Errorf("find a stream: %w", err)
	}
	return row, nil
}

func (s store) findByEvent(ctx context.Context, channelID, eventID int64) (streamRow, error) {
	return s.find(ctx, s.db.Read(), "channel_id = ? AND event_id = ?", channelID, eventID)
}

// findByID and findByKey are for those who have proved their right by a signature
// or a key, which come before a channel is known.
func (s store) findByID(ctx context.Context, id StreamID) (streamRow, error) {
	return s.find(ctx, s.db.Read(), "id = ?", int64(id))
}

func (s store) findByKey(ctx context.Context, key, hash string) (streamRow, error) {
	return s.find(ctx, s.db.Read(), "(stream_key = ? AND sealed_key <> '') OR (stream_key = ? AND sealed_key = '')", hash, key)
}

// insert adds an idle stream and its asset, unless the event has one.
func (s store) insert(ctx context.Context, tx bun.Tx, keys *StreamKeys, channelID, eventID int64, now time.Time) error {
	row := streamRow{ChannelID: channelID, EventID: eventID, State: Idle, CreatedMS: clock.Millis(now), UpdatedMS: clock.Millis(now)}
	keys.seal(&row, newKey())
	if _, err := tx.NewInsert().Model(&row).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("add a stream: %w", err)
	}
	_, err := tx.NewRaw(`INSERT INTO assets (channel_id, event_id, stream_id, kind, media_key, width, height, created_ms)
		VALUES (?, ?, ?, 'stream', '', 0, 0, ?)`, channelID, eventID, row.ID, clock.Millis(now)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("add a stream's asset: %w", err)
	}
	return nil
}

func (s store) setKey(ctx context.Context, row streamRow, now time.Time) error {
	_, err := s.db.Write().NewRaw(`UPDATE streams SET stream_key = ?, sealed_key = ?, updated_ms = ? WHERE id = ? AND channel_id = ?`,
		row.StreamKey, row.SealedKey, clock.Millis(now), row.ID, row.ChannelID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("set a stream key: %w", err)
	}
	return nil
}

// change runs a statement and reports whether it changed anything.
func change(ctx context.Context, idb bun.IDB, query string, args ...any) (bool, error) {
	result, err := idb.NewRaw(query, args...).Exec(ctx)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// claim makes a session the only one that may write a stream. One statement
// decides, so that two encoders on two nodes cannot both be first, and no encoder
// starts after an operator has ended the stream. While a session holds the stream no
// reconnect window runs.
func (s store) claim(ctx context.Context, id StreamID, session, node string, now time.Time) (bool, error) {
	ok, err := change(ctx, s.db.Write(), `UPDATE streams
		SET publisher = ?, publisher_node = ?, publisher_seen_ms = ?, dropped_ms = NULL, updated_ms = ?
		WHERE id = ? AND removed_ms IS NULL AND end_requested_ms IS NULL AND (publisher = '' OR publisher_seen_ms < ?)`,
		session, node, clock.Millis(now), clock.Millis(now), int64(id), clock.Millis(now.Add(-deadAfter)))
	if err != nil {
		return false, fmt.Errorf("claim a stream: %w", err)
	}
	return ok, nil
}

// beat says that a session is alive; false means that another has taken the stream.
func (s store) beat(ctx context.Context, id StreamID, session string, now time.Time) (bool, error) {
	ok, err := change(ctx, s.db.Write(), `UPDATE streams SET publisher_seen_ms = ? WHERE id = ? AND publisher = ?`,
		clock.Millis(now), int64(id), session)
	if err != nil {
		return false, fmt.Errorf("note that a publisher is alive: %w", err)
	}
	return ok, nil
}

// lend makes sure that a session has a stream, and has it until tx ends.
func (s store) lend(ctx context.Context, tx bun.Tx, id StreamID, session string) error {
	query := `SELECT id FROM streams WHERE id = ? AND publisher = ?`
	if s.db.Engine() == db.Postgres {
		query += ` FOR SHARE`
	}
	var held int64
	err := tx.NewRaw(query, int64(id), session).Scan(ctx, &held)
	if db.IsNoRows(err) {
		return fmt.Errorf("%w (%w)", errTaken, segment.ErrSuperseded)
	}
	return err
}

// extent is how many runs and segments the journal of a stream has.
func (s store) extent(ctx context.Context, channelID int64, id StreamID) (runs, segments int, err error) {
	err = s.db.Write().NewRaw(`SELECT (SELECT count(*) FROM media_runs WHERE channel_id = ? AND stream_id = ?),
		(SELECT COALESCE(MAX(sequence) + 1, 0) FROM media_segments WHERE channel_id = ? AND stream_id = ?)`,
		channelID, int64(id), channelID, int64(id)).Scan(ctx, &runs, &segments)
	if err != nil {
		return 0, 0, fmt.Errorf("ask for the extent of a journal: %w", err)
	}
	return runs, segments, nil
}

func (s store) listOf(ctx context.Context, ids []StreamID) ([]streamRow, error) {
	return s.list(ctx, maxRecovered, "id IN (?)", bun.List(ids))
}

// markLive notes that a session has shown a picture since at.
func (s store) markLive(ctx context.Context, tx bun.Tx, id StreamID, session string, at time.Time, width, height int) (bool, error) {
	ok, err := change(ctx, tx, `UPDATE streams
		SET state = 'live', started_ms = COALESCE(started_ms, ?), ended_ms = NULL, width = ?, height = ?, updated_ms = ?
		WHERE id = ? AND publisher = ?`,
		clock.Millis(at), width, height, clock.Millis(at), int64(id), session)
	if err != nil {
		return false, fmt.Errorf("mark a stream live: %w", err)
	}
	return ok, nil
}

// release ends a session's claim. A stream that was live is then waiting for its
// encoder.
func (s store) release(ctx context.Context, tx bun.Tx, id StreamID, session string, at time.Time) (bool, error) {
	ok, err := change(ctx, tx, `UPDATE streams
		SET publisher = '', publisher_node = '',
			dropped_ms = CASE WHEN state IN ('live', 'reconnecting') THEN ? ELSE NULL END,
			state = CASE state WHEN 'live' THEN 'reconnecting' ELSE state END, updated_ms = ?
		WHERE id = ? AND publisher = ?`,
		clock.Millis(at), clock.Millis(at), int64(id), session)
	if err != nil {
		return false, fmt.Errorf("release a stream: %w", err)
	}
	return ok, nil
}

// setDropped changes since when the encoder of a stream is waited for, unless it has
// come back or another node was first.
func (s store) setDropped(ctx context.Context, id StreamID, from, to int64) (bool, error) {
	ok, err := change(ctx, s.db.Write(), `UPDATE streams SET dropped_ms = ?
		WHERE id = ? AND state = 'reconnecting' AND publisher = '' AND dropped_ms = ?`, to, int64(id), from)
	if err != nil {
		return false, fmt.Errorf("wait for an encoder: %w", err)
	}
	return ok, nil
}

// requestEnd stores that an operator ends a stream. It reports false for a stream that is not live and has no encoder.
func (s store) requestEnd(ctx context.Context, tx bun.Tx, id StreamID, now time.Time) (bool, error) {
	ok, err := change(ctx, tx, `UPDATE streams SET end_requested_ms = COALESCE(end_requested_ms, ?), updated_ms = ?
		WHERE id = ? AND (state IN ('live', 'reconnecting') OR state = 'ended' AND publisher <> '')`,
		clock.Millis(now), clock.Millis(now), int64(id))
	if err != nil {
		return false, fmt.Errorf("request the end of a stream: %w", err)
	}
	return ok, nil
}

// withdrawEnd removes the request of an operator to end a stream. It reports false for a stream without a request, and for one
// that an encoder could not continue because it ended before a moment or its recording was removed.
func (s store) withdrawEnd(ctx context.Context, id StreamID, endedSince, now time.Time) (bool, error) {
	ok, err := change(ctx, s.db.Write(), `UPDATE streams SET end_requested_ms = NULL, updated_ms = ?
		WHERE id = ? AND end_requested_ms IS NOT NULL AND removed_ms IS NULL AND (state <> 'ended' OR ended_ms >= ?)`,
		clock.Millis(now), int64(id), clock.Millis(endedSince))
	if err != nil {
		return false, fmt.Errorf("withdraw the end of a stream: %w", err)
	}
	return ok, nil
}

// finish ends a stream without an encoder if an operator has ended it or its encoder has been
// gone since before cutoff. Nothing but this statement decides, so that an encoder that returns
// in the same moment either has the stream or comes too late.
func (s store) finish(ctx context.Context, tx bun.Tx, id StreamID, cutoff, now time.Time) (bool, error) {
	ok, err := change(ctx, tx, `UPDATE streams
		SET state = 'ended', ended_ms = dropped_ms, dropped_ms = NULL, updated_ms = ?,
			duration_ms = COALESCE((SELECT MAX(g.video_start + g.video_duration) FROM media_segments g WHERE g.stream_id = streams.id), 0) / 90
		WHERE id = ? AND state = 'reconnecting' AND publisher = '' AND (dropped_ms <= ? OR end_requested_ms IS NOT NULL)`,
		clock.Millis(now), int64(id), clock.Millis(cutoff))
	if err != nil {
		return false, fmt.Errorf("finish a stream: %w", err)
	}
	return ok, nil
}

// listExpired lists streams whose encoders have been gone since before cutoff, and those without an encoder that an operator
// has ended.
func (s store) listExpired(ctx context.Context, cutoff time.Time, limit int64) ([]streamRow, error) {
	return s.list(ctx, limit, "state = 'reconnecting' AND publisher = '' AND (dropped_ms <= ? OR end_requested_ms IS NOT NULL)", clock.Millis(cutoff))
}

// listRefused lists the streams of publishers that an operator has ended, or whose key is not the one of the publisher any more.
// A key without a sealed one is of an older version, and is not stored as its hash.
func (s store) listRefused(ctx context.Context, publishers map[StreamID]*session) ([]streamRow, error) {
	keys := make([]string, 0, len(publishers))
	for _, p := range publishers {
		keys = append(keys, p.keyHash)
	}
	return s.list(ctx, maxRecovered, "id IN (?) AND (end_requested_ms IS NOT NULL OR sealed_key <> '' AND stream_key NOT IN (?))",
		bun.List(slices.Collect(maps.Keys(publishers))), bun.List(keys))
}

// listAhead lists streams whose encoders were lost after a moment that has yet to come.
func (s store) listAhead(ctx context.Context, moment time.Time, limit int64) ([]streamRow, error) {
	return s.list(ctx, limit, "state = 'reconnecting' AND publisher = '' AND dropped_ms > ?", clock.Millis(moment))
}

// listAbandoned lists streams whose publishers have not been heard of since before
// cutoff: their node is dead.
func (s store) listAbandoned(ctx context.Context, cutoff time.Time, limit int64) ([]streamRow, error) {
	return s.list(ctx, limit, "publisher <> '' AND publisher_seen_ms < ?", clock.Millis(cutoff))
}

// listOfNode lists streams that a node was writing when it last stopped.
func (s store) listOfNode(ctx context.Context, node string) ([]streamRow, error) {
	return s.list(ctx, maxRecovered, "publisher <> '' AND publisher_node = ?", node)
}

func (s store) listReconnecting(ctx context.Context) ([]streamRow, error) {
	return s.list(ctx, maxRecovered, "state = 'reconnecting'")
}

// maxRecovered bounds what a node looks after when it starts, far above what it
// can carry.
const maxRecovered = 10_000

func (s store) list(ctx context.Context, limit int64, condition string, args ...any) ([]streamRow, error) {
	var rows []streamRow
	err := s.db.Write().NewSelect().Model(&rows).Where(condition, args...).Order("id").Limit(limit).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list streams: %w", err)
	}
	return rows, nil
}

// lengths are how long the recordings of a channel are, by event.
func (s store) lengths(ctx context.Context, channelID int64) (map[int64]time.Duration, error) {
	var rows []streamRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Column("event_id", "duration_ms").
		Where("channel_id = ?", channelID).Where("state = 'ended' AND removed_ms IS NULL").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list recordings: %w", err)
	}
	out := make(map[int64]time.Duration, len(rows))
	for _, r := range rows {
		out[r.EventID] = time.Duration(r.DurationMS) * time.Millisecond
	}
	return out, nil
}
