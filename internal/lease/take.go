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

// takeTries bounds how often a place is looked for that others always take first.
const takeTries = 10

// take finds a player a place, in one transaction. No place is given because it was seen to
// be free: an insert that the constraints let through takes one, or an update that says from
// whom.
func (s *Service) take(ctx context.Context, r Request) (taken bool, err error) {
	once := func(ctx context.Context, tx bun.Tx) error {
		t := taking{tx: tx, Request: r, now: s.clock.Now()}
		taken, err = t.run(ctx)
		return err
	}
	err = s.db.InTx(ctx, once)
	if db.IsUnique(err) { // the same player, asked for twice at once: the other one took its place
		err = s.db.InTx(ctx, once)
	}
	if db.IsForeignKey(err) {
		return false, actor.LoginNeeded() // the user was erased meanwhile
	}
	return taken, err
}

// taking is one player's search for a place.
type taking struct {
	Request

	tx  bun.Tx
	now time.Time
}

func (t *taking) run(ctx context.Context) (bool, error) {
	if err := t.dropPlaces(ctx); err != nil {
		return false, err
	}
	// What entering waits for may be the same player, asked for at the same time: hence keep, again.
	ways := []func(context.Context) (bool, error){t.keep, t.inherit, t.enter, t.keep, t.follow, t.switchSubject, t.replace}
	for range takeTries {
		for _, way := range ways {
			if taken, err := way(ctx); err != nil || taken {
				return taken, err
			}
		}
		if others, err := t.candidate(ctx); err != nil || others == nil {
			return false, err
		}
	}
	return false, nil
}

// dropPlaces removes places that there are no longer, since the channel gives fewer.
func (t *taking) dropPlaces(ctx context.Context) error {
	_, err := t.tx.NewDelete().Model((*row)(nil)).
		Where("channel_id = ? AND user_id = ? AND place >= ?", t.ChannelID, t.UserID, t.Most).Exec(ctx)
	if err != nil {
		return fmt.Errorf("drop places: %w", err)
	}
	return nil
}

// keep renews the place that the player has.
func (t *taking) keep(ctx context.Context) (bool, error) {
	return t.move(ctx, t.tx.NewUpdate().Where("player = ?", t.Player))
}

// inherit takes the place of the player that was there before in the same tab.
func (t *taking) inherit(ctx context.Context) (bool, error) {
	if t.Before == "" {
		return false, nil
	}
	return t.move(ctx, t.tx.NewUpdate().Where("player = ?", t.Before))
}

// enter takes a place that nobody has. Of two who try the same one, one inserts.
func (t *taking) enter(ctx context.Context) (bool, error) {
	for place := range t.Most {
		entered, err := db.Changed(t.tx.NewInsert().Model(&row{
			ChannelID: t.ChannelID, UserID: t.UserID, Place: place, Player: t.Player, SessionID: t.SessionID, EventID: t.EventID, VODItemID: t.ItemID,
			TakenMS: clock.Millis(t.now), ExpiresMS: t.expires(),
		}).On("CONFLICT DO NOTHING").Returning("NULL").Exec(ctx))
		if err != nil {
			return false, fmt.Errorf("take a place: %w", err)
		}
		if entered {
			return true, nil
		}
	}
	return false, nil
}

// follow takes the place of a player that has not renewed it.
func (t *taking) follow(ctx context.Context) (bool, error) {
	return t.oust(ctx, over(t.now))
}

// switchSubject takes the place of another address of the same session.
func (t *taking) switchSubject(ctx context.Context) (bool, error) {
	if !t.switches {
		return false, nil
	}
	return t.oust(ctx, t.sameSession())
}

// sameSession selects the places of the session's addresses.
func (t *taking) sameSession() schema.QueryWithArgs {
	return bun.SafeQuery("session_id = ? AND player LIKE ?", t.SessionID, sessionPlayerPrefix(t.SessionID)+"%")
}

// replace takes the place of the player that has had it longest, if that is wanted.
func (t *taking) replace(ctx context.Context) (bool, error) {
	if !t.Instead {
		return false, nil
	}
	return t.oust(ctx, held(t.now))
}

// oust takes the oldest of the places of which a condition holds from its player, provided
// that the condition still does and that it is still that player's.
func (t *taking) oust(ctx context.Context, condition schema.QueryWithArgs) (bool, error) {
	seen, err := t.oldest(ctx, condition)
	if err != nil || seen == nil {
		return false, err
	}
	return t.move(ctx, t.tx.NewUpdate().Set("taken_ms = ?", clock.Millis(t.now)).
		Where("id = ? AND player = ?", seen.ID, seen.Player).Where("(?)", condition))
}

// candidate is a place that may have become this player's to take since it was looked for;
// nil when nobody who has one is to give it up.
func (t *taking) candidate(ctx context.Context) (*row, error) {
	if t.Instead {
		return t.oldest(ctx, bun.SafeQuery("TRUE"))
	}
	if t.switches {
		return t.oldest(ctx, bun.SafeQuery("(?) OR (?)", over(t.now), t.sameSession()))
	}
	return t.oldest(ctx, over(t.now))
}

func (t *taking) oldest(ctx context.Context, condition schema.QueryWithArgs) (*row, error) {
	seen := new(row)
	err := t.tx.NewSelect().Model(seen).Where("channel_id = ? AND user_id = ?", t.ChannelID, t.UserID).Where("(?)", condition).
		Order("taken_ms", "id").Limit(1).Scan(ctx)
	if db.IsNoRows(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for the oldest place: %w", err)
	}
	return seen, nil
}

// move gives one of the user's places, which update names, to the player.
func (t *taking) move(ctx context.Context, update *bun.UpdateQuery) (bool, error) {
	moved, err := db.Changed(update.Model((*row)(nil)).
		Set("player = ?", t.Player).Set("session_id = ?", t.SessionID).
		Set("event_id = ?", bun.NullZero(t.EventID)).Set("vod_item_id = ?", bun.NullZero(t.ItemID)).Set("expires_ms = ?", t.expires()).
		Where("channel_id = ? AND user_id = ?", t.ChannelID, t.UserID).Exec(ctx))
	if err != nil {
		return false, fmt.Errorf("take over a place: %w", err)
	}
	return moved, nil
}

func (t *taking) expires() int64 { return clock.Millis(t.now.Add(Life)) }
