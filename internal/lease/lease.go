// Package lease bounds on how many screens at once a user watches, and in how many networks one
// signed address is used. Each player that is open holds a place, which it renews while it is
// open; there are as many places as screens. ADR 0037 and ADR 0055 give the reasons.
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
	// Life is for how long a place is a player's after it was taken or renewed. Afterwards
	// another player may have it.
	Life = 45 * time.Second
	// RenewEvery is when a player is to renew its place: twice in vain, and it is still there.
	RenewEvery = 15 * time.Second
	// grace is for how long a player whose place nobody else wants goes on after its Life:
	// browsers let pages that nobody sees ask only once a minute.
	grace = time.Minute
	// ahead is how much longer than its Life a place can seem to be a player's where nodes' clocks
	// differ. One that seems to be for longer was taken before a clock was set back.
	ahead = time.Minute
	// MaxPlaces is the most places that a channel may give its users.
	MaxPlaces = 20
)

// Request is what a player asks for.
type Request struct {
	ChannelID, UserID, SessionID int64
	Subject
	// Player is what its page calls it: a name of its own for every player that is opened.
	Player string
	// Before is the player that was open in the same tab, whose place it inherits; "" for none.
	Before string
	// Most is how many places there are; 0 for as many as anybody wants.
	Most int
	// Instead has the player whose place was taken first give it up when none is free.
	Instead bool

	// switches lets a session's address take the place of another address of the same session when
	// none is free: its device shows something else now.
	switches bool
}

// Subject is what a place is for: an event, or an item of the VOD library.
type Subject struct{ EventID, ItemID int64 }

// Lease is one player's place.
type Lease struct {
	Subject

	SessionID int64
	Player    string
	TakenAt   time.Time
}

// Service is the places of an installation. It is safe for concurrent use.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	renewer  *renewer
	holders  *cache.Gathered[holder, []row]
	networks *networks
}

// New returns the places kept in d.
func New(d *db.DB, c clock.Clock) *Service {
	s := &Service{db: d, clock: c, renewer: &renewer{db: d, clock: c}, networks: newNetworks(d, c)}
	s.holders = cache.NewGathered(s.selectHolders)
	return s
}

var playerName = regexp.MustCompile(`^[A-Za-z0-9_-]{8,64}$`)

func (r Request) check() error {
	if !playerName.MatchString(r.Player) {
		return fault.InvalidFields(fault.Field{Field: "player", Code: "malformed", Message: "The value is not valid."})
	}
	if r.Before != "" && !playerName.MatchString(r.Before) {
		return fault.InvalidFields(fault.Field{Field: "before", Code: "malformed", Message: "The value is not valid."})
	}
	return nil
}

func errTooMany() error {
	return fault.New(fault.Conflict, codeTooMany, "You are watching on as many screens as you can at once.")
}

// Take gives a player a place, or renews the one that it has. When all places are others':
// Conflict, "too_many_streams".
func (s *Service) Take(ctx context.Context, r Request) error {
	if err := r.check(); err != nil {
		return err
	}
	if r.Most == 0 {
		return nil
	}
	if r.Before == "" && !r.Instead {
		renewed, err := s.renewer.renew(ctx, r)
		if err != nil || renewed {
			return err
		}
	}
	taken, err := s.take(ctx, r)
	if err == nil && !taken {
		err = errTooMany()
	}
	return err
}

// End gives a player's place back: it is free at once, and that of the player after it in the
// same tab while nobody else takes it. One that has none is no error.
func (s *Service) End(ctx context.Context, channelID, userID int64, player string) error {
	_, err := s.db.Write().NewUpdate().Model((*row)(nil)).
		Set("expires_ms = ?", clock.Millis(s.clock.Now().Add(-grace))).
		Where("channel_id = ? AND user_id = ? AND player = ?", channelID, userID, player).Exec(ctx)
	if err != nil {
		return fmt.Errorf("end a lease: %w", err)
	}
	return nil
}

// Of lists the places that a user's players have, the longest first.
func (s *Service) Of(ctx context.Context, channelID, userID int64) ([]Lease, error) {
	var rows []row
	err := s.db.Read().NewSelect().Model(&rows).
		Where("l.channel_id = ? AND l.user_id = ?", channelID, userID).Where("?", held(s.clock.Now())).
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

// held says of a place that a player has it at a moment, by when it ends.
func held(now time.Time) schema.QueryWithArgs {
	return bun.SafeQuery("expires_ms BETWEEN ? AND ?", clock.Millis(now)+1, clock.Millis(now.Add(Life+ahead)))
}

// over says the contrary.
func over(now time.Time) schema.QueryWithArgs { return bun.SafeQuery("NOT (?)", held(now)) }

// Prune deletes at most limit places that were not renewed for an hour, and returns how many.
func (s *Service) Prune(ctx context.Context, limit int64) (int64, error) {
	old := s.db.Write().NewSelect().Model((*row)(nil)).Column("id").
		Where("expires_ms <= ?", clock.Millis(s.clock.Now().Add(-time.Hour))).Limit(limit)
	result, err := s.db.Write().NewDelete().Model((*row)(nil)).Where("id IN (?)", old).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("delete leases that are over: %w", err)
	}
	return result.RowsAffected()
}

type row struct {
	bun.BaseModel `bun:"table:leases,alias:l"`

	ID        int64 `bun:"id,pk,autoincrement"`
	ChannelID int64
	UserID    int64
	Place     int
	Player    string
	SessionID int64
	EventID   int64 `bun:",nullzero"`
	VODItemID int64 `bun:"vod_item_id,nullzero"`
	TakenMS   int64 `bun:"taken_ms"`
	ExpiresMS int64 `bun:"expires_ms"`
}

func (r row) subject() Subject { return Subject{EventID: r.EventID, ItemID: r.VODItemID} }
