// Package lease limits the concurrent streams of a user, and the networks in which one signed address
// is used. A user has a number of slots. Each open player leases a slot and renews the lease while it
// is open. See ADR 0037 and ADR 0055.
package lease

import (
	"context"
	"fmt"
	"regexp"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
)

const (
	// Duration is the life of a lease after it was acquired or renewed. Afterwards another player
	// may acquire the slot.
	Duration = 45 * time.Second
	// RenewInterval is the time between renewals. A lease survives two failed renewals.
	RenewInterval = 15 * time.Second
	// A player may continue for gracePeriod after its lease expired if no other player has
	// acquired the slot. Browsers limit the requests of hidden pages to one a minute.
	gracePeriod = time.Minute
	// maxClockSkew is the largest difference between the clocks of nodes. A lease that lasts longer
	// than Duration plus maxClockSkew was acquired before a clock was set back.
	maxClockSkew = time.Minute
	// MaxSlots is the largest number of slots that a channel may give its users.
	MaxSlots = 20
)

// Request is a player's request for a slot.
type Request struct {
	ChannelID, UserID, SessionID int64
	Subject
	// Player is a unique name that the page generates for each opened player.
	Player string
	// Previous is the earlier player of the same tab, whose slot the player gets; "" for none.
	Previous string
	// Slots is the number of slots of the user; 0 for no limit.
	Slots int
	// ReplaceOldest takes the slot with the oldest lease if no slot is free.
	ReplaceOldest bool

	// replaceOwn takes the slot of another address of the same session if no slot is free: the
	// device shows another subject now.
	replaceOwn bool
}

// Subject is what a player plays: an event or an item of the VOD library.
type Subject struct{ EventID, ItemID int64 }

// Lease is the lease of one player.
type Lease struct {
	Subject

	SessionID int64
	Player    string
	TakenAt   time.Time
}

// Service manages leases. It is safe for concurrent use.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	renewer  *renewer
	slots    *cache.Batcher[user, []row]
	networks *addressNetworks
}

// New returns a Service that stores leases in d.
func New(d *db.DB, c clock.Clock) *Service {
	s := &Service{db: d, clock: c, renewer: &renewer{db: d, clock: c}, networks: newAddressNetworks(d, c)}
	s.slots = cache.NewBatcher(s.selectSlots)
	return s
}

var playerName = regexp.MustCompile(`^[A-Za-z0-9_-]{8,64}$`)

func (r Request) check() error {
	if !playerName.MatchString(r.Player) {
		return fault.InvalidFields(fault.Field{Field: "player", Code: "malformed", Message: "The value is not valid."})
	}
	if r.Previous != "" && !playerName.MatchString(r.Previous) {
		return fault.InvalidFields(fault.Field{Field: "before", Code: "malformed", Message: "The value is not valid."})
	}
	return nil
}

func errNoSlot() error {
	return fault.New(fault.Conflict, "too_many_streams", "You are already watching on the maximum number of screens.")
}

// Acquire leases a slot to a player, or renews its lease. If other players use all slots, it returns
// Conflict, "too_many_streams".
func (s *Service) Acquire(ctx context.Context, r Request) error {
	if err := r.check(); err != nil {
		return err
	}
	if r.Slots == 0 {
		return nil
	}
	if r.Previous == "" && !r.ReplaceOldest {
		renewed, err := s.renewer.renew(ctx, r)
		if err != nil || renewed {
			return err
		}
	}
	taken, err := s.acquire(ctx, r)
	if err == nil && !taken {
		err = errNoSlot()
	}
	return err
}

// Release ends the lease of a player. The slot is free at once, and the next player of the same tab
// gets it unless another player acquires it first. A player without a lease is not an error.
func (s *Service) Release(ctx context.Context, channelID, userID int64, player string) error {
	_, err := s.db.Write().NewUpdate().Model((*row)(nil)).
		Set("expires_ms = ?", clock.Millis(s.clock.Now().Add(-gracePeriod))).
		Where("channel_id = ? AND user_id = ? AND player = ?", channelID, userID, player).Exec(ctx)
	if err != nil {
		return fmt.Errorf("release a slot: %w", err)
	}
	return nil
}

// List returns the active leases of a user, the oldest first.
func (s *Service) List(ctx context.Context, channelID, userID int64) ([]Lease, error) {
	var rows []row
	err := s.db.Read().NewSelect().Model(&rows).
		Where("l.channel_id = ? AND l.user_id = ?", channelID, userID).Where("?", isActive(s.clock.Now())).
		Order("l.taken_ms", "l.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list leases: %w", err)
	}
	list := make([]Lease, len(rows))
	for i, r := range rows {
		list[i] = Lease{Subject: r.subject(), SessionID: r.SessionID, Player: r.Player, TakenAt: clock.FromMillis(r.TakenMS)}
	}
	return list, nil
}

// isActive is the SQL condition for an active lease.
func isActive(now time.Time) schema.QueryWithArgs {
	return bun.SafeQuery("expires_ms BETWEEN ? AND ?", clock.Millis(now)+1, clock.Millis(now.Add(Duration+maxClockSkew)))
}

// isExpired is the SQL condition for an expired lease.
func isExpired(now time.Time) schema.QueryWithArgs { return bun.SafeQuery("NOT (?)", isActive(now)) }

// DeleteExpired deletes at most limit leases that expired an hour ago, and returns their number.
func (s *Service) DeleteExpired(ctx context.Context, limit int64) (int64, error) {
	old := s.db.Write().NewSelect().Model((*row)(nil)).Column("id").
		Where("expires_ms <= ?", clock.Millis(s.clock.Now().Add(-time.Hour))).Limit(limit)
	result, err := s.db.Write().NewDelete().Model((*row)(nil)).Where("id IN (?)", old).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("delete expired leases: %w", err)
	}
	return result.RowsAffected()
}

type row struct {
	bun.BaseModel `bun:"table:leases,alias:l"`

	ID        int64 `bun:"id,pk,autoincrement"`
	ChannelID int64
	UserID    int64
	Slot      int `bun:"place"`
	Player    string
	SessionID int64
	EventID   int64 `bun:",nullzero"`
	VODItemID int64 `bun:"vod_item_id,nullzero"`
	TakenMS   int64 `bun:"taken_ms"`
	ExpiresMS int64 `bun:"expires_ms"`
}

func (r row) subject() Subject { return Subject{EventID: r.EventID, ItemID: r.VODItemID} }
