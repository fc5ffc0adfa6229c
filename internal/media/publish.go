package media

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/ingest/health"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// Reasons for not letting an encoder in, in words for the person beside it.
var (
	refuseKey    = &ingest.Refusal{Code: "unknown_key", Reason: "no stream has this stream key"}
	refuseSecond = &ingest.Refusal{Code: "second_publisher", Reason: "another encoder is already streaming with this stream key"}
	refuseOver   = &ingest.Refusal{Code: "event_over", Reason: "the event is over"}
	refuseEnded  = &ingest.Refusal{Code: "event_over", Reason: "an operator ended the event; an operator must reopen it first"}
	refuseOff    = &ingest.Refusal{Code: "event_cancelled", Reason: "the event is cancelled; an operator must schedule it again first"}
)

// KeyReplaced is the code in the report of an encoder that was disconnected because its stream key was replaced.
const KeyReplaced = "key_replaced"

// Reasons for hanging up on one that was let in.
var (
	errReplaced    = &ingest.Refusal{Code: "replaced", Reason: "the encoder connected again"}
	errTaken       = &ingest.Refusal{Code: "taken", Reason: "another server took over the stream"}
	errFinished    = &ingest.Refusal{Code: "event_over", Reason: "an operator ended the event"}
	errKeyReplaced = &ingest.Refusal{Code: KeyReplaced, Reason: "an operator replaced the stream key"}
)

const (
	// replaceAfter is how long a publisher must have been silent for another one to
	// take its place: the same encoder on a new connection, more often than not.
	replaceAfter = 3 * time.Second
	// replaceWithin is how long the newcomer waits for the old session to be stored.
	replaceWithin = 15 * time.Second
)

// Publish admits the holder of a stream key. It is part of ingest.Gate.
func (s *Service) Publish(ctx context.Context, key string, from ingest.Origin, hangUp func(reason error)) (ingest.Sink, error) {
	row, err := s.admit(ctx, key)
	if err != nil {
		if errors.Is(err, refuseEnded) && row.Publisher == "" {
			s.putReport(ctx, row.ChannelID, StreamID(row.ID), EncoderReport{Protocol: from.Protocol, Remote: from.Remote}, err)
		}
		return nil, err
	}
	stream := row.stream()
	p := &session{
		service: s, id: rand.Text(), hangUp: hangUp, streamID: stream.ID, done: make(chan struct{}), from: from,
		keyHash: s.StreamKeys.lookup.Hash(key), meter: health.NewMeter(s.Clock.Now()),
	}
	p.lastMedia.Store(s.Clock.Now().UnixNano())
	if p.desk, err = s.seat(ctx, p); err != nil {
		return nil, err
	}
	if err = s.claim(ctx, p, key); err == nil {
		if err = s.succeed(ctx, p, row.Publisher != ""); err != nil {
			err = errors.Join(err, s.unclaim(ctx, stream, p.id))
		}
	}
	if err != nil {
		p.desk.vacate()
		close(p.done)
		s.deactivate(p.desk)
		return nil, err
	}
	p.begin(ctx)
	s.Log.LogAttrs(ctx, slog.LevelInfo, "publishing",
		slog.Int64("channel_id", stream.ChannelID), slog.Int64("event_id", stream.EventID),
		slog.Int64("stream_id", int64(stream.ID)), slog.String("protocol", from.Protocol), slog.String("remote", from.Remote), slog.String("state", string(stream.State)))
	if stream.State == Reconnecting {
		s.Metrics.Reconnects.Inc()
	}
	return p, nil
}

// claim takes a stream for a session.
func (s *Service) claim(ctx context.Context, p *session, key string) error {
	ok, err := s.store.claim(ctx, p.streamID, p.id, s.options.Node, s.Clock.Now())
	if err != nil || ok {
		return err
	}
	// The event may have ended since the encoder was admitted.
	if _, err := s.admit(ctx, key); err != nil {
		return err
	}
	return refuseSecond
}

// admit finds the stream of a key and decides whether its time allows publishing.
func (s *Service) admit(ctx context.Context, key string) (streamRow, error) {
	if !wellFormedKey(key) {
		return streamRow{}, refuseKey
	}
	row, err := s.store.findByKey(ctx, key, s.StreamKeys.lookup.Hash(key))
	if fault.KindOf(err) == fault.NotFound {
		return streamRow{}, refuseKey
	}
	if err != nil {
		return streamRow{}, err
	}
	if row.RemovedMS != nil || row.State == Ended && s.Clock.Now().Sub(instant(row.EndedMS)) > s.options.Reopen {
		return streamRow{}, refuseOver
	}
	cancelled, err := s.Events.IsCancelled(ctx, row.ChannelID, row.EventID)
	switch {
	case err != nil:
	case cancelled:
		err = refuseOff
	case row.EndRequestedMS != nil:
		err = refuseEnded
	}
	return row, err
}

// succeed gives a session that has just got its stream all that its predecessors recorded. Of one
// that was still there a moment ago and is not any more, that may be more than the journal has.
func (s *Service) succeed(ctx context.Context, p *session, lost bool) error {
	if lost {
		if err := s.adopt(ctx, p.desk.channelID, p.streamID, p.id, time.Now().Add(adoptWithin)); err != nil {
			return err
		}
	}
	return s.renewDesk(ctx, p)
}

// seat puts a session on its stream's desk. Who sits there already is asked to go
// only when nothing has been heard of it for a while. One whose encoder is gone is waited
// for: what it still stores comes before what the newcomer sends.
func (s *Service) seat(ctx context.Context, p *session) (*desk, error) {
	ctx, cancel := context.WithTimeout(ctx, replaceWithin)
	defer cancel()
	for {
		d, seated, err := s.activate(ctx, p.streamID, p)
		if err != nil {
			return nil, err
		}
		if seated == p {
			return d, nil
		}
		if !seated.leaving.Load() {
			if s.Clock.Now().Sub(seated.heard()) < replaceAfter {
				return nil, refuseSecond
			}
			seated.hangUp(errReplaced)
		}
		select {
		case <-seated.done:
		case <-ctx.Done():
			return nil, refuseSecond
		}
	}
}

// storeOptions are where the segments of a session that has a stream go.
func (s *Service) storeOptions(d *desk, session string) segment.StoreOptions {
	return segment.StoreOptions{
		Blob:     countingBlob{s.Blob, s.Metrics, s.Log},
		Journal:  s.journalOf(d.channelID, d.id, session),
		Prefix:   d.folder,
		Patience: s.options.StorePatience,
	}
}

// journalOf is a stream's journal, to be written by a session.
func (s *Service) journalOf(channelID int64, id StreamID, session string) segment.Journal {
	return countingJournal{journal{s.store, channelID, id, session}, s.Metrics}
}

// countingBlob counts what is stored, and tells of what was not: a recorder tries again.
type countingBlob struct {
	segment.Blob
	metrics *Metrics
	log     *slog.Logger
}

func (b countingBlob) WriteAll(ctx context.Context, key string, value []byte, contentType string) error {
	if err := b.Blob.WriteAll(ctx, key, value, contentType); err != nil {
		if !errors.Is(err, context.Canceled) {
			b.metrics.Unstored.Inc()
			b.log.WarnContext(ctx, "the media store does not take a segment", "key", key, "error", err)
		}
		return fmt.Errorf("store %s: %w", key, err)
	}
	b.metrics.Stored.Add(len(value))
	return nil
}

type countingJournal struct {
	segment.Journal
	metrics *Metrics
}

func (j countingJournal) Append(ctx context.Context, g segment.Segment) error {
	if err := j.Journal.Append(ctx, g); err != nil {
		return err
	}
	j.metrics.Segments.Inc()
	return nil
}
