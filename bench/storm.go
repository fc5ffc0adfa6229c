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

const (
	stormClients = 500
	// stormRounds are measured one after the other, each with its calm: the slowest of a hundred answers
	// differ by half from one calm of ten seconds to the next.
	stormRounds = 3
	// lookers read the event in turn, each again lookEvery after it had the answer: a load that leaves the machine
	// room, so that what is measured is waiting and not queueing.
	lookers   = 4
	lookEvery = 10 * time.Millisecond
)

// measureStorm has 500 people log in at once while others look at an event.
func measureStorm(ctx context.Context, b *bench) ([]row, error) {
	a, err := b.quiet(ctx)
	if err != nil {
		return nil, err
	}
	defer a.stop()
	members, err := a.members(ctx, stormClients)
	if err != nil {
		return nil, err
	}
	var idle, busy, took []time.Duration
	turnedAway := 0
	for range stormRounds {
		if err := a.readmit(ctx, members); err != nil {
			return nil, err
		}
		calm, err := a.look(ctx, func(ctx context.Context) error { return wait(ctx, b.load) })
		if err != nil {
			return nil, err
		}
		begin := time.Now()
		storm, err := a.look(ctx, func(ctx context.Context) error {
			away, err := runStorm(ctx, a.server.URL, members)
			turnedAway += away
			return err
		})
		if err != nil {
			return nil, err
		}
		idle, busy, took = append(idle, calm...), append(busy, storm...), append(took, time.Since(begin))
	}
	before, during := percentile(idle, 0.99), percentile(busy, 0.99)
	return []row{
		{what: "events/{id}, a few readers: p99 idle", figure: fmt.Sprintf("%s (median %s)", milliseconds(before), milliseconds(percentile(idle, 0.5)))},
		{
			what:   fmt.Sprintf("the same while %d clients log in at once", stormClients),
			figure: fmt.Sprintf("%s (median %s)", milliseconds(during), milliseconds(percentile(busy, 0.5))),
		},
		{
			what:   fmt.Sprintf("all %d are in", stormClients),
			figure: fmt.Sprintf("after %.1f s, told to come again %d times", percentile(took, 0.5).Seconds(), turnedAway/stormRounds),
		},
		ratio("events/{id}: p99 in the storm to idle", float64(during), float64(before), "at most 1.2", atMost(1.2)),
	}, nil
}

// members makes users.
func (a *air) members(ctx context.Context, count int) ([]member, error) {
	all := make([]member, count)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(4)
	for i := range all {
		group.Go(func() error {
			c := stage.NewClient(a.server.URL, channel)
			all[i].Email = fmt.Sprintf("storm%d.%d@example.com", i, time.Now().UnixNano())
			if err := c.Open(ctx); err != nil {
				return err
			}
			return c.Register(ctx, all[i].Email, stormPassword)
		})
	}
	return all, group.Wait()
}

// readmit gives each a fresh anonymous session.
func (a *air) readmit(ctx context.Context, members []member) error {
	for i := range members {
		c := stage.NewClient(a.server.URL, channel)
		if err := c.Open(ctx); err != nil {
			return err
		}
		members[i].Key = c.Key
	}
	return nil
}

// look reads the event all the while that meanwhile runs, and returns how long each answer took.
func (a *air) look(ctx context.Context, meanwhile func(context.Context) error) ([]time.Duration, error) {
	looking, stop := context.WithCancel(ctx)
	defer stop()
	group, looking := errgroup.WithContext(looking)
	found := make([][]time.Duration, lookers)
	for i := range found {
		group.Go(func() error {
			c := stage.NewClient(a.server.URL, channel)
			c.Key, c.HTTP = a.fan.Key, &http.Client{Transport: &http.Transport{}}
			for looking.Err() == nil {
				begin := time.Now()
				err := c.Get(looking, fmt.Sprintf("/api/events/%d", a.event), nil, nil)
				if looking.Err() != nil {
					break // the time is over
				}
				if err != nil {
					return err
				}
				found[i] = append(found[i], time.Since(begin))
				_ = wait(looking, lookEvery)
			}
			return nil
		})
	}
	err := meanwhile(looking)
	stop()
	if err := errors.Join(err, group.Wait()); err != nil {
		return nil, err
	}
	var all []time.Duration
	for _, f := range found {
		all = append(all, f...)
	}
	if len(all) == 0 {
		return nil, errors.New("nobody got an answer")
	}
	return all, nil
}
