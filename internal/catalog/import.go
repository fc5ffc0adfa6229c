package catalog

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"strings"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
)

// Imported counts what an import did.
type Imported struct {
	Created, Updated, Unchanged int
}

// ImportEvents adds events and updates those that the channel has already, each known
// by its ExternalID, which all must have. At most MaxBulk, all or none. What a stream
// and a scoreboard said of an event stays. progress, if not nil, is told after each
// part how many events are done.
func (s *Service) ImportEvents(ctx context.Context, by actor.Actor, channelID int64, events []Event, progress func(done int)) (Imported, error) {
	var result Imported
	err := s.change(ctx, by, channelID, revision.Events, func(ctx context.Context, tx bun.Tx) error {
		result = Imported{}
		if err := validateImport(events); err != nil {
			return err
		}
		ref, err := s.Stored(ctx, channelID)
		if err != nil {
			return err
		}
		rows, err := s.newEventRows(channelID, events, ref)
		if err != nil {
			return err
		}
		for done := 0; done < len(rows); done += chunk {
			end := min(done+chunk, len(rows))
			if err := result.importPart(ctx, tx, rows[done:end], events[done:end], ref); err != nil {
				return err
			}
			if progress != nil {
				progress(end)
			}
		}
		return nil
	})
	return result, err
}

func validateImport(events []Event) error {
	if len(events) > MaxBulk {
		return fault.InvalidFields(fault.Field{Field: "events", Code: "too_many", Message: fmt.Sprintf("At most %d", MaxBulk)})
	}
	seen := make(map[string]bool, len(events))
	for i, e := range events {
		field := fmt.Sprintf("%d.external_id", i)
		if e.ExternalID == "" {
			return fault.InvalidFields(fault.Field{Field: field, Code: "required", Message: "Field is required"})
		}
		if seen[e.ExternalID] {
			return fault.InvalidFields(fault.Field{Field: field, Code: "duplicate", Message: "An event is listed twice"})
		}
		seen[e.ExternalID] = true
	}
	return nil
}

// importPart writes one part and counts it. events[i] is what rows[i] was made from.
func (n *Imported) importPart(ctx context.Context, tx bun.Tx, rows []*eventRow, events []Event, ref *Reference) error {
	known, err := selectByExternalID(ctx, tx, rows)
	if err != nil {
		return err
	}
	var added []*eventRow
	var addedEvents []Event
	for i, row := range rows {
		was, ok := known[row.ExternalID]
		if !ok {
			added, addedEvents = append(added, row), append(addedEvents, events[i])
			n.Created++
			continue
		}
		if was.EndedMS.Valid {
			row.DurationMS = was.DurationMS // the stream's own length
		}
		row.keepImage(was)
		if row.says(was) {
			n.Unchanged++
			continue
		}
		row.ID = was.ID
		if err := updateEvent(ctx, tx, row, events[i], ref); err != nil {
			return err
		}
		n.Updated++
	}
	return insertEvents(ctx, tx, added, addedEvents, ref)
}

// selectByExternalID finds the events of one channel that are there already.
func selectByExternalID(ctx context.Context, tx bun.Tx, wanted []*eventRow) (map[string]*eventRow, error) {
	ids := make([]string, len(wanted))
	for i, row := range wanted {
		ids[i] = row.ExternalID
	}
	var rows []*eventRow
	err := tx.NewSelect().Model(&rows).Where("channel_id = ?", wanted[0].ChannelID).Where("external_id IN (?)", bun.List(ids)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("find imported events: %w", err)
	}
	known := make(map[string]*eventRow, len(rows))
	for _, row := range rows {
		known[row.ExternalID] = row
	}
	return known, nil
}

// keepImage leaves an event the picture that an operator chose since and, where the
// schedule has none, that of its stream.
func (r *eventRow) keepImage(was *eventRow) {
	if strings.Contains(was.Image, `"chosen":true`) || r.Image == "{}" && strings.Contains(was.Image, `"of_game":true`) {
		r.Image = was.Image
	}
}

// says reports whether a row says the same of an event as another, as far as an
// operator decides it.
func (r *eventRow) says(was *eventRow) bool {
	if !maps.Equal(r.Name, was.Name) || !maps.Equal(r.Description, was.Description) {
		return false
	}
	a, b := *r, *was
	a.Name, b.Name, a.Description, b.Description = nil, nil, nil, nil
	a.ID, a.Status, a.StreamState, a.Score = b.ID, b.Status, b.StreamState, b.Score
	a.LiveSinceMS, a.EndedMS, a.CreatedMS, a.UpdatedMS, a.ListedMS = b.LiveSinceMS, b.EndedMS, b.CreatedMS, b.UpdatedMS, b.ListedMS
	return reflect.DeepEqual(a, b)
}

// ExternalIDs returns the channel's events that came from a schedule, by their names
// there. Inside a transaction it sees that transaction's own changes.
func (s *Service) ExternalIDs(ctx context.Context, channelID int64) (map[string]EventID, error) {
	var rows []struct {
		ID         EventID
		ExternalID string
	}
	err := s.db.From(ctx).NewSelect().Table("events").Column("id", "external_id").
		Where("channel_id = ?", channelID).Where("external_id <> ''").Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("list imported events: %w", err)
	}
	out := make(map[string]EventID, len(rows))
	for _, row := range rows {
		out[row.ExternalID] = row.ID
	}
	return out, nil
}
