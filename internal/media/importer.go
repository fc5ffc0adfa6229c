package media

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// Recording is a finished game, or another video, in a file.
type Recording struct {
	Path      string                            // an MP4 with H.264 and, if it has sound, AAC
	Open      func() (io.ReadSeekCloser, error) // in place of Path, where it is no file of this machine
	Loops     int                               // how often it is played in a row; at least once
	StartedAt time.Time                         // of a film also none: then it is the present
	Language  string                            // of a film's sound, by RFC 5646; empty where the file does not say
}

func (r Recording) open() (io.ReadSeekCloser, error) {
	if r.Open != nil {
		return r.Open()
	}
	return os.Open(r.Path)
}

func (r Recording) rounds() int { return max(r.Loops, 1) }

// ImportRecording makes a file the recording of an event, as if an encoder had sent
// it and left, without encoding anything. The event must not have been on yet.
func (s *Service) ImportRecording(ctx context.Context, by actor.Actor, channelID, eventID int64, r Recording) (Stream, error) {
	stream, err := s.EnsureStream(ctx, by, channelID, eventID)
	if err != nil {
		return Stream{}, err
	}
	if stream.State != Idle {
		return Stream{}, fault.New(fault.Conflict, "already_recorded", "The event already has a recording.")
	}
	session := rand.Text()
	ok, err := s.store.claim(ctx, stream.ID, session, s.options.Node, s.Clock.Now())
	if err != nil {
		return Stream{}, err
	}
	if !ok {
		return Stream{}, fault.New(fault.Conflict, "already_publishing", "An encoder is already streaming to this event.")
	}
	stop := s.keepClaim(ctx, stream.ID, session)
	defer stop()
	if err := s.importClaimed(ctx, stream, session, r); err != nil {
		return Stream{}, errors.Join(err, s.unclaim(ctx, stream, session))
	}
	return s.FindStream(ctx, channelID, eventID)
}

// keepClaim says every few seconds that a session is alive, until stop is called.
func (s *Service) keepClaim(ctx context.Context, id StreamID, session string) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var beating sync.WaitGroup
	beating.Go(func() {
		beats := time.NewTicker(heartbeat)
		defer beats.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-beats.C:
			}
			if _, err := s.store.beat(ctx, id, session, s.Clock.Now()); err != nil && ctx.Err() == nil {
				s.Log.WarnContext(ctx, "heartbeat not stored", "stream_id", id, "error", err)
			}
		}
	})
	return func() {
		cancel()
		beating.Wait()
	}
}

func (s *Service) unclaim(ctx context.Context, stream Stream, session string) error {
	_, err := s.release(context.WithoutCancel(ctx), stream.ID, session, s.Clock.Now())
	return err
}

func (s *Service) importClaimed(ctx context.Context, stream Stream, session string, r Recording) error {
	d, err := s.loadDesk(ctx, stream.ID)
	if err != nil {
		return err
	}
	recorder := segment.NewRecorder(ctx, d.index, s.storeOptions(d, session))
	out := segment.NewSegmenter(recorder, clock.NewManual(r.StartedAt))
	if err := errors.Join(feed(ctx, out, r), out.Close()); err != nil {
		return err
	}
	snapshot := d.index.Load()
	if len(snapshot.Segments) == 0 {
		return fault.New(fault.Unprocessable, "empty_recording", "The file has no video that can be used.")
	}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return s.finishImport(ctx, tx, stream, session, snapshot)
	})
	if err != nil {
		return err
	}
	s.recorded.Invalidate(stream.ID)
	return s.stillOfRecording(ctx, d, snapshot)
}

// finishImport takes the stream through its whole life in one transaction.
func (s *Service) finishImport(ctx context.Context, tx bun.Tx, stream Stream, session string, snapshot *segment.Snapshot) error {
	began, run := snapshot.Segments[0].At, snapshot.LastRun()
	ended := began.Add(snapshot.Duration())
	if _, err := s.store.markLive(ctx, tx, stream.ID, session, began, run.Video.ShownWidth, run.Video.Height); err != nil {
		return err
	}
	if _, err := s.store.release(ctx, tx, stream.ID, session, ended); err != nil {
		return err
	}
	if _, err := s.store.finish(ctx, tx, stream.ID, ended, s.Clock.Now()); err != nil {
		return err
	}
	for _, step := range []struct {
		state State
		at    time.Time
	}{{Live, began}, {Ended, ended}} {
		if err := s.Events.SetStreamState(ctx, tx, stream.ChannelID, stream.EventID, string(step.state), step.at); err != nil {
			return err
		}
	}
	return nil
}

// stillOfRecording takes the event's picture from well inside the game, but not from its
// middle, where an interval is likely.
func (s *Service) stillOfRecording(ctx context.Context, d *desk, snapshot *segment.Snapshot) error {
	if s.FFmpeg == nil {
		return nil
	}
	g := snapshot.Segments[len(snapshot.Segments)*2/5]
	media, err := s.Blob.ReadAll(ctx, segment.SegmentName(segment.Video, g.Run, g.Sequence).Key(d.folder))
	if err != nil {
		return fmt.Errorf("read a segment for a still: %w", err)
	}
	s.still(ctx, d, slices.Concat(snapshot.Run(g.Run).Init(segment.Video), media))
	return nil
}

// feed plays a file into a segmenter, as fast as it takes it.
func feed(ctx context.Context, out *segment.Segmenter, r Recording) error {
	file, err := r.open()
	if err != nil {
		return fmt.Errorf("open the recording: %w", err)
	}
	defer file.Close()
	source, err := segment.OpenMP4(file)
	if err != nil {
		return fmt.Errorf("%s: %w", r.Path, err)
	}
	return source.Play(ctx, out, r.rounds())
}
