package commerce

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
)

type couponRow struct {
	bun.BaseModel `bun:"table:coupons"`

	ID         CouponID `bun:",pk,autoincrement"`
	ChannelID  int64
	Code       string
	PercentOff int64
	AmountOff  int64
	Currency   string
	StartsMS   int64
	EndsMS     int64
	MaxUses    int64
	PerUser    int64
	Uses       int64
	Stopped    bool
	Restricted bool
	FromPack   bool
	CreatedMS  int64
	UpdatedMS  int64
}

type couponPackageRow struct {
	bun.BaseModel `bun:"table:coupon_packages"`

	CouponID  CouponID
	PackageID PackageID
}

type couponUseRow struct {
	bun.BaseModel `bun:"table:coupon_uses"`

	ID         int64 `bun:",pk,autoincrement"`
	ChannelID  int64
	CouponID   CouponID
	UserID     int64
	Checkout   string
	TakenMS    int64
	ReleasedMS int64
}

func newCouponRow(channelID int64, c Coupon, now time.Time) *couponRow {
	return &couponRow{
		ChannelID: channelID, Code: c.Code, PercentOff: c.PercentOff, AmountOff: c.AmountOff, Currency: c.Currency,
		StartsMS: millisOrZero(c.Starts), EndsMS: millisOrZero(c.Ends), MaxUses: c.MaxUses, PerUser: c.PerUser,
		Stopped: c.Stopped, Restricted: c.Restricted, FromPack: c.FromPack, CreatedMS: clock.Millis(now), UpdatedMS: clock.Millis(now),
	}
}

func (r *couponRow) coupon() *Coupon {
	return &Coupon{
		ID: r.ID, Code: r.Code, PercentOff: r.PercentOff, AmountOff: r.AmountOff, Currency: r.Currency,
		Starts: timeOrZero(r.StartsMS), Ends: timeOrZero(r.EndsMS), MaxUses: r.MaxUses, PerUser: r.PerUser,
		Stopped: r.Stopped, Restricted: r.Restricted, Uses: r.Uses, FromPack: r.FromPack,
	}
}

// millisOrZero is a time to store, 0 for none.
func millisOrZero(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return clock.Millis(t)
}

// selectCoupons returns those of a channel by code; only those of some codes where any
// are given.
func selectCoupons(ctx context.Context, from bun.IDB, channelID int64, codes ...string) ([]*Coupon, error) {
	var rows []couponRow
	query := from.NewSelect().Model(&rows).Where("channel_id = ?", channelID).Order("code")
	if len(codes) > 0 {
		query.Where("code IN (?)", bun.List(codes))
	}
	if err := query.Scan(ctx); err != nil {
		return nil, fmt.Errorf("list coupons: %w", err)
	}
	out := make([]*Coupon, len(rows))
	byID := make(map[CouponID]*Coupon, len(rows))
	ids := make([]CouponID, len(rows))
	for i := range rows {
		out[i] = rows[i].coupon()
		byID[rows[i].ID], ids[i] = out[i], rows[i].ID
	}
	if len(ids) == 0 {
		return out, nil
	}
	var packages []couponPackageRow
	err := from.NewSelect().Model(&packages).Where("coupon_id IN (?)", bun.List(ids)).Order("coupon_id", "package_id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the packages of coupons: %w", err)
	}
	for _, r := range packages {
		byID[r.CouponID].Packages = append(byID[r.CouponID].Packages, r.PackageID)
	}
	return out, nil
}

// findCoupon returns the coupon of a code that a user typed, if they may use it now: else
// "promo_code_invalid" or "promo_code_wrong".
func (s *Service) findCoupon(ctx context.Context, channelID, userID int64, typed string) (*Coupon, error) {
	code, ok := NormalCode(typed)
	if !ok {
		return nil, errInvalidCode()
	}
	from := s.db.From(ctx)
	found, err := selectCoupons(ctx, from, channelID, code)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, errInvalidCode()
	}
	c := found[0]
	if err := c.checkUsable(s.clock.Now()); err != nil {
		return nil, err
	}
	if c.PerUser > 0 {
		used, err := usesOf(ctx, from, c.ID, userID)
		if err != nil {
			return nil, err
		}
		if used >= c.PerUser {
			return nil, errWrongCode(couponUsedByUser)
		}
	}
	return c, nil
}

func usesOf(ctx context.Context, from bun.IDB, id CouponID, userID int64) (int64, error) {
	n, err := from.NewSelect().Model((*couponUseRow)(nil)).Where("coupon_id = ? AND user_id = ? AND released_ms = 0", id, userID).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count the uses of coupon %d: %w", id, err)
	}
	return n, nil
}

// TakeCoupon takes a use of a coupon for a checkout, named by its key, inside the
// transaction that writes the checkout; an error must undo that transaction. For a
// checkout that holds the use already it does nothing. A coupon of another channel, ended,
// stopped or used up, by all or by the user, is Unprocessable, "promo_code_wrong".
func (s *Service) TakeCoupon(ctx context.Context, tx bun.Tx, channelID, userID int64, id CouponID, checkout string) error {
	now := clock.Millis(s.clock.Now())
	use := &couponUseRow{ChannelID: channelID, CouponID: id, UserID: userID, Checkout: checkout, TakenMS: now}
	taken, err := db.Changed(tx.NewInsert().Model(use).On("CONFLICT (checkout) DO NOTHING").Returning("NULL").Exec(ctx))
	if db.IsForeignKey(err) {
		return errWrongCode(couponGone)
	}
	if err != nil {
		return fmt.Errorf("write the use of coupon %d: %w", id, err)
	}
	if !taken {
		return holdsUse(ctx, tx, channelID, id, checkout)
	}
	var perUser []int64
	err = tx.NewRaw(`UPDATE coupons SET uses = uses + 1 WHERE id = ? AND channel_id = ? AND NOT stopped AND starts_ms <= ?
		AND (ends_ms = 0 OR ends_ms > ?) AND (max_uses = 0 OR uses < max_uses) RETURNING per_user`, id, channelID, now, now).Scan(ctx, &perUser)
	if err != nil && !db.IsNoRows(err) {
		return fmt.Errorf("take a use of coupon %d: %w", id, err)
	}
	if len(perUser) == 0 {
		return findRefusal(ctx, tx, channelID, id, s.clock.Now())
	}
	// Whoever takes a use of the same coupon waits for the row that was just changed, and
	// counts when this transaction is over.
	used, err := usesOf(ctx, tx, id, userID)
	if err != nil {
		return err
	}
	if perUser[0] > 0 && used > perUser[0] {
		return errWrongCode(couponUsedByUser)
	}
	return nil
}

// findRefusal returns why no use of a coupon can be taken, inside the transaction that tried.
func findRefusal(ctx context.Context, tx bun.Tx, channelID int64, id CouponID, now time.Time) error {
	var row couponRow
	err := tx.NewSelect().Model(&row).Where("id = ? AND channel_id = ?", id, channelID).Scan(ctx)
	if err != nil && !db.IsNoRows(err) {
		return fmt.Errorf("read coupon %d: %w", id, err)
	}
	if err == nil {
		if refused := row.coupon().checkUsable(now); refused != nil {
			return refused
		}
	}
	return errWrongCode(couponGone)
}

// holdsUse refuses a checkout that has a use of another coupon, or that gave it back.
func holdsUse(ctx context.Context, tx bun.Tx, channelID int64, id CouponID, checkout string) error {
	n, err := tx.NewSelect().Model((*couponUseRow)(nil)).
		Where("checkout = ? AND channel_id = ? AND coupon_id = ? AND released_ms = 0", checkout, channelID, id).Count(ctx)
	if err != nil {
		return fmt.Errorf("look at the use of coupon %d: %w", id, err)
	}
	if n == 0 {
		return errWrongCode(couponGone)
	}
	return nil
}

// ReleaseCoupon gives back the use that a checkout took, inside the transaction that lets
// the payment fail. For a checkout without one, or that gave it back, it does nothing. A
// refund does not give a use back: the coupon was used.
func (s *Service) ReleaseCoupon(ctx context.Context, tx bun.Tx, channelID int64, checkout string) error {
	var coupon []CouponID
	err := tx.NewRaw(`UPDATE coupon_uses SET released_ms = ? WHERE checkout = ? AND channel_id = ? AND released_ms = 0 RETURNING coupon_id`,
		clock.Millis(s.clock.Now()), checkout, channelID).Scan(ctx, &coupon)
	if err != nil && !db.IsNoRows(err) {
		return fmt.Errorf("release the coupon of a checkout: %w", err)
	}
	if len(coupon) == 0 {
		return nil
	}
	if _, err := tx.NewRaw(`UPDATE coupons SET uses = uses - 1 WHERE id = ? AND channel_id = ?`, coupon[0], channelID).Exec(ctx); err != nil {
		return fmt.Errorf("give back a use of coupon %d: %w", coupon[0], err)
	}
	return nil
}
