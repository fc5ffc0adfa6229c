// Package livefeed fans out what happens on a topic to everybody who follows it. One
// producer per topic runs while anybody does, however many there are; nobody waits for
// a slow one, who is dropped and comes back.
package livefeed

import (
	"context"
	"errors"
	"net/netip"
	"sync"
)

// Refusals of Follow.
var (
	ErrFull        = errors.New("as many follow as may in all")
	ErrAddressFull = errors.New("as many follow from the address as may")
	ErrClosed      = errors.New("the feed is closed")
)

// Limits are how many may follow at once. Zero means no limit.
type Limits struct {
	Total      int
	PerAddress int
}

// Source tells what happens on a topic until ctx is over: each time what has changed,
// and with it everything there is to know from then on. Who joins gets that whole
// first, and then each change once.
type Source[K comparable, M any] func(ctx context.Context, key K, tell func(change, whole M))

// queued is how many messages a follower may be behind before it is dropped.
const queued = 16

// Hub holds the topics that are followed. It is safe for concurrent use.
type Hub[K comparable, M any] struct {
	source Source[K, M]
	limits Limits

	mu        sync.Mutex // taken before a topic's
	topics    map[K]*topic[M]
	total     int
	addresses map[netip.Addr]int
	closed    bool
	producers sync.WaitGroup
}

type topic[M any] struct {
	stop context.CancelFunc

	mu        sync.Mutex
	followers map[*Follower[M]]struct{}
	whole     M
	known     bool // whole is there
}

// NewHub returns a hub whose topics are told by source.
func NewHub[K comparable, M any](source Source[K, M], limits Limits) *Hub[K, M] {
	return &Hub[K, M]{source: source, limits: limits, topics: map[K]*topic[M]{}, addresses: map[netip.Addr]int{}}
}

// Follower is one who follows a topic.
type Follower[M any] struct {
	queue chan M
	leave func()
}

// News are the messages, the whole first. It is closed when the follower was too slow,
// and when the hub closes.
func (f *Follower[M]) News() <-chan M { return f.queue }

// Leave ends the following. It must be called once, also after News was closed.
func (f *Follower[M]) Leave() { f.leave() }

// Follow joins a topic from an address, which counts unless it is invalid.
func (h *Hub[K, M]) Follow(key K, from netip.Addr) (*Follower[M], error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closed:
		return nil, ErrClosed
	case h.limits.Total > 0 && h.total >= h.limits.Total:
		return nil, ErrFull
	case h.limits.PerAddress > 0 && from.IsValid() && h.addresses[from] >= h.limits.PerAddress:
		return nil, ErrAddressFull
	}
	h.total++
	h.addresses[from]++
	t := h.topics[key]
	if t == nil {
		t = h.open(key)
	}
	f := &Follower[M]{queue: make(chan M, queued)}
	f.leave = func() { h.leave(key, t, f, from) }
	t.join(f)
	return f, nil
}

// open starts the producer of a topic. The caller holds h.mu.
func (h *Hub[K, M]) open(key K) *topic[M] {
	ctx, stop := context.WithCancel(context.Background()) //nolint:gosec // whoever leaves last stops it, or Close
	t := &topic[M]{stop: stop, followers: map[*Follower[M]]struct{}{}}
	h.topics[key] = t
	h.producers.Go(func() { h.source(ctx, key, t.tell) })
	return t
}

func (t *topic[M]) join(f *Follower[M]) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.followers[f] = struct{}{}
	if t.known {
		f.queue <- t.whole // the first of an empty queue
	}
}

// tell gives a change to those who know the state before it, and the whole to those
// who have waited for the first.
func (t *topic[M]) tell(change, whole M) {
	t.mu.Lock()
	defer t.mu.Unlock()
	message := change
	if !t.known {
		message = whole
	}
	t.whole, t.known = whole, true
	for f := range t.followers {
		select {
		case f.queue <- message:
		default:
			t.drop(f)
		}
	}
}

// drop ends a follower's news. The caller holds t.mu.
func (t *topic[M]) drop(f *Follower[M]) {
	delete(t.followers, f)
	close(f.queue)
}

func (h *Hub[K, M]) leave(key K, t *topic[M], f *Follower[M], from netip.Addr) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.total--
	if h.addresses[from]--; h.addresses[from] == 0 {
		delete(h.addresses, from)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.followers, f)
	if len(t.followers) > 0 {
		return
	}
	t.stop()
	if h.topics[key] == t {
		delete(h.topics, key)
	}
}

// Followers is how many follow now.
func (h *Hub[K, M]) Followers() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.total
}

// Close ends the news of everybody, lets nobody join any more, and returns once every
// producer has stopped.
func (h *Hub[K, M]) Close() {
	h.mu.Lock()
	h.closed = true
	for _, t := range h.topics {
		t.stop()
		t.mu.Lock()
		for f := range t.followers {
			t.drop(f)
		}
		t.mu.Unlock()
	}
	h.mu.Unlock()
	h.producers.Wait()
}
