package analytics

import (
	"sync"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/throttle"
)

const (
	// maxReportDelay is the longest delay of a report. A view, an API key and a stream slot may each report this much
	// watched time at once. While the server is busy, a page keeps its reports for up to ten minutes and sends them
	// together.
	maxReportDelay = 10 * time.Minute
	// maxReportInterval is the longest time between two reports of a player that plays.
	maxReportInterval = 30 * time.Second
	// maxNetworkViewers is the maximum number of concurrent viewers of one network. Schools and arenas have one IPv4 address.
	maxNetworkViewers = 1000
	// A node forgets a view after viewMemory without a report. A view that reports again earlier does not count as new.
	viewMemory = time.Hour
	// maxTracked is the maximum number of views that a node remembers, and of groups.
	maxTracked = 200_000
)

// keyViewRate and networkViewRate limit how many new views may begin. A person who looks for something to watch opens many
// views within a few minutes and fewer afterwards. All viewers in an arena open a view when the game begins, and another
// one later.
var (
	keyViewRate     = throttle.Rate{Burst: 30, Every: time.Minute}
	networkViewRate = throttle.Rate{Burst: maxNetworkViewers, Every: time.Hour / maxNetworkViewers}
)

var (
	limitOfView = limit{players: 1, burst: maxReportDelay}
	limitOfKey  = limit{views: 10, players: 3, burst: maxReportDelay}
	// All players of a full arena may report at the same moment.
	limitOfNetwork = limit{views: maxNetworkViewers, players: maxNetworkViewers, burst: maxNetworkViewers * maxReportInterval}
)

// limitOfUser returns the limit of a user's reports about bought media, for all sessions together.
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
	groups *cache.LRU[groupID, group]
	views  *cache.LRU[viewKey, trackedView]
}

func newBounds(c clock.Clock) *bounds {
	return &bounds{
		clock: c, newViewsOfKey: throttle.New[string](keyViewRate, c), newViewsOfNetwork: throttle.New[string](networkViewRate, c),
		groups: cache.NewLRU[groupID, group](maxTracked, nil), views: cache.NewLRU[viewKey, trackedView](maxTracked, nil),
	}
}

// trackedView is one view and its counts in the groups.
type trackedView struct {
	tokenBucket

	byAPIKey, byNetwork, byUser lastCounted
}

// admitView counts a view of a reporter. It reports whether the API key and the network are within their limits of
// concurrent views and of new views. A view that continues with the same API key is not new. admitView changes copies of
// the view and its groups, and stores them only if it admits the view.
func (b *bounds) admitView(reporter Reporter, v View) bool {
	if reporter.Key == "" || v.UUID == "" {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.clock.Now()
	keyID, networkID := apiKeyGroupID(reporter), networkGroupID(reporter)
	view, keyGroup, networkGroup := b.viewOf(reporter, v, now), b.apiKeyGroup(reporter, now), b.networkGroup(reporter, now)
	isNew := view.byAPIKey.group != keyID
	if !keyGroup.countView(&view.byAPIKey, keyID, now, limitOfKey.views) || !networkGroup.countView(&view.byNetwork, networkID, now, limitOfNetwork.views) {
		return false
	}
	if isNew && !b.beginView(reporter) {
		return false
	}
	b.views.Set(viewKey{reporter.ChannelID, v.UUID}, view)
	b.groups.Set(keyID, keyGroup)
	b.groups.Set(networkID, networkGroup)
	return true
}

// beginView counts a new view of an API key and a network, and reports whether both may begin one.
func (b *bounds) beginView(reporter Reporter) bool {
	if _, ok := b.newViewsOfKey.Allow(reporter.Key); !ok {
		return false
	}
	_, ok := b.newViewsOfNetwork.Allow(reporter.Network)
	if !ok {
		b.newViewsOfKey.GiveBack(reporter.Key)
	}
	return ok
}

// deductWatched returns the plausible part of the reported time and deducts it from the limits. A view cannot watch for
// longer than it can have been open. An API key watches with at most a few concurrent players, and a network with at most
// a full arena of viewers.
func (b *bounds) deductWatched(reporter Reporter, v View, watched time.Duration) time.Duration {
	if reporter.Key == "" {
		return watched
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.clock.Now()
	keyGroup, networkGroup := b.apiKeyGroup(reporter, now), b.networkGroup(reporter, now)
	watched = min(watched, keyGroup.refill(now, limitOfKey), networkGroup.refill(now, limitOfNetwork))
	if v.UUID != "" {
		view := b.viewOf(reporter, v, now)
		watched = min(watched, view.refill(now, limitOfView))
		view.remaining -= watched
		b.views.Set(viewKey{reporter.ChannelID, v.UUID}, view)
	}
	keyGroup.remaining -= watched
	networkGroup.remaining -= watched
	b.groups.Set(apiKeyGroupID(reporter), keyGroup)
	b.groups.Set(networkGroupID(reporter), networkGroup)
	return watched
}

// resolveSubject returns the subject of a report, and stores it as the last one of the API key. A report without a subject
// has the last one of its API key: the specification's call for watched time names no subject.
func (b *bounds) resolveSubject(reporter Reporter, v View) Subject {
	if reporter.Key == "" {
		return v.Subject
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	keyGroup := b.apiKeyGroup(reporter, b.clock.Now())
	if v.Subject == (Subject{}) {
		return keyGroup.subject
	}
	keyGroup.subject = v.Subject
	b.groups.Set(apiKeyGroupID(reporter), keyGroup)
	return v.Subject
}

// capToSlots limits the watched time of bought media by the user's stream slots. If the user has too many concurrent
// views, it clears the view's UUID, so that the view is not counted. It sets f.capped, so that a retry does not limit the
// report twice. It returns true if it reduced the report.
func (b *bounds) capToSlots(f *fact, slots int) (reduced bool) {
	if slots == 0 || f.view == nil || f.capped {
		return false
	}
	f.capped = true
	allowed, at := limitOfUser(slots), clock.FromMillis(f.view.LastMS)
	id := groupID{channelID: f.watcher.ChannelID, userID: f.watcher.UserID}
	b.mu.Lock()
	defer b.mu.Unlock()
	user := b.groupOf(id, tokenBucket{updatedAt: at, remaining: allowed.burst})
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
		if user.countView(&view.byUser, id, at, allowed.views) {
			b.views.Set(f.view.key(), view)
		} else {
			f.view.UUID, reduced = "", true
		}
	}
	b.groups.Set(id, user)
	return reduced
}

func (b *bounds) viewOf(reporter Reporter, v View, now time.Time) trackedView {
	view, found := b.views.Get(viewKey{reporter.ChannelID, v.UUID})
	if !found {
		b.views.DropExpired(func(v trackedView) bool { return now.Sub(v.updatedAt) > viewMemory })
		view.updatedAt = earliestStart(reporter, now)
	}
	return view
}

func apiKeyGroupID(reporter Reporter) groupID  { return groupID{apiKey: reporter.Key} }
func networkGroupID(reporter Reporter) groupID { return groupID{network: reporter.Network} }

func (b *bounds) apiKeyGroup(reporter Reporter, now time.Time) group {
	return b.groupOf(apiKeyGroupID(reporter), tokenBucket{updatedAt: earliestStart(reporter, now)})
}

// networkGroup returns the group of a network. An unknown network starts with a full bucket, because a node restarted during
// a game gets reports from all viewers at once.
func (b *bounds) networkGroup(reporter Reporter, now time.Time) group {
	return b.groupOf(networkGroupID(reporter), tokenBucket{updatedAt: now, remaining: limitOfNetwork.burst})
}

// groupOf returns a group; initial is the bucket of an unknown one.
func (b *bounds) groupOf(id groupID, initial tokenBucket) group {
	g, found := b.groups.Get(id)
	if !found {
		now := b.clock.Now()
		b.groups.DropExpired(func(g group) bool { return g.isFull(now) })
		g.tokenBucket = initial
	}
	return g
}

// earliestStart returns the earliest possible start of a view first reported now. It is not before the creation of the API
// key, because a page needs a key to play anything.
func earliestStart(reporter Reporter, now time.Time) time.Time {
	if reporter.Since.IsZero() || reporter.Since.After(now) {
		return now
	}
	if earliest := now.Add(-maxReportDelay); reporter.Since.Before(earliest) {
		return earliest
	}
	return reporter.Since
}
