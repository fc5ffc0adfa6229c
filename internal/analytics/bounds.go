package analytics

import (
	"fmt"
	"sync"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/throttle"
)

const (
	// mostLate is how much watched time a view, an api key or a slot may report late: a page keeps its reports while the
	// server is busy, up to ten minutes, and sends them together.
	mostLate = 10 * time.Minute
	// reportEvery is the longest time between two reports of a player that plays.
	reportEvery = 30 * time.Second
	// networkViewers is how many viewers of one network count at once. Schools and arenas have one IPv4 address.
	networkViewers = 1000
	// A node forgets a view after viewMemory without a report. A view that goes on after a shorter pause is no new one.
	viewMemory = time.Hour
	// maxBounded is how many views a node remembers, and how many groups.
	maxBounded = 200_000
)

// newViewsOfKey and newViewsOfNetwork limit the views that begin. A person who looks for something to watch opens
// many in some minutes and fewer afterwards. All viewers of an arena begin with the game, and open another view later.
var (
	newViewsOfKey     = throttle.Rate{Burst: 30, Every: time.Minute}
	newViewsOfNetwork = throttle.Rate{Burst: networkViewers, Every: time.Hour / networkViewers}
)

var (
	limitOfView = limit{players: 1, late: mostLate}
	limitOfKey  = limit{views: 10, players: 3, late: mostLate}
	// All players of a full arena may report at the same moment.
	limitOfNetwork = limit{views: networkViewers, players: networkViewers, late: networkViewers * reportEvery}
)

// limitOfUser is the limit of what a user bought, in all sessions together.
func limitOfUser(slots int) limit {
	return limit{views: slots, players: slots, late: time.Duration(slots) * mostLate}
}

// bounds keep what clients report within what they can have watched. They are a node's own and in
// memory: with several nodes a forger gets as much from each.
type bounds struct {
	clock             clock.Clock
	newViewsOfKey     *throttle.Limiter[string]
	newViewsOfNetwork *throttle.Limiter[string]

	mu     sync.Mutex
	groups *cache.LRU[string, group]
	views  *cache.LRU[viewKey, boundedView]
}

func newBounds(c clock.Clock) *bounds {
	return &bounds{
		clock: c, newViewsOfKey: throttle.New[string](newViewsOfKey, c), newViewsOfNetwork: throttle.New[string](newViewsOfNetwork, c),
		groups: cache.NewLRU[string, group](maxBounded, nil), views: cache.NewLRU[viewKey, boundedView](maxBounded, nil),
	}
}

// boundedView is one view and the groups in which it is counted.
type boundedView struct {
	allowance

	key, network, user sighting
}

// admit reports whether a view counts as going on: its api key and its network report no more views at once than
// viewers can have, and begin no more. A view that goes on is no new one.
func (b *bounds) admit(by Teller, v View) bool {
	if by.Key == "" || v.UUID == "" {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.clock.Now()
	view, key, network := b.viewOf(by, v, now), b.keyOf(by, now), b.networkOf(by, now)
	isNew := view.key.group != by.Key
	if !key.enter(&view.key, by.Key, now, limitOfKey.views) || !network.enter(&view.network, by.Network, now, limitOfNetwork.views) {
		return false
	}
	if isNew && !b.begin(by) {
		return false
	}
	b.views.Set(viewKey{by.ChannelID, v.UUID}, view)
	b.groups.Set(by.Key, key)
	b.groups.Set(by.Network, network)
	return true
}

// begin counts a new view of an api key and its network, and reports whether both may begin one.
func (b *bounds) begin(by Teller) bool {
	if _, ok := b.newViewsOfKey.Allow(by.Key); !ok {
		return false
	}
	_, ok := b.newViewsOfNetwork.Allow(by.Network)
	if !ok {
		b.newViewsOfKey.GiveBack(by.Key)
	}
	return ok
}

// count returns how much of the reported time counts: a view watches no longer than it can have been open, an api key
// no more than a few players side by side, and a network no more than an arena full of viewers.
func (b *bounds) count(by Teller, v View, watched time.Duration) time.Duration {
	if by.Key == "" {
		return watched
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.clock.Now()
	key, network := b.keyOf(by, now), b.networkOf(by, now)
	watched = min(watched, key.grow(now, limitOfKey), network.grow(now, limitOfNetwork))
	if v.UUID != "" {
		view := b.viewOf(by, v, now)
		watched = min(watched, view.grow(now, limitOfView))
		view.left -= watched
		b.views.Set(viewKey{by.ChannelID, v.UUID}, view)
	}
	key.left -= watched
	network.left -= watched
	b.groups.Set(by.Key, key)
	b.groups.Set(by.Network, network)
	return watched
}

// subjectOf returns what a report is about. A report that names nothing is about what its api key named last: the
// specification's call for watched time names nothing.
func (b *bounds) subjectOf(by Teller, v View) Subject {
	if by.Key == "" {
		return v.Subject
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	key := b.keyOf(by, b.clock.Now())
	if v.Subject == (Subject{}) {
		return key.subject
	}
	key.subject = v.Subject
	b.groups.Set(by.Key, key)
	return v.Subject
}

// capToSlots caps a report of a purchase by the user's stream slots, and reports whether this call reduced it. It marks
// the fact, so that a retry neither caps nor counts it again.
func (b *bounds) capToSlots(f *fact, slots int) (reduced bool) {
	if slots == 0 || f.view == nil || f.capped {
		return false
	}
	f.capped = true
	limit, at := limitOfUser(slots), clock.FromMillis(f.view.LastMS)
	name := fmt.Sprintf("user %d of channel %d", f.watcher.UserID, f.watcher.ChannelID)
	b.mu.Lock()
	defer b.mu.Unlock()
	user := b.groupOf(name, allowance{at, limit.late})
	reported := time.Duration(f.view.WatchedMS) * time.Millisecond
	counted := min(reported, user.grow(at, limit))
	user.left -= counted
	f.view.WatchedMS = counted.Milliseconds()
	reduced = counted < reported
	if f.view.UUID != "" {
		view, found := b.views.Get(f.view.key())
		if !found {
			view.at = at
		}
		if user.enter(&view.user, name, at, limit.views) {
			b.views.Set(f.view.key(), view)
		} else {
			f.view.UUID, reduced = "", true
		}
	}
	b.groups.Set(name, user)
	return reduced
}

func (b *bounds) viewOf(by Teller, v View, now time.Time) boundedView {
	view, found := b.views.Get(viewKey{by.ChannelID, v.UUID})
	if !found {
		b.views.DropExpired(func(v boundedView) bool { return now.Sub(v.at) > viewMemory })
		view.at = earliest(by, now)
	}
	return view
}

func (b *bounds) keyOf(by Teller, now time.Time) group {
	return b.groupOf(by.Key, allowance{at: earliest(by, now)})
}

// networkOf returns a network's group. One that is not known has its whole allowance: a node that starts amid a game
// hears of everyone within seconds, and api keys are bounded anyway.
func (b *bounds) networkOf(by Teller, now time.Time) group {
	return b.groupOf(by.Network, allowance{now, limitOfNetwork.late})
}

func (b *bounds) groupOf(name string, unknown allowance) group {
	g, found := b.groups.Get(name)
	if !found {
		now := b.clock.Now()
		b.groups.DropExpired(func(g group) bool { return g.isWhole(now) })
		g.allowance = unknown
	}
	return g
}

// earliest is when something can have begun that is reported now for the first time: not before its api key was
// created, because a page needs one to play anything.
func earliest(by Teller, now time.Time) time.Time {
	if by.Since.IsZero() || by.Since.After(now) {
		return now
	}
	if late := now.Add(-mostLate); by.Since.Before(late) {
		return late
	}
	return by.Since
}
