package media

import (
	"context"
	"time"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// A session is accompanied by what runs beside it until ctx is over: one goroutine waits for
// the first picture, one speaks with the database, and one with ffmpeg, which may be slow
// without the session's node being taken for dead.

// awaitPicture closes shown with the session's first segment, or when ctx is over.
func (p *session) awaitPicture(ctx context.Context, shown chan<- struct{}) {
	defer close(shown)
	_, _ = p.desk.index.Wait(ctx, func(s *segment.Snapshot) bool { return len(s.Segments) > p.before })
}

// keepTelling tells of the first picture, and says every few seconds that the session is
// alive and what its encoder is like.
func (p *session) keepTelling(ctx context.Context, shown <-chan struct{}) {
	beats := time.NewTicker(heartbeat)
	defer beats.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-shown:
			shown = nil
			if ctx.Err() == nil {
				p.announce(ctx)
			}
		case <-beats.C:
			p.beat(ctx)
			p.report(ctx, nil)
		}
	}
}

// keepLooking takes stills, and looks whether there is anything to see and hear.
func (p *session) keepLooking(ctx context.Context, shown <-chan struct{}) {
	select {
	case <-ctx.Done():
		return
	case <-shown:
	}
	looks, next := time.NewTicker(p.service.options.LookEvery), time.NewTimer(0)
	defer looks.Stop()
	defer next.Stop()
	wait := min(secondStill, p.service.options.StillEvery)
	for {
		select {
		case <-ctx.Done():
			return
		case <-next.C:
			p.service.takeStill(ctx, p.desk)
			next.Reset(wait)
			wait = p.service.options.StillEvery
		case <-looks.C:
			p.look(ctx)
		}
	}
}
