package main

import (
	"context"
	"fmt"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

// What MediaMTX needs on the same kind of machine, which the aims are ratios of: shares of one core, and how old a part
// is when a reader has it.
const (
	peerPublisher = 0.02
	peerReaders   = 0.34
	peerAge       = 114 * time.Millisecond

	readers = 100
	during  = 20 * time.Second
)

// measureLive counts what a publisher and what many low-latency readers cost, and how soon they have a part.
func measureLive(ctx context.Context, b *bench) ([]row, error) {
	a, err := b.quiet(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { a.stop() }()
	idle, err := a.idle(ctx)
	if err != nil {
		return nil, err
	}
	memory, err := stage.RSS(a.server.PID())
	if err != nil {
		return nil, err
	}
	if err := a.onAir(ctx, stage.Plain(), 8*time.Second); err != nil {
		return nil, err
	}
	one, err := a.share(ctx, during)
	if err != nil {
		return nil, err
	}
	withOne, err := stage.RSS(a.server.PID())
	if err != nil {
		return nil, err
	}
	ages, many, err := a.read(ctx, readers, during)
	if err != nil {
		return nil, err
	}
	publisher, reading := one-idle, many-one
	p99 := percentile(ages, 0.99)
	return []row{
		{
			what: "publisher (720p, 1.6 Mbit/s): CPU of one core", aim: fmt.Sprintf("at most %.1f%%", 150*peerPublisher),
			figure: fmt.Sprintf("%.1f%% (idle %.1f%%)", 100*publisher, 100*idle), reached: judge(publisher <= 1.5*peerPublisher),
		},
		{what: "publisher: memory", figure: fmt.Sprintf("%.1f MB", float64(withOne-memory)/1e6)},
		{
			what: "100 LL-HLS readers: CPU of one core", aim: fmt.Sprintf("at most %.1f%%", 60*peerReaders),
			figure: fmt.Sprintf("%.1f%%", 100*reading), reached: judge(reading <= 0.6*peerReaders),
		},
		{
			what: "100 LL-HLS readers: age of a part when it is read, p99", aim: fmt.Sprintf("at most %s", milliseconds(peerAge)),
			figure:  fmt.Sprintf("%s (median %s, %d parts)", milliseconds(p99), milliseconds(percentile(ages, 0.5)), len(ages)),
			reached: judge(p99 <= peerAge),
		},
	}, nil
}
