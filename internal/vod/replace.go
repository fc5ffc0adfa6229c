package vod

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/text"
)

// Changes are what a replacement did, as "items.<alias>" and the like, sorted.
type Changes struct {
	Added, Changed, Removed []string
}

// None reports whether everything was as it should be.
func (c Changes) None() bool { return len(c.Added)+len(c.Changed)+len(c.Removed) == 0 }

// Replace makes the channel's library what l says; only the channel's operators may.
// What has the same alias keeps its id, what l does not name is removed, except items of
// Put that no library has named yet: they stay, and their categories must stay too, else Conflict.
// Replacing by the same library again changes nothing. Events and films must be the channel's,
// else NotFound.
func (s *Service) Replace(ctx context.Context, by actor.Actor, channelID int64, l Library) (Changes, error) {
	if err := by.RequireOperator(channelID); err != nil {
		return Changes{}, err
	}
	if err := l.Validate(); err != nil {
		return Changes{}, err
	}
	var changes Changes
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		var err error
		changes, err = s.replace(ctx, tx, channelID, l.tidy())
		if err == nil && !changes.None() {
			s.db.AfterCommit(ctx, func() { s.revisions.Forget(channelID) })
		}
		return err
	})
	if err != nil {
		return Changes{}, err
	}
	return changes, nil
}

func (s *Service) replace(ctx context.Context, tx bun.Tx, channelID int64, l Library) (Changes, error) {
	if err := l.requireOwn(ctx, tx, channelID); err != nil {
		return Changes{}, err
	}
	r := replacement{tx: tx, channelID: channelID, fromPack: true, now: clock.Millis(s.clock.Now()), categories: map[string]CategoryID{}, items: map[string]ItemID{}}
	if err := r.run(ctx, l); err != nil {
		return Changes{}, err
	}
	if r.changes.None() {
		return r.changes, nil
	}
	for _, list := range [][]string{r.changes.Added, r.changes.Changed, r.changes.Removed} {
		slices.Sort(list)
	}
	return r.changes, revision.Bump(ctx, tx, channelID, revision.VOD)
}

// tidy returns the library as it is kept: without empty texts, with safe HTML.
func (l Library) tidy() Library {
	filled := func(t text.Text) text.Text {
		out := maps.Clone(t)
		maps.DeleteFunc(out, func(_, s string) bool { return s == "" })
		if out == nil {
			return text.Text{}
		}
		return out
	}
	l.Categories, l.Items, l.Rails = slices.Clone(l.Categories), slices.Clone(l.Items), slices.Clone(l.Rails)
	for i := range l.Categories {
		l.Categories[i].Title = filled(l.Categories[i].Title)
	}
	for i := range l.Items {
		item := &l.Items[i]
		item.Title, item.Description, item.Media = filled(item.Title), filled(item.Description.Map(text.SafeHTML)), slices.Clone(item.Media)
		for m := range item.Media {
			item.Media[m].Title = filled(item.Media[m].Title)
		}
	}
	for i := range l.Rails {
		l.Rails[i].Title = filled(l.Rails[i].Title)
	}
	return l
}

// requireOwn makes sure that all events and films are the channel's.
func (l Library) requireOwn(ctx context.Context, tx bun.Tx, channelID int64) error {
	events, films := map[int64]bool{}, map[int64]bool{}
	for _, item := range l.Items {
		for _, m := range item.Media {
			if m.EventID != 0 {
				events[m.EventID] = true
			} else {
				films[m.FilmID] = true
			}
		}
	}
	if err := requireOwn(ctx, tx, "events", channelID, events); err != nil {
		return err
	}
	return requireOwn(ctx, tx, "films", channelID, films)
}

func requireOwn(ctx context.Context, tx bun.Tx, table string, channelID int64, ids map[int64]bool) error {
	if len(ids) == 0 {
		return nil
	}
	n, err := tx.NewSelect().Table(table).Where("channel_id = ?", channelID).Where("id IN (?)", bun.List(slices.Collect(maps.Keys(ids)))).Count(ctx)
	if err != nil {
		return fmt.Errorf("look at %s: %w", table, err)
	}
	if int(n) != len(ids) {
		return fault.New(fault.NotFound, "vod_source_not_found", "A part plays something that is not on the channel.")
	}
	return nil
}

// replacement is one run of replace.
type replacement struct {
	tx         bun.Tx
	channelID  int64
	fromPack   bool  // a pack names the items
	now        int64 // milliseconds
	categories map[string]CategoryID
	items      map[string]ItemID
	changes    Changes
}

// run writes what there should be and then removes the rest, in the order in which
// things refer to each other.
func (r *replacement) run(ctx context.Context, l Library) error {
	goneCategories, err := r.writeCategories(ctx, l.Categories)
	if err != nil {
		return err
	}
	goneItems, err := r.writeItems(ctx, l.Items)
	if err != nil {
		return err
	}
	goneRails, err := r.writeRails(ctx, l.Rails)
	if err != nil {
		return err
	}
	for _, gone := range []struct {
		table string
		ids   []int64
	}{{"vod_rails", goneRails}, {"vod_items", goneItems}, {"vod_categories", goneCategories}} {
		if err := r.remove(ctx, gone.table, gone.ids); err != nil {
			return err
		}
	}
	return nil
}

func (r *replacement) remove(ctx context.Context, table string, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := r.tx.NewDelete().Table(table).Where("channel_id = ?", r.channelID).Where("id IN (?)", bun.List(ids)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("remove from %s: %w", table, err)
	}
	return nil
}

// write inserts or updates a row and notes which it was.
func (r *replacement) write(ctx context.Context, row any, isNew bool, name string) error {
	var err error
	if isNew {
		r.changes.Added = append(r.changes.Added, name)
		_, err = r.tx.NewInsert().Model(row).Returning("id").Exec(ctx)
	} else {
		r.changes.Changed = append(r.changes.Changed, name)
		_, err = r.tx.NewUpdate().Model(row).WherePK().Exec(ctx)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

func (r *replacement) writeCategories(ctx context.Context, wanted []Category) (gone []int64, err error) {
	rows, err := selectCategories(ctx, r.tx, r.channelID)
	if err != nil {
		return nil, err
	}
	before := map[string]*categoryRow{}
	for i := range rows {
		before[rows[i].Alias] = &rows[i]
	}
	for i, c := range wanted {
		row := &categoryRow{ChannelID: r.channelID, Alias: c.Alias, Position: i, Title: c.Title}
		old := before[c.Alias]
		delete(before, c.Alias)
		if old != nil {
			row.ID = old.ID
		}
		if old == nil || old.Position != i || !maps.Equal(old.Title, c.Title) {
			if err := r.write(ctx, row, old == nil, "categories."+c.Alias); err != nil {
				return nil, err
			}
		}
		r.categories[c.Alias] = row.ID
	}
	for alias, old := range before {
		gone = append(gone, int64(old.ID))
		r.changes.Removed = append(r.changes.Removed, "categories."+alias)
	}
	return gone, nil
}

func (r *replacement) writeRails(ctx context.Context, wanted []Rail) (gone []int64, err error) {
	rows, err := selectRails(ctx, r.tx, r.channelID)
	if err != nil {
		return nil, err
	}
	members, err := selectRailItems(ctx, r.tx, r.channelID)
	if err != nil {
		return nil, err
	}
	before, items := map[string]*railRow{}, map[RailID][]string{}
	for i := range rows {
		before[rows[i].Alias] = &rows[i]
	}
	for _, m := range members {
		items[m.RailID] = append(items[m.RailID], m.Alias)
	}
	for i, rail := range wanted {
		row := &railRow{ChannelID: r.channelID, Alias: rail.Alias, Position: i, Title: rail.Title}
		old := before[rail.Alias]
		delete(before, rail.Alias)
		if old != nil {
			row.ID = old.ID
			if old.Position == i && maps.Equal(old.Title, rail.Title) && slices.Equal(items[old.ID], rail.Items) {
				continue
			}
		}
		if err := r.write(ctx, row, old == nil, "rails."+rail.Alias); err != nil {
			return nil, err
		}
		if err := r.fillRail(ctx, row.ID, rail.Items); err != nil {
			return nil, err
		}
	}
	for alias, old := range before {
		gone = append(gone, int64(old.ID))
		r.changes.Removed = append(r.changes.Removed, "rails."+alias)
	}
	return gone, nil
}

func (r *replacement) fillRail(ctx context.Context, id RailID, aliases []string) error {
	if _, err := r.tx.NewDelete().Model((*railItemRow)(nil)).Where("rail_id = ?", id).Exec(ctx); err != nil {
		return fmt.Errorf("empty a rail: %w", err)
	}
	rows := make([]railItemRow, len(aliases))
	for i, alias := range aliases {
		rows[i] = railItemRow{RailID: id, ItemID: r.items[alias], Position: i}
	}
	if len(rows) == 0 {
		return nil
	}
	if _, err := r.tx.NewInsert().Model(&rows).Exec(ctx); err != nil {
		return fmt.Errorf("fill a rail: %w", err)
	}
	return nil
}
