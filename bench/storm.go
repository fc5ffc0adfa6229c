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
	// stormLook is how long others look on. A storm takes longer on two processors.
	stormLook = 12 * time.Second
	// stormLimit is the time within which everybody must be in, and stormTail the slowest of a hundred answers meanwhile.
	stormLimit = 25 * time.Second
	stormTail  = 15 * time.Millisecond
	// stormRounds are measured one after the other, each with its calm: the slowest of a hundred answers
	// differ from one calm to the next.
	stormRounds = 2
)

// measureStorm has 500 people log in at once while others look at an event and at the playlist of a live game: a few, and
// thousands a second.
func measureStorm(ctx context.Context, b *bench) ([]row, error) {
	a, err := b.quiet(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { a.stop() }()
	if err := a.onAir(ctx, stage.Plain(), 8*time.Second); err != nil {
		return nil, err
	}
	members, err := a.members(ctx)
	if err != nil {
		return nil, err
	}
	few, err := b.stormRows(ctx, a, members, "a few readers", fewReaders)
	if err != nil {
		return nil, err
	}
	many, err := b.stormRows(ctx, a, members, "thousands of reads a second", steadyReaders)
	return append(few, many...), err
}

// stormRows measures what a crowd waits for without a storm and in one.
func (b *bench) stormRows(ctx context.Context, a *air, members []member, name string, who crowd) ([]row, error) {
	var calm, busy looks
	var last storm
	for range stormRounds {
		if err := a.readmit(ctx, members); err != nil {
			return nil, err
		}
		before, err := b.lookOn(ctx, a, who)
		if err != nil {
			return nil, err
		}
		s, err := b.brew(ctx, a, members, who)
		if err != nil {
			return nil, err
		}
		calm, busy, last = calm.and(before), busy.and(s.looks), s
	}
	rows := []row{{
		what:   fmt.Sprintf("%d clients log in at once, %s meanwhile: all are in", stormClients, name),
		figure: fmt.Sprintf("after %.1f s, told to come again %d times", last.took.Seconds(), last.turnedAway),
		aim:    "within 25 s", reached: judge(last.took <= stormLimit),
	}}
	for _, seen := range []struct {
		what       string
		calm, busy []time.Duration
	}{{"events/{id}", calm.events, busy.events}, {"live playlist", calm.playlists, busy.playlists}} {
		tail := percentile(seen.busy, 0.99)
		rows = append(rows,
			row{what: fmt.Sprintf("%s, %s: p99 without logins", seen.what, name), figure: fmt.Sprintf("%s (median %s)", milliseconds(percentile(seen.calm, 0.99)), milliseconds(percentile(seen.calm, 0.5)))},
			row{
				what:   fmt.Sprintf("%s, %s: p99 while they log in", seen.what, name),
				figure: fmt.Sprintf("%s (median %s)", milliseconds(tail), milliseconds(percentile(seen.busy, 0.5))),
				aim:    "under 15 ms", reached: judge(tail < stormTail),
			})
	}
	return rows, nil
}

// looks are the times that answers took to those who looked on.
type looks struct{ events, playlists []time.Duration }

func (l looks) and(other looks) looks {
	return looks{append(l.events, other.events...), append(l.playlists, other.playlists...)}
}

// lookOn reads the event and the playlist at the same time.
func (b *bench) lookOn(ctx context.Context, a *air, who crowd) (l looks, err error) {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		l.events, err = b.look(ctx, a, who, stormLook)
		return err
	})
	group.Go(func() (err error) {
		l.playlists, err = b.lookAt(ctx, a.media, who, stormLook)
		return err
	})
	return l, group.Wait()
}

// storm is what one storm was like.
type storm struct {
	looks
	took       time.Duration
	turnedAway int
}

// brew has everybody log in while a crowd looks on, which has to end first: what it sees afterwards is calm again.
func (b *bench) brew(ctx context.Context, a *air, members []member, who crowd) (s storm, err error) {
	clients, err := gather(ctx, a.server.URL, members)
	if err != nil {
		return storm{}, err
	}
	group, ctx := errgroup.WithContext(ctx)
	begin := time.Now()
	group.Go(func() (err error) {
		s.looks, err = b.lookOn(ctx, a, who)
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
