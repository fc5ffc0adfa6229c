package channel

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/text"
)

// The lists of a site are written whole: what an operator sees is what is stored.
// Pages keep their ids, because addresses carry them.

// ReplaceMenu writes the menu, two levels deep.
func (s *Service) ReplaceMenu(ctx context.Context, by actor.Actor, id ID, items []MenuItem) error {
	return s.change(ctx, by, id, func(ctx context.Context, tx bun.Tx) error {
		if err := eachValid("menu", items); err != nil {
			return err
		}
		if err := removeAll(ctx, tx, "menu_items", id); err != nil {
			return err
		}
		return insertMenu(ctx, tx, id, 0, items)
	})
}

// Validate reports what is wrong with an item of the menu and those under it.
func (m MenuItem) Validate() error {
	var p problems
	m.validate(&p)
	p.require(len(m.Children) <= maxItems, "children", "too_many", fmt.Sprintf("At most %d values are allowed.", maxItems))
	for _, child := range m.Children {
		child.validate(&p)
		p.require(len(child.Children) == 0, "children", "too_deep", "A menu can have only two levels")
	}
	return p.err()
}

func (m MenuItem) validate(p *problems) {
	switch m.Type {
	case MenuLink:
		p.title(m.Title, "title")
		p.require(text.IsLink(m.URL), "url", "invalid_link", "A link must be a path that begins with / or an https address")
	case MenuCategory, MenuParticipant, MenuGroup, MenuPage:
		p.within(m.Title, "title", maxTitle)
		p.require(m.TargetID > 0, "slidable_id", "required", "Field is required")
	default:
		p.require(false, "type", "invalid_type", "The type of a menu item must be link, category, participant, group or page")
	}
	p.media(m.Image, "image")
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

// ReplaceFAQ writes the questions; answers are cleaned HTML. A question that was there
// keeps its id, which people's links carry.
func (s *Service) ReplaceFAQ(ctx context.Context, by actor.Actor, id ID, questions []Question) error {
	return s.change(ctx, by, id, func(ctx context.Context, tx bun.Tx) error {
		if err := eachValid("faq", questions); err != nil {
			return err
		}
		var old []faqRow
		if err := selectPart(ctx, tx, &old, id, "position"); err != nil {
			return fmt.Errorf("read faqs: %w", err)
		}
		if err := removeAll(ctx, tx, "faqs", id); err != nil {
			return err
		}
		for i, q := range questions {
			row := &faqRow{ChannelID: id, Position: i, Category: q.Category, Question: q.Question, Answer: q.Answer.Map(text.SafeHTML)}
			if was := slices.IndexFunc(old, func(o faqRow) bool { return maps.Equal(o.Question, q.Question) }); was >= 0 {
				row.ID = old[was].ID
				old = slices.Delete(old, was, was+1)
			}
			// One by one: rows with an id of theirs and rows without do not go into one statement.
			if _, err := tx.NewInsert().Model(row).Exec(ctx); err != nil {
				return fmt.Errorf("write faqs: %w", err)
			}
		}
		return nil
	})
}

// Validate reports what is wrong with a question.
func (q Question) Validate() error {
	var p problems
	p.within(q.Category, "category", maxTitle)
	p.title(q.Question, "question")
	p.within(q.Answer, "answer", maxContent)
	return p.err()
}

// replaceRows writes a whole list unless something is wrong with it.
func replaceRows[R any](ctx context.Context, tx bun.Tx, wrong error, table string, id ID, rows []R) error {
	if wrong != nil {
		return wrong
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
		rows := make([]slideRow, len(slides))
		for i, sl := range slides {
			image, err := encode(sl.Image)
			if err != nil {
				return err
			}
			rows[i] = slideRow{
				ChannelID: id, Position: i, SlidableType: sl.Type, SlidableID: sl.TargetID, Title: sl.Title, Body: sl.Text,
				Button: sl.Button, URL: sl.URL, Image: image, EventID: sl.EventID,
			}
		}
		return replaceRows(ctx, tx, eachValid("slides", slides), "slides", id, rows)
	})
}

// Validate reports what is wrong with a slide.
func (sl Slide) Validate() error {
	var p problems
	switch sl.Type {
	case SlideMain:
	case SlideCategory, SlideParticipant, SlideGroup:
		p.require(sl.TargetID > 0, "slidable_id", "required", "Field is required")
	default:
		p.require(false, "slidable_type", "invalid_type", "A slide must be for main, category, participant or group")
	}
	p.title(sl.Title, "title")
	p.within(sl.Text, "text", maxSummary)
	p.within(sl.Button, "button", maxTitle)
	p.require(sl.URL == "" || text.IsLink(sl.URL), "url", "invalid_link", "A link must be a path that begins with / or an https address")
	p.media(sl.Image.Key, "image")
	for _, key := range sl.Image.Widths {
		p.media(key, "image")
	}
	return p.err()
}
