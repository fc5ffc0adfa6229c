package media

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/fault"
)

// Ending is the result of a request to end a live stream.
type Ending struct {
	Ended bool   // false while the node of the encoder has not carried out the request
	Node  string // the node to which an encoder was connected; empty without an encoder
}

// endLook is the pause between two questions of End whether the stream has ended.
const endLook = 100 * time.Millisecond

func errNotLive() error {
	return fault.New(fault.Conflict, "not_live", "This event has no live stream.")
}

// End ends the live stream of an event, whichever node its encoder is connected to. It stores a
// request, which that node carries out within a second, and waits for the end, at most for the
// time given. The request stays in force if the wait ends before, and refuses encoders until
// Reopen withdraws it.
func (s *Service) End(ctx context.Context, by actor.Actor, channelID, eventID int64, wait time.Duration) (Ending, error) {
	if !by.Operates(channelID) {
		return Ending{}, errForbidden()
	}
	row, err := s.store.findByEvent(ctx, channelID, eventID)
	if fault.KindOf(err) == fault.NotFound {
		return Ending{}, errNotLive()
	}
	if err != nil {
		return Ending{}, err
	}
	if row, err = s.requestEnd(ctx, StreamID(row.ID)); err != nil {
		return Ending{}, err
	}
	if err := s.disconnectRefused(ctx); err != nil {
		return Ending{}, err
	}
	ended, err := s.awaitEnd(ctx, StreamID(row.ID), wait)
	return Ending{Ended: ended, Node: row.PublisherNode}, err
}

// requestEnd stores the request to end a stream, and ends a stream that has no encoder.
func (s *Service) requestEnd(ctx context.Context, id StreamID) (row streamRow, err error) {
	now := s.Clock.Now()
	err = s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		ok, err := s.store.requestEnd(ctx, tx, id, now)
		if err != nil {
			return err
		}
		if !ok {
			return errNotLive()
		}
		if row, err = s.store.find(ctx, tx, "id = ?", int64(id)); err != nil {
			return err
		}
		_, err = s.finishTx(ctx, tx, row, now)
		return err
	})
	return row, err
}

// awaitEnd waits until a stream has ended and has no encoder. It reports false after the time given, and if an operator
// interrupts the wait: the request is stored, which the operator has to know.
func (s *Service) awaitEnd(ctx context.Context, id StreamID, wait time.Duration) (bool, error) {
	timeout := time.After(wait)
	for {
		row, err := s.store.find(ctx, s.DB.Write(), "id = ?", int64(id))
		if err != nil {
			return false, err
		}
		if row.State == Ended && row.Publisher == "" {
			return true, nil
		}
		select {
		case <-time.After(endLook):
		case <-timeout:
			return false, nil
		case <-ctx.Done():
			return false, nil
		}
	}
}

// disconnectRefused disconnects the encoders of this node whose streams an operator has ended, or whose stream keys an operator has
// replaced.
func (s *Service) disconnectRefused(ctx context.Context) error {
	publishers := map[StreamID]*session{}
	for _, d := range s.activeDesks() {
		if p := d.currentPublisher(); p != nil {
			publishers[d.id] = p
		}
	}
	if len(publishers) == 0 {
		return nil
	}
	rows, err := s.store.listRefused(ctx, publishers)
	for _, row := range rows {
		p, reason := publishers[StreamID(row.ID)], errKeyReplaced
		if row.EndRequestedMS != nil {
			reason = errFinished
		}
		if p.id == row.Publisher {
			p.hangUp(reason)
		}
	}
	return err
}

// Reopen withdraws the request of an operator to end an event: an encoder may continue the
// event. It returns the time until which one may connect; zero for a stream that has not ended.
func (s *Service) Reopen(ctx context.Context, by actor.Actor, channelID, eventID int64) (time.Time, error) {
	if !by.Operates(channelID) {
		return time.Time{}, errForbidden()
	}
	row, err := s.store.findByEvent(ctx, channelID, eventID)
	if fault.KindOf(err) == fault.NotFound || err == nil && row.EndRequestedMS == nil {
		return time.Time{}, fault.New(fault.Conflict, "not_ended", "This event was not ended by an operator.")
	}
	if err != nil {
		return time.Time{}, err
	}
	now := s.Clock.Now()
	ok, err := s.store.withdrawEnd(ctx, StreamID(row.ID), now.Add(-s.options.Reopen), now)
	switch {
	case err != nil:
		return time.Time{}, err
	case !ok:
		return time.Time{}, fault.New(fault.Conflict, "ended_long_ago", "This event ended too long ago to be continued. Its recording stays.")
	case row.State != Ended:
		return time.Time{}, nil
	}
	return instant(row.EndedMS).Add(s.options.Reopen), nil
}
