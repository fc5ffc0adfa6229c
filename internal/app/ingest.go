package app

import (
	"context"
	"fmt"
	"net"
	"sync"

	"github.com/grandstand/grandstand/internal/media/ingest/rtmp"
	"github.com/grandstand/grandstand/internal/media/ingest/srt"
)

// background runs work until it is stopped.
type background struct {
	cancel context.CancelFunc
	group  sync.WaitGroup
}

// start runs work on a context that outlives the one it is started with.
func (b *background) start(ctx context.Context, work func(context.Context)) {
	ctx, b.cancel = context.WithCancel(context.WithoutCancel(ctx))
	b.group.Go(func() { work(ctx) })
}

// stop ends the work and waits for it, but not longer than ctx.
func (b *background) stop(ctx context.Context) error {
	b.cancel()
	done := make(chan struct{})
	go func() {
		b.group.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// mediaComponent takes back the streams that this node held when it last stopped and
// ends those whose encoder stays away.
func (a *App) mediaComponent() component {
	var b background
	return component{
		name: "media",
		start: func(ctx context.Context) error {
			if err := a.Media.Recover(ctx); err != nil {
				return err
			}
			b.start(ctx, a.Media.Run)
			return nil
		},
		stop: b.stop,
	}
}

// rtmpComponent takes streams from encoders. Its stop hangs up on them and waits
// until what they sent is stored; their events go on when they connect again.
func (a *App) rtmpComponent(failed chan<- error) component {
	var b background
	return component{
		name: "rtmp",
		start: func(ctx context.Context) error {
			listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", a.Config.RTMPListen)
			if err != nil {
				return err
			}
			server := rtmp.New(rtmp.Options{Gate: a.Media, Observer: a.Media.Metrics.ForIngest(), Log: a.Log, Clock: a.Clock})
			b.start(ctx, func(ctx context.Context) {
				if err := server.Serve(ctx, listener); err != nil {
					report(failed, fmt.Errorf("rtmp: %w", err))
				}
			})
			return nil
		},
		stop: b.stop,
	}
}

// srtComponent takes streams over SRT, as rtmpComponent does over RTMP.
func (a *App) srtComponent(failed chan<- error) component {
	var b background
	return component{
		name: "srt",
		start: func(ctx context.Context) error {
			server := srt.New(srt.Options{Gate: a.Media, Observer: a.Media.Metrics.ForIngest(), Log: a.Log, Clock: a.Clock})
			listener, err := server.Listen(a.Config.SRTListen)
			if err != nil {
				return err
			}
			b.start(ctx, func(ctx context.Context) {
				if err := server.Serve(ctx, listener); err != nil {
					report(failed, fmt.Errorf("srt: %w", err))
				}
			})
			return nil
		},
		stop: b.stop,
	}
}
