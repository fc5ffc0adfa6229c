package catalog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/text"
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
	result, err := s.importAll(ctx, by, channelID, events, nil, progress)
	return result.Imported, err
}

// ImportResult is what an import did.
type ImportResult struct {
	Imported

	ID         int64 // for UndoImport; 0 where nothing was changed
	Changes    []ImportChange
	KeptStarts []KeptStart
}

// KeptStart is a streamed event that keeps its start, although the file has a new one.
type KeptStart struct {
	Event int // its position in the file's events
	ID    EventID
}

// ImportSchedule is ImportEvents of a file, recorded so that UndoImport can take it back. An
// event that has the ID of one of the channel is that event, which gets its ExternalID.
func (s *Service) ImportSchedule(ctx context.Context, by actor.Actor, channelID int64, events []Event, note ImportNote, progress func(done int)) (ImportResult, error) {
	return s.importAll(ctx, by, channelID, events, &note, progress)
}

func (s *Service) importAll(ctx context.Context, by actor.Actor, channelID int64, events []Event, note *ImportNote, progress func(done int)) (ImportResult, error) {
	var result ImportResult
	err := s.change(ctx, by, channelID, revision.Events, func(ctx context.Context, tx bun.Tx) error {
		result = ImportResult{}
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
			if err := s.importPart(ctx, tx, &result, done, rows[done:end], events[done:end], ref); err != nil {
				return err
			}
			if progress != nil {
				progress(end)
			}
		}
		if note != nil && len(result.Changes) > 0 {
			result.ID, err = recordImport(ctx, tx, channelID, *note, result.Imported, result.Changes, s.clock.Now())
		}
		return err
	})
	return result, err
}

func validateImport(events []Event) error {
	if len(events) > MaxBulk {
		return fault.InvalidFields(fault.Field{Field: "events", Code: "too_many", Message: fmt.Sprintf("At most %d values are allowed.", MaxBulk)})
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

// CheckImport reports the events that an import into a channel with this catalogue would refuse. Each field begins with the event's position.
func (r *Reference) CheckImport(events []Event) error {
	if err := validateImport(events); err != nil {
		return err
	}
	var fields []fault.Field
	for i, e := range events {
		setDefaults(&e, r)
		if refused, ok := errors.AsType[*fault.Error](fault.At(validateEvent(&e, r), i)); ok {
			fields = append(fields, refused.Fields...)
		}
	}
	if len(fields) > 0 {
		return fault.InvalidFields(fields...)
	}
	return nil
}

// importPart writes one part and counts it. events[i] is what rows[i] was made from; first
// is the position of the part among all events.
func (s *Service) importPart(ctx context.Context, tx bun.Tx, n *ImportResult, first int, rows []*eventRow, events []Event, ref *Reference) error {
	known, err := selectByExternalID(ctx, tx, rows)
	if err != nil {
		return err
	}
	if err := s.addMatched(ctx, tx, rows, events, known); err != nil {
		return err
	}
	var added []*eventRow
	var addedAt []int
	var addedEvents []Event
	for i, row := range rows {
		was, ok := known[row.ExternalID]
		timed := !row.TimeTBA
		if !row.importSchedule(was, events[i].ImportedStatus) {
			return fault.InvalidFields(fault.Field{
				Field: fmt.Sprintf("%d.status", first+i), Code: "event_recorded",
				Message: "This event is live or has been streamed. A streamed event can only be cancelled, after its stream has ended.",
			})
		}
		if !ok {
			added, addedEvents, addedAt = append(added, row), append(addedEvents, events[i]), append(addedAt, first+i)
			n.Created++
			continue
		}
		if row.keepsStart(was, timed) {
			n.KeptStarts = append(n.KeptStarts, KeptStart{Event: first + i, ID: was.ID})
		}
		name := row.ExternalID
		row.ExternalID = was.ExternalID
		if events[i].ID == was.ID && !strings.HasPrefix(name, Numbered) {
			row.ExternalID = name
		}
		if err := row.keepOthers(was); err != nil {
			return err
		}
		row.ID = was.ID
		if row.says(was) {
			n.Unchanged++
			if err := row.rememberImport(ctx, tx, was); err != nil {
				return err
			}
			continue
		}
		if err := s.updateImported(ctx, tx, n, first+i, was, row, events[i], ref); err != nil {
			return err
		}
	}
	if err := insertEvents(ctx, tx, added, addedEvents, ref); err != nil {
		return err
	}
	for i, row := range added {
		after, err := row.snapshot()
		if err != nil {
			return err
		}
		n.Changes = append(n.Changes, ImportChange{Event: addedAt[i], ID: row.ID, After: after})
	}
	return nil
}

// updateImported writes a stored event that the schedule says otherwise of.
func (s *Service) updateImported(ctx context.Context, tx bun.Tx, n *ImportResult, position int, was, row *eventRow, e Event, ref *Reference) error {
	before, err := was.snapshot()
	if err != nil {
		return err
	}
	name := row.ExternalID
	if err := s.updateEvent(ctx, tx, was, row, e, ref); err != nil {
		return err
	}
	if err := setExternalID(ctx, tx, was, name); err != nil {
		return err
	}
	after, err := row.snapshot()
	if err != nil {
		return err
	}
	n.Changes = append(n.Changes, ImportChange{Event: position, ID: was.ID, Before: &before, After: after})
	n.Updated++
	return nil
}

// addMatched adds the events that a person matched with rows of the file.
func (s *Service) addMatched(ctx context.Context, tx bun.Tx, rows []*eventRow, events []Event, known map[string]*eventRow) error {
	for i, row := range rows {
		if events[i].ID == 0 {
			continue
		}
		was, err := s.selectRow(ctx, tx, row.ChannelID, events[i].ID)
		if err != nil {
			return err
		}
		known[row.ExternalID] = was
	}
	return nil
}

// keepOthers takes over what a schedule does not decide: the length that the stream had,
// and a picture of the game or one that an operator chose since.
func (r *eventRow) keepOthers(was *eventRow) error {
	if was.EndedMS.Valid {
		r.DurationMS = was.DurationMS
	}
	var image Image
	if err := json.Unmarshal([]byte(was.Image), &image); err != nil {
		return fmt.Errorf("decode the picture of event %d: %w", was.ID, err)
	}
	switch {
	case image.Chosen, image.OfGame:
		return r.keepPicture(image)
	}
	return nil
}

// keepPicture goes on showing a chosen picture or one of the game, with the schedule's own as its poster.
func (r *eventRow) keepPicture(game Image) error {
	var poster Image
	if err := json.Unmarshal([]byte(r.Image), &poster); err != nil {
		return fmt.Errorf("decode the picture of a schedule: %w", err)
	}
	game.Poster = nil
	encoded, err := encode(game.over(poster))
	r.Image = encoded
	return err
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
	return known, addNumbered(ctx, tx, wanted, known)
}

// Numbered begins the name of an event that no schedule has named, "id:17".
const Numbered = "id:"

// addNumbered adds the events that go by their numbers, which then stay without a name.
// A number means another event on another installation: only one of the same sport and
// people is the one that is meant.
func addNumbered(ctx context.Context, tx bun.Tx, wanted []*eventRow, known map[string]*eventRow) error {
	names := map[EventID]string{}
	for _, row := range wanted {
		digits, ok := strings.CutPrefix(row.ExternalID, Numbered)
		id, err := strconv.ParseInt(digits, 10, 64)
		if ok && err == nil && known[row.ExternalID] == nil {
			names[EventID(id)] = row.ExternalID
		}
	}
	if len(names) == 0 {
		return nil
	}
	var rows []*eventRow
	err := tx.NewSelect().Model(&rows).Where("channel_id = ?", wanted[0].ChannelID).Where("external_id = ''").
		Where("id IN (?)", bun.List(slices.Collect(maps.Keys(names)))).Scan(ctx)
	if err != nil {
		return fmt.Errorf("find events by number: %w", err)
	}
	for _, was := range rows {
		for _, row := range wanted {
			if row.ExternalID == names[was.ID] && row.EventCategoryID == was.EventCategoryID && row.Participants == was.Participants {
				known[row.ExternalID] = was
			}
		}
	}
	return nil
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
	a.PreviousStartMS, a.PreviousTBA, a.ImportedStartMS, a.ImportedStatus = b.PreviousStartMS, b.PreviousTBA, b.ImportedStartMS, b.ImportedStatus
	a.StartLocal, a.StartZone, a.StartFixed = b.StartLocal, b.StartZone, b.StartFixed
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

// Schedule returns up to limit events of the channel with their descriptions, the latest
// first, named by their ExternalID or, where no schedule has named them, by their number.
// Inside a transaction it sees that transaction's own changes.
func (s *Service) Schedule(ctx context.Context, channelID int64, limit int) ([]*Event, error) {
	return s.selectSchedule(ctx, "e.channel_id = ? ORDER BY e.start_ms DESC, e.id DESC LIMIT ?", channelID, limit)
}

// ScheduleBetween is like Schedule, but returns all events that start from first to last, or did so in the latest
// schedule file.
func (s *Service) ScheduleBetween(ctx context.Context, channelID int64, first, last time.Time) ([]*Event, error) {
	from, to := clock.Millis(first), clock.Millis(last)
	return s.selectSchedule(ctx, "e.channel_id = ? AND (e.start_ms BETWEEN ? AND ? OR e.imported_start_ms BETWEEN ? AND ?) ORDER BY e.start_ms DESC, e.id DESC",
		channelID, from, to, from, to)
}

// selectSchedule returns the events of a condition. The condition is a constant of this file.
func (s *Service) selectSchedule(ctx context.Context, where string, values ...any) ([]*Event, error) {
	rows, err := s.db.From(ctx).QueryContext(ctx, "SELECT "+eventColumns+", e.description, e.external_id, COALESCE(e.imported_start_ms, 0) FROM events AS e WHERE "+where, values...)
	if err != nil {
		return nil, fmt.Errorf("list the schedule: %w", err)
	}
	defer rows.Close()
	var events []*Event
	for rows.Next() {
		var description text.Text
		var name string
		var imported int64
		e, err := scanEvent(rows, &description, &name, &imported)
		if err != nil {
			return nil, fmt.Errorf("list the schedule: %w", err)
		}
		e.ImportedStart = timeOf(imported)
		if e.Description, e.ExternalID = description, name; name == "" {
			e.ExternalID = Numbered + strconv.FormatInt(int64(e.ID), 10)
		}
		events = append(events, e)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list the schedule: %w", err)
	}
	return events, nil
}
