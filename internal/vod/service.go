package vod

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/revision"
)

// Service is the libraries of all channels. It is safe for concurrent use.
type Service struct {
	db        *db.DB
	revisions *revision.Tracker
	clock     clock.Clock
}

// NewService returns the service of a migrated database.
func NewService(d *db.DB, revisions *revision.Tracker, c clock.Clock) *Service {
	return &Service{db: d, revisions: revisions, clock: c}
}

// Categories lists the channel's categories in the operator's order.
func (s *Service) Categories(ctx context.Context, channelID int64) ([]Category, error) {
	return readCategories(ctx, s.db.Read(), channelID)
}

func readCategories(ctx context.Context, from bun.IDB, channelID int64) ([]Category, error) {
	rows, err := selectCategories(ctx, from, channelID)
	if err != nil {
		return nil, err
	}
	out := make([]Category, len(rows))
	for i, r := range rows {
		out[i] = Category{ID: r.ID, Alias: r.Alias, Title: r.Title, Items: r.Items}
	}
	return out, nil
}

// Rails lists the channel's rails in the operator's order, each with its items' aliases.
func (s *Service) Rails(ctx context.Context, channelID int64) ([]Rail, error) {
	return readRails(ctx, s.db.Read(), channelID)
}

func readRails(ctx context.Context, from bun.IDB, channelID int64) ([]Rail, error) {
	rows, err := selectRails(ctx, from, channelID)
	if err != nil {
		return nil, err
	}
	members, err := selectRailItems(ctx, from, channelID)
	if err != nil {
		return nil, err
	}
	aliases := map[RailID][]string{}
	for _, m := range members {
		aliases[m.RailID] = append(aliases[m.RailID], m.Alias)
	}
	out := make([]Rail, len(rows))
	for i, r := range rows {
		out[i] = Rail{ID: r.ID, Alias: r.Alias, Title: r.Title, Items: aliases[r.ID]}
	}
	return out, nil
}

// List returns a page of the channel's items with their media.
func (s *Service) List(ctx context.Context, channelID int64, f Filter, p Page) ([]*Item, error) {
	var rows []itemRow
	q := p.order(f.where(selectItems(s.db.Read(), &rows), channelID), f)
	if err := q.Limit(int64(p.Limit)).Offset(int64(p.Offset)).Scan(ctx); err != nil {
		return nil, fmt.Errorf("list VOD items: %w", err)
	}
	items, err := itemsOf(rows)
	if err != nil {
		return nil, err
	}
	return items, fillMedia(ctx, s.db.Read(), channelID, items)
}

// Stamp says when an item last changed.
type Stamp struct {
	ID        ItemID
	UpdatedAt time.Time
}

// Stamps returns the stamps of the channel's items, the newest first, at most limit: for
// lists of addresses, which need nothing else.
func (s *Service) Stamps(ctx context.Context, channelID int64, limit int64) ([]Stamp, error) {
	var rows []itemRow
	err := s.db.Read().NewSelect().Model(&rows).Column("id", "updated_ms").Where("i.channel_id = ?", channelID).
		Order("i.date_ms DESC", "i.id DESC").Limit(limit).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list stamps of VOD items: %w", err)
	}
	out := make([]Stamp, len(rows))
	for i, r := range rows {
		out[i] = Stamp{r.ID, clock.FromMillis(r.UpdatedMS)}
	}
	return out, nil
}

// Events lists the events whose recordings the channel's library plays.
func (s *Service) Events(ctx context.Context, channelID int64) ([]int64, error) {
	var ids []int64
	err := s.db.Read().NewSelect().Model((*mediumRow)(nil)).ColumnExpr("DISTINCT m.event_id").
		Where("m.channel_id = ? AND m.event_id IS NOT NULL", channelID).Scan(ctx, &ids)
	if err != nil {
		return nil, fmt.Errorf("list the events of the library: %w", err)
	}
	return ids, nil
}

// Total counts the channel's items that a filter chooses.
func (s *Service) Total(ctx context.Context, channelID int64, f Filter) (int64, error) {
	n, err := f.where(s.db.Read().NewSelect().TableExpr("vod_items AS i"), channelID).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count VOD items: %w", err)
	}
	return n, nil
}

// Find returns one item of the channel with its media. Unknown or of another channel:
// NotFound, "vod_media_item_not_found".
func (s *Service) Find(ctx context.Context, channelID int64, id ItemID) (*Item, error) {
	item, err := findItem(ctx, s.db.Read(), channelID, "i.id = ?", id)
	if err != nil {
		return nil, err
	}
	return item, fillMedia(ctx, s.db.Read(), channelID, []*Item{item})
}

// FindByMedium returns the item that a medium belongs to, without its media.
func (s *Service) FindByMedium(ctx context.Context, channelID int64, id MediumID) (*Item, error) {
	return findItem(ctx, s.db.Read(), channelID, "i.id = (SELECT m.item_id FROM vod_media AS m WHERE m.id = ? AND m.channel_id = ?)", id, channelID)
}

// Library returns everything, in the form that Replace takes. Inside a transaction it
// sees that transaction's own changes.
func (s *Service) Library(ctx context.Context, channelID int64) (Library, error) {
	from := s.db.From(ctx)
	categories, err := readCategories(ctx, from, channelID)
	if err != nil {
		return Library{}, err
	}
	l := Library{Categories: categories}
	var rows []itemRow
	if err := selectItems(from, &rows).Where("i.channel_id = ?", channelID).Order("i.alias").Scan(ctx); err != nil {
		return Library{}, fmt.Errorf("list VOD items: %w", err)
	}
	items, err := itemsOf(rows)
	if err != nil {
		return Library{}, err
	}
	media, err := selectMedia(ctx, from, channelID, "1 = 1")
	if err != nil {
		return Library{}, err
	}
	byItem := map[ItemID][]Medium{}
	for _, m := range media {
		byItem[m.ItemID] = append(byItem[m.ItemID], m.medium())
	}
	for _, item := range items {
		item.Media = byItem[item.ID]
		l.Items = append(l.Items, *item)
	}
	l.Rails, err = readRails(ctx, from, channelID)
	return l, err
}

// Shelf is a rail with its first items.
type Shelf struct {
	Rail  Rail // its Items left out
	Total int  // items of the rail
	Items []*Item
}

// Shelves lists the channel's rails in the operator's order, each with at most so many
// of its items.
func (s *Service) Shelves(ctx context.Context, channelID int64, atMost int) ([]Shelf, error) {
	rails, err := selectRails(ctx, s.db.Read(), channelID)
	if err != nil {
		return nil, err
	}
	var rows []shelfRow
	err = selectItems(s.db.Read(), &rows).ColumnExpr("ri.rail_id AS rail_id").Join("JOIN vod_rail_items AS ri ON ri.item_id = i.id").
		Where("i.channel_id = ?", channelID).Order("ri.rail_id", "ri.position").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list items of VOD rails: %w", err)
	}
	shelves, at := make([]Shelf, len(rails)), map[RailID]int{}
	for i, r := range rails {
		shelves[i], at[r.ID] = Shelf{Rail: Rail{ID: r.ID, Alias: r.Alias, Title: r.Title}}, i
	}
	var items []*Item
	for i := range rows {
		shelf := &shelves[at[rows[i].RailID]]
		if shelf.Total++; shelf.Total > atMost {
			continue
		}
		item, err := rows[i].item()
		if err != nil {
			return nil, err
		}
		shelf.Items, items = append(shelf.Items, item), append(items, item)
	}
	return shelves, fillMedia(ctx, s.db.Read(), channelID, items)
}
