package demo

import (
	"bytes"
	"cmp"
	"context"
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
	for {
		if err := p.publish(ctx, file, marks); ctx.Err() == nil {
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
func (p *Publisher) publish(ctx context.Context, file string, marks []kit.Mark) error {
	var complaints bytes.Buffer
	rules, err := publishRules(file, p.Address)
	if err != nil {
		return err
	}
	cmd := sandbox.Command(ctx, rules, p.FFmpeg, publishArgs(file, p.Address+"/"+p.StreamKey)...)
	cmd.Stderr = &complaints
	cmd.WaitDelay = 2 * time.Second
	if err := cmd.Start(); err != nil {
		return err
	}
	scoring, stop := context.WithCancel(ctx)
	defer stop()
	go p.keepScore(scoring, marks)
	go p.tagMoments(scoring, marks)
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

// keepScore tells each score when its picture is sent, loop after loop.
func (p *Publisher) keepScore(ctx context.Context, marks []kit.Mark) {
	by := actor.ForSystem(p.ChannelID)
	p.inStep(ctx, clipLength(marks), changes(marks), func(m kit.Mark, at time.Time) error {
		return p.Catalog.AddScore(ctx, by, p.ChannelID, p.EventID, score(m, at))
	})
}

// tagMoments tags what decides the game in the same way.
func (p *Publisher) tagMoments(ctx context.Context, marks []kit.Mark) {
	t, err := newTagger(ctx, p.Catalog, p.ChannelID, p.EventID)
	if err != nil {
		p.Log.WarnContext(ctx, "the demo's key moments are not tagged", "error", err)
		return
	}
	p.inStep(ctx, clipLength(marks), moments(marks, true), func(m kit.Mark, at time.Time) error { return t.tag(ctx, m, at) })
}

// inStep tells each of the marks when its picture is sent, loop after loop of a length.
func (p *Publisher) inStep(ctx context.Context, length time.Duration, marks []kit.Mark, tell func(m kit.Mark, at time.Time) error) {
	for began := p.Clock.Now(); len(marks) > 0; began = began.Add(length) {
		for _, m := range marks {
			at := began.Add(seconds(m.AtS))
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
}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}
