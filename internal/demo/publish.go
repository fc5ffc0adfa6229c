package demo

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/demo/kit"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/sandbox"
)

// Publisher keeps one of the demo's games live: ffmpeg plays its video in a loop, as fast as
// a camera would, into the RTMP port, and the score is told in step with it.
type Publisher struct {
	Broadcast

	Catalog   *catalog.Service
	Clock     clock.Clock
	Log       *slog.Logger
	Dir       string // where the video is unpacked
	FFmpeg    string
	Address   string // rtmp://host:port/live
	StreamKey string
	ChannelID int64
	EventID   catalog.EventID
	// Timeline tells which time of the wall clock each stretch of an event's stream has; media.Service does.
	Timeline func(ctx context.Context, channelID, eventID int64) ([]media.Stretch, error)
}

// retryAfter is the pause before a lost encoder is started again.
const retryAfter = 2 * time.Second

// Run publishes until ctx is over.
func (p *Publisher) Run(ctx context.Context) error {
	file, err := unpack(p.Files, p.Video, p.Dir)
	if err != nil {
		return fmt.Errorf("unpack the live game: %w", err)
	}
	marks, err := p.marks()
	if err != nil {
		return err
	}
	length, err := measureLoop(ctx, p.FFmpeg, file)
	if err != nil {
		return err
	}
	for {
		if err := p.publish(ctx, file, loop{length: length, marks: marks}); ctx.Err() == nil {
			p.Log.WarnContext(ctx, "the demo's encoder stopped", "error", err, "again_in", retryAfter)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(retryAfter):
		}
	}
}

// publish runs one encoder to its end.
func (p *Publisher) publish(ctx context.Context, file string, film loop) error {
	var complaints bytes.Buffer
	rules, err := publishRules(file, p.Address)
	if err != nil {
		return err
	}
	cmd := sandbox.Command(ctx, rules, p.FFmpeg, publishArgs(file, p.Address+"/"+p.StreamKey)...)
	cmd.Stderr = &complaints
	cmd.WaitDelay = 2 * time.Second
	since := p.Clock.Now()
	if err := cmd.Start(); err != nil {
		return err
	}
	scoring, stop := context.WithCancel(ctx)
	defer stop()
	go p.follow(scoring, film, since)
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("%w: %s", err, strings.ReplaceAll(lastLine(complaints.String()), p.StreamKey, "…"))
	}
	return nil
}

// publishRules let the encoder read the file and connect to the RTMP port.
func publishRules(file, address string) (sandbox.Rules, error) {
	target, err := url.Parse(address)
	if err != nil {
		return sandbox.Rules{}, fmt.Errorf("read the RTMP address: %w", err)
	}
	port, err := strconv.ParseUint(cmp.Or(target.Port(), "1935"), 10, 16)
	if err != nil {
		return sandbox.Rules{}, fmt.Errorf("read the RTMP port: %w", err)
	}
	if file, err = filepath.Abs(file); err != nil {
		return sandbox.Rules{}, fmt.Errorf("find the video: %w", err)
	}
	return sandbox.Rules{Read: []string{file}, Connect: []uint16{uint16(port)}, Memory: 2 << 30, CPU: 24 * time.Hour}, nil
}

// publishArgs play a file for ever at its own speed, without encoding it again.
func publishArgs(file, address string) []string {
	return []string{
		"-hide_banner", "-loglevel", "error", "-nostdin",
		"-re", "-stream_loop", "-1", "-i", file, "-c", "copy", "-f", "flv", "-flvflags", "no_duration_filesize", address,
	}
}

// lookEvery is how often the stream is looked at until its first picture is there.
const lookEvery = 200 * time.Millisecond

// follow tells scores and moments in step with the pictures of an encoder that was started at a time.
func (p *Publisher) follow(ctx context.Context, film loop, since time.Time) {
	film.began = p.firstPicture(ctx, since)
	if ctx.Err() != nil {
		return
	}
	go p.tagMoments(ctx, film)
	p.keepScore(ctx, film)
}

// firstPicture waits for the first picture of an encoder that was started at a time. It returns the picture's time on the
// wall clock, as viewers' players know it: an encoder needs a moment to start.
func (p *Publisher) firstPicture(ctx context.Context, since time.Time) time.Time {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for {
		stretches, err := p.Timeline(ctx, p.ChannelID, int64(p.EventID))
		if err != nil && ctx.Err() == nil {
			p.Log.WarnContext(ctx, "the demo's stream cannot be read", "error", err)
		}
		if at, ok := startAfter(stretches, since); ok {
			return at
		}
		select {
		case <-ctx.Done():
			return time.Time{}
		case <-ticker.C:
		}
	}
}

// startAfter is when the first stretch that began at a time or later began.
func startAfter(stretches []media.Stretch, since time.Time) (time.Time, bool) {
	for _, s := range stretches {
		if !s.At.Before(since.Truncate(time.Millisecond)) {
			return s.At, true
		}
	}
	return time.Time{}, false
}

// keepScore tells each score, and each second of the clock, with the time of its picture, loop after loop.
func (p *Publisher) keepScore(ctx context.Context, film loop) {
	by := actor.ForSystem(p.ChannelID)
	film.marks = changes(film.marks)
	var told toldScores
	p.inStep(ctx, film, func(m kit.Mark, at time.Time) error {
		err := p.Catalog.AddScore(ctx, by, p.ChannelID, p.EventID, score(m, at))
		for _, old := range told.add(m, at) {
			err = errors.Join(err, p.Catalog.RemoveScore(ctx, by, p.ChannelID, p.EventID, old))
		}
		return err
	})
}

// tagMoments tags what decides the game in the same way.
func (p *Publisher) tagMoments(ctx context.Context, film loop) {
	t, err := newTagger(ctx, p.Catalog, p.ChannelID, p.EventID)
	if err != nil {
		p.Log.WarnContext(ctx, "the demo's key moments are not tagged", "error", err)
		return
	}
	film.marks = moments(film.marks, true)
	p.inStep(ctx, film, func(m kit.Mark, at time.Time) error { return t.tag(ctx, m, at) })
}

// inStep tells each of the marks when its picture is sent, loop after loop.
func (p *Publisher) inStep(ctx context.Context, film loop, tell func(m kit.Mark, at time.Time) error) {
	for m, at := range film.shown() {
		timer := time.NewTimer(at.Sub(p.Clock.Now()))
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
		if err := tell(m, at); err != nil && ctx.Err() == nil {
			p.Log.WarnContext(ctx, "the demo's score was not kept", "error", err)
		}
	}
}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}
