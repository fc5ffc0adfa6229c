package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/grandstand/grandstand/test/stage"
)

// read lets readers follow the live edge for a time, each on a session and connections of its own, and returns how old
// parts were when they had them, and the share of a core that the server used meanwhile.
func (a *air) read(ctx context.Context, count int, over time.Duration) (ages []time.Duration, share float64, err error) {
	reading, stop := context.WithCancel(ctx)
	defer stop()
	group, reading := errgroup.WithContext(reading)
	found := make([][]time.Duration, count)
	for i := range count {
		group.Go(func() error {
			err := a.follow(reading, &found[i])
			if reading.Err() != nil && errors.Is(err, context.Canceled) {
				return nil // the time is over
			}
			return err
		})
	}
	if err := wait(reading, 3*time.Second); err != nil { // all have joined
		return nil, 0, errors.Join(err, group.Wait())
	}
	share, err = a.share(reading, over)
	stop()
	if err := errors.Join(err, group.Wait()); err != nil && !errors.Is(err, context.Canceled) {
		return nil, 0, err
	}
	for _, f := range found {
		ages = append(ages, f...)
	}
	if len(ages) == 0 {
		return nil, 0, errors.New("no reader got a part")
	}
	return ages, share, nil
}

// liveEdge is the address of the short live playlist, or of the whole event where the event has none.
func liveEdge(e stage.Event) string {
	for _, m := range e.Media {
		if m.Type == stage.MediaLive && m.LiveURL != "" {
			return m.LiveURL
		}
	}
	return e.Playable(stage.MediaLive)
}

// follow reads part after part as a low-latency player does: a blocking reload of the playlist, then what is new in it.
// A part's age is the time since its last sample by EXT-X-PROGRAM-DATE-TIME, which the server dates by its own clock
// when the sample comes in; both clocks are this machine's.
func (a *air) follow(ctx context.Context, ages *[]time.Duration) error {
	c := stage.NewClient(a.server.URL, channel)
	c.HTTP = &http.Client{Transport: &http.Transport{}}
	if err := c.Open(ctx); err != nil {
		return err
	}
	e, err := c.Event(ctx, a.event)
	if err != nil {
		return err
	}
	list, address, err := c.MediaPlaylist(ctx, liveEdge(e))
	if err != nil {
		return err
	}
	for {
		_, sequence, index, ok := list.LastPart()
		if !ok {
			return errors.New("the live playlist has no parts")
		}
		list, err = c.Playlist(ctx, fmt.Sprintf("%s?_HLS_msn=%d&_HLS_part=%d", address, sequence, index+1))
		if err != nil {
			return err
		}
		part, newSequence, newIndex, ok := list.LastPart()
		if !ok || (newSequence == sequence && newIndex <= index) {
			return fmt.Errorf("asked for the part after %d.%d, got %d.%d", sequence, index, newSequence, newIndex)
		}
		full, err := c.Resolve(address, part.URI)
		if err != nil {
			return err
		}
		if _, err := c.Fetch(ctx, full); err != nil {
			return err
		}
		*ages = append(*ages, time.Since(part.End))
	}
}
