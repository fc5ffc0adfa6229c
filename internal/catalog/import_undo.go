package catalog

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
)

// ImportUndone is what the undoing of an import did.
type ImportUndone struct {
	Removed, Restored int
	Kept              []KeptEvent // events that stay, or stay in part
}

// KeptEvent is an event that could not be undone, and why.
type KeptEvent struct {
	ID     EventID
	Reason string
}

// UndoImport reverts an import. UndoImport calls remove for each event that the import created.
// remove returns the reason why an event must stay, or "" after removing it. Fields that the import
// changed get their earlier values. Fields that changed since stay, and Kept names them.
//
// Failures: NotFound, "import_not_found"; Conflict, "import_undone"; Forbidden.
func (s *Service) UndoImport(ctx context.Context, by actor.Actor, channelID, importID int64, remove func(ctx context.Context, id EventID) (string, error)) (ImportUndone, error) {
	var done ImportUndone
	err := s.change(ctx, by, channelID, revision.Events, func(ctx context.Context, tx bun.Tx) error {
		done = ImportUndone{}
		if err := s.claimUndo(ctx, tx, channelID, importID); err != nil {
			return err
		}
		var rows []*importEventRow
		if err := tx.NewSelect().Model(&rows).Where("import_id = ?", importID).Where("channel_id = ?", channelID).OrderExpr("event_id").Scan(ctx); err != nil {
			return fmt.Errorf("read import %d: %w", importID, err)
		}
		ref, err := s.Stored(ctx, channelID)
		if err != nil {
			return err
		}
		for _, row := range rows {
			reason, err := s.undoEvent(ctx, tx, &done, row, ref, remove)
			if err != nil {
				return err
			}
			if reason != "" {
				done.Kept = append(done.Kept, KeptEvent{row.EventID, reason})
			}
		}
		return nil
	})
	return done, err
}

// claimUndo marks an import as undone. It refuses the second of two concurrent calls.
func (s *Service) claimUndo(ctx context.Context, tx bun.Tx, channelID, importID int64) error {
	row := new(importRow)
	err := tx.NewSelect().Model(row).Where("id = ?", importID).Where("channel_id = ?", channelID).Scan(ctx)
	if db.IsNoRows(err) {
		return fault.NotFoundf("import", "No import of the channel has this number.")
	}
	if err != nil {
		return fmt.Errorf("read import %d: %w", importID, err)
	}
	claimed, err := db.Changed(tx.NewRaw("UPDATE schedule_imports SET undone_ms = ? WHERE id = ? AND undone_ms IS NULL", clock.Millis(s.clock.Now()), importID).Exec(ctx))
	if err != nil {
		return fmt.Errorf("undo import %d: %w", importID, err)
	}
	if !claimed {
		return fault.New(fault.Conflict, "import_undone", "This import has already been undone.")
	}
	return nil
}

func (s *Service) undoEvent(ctx context.Context, tx bun.Tx, done *ImportUndone, row *importEventRow, ref *Reference,
	remove func(ctx context.Context, id EventID) (string, error),
) (string, error) {
	current, err := s.selectRow(ctx, tx, row.ChannelID, row.EventID)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return "it was removed since", nil
	case err != nil:
		return "", err
	case current.wasStreamed():
		return "it was streamed since", nil
	}
	var before, after EventSnapshot
	if err := json.Unmarshal([]byte(row.AfterEvent), &after); err != nil {
		return "", fmt.Errorf("decode event %d of import %d: %w", row.EventID, row.ImportID, err)
	}
	now, err := current.snapshot()
	if err != nil {
		return "", err
	}
	if row.BeforeEvent == "" {
		if changed := differing(after, now); len(changed) > 0 {
			return "it was changed since (" + strings.Join(changed, ", ") + "); remove it with event remove", nil
		}
		reason, err := remove(ctx, row.EventID)
		if err == nil && reason == "" {
			done.Removed++
		}
		return reason, err
	}
	if err := json.Unmarshal([]byte(row.BeforeEvent), &before); err != nil {
		return "", fmt.Errorf("decode event %d of import %d: %w", row.EventID, row.ImportID, err)
	}
	merged, kept := merge(before, after, now)
	if !reflect.DeepEqual(merged, now) {
		reason, err := reasonToKeep(ctx, tx, current, merged, ref)
		if err != nil || reason != "" {
			return reason, err
		}
		if err := s.restoreEvent(ctx, tx, current, merged, ref); err != nil {
			return "", err
		}
		done.Restored++
	}
	if len(kept) > 0 {
		return "changed since and kept: " + strings.Join(kept, ", "), nil
	}
	return "", nil
}

// reasonToKeep returns the reason why an event cannot get the fields of a snapshot, or "".
func reasonToKeep(ctx context.Context, tx bun.Tx, current *eventRow, to EventSnapshot, ref *Reference) (string, error) {
	switch {
	case ref.Category(to.CategoryID) == nil:
		return "its earlier sport was removed since", nil
	case slices.ContainsFunc(to.Participants, func(id ParticipantID) bool { return ref.Participant(id) == nil }):
		return "one of its earlier teams was removed since", nil
	case to.LocationID != 0 && ref.Location(to.LocationID) == nil:
		return "its earlier location was removed since", nil
	case to.DivisionID != 0 && ref.Division(to.DivisionID) == nil:
		return "its earlier division was removed since", nil
	case to.GroupID != 0 && ref.EventGroup(to.GroupID) == nil:
		return "its earlier group was removed since", nil
	case to.ExternalID == "" || to.ExternalID == current.ExternalID:
		return "", nil
	}
	var other EventID
	err := tx.NewRaw("SELECT id FROM events WHERE channel_id = ? AND external_id = ? AND id <> ?", current.ChannelID, to.ExternalID, current.ID).Scan(ctx, &other)
	switch {
	case db.IsNoRows(err):
		return "", nil
	case err != nil:
		return "", fmt.Errorf("find an event by its external id: %w", err)
	}
	return fmt.Sprintf("event %d has its earlier id in the schedule since", other), nil
}

// restoreEvent writes a snapshot. restoreEvent notifies users like any other change.
func (s *Service) restoreEvent(ctx context.Context, tx bun.Tx, current *eventRow, to EventSnapshot, ref *Reference) error {
	row := *current
	if err := row.restore(to); err != nil {
		return err
	}
	row.UpdatedMS = clock.Millis(s.clock.Now())
	row.ListedMS = row.UpdatedMS
	if err := s.updateEvent(ctx, tx, current, &row, Event{Participants: to.Participants}, ref); err != nil {
		return err
	}
	return setExternalID(ctx, tx, current, to.ExternalID)
}

// setExternalID changes the external id of an event.
func setExternalID(ctx context.Context, tx bun.Tx, current *eventRow, id string) error {
	if current.ExternalID == id {
		return nil
	}
	if _, err := tx.NewRaw("UPDATE events SET external_id = ? WHERE id = ? AND channel_id = ?", id, current.ID, current.ChannelID).Exec(ctx); err != nil {
		return fmt.Errorf("set the external id of event %d: %w", current.ID, err)
	}
	return nil
}
