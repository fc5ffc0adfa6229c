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
	stateWanted  state = "wanted"
	stateMade    state = "made"
	stateRefused state = "refused"
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
}

// insertChunk keeps one statement within what both engines take.
const insertChunk = 500

// insertWanted adds the keys that are not there yet and returns how many those are.
func insertWanted(ctx context.Context, tx bun.IDB, channelID int64, keys []string, now time.Time) (int64, error) {
	var added int64
	for chunk := range slices.Chunk(keys, insertChunk) {
		rows := make([]pictureRow, len(chunk))
		for i, key := range chunk {
			rows[i] = pictureRow{ChannelID: channelID, MediaKey: key, State: stateWanted, Variants: "{}", UpdatedMS: clock.Millis(now)}
		}
		res, err := tx.NewInsert().Model(&rows).On("CONFLICT DO NOTHING").Exec(ctx)
		if err != nil {
			return 0, fmt.Errorf("want pictures: %w", err)
		}
		n, err := res.RowsAffected()
		if err != nil {
			return 0, fmt.Errorf("want pictures: %w", err)
		}
		added += n
	}
	return added, nil
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
		WHERE channel_id = ? AND media_key = ?`, end, one.picture.Width, one.picture.Height, one.picture.Placeholder,
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
