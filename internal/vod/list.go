package vod

import (
	"strings"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/text"
)

// Filter chooses items; its zero value chooses all. A list that is not nil but empty
// names nothing and so chooses nothing.
type Filter struct {
	Categories []CategoryID
	Rail       RailID // 0 for any
	Access     []Access
	Media      []MediumID // one of an item's media is among them
	Events     []int64    // one of an item's media plays one of them
	Title      string     // beginnings of words of a title in any language
}

// Sort is the order of a list.
type Sort string

// Orders. ByRail is the operator's order of a rail; without one it is ByDate.
const (
	ByDate     Sort = "date"
	ByTitle    Sort = "title"
	ByDuration Sort = "duration"
	ByRail     Sort = "rail"
)

// Page is a part of a list. Items that are equal in its order are in that of their ids.
type Page struct {
	Sort       Sort
	Descending bool
	Limit      int
	Offset     int
	Unspoiled  bool // ByDuration counts what plays a game as 0, as Item.Unspoiled tells it
}

// Limits of lists.
const (
	MaxLimit  = 100
	MaxOffset = 10_000
	MaxSearch = 100 // characters
)

// where adds the conditions of a filter to a query of vod_items as i.
func (f Filter) where(q *bun.SelectQuery, channelID int64) *bun.SelectQuery {
	q = q.Where("i.channel_id = ?", channelID)
	if f.Categories != nil {
		q = whereIn(q, "i.category_id", f.Categories)
	}
	if f.Access != nil {
		q = whereIn(q, "i.access", f.Access)
	}
	if f.Media != nil {
		media := q.NewSelect().TableExpr("vod_media AS m").Column("m.item_id").Where("m.channel_id = ?", channelID)
		q = q.Where("i.id IN (?)", whereIn(media, "m.id", f.Media))
	}
	if f.Events != nil {
		games := q.NewSelect().TableExpr("vod_media AS m").Column("m.item_id").Where("m.channel_id = ?", channelID)
		q = q.Where("i.id IN (?)", whereIn(games, "m.event_id", f.Events))
	}
	if f.Rail != 0 {
		q = q.Join("JOIN vod_rail_items AS ri ON ri.item_id = i.id AND ri.rail_id = ?", f.Rail)
	}
	for _, word := range text.SearchWords(f.Title) {
		q = q.Where("i.search LIKE ?", "% "+word+"%") // words are letters and digits: nothing to escape
	}
	if f.Title != "" && len(text.SearchWords(f.Title)) == 0 {
		q = q.Where("1 = 0")
	}
	return q
}

func whereIn[T any](q *bun.SelectQuery, column string, values []T) *bun.SelectQuery {
	if len(values) == 0 {
		return q.Where("1 = 0")
	}
	return q.Where("? IN (?)", bun.Ident(column), bun.List(values))
}

// lengthOfFilms is an item's length where no game is part of it, else 0.
const lengthOfFilms = `CASE WHEN EXISTS (SELECT 1 FROM vod_media AS m WHERE m.item_id = i.id AND m.event_id IS NOT NULL)
	THEN 0 ELSE i.duration_ms END`

// order adds the order of a page, which rail items have only within a rail.
func (p Page) order(q *bun.SelectQuery, f Filter) *bun.SelectQuery {
	column := map[Sort]string{ByTitle: "i.sort_title", ByDuration: "i.duration_ms"}[p.Sort]
	switch {
	case p.Sort == ByRail && f.Rail != 0:
		return q.Order("ri.position")
	case column == "":
		column = "i.date_ms"
	case p.Sort == ByDuration && p.Unspoiled:
		column = lengthOfFilms
	}
	if p.Descending {
		return q.OrderExpr(column + " DESC, i.id DESC")
	}
	return q.OrderExpr(column + ", i.id")
}

// sortTitle is what ByTitle orders by: the folded title in the alphabetically first
// language.
func sortTitle(t text.Text) string { return text.Fold(t.In(t.Languages()...)) }

// searchText is the folded words of a title in all languages, a space before each.
func searchText(t text.Text) string {
	var b strings.Builder
	for _, language := range t.Languages() {
		for _, word := range text.IndexWords(t[language]) {
			b.WriteString(" " + word)
		}
	}
	return b.String()
}
