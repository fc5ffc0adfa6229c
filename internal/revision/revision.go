// Package revision counts the changes of a channel, per area of its data, in the
// transactions that make them. Whatever is built from that data and kept carries
// the revision it was built from, and is rebuilt when the counter has moved.
package revision

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
)

// Area is one part of a channel's data that changes on its own.
type Area string

// Areas. Catalog is what events refer to (participants, categories, locations …);
// Events are the events themselves, which change far more often.
const (
	Channel  Area = "channel"
	Catalog  Area = "catalog"
	Events   Area = "events"
	Commerce Area = "commerce"
	VOD      Area = "vod"
	Pictures Area = "pictures"
)

// Set is the state of a channel's counters at one moment.
type Set struct {
	Channel  int64
	Catalog  int64
	Events   int64
	Commerce int64
	VOD      int64
	Pictures int64
}

// MaxAge is how old the answer of a Tracker may be, and so how long a change made
// by another node may stay unseen.
const MaxAge = 500 * time.Millisecond

// Bump counts one change of an area. It locks the counter until tx ends, so call
// it last in a transaction.
func Bump(ctx context.Context, tx bun.IDB, channelID int64, area Area) error {
	_, err := tx.NewRaw(`INSERT INTO revisions (channel_id, area, revision) VALUES (?, ?, 1)
		ON CONFLICT (channel_id, area) DO UPDATE SET revision = revisions.revision + 1`, channelID, area).Exec(ctx)
	if err != nil {
		return fmt.Errorf("count a change of %s: %w", area, err)
	}
	return nil
}

// Tracker answers with the counters of a channel from memory, at most MaxAge old.
// It is safe for concurrent use.
type Tracker struct {
	read     bun.IDB
	clock    clock.Clock
	log      *slog.Logger
	channels sync.Map // int64 -> *tracked
}

// NewTracker returns a tracker that reads from read.
func NewTracker(read bun.IDB, c clock.Clock, log *slog.Logger) *Tracker {
	return &Tracker{read: read, clock: c, log: log}
}

type tracked struct {
	now        atomic.Pointer[reading]
	generation atomic.Int64 // raised by Forget: readings of an earlier one are void
	reading    sync.Mutex   // held by the one goroutine that asks the database
}

type reading struct {
	set        Set
	at         time.Time
	generation int64
}

// Of returns the channel's counters; not inside a transaction, which reads what it needs itself. While one caller asks the database, the
// others go on with the last answer; if the database fails, so do all.
func (t *Tracker) Of(ctx context.Context, channelID int64) (Set, error) {
	if guarded, ok := t.read.(interface{ CheckPool(ctx context.Context) }); ok {
		guarded.CheckPool(ctx) // also where memory answers: the next caller may have to ask
	}
	c := t.of(channelID)
	last := c.now.Load()
	valid := last != nil && last.generation == c.generation.Load()
	if valid && t.clock.Now().Sub(last.at) < MaxAge {
		return last.set, nil
	}
	if !valid {
		c.reading.Lock()
		defer c.reading.Unlock()
		return t.refresh(ctx, channelID, c)
	}
	if !c.reading.TryLock() {
		return last.set, nil
	}
	defer c.reading.Unlock()
	set, err := t.refresh(ctx, channelID, c)
	if err != nil && ctx.Err() == nil {
		t.log.WarnContext(ctx, "revisions not refreshed", "channel_id", channelID, "error", err)
		return last.set, nil
	}
	return set, err
}

// Forget makes the next Of ask the database: call it after committing a change.
func (t *Tracker) Forget(channelID int64) { t.of(channelID).generation.Add(1) }

func (t *Tracker) of(channelID int64) *tracked {
	if c, ok := t.channels.Load(channelID); ok {
		return c.(*tracked) //nolint:forcetypeassert // nothing else is stored
	}
	c, _ := t.channels.LoadOrStore(channelID, &tracked{})
	return c.(*tracked) //nolint:forcetypeassert // nothing else is stored
}

// refresh reads the counters unless another caller just did. The caller holds
// c.reading.
func (t *Tracker) refresh(ctx context.Context, channelID int64, c *tracked) (Set, error) {
	generation, now := c.generation.Load(), t.clock.Now()
	if last := c.now.Load(); last != nil && last.generation == generation && now.Sub(last.at) < MaxAge {
		return last.set, nil
	}
	set, err := read(ctx, t.read, channelID)
	if err != nil {
		return Set{}, err
	}
	c.now.Store(&reading{set: set, at: now, generation: generation})
	return set, nil
}

func read(ctx context.Context, from bun.IDB, channelID int64) (Set, error) {
	var rows []struct {
		Area     Area
		Revision int64
	}
	err := from.NewRaw(`SELECT area, revision FROM revisions WHERE channel_id = ?`, channelID).Scan(ctx, &rows)
	if err != nil {
		return Set{}, fmt.Errorf("read revisions: %w", err)
	}
	var set Set
	for _, row := range rows {
		switch row.Area {
		case Channel:
			set.Channel = row.Revision
		case Catalog:
			set.Catalog = row.Revision
		case Events:
			set.Events = row.Revision
		case Commerce:
			set.Commerce = row.Revision
		case VOD:
			set.VOD = row.Revision
		case Pictures:
			set.Pictures = row.Revision
		}
	}
	return set, nil
}
