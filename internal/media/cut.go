package media

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// CutID identifies a cut.
type CutID int64

// CutState is what has become of a cut.
type CutState string

// States of a cut. It plays while it is processing, too.
const (
	CutProcessing CutState = "processing"
	CutSuccess    CutState = "success"
	CutError      CutState = "error"
)

// Cut is a stretch of an event's recording that plays by itself, also while the event
// goes on.
type Cut struct {
	ID      CutID
	EventID int64
	From    time.Duration // on the recording
	Length  time.Duration
	State   CutState
	Lead    time.Duration // how much of what is played comes before the cut: 0 once it is made
	Width   int           // pixels
	Height  int
	Image   string // the key of its poster in public media; empty until it is made
}

type cutRow struct {
	bun.BaseModel `bun:"table:cuts,alias:u"`

	ID            CutID `bun:"id,pk,autoincrement"`
	ChannelID     int64
	EventID       int64
	StreamID      int64
	FromMS        int64 `bun:"from_ms"`
	LengthMS      int64 `bun:"length_ms"`
	FirstSequence int64
	State         CutState
	Folder        string
	Journal       string
	Image         string
	Width         int
	Height        int
	CreatedMS     int64 `bun:"created_ms"`
	UpdatedMS     int64 `bun:"updated_ms"`
}

func (r cutRow) cut() Cut {
	return Cut{
		ID: r.ID, EventID: r.EventID, State: r.State, Width: r.Width, Height: r.Height, Image: r.Image,
		From: time.Duration(r.FromMS) * time.Millisecond, Length: time.Duration(r.LengthMS) * time.Millisecond,
	}
}

// roundedTo is by how much, in Ticks, a time in milliseconds may lie after the picture
// that it means.
const roundedTo = segment.Ticks / 2000

// from and to are where a cut begins and ends on the stream's timeline, in Ticks: what is
// shown at or after one and before the other.
func (r cutRow) from() int64 { return r.FromMS*ticksInMS - roundedTo }
func (r cutRow) to() int64   { return (r.FromMS+r.LengthMS)*ticksInMS - roundedTo }

const ticksInMS = segment.Ticks / 1000

func errNoCut() error { return fault.NotFoundf("cut", "Video not found.") }

func errOutOfRange() error {
	return fault.OfField(fault.Unprocessable, "duration", "clip_out_of_range", "Your clip duration is longer than the end time")
}

// Footage is what is recorded of an event, as it was when it was asked for.
type Footage struct {
	service  *Service
	stream   streamRow
	snapshot *segment.Snapshot
}

// Footage finds what there is to cut of an event. NotFound for one that has not been on. It
// reads the index of a recording that nobody has asked for lately, which takes connections of
// its own: it must not be called inside a transaction.
func (s *Service) Footage(ctx context.Context, channelID, eventID int64) (Footage, error) {
	stream, err := s.store.findByEvent(ctx, channelID, eventID)
	if err != nil {
		return Footage{}, err
	}
	if stream.State == Idle || stream.RemovedMS != nil {
		return Footage{}, errNoStream()
	}
	d, err := s.desk(ctx, StreamID(stream.ID))
	if err != nil {
		return Footage{}, err
	}
	return Footage{service: s, stream: stream, snapshot: d.index.Load()}, nil
}

// Recorded is how much there is of it.
func (f Footage) Recorded() time.Duration { return f.service.recordedUpTo(f.stream, f.snapshot) }

// Opens returns the part of the recording that a cut opens: from the start of the first segment to the
// end of the last one of those that play until some time after the cut is made. The end of a segment
// that is still being recorded is estimated by the longest segment.
func (f Footage) Opens(from, length time.Duration) (start, end time.Duration) {
	s := f.snapshot
	row := cutRow{FromMS: from.Milliseconds(), LengthMS: length.Milliseconds()}
	row.FirstSequence = row.firstSequence(s)
	end = from + length
	if len(s.Segments) > 0 {
		start = min(from, ticksToTime(s.Segments[row.FirstSequence].Pieces[segment.Video].Start))
	}
	stretch := s.Stretch(row.FirstSequence, row.to())
	if !stretch.Whole {
		return start, end + time.Duration(s.Target)*time.Second
	}
	return start, max(end, ticksToTime(s.Segments[stretch.End-1].Pieces[segment.Video].End()))
}

// firstSequence returns the segment with which a cut begins while it plays from the stream's segments.
func (r cutRow) firstSequence(s *segment.Snapshot) int64 { return s.FirstOf(r.from() + 2*roundedTo) }

// AddCut adds a stretch, which plays from then on. MakeCut has to be called for it to become
// a video of its own. Unprocessable when the stretch reaches beyond what is recorded, NotFound
// when the recording was removed meanwhile.
func (f Footage) AddCut(ctx context.Context, tx bun.Tx, from, length time.Duration) (CutID, error) {
	s := f.service
	if from < 0 || length < time.Millisecond || from > maxCutFrom || length > maxCutFrom || f.Recorded() < from+length {
		return 0, errOutOfRange()
	}
	if err := s.store.hold(ctx, tx, StreamID(f.stream.ID)); err != nil {
		return 0, err
	}
	now := clock.Millis(s.Clock.Now())
	row := cutRow{
		ChannelID: f.stream.ChannelID, EventID: f.stream.EventID, StreamID: f.stream.ID, State: CutProcessing,
		FromMS: from.Milliseconds(), LengthMS: length.Milliseconds(),
		Width: f.stream.Width, Height: f.stream.Height, CreatedMS: now, UpdatedMS: now,
	}
	row.FirstSequence = row.firstSequence(f.snapshot)
	if _, err := tx.NewInsert().Model(&row).Returning("id").Exec(ctx); err != nil {
		return 0, fmt.Errorf("add a cut: %w", err)
	}
	return row.ID, nil
}

// maxCutFrom is longer than any recording; what is beyond it would overflow.
const maxCutFrom = 1000 * time.Hour

// recordedUpTo is how much there is of a stream. Of one that another process writes, only
// what it has stored is known here: then it is as much as has been sent by the clock.
func (s *Service) recordedUpTo(stream streamRow, snapshot *segment.Snapshot) time.Duration {
	extent := ticksToTime(snapshot.Extent())
	if run := snapshot.LastRun(); stream.State == Live && snapshot.State != segment.Live && run != nil {
		extent = max(extent, ticksToTime(run.Base)+s.Clock.Now().Sub(run.At))
	}
	return extent
}

func ticksToTime(ticks int64) time.Duration {
	return time.Duration(ticks/segment.Ticks)*time.Second + time.Duration(ticks%segment.Ticks)*time.Second/segment.Ticks
}

// FindCuts returns those of the channel's cuts that there are. Inside a transaction it
// sees that transaction's own changes.
func (s *Service) FindCuts(ctx context.Context, channelID int64, ids []CutID) (map[CutID]Cut, error) {
	found := make(map[CutID]Cut, len(ids))
	if len(ids) == 0 {
		return found, nil
	}
	var rows []cutRow
	err := s.DB.From(ctx).NewSelect().Model(&rows).ExcludeColumn("journal").
		Where("channel_id = ? AND id IN (?)", channelID, bun.List(ids)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("find cuts: %w", err)
	}
	for _, row := range rows {
		c := row.cut()
		if c.State == CutProcessing {
			if c.Lead, err = s.lead(ctx, row); err != nil {
				return nil, err
			}
		}
		found[c.ID] = c
	}
	return found, nil
}

// lead is how long the first segment begins before a cut that is played from the
// stream's segments.
func (s *Service) lead(ctx context.Context, row cutRow) (time.Duration, error) {
	d, err := s.desk(ctx, StreamID(row.StreamID))
	if fault.KindOf(err) == fault.NotFound { // nothing is left to play
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return row.lead(d.index.Load()), nil
}

// FailCut gives a cut up that has not been made. Deps.CutFailed hears of it once.
func (s *Service) FailCut(ctx context.Context, channelID int64, id CutID) error {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		failed, err := change(ctx, tx, `UPDATE cuts SET state = 'error', updated_ms = ?
			WHERE channel_id = ? AND id = ? AND state = 'processing'`, clock.Millis(s.Clock.Now()), channelID, int64(id))
		if err != nil {
			return fmt.Errorf("give a cut up: %w", err)
		}
		if !failed {
			return nil
		}
		s.DB.AfterCommit(ctx, s.Metrics.Cuts("failed").Inc)
		if s.CutFailed == nil {
			return nil
		}
		return s.CutFailed(ctx, tx, channelID, id)
	})
	s.cuts.Invalidate(id)
	return err
}

// DropCut removes a cut. What was stored of it goes once the transaction is committed.
func (s *Service) DropCut(ctx context.Context, tx bun.Tx, channelID int64, id CutID) error {
	var row cutRow
	err := tx.NewDelete().Model(&row).Where("channel_id = ? AND id = ?", channelID, int64(id)).Returning("folder, image").Scan(ctx)
	switch {
	case db.IsNoRows(err):
		return errNoCut()
	case err != nil:
		return fmt.Errorf("remove a cut: %w", err)
	}
	s.DB.AfterCommit(ctx, func() {
		s.cuts.Invalidate(id)
		s.discardCut(context.WithoutCancel(ctx), row.Folder, row.Image)
	})
	return nil
}
