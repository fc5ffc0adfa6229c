//go:build e2e && soak

package e2e

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/blob/blobtest"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/test/stage"
)

// killsByDefault keeps a soak to some minutes; SOAK_KILLS asks for more.
const killsByDefault = 20

// TestSoakServer runs every scenario of TestServer on both databases.
func TestSoakServer(t *testing.T) {
	eachEngine(t, func(t *testing.T, engine db.Engine) {
		runScenarios(t, engine, func(scenario) bool { return true })
	})
}

// TestSoakKills kills the server at random moments of a recording, over and over: each time it comes back, at most the
// segment that was on its way to the store is lost beside the one that was being filled, and in the end the whole recording
// plays. How often one was lost, and how long the slowest return took, is in its output.
func TestSoakKills(t *testing.T) {
	kills := killsWanted(t, killsByDefault)
	sites(t, func(t *testing.T, s *scene) {
		event, fan := s.take(t, "free"), s.visitor(t)
		var media string
		var slowest time.Duration
		onTheWay := 0
		for i := range kills {
			publisher := s.publish(t, event.ID, stage.Small())
			if media == "" {
				_, media = mediaPlaylist(t, fan, s.waitLive(t, fan, event.ID).Playable(stage.MediaLive))
			}
			before, took := s.killSomewhere(t, fan, media)
			slowest = max(slowest, took)
			publisher.Drop()
			after := waitPlaylist(t, fan, media, "is back", func(p *stage.Playlist) bool { return len(p.Segments) > 0 })
			gone := lost(before, after)
			onTheWay += gone
			if last := len(before.Segments) - 1; gone > 1 || gone == 1 && contains(after, before.Segments[last]) {
				t.Fatalf("kill %d lost complete segments: had\n%s\nhas\n%s", i, before.Text, after.Text)
			}
		}
		s.recordingPlays(t, fan, event.ID)
		t.Logf("%d kills, %d took a segment on its way to the store, ready again after %s at most", kills, onTheWay, slowest.Round(time.Millisecond))
	})
}

// sites runs a test on a fresh installation of each kind: SQLite with a folder, and PostgreSQL with S3.
func sites(t *testing.T, run func(t *testing.T, s *scene)) {
	t.Run("sqlite and a folder", func(t *testing.T) { run(t, open(t, "")) })
	t.Run("postgres and S3", func(t *testing.T) { run(t, open(t, dbtest.PostgresDSN(t), "GRANDSTAND_BLOB="+blobtest.S3(t))) })
}

// killsWanted is how often to kill: what SOAK_KILLS asks for, or else some number.
func killsWanted(t *testing.T, standard int) int {
	t.Helper()
	text := os.Getenv("SOAK_KILLS")
	if text == "" {
		return standard
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// killSomewhere lets the recording grow, kills the server at a random moment of the next segment, and starts it again. It
// returns what the playlist held before, and how long the server took to be ready.
func (s *scene) killSomewhere(t *testing.T, fan *stage.Client, media string) (*stage.Playlist, time.Duration) {
	t.Helper()
	length := mustPlaylist(t, fan, media).Duration()
	waitPlaylist(t, fan, media, "grows", func(p *stage.Playlist) bool { return p.Duration() > length })
	time.Sleep(rand.N(3 * time.Second)) // the moment of the crash is the subject
	before := mustPlaylist(t, fan, media)
	s.server.Kill()
	begin := time.Now()
	if err := s.server.Restart(within(t, patience)); err != nil {
		t.Fatalf("not ready after a kill: %v", err)
	}
	return before, time.Since(begin)
}

// open builds and starts a demo channel on a database, with further environment.
func open(t *testing.T, dsn string, env ...string) *scene {
	t.Helper()
	return startDemo(t, demo{dir: t.TempDir(), dsn: dsn}, env...)
}
