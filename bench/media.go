package main

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

// segmentSize is what the segment that is loaded should weigh.
const segmentSize = 2e6

// measureMedia loads a segment and a playlist through their signed addresses, beside nginx with the same bytes.
func measureMedia(ctx context.Context, b *bench) ([]row, error) {
	a, err := b.quiet(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { a.stop() }()
	if err := a.onAir(ctx, stage.Heavy(), 16*time.Second); err != nil {
		return nil, err
	}
	side, err := startNginx(ctx, b.path("nginx-media"))
	if err != nil {
		return nil, err
	}
	defer side.stop()
	segment, size, err := a.segmentNear(ctx, segmentSize)
	if err != nil {
		return nil, err
	}
	heavy, err := b.beside(ctx, side, a.server.PID(), segment, "segment.mp4")
	if err != nil {
		return nil, err
	}
	list, err := b.beside(ctx, side, a.server.PID(), a.media, "live.m3u8")
	if err != nil {
		return nil, err
	}
	return append([]row{
		{what: fmt.Sprintf("segment of %.1f MB, signed address", float64(size)/1e6), figure: perGB(heavy.ours)},
		{what: "nginx, the same bytes", figure: perGB(heavy.nginx)},
		ratio("segment: CPU per GB, to nginx", heavy.ours.cpuPerGB(), heavy.nginx.cpuPerGB(), "at most 1.1", atMost(1.1)),
	}, list.rates("live playlist with the whole event, signed address", "playlist")...), nil
}

func perGB(l load) string {
	return fmt.Sprintf("%.3f CPU s/GB, %.1f GB/s", l.cpuPerGB(), float64(l.Bytes)/1e3/float64(l.Took))
}

// segmentNear gives the address of the complete segment whose size is nearest to the one wanted.
func (a *air) segmentNear(ctx context.Context, wanted float64) (address string, size int, err error) {
	list, err := a.fan.Playlist(ctx, a.media)
	if err != nil {
		return "", 0, err
	}
	for _, s := range list.Segments {
		candidate, err := a.fan.Resolve(a.media, s.URI)
		if err != nil {
			return "", 0, err
		}
		body, err := fetch(ctx, candidate)
		if err != nil {
			return "", 0, err
		}
		if address == "" || math.Abs(float64(len(body))-wanted) < math.Abs(float64(size)-wanted) {
			address, size = candidate, len(body)
		}
	}
	return address, size, nil
}
