package main

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

// startingUp is how long a server sweeps and fills caches after its start.
const startingUp = 20 * time.Second

// air is a server with one event on air.
type air struct {
	server *stage.Server
	fan    *stage.Client
	event  int64
	media  string // address of the media playlist, signature included
	stop   func()
}

// quiet starts a server with the demo's data and nothing on air.
func (b *bench) quiet(ctx context.Context) (*air, error) {
	dir := b.path("air")
	if err := makeDemo(ctx, dir); err != nil {
		return nil, err
	}
	s, stop, err := serve(ctx, dir)
	if err != nil {
		return nil, err
	}
	a := &air{server: s, fan: stage.NewClient(s.URL, channel), stop: stop}
	return a, a.pick(ctx)
}

// pick chooses an event that an encoder may publish to.
func (a *air) pick(ctx context.Context) error {
	if err := a.fan.Open(ctx); err != nil {
		return err
	}
	list, err := a.fan.Events(ctx, url.Values{"stream_status": {"upcoming"}, "type": {"free"}, "limit": {"1"}})
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return errors.New("the demo has no upcoming free event")
	}
	a.event = list[0].ID
	return nil
}

// address is where an encoder publishes the event to.
func (a *air) address(ctx context.Context) (string, error) {
	key, err := a.server.Run(ctx, "stream", "key", strconv.FormatInt(a.event, 10))
	return "rtmp://" + a.server.RTMP + "/live/" + strings.TrimSpace(key), err
}

// onAir publishes footage to the event and waits until its playlist has some length.
func (a *air) onAir(ctx context.Context, footage stage.Footage, length time.Duration) error {
	address, err := a.address(ctx)
	if err != nil {
		return err
	}
	publisher, err := stage.Publish(ctx, footage, address)
	if err != nil {
		return err
	}
	stop := a.stop
	a.stop = func() {
		publisher.Drop()
		stop()
	}
	return a.tuneIn(ctx, length)
}

// tuneIn finds the event's media playlist and waits until it has some length.
func (a *air) tuneIn(ctx context.Context, length time.Duration) error {
	limited, cancel := context.WithTimeout(ctx, 30*time.Second+length)
	defer cancel()
	e, err := a.fan.WaitEvent(limited, a.event, "playable", func(e stage.Event) bool { return e.Playable(stage.MediaLive) != "" })
	if err != nil {
		return err
	}
	if _, a.media, err = a.fan.MediaPlaylist(limited, e.Playable(stage.MediaLive)); err != nil {
		return err
	}
	return stage.Until(limited, "the playlist is long enough", func() (bool, error) {
		list, err := a.fan.Playlist(limited, a.media)
		return err == nil && list.Duration() >= length, err
	})
}

// share measures how much of one core the server uses over a time.
func (a *air) share(ctx context.Context, over time.Duration) (float64, error) {
	before, err := stage.CPU(a.server.PID())
	if err != nil {
		return 0, err
	}
	begin := time.Now()
	if err := wait(ctx, over); err != nil {
		return 0, err
	}
	after, err := stage.CPU(a.server.PID())
	return (after - before).Seconds() / time.Since(begin).Seconds(), err
}

// idle is the share that the server uses for itself. The sweeps of its first seconds are no part of it.
func (a *air) idle(ctx context.Context) (float64, error) {
	if err := wait(ctx, startingUp); err != nil {
		return 0, err
	}
	return a.share(ctx, during)
}
