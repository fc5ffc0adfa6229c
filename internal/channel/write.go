package channel

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/text"
)

// Create adds a channel with its domains; only the installation's owner may. A key
// or domain that is taken is a Conflict.
func (s *Service) Create(ctx context.Context, by actor.Actor, c Channel) (ID, error) {
	if by.Role < actor.Owner {
		return 0, fault.New(fault.Forbidden, "owner_required", "Only the owner of the installation may do this.")
	}
	clean(&c)
	if err := c.Validate(); err != nil {
		return 0, err
	}
	row, err := newChannelRow(c, s.clock.Now())
	if err != nil {
		return 0, err
	}
	row.ID = 0
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if _, err := tx.NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
			return taken(err, "channel_key")
		}
		if err := insertDomains(ctx, tx, row.ID, c.Domains); err != nil {
			return err
		}
		s.db.AfterCommit(ctx, func() { s.forget(row.ID) })
		return revision.Bump(ctx, tx, int64(row.ID), revision.Channel)
	})
	if err != nil {
		return 0, err
	}
	return row.ID, nil
}

// Update replaces what describes a channel, its domains included. Its key never
// changes.
func (s *Service) Update(ctx context.Context, by actor.Actor, c Channel) error {
	clean(&c)
	return s.change(ctx, by, c.ID, func(ctx context.Context, tx bun.Tx) error {
		if err := c.Validate(); err != nil {
			return err
		}
		row, err := newChannelRow(c, s.clock.Now())
		if err != nil {
			return err
		}
		res, err := tx.NewUpdate().Model(row).ExcludeColumn("id", "channel_key", "created_ms", "calendar_domain").
			Set("calendar_domain = CASE WHEN calendar_domain = '' THEN ? ELSE calendar_domain END", row.CalendarDomain).WherePK().Exec(ctx)
		if err := changedOne(res, err, ErrNotFound()); err != nil {
			return err
		}
		if _, err := tx.NewDelete().Table("channel_domains").Where("channel_id = ?", c.ID).Exec(ctx); err != nil {
			return fmt.Errorf("remove domains: %w", err)
		}
		return insertDomains(ctx, tx, c.ID, c.Domains)
	})
}

// SetColors replaces the five colours of a channel.
func (s *Service) SetColors(ctx context.Context, by actor.Actor, id ID, colors Colors) error {
	return s.change(ctx, by, id, func(ctx context.Context, tx bun.Tx) error {
		if err := colors.Validate(); err != nil {
			return err
		}
		encoded, err := encode(colors)
		if err != nil {
			return err
		}
		res, err := tx.NewUpdate().Table("channels").Set("colors = ?", encoded).
			Set("updated_ms = ?", clock.Millis(s.clock.Now())).Where("id = ?", id).Exec(ctx)
		return changedOne(res, err, ErrNotFound())
	})
}

func changedOne(res interface{ RowsAffected() (int64, error) }, err error, none error) error {
	if err != nil {
		return fmt.Errorf("update: %w", err)
	}
	n, err := res.RowsAffected()
	if err != nil {
		return fmt.Errorf("count changed rows: %w", err)
	}
	if n == 0 {
		return none
	}
	return nil
}

func insertDomains(ctx context.Context, tx bun.Tx, id ID, domains []string) error {
	rows := make([]domainRow, len(domains))
	for i, d := range domains {
		rows[i] = domainRow{Domain: d, ChannelID: id, Position: i}
	}
	if len(rows) == 0 {
		return nil
	}
	if _, err := tx.NewInsert().Model(&rows).Exec(ctx); err != nil {
		return taken(err, "domains")
	}
	return nil
}

func taken(err error, field string) error {
	if !db.IsUnique(err) {
		return fmt.Errorf("write %s: %w", field, err)
	}
	e := fault.Wrap(err, fault.Conflict, "already_taken", "This name is already taken.")
	e.Fields = []fault.Field{{Field: field, Code: "already_taken", Message: "This name is already taken."}}
	return e
}

func clean(c *Channel) {
	c.Languages = slices.Clone(c.Languages)
	c.Domains = slices.Clone(c.Domains)
	for i, d := range c.Domains {
		c.Domains[i] = CanonicalHost(d)
	}
	blocks := make(map[string]text.Text, len(c.Settings.StaticBlocks))
	for name, block := range c.Settings.StaticBlocks {
		blocks[name] = block.Map(text.SafeHTML)
	}
	c.Settings.StaticBlocks = blocks
}
