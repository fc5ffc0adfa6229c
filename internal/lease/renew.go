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
	// gatherFor is how long renewals wait for others, to be written in one statement. The
	// first after a pause does not wait.
	gatherFor = 100 * time.Millisecond
	// mostAtOnce bounds how many one statement renews.
	mostAtOnce = 500
	// writeWithin bounds one statement, in a line behind whoever buys. A late answer is worth
	// more than none: players ask again every 15 s, and the app waits for 30.
	writeWithin = 20 * time.Second
)

// renewer renews places of many players together, so that thousands of viewers cost a few
// transactions each second. It only prolongs what there is: who has a place is decided by the
// database alone, whichever node is asked.
type renewer struct {
	db    *db.DB
	clock clock.Clock

	mu      sync.Mutex
	waiting []*renewal
	writing bool
}

// renewal is one player waiting for its answer.
type renewal struct {
	Request

	held bool
	err  error
	done chan struct{}
}

// renew prolongs a player's place, and reports whether it had one for this session and event.
func (q *renewer) renew(ctx context.Context, r Request) (held bool, err error) {
	w := &renewal{Request: r, done: make(chan struct{})}
	q.mu.Lock()
	q.waiting = append(q.waiting, w)
	if !q.writing {
		q.writing = true
		go q.run(context.WithoutCancel(ctx))
	}
	q.mu.Unlock()
	select {
	case <-w.done:
		return w.held, w.err
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// run writes what waits until nothing does.
func (q *renewer) run(ctx context.Context) {
	for {
		q.mu.Lock()
		batch := q.waiting[:min(len(q.waiting), mostAtOnce)]
		q.waiting = q.waiting[len(batch):]
		q.writing = len(batch) > 0
		full := len(q.waiting) > 0
		q.mu.Unlock()
		if len(batch) == 0 {
			return
		}
		q.write(ctx, batch)
		if !full {
			<-time.After(gatherFor)
		}
	}
}

// write renews a batch and answers everybody in it.
func (q *renewer) write(ctx context.Context, batch []*renewal) {
	ctx, cancel := context.WithTimeout(ctx, writeWithin)
	defer cancel()
	held, err := q.prolong(ctx, batch)
	for _, w := range batch {
		found, ok := held[holding{w.ChannelID, w.UserID, w.Player}]
		w.held = ok && found.SessionID == w.SessionID && found.subject() == w.Subject && found.Place < w.Most
		w.err = err
		close(w.done)
	}
}

// holding names a place by whose it is.
type holding struct {
	channelID, userID int64
	player            string
}

func (q *renewer) prolong(ctx context.Context, batch []*renewal) (map[holding]row, error) {
	args := make([]any, 0, 1+3*len(batch))
	args = append(args, clock.Millis(q.clock.Now().Add(Life)))
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
	held := make(map[holding]row, len(rows))
	for _, r := range rows {
		held[holding{r.ChannelID, r.UserID, r.Player}] = r
	}
	return held, nil
}
