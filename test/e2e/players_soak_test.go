//go:build e2e && soak

package e2e

import (
	"slices"
	"testing"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

// TestSoakPlayers plays a game with players that are not ours, from what they draw: a minute live over a lost encoder, back at the
// start of the live game, and on demand. Each player has a game of its own.
func TestSoakPlayers(t *testing.T) {
	s := open(t, "")
	for _, again := range []bool{false, true} {
		if _, err := stage.Counting(again).Render(within(t, 2*patience)); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range players() {
		t.Run(p.name, func(t *testing.T) { s.playsIn(t, p) })
	}
}

// half is how many seconds of a game are played before and after the encoder is lost.
const half = 30

func (s *scene) playsIn(t *testing.T, p player) {
	event, fan := s.take(t, "free"), s.visitor(t)
	first := s.publish(t, event.ID, stage.Counting(false))
	address := s.waitLive(t, fan, event.ID).Playable(stage.MediaLive)
	_, media := mediaPlaylist(t, fan, address)
	waitPlaylist(t, fan, media, "has 12 s", func(l *stage.Playlist) bool { return l.Duration() >= 12*time.Second })
	full, err := fan.Resolve("/", address)
	if err != nil {
		t.Fatal(err)
	}

	live := p.play(t, full, fromEdge)
	live.draws(t, "live", false, half)
	first.Drop()
	again := s.publish(t, event.ID, stage.Counting(true))
	if p.stopsAtABreak != "" {
		t.Logf("%s is restarted after a lost encoder: %s", p.name, p.stopsAtABreak)
		live.stop()
		waitPlaylist(t, fan, media, "has its break far from the edge", func(l *stage.Playlist) bool { return sinceBreak(l) >= half*time.Second })
		live = p.play(t, full, fromEdge)
	}
	live.draws(t, "after a lost encoder", true, half)
	// A player that merges its lists wrongly stops when the discontinuity is old.
	live.begins()
	live.draws(t, "long after a lost encoder", true, half/2)

	p.goesBack(t, live, full)
	again.End()
	endGame(t, s.server, event.ID)

	e := s.waitOnDemand(t, fan, event.ID)
	waitEnd(t, fan, media)
	if full, err = fan.Resolve("/", e.Playable(stage.MediaOnDemand)); err != nil {
		t.Fatal(err)
	}
	recording := p.play(t, full, fromStart)
	recording.drawsFromTheStart(t, "on demand")
	recording.stop()
}

// sinceBreak is how much is listed since the newest discontinuity; nothing without one.
func sinceBreak(l *stage.Playlist) time.Duration {
	var length time.Duration
	for _, segment := range slices.Backward(l.Segments) {
		length += segment.Duration
		if segment.Discontinuity {
			return length
		}
	}
	return 0
}

// goesBack goes to the start of a live game.
func (p player) goesBack(t *testing.T, live *runningPlayer, address string) {
	t.Helper()
	defer live.stop()
	switch {
	case p.keepsToTheEdge != "":
		t.Logf("%s is not asked to go back in a live game: %s", p.name, p.keepsToTheEdge)
	case live.rewind != nil:
		live.begins()
		if err := live.rewind(); err != nil {
			t.Fatal(err)
		}
		live.drawsFromTheStart(t, "at the start of a live game")
	default:
		live.stop()
		live = p.play(t, address, fromStart)
		live.drawsFromTheStart(t, "at the start of a live game")
	}
}
