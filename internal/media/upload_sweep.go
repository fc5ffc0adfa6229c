package media

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
)

// uploadPrefix is where the pieces of uploads lie, in the media store: each upload has a
// folder below it.
const uploadPrefix = "uploads/"

// SweepUploads gives up the uploads of which a film should long have been made, forgets
// those that were never sent to their end, and returns how many of both. It may run
// anywhere at any time.
func (s *Service) SweepUploads(ctx context.Context) (int, error) {
	now := s.Clock.Now()
	late, err := s.staleUploads(ctx, "state = 'processing' AND updated_ms < ? OR state = 'uploaded' AND updated_ms < ?",
		clock.Millis(now.Add(-silentFor)), clock.Millis(now.Add(-waitFor)))
	if err != nil {
		return 0, err
	}
	var errs error
	for _, row := range late {
		errs = errors.Join(errs, s.FailUpload(ctx, row.ChannelID, row.ID, errNotMade()))
	}
	left := clock.Millis(now.Add(-abandonAfter))
	abandoned, err := s.staleUploads(ctx, "state = 'uploading' AND updated_ms < ?", left)
	for _, row := range abandoned {
		errs = errors.Join(errs, s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return s.abandonUpload(ctx, tx, row, left) }))
	}
	return len(late) + len(abandoned), errors.Join(err, errs)
}

func (s *Service) staleUploads(ctx context.Context, condition string, args ...any) ([]uploadRow, error) {
	var rows []uploadRow
	err := s.DB.Read().NewSelect().Model(&rows).Column("id", "channel_id").Where(condition, args...).Order("updated_ms").Limit(cutBatch).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("find stale uploads: %w", err)
	}
	return rows, nil
}

// abandonUpload forgets an upload, unless more of it has come.
func (s *Service) abandonUpload(ctx context.Context, tx bun.Tx, row uploadRow, left int64) error {
	gone, err := change(ctx, tx, `DELETE FROM uploads WHERE id = ? AND state = 'uploading' AND updated_ms < ?`, int64(row.ID), left)
	if err != nil {
		return fmt.Errorf("forget an upload: %w", err)
	}
	if gone {
		s.DB.AfterCommit(ctx, func() { s.discardUnder(ctx, piecesFolder(row.ID)) })
	}
	return nil
}

// ReapUploads removes the pieces of uploads that nobody waits for, and returns how many
// files that was.
func (s *Service) ReapUploads(ctx context.Context) (int, error) {
	removed, waiting, asked := 0, false, ""
	for a, err := range s.Blob.List(ctx, uploadPrefix) {
		if err != nil {
			return removed, err
		}
		if s.Clock.Now().Sub(a.ModTime) < orphanAfter {
			continue
		}
		folder, _, _ := strings.Cut(strings.TrimPrefix(a.Key, uploadPrefix), "/")
		if folder != asked { // a folder's keys follow each other
			if waiting, err = s.isPending(ctx, folder); err != nil {
				return removed, err
			}
			asked = folder
		}
		if waiting {
			continue
		}
		if err := s.Blob.Delete(ctx, a.Key); err != nil {
			return removed, err
		}
		removed++
	}
	return removed, nil
}

// isPending reports whether the pieces in a folder are still needed.
func (s *Service) isPending(ctx context.Context, folder string) (bool, error) {
	id, err := strconv.ParseInt(folder, 10, 64)
	if err != nil {
		return false, nil //nolint:nilerr // no folder of ours
	}
	pending, err := s.DB.Read().NewSelect().Model((*uploadRow)(nil)).Where("id = ?", id).
		Where("state IN ('uploading', 'uploaded', 'processing')").Exists(ctx)
	if err != nil {
		return false, fmt.Errorf("look for an upload: %w", err)
	}
	return pending, nil
}
