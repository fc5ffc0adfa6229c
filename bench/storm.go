package main

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/grandstand/grandstand/test/stage"
)

const (
	stormClients = 500
	// stormAccounts are what the clients log in to, several to each: hashes are computed at the pace of a storm.
	stormAccounts = 100
	// stormLook is how long others look on, of the two minutes that a storm takes.
	stormLook = 30 * time.Second
	// stormRounds are measured one after the other, each with its calm: the slowest of a hundred answers
	// differ from one calm to the next.
	stormRounds = 2
)

// measureStorm has 500 people log in at once while others look at an event: a few, and as many as the machine bears.
func measureStorm(ctx context.Context, b *bench) ([]row, error) {
	a, err := b.quiet(ctx)
	if err != nil {
		return nil, err
	}
	defer a.stop()
	members, err := a.members(ctx)
	if err != nil {
		return nil, err
	}
	few, err := b.stormRows(ctx, a, members, "a few readers", fewReaders)
	if err != nil {
		return nil, err
	}
	many, err := b.stormRows(ctx, a, members, "as many as it bears", manyReaders)
	return append(few, many...), err
}

// stormRows compares what a crowd waits for in a storm with what it waits for without one.
func (b *bench) stormRows(ctx context.Context, a *air, members []member, name string, who crowd) ([]row, error) {
	var idle, busy []time.Duration
	var last storm
	for range stormRounds {
		if err := a.readmit(ctx, members); err != nil {
			return nil, err
		}
		calm, err := b.look(ctx, a, who, stormLook)
		if err != nil {
			return nil, err
		}
		s, err := b.brew(ctx, a, members, who)
		if err != nil {
			return nil, err
		}
		idle, busy, last = append(idle, calm...), append(busy, s.answers...), s
	}
	before, during := percentile(idle, 0.99), percentile(busy, 0.99)
	return []row{
		{what: fmt.Sprintf("events/{id}, %s: p99 idle", name), figure: fmt.Sprintf("%s (median %s)", milliseconds(before), milliseconds(percentile(idle, 0.5)))},
		{
			what:   fmt.Sprintf("the same while %d clients log in at once", stormClients),
			figure: fmt.Sprintf("%s (median %s)", milliseconds(during), milliseconds(percentile(busy, 0.5))),
		},
		{
			what:   fmt.Sprintf("all %d are in", stormClients),
			figure: fmt.Sprintf("after %.1f s, told to come again %d times", last.took.Seconds(), last.turnedAway),
		},
		ratio(fmt.Sprintf("events/{id}, %s: p99 in the storm to idle", name), float64(during), float64(before), "at most 1.2", atMost(1.2)),
	}, nil
}

// storm is what one storm was like.
type storm struct {
	answers    []time.Duration // to those who looked on
	took       time.Duration
	turnedAway int
}

// brew has everybody log in while an crowd looks on, which has to end first: what it sees afterwards is calm again.
func (b *bench) brew(ctx context.Context, a *air, members []member, who crowd) (s storm, err error) {
	clients, err := gather(ctx, a.server.URL, members)
	if err != nil {
		return storm{}, err
	}
	group, ctx := errgroup.WithContext(ctx)
	begin := time.Now()
	group.Go(func() (err error) {
		s.answers, err = b.look(ctx, a, who, stormLook)
		return err
	})
	group.Go(func() (err error) {
		s.turnedAway, err = clients.storm()
		s.took = time.Since(begin)
		return err
	})
	if err := group.Wait(); err != nil {
		return storm{}, err
	}
	if s.took < stormLook {
		return storm{}, fmt.Errorf("the storm was over after %s, before the crowd had seen %s of it", s.took, stormLook)
	}
	return s, nil
}

// members makes users.
func (a *air) members(ctx context.Context) ([]member, error) {
	var emails [stormAccounts]string
	for i := range emails {
		emails[i] = fmt.Sprintf("storm%d.%d@example.com", i, time.Now().UnixNano())
		c := stage.NewClient(a.server.URL, channel)
		if err := c.Open(ctx); err != nil {
			return nil, err
		}
		if err := c.Register(ctx, emails[i], stormPassword); err != nil {
			return nil, err
		}
	}
	all := make([]member, stormClients)
	for i := range all {
		all[i].Email = emails[i%stormAccounts]
	}
	return all, nil
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
