package commerce

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/text"
)

// Create adds a package or subscription; only the channel's operators may. What it
// covers must belong to the channel, else NotFound. An alias that another has is a
// Conflict.
func (s *Service) Create(ctx context.Context, by actor.Actor, channelID int64, p Package) (PackageID, error) {
	var id PackageID
	err := s.change(ctx, by, channelID, func(ctx context.Context, tx bun.Tx) (err error) {
		id, err = s.insert(ctx, tx, channelID, p)
		return err
	})
	return id, err
}

// maxOffers bounds what a channel sells.
const maxOffers = 1_000

// Replace makes what a channel sells be exactly these, each known by its alias: what
// was there under the same alias keeps its id, and with it its orders.
func (s *Service) Replace(ctx context.Context, by actor.Actor, channelID int64, want []Package) error {
	return s.change(ctx, by, channelID, func(ctx context.Context, tx bun.Tx) error {
		if len(want) > maxOffers {
			return fault.InvalidFields(fault.Field{Field: "offers", Code: "too_many", Message: fmt.Sprintf("At most %d values are allowed.", maxOffers)})
		}
		old, err := selectPackages(ctx, tx, channelID)
		if err != nil {
			return err
		}
		known := make(map[string]PackageID, len(old))
		for _, p := range old {
			known[p.Alias] = p.ID
		}
		for i, p := range want {
			if p.Alias == "" {
				return fault.At(missingAlias(), i)
			}
			if id, ok := known[p.Alias]; ok {
				p.ID = id
				err = s.update(ctx, tx, channelID, p)
			} else {
				_, err = s.insert(ctx, tx, channelID, p)
			}
			if err != nil {
				return fault.At(err, i)
			}
			delete(known, p.Alias)
		}
		return removeUnwanted(ctx, tx, channelID, want)
	})
}

func missingAlias() error {
	return fault.InvalidFields(fault.Field{Field: "alias", Code: "required", Message: "Field is required"})
}

func removeUnwanted(ctx context.Context, tx bun.Tx, channelID int64, want []Package) error {
	aliases := make([]string, len(want))
	for i, p := range want {
		aliases[i] = p.Alias
	}
	remove := tx.NewDelete().Table("packages").Where("channel_id = ?", channelID)
	if len(aliases) > 0 {
		remove.Where("alias NOT IN (?)", bun.List(aliases))
	}
	_, err := remove.Exec(ctx)
	if db.IsForeignKey(err) {
		return fault.Wrap(err, fault.Conflict, "in_use", "Something that has been bought cannot be removed.")
	}
	if err != nil {
		return fmt.Errorf("remove packages: %w", err)
	}
	return nil
}

func (s *Service) insert(ctx context.Context, tx bun.Tx, channelID int64, p Package) (PackageID, error) {
	row, err := s.row(channelID, p)
	if err != nil {
		return 0, err
	}
	row.ID = 0
	_, err = tx.NewInsert().Model(row).Returning("id").Exec(ctx)
	if db.IsUnique(err) {
		e := fault.Wrap(err, fault.Conflict, "already_taken", "This name is already taken.")
		e.Fields = []fault.Field{{Field: "alias", Code: "already_taken", Message: "This name is already taken."}}
		return 0, e
	}
	if err != nil {
		return 0, fmt.Errorf("create package: %w", err)
	}
	return row.ID, insertCoverage(ctx, tx, channelID, row.ID, p)
}

func (s *Service) update(ctx context.Context, tx bun.Tx, channelID int64, p Package) error {
	row, err := s.row(channelID, p)
	if err != nil {
		return err
	}
	row.ID = p.ID
	if _, err := tx.NewUpdate().Model(row).ExcludeColumn("created_ms").WherePK().Exec(ctx); err != nil {
		return fmt.Errorf("update package %d: %w", p.ID, err)
	}
	for _, table := range []string{"package_categories", "package_participants"} {
		if _, err := tx.NewDelete().Table(table).Where("package_id = ?", p.ID).Exec(ctx); err != nil {
			return fmt.Errorf("empty %s: %w", table, err)
		}
	}
	return insertCoverage(ctx, tx, channelID, p.ID, p)
}

func (s *Service) row(channelID int64, p Package) (*packageRow, error) {
	p.Description = p.Description.Map(text.SafeHTML)
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return newPackageRow(channelID, p, s.clock.Now())
}

// change runs one writing transaction on a channel for one of its operators and
// counts it.
func (s *Service) change(ctx context.Context, by actor.Actor, channelID int64, write func(context.Context, bun.Tx) error) error {
	if err := by.RequireOperator(channelID); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := write(ctx, tx); err != nil {
			return err
		}
		s.db.AfterCommit(ctx, func() { s.revisions.Forget(channelID) })
		return revision.Bump(ctx, tx, channelID, revision.Commerce)
	})
}
