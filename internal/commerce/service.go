package commerce

import (
	"context"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/revision"
)

// keptChannels bounds the channels whose offers are kept in memory.
const keptChannels = 1_000

// Service is what channels sell. It is safe for concurrent use.
type Service struct {
	db        *db.DB
	revisions *revision.Tracker
	clock     clock.Clock
	offers    *cache.Versioned[int64, int64, []*Package]
	blackouts *cache.Versioned[int64, int64, *Blackouts]
	wallets   wallets
	events    Events
	totals    Totals
	guesses   guesses
}

// NewService returns the service of a migrated database.
func NewService(d *db.DB, revisions *revision.Tracker, c clock.Clock) *Service {
	return &Service{
		db: d, revisions: revisions, clock: c, offers: cache.NewVersioned[int64, int64, []*Package](keptChannels),
		blackouts: cache.NewVersioned[int64, int64, *Blackouts](keptChannels),
		wallets:   newWallets(d.Read(), c),
		events:    noEvents{}, totals: noTotals{}, guesses: newGuesses(c),
	}
}

// Selling has the service sell the events that are told it, and returns it. Without it
// there are none.
func (s *Service) Selling(events Events) *Service {
	s.events = events
	return s
}

// Counting has the service add what users make and load to their totals, and returns it.
func (s *Service) Counting(totals Totals) *Service {
	s.totals = totals
	return s
}

// List returns the channel's packages or subscriptions, heaviest first. The values
// are shared: never change them.
func (s *Service) List(ctx context.Context, channelID int64, kind Kind) ([]*Package, error) {
	all, err := s.all(ctx, channelID)
	if err != nil {
		return nil, err
	}
	out := make([]*Package, 0, len(all))
	for _, p := range all {
		if p.Kind == kind {
			out = append(out, p)
		}
	}
	return out, nil
}

// Stored returns all packages and subscriptions of a channel as the database has them
// now, for who is about to change them: inside a transaction it sees that transaction's
// own changes.
func (s *Service) Stored(ctx context.Context, channelID int64) ([]*Package, error) {
	return selectPackages(ctx, s.db.From(ctx), channelID)
}

// Find returns one package or subscription of the channel. Unknown, of another kind
// or of another channel: NotFound, "package_not_found".
func (s *Service) Find(ctx context.Context, channelID int64, kind Kind, id PackageID) (*Package, error) {
	all, err := s.all(ctx, channelID)
	if err != nil {
		return nil, err
	}
	for _, p := range all {
		if p.ID == id && p.Kind == kind {
			return p, nil
		}
	}
	return nil, ErrNotFound()
}

// Covering returns what opens an event when bought, heaviest first: its ticket aside,
// that is every package and subscription that covers it. A ppv event has none.
func (s *Service) Covering(ctx context.Context, channelID int64, e Event) ([]*Package, error) {
	if e.Type != AccessPaid {
		return nil, nil
	}
	all, err := s.all(ctx, channelID)
	if err != nil {
		return nil, err
	}
	var out []*Package
	for _, p := range all {
		if p.Type != TypeEvent && !p.IsAddition() && p.Covers(e) {
			out = append(out, p)
		}
	}
	return out, nil
}

// all is every package and subscription of a channel: from memory, or inside a transaction as that transaction has them.
func (s *Service) all(ctx context.Context, channelID int64) ([]*Package, error) {
	if s.db.Inside(ctx) {
		return s.Stored(ctx, channelID)
	}
	now, err := s.revisions.Of(ctx, channelID)
	if err != nil {
		return nil, err
	}
	return s.offers.Get(ctx, channelID, now.Commerce, func(ctx context.Context) ([]*Package, error) {
		return selectPackages(ctx, s.db.Read(), channelID)
	})
}
