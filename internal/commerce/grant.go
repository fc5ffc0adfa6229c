package commerce

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
)

// Holdings are what a user holds on a channel: a grant of each order that is paid and
// good. The zero value is nothing. They are shared: never change them.
type Holdings struct {
	Grants []Grant
	// Key names them: users of one channel with the same key hold the same, so that what
	// is made for one serves the other. "" for nothing.
	Key string
}

// How long a version is believed, and so how long after a purchase or a refund that
// another node noted this one may not know of it; and how much is kept.
const (
	versionKept  = 500 * time.Millisecond
	keptVersions = 200_000
	keptHoldings = 50_000
)

// holder is a user of a channel.
type holder struct{ channelID, userID int64 }

// holdingsKey is whose holdings they are and what they were made from: the user's orders,
// and the channel's offers with what they cover. Nobody is given older ones while new ones
// are made: they may have been paid back.
type holdingsKey struct {
	holder

	version, offers int64
}

// wallets keep what users hold. Versions, and the orders of those whose version has moved or
// is not known yet, are read for many users at once (ADR 0049): after a start that is everybody.
type wallets struct {
	versions *cache.TTL[holder, int64]
	held     *cache.Batcher[holder, []heldRow]
	holdings *cache.Versioned[holdingsKey, struct{}, Holdings]
}

func newWallets(from bun.IDB, c clock.Clock) wallets {
	stored := cache.NewBatcher(func(ctx context.Context, holders []holder) (map[holder]int64, error) {
		return selectVersions(ctx, from, holders)
	})
	return wallets{
		held: cache.NewBatcher(func(ctx context.Context, holders []holder) (map[holder][]heldRow, error) {
			return selectHeld(ctx, from, holders, c.Now())
		}),
		versions: cache.NewTTL(cache.TTLOptions[holder, int64]{
			Load: func(ctx context.Context, who holder) (int64, error) {
				version, _, err := stored.Get(ctx, who) // 0 of who never bought anything
				return version, err
			},
			TTL: cache.FixedTTL[int64](versionKept), MaxWeight: keptVersions, Clock: c,
		}),
		holdings: cache.NewVersioned[holdingsKey, struct{}, Holdings](keptHoldings),
	}
}

// Holdings returns what a user holds on a channel, from memory where that is at most half
// a second old: one look at the version of a user in that time, and at the orders only
// when it has moved. A visitor, who is user 0, holds nothing and costs nothing. What has
// ended since may still be in it; Decide tells.
func (s *Service) Holdings(ctx context.Context, channelID, userID int64) (Holdings, error) {
	if userID == 0 {
		return Holdings{}, nil
	}
	if s.db.Inside(ctx) {
		return s.storedHoldings(ctx, channelID, userID)
	}
	who := holder{channelID, userID}
	version, err := s.wallets.versions.Get(ctx, who)
	if err != nil || version == 0 {
		return Holdings{}, err
	}
	now, err := s.revisions.Of(ctx, channelID)
	if err != nil {
		return Holdings{}, err
	}
	return s.wallets.holdings.Get(ctx, holdingsKey{who, version, now.Commerce}, struct{}{}, func(ctx context.Context) (Holdings, error) {
		offers, err := s.all(ctx, channelID)
		if err != nil {
			return Holdings{}, err
		}
		rows, _, err := s.wallets.held.Get(ctx, who)
		return newHoldings(rows, offers), err
	})
}

// Grants is Holdings without the key.
func (s *Service) Grants(ctx context.Context, channelID, userID int64) ([]Grant, error) {
	held, err := s.Holdings(ctx, channelID, userID)
	return held.Grants, err
}

// StoredGrants returns what a user holds by the orders as the database has them now, for
// who is about to sell: inside a transaction it sees that transaction's own changes.
func (s *Service) StoredGrants(ctx context.Context, channelID, userID int64) ([]Grant, error) {
	held, err := s.storedHoldings(ctx, channelID, userID)
	return held.Grants, err
}

// storedHoldings reads a user's orders. Their packages come from memory, or inside a transaction as that transaction has them.
func (s *Service) storedHoldings(ctx context.Context, channelID, userID int64) (Holdings, error) {
	who := holder{channelID, userID}
	if s.db.Inside(ctx) {
		return selectHoldings(ctx, s.db.From(ctx), who, s.clock.Now())
	}
	offers, err := s.all(ctx, channelID)
	if err != nil {
		return Holdings{}, err
	}
	rows, err := selectHeldBy(ctx, s.db.Read(), who, s.clock.Now())
	return newHoldings(rows, offers), err
}

// selectHoldings reads a user's orders that are paid and good, and the packages of these orders.
func selectHoldings(ctx context.Context, from bun.IDB, who holder, now time.Time) (Holdings, error) {
	rows, err := selectHeldBy(ctx, from, who, now)
	if err != nil {
		return Holdings{}, err
	}
	ids := make([]PackageID, len(rows))
	for i, row := range rows {
		ids[i] = row.PackageID
	}
	offers, err := selectNamed(ctx, from, who.channelID, ids)
	return newHoldings(rows, offers), err
}

// bumpEntitlement notes in the transaction tx, which ctx is inside of, that what a user
// holds has changed: whoever makes an order paid, ends it or refunds it calls it. This
// node knows at once when the transaction stands, every other within half a second.
func (s *Service) bumpEntitlement(ctx context.Context, tx bun.IDB, channelID, userID int64) error {
	_, err := tx.NewRaw(`INSERT INTO entitlement_versions (channel_id, user_id, version) VALUES (?, ?, 1)
		ON CONFLICT (channel_id, user_id) DO UPDATE SET version = entitlement_versions.version + 1`, channelID, userID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("count a change of what user %d holds: %w", userID, err)
	}
	s.db.AfterCommit(ctx, func() { s.wallets.versions.Invalidate(holder{channelID, userID}) })
	return nil
}

// selectVersions reads the versions of those who have one.
func selectVersions(ctx context.Context, from bun.IDB, holders []holder) (map[holder]int64, error) {
	versions := make(map[holder]int64, len(holders))
	for channelID, ids := range byChannel(holders) {
		var rows []struct{ UserID, Version int64 }
		err := from.NewRaw(`SELECT user_id, version FROM entitlement_versions WHERE channel_id = ? AND user_id IN (?)`, channelID, bun.List(ids)).Scan(ctx, &rows)
		if err != nil {
			return nil, fmt.Errorf("read the versions of what users of channel %d hold: %w", channelID, err)
		}
		for _, row := range rows {
			versions[holder{channelID, row.UserID}] = row.Version
		}
	}
	return versions, nil
}

// byChannel are the ids of users by their channel.
func byChannel(holders []holder) map[int64][]int64 {
	users := map[int64][]int64{}
	for _, who := range holders {
		users[who.channelID] = append(users[who.channelID], who.userID)
	}
	return users
}

// heldRow is an order that is paid and good, as far as access goes.
type heldRow struct {
	UserID          int64
	ID              OrderID
	PackageID       PackageID
	EventID         int64
	EventCategoryID int64
	ParticipantID   int64
	UntilMS         int64
	Ticket          bool
	Disputed        bool
}

// selectHeld reads the orders of many users that are paid and good at a moment, those under dispute too: givesAccess decides.
func selectHeld(ctx context.Context, from bun.IDB, holders []holder, now time.Time) (map[holder][]heldRow, error) {
	held := make(map[holder][]heldRow, len(holders))
	for channelID, ids := range byChannel(holders) {
		var rows []heldRow
		err := from.NewRaw(`SELECT user_id, id, package_id, COALESCE(event_id, 0) AS event_id, COALESCE(event_category_id, 0) AS event_category_id,
			COALESCE(participant_id, 0) AS participant_id, until_ms, type = 'event' AS ticket, dispute = 'open' AS disputed
			FROM orders WHERE channel_id = ? AND user_id IN (?) AND status = 'paid' AND live = TRUE AND (until_ms = 0 OR until_ms > ?)`,
			channelID, bun.List(ids), clock.Millis(now)).Scan(ctx, &rows)
		if err != nil {
			return nil, fmt.Errorf("read what users of channel %d hold: %w", channelID, err)
		}
		for _, row := range rows {
			who := holder{channelID, row.UserID}
			held[who] = append(held[who], row)
		}
	}
	return held, nil
}

func selectHeldBy(ctx context.Context, from bun.IDB, who holder, now time.Time) ([]heldRow, error) {
	held, err := selectHeld(ctx, from, []holder{who}, now)
	return held[who], err
}

// newHoldings makes grants of orders, whatever order these come in.
func newHoldings(rows []heldRow, offers []*Package) Holdings {
	slices.SortFunc(rows, func(a, b heldRow) int {
		return cmp.Or(cmp.Compare(a.PackageID, b.PackageID), cmp.Compare(a.EventID, b.EventID),
			cmp.Compare(a.EventCategoryID, b.EventCategoryID), cmp.Compare(a.ParticipantID, b.ParticipantID), cmp.Compare(a.UntilMS, b.UntilMS),
			cmp.Compare(a.ID, b.ID))
	})
	byID := make(map[PackageID]*Package, len(offers))
	for _, p := range offers {
		byID[p.ID] = p
	}
	var held Holdings
	var key strings.Builder
	for _, row := range rows {
		g, ok := row.grant(byID[row.PackageID])
		if !ok {
			continue
		}
		held.Grants = append(held.Grants, g)
		if fmt.Fprintf(&key, "%d.%d.%d.%d;", row.PackageID, g.EventID, g.Chosen, row.UntilMS); row.Disputed {
			key.WriteString("disputed;")
		}
	}
	held.Key = key.String()
	return held
}

// grant is what the order of a package gives. A ticket without its event gives nothing,
// and so does what the channel does not sell, which only an offer that is newer than the
// channel's list in memory can be.
func (r *heldRow) grant(p *Package) (Grant, bool) {
	if p == nil {
		return Grant{}, false
	}
	g := Grant{Order: r.ID, Package: p, Disputed: r.Disputed}
	if r.Ticket || p.Type == TypeEvent {
		if r.EventID == 0 {
			return Grant{}, false
		}
		g.EventID = r.EventID
	}
	switch p.Choice {
	case ChooseCategory:
		g.Chosen = r.EventCategoryID
	case ChooseParticipant:
		g.Chosen = r.ParticipantID
	case ChooseNothing:
	}
	if r.UntilMS != 0 {
		g.Until = clock.FromMillis(r.UntilMS)
	}
	return g, true
}
