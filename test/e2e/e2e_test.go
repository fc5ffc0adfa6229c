//go:build e2e

// Package e2e drives the built binary from outside: encoders publish to its RTMP port, clients and a browser read what
// it serves. Every scenario runs on SQLite and on PostgreSQL.
package e2e

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/test/stage"
)

const (
	channel  = "demo"
	password = "grandstand-demo" // of the demo channel's users

	// Servers of tests wait this long for a lost encoder. The new encoder of a test is a new process, which starts late on a busy
	// machine. Tests do not wait for the end of this time: they end their games with endGame.
	reconnect = 10 * time.Minute
	// shortReconnect is for tests in which this time has to pass.
	shortReconnect = 10 * time.Second

	// patience keeps a broken run from hanging. How soon things happen is measured in bench/, on an idle machine.
	patience = stage.Patience
)

// scene is one running demo channel. Every scenario has events of its own on it.
type scene struct {
	server   *stage.Server
	dir, dsn string // its data folder and database

	finding sync.Mutex // one find at a time

	mu        sync.Mutex
	taken     map[int64]bool   // events that a scenario has
	addresses map[int64]string // of events that were published
}

type scenario struct {
	name string
	run  func(t *testing.T, s *scene)
	// once: it is about what encoders send or who may read it, and runs on SQLite only. TestSoakServer runs all scenarios on both
	// databases.
	once bool
}

// together are scenarios that share a server at the same time, as games on a busy evening do.
func together() []scenario {
	return []scenario{
		{name: "live then on demand", run: liveThenOnDemand},
		{name: "drop and resume", run: dropAndResume},
		{name: "register event", run: registerEvent},
		{name: "signed addresses", run: signedAddresses, once: true},
		{name: "second publisher", run: secondPublisher},
		{name: "operator ends a game", run: operatorEnds},
		{name: "b-frames", run: func(t *testing.T, s *scene) { s.plays(t, stage.BFrames()) }, once: true},
		{name: "no audio", run: func(t *testing.T, s *scene) { s.plays(t, stage.Silent()) }, once: true},
		{name: "no video", run: func(t *testing.T, s *scene) { s.playsOrIsRefused(t, stage.SoundOnly()) }, once: true},
		{name: "over WHIP", run: overWHIP, once: true},
		{name: "channels apart", run: channelsApart},
		{name: "changing resolution", run: changesResolution, once: true},
		{name: "timestamps that jump", run: timestampsJump, once: true},
		{name: "cancelled game", run: cancelledGame},
	}
}

// alone are scenarios that end the server or look at all of it.
func alone() []scenario {
	return []scenario{
		{name: "wrong key", run: wrongKey, once: true},
		{name: "garbage", run: garbage, once: true},
		{name: "half-open flood", run: halfOpenFlood, once: true},
		{name: "hashing beside", run: hashingBeside, once: true},
		{name: "kill while recording", run: killWhileRecording},
		{name: "over SRT and a restart", run: overSRTAndARestart, once: true},
		{name: "shutdown", run: shutdown},
		{name: "kill and nobody returns", run: killAndNobodyReturns},
	}
}

func TestServer(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, engine db.Engine) {
		t.Parallel() // it mostly waits
		runScenarios(t, engine, func(c scenario) bool { return engine == db.SQLite || !c.once })
	})
}

// runScenarios runs the scenarios that a filter keeps on one server.
func runScenarios(t *testing.T, engine db.Engine, keeps func(scenario) bool) {
	t.Helper()
	s := openCopy(t, engine)
	t.Run("together", func(t *testing.T) {
		for _, c := range together() {
			if keeps(c) {
				t.Run(c.name, func(t *testing.T) {
					t.Parallel()
					c.run(t, s)
				})
			}
		}
	})
	for _, c := range alone() {
		if keeps(c) {
			t.Run(c.name, func(t *testing.T) { c.run(t, s) })
		}
	}
}

// eachEngine runs a test for each engine.
func eachEngine(t *testing.T, run func(t *testing.T, engine db.Engine)) {
	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		t.Run(string(engine), func(t *testing.T) { run(t, engine) })
	}
}

// engines runs a test on a fresh database of each engine.
func engines(t *testing.T, run func(t *testing.T, dsn string)) {
	t.Run("sqlite", func(t *testing.T) { run(t, "") })
	t.Run("postgres", func(t *testing.T) { run(t, dbtest.PostgresDSN(t)) })
}

// openCopy starts a copy of the prepared demo of an engine, with further environment.
func openCopy(t *testing.T, engine db.Engine, env ...string) *scene {
	t.Helper()
	return startDemo(t, copyDemo(t, engine), env...)
}

// openRestored restores the prepared demo into an empty database on PostgreSQL and starts it, with further environment.
func openRestored(t *testing.T, dsn string, env ...string) *scene {
	t.Helper()
	return startDemo(t, restoreDemo(t, dsn), env...)
}

// startDemo starts a demo, which is built if its data folder is empty.
func startDemo(t *testing.T, d demo, env ...string) *scene {
	t.Helper()
	server, err := stage.Start(within(t, 2*patience), stage.Config{
		Dir:     d.dir,
		Command: d.command(),
		DB:      d.dsn,
		Env: slices.Concat(socialEnv(t), []string{
			reconnectWithin(reconnect),
			"GRANDSTAND_RECAPTCHA_URL=" + captchaProvider(t), guardedVariable + "=" + guardedSecret,
		}, env),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("the server's log ends with:\n%s", server.Log.Tail(60))
		}
	})
	s := newScene(server, d)
	s.demoGame(t, s.visitor(t)) // on air before scenarios take events: it is no event of theirs
	return s
}

func newScene(server *stage.Server, d demo) *scene {
	return &scene{server: server, dir: d.dir, dsn: d.dsn, taken: map[int64]bool{}, addresses: map[int64]string{}}
}

// reconnectWithin is the setting of how long a server waits for a lost encoder.
func reconnectWithin(window time.Duration) string { return "GRANDSTAND_RECONNECT=" + window.String() }

// within gives a context that ends after a time, or with the test.
func within(t *testing.T, limit time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	t.Cleanup(cancel)
	return ctx
}

// visitor gives a client with an anonymous session.
func (s *scene) visitor(t *testing.T) *stage.Client {
	t.Helper()
	c := stage.NewClient(s.server.URL, channel)
	if err := c.Open(within(t, patience)); err != nil {
		t.Fatal(err)
	}
	return c
}

// user gives a client logged in as a fan, who may watch events of the types free and register.
func (s *scene) user(t *testing.T) *stage.Client {
	t.Helper()
	c := s.visitor(t)
	if err := c.Login(within(t, patience), "fan@example.com", password); err != nil {
		t.Fatal(err)
	}
	return c
}

// address gives where an encoder publishes an event to.
func (s *scene) address(t *testing.T, event int64) string {
	t.Helper()
	address, err := s.addressOf(t, event)
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// addressOf asks for the key once: an encoder that comes back does not wait for another process.
func (s *scene) addressOf(t *testing.T, event int64) (string, error) {
	t.Helper()
	s.mu.Lock()
	address, known := s.addresses[event]
	s.mu.Unlock()
	if known {
		return address, nil
	}
	key, err := s.server.Run(within(t, patience), "stream", "key", strconv.FormatInt(event, 10))
	if err != nil {
		return "", err
	}
	address = "rtmp://" + s.server.RTMP + "/live/" + strings.TrimSpace(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.addresses[event] = address
	return address, nil
}

// publish starts an encoder for an event and ends it with the test.
func (s *scene) publish(t *testing.T, event int64, footage stage.Footage) *stage.Publisher {
	t.Helper()
	return start(t, footage, s.address(t, event))
}

func start(t *testing.T, footage stage.Footage, address string) *stage.Publisher {
	t.Helper()
	p, err := stage.Publish(within(t, patience), footage, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Drop)
	return p
}

// waitLive waits until the event shows as live with something to play, and returns it.
func (s *scene) waitLive(t *testing.T, c *stage.Client, event int64) stage.Event {
	t.Helper()
	e, err := c.WaitEvent(within(t, patience), event, "live and playable", func(e stage.Event) bool {
		return e.StreamStatus == "live" && e.Playable(stage.MediaLive) != ""
	})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// waitOnDemand waits until the event is over and its recording can be played, and returns it.
func (s *scene) waitOnDemand(t *testing.T, c *stage.Client, event int64) stage.Event {
	t.Helper()
	e, err := c.WaitEvent(within(t, patience), event, "on demand", func(e stage.Event) bool {
		return e.StreamStatus == "finished" && e.Playable(stage.MediaOnDemand) != ""
	})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// endGame ends a live event as an operator does, with or without its encoder.
func endGame(t *testing.T, server *stage.Server, event int64) {
	t.Helper()
	if err := tryEndGame(within(t, patience), server, event); err != nil {
		t.Fatal(err)
	}
}

func tryEndGame(ctx context.Context, server *stage.Server, event int64) error {
	_, err := server.Run(ctx, "stream", "end", strconv.FormatInt(event, 10))
	return err
}

// waitStored waits until all segments of a list are in the database, from where they are served after a crash.
func (s *scene) waitStored(t *testing.T, event int64, list *stage.Playlist) {
	t.Helper()
	ctx := within(t, patience)
	d, err := db.Open(ctx, cmp.Or(s.dsn, filepath.Join(s.dir, "grandstand.db")), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	last := list.Segments[len(list.Segments)-1].Sequence
	err = stage.Until(ctx, "the segments are stored", func() (bool, error) {
		var stored bool
		err := d.Read().NewRaw(`SELECT EXISTS (SELECT 1 FROM media_segments AS g JOIN streams AS s ON s.id = g.stream_id
			WHERE s.event_id = ? AND g.sequence = ?)`, event, last).Scan(ctx, &stored)
		return stored, err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// waitStatus asks how an event's encoder does until the answer has all words: it is known every few seconds.
func (s *scene) waitStatus(t *testing.T, event int64, words ...string) {
	t.Helper()
	ctx := within(t, patience)
	var told string
	err := stage.Until(ctx, "the status", func() (bool, error) {
		var err error
		told, err = s.server.Run(ctx, "stream", "status")
		_, told, _ = strings.Cut(told, fmt.Sprintf("event %d,", event))
		return err == nil && !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(told, word) }), err
	})
	if err != nil {
		t.Errorf("%v; it has not all of %q:\n%s", err, words, told)
	}
}

// mediaPlaylist reads the media playlist behind an event's address.
func mediaPlaylist(t *testing.T, c *stage.Client, address string) (*stage.Playlist, string) {
	t.Helper()
	list, where, err := c.MediaPlaylist(within(t, patience), address)
	if err != nil {
		t.Fatal(err)
	}
	return list, where
}

// waitPlaylist reads a media playlist until it is as wanted.
func waitPlaylist(t *testing.T, c *stage.Client, address, what string, wanted func(*stage.Playlist) bool) *stage.Playlist {
	t.Helper()
	ctx := within(t, patience)
	var list *stage.Playlist
	err := stage.Until(ctx, "the playlist "+what, func() (bool, error) {
		var err error
		list, err = c.Playlist(ctx, address)
		return err == nil && wanted(list), err
	})
	if err != nil {
		t.Fatalf("%v; it is:\n%s", err, text(list))
	}
	return list
}

func mustPlaylist(t *testing.T, fan *stage.Client, media string) *stage.Playlist {
	t.Helper()
	list, err := fan.Playlist(within(t, patience), media)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func text(list *stage.Playlist) string {
	if list == nil {
		return "(none)"
	}
	return list.Text
}
