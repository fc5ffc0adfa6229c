package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/demo"
	"github.com/grandstand/grandstand/internal/media"
)

// demoState is what a demo's data folder says of itself. It is written before the
// channel is built, too: a folder whose building was cut short is recognised.
type demoState struct {
	Complete  bool  `json:"complete"`
	BuiltMS   int64 `json:"built_ms"`
	LiveEvent int64 `json:"live_event"`
	// Examples are the live events of the example channels.
	Examples []int64 `json:"examples"`
}

// live are all events that the demo keeps live, in the order of demo.Broadcasts.
func (s demoState) live() []int64 { return append([]int64{s.LiveEvent}, s.Examples...) }

const demoStateFile = "demo.json"

// DemoBroadcast selects the games that the demo keeps live.
type DemoBroadcast string

// The games that the demo keeps live. Each takes a fifteenth of a processor.
const (
	BroadcastAll  DemoBroadcast = "all" // one of the demo channel and of each example channel
	BroadcastOne  DemoBroadcast = "one" // of the demo channel
	BroadcastNone DemoBroadcast = "none"
)

// games returns the first of all live games, as many as are kept live.
func (b DemoBroadcast) games(all []int64) []int64 {
	switch b {
	case BroadcastNone:
		return nil
	case BroadcastOne:
		return all[:1]
	case BroadcastAll:
	}
	return all
}

// RunDemo runs the server with the demo channel until ctx is over, and publishes the live games that broadcast names.
// What people need to know (addresses, logins) is written to out once it serves.
func RunDemo(ctx context.Context, cfg config.Config, log *slog.Logger, out io.Writer, broadcast DemoBroadcast) (err error) {
	cfg.Demo, cfg.AnalyticsLocal = true, true
	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		return fmt.Errorf("the demo needs ffmpeg for its live game: %w", err)
	}
	a, state, err := openDemo(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	publishers, err := a.demoPublishers(ctx, ffmpeg, broadcast.games(state.live()))
	if err != nil {
		return err
	}
	return whileServing(ctx, a.Run, func() { a.announceDemo(out, state) }, func(ctx context.Context) { a.publish(ctx, publishers) })
}

// whileServing serves, and works from when the server is ready until it is told to stop: what the work needs is closed next.
func whileServing(ctx context.Context, serve func(ctx context.Context, ready func()) error, ready func(), work func(ctx context.Context)) error {
	working, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	defer func() {
		stop()
		group.Wait()
	}()
	return serve(ctx, func() {
		group.Go(func() { work(working) })
		ready()
	})
}

// publish runs all publishers until ctx is over.
func (a *App) publish(ctx context.Context, publishers []*demo.Publisher) {
	var all sync.WaitGroup
	for _, p := range publishers {
		all.Go(func() {
			if err := p.Run(ctx); err != nil {
				a.Log.ErrorContext(ctx, "a game of the demo is not live", "event", p.EventID, "error", err)
			}
		})
	}
	all.Wait()
}

// openDemo opens a demo that is still fresh, or builds it anew. A demo tells of
// "today": one whose live event can no longer go on is out of date.
func openDemo(ctx context.Context, cfg config.Config, log *slog.Logger) (*App, demoState, error) {
	state, found := readDemoState(cfg)
	if found && state.Complete {
		a, err := Open(ctx, cfg, log)
		if err != nil {
			return nil, demoState{}, err
		}
		if a.demoIsFresh(ctx, state) {
			return a, state, nil
		}
		if err := a.Close(); err != nil {
			return nil, demoState{}, err
		}
	}
	if found {
		if err := clearDemo(cfg, log); err != nil {
			return nil, demoState{}, err
		}
	}
	return buildDemo(ctx, cfg, log)
}

func readDemoState(cfg config.Config) (demoState, bool) {
	var state demoState
	text, err := os.ReadFile(filepath.Join(cfg.Data, demoStateFile))
	if err != nil {
		return state, false
	}
	return state, json.Unmarshal(text, &state) == nil
}

func writeDemoState(cfg config.Config, state demoState) error {
	text, err := json.Marshal(state)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(cfg.Data, 0o700); err != nil {
		return fmt.Errorf("create the data folder: %w", err)
	}
	return os.WriteFile(filepath.Join(cfg.Data, demoStateFile), text, 0o600)
}

// demoIsFresh reports whether the demo's live events can go on.
func (a *App) demoIsFresh(ctx context.Context, state demoState) bool {
	broadcasts, err := demo.Broadcasts()
	if err != nil || len(state.live()) != len(broadcasts) || a.Clock.Now().Sub(clock.FromMillis(state.BuiltMS)) >= 12*time.Hour {
		return false
	}
	return !slices.ContainsFunc(state.live(), func(event int64) bool { return !a.canGoOn(ctx, event) })
}

func (a *App) canGoOn(ctx context.Context, event int64) bool {
	channelID, err := a.Catalog.ChannelOf(ctx, actor.Actor{Role: actor.System}, catalog.EventID(event))
	if err != nil {
		return false
	}
	stream, err := a.Media.FindStream(ctx, channelID, event)
	if err != nil {
		return false
	}
	lost := stream.EndedAt
	if stream.State == media.Reconnecting {
		lost = stream.DroppedAt
	}
	return lost.IsZero() || a.Clock.Now().Sub(lost) < 50*time.Minute
}

// clearDemo removes a demo that is out of date or incomplete. Only what the demo
// itself put into its own folder is removed; other stores are left to their owner.
func clearDemo(cfg config.Config, log *slog.Logger) error {
	if cfg.DB != "" || cfg.Blob != "" {
		return errors.New("the demo in this database is out of date or incomplete: empty the database and the media store to rebuild it")
	}
	log.Info("the demo is from another day: rebuilding it", "folder", cfg.Data)
	database := cfg.DatabaseDSN()
	for _, path := range []string{database, database + "-wal", database + "-shm", cfg.BlobDSN(), filepath.Join(cfg.Data, demoStateFile)} {
		if err := os.RemoveAll(path); err != nil {
			return fmt.Errorf("remove the old demo: %w", err)
		}
	}
	return nil
}

func buildDemo(ctx context.Context, cfg config.Config, log *slog.Logger) (*App, demoState, error) {
	if err := writeDemoState(cfg, demoState{}); err != nil {
		return nil, demoState{}, err
	}
	a, err := Open(ctx, cfg, log)
	if err != nil {
		return nil, demoState{}, err
	}
	started := a.Clock.Now()
	deps := demo.Deps{
		Channels: a.Channels, Accounts: a.Accounts, Catalog: a.Catalog, Commerce: a.Commerce, Library: a.VOD, Till: a.Till, Media: a.Media,
		Public: a.Media, Clock: a.Clock, Log: log,
	}
	live, err := demo.Seed(ctx, deps)
	if err != nil {
		return nil, demoState{}, errors.Join(err, a.Close())
	}
	examples, err := demo.SeedExamples(ctx, a.PackInstallation(), deps)
	if err != nil {
		return nil, demoState{}, errors.Join(err, a.Close())
	}
	state := demoState{Complete: true, BuiltMS: clock.Millis(started), LiveEvent: int64(live)}
	for _, event := range examples {
		state.Examples = append(state.Examples, int64(event))
	}
	if err := writeDemoState(cfg, state); err != nil {
		return nil, demoState{}, errors.Join(err, a.Close())
	}
	log.InfoContext(ctx, "the demo channel is built", "took", a.Clock.Now().Sub(started).Round(time.Millisecond))
	return a, state, nil
}

// demoPublishers returns a publisher for each of the first events of demoState.live.
func (a *App) demoPublishers(ctx context.Context, ffmpeg string, events []int64) ([]*demo.Publisher, error) {
	broadcasts, err := demo.Broadcasts()
	if err != nil {
		return nil, err
	}
	publishers := make([]*demo.Publisher, len(events))
	for i, event := range events {
		if publishers[i], err = a.demoPublisher(ctx, ffmpeg, broadcasts[i], event); err != nil {
			return nil, err
		}
	}
	return publishers, nil
}

func (a *App) demoPublisher(ctx context.Context, ffmpeg string, b demo.Broadcast, event int64) (*demo.Publisher, error) {
	by := actor.Actor{Role: actor.System}
	channelID, err := a.Catalog.ChannelOf(ctx, by, catalog.EventID(event))
	if err != nil {
		return nil, err
	}
	stream, err := a.Media.EnsureStream(ctx, by, channelID, event)
	if err != nil {
		return nil, err
	}
	return &demo.Publisher{
		Broadcast: b, Catalog: a.Catalog, Clock: a.Clock, Log: a.Log, Dir: a.Config.Data, FFmpeg: ffmpeg,
		Address: "rtmp://" + a.Config.RTMPListen + "/live", StreamKey: stream.Key, ChannelID: channelID, EventID: catalog.EventID(event), Timeline: a.Media.Timeline,
	}, nil
}

// announceDemo prints what a newcomer needs, once.
func (a *App) announceDemo(out io.Writer, state demoState) {
	site, port := "http://"+a.Config.Listen, ""
	if host, p, err := net.SplitHostPort(a.Config.Listen); err == nil && host == "127.0.0.1" {
		site, port = "http://localhost:"+p, ":"+p
	}
	fmt.Fprintf(out, `
The demo channel of Grandstand is running.

  Site          %[1]s
  Live game     %[1]s/watch/%[2]d
  Examples      http://boreale.localhost%[5]s  http://ironbell.localhost%[5]s
  API           %[1]s/api/docs
  Metrics       http://%[3]s/metrics
  Mail          http://%[3]s/dev/mail
  Encoders      rtmp://%[4]s/live/<stream key>   (bin/grandstand stream key <event>)
                srt://%[6]s?streamid=<stream key>
                %[1]s/whip                  (WHIP, the stream key as bearer token)

  Logins        fan@example.com, subscriber@example.com, operator@example.com
  Password      grandstand-demo

Press Ctrl-C to stop.
`, site, state.LiveEvent, a.Config.AdminListen, a.Config.RTMPListen, port, a.Config.SRTListen)
}
