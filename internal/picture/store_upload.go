package picture

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
)

// setBytes notes the size of what is arriving, and returns the row as it was.
func setBytes(ctx context.Context, tx bun.IDB, channelID int64, key string, bytes int64) (before pictureRow, err error) {
	err = tx.NewSelect().Model(&before).Where("channel_id = ?", channelID).Where("media_key = ?", key).Scan(ctx)
	if err != nil {
		return before, fmt.Errorf("read %s: %w", key, err)
	}
	_, err = tx.NewRaw(`UPDATE pictures SET bytes = ? WHERE channel_id = ? AND media_key = ? AND state = 'arriving'`,
		bytes, channelID, key).Exec(ctx)
	if err != nil {
		return before, fmt.Errorf("note the size of %s: %w", key, err)
	}
	return before, nil
}

// addUsage counts an upload, unless that would be too much: the row decides, so that
// those who come at once cannot all be the last.
func addUsage(ctx context.Context, tx bun.IDB, channelID, bytes int64, l Limits) error {
	_, err := tx.NewRaw(`INSERT INTO picture_usage (channel_id, pictures, bytes) VALUES (?, 0, 0) ON CONFLICT DO NOTHING`, channelID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("count uploads: %w", err)
	}
	res, err := tx.NewRaw(`UPDATE picture_usage SET pictures = pictures + 1, bytes = bytes + ?
		WHERE channel_id = ? AND pictures < ? AND bytes + ? <= ?`, bytes, channelID, l.Pictures, bytes, l.Bytes).Exec(ctx)
	if err != nil {
		return fmt.Errorf("count uploads: %w", err)
	}
	n, err := res.RowsAffected()
	if err != nil {
		return fmt.Errorf("count uploads: %w", err)
	}
	if n == 0 {
		return fault.New(fault.Unprocessable, "uploads_full",
			"The channel has no room for more pictures. Unused pictures are removed after a week.")
	}
	return nil
}

func selectUpload(ctx context.Context, from bun.IDB, channelID int64, key string) (Upload, error) {
	var r pictureRow
	err := from.NewSelect().Model(&r).Where("channel_id = ?", channelID).Where("media_key = ?", key).
		Where("state NOT IN ('arriving', 'leaving')").Scan(ctx)
	if db.IsNoRows(err) {
		return Upload{}, errNoPicture()
	}
	if err != nil {
		return Upload{}, fmt.Errorf("read %s: %w", key, err)
	}
	up := Upload{Key: key, State: string(r.State), Refusal: r.Refusal, Picture: Picture{Width: r.Width, Height: r.Height, Placeholder: r.Placeholder}}
	if err := json.Unmarshal([]byte(r.Variants), &up.Widths); err != nil {
		return Upload{}, fmt.Errorf("decode the variants of %s: %w", key, err)
	}
	return up, nil
}
