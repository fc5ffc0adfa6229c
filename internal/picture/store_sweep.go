package picture

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
)

func selectChannels(ctx context.Context, from bun.IDB) ([]owner, error) {
	var channels []owner
	err := from.NewSelect().TableExpr("channels").Column("id", "channel_key").Order("id").Scan(ctx, &channels)
	if err != nil {
		return nil, fmt.Errorf("list channels: %w", err)
	}
	return channels, nil
}

// selectKept returns the pictures that are not leaving.
func selectKept(ctx context.Context, from bun.IDB, channelID int64) ([]pictureRow, error) {
	var rows []pictureRow
	err := from.NewSelect().Model(&rows).Column("media_key", "unused_since_ms").
		Where("channel_id = ?", channelID).Where("state <> 'leaving'").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list pictures: %w", err)
	}
	return rows, nil
}

// updateUnused notes since when pictures are unused; a zero time says that they are used.
func updateUnused(ctx context.Context, tx bun.IDB, channelID int64, keys []string, since time.Time) error {
	var ms *int64
	if !since.IsZero() {
		n := clock.Millis(since)
		ms = &n
	}
	for chunk := range slices.Chunk(keys, insertChunk) {
		_, err := tx.NewRaw(`UPDATE pictures SET unused_since_ms = ? WHERE channel_id = ? AND media_key IN (?) AND state <> 'leaving'`,
			ms, channelID, bun.List(chunk)).Exec(ctx)
		if err != nil {
			return fmt.Errorf("note unused pictures: %w", err)
		}
	}
	return nil
}

// selectOverdue returns the pictures that have been unused since until or longer.
func selectOverdue(ctx context.Context, from bun.IDB, channelID int64, until time.Time) ([]string, error) {
	var keys []string
	err := from.NewSelect().TableExpr("pictures").Column("media_key").Where("channel_id = ?", channelID).
		Where("state <> 'leaving'").Where("unused_since_ms <= ?", clock.Millis(until)).Order("media_key").Scan(ctx, &keys)
	if err != nil {
		return nil, fmt.Errorf("list unused pictures: %w", err)
	}
	return keys, nil
}

// updateLeaving marks pictures as leaving unless they have been used since.
func updateLeaving(ctx context.Context, tx bun.IDB, channelID int64, keys []string, until time.Time) error {
	for chunk := range slices.Chunk(keys, insertChunk) {
		_, err := tx.NewRaw(`UPDATE pictures SET state = 'leaving' WHERE channel_id = ? AND media_key IN (?) AND unused_since_ms <= ?`,
			channelID, bun.List(chunk), clock.Millis(until)).Exec(ctx)
		if err != nil {
			return fmt.Errorf("mark unused pictures: %w", err)
		}
	}
	return nil
}

func selectLeaving(ctx context.Context, from bun.IDB, channelID int64) ([]string, error) {
	var keys []string
	err := from.NewSelect().TableExpr("pictures").Column("media_key").
		Where("channel_id = ?", channelID).Where("state = 'leaving'").Order("media_key").Scan(ctx, &keys)
	if err != nil {
		return nil, fmt.Errorf("list leaving pictures: %w", err)
	}
	return keys, nil
}

// hasTwin reports whether another picture that stays has the same variants.
func hasTwin(ctx context.Context, from bun.IDB, channelID int64, key, stem string) (bool, error) {
	// A stem is of an alphabet in which only "_" means something in a pattern.
	found, err := from.NewSelect().TableExpr("pictures").Where("channel_id = ?", channelID).Where("media_key <> ?", key).
		Where("media_key LIKE ?", stem+".%").Where("state <> 'leaving'").Exists(ctx)
	if err != nil {
		return false, fmt.Errorf("look for %s: %w", stem, err)
	}
	return found, nil
}

// deleteLeft forgets pictures that have left, and makes room for as many.
func deleteLeft(ctx context.Context, tx bun.IDB, channelID int64, keys []string) error {
	var bytes []int64
	err := tx.NewRaw(`DELETE FROM pictures WHERE channel_id = ? AND media_key IN (?) AND state = 'leaving' RETURNING bytes`,
		channelID, bun.List(keys)).Scan(ctx, &bytes)
	if err != nil {
		return fmt.Errorf("forget pictures: %w", err)
	}
	uploads, room := 0, int64(0)
	for _, n := range bytes {
		if n > 0 {
			uploads, room = uploads+1, room+n
		}
	}
	_, err = tx.NewRaw(`UPDATE picture_usage SET pictures = pictures - ?, bytes = bytes - ? WHERE channel_id = ?`, uploads, room, channelID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("make room for pictures: %w", err)
	}
	return nil
}
