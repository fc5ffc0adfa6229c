package analytics

import (
	"sync"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/throttle"
)

const (
	// headStart is how much a view may have watched before its first report, where no session says
	// that it can be longer: players report at least every 30 s.
	headStart = 30 * time.Second
	// mostLate is how much watched time a client may report at once: a page keeps its reports while
	// the server is busy, up to ten minutes, and sends them together.
	mostLate = 10 * time.Minute
	// players is how many players of one session may be watched at once.
	players = 3
	// maxBounded is how many tellers and views a node remembers.
	maxBounded = 200_000
)

// bounds keep what a client reports within what it can have watched. They are a node's own and in
// memory: with several nodes a forger gets as much from each.
type bounds struct {
	clock clock.Clock
	views *throttle.Limiter[string] // new views of one teller
	crowd *throttle.Limiter[string] // new views of one network

	mu      sync.Mutex
	tellers *cache.Bounded[string, spent]
	known   *cache.Bounded[viewKey, spent]
}

// spent is how much was counted from a moment on.
type spent struct {
	since   time.Time
	counted time.Duration
}

func newBounds(c clock.Clock) *bounds {
	return &bounds{
		clock:   c,
		views:   throttle.New[string](throttle.Rate{Every: 6 * time.Second, Burst: 10}, c),
		crowd:   throttle.New[string](throttle.Rate{Every: 50 * time.Millisecond, Burst: 1000}, c),
		tellers: cache.NewBounded[string, spent](maxBounded, nil), known: cache.NewBounded[viewKey, spent](maxBounded, nil),
	}
}

// admit reports whether a view counts: it is known, or its teller and network begin no more views
// than viewers can. begun is when its session was opened, zero where it has none.
func (b *bounds) admit(by Teller, v View, begun time.Time) bool {
	if by.Key == "" || v.UUID == "" {
		return true
	}
	key := viewKey{by.ChannelID, v.UUID}
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, known := b.known.Get(key); known {
		return true
	}
	if _, ok := b.views.Allow(by.Key); !ok {
		return false
	}
	if _, ok := b.crowd.Allow(by.Network); by.Network != "" && !ok {
		return false
	}
	b.known.Set(key, spent{since: b.start(begun)})
	return true
}

// count returns how much of what was reported counts: no view watched longer than it can have
// been open, and no teller more than some players side by side.
func (b *bounds) count(by Teller, v View, begun time.Time, watched time.Duration) time.Duration {
	if by.Key == "" {
		return watched
	}
	now := b.clock.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	teller, found := b.tellers.Get(by.Key)
	if !found || teller.since.After(now) {
		teller = spent{since: b.start(begun)}
	}
	// What was not watched for long is not saved up.
	budget := players * now.Sub(teller.since)
	if over := budget - teller.counted - mostLate; over > 0 {
		teller.counted += over
	}
	watched = max(0, min(watched, budget-teller.counted))
	if v.UUID != "" {
		key := viewKey{by.ChannelID, v.UUID}
		view, found := b.known.Get(key)
		if !found || view.since.After(now) {
			view = spent{since: b.start(begun)}
		}
		watched = max(0, min(watched, now.Sub(view.since)-view.counted))
		view.counted += watched
		b.known.Set(key, view)
	}
	teller.counted += watched
	b.tellers.Set(by.Key, teller)
	return watched
}

// start is when something can have begun that is heard of now: a while ago, and within its session
// up to mostLate.
func (b *bounds) start(begun time.Time) time.Time {
	now := b.clock.Now()
	since := now.Add(-headStart)
	if late := now.Add(-mostLate); !begun.IsZero() && begun.Before(since) {
		since = begun
		if since.Before(late) {
			since = late
		}
	}
	return since
}
