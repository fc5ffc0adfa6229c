package media

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
)

// expireBatch bounds how many streams one round ends.
const expireBatch = 100

// returnWithin is how long an encoder has at least to come back after a server was away,
// which is no fault of its own: encoders try again every few seconds.
const returnWithin = 30 * time.Second

// Recover takes back the streams that this node was writing when it last stopped,
// however it stopped. Their reconnect window is counted from the loss, and was not over
// before their encoders could try.
func (s *Service) Recover(ctx context.Context) error {
	rows, err := s.store.listOfNode(ctx, s.options.Node)
	if err != nil {
		return err
	}
	now, until := s.Clock.Now(), time.Now().Add(adoptWithin)
	for _, row := range rows {
		// It was alive at its last heartbeat, and may have been until just before the next.
		lost := clock.FromMillis(row.PublisherSeenMS).Add(heartbeat)
		if lost.After(now) {
			lost = now
		}
		if err := s.abandon(ctx, row, s.waitedForSince(lost, now), until); err != nil {
			return err
		}
	}
	waiting, err := s.store.listReconnecting(ctx)
	if err != nil {
		return err
	}
	for _, row := range waiting {
		if row, err = s.renew(ctx, row, now); err != nil {
			return err
		}
		if err := s.await(ctx, row.stream()); err != nil {
			return err
		}
	}
	return nil
}

// waitedForSince is from when on an encoder that was lost is waited for by a server that
// was away until now. What was lost so long ago that it could not go on has ended then.
func (s *Service) waitedForSince(lost, now time.Time) time.Time {
	latest := now.Add(min(returnWithin, s.options.Reconnect) - s.options.Reconnect)
	if lost.After(latest) || now.Sub(lost) > s.options.Reopen {
		return lost
	}
	return latest
}

// renew gives the encoder of a stream whose window closed, or nearly, while the server
// was away the time to come back.
func (s *Service) renew(ctx context.Context, row streamRow, now time.Time) (streamRow, error) {
	if row.DroppedMS == nil || row.Publisher != "" {
		return row, nil
	}
	since := clock.Millis(s.waitedForSince(instant(row.DroppedMS), now))
	if since == *row.DroppedMS {
		return row, nil
	}
	ok, err := s.store.setDropped(ctx, StreamID(row.ID), *row.DroppedMS, since)
	if ok {
		row.DroppedMS = &since
	}
	return row, err
}

// await looks after a stream whose encoder may come back to this node.
func (s *Service) await(ctx context.Context, stream Stream) error {
	d, _, err := s.activate(ctx, stream.ID, nil)
	if err != nil {
		return fmt.Errorf("look after stream %d: %w", stream.ID, err)
	}
	d.setUntil(stream.DroppedAt.Add(s.options.Reconnect))
	return nil
}

// abandon takes up what a publisher that is gone had recorded, as far as the media store tells
// until a moment, and ends its claim as if its connection had been lost at a given one. A stream
// that an operator has ended is then over.
func (s *Service) abandon(ctx context.Context, row streamRow, at, until time.Time) error {
	if err := s.adopt(ctx, row.ChannelID, StreamID(row.ID), row.Publisher, until); err != nil {
		return fmt.Errorf("take up what is recorded of stream %d: %w", row.ID, err)
	}
	_, err := s.release(ctx, StreamID(row.ID), row.Publisher, at)
	if err != nil {
		return fmt.Errorf("abandon stream %d: %w", row.ID, err)
	}
	s.Log.InfoContext(ctx, "publisher gone", "stream_id", row.ID, "node", row.PublisherNode, "state", string(row.State))
	return nil
}

// FinishExpired ends every stream whose encoder has not come back in time, on
// whatever node it was, and returns how many. It may run anywhere at any time, and
// on several nodes at once. After the database was away it first leaves everybody the time
// to be heard of.
func (s *Service) FinishExpired(ctx context.Context) (int, error) {
	now := s.Clock.Now()
	cutoff := now.Add(-s.options.Reconnect)
	rows, err := s.store.listExpired(ctx, cutoff, expireBatch)
	s.reach.note(now, err)
	if err != nil {
		return 0, err
	}
	if s.reach.isNew(now) {
		return 0, nil
	}
	errs := errors.Join(s.abandonDead(ctx, now), s.waitFromNow(ctx, now))
	finished := 0
	for _, row := range rows {
		done, err := s.finish(ctx, row, cutoff)
		errs = errors.Join(errs, err)
		if done {
			finished++
		}
	}
	return finished, errs
}

// abandonDead frees the streams of nodes that have died. One whose publisher sits
// in this process is only late with its heartbeat.
func (s *Service) abandonDead(ctx context.Context, now time.Time) error {
	rows, err := s.store.listAbandoned(ctx, now.Add(-deadAfter), expireBatch)
	until := time.Now().Add(adoptWithin)
	for _, row := range rows {
		s.mu.RLock()
		d := s.active[StreamID(row.ID)]
		s.mu.RUnlock()
		if d != nil && d.currentPublisher() != nil {
			continue
		}
		err = errors.Join(err, s.abandon(ctx, row, time.UnixMilli(row.PublisherSeenMS), until))
	}
	return err
}

// waitFromNow has the reconnect windows that begin in the future begin now: the clock was set
// back, and nobody is to wait for the hours until it has caught up.
func (s *Service) waitFromNow(ctx context.Context, now time.Time) error {
	rows, err := s.store.listAhead(ctx, now.Add(clockSkew), expireBatch)
	for _, row := range rows {
		_, failed := s.store.setDropped(ctx, StreamID(row.ID), *row.DroppedMS, clock.Millis(now))
		err = errors.Join(err, failed)
	}
	return err
}

// clockSkew is how far apart the clocks of nodes may be.
const clockSkew = 10 * time.Second

// finish ends a stream that has been waiting since before cutoff or that an operator has
// ended. Its recording is the event's on-demand medium from that moment on.
func (s *Service) finish(ctx context.Context, row streamRow, cutoff time.Time) (done bool, err error) {
	err = s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		done, err = s.finishTx(ctx, tx, row, cutoff)
		return err
	})
	return done && err == nil, err
}

// finishTx is finish in a transaction that the caller has begun.
func (s *Service) finishTx(ctx context.Context, tx bun.Tx, row streamRow, cutoff time.Time) (bool, error) {
	done, err := s.store.finish(ctx, tx, StreamID(row.ID), cutoff, s.Clock.Now())
	if err != nil || !done {
		return false, err
	}
	s.DB.AfterCommit(ctx, func() { s.finished(ctx, row) })
	return true, s.Events.SetStreamState(ctx, tx, row.ChannelID, row.EventID, string(Ended), instant(row.DroppedMS))
}

// finished counts the end of a stream, and has this process serve the stream as a recording.
func (s *Service) finished(ctx context.Context, row streamRow) {
	id := StreamID(row.ID)
	s.Metrics.Finished.Inc()
	s.Log.LogAttrs(ctx, slog.LevelInfo, "stream ended", slog.Int64("stream_id", row.ID), slog.Int64("event_id", row.EventID))
	s.mu.RLock()
	d := s.active[id]
	s.mu.RUnlock()
	if d != nil {
		d.end()
		s.deactivate(d)
	}
	s.recorded.Invalidate(id)
}

// release ends a session's claim at a moment and returns the stream's state afterwards: it waits
// for its encoder, or has ended if an operator requested that. The state is empty if the session
// had no claim.
func (s *Service) release(ctx context.Context, id StreamID, session string, at time.Time) (state State, err error) {
	err = s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		state = ""
		ok, err := s.store.release(ctx, tx, id, session, at)
		if err != nil || !ok {
			return err
		}
		row, err := s.store.find(ctx, tx, "id = ?", int64(id))
		if err != nil {
			return err
		}
		state = row.State
		switch {
		case state != Reconnecting:
			return nil
		case row.EndRequestedMS == nil:
			return s.Events.SetStreamState(ctx, tx, row.ChannelID, row.EventID, string(Reconnecting), at)
		}
		state = Ended
		_, err = s.finishTx(ctx, tx, row, at)
		return err
	})
	if err != nil {
		return "", err
	}
	return state, nil
}

const (
	// lookEvery is how often this process looks whether one of its own windows closed.
	lookEvery = time.Second
	// sweepEvery is how often it looks after everybody's.
	sweepEvery = 15 * time.Second
)

// Run ends streams in time until ctx ends. No encoder is admitted after that.
func (s *Service) Run(ctx context.Context) {
	defer s.ladders.close()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	sweep := time.NewTicker(sweepEvery)
	defer sweep.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
			if err := s.yield(ctx); err != nil && ctx.Err() == nil {
				s.Log.WarnContext(ctx, "streams of other nodes not looked at", "error", err)
			}
			if err := s.disconnectRefused(ctx); err != nil && ctx.Err() == nil {
				s.Log.WarnContext(ctx, "refused encoders not looked up", "error", err)
			}
			if !s.anyDue() {
				continue
			}
		case <-sweep.C:
		}
		if _, err := s.FinishExpired(ctx); err != nil && ctx.Err() == nil {
			s.Log.ErrorContext(ctx, "streams not ended", "error", err)
		}
	}
}

func (s *Service) anyDue() bool {
	now := s.Clock.Now()
	for _, d := range s.activeDesks() {
		if d.due(now) {
			return true
		}
	}
	return false
}
