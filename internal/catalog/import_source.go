package catalog

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/text"
)

// ScheduleSource is where a channel's schedule files come from, with what was answered
// about them.
type ScheduleSource struct {
	Name    string
	Mapping string // YAML
	Updated time.Time
}

var sourceName = text.NewPattern(`^[a-z0-9][a-z0-9._-]{0,63}$`)

// maxMapping bounds a mapping, in bytes.
const maxMapping = 1 << 20

type sourceRow struct {
	bun.BaseModel `bun:"table:schedule_sources"`

	ChannelID int64  `bun:",pk"`
	Name      string `bun:",pk"`
	Mapping   string
	UpdatedMS int64 `bun:"updated_ms"`
}

// ScheduleSources lists the channel's sources by name.
func (s *Service) ScheduleSources(ctx context.Context, channelID int64) ([]ScheduleSource, error) {
	var rows []sourceRow
	if err := s.db.From(ctx).NewSelect().Model(&rows).Where("channel_id = ?", channelID).OrderExpr("name").Scan(ctx); err != nil {
		return nil, fmt.Errorf("list schedule sources: %w", err)
	}
	out := make([]ScheduleSource, len(rows))
	for i, row := range rows {
		out[i] = ScheduleSource{Name: row.Name, Mapping: row.Mapping, Updated: clock.FromMillis(row.UpdatedMS)}
	}
	return out, nil
}

// FindScheduleSource returns a source; NotFound, "source_not_found".
func (s *Service) FindScheduleSource(ctx context.Context, channelID int64, name string) (ScheduleSource, error) {
	var row sourceRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("channel_id = ?", channelID).Where("name = ?", name).Scan(ctx)
	if db.IsNoRows(err) {
		return ScheduleSource{}, fault.NotFoundf("source", "No schedule source has this name.")
	}
	if err != nil {
		return ScheduleSource{}, fmt.Errorf("read a schedule source: %w", err)
	}
	return ScheduleSource{Name: row.Name, Mapping: row.Mapping, Updated: clock.FromMillis(row.UpdatedMS)}, nil
}

// CheckSourceName refuses a name that no source can have: Invalid with the field "source".
func CheckSourceName(name string) error {
	if !sourceName.MatchString(name) {
		return fault.InvalidFields(fault.Field{Field: "source", Code: "invalid_value", Message: "The name of a source can have lower-case letters, digits, dots and hyphens"})
	}
	return nil
}

// KeepScheduleSource stores the mapping of a source.
func (s *Service) KeepScheduleSource(ctx context.Context, by actor.Actor, channelID int64, name, mapping string) error {
	if err := CheckSourceName(name); err != nil {
		return err
	}
	if len(mapping) > maxMapping {
		return fault.InvalidFields(fault.Field{Field: "mapping", Code: "too_long", Message: "A mapping can have at most 1 MiB"})
	}
	return s.change(ctx, by, channelID, revision.Events, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewRaw(`INSERT INTO schedule_sources (channel_id, name, mapping, updated_ms) VALUES (?, ?, ?, ?)
			ON CONFLICT (channel_id, name) DO UPDATE SET mapping = EXCLUDED.mapping, updated_ms = EXCLUDED.updated_ms`,
			channelID, name, mapping, clock.Millis(s.clock.Now())).Exec(ctx)
		if err != nil {
			return fmt.Errorf("keep a schedule source: %w", err)
		}
		return nil
	})
}

// RemoveScheduleSource forgets the mapping of a source; its events stay.
func (s *Service) RemoveScheduleSource(ctx context.Context, by actor.Actor, channelID int64, name string) error {
	return s.change(ctx, by, channelID, revision.Events, func(ctx context.Context, tx bun.Tx) error {
		removed, err := db.Changed(tx.NewDelete().Model((*sourceRow)(nil)).Where("channel_id = ?", channelID).Where("name = ?", name).Exec(ctx))
		if err != nil {
			return fmt.Errorf("remove a schedule source: %w", err)
		}
		if !removed {
			return fault.NotFoundf("source", "No schedule source has this name.")
		}
		return nil
	})
}
