package channel

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

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

// ReplacePages makes the channel's pages be exactly these, in this order. A page is
// known by its alternative name: one that was there keeps its id, which addresses
// carry, and one that stays as it was keeps the time of its last change.
func (s *Service) ReplacePages(ctx context.Context, by actor.Actor, id ID, pages []Page) error {
	return s.change(ctx, by, id, func(ctx context.Context, tx bun.Tx) error {
		if err := eachValid("pages", pages); err != nil {
			return err
		}
		var old []pageRow
		if err := selectPart(ctx, tx, &old, id, "position"); err != nil {
			return fmt.Errorf("read pages: %w", err)
		}
		if err := removeAll(ctx, tx, "pages", id); err != nil {
			return err
		}
		for i, page := range pages {
			row, err := s.pageRow(id, page)
			if err != nil {
				return err
			}
			row.ID, row.Position = 0, i
			row.keep(old)
			if _, err := tx.NewInsert().Model(row).Exec(ctx); err != nil {
				return taken(err, fmt.Sprintf("%d.url", i))
			}
		}
		return nil
	})
}

// keep takes over the id of the page that had this name before, and its time where
// nothing changed.
func (r *pageRow) keep(old []pageRow) {
	for _, o := range old {
		if o.AltName != r.AltName {
			continue
		}
		r.ID = o.ID
		if o.URL == r.URL && maps.Equal(o.Name, r.Name) && maps.Equal(o.Content, r.Content) {
			r.UpdatedMS = o.UpdatedMS
		}
	}
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

func errNoPage() *fault.Error { return fault.NotFoundf("page", "Page not found.") }

func (s *Service) pageRow(id ID, page Page) (*pageRow, error) {
	if err := page.Validate(); err != nil {
		return nil, err
	}
	return &pageRow{
		ID: page.ID, ChannelID: id, URL: page.URL, AltName: page.AltName, Name: page.Name,
		Content: page.Content.Map(text.SafeHTML), UpdatedMS: clock.Millis(s.clock.Now()),
	}, nil
}

// Validate reports what is wrong with a page.
func (page Page) Validate() error {
	var p problems
	p.require(pagePath.MatchString(page.URL), "url", "invalid_path", "A path can have lower-case letters, digits, hyphens and underscores")
	p.require(!strings.HasPrefix(page.URL, "/api/") && !strings.HasPrefix(page.URL, "/media/"), "url", "invalid_path", "This path is reserved. Choose another one")
	p.require(altPattern.MatchString(page.AltName), "alt_name", "invalid_name", "A name can have lower-case letters, digits, hyphens and underscores")
	p.title(page.Name, "name")
	p.within(page.Content, "content", maxContent)
	return p.err()
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
