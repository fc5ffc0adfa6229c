package vod

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/text"
)

type categoryRow struct {
	bun.BaseModel `bun:"table:vod_categories,alias:c"`

	ID        CategoryID `bun:",pk,autoincrement"`
	ChannelID int64
	Alias     string
	Position  int
	Title     text.Text
	Items     int `bun:",scanonly"`
}

type itemRow struct {
	bun.BaseModel `bun:"table:vod_items,alias:i"`

	ID          ItemID `bun:",pk,autoincrement"`
	ChannelID   int64
	Alias       string
	CategoryID  CategoryID
	Access      Access
	Title       text.Text
	SortTitle   string
	Search      string
	Description text.Text
	DateMS      int64
	DurationMS  int64
	Image       string
	Preview     string
	FromPack    bool
	CreatedMS   int64
	UpdatedMS   int64
	Category    string `bun:",scanonly"` // alias
}

type mediumRow struct {
	bun.BaseModel `bun:"table:vod_media,alias:m"`

	ID         MediumID `bun:",pk,autoincrement"`
	ChannelID  int64
	ItemID     ItemID
	Alias      string
	Position   int
	Title      text.Text
	DurationMS int64
	EventID    int64 `bun:",nullzero"`
	FilmID     int64 `bun:",nullzero"`
}

type railRow struct {
	bun.BaseModel `bun:"table:vod_rails,alias:r"`

	ID        RailID `bun:",pk,autoincrement"`
	ChannelID int64
	Alias     string
	Position  int
	Title     text.Text
}

type railItemRow struct {
	bun.BaseModel `bun:"table:vod_rail_items,alias:ri"`

	RailID   RailID `bun:",pk"`
	ItemID   ItemID `bun:",pk"`
	Position int
	Alias    string `bun:",scanonly"` // of the item
}

func newItemRow(channelID int64, category CategoryID, i Item) (*itemRow, error) {
	row := &itemRow{
		ChannelID: channelID, Alias: i.Alias, CategoryID: category, Access: i.Access, Title: i.Title, SortTitle: sortTitle(i.Title),
		Search: searchText(i.Title), Description: i.Description, DateMS: clock.Millis(i.Date),
	}
	for _, m := range i.Media {
		row.DurationMS += m.Duration.Milliseconds()
	}
	var err error
	if row.Image, err = encodeImage(i.Image); err != nil {
		return nil, err
	}
	row.Preview, err = encodeImage(i.Preview)
	return row, err
}

func encodeImage(i Image) (string, error) {
	encoded, err := json.Marshal(i)
	if err != nil {
		return "", fmt.Errorf("encode a picture: %w", err)
	}
	return string(encoded), nil
}

func (r *itemRow) item() (*Item, error) {
	i := &Item{
		ID: r.ID, Alias: r.Alias, Category: r.Category, CategoryID: r.CategoryID, Access: r.Access, Title: r.Title,
		Description: r.Description, Date: clock.FromMillis(r.DateMS), Duration: time.Duration(r.DurationMS) * time.Millisecond,
		FromPack: r.FromPack,
	}
	for _, f := range []struct {
		from string
		to   *Image
	}{{r.Image, &i.Image}, {r.Preview, &i.Preview}} {
		if err := json.Unmarshal([]byte(f.from), f.to); err != nil {
			return nil, fmt.Errorf("decode item %d: %w", r.ID, err)
		}
	}
	return i, nil
}

func newMediumRow(channelID int64, position int, m Medium) mediumRow {
	return mediumRow{
		ChannelID: channelID, Alias: m.Alias, Position: position, Title: m.Title, DurationMS: m.Duration.Milliseconds(),
		EventID: m.EventID, FilmID: m.FilmID,
	}
}

func (r mediumRow) medium() Medium {
	return Medium{
		ID: r.ID, Alias: r.Alias, Title: r.Title, Duration: time.Duration(r.DurationMS) * time.Millisecond, EventID: r.EventID, FilmID: r.FilmID,
	}
}

func selectCategories(ctx context.Context, from bun.IDB, channelID int64) ([]categoryRow, error) {
	var rows []categoryRow
	err := from.NewSelect().Model(&rows).ColumnExpr("c.*").
		ColumnExpr("(SELECT COUNT(*) FROM vod_items AS i WHERE i.category_id = c.id) AS items").
		Where("c.channel_id = ?", channelID).Order("c.position", "c.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list VOD categories: %w", err)
	}
	return rows, nil
}

// selectItems starts a query of a channel's items with their categories.
func selectItems(from bun.IDB, rows any) *bun.SelectQuery {
	return from.NewSelect().Model(rows).ColumnExpr("i.*").ColumnExpr("c.alias AS category").
		Join("JOIN vod_categories AS c ON c.id = i.category_id")
}

func itemsOf(rows []itemRow) ([]*Item, error) {
	items := make([]*Item, len(rows))
	for n := range rows {
		var err error
		if items[n], err = rows[n].item(); err != nil {
			return nil, err
		}
	}
	return items, nil
}

func findItem(ctx context.Context, from bun.IDB, channelID int64, condition string, args ...any) (*Item, error) {
	var row itemRow
	err := selectItems(from, &row).Where("i.channel_id = ?", channelID).Where(condition, args...).Scan(ctx)
	if db.IsNoRows(err) {
		return nil, ErrNotFound()
	}
	if err != nil {
		return nil, fmt.Errorf("find a VOD item: %w", err)
	}
	return row.item()
}

func selectMedia(ctx context.Context, from bun.IDB, channelID int64, condition string, args ...any) ([]mediumRow, error) {
	var rows []mediumRow
	err := from.NewSelect().Model(&rows).Where("m.channel_id = ?", channelID).Where(condition, args...).Order("m.item_id", "m.position").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list VOD media: %w", err)
	}
	return rows, nil
}

func selectRails(ctx context.Context, from bun.IDB, channelID int64) ([]railRow, error) {
	var rows []railRow
	if err := from.NewSelect().Model(&rows).Where("r.channel_id = ?", channelID).Order("r.position", "r.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("list VOD rails: %w", err)
	}
	return rows, nil
}

func selectRailItems(ctx context.Context, from bun.IDB, channelID int64) ([]railItemRow, error) {
	var rows []railItemRow
	err := from.NewSelect().Model(&rows).ColumnExpr("ri.*").ColumnExpr("i.alias AS alias").
		Join("JOIN vod_rails AS r ON r.id = ri.rail_id").Join("JOIN vod_items AS i ON i.id = ri.item_id").
		Where("r.channel_id = ?", channelID).Order("ri.rail_id", "ri.position").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list items of VOD rails: %w", err)
	}
	return rows, nil
}

// shelfRow is an item as it stands on a rail.
type shelfRow struct {
	itemRow `bun:",extend"`

	RailID RailID `bun:",scanonly"`
}

// fillMedia gives items their media.
func fillMedia(ctx context.Context, from bun.IDB, channelID int64, items []*Item) error {
	if len(items) == 0 {
		return nil
	}
	byID, ids := map[ItemID][]*Item{}, make([]ItemID, len(items))
	for i, item := range items {
		byID[item.ID], ids[i] = append(byID[item.ID], item), item.ID
	}
	rows, err := selectMedia(ctx, from, channelID, "m.item_id IN (?)", bun.List(ids))
	for _, r := range rows {
		for _, item := range byID[r.ItemID] {
			item.Media = append(item.Media, r.medium())
		}
	}
	return err
}
