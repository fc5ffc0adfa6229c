package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/grandstand/grandstand/test/stage"
)

const (
	stormClients  = 500
	stormPassword = "a-storm-of-logins-7"
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
	clients, err := a.members(ctx, stormClients)
	if err != nil {
		return nil, err
	}
	path := fmt.Sprintf("/api/events/%d", a.event)
	idle, err := a.look(ctx, path, func(ctx context.Context) error { return wait(ctx, b.load) })
	if err != nil {
		return nil, err
	}
	var turnedAway atomic.Int64
	begin := time.Now()
	busy, err := a.look(ctx, path, func(ctx context.Context) error { return storm(ctx, clients, &turnedAway) })
	if err != nil {
		return nil, err
	}
	took := time.Since(begin)
	before, during := percentile(idle, 0.99), percentile(busy, 0.99)
	return []row{
		{what: "events/{id}, a few readers: p99 idle", figure: fmt.Sprintf("%s (median %s)", milliseconds(before), milliseconds(percentile(idle, 0.5)))},
		{
			what:   fmt.Sprintf("the same while %d clients log in at once", stormClients),
			figure: fmt.Sprintf("%s (median %s)", milliseconds(during), milliseconds(percentile(busy, 0.5))),
		},
		{
			what:   fmt.Sprintf("all %d are in", stormClients),
			figure: fmt.Sprintf("after %.1f s, told to come again %d times", took.Seconds(), turnedAway.Load()),
		},
		ratio("events/{id}: p99 in the storm to idle", float64(during), float64(before), "at most 1.2", atMost(1.2)),
	}, nil
}

// member is somebody who is about to log in.
type member struct {
	client *stage.Client
	email  string
}

// members makes users and gives each a fresh anonymous session.
func (a *air) members(ctx context.Context, count int) ([]member, error) {
	all := make([]member, count)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(4)
	for i := range all {
		group.Go(func() error {
			m := member{stage.NewClient(a.server.URL, channel), fmt.Sprintf("storm%d.%d@example.com", i, time.Now().UnixNano())}
			if err := m.client.Open(ctx); err != nil {
				return err
			}
			if err := m.client.Register(ctx, m.email, stormPassword); err != nil {
				return err
			}
			m.client.Key = ""
			all[i] = m
			return m.client.Open(ctx)
		})
	}
	return all, group.Wait()
}

// storm logs everybody in at once. Who is told to come again does so, as the app would.
func storm(ctx context.Context, members []member, turnedAway *atomic.Int64) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, m := range members {
		group.Go(func() error {
			for {
				err := m.client.Login(ctx, m.email, stormPassword)
				problem, ok := errors.AsType[*stage.Problem](err)
				if !ok || problem.Status != http.StatusServiceUnavailable {
					return err
				}
				turnedAway.Add(1)
				if err := wait(ctx, 5*time.Second); err != nil { // what Retry-After says
					return err
				}
			}
		})
	}
	return group.Wait()
}

// look reads an address all the while that meanwhile runs, and returns how long each answer took.
func (a *air) look(ctx context.Context, path string, meanwhile func(context.Context) error) ([]time.Duration, error) {
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
				err := c.Get(looking, path, nil, nil)
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
