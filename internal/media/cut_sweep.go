package media

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
)

const (
	// cutPrefix is where the segments of cuts lie, in the media store: each attempt at one
	// has a folder below it.
	cutPrefix = "cuts/"
	// posterPrefix is where their posters lie, below publicPrefix.
	posterPrefix = "stills/cuts/"

	// cutWithin is how long a cut may be processing.
	cutWithin = 9 * time.Minute
	// orphanAfter is how long what belongs to no cut is left alone: it may be about to.
	orphanAfter = time.Hour
	// cutBatch bounds how many cuts one round looks at.
	cutBatch = 500
)

// FailOverdueCuts gives up the cuts that should have been made long ago, and returns how
// many. It may run anywhere at any time.
func (s *Service) FailOverdueCuts(ctx context.Context) (int, error) {
	var rows []cutRow
	err := s.DB.Read().NewSelect().Model(&rows).Column("id", "channel_id").Where("state = 'processing'").
		Where("created_ms < ?", clock.Millis(s.Clock.Now().Add(-cutWithin))).Order("created_ms").Limit(cutBatch).Scan(ctx)
	if err != nil {
		return 0, fmt.Errorf("find overdue cuts: %w", err)
	}
	var errs error
	for _, row := range rows {
		errs = errors.Join(errs, s.FailCut(ctx, row.ChannelID, row.ID))
	}
	return len(rows), errs
}

// ReapCuts removes what was stored for cuts that are no more, or by attempts that were cut
// short, and returns how many files that was.
func (s *Service) ReapCuts(ctx context.Context) (int, error) {
	files, err := s.reap(ctx, cutPrefix, "folder", func(key string) string { return key[:strings.LastIndexByte(key, '/')] })
	if err != nil {
		return files, err
	}
	posters, err := s.reap(ctx, publicPrefix+posterPrefix, "image", func(key string) string { return strings.TrimPrefix(key, publicPrefix) })
	return files + posters, err
}

// reap removes what lies under a prefix and is old and named by no cut: named says, of a
// key, what a column of its cut would hold.
func (s *Service) reap(ctx context.Context, prefix, column string, named func(key string) string) (int, error) {
	removed, known, asked := 0, false, ""
	for a, err := range s.Blob.List(ctx, prefix) {
		if err != nil {
			return removed, err
		}
		if s.Clock.Now().Sub(a.ModTime) < orphanAfter {
			continue
		}
		if name := named(a.Key); name != asked { // a folder's keys follow each other
			var err error
			if known, err = s.DB.Read().NewSelect().Model((*cutRow)(nil)).Where("? = ?", bun.Ident(column), name).Exists(ctx); err != nil {
				return removed, fmt.Errorf("look for a cut: %w", err)
			}
			asked = name
		}
		if known {
			continue
		}
		if err := s.Blob.Delete(ctx, a.Key); err != nil {
			return removed, err
		}
		removed++
	}
	return removed, nil
}

// discardWithin bounds removing what one cut has stored. What remains is reaped.
const discardWithin = 30 * time.Second

// discardCut removes what was stored under a folder and as a poster; either may be empty.
func (s *Service) discardCut(ctx context.Context, folder, image string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), discardWithin)
	defer cancel()
	var keys []string
	var errs error
	if folder != "" {
		for a, err := range s.Blob.List(ctx, folder+"/") {
			if err != nil {
				errs = err
				break
			}
			keys = append(keys, a.Key)
		}
	}
	if image != "" {
		keys = append(keys, publicPrefix+image)
	}
	for _, key := range keys {
		errs = errors.Join(errs, s.Blob.Delete(ctx, key))
	}
	if errs != nil {
		s.Log.WarnContext(ctx, "a cut's files are left for later", "folder", folder, "error", errs)
	}
}
