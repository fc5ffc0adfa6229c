package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/grandstand/grandstand/test/stage"
)

const (
	// fansByDefault are as many as the product is to carry on a machine of this size; -fans says something else.
	fansByDefault = 10_000
	// kickoffWithin is the time in which all of them come.
	kickoffWithin = time.Minute
	// kickoffStay is how long they are watched once all have come.
	kickoffStay = 90 * time.Second
	// lineLimit is how long is waited, after that, for those who stand in line to log in.
	lineLimit = 5 * time.Minute
	// outage is how long the process is away.
	outage = 30 * time.Second
	// backWithin is when all are to have pictures again, and backLimit how long is waited for them.
	backWithin = 30 * time.Second
	backLimit  = 2 * time.Minute
	// afterwards is how long they are watched then.
	afterwards = 20 * time.Second

	// Who buys while the provider hangs: so many that analytics are refused, then so many that those who look around are, and
	// then so many that others who buy are (internal/api/load.go: a half, three quarters and nine tenths of 1,024).
	rushFirst  = 600
	rushSecond = 240
	rushThird  = 300
	rushAll    = rushFirst + rushSecond + rushThird
	rushPause  = 3 * time.Second
	hang       = 12 * time.Second
)

// measureKickoff has a crowd come to a game within a minute: see kickoffName. Then the payment provider hangs, and then the
// server is killed and comes back.
func measureKickoff(ctx context.Context, b *bench) (rows []row, err error) {
	k, err := openKickoff(ctx, b)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, k.close()) }()
	arrive, err := k.arrive(ctx)
	if err != nil {
		return nil, err
	}
	stay, err := k.watch(ctx, kickoffStay)
	if err != nil {
		return nil, err
	}
	if err := k.edge.end(); err != nil {
		stay.met.Wrong["low latency: "+err.Error()]++
	}
	line, err := k.line(ctx, arrive, stay)
	if err != nil {
		return nil, err
	}
	crowded, err := k.overload(ctx)
	if err != nil {
		return nil, err
	}
	gone, err := k.lose(ctx)
	if err != nil {
		return nil, err
	}
	if err := k.crowd.leave(); err != nil {
		return nil, err
	}
	k.tellErrors()
	differences, orders, err := k.differences(ctx)
	if err != nil {
		return nil, err
	}
	return k.rows(figures{arrive, stay, line, crowded, gone, k.edge.stalls(), differences, orders}), nil
}

// phase is what was met in a time, and what it cost the server.
type phase struct {
	met   *tally
	share float64 // of one core
	rss   int64
	took  time.Duration
}

// during measures what do does.
func (k *kickoff) during(ctx context.Context, do func(ctx context.Context) error) (phase, error) {
	before, err := stage.CPU(k.shop.Server.PID())
	if err != nil {
		return phase{}, err
	}
	begin := time.Now()
	if err := do(ctx); err != nil {
		return phase{}, err
	}
	took := time.Since(begin)
	after, err := stage.CPU(k.shop.Server.PID())
	if err != nil {
		return phase{}, err
	}
	memory, err := stage.RSS(k.shop.Server.PID())
	if err != nil {
		return phase{}, err
	}
	met, err := k.crowd.tally()
	if err == nil {
		k.tell(met)
		k.playing += met.Counts["playing"]
	}
	return phase{met, (after - before).Seconds() / took.Seconds(), memory, took}, err
}

// tell says what nobody should have met, while the measure goes on.
func (k *kickoff) tell(met *tally) {
	tellWrong(met)
	fmt.Fprintf(os.Stderr, "kickoff: %d answers, %v, shed %v\n", met.answered(), met.Counts, met.Shed)
}

func tellWrong(met *tally) {
	for what, n := range met.Wrong {
		fmt.Fprintf(os.Stderr, "kickoff: wrong, %d times: %s\n", n, what)
	}
}

// mostErrors bounds how much of the server's log is shown.
const mostErrors = 20

// tellErrors shows what the server says went wrong, which is why something was answered wrongly.
func (k *kickoff) tellErrors() {
	told := 0
	for line := range strings.Lines(k.shop.Server.Log.String()) {
		if strings.Contains(line, "ERROR") && told < mostErrors {
			fmt.Fprint(os.Stderr, "kickoff: the server: ", line)
			told++
		}
	}
}

func (k *kickoff) watch(ctx context.Context, over time.Duration) (phase, error) {
	return k.during(ctx, func(ctx context.Context) error { return wait(ctx, over) })
}

// arrive sends for the fans and watches them until all have come.
func (k *kickoff) arrive(ctx context.Context) (phase, error) {
	begin := time.Now().Add(5 * time.Second) // the processes start, and read who they are
	crowd, err := invite(ctx, k.orders(begin))
	if err != nil {
		return phase{}, err
	}
	k.crowd = crowd
	if err := wait(ctx, time.Until(begin)); err != nil {
		return phase{}, err
	}
	return k.during(ctx, func(ctx context.Context) error {
		k.edge.begin(ctx)
		return wait(ctx, time.Until(begin.Add(kickoffWithin)))
	})
}

// line watches on until nobody stands in line to log in.
func (k *kickoff) line(ctx context.Context, before ...phase) (phase, error) {
	waiting := k.fans
	for _, p := range before {
		waiting -= settled(p.met)
	}
	var met *tally
	last, err := k.during(ctx, func(ctx context.Context) (err error) {
		met, err = k.until(ctx, lineLimit, func(met *tally) bool { return settled(met) >= waiting })
		return err
	})
	if err != nil {
		return phase{}, err
	}
	k.playing += met.Counts["playing"]
	met.add(last.met)
	last.met = met
	return last, nil
}

// settled is how many have come to play, or will not.
func settled(met *tally) int { return met.Counts["playing"] + met.Counts["gave up"] }

// until adds up what is met, second by second, until that is enough or the time is over.
func (k *kickoff) until(ctx context.Context, limit time.Duration, enough func(met *tally) bool) (*tally, error) {
	all := newTally()
	for begin := time.Now(); !enough(all) && time.Since(begin) < limit; {
		if err := wait(ctx, time.Second); err != nil {
			return nil, err
		}
		met, err := k.crowd.tally()
		if err != nil {
			return nil, err
		}
		tellWrong(met)
		all.add(met)
	}
	return all, nil
}

// overload has the provider hang while some hundred buy, and lets them be served afterwards.
func (k *kickoff) overload(ctx context.Context) (phase, error) {
	return k.during(ctx, func(ctx context.Context) error {
		if err := k.hang(ctx, rushAll, hang); err != nil {
			return err
		}
		for _, n := range []int{rushFirst, rushSecond, rushThird} {
			if err := k.crowd.tell(fansCommand{Do: doRush, N: n / len(k.crowd)}); err != nil {
				return err
			}
			if err := wait(ctx, rushPause); err != nil {
				return err
			}
		}
		return wait(ctx, 3*hang)
	})
}

// lost is what a stop of the process was like.
type lost struct {
	phase

	back    []float64 // seconds after the process was ready
	playing int       // before
}

// lose kills the process, starts it again, and waits until everybody has pictures again.
func (k *kickoff) lose(ctx context.Context) (lost, error) {
	if err := k.crowd.tell(fansCommand{Do: doLose}); err != nil {
		return lost{}, err
	}
	k.shop.Server.Kill()
	if err := wait(ctx, outage); err != nil {
		return lost{}, err
	}
	if err := k.shop.Server.Restart(ctx); err != nil {
		return lost{}, err
	}
	ready := time.Now()
	if err := k.crowd.tell(fansCommand{Do: doFind, At: ready}); err != nil {
		return lost{}, err
	}
	l := lost{playing: k.playing}
	var all *tally
	last, err := k.during(ctx, func(ctx context.Context) (err error) {
		if all, err = k.until(ctx, backLimit, func(met *tally) bool { return len(met.Back) >= k.playing }); err != nil {
			return err
		}
		return wait(ctx, afterwards)
	})
	if err != nil {
		return lost{}, err
	}
	all.add(last.met)
	last.met = all
	l.phase, l.back = last, all.Back
	return l, nil
}

// hang has the provider answer so many payments late.
func (k *kickoff) hang(ctx context.Context, payments int, late time.Duration) error {
	return k.shop.Disturb(ctx, map[string]any{
		"kind": "slow", "method": "POST", "path": "/v1/payment_intents", "count": payments, "milliseconds": late.Milliseconds(),
	})
}

// edgeViewers are the few who watch with low latency, in this process.
type edgeViewers struct {
	all   []*viewer
	group *errgroup.Group
	stop  context.CancelFunc
}

func (e *edgeViewers) begin(ctx context.Context) {
	ctx, e.stop = context.WithCancel(ctx)
	e.group, ctx = errgroup.WithContext(ctx)
	for _, v := range e.all {
		e.group.Go(func() error { return v.watch(ctx) })
	}
}

func (e *edgeViewers) end() error {
	e.stop()
	return e.group.Wait()
}

func (e *edgeViewers) stalls() (all int) {
	for _, v := range e.all {
		for i := range v.renditions {
			all += v.renditions[i].stalls()
		}
	}
	return all
}
