package picture

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
)

// state is how far a picture is.
type state string

const (
	stateArriving state = "arriving" // its bytes are on the way
	stateWanted   state = "wanted"   // there, and its variants are to be made
	stateMade     state = "made"
	stateRefused  state = "refused" // it stays as it is
	stateKept     state = "kept"    // of a kind of which nothing is made
	stateLeaving  state = "leaving" // being removed
)

type pictureRow struct {
	bun.BaseModel `bun:"table:pictures"`

	ChannelID   int64  `bun:",pk"`
	MediaKey    string `bun:",pk"`
	State       state
	Width       int
	Height      int
	Placeholder string
	Variants    string
	Refusal     string
	UpdatedMS   int64

	UnusedSinceMS *int64
	Bytes         int64
}

// insertChunk keeps one statement within what both engines take.
const insertChunk = 500

// insertArriving announces keys, those that are there already as used anew, and reports
// whether one of them is just leaving.
func insertArriving(ctx context.Context, tx bun.IDB, channelID int64, keys []string, now time.Time) (leaving bool, err error) {
	ms := clock.Millis(now)
	for chunk := range slices.Chunk(keys, insertChunk) {
		rows := make([]pictureRow, len(chunk))
		for i, key := range chunk {
			rows[i] = pictureRow{ChannelID: channelID, MediaKey: key, State: stateArriving, Variants: "{}", UpdatedMS: ms, UnusedSinceMS: &ms}
		}
		if _, err := tx.NewInsert().Model(&rows).On("CONFLICT DO NOTHING").Exec(ctx); err != nil {
			return false, fmt.Errorf("announce pictures: %w", err)
		}
		// This also holds the rows until tx ends, so that none of them leaves meanwhile.
		var states []state
		err := tx.NewRaw(`UPDATE pictures SET unused_since_ms = CASE WHEN state = 'leaving' THEN unused_since_ms ELSE ? END
			WHERE channel_id = ? AND media_key IN (?) RETURNING state`, ms, channelID, bun.List(chunk)).Scan(ctx, &states)
		if err != nil {
			return false, fmt.Errorf("announce pictures: %w", err)
		}
		leaving = leaving || slices.Contains(states, stateLeaving)
	}
	return leaving, nil
}

// updateArrived notes that bytes are there and referred to, and returns of how many
// pictures something is to be made.
func updateArrived(ctx context.Context, tx bun.IDB, channelID int64, keys []string) (wanted int64, err error) {
	for chunk := range slices.Chunk(keys, insertChunk) {
		_, err := tx.NewRaw(`UPDATE pictures SET unused_since_ms = NULL WHERE channel_id = ? AND media_key IN (?)`,
			channelID, bun.List(chunk)).Exec(ctx)
		if err != nil {
			return 0, fmt.Errorf("note pictures: %w", err)
		}
		n, err := settleArrived(ctx, tx, channelID, chunk)
		if err != nil {
			return 0, err
		}
		wanted += n
	}
	return wanted, nil
}

// settleArrived decides what becomes of pictures whose bytes are there.
func settleArrived(ctx context.Context, tx bun.IDB, channelID int64, keys []string) (wanted int64, err error) {
	raster, others := slices.Clone(keys), slices.Clone(keys)
	for state, some := range map[state][]string{
		stateWanted: slices.DeleteFunc(raster, func(key string) bool { return !isRaster(key) }),
		stateKept:   slices.DeleteFunc(others, isRaster),
	} {
		if len(some) == 0 {
			continue
		}
		res, err := tx.NewRaw(`UPDATE pictures SET state = ? WHERE channel_id = ? AND media_key IN (?) AND state = 'arriving'`,
			state, channelID, bun.List(some)).Exec(ctx)
		if err != nil {
			return 0, fmt.Errorf("note pictures: %w", err)
		}
		n, err := res.RowsAffected()
		if err != nil {
			return 0, fmt.Errorf("note pictures: %w", err)
		}
		if state == stateWanted {
			wanted = n
		}
	}
	return wanted, nil
}

func selectWanted(ctx context.Context, from bun.IDB, channelID int64, limit int) ([]string, error) {
	var keys []string
	err := from.NewSelect().TableExpr("pictures").Column("media_key").
		Where("channel_id = ?", channelID).Where("state = 'wanted'").Order("media_key").Limit(int64(limit)).Scan(ctx, &keys)
	if err != nil {
		return nil, fmt.Errorf("list wanted pictures: %w", err)
	}
	return keys, nil
}

func updateMade(ctx context.Context, tx bun.IDB, channelID int64, one outcome, now time.Time) error {
	end := stateMade
	if one.refusal != "" {
		end = stateRefused
	}
	variants, err := json.Marshal(one.picture.Widths)
	if err != nil {
		return fmt.Errorf("encode the variants of %s: %w", one.key, err)
	}
	_, err = tx.NewRaw(`UPDATE pictures SET state = ?, width = ?, height = ?, placeholder = ?, variants = ?, refusal = ?, updated_ms = ?
		WHERE channel_id = ? AND media_key = ? AND state = 'wanted'`, end, one.picture.Width, one.picture.Height, one.picture.Placeholder,
		string(variants), one.refusal, clock.Millis(now), channelID, one.key).Exec(ctx)
	if err != nil {
		return fmt.Errorf("record %s: %w", one.key, err)
	}
	return nil
}

func selectGallery(ctx context.Context, from bun.IDB, channelID int64) (Gallery, error) {
	var rows []pictureRow
	err := from.NewSelect().Model(&rows).Where("channel_id = ?", channelID).Where("state = ?", stateMade).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list pictures: %w", err)
	}
	g := make(Gallery, len(rows))
	for _, r := range rows {
		p := Picture{Width: r.Width, Height: r.Height, Placeholder: r.Placeholder}
		if err := json.Unmarshal([]byte(r.Variants), &p.Widths); err != nil {
			return nil, fmt.Errorf("decode the variants of %s: %w", r.MediaKey, err)
		}
		g[r.MediaKey] = p
	}
	return g, nil
}
