package analytics

import (
	"sync"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/throttle"
)

const (
	// maxReportDelay is the most watched time that a view, an api key or a slot may report late. While the server is
	// busy, a page keeps its reports for up to ten minutes and sends them together.
	maxReportDelay = 10 * time.Minute
	// maxReportInterval is the longest time between two reports of a player that plays.
	maxReportInterval = 30 * time.Second
	// networkViewers is the most viewers of one network at once. Schools and arenas have one IPv4 address.
	networkViewers = 1000
	// A node forgets a view after viewMemory without a report. A view that goes on after a shorter pause is no new one.
	viewMemory = time.Hour
	// maxTracked is the most views that a node remembers, and the most groups.
	maxTracked = 200_000
)

// newViewsOfKey and newViewsOfNetwork limit the views that begin. A person who looks for something to watch opens
// many in some minutes and fewer afterwards. All viewers of an arena begin with the game, and open another view later.
var (
	newViewsOfKey     = throttle.Rate{Burst: 30, Every: time.Minute}
	newViewsOfNetwork = throttle.Rate{Burst: networkViewers, Every: time.Hour / networkViewers}
)

var (
	limitOfView = limit{players: 1, burst: maxReportDelay}
	limitOfKey  = limit{views: 10, players: 3, burst: maxReportDelay}
	// All players of a full arena may report at the same moment.
	limitOfNetwork = limit{views: networkViewers, players: networkViewers, burst: networkViewers * maxReportInterval}
)

// limitOfUser is the limit of a user's purchases, in all sessions together.
func limitOfUser(slots int) limit {
	return limit{views: slots, players: slots, burst: time.Duration(slots) * maxReportDelay}
}

// bounds limits reported watch time to plausible values. Limits are per node and in memory, so N nodes allow N times as
// much.
type bounds struct {
	clock             clock.Clock
	newViewsOfKey     *throttle.Limiter[string]
	newViewsOfNetwork *throttle.Limiter[string]

	mu     sync.Mutex
	groups *cache.LRU[groupKey, group]
	views  *cache.LRU[viewKey, trackedView]
}

func newBounds(c clock.Clock) *bounds {
	return &bounds{
		clock: c, newViewsOfKey: throttle.New[string](newViewsOfKey, c), newViewsOfNetwork: throttle.New[string](newViewsOfNetwork, c),
		groups: cache.NewLRU[groupKey, group](maxTracked, nil), views: cache.NewLRU[viewKey, trackedView](maxTracked, nil),
	}
}

// trackedView is one view and the groups that count it.
type trackedView struct {
	tokenBucket

	key, network, user viewCount
}

// admitView counts a view of a reporter, and reports whether the limits of its api key and network allow it: views at the
// same time, and new views. A view that goes on is no new one. The view and its groups are copies, which are stored only
// if the view is allowed.
func (b *bounds) admitView(reporter Teller, v View) bool {
	if reporter.Key == "" || v.UUID == "" {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.clock.Now()
	keyName, networkName := apiKeyGroup(reporter), networkGroup(reporter)
	view, key, network := b.viewOf(reporter, v, now), b.keyOf(reporter, now), b.networkOf(reporter, now)
	isNew := view.key.group != keyName
	if !key.countView(&view.key, keyName, now, limitOfKey.views) || !network.countView(&view.network, networkName, now, limitOfNetwork.views) {
		return false
	}
	if isNew && !b.beginView(reporter) {
		return false
	}
	b.views.Set(viewKey{reporter.ChannelID, v.UUID}, view)
	b.groups.Set(keyName, key)
	b.groups.Set(networkName, network)
	return true
}

// beginView counts a new view of an api key and its network, and reports whether both may begin one.
func (b *bounds) beginView(reporter Teller) bool {
	if _, ok := b.newViewsOfKey.Allow(reporter.Key); !ok {
		return false
	}
	_, ok := b.newViewsOfNetwork.Allow(reporter.Network)
	if !ok {
		b.newViewsOfKey.GiveBack(reporter.Key)
	}
	return ok
}

// deductWatched returns the plausible part of the reported time and deducts it: a view watches no longer than it can have
// been open, an api key no more than a few players at the same time, and a network no more than an arena full of viewers.
func (b *bounds) deductWatched(reporter Teller, v View, watched time.Duration) time.Duration {
	if reporter.Key == "" {
		return watched
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.clock.Now()
	key, network := b.keyOf(reporter, now), b.networkOf(reporter, now)
	watched = min(watched, key.refill(now, limitOfKey), network.refill(now, limitOfNetwork))
	if v.UUID != "" {
		view := b.viewOf(reporter, v, now)
		watched = min(watched, view.refill(now, limitOfView))
		view.remaining -= watched
		b.views.Set(viewKey{reporter.ChannelID, v.UUID}, view)
	}
	key.remaining -= watched
	network.remaining -= watched
	b.groups.Set(apiKeyGroup(reporter), key)
	b.groups.Set(networkGroup(reporter), network)
	return watched
}

// resolveSubject returns the subject of a report, and stores it as the last one of the api key. A report without a subject
// has the last one of its api key: the specification's call for watched time names no subject.
func (b *bounds) resolveSubject(reporter Teller, v View) Subject {
	if reporter.Key == "" {
		return v.Subject
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	key := b.keyOf(reporter, b.clock.Now())
	if v.Subject == (Subject{}) {
		return key.subject
	}
	key.subject = v.Subject
	b.groups.Set(apiKeyGroup(reporter), key)
	return v.Subject
}

// capToSlots caps a report of a purchase by the user's stream slots, and reports whether this call reduced it. It marks
// the fact, so that a retry neither caps nor counts it again.
func (b *bounds) capToSlots(f *fact, slots int) (reduced bool) {
	if slots == 0 || f.view == nil || f.capped {
		return false
	}
	f.capped = true
	allowed, at := limitOfUser(slots), clock.FromMillis(f.view.LastMS)
	name := groupKey{channelID: f.watcher.ChannelID, userID: f.watcher.UserID}
	b.mu.Lock()
	defer b.mu.Unlock()
	user := b.groupOf(name, tokenBucket{updatedAt: at, remaining: allowed.burst})
	reported := time.Duration(f.view.WatchedMS) * time.Millisecond
	counted := min(reported, user.refill(at, allowed))
	user.remaining -= counted
	f.view.WatchedMS = counted.Milliseconds()
	reduced = counted < reported
	if f.view.UUID != "" {
		view, found := b.views.Get(f.view.key())
		if !found {
			view.updatedAt = at
		}
		if user.countView(&view.user, name, at, allowed.views) {
			b.views.Set(f.view.key(), view)
		} else {
			f.view.UUID, reduced = "", true
		}
	}
	b.groups.Set(name, user)
	return reduced
}

func (b *bounds) viewOf(reporter Teller, v View, now time.Time) trackedView {
	view, found := b.views.Get(viewKey{reporter.ChannelID, v.UUID})
	if !found {
		b.views.DropExpired(func(v trackedView) bool { return now.Sub(v.updatedAt) > viewMemory })
		view.updatedAt = earliestStart(reporter, now)
	}
	return view
}

func apiKeyGroup(reporter Teller) groupKey  { return groupKey{apiKey: reporter.Key} }
func networkGroup(reporter Teller) groupKey { return groupKey{network: reporter.Network} }

func (b *bounds) keyOf(reporter Teller, now time.Time) group {
	return b.groupOf(apiKeyGroup(reporter), tokenBucket{updatedAt: earliestStart(reporter, now)})
}

// networkOf returns the group of a network. An unknown network starts with a full bucket, because a node restarted during
// a game gets reports from all viewers at once.
func (b *bounds) networkOf(reporter Teller, now time.Time) group {
	return b.groupOf(networkGroup(reporter), tokenBucket{updatedAt: now, remaining: limitOfNetwork.burst})
}

// groupOf returns a group; initial is the bucket of an unknown one.
func (b *bounds) groupOf(name groupKey, initial tokenBucket) group {
	g, found := b.groups.Get(name)
	if !found {
		now := b.clock.Now()
		b.groups.DropExpired(func(g group) bool { return g.isFull(now) })
		g.tokenBucket = initial
	}
	return g
}

// earliestStart returns the earliest possible start of a view first reported now. It is not before the creation of the api
// key, because a page needs a key to play anything.
func earliestStart(reporter Teller, now time.Time) time.Time {
	if reporter.Since.IsZero() || reporter.Since.After(now) {
		return now
	}
	if earliest := now.Add(-maxReportDelay); reporter.Since.Before(earliest) {
		return earliest
	}
	return reporter.Since
}
