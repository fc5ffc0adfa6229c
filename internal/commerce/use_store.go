package commerce

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
)

// Use decides whether a user may do something once with an event, and counts it, inside
// the transaction tx that does it; an error must undo that transaction. Operators, and
// whoever bought it without a limit, are only counted. What Decide does not allow them:
// Forbidden, "no_access". All used up: Unprocessable, "clip_limit_reached" or
// "download_limit_reached".
//
// A limit counts per order. That of a subscription is one order however often it renews,
// so that a limit of its counts for as long as it goes on.
func (s *Service) Use(ctx context.Context, tx bun.Tx, w Wish) (Use, error) {
	now := s.clock.Now()
	grants, err := grantsIn(ctx, tx, w, now)
	if err != nil {
		return Use{}, err
	}
	if err := w.allowed(grants, now); err != nil {
		return Use{}, err
	}
	use := Use{Feature: w.Capability.feature()}
	if !w.Viewer.Operator {
		if use.Order, err = takeUse(ctx, tx, w, w.payers(grants, now)); err != nil {
			return Use{}, err
		}
		use.Opening = w.opening(grants, use.Order, now)
	}
	return use, s.totals.AddUses(ctx, tx, w.ChannelID, w.UserID, use.Feature, 1)
}

// May refuses as Use does what Decide does not allow, and counts nothing.
func (s *Service) May(ctx context.Context, w Wish) error {
	grants, err := s.Grants(ctx, w.ChannelID, w.UserID)
	if err != nil {
		return err
	}
	return w.allowed(grants, s.clock.Now())
}

// grantsIn are a user's grants as the transaction tx sees them. Nothing else is asked: who
// holds a connection and waits for another may wait for somebody who does the same.
func grantsIn(ctx context.Context, tx bun.Tx, w Wish, now time.Time) ([]Grant, error) {
	held, err := selectHoldings(ctx, tx, holder{w.ChannelID, w.UserID}, now)
	return held.Grants, err
}

// takeUse counts a use on the first order that has one left.
func takeUse(ctx context.Context, tx bun.Tx, w Wish, payers []Grant) (OrderID, error) {
	f, included := w.Capability.feature(), int64(0)
	for _, g := range payers {
		limit := g.Package.limit(f)
		taken, err := countUse(ctx, tx, w, g.Order, limit)
		if err != nil || taken {
			return g.Order, err
		}
		included += limit
	}
	return 0, errUsedUp(f, included)
}

// countUse adds one to what is used of an order, unless that is as much as it includes
// already: of many who want the last one, this statement lets one have it.
func countUse(ctx context.Context, tx bun.Tx, w Wish, order OrderID, limit int64) (bool, error) {
	taken, err := db.Changed(tx.NewRaw(`INSERT INTO feature_uses (channel_id, order_id, user_id, feature, used) VALUES (?, ?, ?, ?, 1)
		ON CONFLICT (order_id, feature) DO UPDATE SET used = feature_uses.used + 1 WHERE ? = 0 OR feature_uses.used < ?`,
		w.ChannelID, order, w.UserID, w.Capability.feature(), limit, limit).Exec(ctx))
	if err != nil {
		return false, fmt.Errorf("count a use of order %d: %w", order, err)
	}
	return taken, nil
}

// GiveBack takes a use back, inside the transaction that lets what it was for fail. The
// caller sees to it that this is done once.
func (s *Service) GiveBack(ctx context.Context, tx bun.Tx, channelID, userID int64, u Use) error {
	if u.Order != 0 {
		_, err := tx.NewRaw(`UPDATE feature_uses SET used = used - 1 WHERE channel_id = ? AND order_id = ? AND feature = ? AND user_id = ? AND used > 0`,
			channelID, u.Order, u.Feature, userID).Exec(ctx)
		if err != nil {
			return fmt.Errorf("give back a use of order %d: %w", u.Order, err)
		}
	}
	return s.totals.AddUses(ctx, tx, channelID, userID, u.Feature, -1)
}
