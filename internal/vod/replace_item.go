package vod

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/grandstand/grandstand/internal/fault"
)

func (r *replacement) writeItems(ctx context.Context, wanted []Item) (gone []int64, err error) {
	var rows []itemRow
	if err := selectItems(r.tx, &rows).Where("i.channel_id = ?", r.channelID).Scan(ctx); err != nil {
		return nil, fmt.Errorf("list VOD items: %w", err)
	}
	mediumRows, err := selectMedia(ctx, r.tx, r.channelID, "1 = 1")
	if err != nil {
		return nil, err
	}
	before, media := map[string]*itemRow{}, map[ItemID][]mediumRow{}
	for i := range rows {
		before[rows[i].Alias] = &rows[i]
	}
	for _, m := range mediumRows {
		media[m.ItemID] = append(media[m.ItemID], m)
	}
	for _, item := range wanted {
		old := before[item.Alias]
		delete(before, item.Alias)
		if err := r.writeItem(ctx, item, old, media); err != nil {
			return nil, err
		}
	}
	for _, alias := range slices.Sorted(maps.Keys(before)) {
		old := before[alias]
		if !old.FromPack {
			if r.categories[old.Category] == 0 {
				return nil, fault.New(fault.Conflict, "vod_category_in_use", fmt.Sprintf(
					"The category %q of the library cannot be removed: it has the video %q, which was uploaded. Keep the category, or remove the video with `grandstand vod remove`.",
					old.Category, alias))
			}
			continue
		}
		gone = append(gone, int64(old.ID))
		r.changes.Removed = append(r.changes.Removed, "items."+alias)
	}
	return gone, nil
}

func (r *replacement) writeItem(ctx context.Context, item Item, old *itemRow, media map[ItemID][]mediumRow) error {
	row, err := newItemRow(r.channelID, r.categories[item.Category], item)
	if err != nil {
		return err
	}
	row.CreatedMS, row.UpdatedMS = r.now, r.now
	row.FromPack = r.fromPack || old != nil && old.FromPack
	wanted := make([]mediumRow, len(item.Media))
	for i, m := range item.Media {
		wanted[i] = newMediumRow(r.channelID, i, m)
	}
	if old != nil {
		row.ID, row.CreatedMS = old.ID, old.CreatedMS
		if row.same(old) && sameMedia(wanted, media[old.ID]) {
			r.items[item.Alias] = old.ID
			if row.FromPack == old.FromPack {
				return nil
			}
			_, err := r.tx.NewUpdate().Table("vod_items").Set("from_pack = ?", row.FromPack).Where("id = ?", old.ID).Exec(ctx)
			if err != nil {
				return fmt.Errorf("mark a VOD item of a pack: %w", err)
			}
			return nil
		}
	}
	if err := r.write(ctx, row, old == nil, "items."+item.Alias); err != nil {
		return err
	}
	r.items[item.Alias] = row.ID
	return r.writeMedia(ctx, row.ID, wanted, media[row.ID])
}

// same reports whether two rows say the same, their ids and times of writing apart.
func (r *itemRow) same(o *itemRow) bool {
	return r.CategoryID == o.CategoryID && r.Access == o.Access && maps.Equal(r.Title, o.Title) && r.SortTitle == o.SortTitle &&
		r.Search == o.Search && maps.Equal(r.Description, o.Description) && r.DateMS == o.DateMS && r.DurationMS == o.DurationMS &&
		r.Image == o.Image && r.Preview == o.Preview
}

func sameMedia(a, b []mediumRow) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !a[i].same(b[i]) {
			return false
		}
	}
	return true
}

func (r mediumRow) same(o mediumRow) bool {
	return r.Alias == o.Alias && r.Position == o.Position && maps.Equal(r.Title, o.Title) && r.DurationMS == o.DurationMS && r.plays(o)
}

func (r mediumRow) plays(o mediumRow) bool { return r.EventID == o.EventID && r.FilmID == o.FilmID }

// writeMedia gives an item its media. One that plays something else than before gets
// another id: addresses signed for the old one end with it.
func (r *replacement) writeMedia(ctx context.Context, item ItemID, wanted, before []mediumRow) error {
	if _, err := r.tx.NewDelete().Model((*mediumRow)(nil)).Where("item_id = ?", item).Exec(ctx); err != nil {
		return fmt.Errorf("clear media: %w", err)
	}
	for _, row := range wanted {
		row.ItemID = item
		insert := r.tx.NewInsert().Model(&row)
		for _, old := range before {
			if old.Alias == row.Alias && old.plays(row) {
				row.ID = old.ID
			}
		}
		if _, err := insert.Returning("id").Exec(ctx); err != nil {
			return fmt.Errorf("write media: %w", err)
		}
	}
	return nil
}
