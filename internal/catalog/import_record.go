package catalog

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
)

// ImportNote says which file an import reads.
type ImportNote struct {
	File   string
	Source string // whose files these are, "" for none
}

// ImportChange is what an import changed of one event.
type ImportChange struct {
	Event  int // its position in the file's events
	ID     EventID
	Before *EventSnapshot // nil for a new event
	After  EventSnapshot
}

// ImportRecord is an import that was done.
type ImportRecord struct {
	Imported

	ID     int64
	File   string
	Source string
	At     time.Time
	Undone time.Time // zero while it stands
}

// keptImports is how many imports of a channel can be undone.
const keptImports = 100

type importRow struct {
	bun.BaseModel `bun:"table:schedule_imports"`

	ID             int64 `bun:",pk,autoincrement"`
	ChannelID      int64
	FileName       string
	Source         string
	CreatedCount   int
	UpdatedCount   int
	UnchangedCount int
	ImportedMS     int64         `bun:"imported_ms"`
	UndoneMS       sql.NullInt64 `bun:"undone_ms"`
}

type importEventRow struct {
	bun.BaseModel `bun:"table:schedule_import_events"`

	ImportID    int64
	EventID     EventID
	ChannelID   int64
	BeforeEvent string
	AfterEvent  string
}

func (r *importRow) record() ImportRecord {
	return ImportRecord{
		Imported: Imported{Created: r.CreatedCount, Updated: r.UpdatedCount, Unchanged: r.UnchangedCount},
		ID:       r.ID, File: r.FileName, Source: r.Source, At: clock.FromMillis(r.ImportedMS), Undone: timeOf(r.UndoneMS.Int64),
	}
}

// recordImport keeps what an import changed, and forgets the oldest imports.
func recordImport(ctx context.Context, tx bun.Tx, channelID int64, note ImportNote, n Imported, changes []ImportChange, now time.Time) (int64, error) {
	row := &importRow{
		ChannelID: channelID, FileName: note.File, Source: note.Source, CreatedCount: n.Created, UpdatedCount: n.Updated, UnchangedCount: n.Unchanged, ImportedMS: clock.Millis(now),
	}
	if _, err := tx.NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
		return 0, fmt.Errorf("record an import: %w", err)
	}
	rows := make([]*importEventRow, len(changes))
	for i, c := range changes {
		after, err := json.Marshal(c.After)
		if err != nil {
			return 0, fmt.Errorf("encode event %d: %w", c.ID, err)
		}
		rows[i] = &importEventRow{ImportID: row.ID, EventID: c.ID, ChannelID: channelID, AfterEvent: string(after)}
		if c.Before != nil {
			before, err := json.Marshal(c.Before)
			if err != nil {
				return 0, fmt.Errorf("encode event %d: %w", c.ID, err)
			}
			rows[i].BeforeEvent = string(before)
		}
	}
	if err := insertChunks(ctx, tx, rows, ""); err != nil {
		return 0, err
	}
	_, err := tx.NewRaw(`DELETE FROM schedule_imports WHERE channel_id = ? AND id <= (SELECT id FROM schedule_imports WHERE channel_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
		channelID, channelID, keptImports).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("forget old imports: %w", err)
	}
	return row.ID, nil
}

// ListImports returns the channel's imports that are kept, the latest first.
func (s *Service) ListImports(ctx context.Context, channelID int64) ([]ImportRecord, error) {
	var rows []*importRow
	if err := s.db.From(ctx).NewSelect().Model(&rows).Where("channel_id = ?", channelID).OrderExpr("id DESC").Scan(ctx); err != nil {
		return nil, fmt.Errorf("list imports: %w", err)
	}
	out := make([]ImportRecord, len(rows))
	for i, row := range rows {
		out[i] = row.record()
	}
	return out, nil
}

// SourceEvents returns the events that imports of a source brought or changed, of those
// imports that are kept.
func (s *Service) SourceEvents(ctx context.Context, channelID int64, source string) (map[EventID]bool, error) {
	var ids []EventID
	err := s.db.From(ctx).NewRaw(`SELECT DISTINCT e.event_id FROM schedule_import_events AS e JOIN schedule_imports AS i ON i.id = e.import_id
		WHERE i.channel_id = ? AND i.source = ? AND i.undone_ms IS NULL`, channelID, source).Scan(ctx, &ids)
	if err != nil {
		return nil, fmt.Errorf("list the events of a source: %w", err)
	}
	out := make(map[EventID]bool, len(ids))
	for _, id := range ids {
		out[id] = true
	}
	return out, nil
}
