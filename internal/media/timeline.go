package media

import (
	"context"
	"time"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// Stretch is an unbroken stretch of a stream: From on its timeline is At on the wall clock.
type Stretch struct {
	At     time.Time
	From   time.Duration
	Length time.Duration
}

// Timeline tells what was sent of an event when, and where on its recording, or on the
// stream so far, that is: the oldest first, empty while there is nothing.
func (s *Service) Timeline(ctx context.Context, channelID, eventID int64) ([]Stretch, error) {
	row, err := s.store.findByEvent(ctx, channelID, eventID)
	if fault.KindOf(err) == fault.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	d, err := s.desk(ctx, row.stream().ID)
	if err != nil {
		return nil, err
	}
	return stretches(d.index.Load()), nil
}

// stretches are the runs of a stream that have pictures. Players count from the first
// picture, so that is where the first one begins.
func stretches(snapshot *segment.Snapshot) []Stretch {
	ends := map[int]int64{} // in Ticks, by run
	for _, piece := range snapshot.Segments {
		ends[piece.Run] = piece.Pieces[segment.Video].End()
	}
	if open := snapshot.Open; open != nil {
		ends[open.Run.Number] = open.Parts[len(open.Parts)-1].Pieces[segment.Video].End()
	}
	var out []Stretch
	var first int64
	for _, run := range snapshot.Runs {
		end := ends[run.Number]
		if end <= run.Base {
			continue
		}
		if len(out) == 0 {
			first = run.Base
		}
		out = append(out, Stretch{At: run.At, From: ticks(run.Base - first), Length: ticks(end - run.Base)})
	}
	return out
}

func ticks(n int64) time.Duration {
	return time.Duration(n/segment.Ticks)*time.Second + time.Duration(n%segment.Ticks)*time.Second/segment.Ticks
}
