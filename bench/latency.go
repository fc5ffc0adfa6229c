package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

//go:embed latency.mjs
var latencyPage []byte

// eyeAim is how late the picture in a playing browser may be, for 95 of 100 looks.
const eyeAim = 3 * time.Second

// sampled is how many parts are taken from the playlist.
const sampled = 60

// measureLatency publishes a picture that shows the encoder's clock to an event whose watch page is open. It waits for the
// page to show the game, and reads the clock from the newest part when the playlist first lists it, and from the screen of
// a playing browser.
func measureLatency(ctx context.Context, b *bench) ([]row, error) {
	a, err := b.quiet(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { a.stop() }()
	address, err := a.address(ctx)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	waiting, err := b.gather(limited, a)
	if err != nil {
		return nil, err
	}
	publisher, err := stage.PublishWith(stripArguments(address)...)
	if err != nil {
		return nil, err
	}
	defer publisher.Drop()
	followed, err := waiting.follow(limited, a)
	if err != nil {
		return nil, fmt.Errorf("%w; the encoder says: %s", err, publisher.Log)
	}
	if err := a.tuneIn(ctx, 8*time.Second); err != nil {
		return nil, fmt.Errorf("%w; the encoder says: %s", err, publisher.Log)
	}
	listed, err := b.playlistLatency(ctx, a)
	if err != nil {
		return nil, err
	}
	seen, err := b.eyeLatency(ctx, a)
	if err != nil {
		return nil, err
	}
	scored, err := b.scoreLatency(ctx, a)
	if err != nil {
		return nil, err
	}
	p95, scoredLast := percentile(seen, 0.95), percentile(scored, 1)
	return []row{
		{
			what: fmt.Sprintf("an open watch page shows the game after it went live, slowest of %d", watchers), aim: "within 5 s",
			figure: milliseconds(followed), reached: judge(followed <= followAim),
		},
		{
			what: fmt.Sprintf("a posted score is drawn on an open page, slowest of %d", len(scored)), aim: "within 3 s",
			figure: milliseconds(scoredLast), reached: judge(scoredLast <= scoreAim),
		},
		{
			what:   "encoder's clock to the playlist: newest frame when its part is listed",
			figure: fmt.Sprintf("p95 %s (median %s)", milliseconds(percentile(listed, 0.95)), milliseconds(percentile(listed, 0.5))),
		},
		{
			what: "encoder's clock to the eye: frame on the screen of a playing Chromium", aim: "p95 under 3 s",
			figure:  fmt.Sprintf("p95 %s (median %s, %d looks)", milliseconds(p95), milliseconds(percentile(seen, 0.5)), len(seen)),
			reached: judge(p95 < eyeAim),
		},
	}, nil
}

// heard is one part and when a reader had been told of it.
type heard struct {
	at     time.Time
	frames int // that it and the parts before it in its segment hold
}

// recording is the parts of one segment from its first on.
type recording struct {
	content []byte
	parts   []heard
}

func (b *bench) playlistLatency(ctx context.Context, a *air) ([]time.Duration, error) {
	recordings, err := a.record(ctx)
	if err != nil {
		return nil, err
	}
	var late []time.Duration
	for _, r := range recordings {
		clocks, err := b.clocks(ctx, r.content)
		if err != nil {
			return nil, err
		}
		for _, p := range r.parts {
			if p.frames < 1 || p.frames > len(clocks) {
				continue
			}
			if l, ok := behind(p.at, clocks[p.frames-1]); ok {
				late = append(late, l)
			}
		}
	}
	if len(late) < sampled/2 {
		return nil, fmt.Errorf("only %d of %d parts show a clock", len(late), sampled)
	}
	return late, nil
}

// record follows the live edge and keeps whole segments, part by part, with the time each part was listed.
func (a *air) record(ctx context.Context) (map[int]*recording, error) {
	list, err := a.fan.Playlist(ctx, a.media)
	if err != nil {
		return nil, err
	}
	kept := map[int]*recording{}
	_, sequence, index, _ := list.LastPart()
	for range sampled {
		list, err = a.fan.Playlist(ctx, fmt.Sprintf("%s?_HLS_msn=%d&_HLS_part=%d", a.media, sequence, index+1))
		if err != nil {
			return nil, err
		}
		now := time.Now()
		var part stage.Part
		part, sequence, index, _ = list.LastPart()
		if err := a.keep(ctx, kept, list, part, sequence, index, now); err != nil {
			return nil, err
		}
	}
	return kept, nil
}

func (a *air) keep(ctx context.Context, kept map[int]*recording, list *stage.Playlist, part stage.Part, sequence, index int, now time.Time) error {
	r := kept[sequence]
	if index == 0 {
		content, err := a.load(ctx, list.Map)
		if err != nil {
			return err
		}
		r = &recording{content: content}
		kept[sequence] = r
	}
	if r == nil || len(r.parts) != index {
		return nil // the segment's beginning was missed
	}
	content, err := a.load(ctx, part.URI)
	if err != nil {
		return err
	}
	frames := int(math.Round(part.Duration.Seconds() * frameRate))
	if index > 0 {
		frames += r.parts[index-1].frames
	}
	r.content = append(r.content, content...)
	r.parts = append(r.parts, heard{at: now, frames: frames})
	return nil
}

func (a *air) load(ctx context.Context, uri string) ([]byte, error) {
	address, err := a.fan.Resolve(a.media, uri)
	if err != nil {
		return nil, err
	}
	return fetch(ctx, address)
}

// clocks decodes a recording and reads the strip of each frame.
func (b *bench) clocks(ctx context.Context, content []byte) ([]int64, error) {
	cmd := exec.CommandContext(ctx, "ffmpeg", "-hide_banner", "-loglevel", "error", "-i", "pipe:0", "-an",
		"-vf", fmt.Sprintf("crop=%d:%d:0:%d,scale=%d:1:flags=area,format=gray", frameWidth, stripHeight, frameHeight-stripHeight, stripBits),
		"-vsync", "passthrough", "-f", "rawvideo", "pipe:1")
	cmd.Stdin = bytes.NewReader(content)
	raw, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("decode: %w", err)
	}
	clocks := make([]int64, 0, len(raw)/stripBits)
	for ; len(raw) >= stripBits; raw = raw[stripBits:] {
		clocks = append(clocks, readStrip(raw[:stripBits]))
	}
	return clocks, nil
}

// eyeLatency plays the event's watch page in Chromium and reads the strip from the screen.
func (b *bench) eyeLatency(ctx context.Context, a *air) ([]time.Duration, error) {
	limited, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	cmd, err := b.browse(limited, "latency.mjs", latencyPage, map[string]any{
		"url": a.watchPage(), "bits": stripBits, "height": stripHeight, "seconds": during.Seconds(),
	})
	if err != nil {
		return nil, err
	}
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("browser: %w", err)
	}
	return eyeLooks(out)
}

func eyeLooks(out []byte) ([]time.Duration, error) {
	var looks []struct{ At, Clock int64 }
	if err := json.Unmarshal(out, &looks); err != nil {
		return nil, fmt.Errorf("browser: %w: %s", err, out)
	}
	var late []time.Duration
	for _, look := range looks {
		if l, ok := behind(time.UnixMilli(look.At), look.Clock); ok {
			late = append(late, l)
		}
	}
	if len(late) == 0 {
		return nil, errors.New("the browser showed no clock")
	}
	return late, nil
}
