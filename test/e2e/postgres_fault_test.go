//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/test/stage"
	"github.com/grandstand/grandstand/test/till"
)

// ends are the ways in which a database goes: in order, in haste, and killed.
func ends() []syscall.Signal {
	return []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGKILL}
}

// The database is restarted while a game is recorded and watched and people buy. Who watches does not notice, calls are
// told to come again, and once it is back everything goes on by itself: nothing of the recording is missing, jobs are
// done, and no money is lost.
func TestFaultDatabaseRestarts(t *testing.T) {
	t.Parallel()
	databaseRestarts(t, 1)
}

func databaseRestarts(t *testing.T, rounds int) {
	t.Helper()
	cluster := dbtest.NewCluster(t)
	s := openRestored(t, cluster.Database(t, "game"), patientStore())
	shop := openTill(t, cluster.Database(t, "till"), tillPasses)
	g := s.startGame(t)
	ctx, people := gather(t)
	people.watch(ctx, g.fan, g.media)
	people.watch(ctx, s.user(t), g.media)
	people.call(ctx, "event", func(ctx context.Context) error { _, err := g.fan.Event(ctx, g.event); return err })
	people.call(ctx, "session", func(ctx context.Context) error { return stage.NewClient(s.server.URL, channel).TryOpen(ctx) })
	selling := g.sell(t, shop)
	var slowest time.Duration
	for range rounds {
		for _, how := range ends() {
			people.plays(t, 2, false)
			cluster.End(t, how)
			people.plays(t, 6, true) // three of each viewer: 6 s without a database
			cluster.Start(t)
			slowest = max(slowest, g.answers(t, s.server))
			g.answers(t, shop.Server)
		}
	}
	staff := s.staff(t)
	made := staff.clip(t, g.event, time.Second, 3*time.Second)
	staff.waitClip(t, made.ID)
	people.plays(t, 2, false)
	people.goHome()
	selling()
	g.ends(t, s, 0)
	balance(t, shop)
	t.Logf("%d restarts, calls are answered %s after one at most", rounds*len(ends()), slowest.Round(time.Millisecond))
}

// The first server of a database is killed, and the one that follows it takes its place: our servers go there by
// themselves, nothing that was confirmed is missing, and once the lost one is back, as what it was, nothing is written to
// it, not even by a process that has just started.
func TestFaultDatabaseFailsOver(t *testing.T) {
	t.Parallel()
	databaseFailsOver(t)
}

func databaseFailsOver(t *testing.T) {
	first := dbtest.NewCluster(t)
	first.Database(t, "game")
	first.Database(t, "till")
	standby := first.Follow(t)
	s := openRestored(t, dbtest.DSNOf("game", first, standby), patientStore())
	shop := openTill(t, dbtest.DSNOf("till", first, standby), tillPasses)
	g := s.startGame(t)
	ctx, people := gather(t)
	people.watch(ctx, g.fan, g.media)
	people.watch(ctx, s.user(t), g.media)
	people.call(ctx, "session", func(ctx context.Context) error { return stage.NewClient(s.server.URL, channel).TryOpen(ctx) })
	selling := g.sell(t, shop)
	people.plays(t, 4, false)

	begin := time.Now()
	first.End(t, syscall.SIGKILL)
	people.plays(t, 2, true)
	promoted := time.Now()
	standby.Promote(t)
	g.answers(t, s.server)
	g.answers(t, shop.Server)
	t.Logf("calls are answered %s after the loss, %s after the order to take its place", since(begin), since(promoted))
	people.plays(t, 4, false)

	first.Start(t)
	first.Exec(t, "ALTER SYSTEM RESET synchronous_standby_names") // else it would confirm nothing
	first.Exec(t, "SELECT pg_reload_conf()")
	before := first.Count(t, "till", "checkouts") + first.Count(t, "till", "sessions")
	if err := shop.Crash(within(t, patience)); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Register(within(t, patience), "afterwards"); err != nil {
		t.Fatal(err)
	}
	people.plays(t, 2, false)
	people.goHome()
	selling()
	g.ends(t, s, 0)
	balance(t, shop)
	if after := first.Count(t, "till", "checkouts") + first.Count(t, "till", "sessions"); after != before {
		t.Errorf("%d rows have gone to the server that was lost", after-before)
	}
}

func since(t time.Time) time.Duration { return time.Since(t).Round(10 * time.Millisecond) }

// game is one that is on.
type game struct {
	event   int64
	fan     *stage.Client
	media   string // the address of its media playlist
	encoder *stage.Publisher
}

// startGame has a game on, that has a few segments.
func (s *scene) startGame(t *testing.T) *game {
	t.Helper()
	g := &game{event: s.take(t, "free").ID, fan: s.visitor(t)}
	g.encoder = s.publish(t, g.event, stage.Small())
	_, g.media = mediaPlaylist(t, g.fan, s.waitLive(t, g.fan, g.event).Playable(stage.MediaLive))
	waitPlaylist(t, g.fan, g.media, "has 6 s", func(p *stage.Playlist) bool { return p.Duration() >= 6*time.Second })
	return g
}

// sell has people buy until what it returns is called, which waits until they have left.
func (g *game) sell(t *testing.T, shop *till.Shop) (stop func()) {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	ctx, people := gather(t)
	sold := make(chan int64, 1)
	for i := range 3 {
		buyer, err := shop.Register(within(t, patience), fmt.Sprint("buyer", i))
		if err != nil {
			t.Fatal(err)
		}
		people.group.Go(func() { wander(ctx, t, buyer, rand.New(rand.NewPCG(seed, uint64(i))), sold) })
	}
	people.group.Go(func() { operate(ctx, shop, rand.New(rand.NewPCG(seed, 3)), sold) })
	return people.goHome
}

// answers waits until a server is ready, and returns how long that took.
func (g *game) answers(t *testing.T, server *stage.Server) time.Duration {
	t.Helper()
	begin := time.Now()
	if err := server.WaitReady(within(t, patience)); err != nil {
		t.Fatal(err)
	}
	return time.Since(begin)
}

// ends ends a game and plays all of its recording, which has to hold whatever was live, with so many breaks.
func (g *game) ends(t *testing.T, s *scene, breaks int) {
	t.Helper()
	live := mustPlaylist(t, g.fan, g.media)
	g.encoder.End()
	_, whole := s.recordingPlays(t, g.fan, g.event)
	if gone := lost(live, whole); gone > 0 || whole.Discontinuities() != breaks {
		t.Errorf("%d segments are lost, %d breaks: was\n%s\nis\n%s", gone, whole.Discontinuities(), live.Text, whole.Text)
	}
}
