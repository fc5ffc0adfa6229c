package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/grandstand/grandstand/test/stage"
)

const (
	// viewersByDefault is a well-visited game; -viewers says something else.
	viewersByDefault = 1_000
	viewing          = time.Minute
	// joinEvery keeps the players from beginning in the same moment.
	joinEvery = 10 * time.Millisecond
)

// measureViewers has many watch one game with low latency, pictures and sound, all of them on this machine, which is also
// theirs: what the server needs, how soon each has each part, and whether anybody's player would have stood still.
func measureViewers(ctx context.Context, b *bench) ([]row, error) {
	a, err := b.quiet(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { a.stop() }()
	idle, err := a.idle(ctx)
	if err != nil {
		return nil, err
	}
	if err := a.onAir(ctx, stage.Plain(), 8*time.Second); err != nil {
		return nil, err
	}
	alone, err := a.share(ctx, during)
	if err != nil {
		return nil, err
	}
	all, share, err := a.house(ctx, b.viewers)
	if err != nil {
		return nil, err
	}
	memory, err := stage.RSS(a.server.PID())
	if err != nil {
		return nil, err
	}
	late, stalls := lateness(all)
	if len(late) == 0 {
		return nil, errors.New("no viewer got a part")
	}
	name := fmt.Sprintf("%d viewers with low latency", b.viewers)
	return []row{
		{what: "one publisher (720p, 1.6 Mbit/s), nobody watches: CPU of one core", figure: fmt.Sprintf("%.1f%%", 100*(alone-idle))},
		{what: name + ": CPU of one core", figure: fmt.Sprintf("%.1f%%, %.1f MB", 100*(share-alone), float64(memory)/1e6)},
		{
			what:   name + ": a part is there after the first was told of it, p99",
			figure: fmt.Sprintf("%s (median %s, %d parts)", milliseconds(percentile(late, 0.99)), milliseconds(percentile(late, 0.5)), len(late)),
		},
		{what: fmt.Sprintf("%s: stalls in %s", name, viewing), aim: "0", figure: fmt.Sprint(stalls), reached: judge(stalls == 0)},
	}, nil
}

// house lets so many watch for a while, once all of them have joined, and returns them, with the share of a core that the
// server used meanwhile.
func (a *air) house(ctx context.Context, count int) ([]*viewer, float64, error) {
	all := make([]*viewer, count)
	for i := range all {
		var err error
		if all[i], err = a.tune(ctx); err != nil {
			return nil, 0, fmt.Errorf("viewer %d: %w", i, err)
		}
	}
	watching, stop := context.WithCancel(ctx)
	defer stop()
	group, failed := errgroup.WithContext(watching)
	for _, v := range all {
		group.Go(func() error { return v.watch(failed) })
		if err := wait(failed, joinEvery); err != nil {
			return nil, 0, errors.Join(err, group.Wait())
		}
	}
	share, err := a.share(failed, viewing)
	stop()
	return all, share, errors.Join(err, group.Wait())
}

// lateness is how long after the first viewer had heard of it each had each part, and how often anybody's player would have
// stood still.
func lateness(all []*viewer) (late []time.Duration, stalls int) {
	told := map[string]time.Time{}
	each := func(do func(p delivered)) {
		for _, v := range all {
			for i := range v.renditions {
				for _, p := range v.renditions[i].parts {
					do(p)
				}
			}
		}
	}
	each(func(p delivered) {
		if first, ok := told[p.address]; !ok || p.told.Before(first) {
			told[p.address] = p.told
		}
	})
	each(func(p delivered) { late = append(late, p.had.Sub(told[p.address])) })
	for _, v := range all {
		for i := range v.renditions {
			stalls += v.renditions[i].stalls()
		}
	}
	return late, stalls
}
