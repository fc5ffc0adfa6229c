package clip

import (
	"sync"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
)

// Everyone with the link can play a shared clip of a paid game. Together the clips could show the
// whole game. One network may therefore see at most a quarter of the game, at least 3 and at most
// 30 minutes. Repeated plays of one clip count once. A class behind one address can watch the clips
// that it shares, but not the game.
const (
	playsPart   = 4 // a network may see 1/playsPart of the game
	leastPlayed = 3 * time.Minute
	mostPlayed  = 30 * time.Minute
	playsLast   = 24 * time.Hour // from a network's first clip of the game on
	// usualLength is assumed where the length of a game is not known.
	usualLength = time.Hour
	// maxPlays bounds the memory of plays, about 20 MB. The oldest records are removed first.
	maxPlays = 100_000
)

// Play is the play of a shared clip by a viewer who has no access to its event.
type Play struct {
	Network string // as netaddr.NetworkName names it; "" is one network
	EventID int64
	Length  time.Duration // of the event; 0 where it is not known
	Clip    *Clip
}

type playKey struct {
	network string
	event   int64
}

type played struct {
	since     time.Time
	stretches []Stretch
}

// plays records the parts of each event that each network has seen in shared clips. Each node has
// its own record.
type plays struct {
	clock clock.Clock

	mu    sync.Mutex
	known map[playKey]*played
	order []playKey // by since
}

func newPlays(c clock.Clock) *plays { return &plays{clock: c, known: map[playKey]*played{}} }

// AdmitPlay counts the play of a shared clip, or returns a fault where the network has reached its
// limit for the event: Forbidden, "clip_plays_reached".
func (s *Service) AdmitPlay(p Play) error {
	if s.plays.admit(p) {
		return nil
	}
	return fault.New(fault.Forbidden, "clip_plays_reached",
		"Many different clips of this event were played on your network today. Come back tomorrow, or get access to the event to see more of it.")
}

func (p *plays) admit(play Play) bool {
	key, now := playKey{play.Network, play.EventID}, p.clock.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.forget(now)
	before := p.known[key]
	if before == nil {
		before = &played{since: now}
	}
	stretches := mergeStretches(append(append([]Stretch{}, before.stretches...), play.Clip.Opens))
	if totalLength(stretches) > mostPlayedOf(play.Length) && totalLength(stretches) > totalLength(before.stretches) {
		return false
	}
	before.stretches = stretches
	if p.known[key] == nil {
		p.known[key], p.order = before, append(p.order, key)
	}
	return true
}

// forget removes records older than playsLast, and the oldest ones at the limit of memory.
func (p *plays) forget(now time.Time) {
	for len(p.order) > 0 && (len(p.order) >= maxPlays || now.Sub(p.known[p.order[0]].since) >= playsLast) {
		delete(p.known, p.order[0])
		p.order = p.order[1:]
	}
}

// mostPlayedOf returns the length of an event that one network may see in shared clips.
func mostPlayedOf(event time.Duration) time.Duration {
	if event <= 0 {
		event = usualLength
	}
	return min(max(event/playsPart, leastPlayed), mostPlayed)
}
