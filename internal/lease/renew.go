package lease

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
)

const (
	// A renewal waits at most batchDelay for other renewals of its statement. The first after a pause
	// does not wait.
	batchDelay = 100 * time.Millisecond
	// maxBatch is the largest number of renewals in one statement.
	maxBatch = 500
	// writeTimeout limits one statement, which may wait for other writers such as purchases. A late
	// result is better than none: players renew every 15 s, and the app waits for 30 s.
	writeTimeout = 20 * time.Second
)

// renewer renews the leases of many players with one statement, so that thousands of viewers need only
// a few transactions a second. It only extends existing leases. The database decides which player
// has a slot, on whichever node the request arrives.
type renewer struct {
	db    *db.DB
	clock clock.Clock

	mu      sync.Mutex
	waiting []*renewal
	running bool
}

// renewal is a player that waits for the result.
type renewal struct {
	Request

	renewed bool
	err     error
	done    chan struct{}
}

// renew extends the lease of a player, and reports whether it has one for this session and subject.
func (q *renewer) renew(ctx context.Context, r Request) (held bool, err error) {
	w := &renewal{Request: r, done: make(chan struct{})}
	q.mu.Lock()
	q.waiting = append(q.waiting, w)
	if !q.running {
		q.running = true
		go q.run(context.WithoutCancel(ctx))
	}
	q.mu.Unlock()
	select {
	case <-w.done:
		return w.renewed, w.err
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// run writes batches until no renewal waits.
func (q *renewer) run(ctx context.Context) {
	for {
		q.mu.Lock()
		batch := q.waiting[:min(len(q.waiting), maxBatch)]
		q.waiting = q.waiting[len(batch):]
		q.running = len(batch) > 0
		full := len(q.waiting) > 0
		q.mu.Unlock()
		if len(batch) == 0 {
			return
		}
		q.write(ctx, batch)
		if !full {
			<-time.After(batchDelay)
		}
	}
}

// write renews a batch and wakes its callers.
func (q *renewer) write(ctx context.Context, batch []*renewal) {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	held, err := q.extend(ctx, batch)
	for _, w := range batch {
		found, ok := held[leaseKey{w.ChannelID, w.UserID, w.Player}]
		w.renewed = ok && found.SessionID == w.SessionID && found.subject() == w.Subject && found.Slot < w.Slots
		w.err = err
		close(w.done)
	}
}

// leaseKey identifies a lease by its player.
type leaseKey struct {
	channelID, userID int64
	player            string
}

func (q *renewer) extend(ctx context.Context, batch []*renewal) (map[leaseKey]row, error) {
	args := make([]any, 0, 1+3*len(batch))
	args = append(args, clock.Millis(q.clock.Now().Add(Duration)))
	for _, w := range batch {
		args = append(args, w.ChannelID, w.UserID, w.Player)
	}
	var rows []row
	err := q.db.Write().NewRaw(`UPDATE leases SET expires_ms = ? WHERE (channel_id, user_id, player) IN (VALUES `+
		strings.TrimSuffix(strings.Repeat("(?, ?, ?), ", len(batch)), ", ")+
		`) RETURNING channel_id, user_id, player, session_id, event_id, vod_item_id, place`, args...).Scan(ctx, &rows)
	if err != nil && !db.IsNoRows(err) {
		return nil, fmt.Errorf("renew leases: %w", err)
	}
	held := make(map[leaseKey]row, len(rows))
	for _, r := range rows {
		held[leaseKey{r.ChannelID, r.UserID, r.Player}] = r
	}
	return held, nil
}
