package media

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/ingest/health"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// session is one encoder's connection to one stream. Its ingest.Sink methods are for
// the connection's goroutine.
type session struct {
	service   *Service
	desk      *desk
	streamID  StreamID
	id        string
	hangUp    func(reason error)
	from      ingest.Origin
	keyHash   string // of the stream key that let it in
	meter     *health.Meter
	unwatch   func() // takes the meter out of the metrics
	segmenter *segment.Segmenter
	lastMedia atomic.Int64 // Unix nanoseconds
	before    int          // segments that were there when it began
	announced atomic.Bool  // the stream is live in the database
	leaving   atomic.Bool  // its encoder is gone; what it sent may still wait to be stored

	stop     context.CancelFunc
	attended sync.WaitGroup
	done     chan struct{} // closed when everything is stored and released
}

// begin starts recording and what accompanies it.
func (p *session) begin(ctx context.Context) {
	p.before = len(p.desk.index.Load().Segments)
	p.desk.setUntil(time.Time{})
	recorder := segment.NewRecorder(ctx, p.desk.index, p.service.storeOptions(p.desk, p.id))
	p.segmenter = segment.NewSegmenter(recorder, p.service.Clock)
	ctx = context.WithoutCancel(ctx)
	p.service.climb(ctx, p)
	ctx, p.stop = context.WithCancel(ctx)
	shown := make(chan struct{})
	p.attended.Go(func() { p.awaitPicture(ctx, shown) })
	p.attended.Go(func() { p.keepTelling(ctx, shown) })
	p.attended.Go(func() { p.keepLooking(ctx, shown) })
	p.service.Metrics.Publishers.Inc()
	p.unwatch = p.service.Metrics.Watch(p.desk.eventID, p.reading)
}

func (p *session) heard() time.Time { return time.Unix(0, p.lastMedia.Load()) }

// VideoConfig is part of ingest.Sink.
func (p *session) VideoConfig(sps []byte, pps [][]byte) error {
	return p.segmenter.VideoConfig(sps, pps)
}

// AudioConfig is part of ingest.Sink.
func (p *session) AudioConfig(asc []byte) error { return p.segmenter.AudioConfig(asc) }

// Video is part of ingest.Sink.
func (p *session) Video(ctx context.Context, v segment.VideoSample) error {
	now, size, key := p.service.Clock.Now(), 0, false
	for _, unit := range v.NALUs {
		size += len(unit)
		key = key || len(unit) > 0 && h264.NALUType(unit[0]&0x1F) == h264.NALUTypeIDR
	}
	p.lastMedia.Store(now.UnixNano())
	p.meter.Video(now, v.DTS, size, key)
	return p.segmenter.Video(ctx, v)
}

// Audio is part of ingest.Sink.
func (p *session) Audio(a segment.AudioSample) error {
	now := p.service.Clock.Now()
	p.lastMedia.Store(now.UnixNano())
	p.meter.Audio(now, a.PTS, len(a.AU))
	return p.segmenter.Audio(a)
}

// closeWithin bounds what is written to the database when a connection ends.
const closeWithin = 15 * time.Second

// uninterrupted returns a context of closeWithin that goes on after ctx is cancelled. A statement that is cancelled may have been done.
func uninterrupted(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), closeWithin)
}

// Close is part of ingest.Sink: it stores what has been received and begins to wait
// for the encoder's return, or ends the stream if an operator requested that. While the
// store or the database stands still it takes as long as a recorder tries. The session keeps
// the stream until then, so that no other session writes before everything is stored.
func (p *session) Close(reason error) {
	s := p.service
	defer close(p.done)
	defer s.Metrics.Publishers.Dec()
	p.unwatch()
	p.leaving.Store(true)
	if errors.Is(reason, segment.ErrStorage) {
		s.Log.Warn("an encoder was given up, what it sent still waits for the store", "stream_id", p.streamID, "error", reason)
	}
	if err := p.segmenter.Close(); err != nil {
		s.Log.Error("recording not stored", "stream_id", p.streamID, "error", err)
	}
	p.stop()
	p.attended.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), closeWithin)
	defer cancel()
	if !p.announced.Load() && p.hasPicture() {
		p.announce(ctx) // it was over before anybody could be told
	}
	p.report(ctx, reason)
	state, err := p.releaseAtLast(ctx)
	if err != nil {
		s.Log.ErrorContext(ctx, "stream not released", "stream_id", p.streamID, "error", err)
	}
	p.leave(state)
}

// releaseRest is the pause between attempts to release a stream while the database is away.
const releaseRest = 500 * time.Millisecond

// releaseAtLast releases the stream, should the database be away once it is back: else the
// encoder would be kept from coming back until its former connection is taken for dead.
func (p *session) releaseAtLast(ctx context.Context) (State, error) {
	for {
		state, err := p.service.release(ctx, p.streamID, p.id, p.service.Clock.Now())
		if !db.IsAway(err) {
			return state, err
		}
		select {
		case <-time.After(releaseRest):
		case <-ctx.Done():
			return state, err
		}
	}
}

// leave clears the desk for whoever comes next.
func (p *session) leave(state State) {
	s := p.service
	switch state {
	case Reconnecting:
		p.desk.setState(segment.Waiting)
		p.desk.setUntil(s.Clock.Now().Add(s.options.Reconnect))
		p.desk.vacate()
	case Ended:
		p.desk.setState(segment.Ended)
		p.desk.vacate()
		s.deactivate(p.desk)
	case Idle, Live, "":
		p.desk.setState(segment.Waiting)
		p.desk.vacate()
		s.deactivate(p.desk)
	}
}

func (p *session) hasPicture() bool { return len(p.desk.index.Load().Segments) > p.before }

// announce makes the stream and its event live. It is tried again with the next
// heartbeat when it fails.
func (p *session) announce(ctx context.Context) {
	s := p.service
	snapshot := p.desk.index.Load()
	first, run := snapshot.Segments[p.before], snapshot.LastRun()
	err := s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		ok, err := s.store.markLive(ctx, tx, p.streamID, p.id, first.At, run.Video.ShownWidth, run.Video.Height)
		if err != nil || !ok {
			return err
		}
		return s.Events.SetStreamState(ctx, tx, p.desk.channelID, p.desk.eventID, string(Live), first.At)
	})
	if err != nil {
		s.Log.ErrorContext(ctx, "stream not marked live", "stream_id", p.streamID, "error", err)
		return
	}
	p.announced.Store(true)
	s.Log.LogAttrs(ctx, slog.LevelInfo, "live", slog.Int64("stream_id", int64(p.streamID)),
		slog.Int64("event_id", p.desk.eventID), slog.Int("width", run.Video.Width), slog.Int("height", run.Video.Height))
}

func (p *session) beat(ctx context.Context) {
	s := p.service
	mine, err := s.store.beat(ctx, p.streamID, p.id, s.Clock.Now())
	switch {
	case errors.Is(err, context.Canceled):
	case err != nil:
		s.Log.WarnContext(ctx, "heartbeat not stored", "stream_id", p.streamID, "error", err)
	case !mine:
		p.hangUp(errTaken)
	case !p.announced.Load() && p.hasPicture():
		p.announce(ctx)
	}
}
