package media

import (
	"context"
	"fmt"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/media/segment"
)

func (s *Service) newCutCache() *cache.TTL[CutID, *desk] {
	return cache.NewTTL(cache.TTLOptions[CutID, *desk]{
		Load: s.loadCut,
		TTL: func(d *desk) time.Duration {
			if d.cut.State == CutSuccess {
				return recordedKept
			}
			return growingKept
		},
		StaleIfError: sparedDesk(),
		MaxWeight:    maxRecordedSegments,
		Weigh:        func(d *desk) int { return len(d.index.Load().Segments) + 1 },
		Clock:        s.Clock,
	})
}

// loadCut is for those who have proved their right by a signature. A cut that is not made
// has an index without segments.
func (s *Service) loadCut(ctx context.Context, id CutID) (*desk, error) {
	var row cutRow
	err := s.DB.Read().NewSelect().Model(&row).Where("id = ?", int64(id)).Scan(ctx)
	if db.IsNoRows(err) {
		return nil, errNoCut()
	}
	if err != nil {
		return nil, fmt.Errorf("find a cut: %w", err)
	}
	index := segment.NewIndex(segment.DefaultLimits())
	if row.State == CutSuccess {
		if index, _, err = restoreFilm(row.Journal); err != nil {
			return nil, fmt.Errorf("cut %d: %w", id, err)
		}
	}
	language, err := s.channelLanguage(ctx, row.ChannelID)
	if err != nil {
		return nil, err
	}
	row.Journal = ""
	return &desk{cut: &row, channelID: row.ChannelID, folder: row.Folder, index: index, language: language}, nil
}
