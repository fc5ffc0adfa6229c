package main

import (
	"context"
	_ "embed"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"time"
)

//go:embed look.lua
var lookScript string

// crowd reads one event. Without a pause each reader asks again at once, which takes all of the machine; with one there
// is room left, so that what is measured is waiting and not queueing.
type crowd struct {
	readers int
	pause   time.Duration
}

var (
	fewReaders    = crowd{readers: 4, pause: 10 * time.Millisecond}
	steadyReaders = crowd{readers: 32, pause: 10 * time.Millisecond}
)

// look reads the event for a while and returns how long each answer took.
func (b *bench) look(ctx context.Context, a *air, who crowd, length time.Duration) ([]time.Duration, error) {
	return b.lookAt(ctx, fmt.Sprintf("%s/api/events/%d?%s", a.server.URL, a.event, url.Values{"channel": {channel}, "api_key": {a.fan.Key}}.Encode()), who, length)
}

// lookAt is look for any address.
func (b *bench) lookAt(ctx context.Context, address string, who crowd, length time.Duration) ([]time.Duration, error) {
	var said struct {
		Failed int        `json:"failed"`
		Seen   [][2]int64 `json:"seen"` // microseconds, and how many answers took them
	}
	err := b.runWrk(ctx, lookScript, &said, fmt.Sprintf("-c%d", who.readers), seconds(length), "-H", "Accept-Encoding: gzip", address,
		"--", strconv.FormatInt(who.pause.Milliseconds(), 10))
	if err != nil {
		return nil, err
	}
	if said.Failed > 0 {
		return nil, fmt.Errorf("%d answers of %s were no success", said.Failed, address)
	}
	var all []time.Duration
	for _, s := range said.Seen {
		all = append(all, slices.Repeat([]time.Duration{time.Duration(s[0]) * time.Microsecond}, int(s[1]))...)
	}
	return all, nil
}
