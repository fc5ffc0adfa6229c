package lease

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
)

// maxAttempts limits the attempts to acquire a slot that other players acquire first.
const maxAttempts = 10

// acquire finds a slot for a player, in one transaction. A slot that was read as free may be taken
// meanwhile. Therefore a slot is acquired only by an insert that the constraints accept, or by an
// update whose condition names the earlier player.
func (s *Service) acquire(ctx context.Context, r Request) (taken bool, err error) {
	once := func(ctx context.Context, tx bun.Tx) error {
		t := acquisition{tx: tx, Request: r, now: s.clock.Now()}
		taken, err = t.run(ctx)
		return err
	}
	err = s.db.InTx(ctx, once)
	if db.IsUnique(err) { // a concurrent request of the same player acquired a slot
		err = s.db.InTx(ctx, once)
	}
	if db.IsForeignKey(err) {
		return false, actor.LoginNeeded() // the user was erased meanwhile
	}
	return taken, err
}

// acquisition is the search for a slot of one player.
type acquisition struct {
	Request

	tx  bun.Tx
	now time.Time
}

func (t *acquisition) run(ctx context.Context) (bool, error) {
	if err := t.deleteExcessSlots(ctx); err != nil {
		return false, err
	}
	// insertFree may wait for a concurrent request of the same player, therefore renewOwn comes twice.
	steps := []func(context.Context) (bool, error){t.renewOwn, t.takeFromPrevious, t.insertFree, t.renewOwn, t.takeExpired, t.takeFromSession, t.takeOldest}
	for range maxAttempts {
		for _, step := range steps {
			if taken, err := step(ctx); err != nil || taken {
				return taken, err
			}
		}
		if others, err := t.findTakeable(ctx); err != nil || others == nil {
			return false, err
		}
	}
	return false, nil
}

// deleteExcessSlots deletes slots beyond the limit, after the channel has lowered it.
func (t *acquisition) deleteExcessSlots(ctx context.Context) error {
	_, err := t.tx.NewDelete().Model((*row)(nil)).
		Where("channel_id = ? AND user_id = ? AND place >= ?", t.ChannelID, t.UserID, t.Slots).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete excess slots: %w", err)
	}
	return nil
}

// renewOwn renews the player's lease.
func (t *acquisition) renewOwn(ctx context.Context) (bool, error) {
	return t.reassign(ctx, t.tx.NewUpdate().Where("player = ?", t.Player))
}

// takeFromPrevious takes the slot of the earlier player of the same tab.
func (t *acquisition) takeFromPrevious(ctx context.Context) (bool, error) {
	if t.Previous == "" {
		return false, nil
	}
	return t.reassign(ctx, t.tx.NewUpdate().Where("player = ?", t.Previous))
}

// insertFree acquires a slot without a lease. Of two concurrent inserts one succeeds.
func (t *acquisition) insertFree(ctx context.Context) (bool, error) {
	for slot := range t.Slots {
		entered, err := db.Changed(t.tx.NewInsert().Model(&row{
			ChannelID: t.ChannelID, UserID: t.UserID, Slot: slot, Player: t.Player, SessionID: t.SessionID, EventID: t.EventID, VODItemID: t.ItemID,
			TakenMS: clock.Millis(t.now), ExpiresMS: t.expires(),
		}).On("CONFLICT DO NOTHING").Returning("NULL").Exec(ctx))
		if err != nil {
			return false, fmt.Errorf("insert a lease: %w", err)
		}
		if entered {
			return true, nil
		}
	}
	return false, nil
}

// takeExpired takes a slot with an expired lease.
func (t *acquisition) takeExpired(ctx context.Context) (bool, error) {
	return t.takeFrom(ctx, isExpired(t.now))
}

// takeFromSession takes the slot of another address of the same session.
func (t *acquisition) takeFromSession(ctx context.Context) (bool, error) {
	if !t.replaceOwn {
		return false, nil
	}
	return t.takeFrom(ctx, t.sameSession())
}

// sameSession is the SQL condition for leases of the session's addresses.
func (t *acquisition) sameSession() schema.QueryWithArgs {
	return bun.SafeQuery("session_id = ? AND player LIKE ?", t.SessionID, sessionPlayerPrefix(t.SessionID)+"%")
}

// takeOldest takes the slot with the oldest lease, if the request allows it.
func (t *acquisition) takeOldest(ctx context.Context) (bool, error) {
	if !t.ReplaceOldest {
		return false, nil
	}
	return t.takeFrom(ctx, isActive(t.now))
}

// takeFrom takes the slot with the oldest lease that meets a condition. It fails if the lease no longer
// meets the condition or has another player.
func (t *acquisition) takeFrom(ctx context.Context, condition schema.QueryWithArgs) (bool, error) {
	seen, err := t.findOldest(ctx, condition)
	if err != nil || seen == nil {
		return false, err
	}
	return t.reassign(ctx, t.tx.NewUpdate().Set("taken_ms = ?", clock.Millis(t.now)).
		Where("id = ? AND player = ?", seen.ID, seen.Player).Where("(?)", condition))
}

// findTakeable returns a lease that this player may take over, which a concurrent change may have made
// possible; nil if there is none.
func (t *acquisition) findTakeable(ctx context.Context) (*row, error) {
	if t.ReplaceOldest {
		return t.findOldest(ctx, bun.SafeQuery("TRUE"))
	}
	if t.replaceOwn {
		return t.findOldest(ctx, bun.SafeQuery("(?) OR (?)", isExpired(t.now), t.sameSession()))
	}
	return t.findOldest(ctx, isExpired(t.now))
}

func (t *acquisition) findOldest(ctx context.Context, condition schema.QueryWithArgs) (*row, error) {
	seen := new(row)
	err := t.tx.NewSelect().Model(seen).Where("channel_id = ? AND user_id = ?", t.ChannelID, t.UserID).Where("(?)", condition).
		Order("taken_ms", "id").Limit(1).Scan(ctx)
	if db.IsNoRows(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("select the oldest lease: %w", err)
	}
	return seen, nil
}

// reassign changes the lease that update selects to this player.
func (t *acquisition) reassign(ctx context.Context, update *bun.UpdateQuery) (bool, error) {
	moved, err := db.Changed(update.Model((*row)(nil)).
		Set("player = ?", t.Player).Set("session_id = ?", t.SessionID).
		Set("event_id = ?", bun.NullZero(t.EventID)).Set("vod_item_id = ?", bun.NullZero(t.ItemID)).Set("expires_ms = ?", t.expires()).
		Where("channel_id = ? AND user_id = ?", t.ChannelID, t.UserID).Exec(ctx))
	if err != nil {
		return false, fmt.Errorf("update a lease: %w", err)
	}
	return moved, nil
}

func (t *acquisition) expires() int64 { return clock.Millis(t.now.Add(Duration)) }
