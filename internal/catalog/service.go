package catalog

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/revision"
)

// How old counts may be, and how many are kept. Both are made again behind the
// callers' back before they are too old.
const (
	totalFresh  = 3 * time.Second
	totalLimit  = 5 * time.Second
	facetsFresh = 15 * time.Second
	facetsLimit = 2 * time.Minute

	keptReferences = 1_000
	keptEvents     = 2_000
	keptTotals     = 20_000
	keptFacets     = 1_000
)

// Service lists and finds events for visitors and changes them for operators.
type Service struct {
	db         *db.DB
	revisions  *revision.Tracker
	clock      clock.Clock
	references *cache.Versioned[int64, int64, *Reference]
	known      *cache.Versioned[knownKey, struct{}, *Event]
	totals     *cache.StaleWhileRevalidate[countKey, int64]
	facets     *cache.StaleWhileRevalidate[countKey, *Facets]
}

// countKey names what is counted: a filter of a channel.
type countKey struct {
	channelID int64
	filter    string
}

// knownKey names an event of a channel as it was at a revision. Under a key of its own nobody is
// given what was there before while it is read anew.
type knownKey struct {
	channelID, id   int64
	catalog, events int64
}

// NewService returns the service of a migrated database.
func NewService(d *db.DB, revisions *revision.Tracker, c clock.Clock) *Service {
	return &Service{
		db: d, revisions: revisions, clock: c,
		references: cache.NewVersioned[int64, int64, *Reference](keptReferences),
		known:      cache.NewVersioned[knownKey, struct{}, *Event](keptEvents),
		totals:     cache.NewStaleWhileRevalidate[countKey, int64](c, totalFresh, totalLimit, keptTotals, nil),
		facets:     cache.NewStaleWhileRevalidate[countKey, *Facets](c, facetsFresh, facetsLimit, keptFacets, nil),
	}
}

// Reference returns what the channel's events refer to: from memory, or inside a transaction as that transaction has it.
func (s *Service) Reference(ctx context.Context, channelID int64) (*Reference, error) {
	if s.db.Inside(ctx) {
		return s.Stored(ctx, channelID)
	}
	now, err := s.revisions.Of(ctx, channelID)
	if err != nil {
		return nil, err
	}
	return s.references.Get(ctx, channelID, now.Catalog, func(ctx context.Context) (*Reference, error) {
		return selectReference(ctx, s.db.Read(), channelID)
	})
}

// Stored returns what the channel's events refer to as the database has it now, for who
// is about to change it: inside a transaction it sees that transaction's own changes.
func (s *Service) Stored(ctx context.Context, channelID int64) (*Reference, error) {
	return selectReference(ctx, s.db.From(ctx), channelID)
}

// List returns one page of the events that f chooses and the cursor of the next,
// zero at the end. Out of bounds: Invalid with the field.
func (s *Service) List(ctx context.Context, channelID int64, f Filter, p Page) ([]*Event, Cursor, error) {
	if err := p.validate(); err != nil {
		return nil, Cursor{}, err
	}
	q, err := s.query(ctx, channelID, f, p.Sort)
	if err != nil || q == nil {
		return nil, Cursor{}, err
	}
	more := p
	more.Limit++ // one row more says whether there is a next page
	events, err := selectPage(ctx, s.db, q.plan(), more)
	if err != nil {
		return nil, Cursor{}, err
	}
	if err := fillShownPosters(ctx, s.db.Read(), channelID, events...); err != nil {
		return nil, Cursor{}, err
	}
	if len(events) <= p.Limit {
		return events, Cursor{}, nil
	}
	events = events[:p.Limit]
	return events, cursorAt(events[p.Limit-1], p), nil
}

// Total counts the events that f chooses. The answer may be 5 seconds old, and stops
// at 10,000 for a search and for a concern.
func (s *Service) Total(ctx context.Context, channelID int64, f Filter) (int64, error) {
	return s.totals.Get(ctx, countKey{channelID, f.Key()}, func(ctx context.Context) (int64, error) {
		q, err := s.query(ctx, channelID, f, ByDate)
		if err != nil || q == nil {
			return 0, err
		}
		return selectCount(ctx, s.db, q.plan(), f.Search != "" || f.Concern != nil)
	})
}

// query understands the filter's search; nil where nothing can be found.
func (s *Service) query(ctx context.Context, channelID int64, f Filter, sort Sort) (*query, error) {
	if err := f.validate(); err != nil {
		return nil, err
	}
	if f.isEmpty() {
		return nil, nil //nolint:nilnil // documented: nothing can be found
	}
	q := &query{channelID: channelID, filter: f.normal(), sort: sort}
	if f.Search == "" {
		return q, nil
	}
	ref, err := s.Reference(ctx, channelID)
	if err != nil {
		return nil, err
	}
	words := searchWords(strings.ToValidUTF8(f.Search, ""))
	for _, word := range words {
		t := ref.match(word)
		if t.words, t.wordsCut, err = selectWords(ctx, s.db.Read(), channelID, word); err != nil {
			return nil, err
		}
		if t.isEmpty() {
			return nil, nil //nolint:nilnil // documented: nothing can be found
		}
		q.tokens = append(q.tokens, t)
	}
	if len(words) == 0 {
		return nil, nil //nolint:nilnil // a search for punctuation finds nothing
	}
	return q, nil
}

// FindEvent returns one event with its description. Unknown, or another channel's:
// NotFound, "event_not_found".
func (s *Service) FindEvent(ctx context.Context, channelID int64, id EventID) (*Event, error) {
	e, err := selectEvent(ctx, s.db.From(ctx), channelID, id)
	if db.IsNoRows(err) {
		return nil, errNoEvent()
	}
	if err != nil {
		return nil, err
	}
	return e, fillShownPosters(ctx, s.db.From(ctx), channelID, e)
}

// KnownEvent is FindEvent for what everybody who watches asks: from memory, and behind what another
// node changed by revision.MaxAge at most. It is given to others, too, and is not to be changed.
func (s *Service) KnownEvent(ctx context.Context, channelID int64, id EventID) (*Event, error) {
	if s.db.Inside(ctx) {
		return s.FindEvent(ctx, channelID, id)
	}
	now, err := s.revisions.Of(ctx, channelID)
	if err != nil {
		return nil, err
	}
	key := knownKey{channelID: channelID, id: int64(id), catalog: now.Catalog, events: now.Events}
	return s.known.Get(ctx, key, struct{}{}, func(ctx context.Context) (*Event, error) { return s.FindEvent(ctx, channelID, id) })
}

// Scores returns an event's scores, the oldest first.
func (s *Service) Scores(ctx context.Context, channelID int64, id EventID) ([]Score, error) {
	return selectScores(ctx, s.db.Read(), channelID, id)
}

// change runs one writing transaction on a channel for one of its operators and
// counts it in area.
func (s *Service) change(ctx context.Context, by actor.Actor, channelID int64, area revision.Area, write func(context.Context, bun.Tx) error) error {
	if err := by.RequireOperator(channelID); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := write(ctx, tx); err != nil {
			return err
		}
		s.db.AfterCommit(ctx, func() { s.revisions.Forget(channelID) })
		return revision.Bump(ctx, tx, channelID, area)
	})
}
