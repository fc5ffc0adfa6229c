//go:build e2e && soak

package e2e

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

// clip is what the API tells of one.
type clip struct {
	ID     int64  `json:"id"`
	Status string `json:"status"`
	Media  struct {
		URL string `json:"url"`
	} `json:"media"`
}

const (
	clipKills = 20
	// deadNodeKills is how many times fewer the kills are where a dead process is noticed by its silence, after 20 s.
	deadNodeKills = 10
	gameLength    = 20 * time.Second
	framesASecond = 30 // of the footage
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
	s.waitOnDemand(t, fan, event.ID)
	return event.ID
}

// clipper makes clips.
type clipper struct{ *stage.Client }

// staff is an operator, who may make as many as they want.
func (s *scene) staff(t *testing.T) clipper {
	t.Helper()
	c := s.visitor(t)
	if err := c.Login(within(t, patience), "operator@example.com", password); err != nil {
		t.Fatal(err)
	}
	return clipper{c}
}

func (c clipper) clip(t *testing.T, event int64, from, length time.Duration) clip {
	t.Helper()
	var made clip
	err := c.Post(within(t, patience), "/api/clip", map[string]any{
		"event_id": event, "name": "Goal", "tags": []string{"goal"}, "start_time": from.Seconds(), "duration": length.Seconds(),
	}, &made)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func (c clipper) waitClip(t *testing.T, id int64) {
	t.Helper()
	ctx := within(t, 2*patience)
	var now clip
	err := stage.Until(ctx, fmt.Sprintf("clip %d is made", id), func() (bool, error) {
		err := c.Get(ctx, fmt.Sprintf("/api/shared-clip/%d", id), nil, &now)
		return err == nil && now.Status == "success", err
	})
	if err != nil {
		t.Fatalf("%v; it is %+v", err, now)
	}
}

// countPictures plays a clip with a player that is not ours. The encoder's clock counts in milliseconds: a picture at an
// edge may lie on either side of it.
func (c clipper) countPictures(t *testing.T, made clip, want int) {
	t.Helper()
	address, err := c.Resolve("/", made.Media.URL)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(within(t, patience), "ffprobe", "-v", "error", "-select_streams", "v", "-count_frames",
		"-show_entries", "stream=nb_read_frames", "-of", "csv=p=0", address).Output()
	if err != nil {
		t.Fatal(err)
	}
	got, err := strconv.Atoi(strings.Trim(strings.SplitN(string(out), "\n", 2)[0], ", \n"))
	if err != nil || got < want-1 || got > want+1 {
		t.Errorf("clip %d has %q pictures, want %d", made.ID, out, want)
	}
}

func (c clipper) remove(t *testing.T, id int64) {
	t.Helper()
	if err := c.Delete(within(t, patience), fmt.Sprintf("/api/clip/%d", id)); err != nil {
		t.Fatal(err)
	}
}
