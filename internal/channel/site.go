package channel

import (
	"context"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// The lists of a site are written whole: what an operator sees is what is stored.
// Pages keep their ids, because addresses carry them.

// ReplaceMenu writes the menu, two levels deep.
func (s *Service) ReplaceMenu(ctx context.Context, by actor.Actor, id ID, items []MenuItem) error {
	return s.change(ctx, by, id, func(ctx context.Context, tx bun.Tx) error {
		var p problems
		count := validateMenu(&p, items, 1)
		p.require(count <= maxItems, "menu", "too_many", fmt.Sprintf("At most %d", maxItems))
		if err := p.err(); err != nil {
			return err
		}
		if err := removeAll(ctx, tx, "menu_items", id); err != nil {
			return err
		}
		return insertMenu(ctx, tx, id, 0, items)
	})
}

const menuDepth = 2

func validateMenu(p *problems, items []MenuItem, depth int) int {
	count := len(items)
	for _, m := range items {
		switch m.Type {
		case MenuLink:
			p.title(m.Title, "title")
			p.require(text.IsLink(m.URL), "url", "invalid_link", "A link is a path or an https address")
		case MenuCategory, MenuParticipant, MenuGroup, MenuPage:
			p.within(m.Title, "title", maxTitle)
			p.require(m.TargetID > 0, "slidable_id", "required", "Field is required")
		default:
			p.require(false, "type", "invalid_type", "A menu item is a link, category, participant, group or page")
		}
		p.media(m.Image, "image")
		p.require(len(m.Children) == 0 || depth < menuDepth, "children", "too_deep", "A menu has two levels")
		count += validateMenu(p, m.Children, depth+1)
	}
	return count
}

func insertMenu(ctx context.Context, tx bun.Tx, id ID, parent int64, items []MenuItem) error {
	for i, m := range items {
		row := &menuRow{
			ChannelID: id, ParentID: parent, Position: i, Type: m.Type, Title: m.Title, URL: m.URL, Image: m.Image, SlidableID: m.TargetID,
		}
		if _, err := tx.NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
			return fmt.Errorf("write menu: %w", err)
		}
		if err := insertMenu(ctx, tx, id, row.ID, m.Children); err != nil {
			return err
		}
	}
	return nil
}

func removeAll(ctx context.Context, tx bun.Tx, table string, id ID) error {
	if _, err := tx.NewDelete().Table(table).Where("channel_id = ?", id).Exec(ctx); err != nil {
		return fmt.Errorf("empty %s: %w", table, err)
	}
	return nil
}

// ReplaceFAQ writes the questions; answers are cleaned HTML.
func (s *Service) ReplaceFAQ(ctx context.Context, by actor.Actor, id ID, questions []Question) error {
	return s.change(ctx, by, id, func(ctx context.Context, tx bun.Tx) error {
		var p problems
		p.require(len(questions) <= maxItems, "faq", "too_many", fmt.Sprintf("At most %d", maxItems))
		rows := make([]faqRow, len(questions))
		for i, q := range questions {
			p.within(q.Category, "category", maxTitle)
			p.title(q.Question, "question")
			p.within(q.Answer, "answer", maxContent)
			rows[i] = faqRow{ChannelID: id, Position: i, Category: q.Category, Question: q.Question, Answer: q.Answer.Map(text.SafeHTML)}
		}
		return replaceRows(ctx, tx, p, "faqs", id, rows)
	})
}

// replaceRows writes a whole list unless p holds problems.
func replaceRows[R any](ctx context.Context, tx bun.Tx, p problems, table string, id ID, rows []R) error {
	if err := p.err(); err != nil {
		return err
	}
	if err := removeAll(ctx, tx, table, id); err != nil {
		return err
	}
	if len(rows) == 0 {
		return nil
	}
	if _, err := tx.NewInsert().Model(&rows).Exec(ctx); err != nil {
		return fmt.Errorf("write %s: %w", table, err)
	}
	return nil
}

// ReplaceSlides writes the slides of every type.
func (s *Service) ReplaceSlides(ctx context.Context, by actor.Actor, id ID, slides []Slide) error {
	return s.change(ctx, by, id, func(ctx context.Context, tx bun.Tx) error {
		var p problems
		p.require(len(slides) <= maxItems, "slides", "too_many", fmt.Sprintf("At most %d", maxItems))
		rows := make([]slideRow, len(slides))
		for i, sl := range slides {
			sl.validate(&p)
			image, err := encode(sl.Image)
			if err != nil {
				return err
			}
			rows[i] = slideRow{
				ChannelID: id, Position: i, SlidableType: sl.Type, SlidableID: sl.TargetID, Title: sl.Title, Body: sl.Text,
				Button: sl.Button, URL: sl.URL, Image: image, EventID: sl.EventID,
			}
		}
		return replaceRows(ctx, tx, p, "slides", id, rows)
	})
}

func (sl Slide) validate(p *problems) {
	switch sl.Type {
	case SlideMain:
	case SlideCategory, SlideParticipant, SlideGroup:
		p.require(sl.TargetID > 0, "slidable_id", "required", "Field is required")
	default:
		p.require(false, "slidable_type", "invalid_type", "A slide is of main, category, participant or group")
	}
	p.title(sl.Title, "title")
	p.within(sl.Text, "text", maxSummary)
	p.within(sl.Button, "button", maxTitle)
	p.require(sl.URL == "" || text.IsLink(sl.URL), "url", "invalid_link", "A link is a path or an https address")
	p.media(sl.Image.Key, "image")
	for _, key := range sl.Image.Widths {
		p.media(key, "image")
	}
}

// ReplacePrerolls writes the advertisements shown before streams.
func (s *Service) ReplacePrerolls(ctx context.Context, by actor.Actor, id ID, prerolls []Preroll) error {
	return s.change(ctx, by, id, func(ctx context.Context, tx bun.Tx) error {
		var p problems
		p.require(len(prerolls) <= maxItems, "prerolls", "too_many", fmt.Sprintf("At most %d", maxItems))
		rows := make([]prerollRow, len(prerolls))
		for i, pr := range prerolls {
			p.require(pr.URL != "", "url", "required", "Field is required")
			p.media(pr.URL, "url")
			p.require(pr.Weight >= 1 && pr.Weight <= 1_000, "weight", "out_of_range", "A weight is 1 to 1000")
			p.require(pr.ForVOD || pr.ForLive, "for_live", "required", "A pre-roll is for live or for on-demand streams")
			categories, err := encode(append([]int64{}, pr.Categories...))
			if err != nil {
				return err
			}
			rows[i] = prerollRow{
				ChannelID: id, URL: pr.URL, Weight: pr.Weight, LocationID: pr.LocationID, EventCategories: categories,
				ForVOD: pr.ForVOD, ForLive: pr.ForLive,
			}
		}
		err := replaceRows(ctx, tx, p, "prerolls", id, rows)
		if db.IsForeignKey(err) {
			return fault.InvalidFields(fault.Field{Field: "location_id", Code: "unknown", Message: "There is no such location"})
		}
		return err
	})
}

// CreatePage adds a page at the end. Content is cleaned HTML. A URL or alternative
// name that another page has is a Conflict.
func (s *Service) CreatePage(ctx context.Context, by actor.Actor, id ID, page Page) (PageID, error) {
	var created PageID
	err := s.change(ctx, by, id, func(ctx context.Context, tx bun.Tx) error {
		row, err := s.pageRow(id, page)
		if err != nil {
			return err
		}
		err = tx.NewSelect().Table("pages").ColumnExpr("COUNT(*)").Where("channel_id = ?", id).Scan(ctx, &row.Position)
		if err != nil {
			return fmt.Errorf("count pages: %w", err)
		}
		row.ID = 0
		if _, err := tx.NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
			return taken(err, "url")
		}
		created = row.ID
		return nil
	})
	return created, err
}

// UpdatePage replaces a page of the channel.
func (s *Service) UpdatePage(ctx context.Context, by actor.Actor, id ID, page Page) error {
	return s.change(ctx, by, id, func(ctx context.Context, tx bun.Tx) error {
		row, err := s.pageRow(id, page)
		if err != nil {
			return err
		}
		res, err := tx.NewUpdate().Model(row).Column("url", "alt_name", "name", "content", "updated_ms").
			Where("id = ? AND channel_id = ?", page.ID, id).Exec(ctx)
		if db.IsUnique(err) {
			return taken(err, "url")
		}
		return changedOne(res, err, errNoPage())
	})
}

// DeletePage removes a page of the channel.
func (s *Service) DeletePage(ctx context.Context, by actor.Actor, id ID, page PageID) error {
	return s.change(ctx, by, id, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewDelete().Table("pages").Where("id = ? AND channel_id = ?", page, id).Exec(ctx)
		return changedOne(res, err, errNoPage())
	})
}

func errNoPage() *fault.Error { return fault.NotFoundf("page", "There is no such page.") }

func (s *Service) pageRow(id ID, page Page) (*pageRow, error) {
	var p problems
	p.require(pagePath.MatchString(page.URL), "url", "invalid_path", "A path has small letters, digits, dashes and underscores")
	p.require(!strings.HasPrefix(page.URL, "/api/") && !strings.HasPrefix(page.URL, "/media/"), "url", "invalid_path", "This path is the product's own")
	p.require(altPattern.MatchString(page.AltName), "alt_name", "invalid_name", "A name has small letters, digits, dashes and underscores")
	p.title(page.Name, "name")
	p.within(page.Content, "content", maxContent)
	if err := p.err(); err != nil {
		return nil, err
	}
	return &pageRow{
		ID: page.ID, ChannelID: id, URL: page.URL, AltName: page.AltName, Name: page.Name,
		Content: page.Content.Map(text.SafeHTML), UpdatedMS: clock.Millis(s.clock.Now()),
	}, nil
}

// Page returns the page of an id, path or alternative name; unknown: NotFound,
// "page_not_found".
func (site *Site) Page(match func(Page) bool) (Page, error) {
	for _, p := range site.Pages {
		if match(p) {
			return p, nil
		}
	}
	return Page{}, errNoPage()
}
