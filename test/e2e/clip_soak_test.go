//go:build e2e && soak

package e2e

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

const (
	clipKills = 20
	// deadNodeKills is how many times fewer the kills are where a dead process is noticed by its silence, after 20 s.
	deadNodeKills = 10
	gameLength    = 20 * time.Second
)

// TestSoakClipKills kills the server at random moments after clips were asked for, over and over: each of them becomes a
// video of its own all the same, exact to the picture.
func TestSoakClipKills(t *testing.T) {
	kills := killsWanted(t, clipKills)
	sites(t, func(t *testing.T, s *scene) {
		kills := kills
		if s.dsn != "" {
			kills = max(2, kills/deadNodeKills)
		}
		event, staff := s.recordedGame(t), s.staff(t)
		var slowest time.Duration
		for range kills {
			from, length := time.Duration(rand.N(8_000))*time.Millisecond, time.Duration(1+rand.N(10))*time.Second
			made := staff.clip(t, event, from, length)
			time.Sleep(rand.N(1500 * time.Millisecond)) // the moment of the crash is the subject
			s.server.Kill()
			begin := time.Now()
			if err := s.server.Restart(within(t, patience)); err != nil {
				t.Fatalf("not ready after a kill: %v", err)
			}
			staff.waitClip(t, made.ID)
			slowest = max(slowest, time.Since(begin))
			staff.countPictures(t, made, int(length/time.Second)*framesASecond)
			staff.remove(t, made.ID)
		}
		t.Logf("%d kills, a clip was made %s after one at most", kills, slowest.Round(time.Millisecond))
	})
}

// recordedGame plays a game to its end and returns its event.
func (s *scene) recordedGame(t *testing.T) int64 {
	t.Helper()
	event, fan := s.take(t, "free"), s.visitor(t)
	publisher := s.publish(t, event.ID, stage.Small())
	_, media := mediaPlaylist(t, fan, s.waitLive(t, fan, event.ID).Playable(stage.MediaLive))
	waitPlaylist(t, fan, media, "is long enough", func(p *stage.Playlist) bool { return p.Duration() >= gameLength })
	publisher.End()
	endGame(t, s.server, event.ID)
	s.waitOnDemand(t, fan, event.ID)
	return event.ID
}

func (c clipper) remove(t *testing.T, id int64) {
	t.Helper()
	if err := c.Delete(within(t, patience), fmt.Sprintf("/api/clip/%d", id)); err != nil {
		t.Fatal(err)
	}
}
