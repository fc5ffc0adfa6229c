package app

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"

	"github.com/grandstand/grandstand/internal/api"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/media/ingest/rtmp"
	"github.com/grandstand/grandstand/internal/media/ingest/srt"
	"github.com/grandstand/grandstand/internal/media/ingest/whip"
	"github.com/grandstand/grandstand/internal/media/transcode"
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
			a.warnOfOtherSecret(ctx)
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
					tellOf(failed, fmt.Errorf("rtmp: %w", err))
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
					tellOf(failed, fmt.Errorf("srt: %w", err))
				}
			})
			return nil
		},
		stop: b.stop,
	}
}

// takesWHIP reports whether this node takes streams over WHIP: encoders ask for that at its
// public listener.
func (a *App) takesWHIP() bool {
	return a.Config.Has(config.RoleIngest) && a.Config.Has(config.RoleAPI) && a.Config.WHIPListen != ""
}

// newWHIP prepares to take streams over WHIP, behind the edge; nil where this node does not.
func (a *App) newWHIP(edge *api.API) *whip.Server {
	if !a.takesWHIP() {
		return nil
	}
	tool, missing := transcode.NewTool("ffmpeg", transcode.DefaultLimits(), maxTranscodes)
	if missing != nil {
		a.Log.Warn("no sound is taken over WHIP", "error", missing)
	}
	return whip.New(whip.Options{
		Gate: a.Media, Observer: a.Media.Metrics.ForIngest(), Log: a.Log, Clock: a.Clock, Addresses: a.Config.WHIPAddresses,
		Remote: func(r *http.Request) string { return edge.AddressOf(r).String() },
		Encode: func(ctx context.Context) (whip.Encoder, error) {
			if missing != nil {
				return nil, missing
			}
			return tool.LiveSound(ctx)
		},
	})
}

// whipComponent receives what encoders send by WHIP, as rtmpComponent does over RTMP.
func (a *App) whipComponent(server *whip.Server, failed chan<- error) component {
	var b background
	return component{
		name: "whip",
		start: func(ctx context.Context) error {
			listener, err := server.Listen(ctx, a.Config.WHIPListen)
			if err != nil {
				return err
			}
			b.start(ctx, func(ctx context.Context) {
				if err := server.Serve(ctx, listener); err != nil {
					tellOf(failed, fmt.Errorf("whip: %w", err))
				}
			})
			return nil
		},
		stop: b.stop,
	}
}
