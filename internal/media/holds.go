package media

import (
	"net/http"
	"strings"
	"sync"

	"github.com/grandstand/grandstand/internal/media/playlist"
	"github.com/grandstand/grandstand/internal/media/segment"
)

const (
	// maxHeldByToken is how many requests of one address may wait for what is to come: a player
	// waits for a playlist and a part of pictures and of sound, and changes sizes meanwhile.
	maxHeldByToken = 12
	// maxHeldByClient is how many requests of one client may, an IPv4 address or an IPv6 /48: hundreds of viewers
	// watch from a school that has one. A mobile network has up to 65,536 phones in a /48, of which 1,000 may watch.
	maxHeldByClient = 2000
)

// holds counts the requests that are held, so that no client holds more than players need.
type holds struct {
	mu      sync.Mutex
	tokens  map[holdKey]int
	clients map[string]int
}

// holdKey is what a signed address names, without its expiry.
type holdKey struct {
	viewer Viewer
	player int64
}

func newHolds() *holds { return &holds{tokens: map[holdKey]int{}, clients: map[string]int{}} }

// enter counts a request that may be held and reports whether it may be. client is "" for one that
// has no limit. After true, leave has to be called.
func (h *holds) enter(key holdKey, client string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.tokens[key] >= maxHeldByToken || client != "" && h.clients[client] >= maxHeldByClient {
		return false
	}
	h.tokens[key]++
	if client != "" {
		h.clients[client]++
	}
	return true
}

func (h *holds) leave(key holdKey, client string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.tokens[key]--; h.tokens[key] <= 0 {
		delete(h.tokens, key)
	}
	if client == "" {
		return
	}
	if h.clients[client]--; h.clients[client] <= 0 {
		delete(h.clients, client)
	}
}

// mayBeHeld reports whether a request can have to wait: for a playlist of a certain part (RFC
// 8216bis, 6.2.5.2), or for a part that is announced.
func mayBeHeld(r *http.Request, file string) bool {
	if strings.Contains(r.URL.RawQuery, "_HLS_") {
		return true
	}
	if _, rest, ok := playlist.ParseRung(file); ok {
		file = rest
	}
	name, err := segment.ParseName(file)
	return err == nil && name.Part >= 0
}
