package catalog

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
)

// Wanted is everything that a channel's events are to refer to. Things are known by
// their aliases, also where they refer to each other; ids in it are ignored.
type Wanted struct {
	Categories   []WantedCategory // a parent before its children
	Groups       []Group
	Participants []WantedParticipant
	Divisions    []Division
	EventGroups  []EventGroup
	Locations    []Location
}

// WantedCategory is a category below the one with the alias Parent, or at the top.
type WantedCategory struct {
	Category

	Parent string
}

// WantedParticipant is a participant of the participant group and category with these
// aliases, each empty for none.
type WantedParticipant struct {
	Participant

	Group, Sport string
}

// Replace makes the channel's reference lists be exactly what is wanted, in its order.
// What was there under the same alias keeps its id, and with it its events, orders and
// addresses. What is no longer wanted is removed; while an event refers to it that is a
// Conflict, "in_use".
func (s *Service) Replace(ctx context.Context, by actor.Actor, channelID int64, want Wanted) error {
	return s.change(ctx, by, channelID, revision.Catalog, func(ctx context.Context, tx bun.Tx) error {
		before, err := selectReference(ctx, tx, channelID)
		if err != nil {
			return err
		}
		r := &replacement{tx: tx, channelID: channelID}
		if err := r.run(ctx, want); err != nil {
			return err
		}
		after, err := selectReference(ctx, tx, channelID)
		if err != nil {
			return err
		}
		return s.followParticipants(ctx, tx, channelID, before, after)
	})
}

// replacement is one Replace under way. What is no longer wanted goes at the end, when
// nothing refers to it any more.
type replacement struct {
	tx        bun.Tx
	channelID int64
	remove    []func(context.Context) error
}

func (r *replacement) run(ctx context.Context, want Wanted) error {
	if err := r.categories(ctx, want.Categories); err != nil {
		return err
	}
	if err := r.participants(ctx, want.Groups, want.Participants); err != nil {
		return err
	}
	if _, err := replaceList(ctx, r, "divisions", want.Divisions, func(d Division) (*divisionRow, error) {
		return d.row(r.channelID), d.Validate()
	}); err != nil {
		return err
	}
	if _, err := replaceList(ctx, r, "event_groups", want.EventGroups, func(g EventGroup) (*eventGroupRow, error) {
		return g.row(r.channelID), g.Validate()
	}); err != nil {
		return err
	}
	if _, err := replaceList(ctx, r, "locations", want.Locations, func(l Location) (*locationRow, error) {
		return l.row(r.channelID), l.Validate()
	}); err != nil {
		return err
	}
	for _, remove := range r.remove {
		if err := remove(ctx); err != nil {
			return err
		}
	}
	return nil
}

// categories go in two passes: a child may have come before its new parent.
func (r *replacement) categories(ctx context.Context, want []WantedCategory) error {
	ids, err := replaceList(ctx, r, "categories", want, func(c WantedCategory) (*categoryRow, error) {
		c.ParentID = 0
		return c.row(r.channelID), c.Validate()
	})
	if err != nil {
		return err
	}
	for i, c := range want {
		if c.Parent == "" {
			continue
		}
		parent, ok := ids[c.Parent]
		if !ok || slices.IndexFunc(want, func(o WantedCategory) bool { return o.Alias == c.Parent }) >= i {
			return unknownAt("categories", i, "parent")
		}
		if _, err := r.tx.NewUpdate().Table("event_categories").Set("parent_id = ?", parent).Where("id = ?", ids[c.Alias]).Exec(ctx); err != nil {
			return fmt.Errorf("write categories: %w", err)
		}
	}
	return nil
}

func (r *replacement) participants(ctx context.Context, groups []Group, want []WantedParticipant) error {
	groupIDs, err := replaceList(ctx, r, "groups", groups, func(g Group) (*groupRow, error) {
		row, err := g.row(r.channelID)
		if err == nil {
			err = g.Validate()
		}
		return row, err
	})
	if err != nil {
		return err
	}
	categoryIDs, err := idsByAlias(ctx, r.tx, r.channelID, "event_categories")
	if err != nil {
		return err
	}
	for i, t := range want {
		if t.Group != "" && groupIDs[t.Group] == 0 {
			return unknownAt("participants", i, "group")
		}
		if t.Sport != "" && categoryIDs[t.Sport] == 0 {
			return unknownAt("participants", i, "sport")
		}
	}
	_, err = replaceList(ctx, r, "participants", want, func(t WantedParticipant) (*participantRow, error) {
		t.GroupID, t.CategoryID = GroupID(groupIDs[t.Group]), CategoryID(categoryIDs[t.Sport])
		row, err := t.row(r.channelID)
		if err == nil {
			err = t.Validate()
		}
		return row, err
	})
	return err
}

func idsByAlias(ctx context.Context, tx bun.Tx, channelID int64, table string) (map[string]int64, error) {
	var rows []struct {
		ID    int64
		Alias string
	}
	if err := tx.NewSelect().Table(table).Column("id", "alias").Where("channel_id = ?", channelID).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("read %s: %w", table, err)
	}
	ids := make(map[string]int64, len(rows))
	for _, row := range rows {
		ids[row.Alias] = row.ID
	}
	return ids, nil
}

// replaceList writes one list and returns its ids by alias. Fields of errors say which
// item they are about: "locations.3.alias".
func replaceList[V any, R interface {
	*T
	listRow
}, T any](ctx context.Context, r *replacement, field string, want []V, turn func(V) (R, error)) (map[string]int64, error) {
	var old []T
	if err := r.tx.NewSelect().Model(&old).Where("channel_id = ?", r.channelID).Scan(ctx); err != nil {
		return nil, fmt.Errorf("read %s: %w", field, err)
	}
	unwanted := make(map[string]R, len(old))
	for i := range old {
		row := R(&old[i])
		unwanted[row.item().Alias] = row
	}
	ids := make(map[string]int64, len(want))
	for i, v := range want {
		row, err := turn(v)
		if err != nil {
			return nil, under(err, field, i)
		}
		item := row.item()
		if _, twice := ids[item.Alias]; twice {
			return nil, fault.InvalidFields(fault.Field{Field: fmt.Sprintf("%s.%d.alias", field, i), Code: "duplicate", Message: "An alias is listed twice"})
		}
		item.Position = int64(i) + 1
		if was, ok := unwanted[item.Alias]; ok {
			item.ID = was.item().ID
			delete(unwanted, item.Alias)
			_, err = r.tx.NewUpdate().Model(row).WherePK().Exec(ctx)
		} else {
			_, err = r.tx.NewInsert().Model(row).Returning("id").Exec(ctx)
		}
		if err != nil {
			return nil, fmt.Errorf("write %s: %w", field, err)
		}
		ids[item.Alias] = item.ID
	}
	for _, row := range unwanted {
		r.remove = append(r.remove, func(ctx context.Context) error { return removeUnused(ctx, r.tx, field, row) })
	}
	return ids, nil
}

// removeUnused removes one item unless an event refers to it.
func removeUnused(ctx context.Context, tx bun.Tx, field string, row listRow) error {
	_, err := tx.NewDelete().Model(row).WherePK().Exec(ctx)
	if db.IsForeignKey(err) {
		alias := row.item().Alias
		e := fault.Wrap(err, fault.Conflict, "in_use", fmt.Sprintf("Events refer to %q of %s: it cannot be removed.", alias, field))
		e.Fields = []fault.Field{{Field: field, Code: "in_use", Message: e.Detail}}
		return e
	}
	if err != nil {
		return fmt.Errorf("remove from %s: %w", field, err)
	}
	return nil
}

func unknownAt(list string, i int, field string) error {
	return fault.InvalidFields(fault.Field{
		Field: fmt.Sprintf("%s.%d.%s", list, i, field), Code: "unknown", Message: "The channel has no such " + field,
	})
}

func under(err error, field string, i int) error {
	e, ok := err.(*fault.Error) //nolint:errorlint // made by Validate
	if !ok {
		return err
	}
	for f := range e.Fields {
		e.Fields[f].Field = fmt.Sprintf("%s.%d.%s", field, i, e.Fields[f].Field)
	}
	return e
}

// followParticipants brings up to date what events repeat of their participants: the
// participant group, and the name that lists are sorted by.
func (s *Service) followParticipants(ctx context.Context, tx bun.Tx, channelID int64, before, after *Reference) error {
	var renamed []ParticipantID
	for _, t := range after.Participants {
		was := before.Participant(t.ID)
		if was == nil {
			continue
		}
		if was.GroupID != t.GroupID {
			_, err := tx.NewRaw(`UPDATE event_participants SET participant_group_id = ? WHERE channel_id = ? AND participant_id = ?`,
				bun.NullZero(t.GroupID), channelID, t.ID).Exec(ctx)
			if err != nil {
				return fmt.Errorf("move the events of %s: %w", t.Alias, err)
			}
		}
		if !maps.Equal(was.Name, t.Name) || !maps.Equal(was.ShortName, t.ShortName) {
			renamed = append(renamed, t.ID)
		}
	}
	return s.renameEvents(ctx, tx, channelID, renamed, after)
}

// renameEvents sorts the events of renamed participants anew. They count as changed:
// calendars that have them must take them over.
func (s *Service) renameEvents(ctx context.Context, tx bun.Tx, channelID int64, renamed []ParticipantID, after *Reference) error {
	for part := range slices.Chunk(renamed, chunk) {
		var rows []eventRow
		err := tx.NewSelect().Model(&rows).Column("id", "name", "participants").Where("channel_id = ?", channelID).
			Where("id IN (SELECT event_id FROM event_participants WHERE channel_id = ? AND participant_id IN (?))", channelID, bun.List(part)).
			Scan(ctx)
		if err != nil {
			return fmt.Errorf("find renamed events: %w", err)
		}
		for _, row := range rows {
			e := Event{Name: row.Name}
			if err := json.Unmarshal([]byte(row.Participants), &e.Participants); err != nil {
				return fmt.Errorf("decode event %d: %w", row.ID, err)
			}
			now := clock.Millis(s.clock.Now())
			_, err := tx.NewUpdate().Table("events").Set("sort_name = ?", after.sortName(&e)).Set("updated_ms = ?", now).Set("listed_ms = ?", now).
				Where("id = ?", row.ID).Exec(ctx)
			if err != nil {
				return fmt.Errorf("rename event %d: %w", row.ID, err)
			}
		}
	}
	return nil
}
