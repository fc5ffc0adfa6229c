package clip

import (
	"net/netip"
	"sync"
	"time"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/throttle"
)

// Shared clips of a game that is sold are for everybody who has their link. All of them
// together may show the whole game, so what one network is shown of a game is bounded: a quarter
// of its length and 30 min at most, counted once however many people play the same clip. A
// school behind one address watches all that its class shares; no one watches the game.
const (
	playsPart   = 4 // of the game's length: one of so many
	leastPlayed = 3 * time.Minute
	mostPlayed  = 30 * time.Minute
	playsLast   = 24 * time.Hour // from the first clip of the game on
	// usualLength is assumed where the length of a game is not known.
	usualLength = time.Hour
	// maxPlays bounds the memory of plays, about 20 MB. The oldest go first.
	maxPlays = 100_000
)

// Play is the play of a shared clip by a viewer who has no access to its event.
type Play struct {
	Address netip.Addr // networks are told apart as throttle.Subscriber does
	EventID int64
	Length  time.Duration // of the event; 0 where it is not known
	Clip    *Clip
}

type playKey struct {
	network netip.Addr
	event   int64
}

type played struct {
	since     time.Time
	stretches []Stretch
}

// plays are what networks were shown of events by shared clips. Each node counts for itself.
type plays struct {
	clock clock.Clock

	mu    sync.Mutex
	known map[playKey]*played
	order []playKey // by since
}

func newPlays(c clock.Clock) *plays { return &plays{clock: c, known: map[playKey]*played{}} }

// AdmitPlay counts the play of a shared clip, or refuses it where its network was shown as much
// of the event as one may be: Forbidden, "clip_plays_reached".
func (s *Service) AdmitPlay(p Play) error {
	if s.plays.admit(p) {
		return nil
	}
	return fault.New(fault.Forbidden, "clip_plays_reached",
		"Many different clips of this event were played on your network today. Come back tomorrow, or get access to the event to see more of it.")
}

func (p *plays) admit(play Play) bool {
	key, now := playKey{throttle.Subscriber(play.Address), play.EventID}, p.clock.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.forget(now)
	before := p.known[key]
	if before == nil {
		before = &played{since: now}
	}
	stretches := joined(append(append([]Stretch{}, before.stretches...), Stretch{play.Clip.Start, play.Clip.Start + play.Clip.Duration}))
	if length(stretches) > mostPlayedOf(play.Length) && length(stretches) > length(before.stretches) {
		return false
	}
	before.stretches = stretches
	if p.known[key] == nil {
		p.known[key], p.order = before, append(p.order, key)
	}
	return true
}

// forget drops what is older than a day, and the oldest where there is too much.
func (p *plays) forget(now time.Time) {
	for len(p.order) > 0 && (len(p.order) >= maxPlays || now.Sub(p.known[p.order[0]].since) >= playsLast) {
		delete(p.known, p.order[0])
		p.order = p.order[1:]
	}
}

// mostPlayedOf is how much of an event one network may be shown by shared clips.
func mostPlayedOf(event time.Duration) time.Duration {
	if event <= 0 {
		event = usualLength
	}
	return min(max(event/playsPart, leastPlayed), mostPlayed)
}
