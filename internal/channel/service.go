package channel

import (
	"context"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/seal"
)

const (
	keptReferences = 10_000 // hosts, keys and ids, known and unknown
	keptSites      = 1_000
	// unknownFor is how long a host or key that nobody has is remembered as unknown.
	unknownFor = time.Second
)

// Service finds channels for every request and changes them for operators.
type Service struct {
	db        *db.DB
	revisions *revision.Tracker
	clock     clock.Clock
	sealer    *seal.Sealer
	found     *cache.LRU[string, finding]
	sites     *cache.Versioned[ID, int64, *Site]
}

// finding is the remembered answer to one reference; channel is nil when there was
// none.
type finding struct {
	channel  *Channel
	revision int64
	at       time.Time
}

// NewService returns the service of a migrated database.
func NewService(d *db.DB, revisions *revision.Tracker, c clock.Clock, sealer *seal.Sealer) *Service {
	return &Service{
		db: d, revisions: revisions, clock: c, sealer: sealer,
		found: cache.NewLRU[string, finding](keptReferences, nil),
		sites: cache.NewVersioned[ID, int64, *Site](keptSites),
	}
}

// FindByDomain returns the channel of a host, which may carry a port. Unknown:
// NotFound, "channel_not_found".
func (s *Service) FindByDomain(ctx context.Context, host string) (*Channel, error) {
	host = CanonicalHost(host)
	return s.find(ctx, "domain "+host, `id = (SELECT channel_id FROM channel_domains WHERE domain = ?)`, host)
}

// FindByKey returns the channel of a channel key. Unknown: NotFound,
// "channel_not_found".
func (s *Service) FindByKey(ctx context.Context, key string) (*Channel, error) {
	return s.find(ctx, "key "+key, `channel_key = ?`, key)
}

// FindByID returns a channel. Unknown: NotFound, "channel_not_found".
func (s *Service) FindByID(ctx context.Context, id ID) (*Channel, error) {
	return s.find(ctx, fmt.Sprintf("id %d", id), `id = ?`, id)
}

// maxReference bounds what is looked up and remembered; no host or key is longer.
const maxReference = 300

// find answers from memory while the channel's revision stands.
func (s *Service) find(ctx context.Context, reference, where string, arg any) (*Channel, error) {
	if len(reference) > maxReference || strings.ContainsRune(reference, 0) {
		return nil, ErrNotFound()
	}
	if s.db.Inside(ctx) {
		c, _, err := selectChannel(ctx, s.db.From(ctx), where, arg, false)
		if db.IsNoRows(err) {
			return nil, ErrNotFound()
		}
		return c, err
	}
	if f, ok := s.found.Get(reference); ok {
		switch {
		case f.channel == nil && s.clock.Now().Sub(f.at) < unknownFor:
			return nil, ErrNotFound()
		case f.channel != nil:
			now, err := s.revisions.Of(ctx, int64(f.channel.ID))
			if err != nil {
				return nil, err
			}
			if now.Channel == f.revision {
				return f.channel, nil
			}
		}
	}
	return s.load(ctx, reference, where, arg)
}

func (s *Service) load(ctx context.Context, reference, where string, arg any) (*Channel, error) {
	c, at, err := selectChannel(ctx, s.db.Read(), where, arg, false)
	if db.IsNoRows(err) {
		s.found.Set(reference, finding{at: s.clock.Now()})
		return nil, ErrNotFound()
	}
	if err != nil {
		return nil, err
	}
	s.found.Set(reference, finding{channel: c, revision: at})
	return c, nil
}

// CanonicalHost is a host as domains are stored: lower case, without port and final
// dot.
func CanonicalHost(host string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}

// Site returns everything written for a channel.
func (s *Service) Site(ctx context.Context, id ID) (*Site, error) {
	if s.db.Inside(ctx) {
		c, err := s.FindByID(ctx, id)
		if err != nil {
			return nil, err
		}
		return selectSite(ctx, s.db.From(ctx), c)
	}
	now, err := s.revisions.Of(ctx, int64(id))
	if err != nil {
		return nil, err
	}
	return s.sites.Get(ctx, id, now.Channel, func(ctx context.Context) (*Site, error) {
		c, err := s.FindByID(ctx, id)
		if err != nil {
			return nil, err
		}
		return selectSite(ctx, s.db.Read(), c)
	})
}

// Stored returns everything written for a channel as the database has it now, for who
// is about to change it: inside a transaction it sees that transaction's own changes.
// Unknown key: NotFound, "channel_not_found".
func (s *Service) Stored(ctx context.Context, key string) (*Site, error) {
	c, _, err := selectChannel(ctx, s.db.From(ctx), `channel_key = ?`, key, true)
	if db.IsNoRows(err) {
		return nil, ErrNotFound()
	}
	if err != nil {
		return nil, err
	}
	return selectSite(ctx, s.db.From(ctx), c)
}

// List returns all channels by id, for the command line and start-up.
func (s *Service) List(ctx context.Context, by actor.Actor) ([]*Channel, error) {
	if err := by.RequireOwner(); err != nil {
		return nil, err
	}
	var ids []ID
	if err := s.db.Read().NewSelect().Table("channels").Column("id").Order("id").Scan(ctx, &ids); err != nil {
		return nil, fmt.Errorf("list channels: %w", err)
	}
	out := make([]*Channel, 0, len(ids))
	for _, id := range ids {
		c, err := s.FindByID(ctx, id)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// change runs one writing transaction on a channel for one of its operators and
// counts it.
func (s *Service) change(ctx context.Context, by actor.Actor, id ID, write func(context.Context, bun.Tx) error) error {
	if err := by.RequireOperator(int64(id)); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := write(ctx, tx); err != nil {
			return err
		}
		s.db.AfterCommit(ctx, func() { s.forget(id) })
		return revision.Bump(ctx, tx, int64(id), revision.Channel)
	})
}

// forget drops what this node remembers of a channel that has changed.
func (s *Service) forget(id ID) {
	s.revisions.Forget(int64(id))
	s.found.Clear()
}
