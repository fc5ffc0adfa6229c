package commerce

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
)

// Coupons returns those of a channel by code, as the database has them now; only the
// channel's operators may see them.
func (s *Service) Coupons(ctx context.Context, by actor.Actor, channelID int64) ([]*Coupon, error) {
	if err := by.RequireOperator(channelID); err != nil {
		return nil, err
	}
	return selectCoupons(ctx, s.db.From(ctx), channelID)
}

// CreateCoupon adds a coupon; only the channel's operators may. A code that another has is
// a Conflict; packages that the channel does not sell are NotFound.
func (s *Service) CreateCoupon(ctx context.Context, by actor.Actor, channelID int64, c Coupon) error {
	return s.changeCoupons(ctx, by, channelID, func(ctx context.Context, tx bun.Tx) error {
		c.ID, c.FromPack = 0, false
		return s.writeCoupon(ctx, tx, channelID, c)
	})
}

// StopCoupon has a coupon count no longer; only the channel's operators may. Payments that
// have taken a use of it go on. Unknown, or of another channel: NotFound.
func (s *Service) StopCoupon(ctx context.Context, by actor.Actor, channelID int64, code string) error {
	return s.changeCoupons(ctx, by, channelID, func(ctx context.Context, tx bun.Tx) error {
		code, _ := NormalCode(code)
		stopped, err := db.Changed(tx.NewRaw(`UPDATE coupons SET stopped = TRUE, updated_ms = ? WHERE channel_id = ? AND code = ?`,
			clock.Millis(s.clock.Now()), channelID, code).Exec(ctx))
		if err != nil {
			return fmt.Errorf("stop a coupon: %w", err)
		}
		if !stopped {
			return fault.NotFoundf("coupon", "Coupon not found.")
		}
		return nil
	})
}

// maxCoupons bounds the coupons that are described at once.
const maxCoupons = 1_000

// ReplaceCoupons makes the coupons of the channel's pack be exactly these, each known by its code; only the channel's operators may. The uses
// of a coupon that stays are kept. A coupon that the pack no longer has is removed or, if it was used, stopped. Coupons of CreateCoupon stay
// until a pack names them.
func (s *Service) ReplaceCoupons(ctx context.Context, by actor.Actor, channelID int64, want []Coupon) error {
	return s.changeCoupons(ctx, by, channelID, func(ctx context.Context, tx bun.Tx) error {
		if len(want) > maxCoupons {
			return fault.InvalidFields(fault.Field{Field: "coupons", Code: "too_many", Message: fmt.Sprintf("At most %d values are allowed.", maxCoupons)})
		}
		old, err := selectCoupons(ctx, tx, channelID)
		if err != nil {
			return err
		}
		known, unwanted := make(map[string]CouponID, len(old)), map[string]CouponID{}
		for _, c := range old {
			known[c.Code] = c.ID
			if c.FromPack {
				unwanted[c.Code] = c.ID
			}
		}
		for i, c := range want {
			c.ID, c.FromPack = known[c.Code], true
			if err := s.writeCoupon(ctx, tx, channelID, c); err != nil {
				return fault.At(err, i)
			}
			delete(unwanted, c.Code)
		}
		return s.dropCoupons(ctx, tx, channelID, unwanted)
	})
}

// dropCoupons removes coupons, and stops those that were used: their uses tell what was paid.
func (s *Service) dropCoupons(ctx context.Context, tx bun.Tx, channelID int64, unwanted map[string]CouponID) error {
	if len(unwanted) == 0 {
		return nil
	}
	ids := make([]CouponID, 0, len(unwanted))
	for _, id := range unwanted {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	_, err := tx.NewRaw(`DELETE FROM coupons WHERE channel_id = ? AND id IN (?)
		AND NOT EXISTS (SELECT 1 FROM coupon_uses AS u WHERE u.coupon_id = coupons.id)`, channelID, bun.List(ids)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("remove coupons: %w", err)
	}
	_, err = tx.NewRaw(`UPDATE coupons SET stopped = TRUE, updated_ms = ? WHERE channel_id = ? AND id IN (?) AND NOT stopped`,
		clock.Millis(s.clock.Now()), channelID, bun.List(ids)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("stop coupons: %w", err)
	}
	return nil
}

// writeCoupon adds a coupon or, where it has an id, changes it, but for what was used of it.
func (s *Service) writeCoupon(ctx context.Context, tx bun.Tx, channelID int64, c Coupon) error {
	if err := c.Validate(); err != nil {
		return err
	}
	row := newCouponRow(channelID, c, s.clock.Now())
	row.ID = c.ID
	var err error
	if c.ID == 0 {
		_, err = tx.NewInsert().Model(row).Returning("id").Exec(ctx)
	} else {
		_, err = tx.NewUpdate().Model(row).ExcludeColumn("uses", "created_ms").WherePK().Exec(ctx)
	}
	if db.IsUnique(err) {
		e := fault.Wrap(err, fault.Conflict, "already_taken", "This name is already taken.")
		e.Fields = []fault.Field{{Field: "code", Code: "already_taken", Message: "This name is already taken."}}
		return e
	}
	if err != nil {
		return fmt.Errorf("write coupon %s: %w", c.Code, err)
	}
	return restrictCoupon(ctx, tx, channelID, row.ID, c.Packages)
}

// restrictCoupon writes what a coupon is for, after making sure that it is the channel's.
func restrictCoupon(ctx context.Context, tx bun.Tx, channelID int64, id CouponID, packages []PackageID) error {
	if _, err := tx.NewDelete().Model((*couponPackageRow)(nil)).Where("coupon_id = ?", id).Exec(ctx); err != nil {
		return fmt.Errorf("empty the packages of coupon %d: %w", id, err)
	}
	packages = slices.Compact(slices.Sorted(slices.Values(packages)))
	if len(packages) == 0 {
		return nil
	}
	n, err := tx.NewSelect().Table("packages").Where("channel_id = ?", channelID).Where("id IN (?)", bun.List(packages)).Count(ctx)
	if err != nil {
		return fmt.Errorf("look at packages: %w", err)
	}
	if n != int64(len(packages)) {
		return ErrNotFound()
	}
	rows := make([]couponPackageRow, len(packages))
	for i, p := range packages {
		rows[i] = couponPackageRow{CouponID: id, PackageID: p}
	}
	if _, err := tx.NewInsert().Model(&rows).Exec(ctx); err != nil {
		return fmt.Errorf("write the packages of coupon %d: %w", id, err)
	}
	return nil
}

// changeCoupons runs one writing transaction for an operator of a channel. Coupons are
// looked up when they are typed, never kept: no revision is counted.
func (s *Service) changeCoupons(ctx context.Context, by actor.Actor, channelID int64, write func(context.Context, bun.Tx) error) error {
	if err := by.RequireOperator(channelID); err != nil {
		return err
	}
	return s.db.InTx(ctx, write)
}
