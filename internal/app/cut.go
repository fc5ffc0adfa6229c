package app

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/riverqueue/river"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media"
)

type makeCutArgs struct {
	ChannelID int64       `json:"channel_id"`
	Cut       media.CutID `json:"cut"`
}

// Kind names the job in the queue.
func (makeCutArgs) Kind() string { return "media.cut" }

const (
	// cutTimeout bounds one attempt.
	cutTimeout = 2 * time.Minute
	// cutAttempts is how often making a cut is tried before it is given up, each time a
	// little later: all of them within the time that media.Service.FailOverdueCuts allows.
	cutAttempts = 4
	cutRest     = 5 * time.Second
	// cutPatience is how soon a cut is looked at again whose end is still being recorded.
	cutPatience = time.Second
)

type makeCut struct {
	river.WorkerDefaults[makeCutArgs]
	media *media.Service
	clips *clip.Service
	clock clock.Clock
	log   *slog.Logger
}

// Timeout is part of river.Worker.
func (w *makeCut) Timeout(*river.Job[makeCutArgs]) time.Duration { return cutTimeout }

// NextRetry is part of river.Worker.
func (w *makeCut) NextRetry(job *river.Job[makeCutArgs]) time.Time {
	return w.clock.Now().Add(time.Duration(job.Attempt) * cutRest)
}

// Work makes a cut, or gives it up after the last attempt.
func (w *makeCut) Work(ctx context.Context, job *river.Job[makeCutArgs]) error {
	err := w.media.MakeCut(ctx, job.Args.ChannelID, job.Args.Cut)
	switch {
	case err == nil: // of one that was given up or removed the clip knows
		return w.clips.Finish(ctx, job.Args.ChannelID, clip.CutID(job.Args.Cut))
	case errors.Is(err, media.ErrCutWaits):
		return river.JobSnooze(cutPatience)
	case errors.Is(ctx.Err(), context.Canceled): // this node stops: another goes on
		return err
	case job.Attempt < job.MaxAttempts && fault.KindOf(err) == fault.Internal:
		return err
	}
	w.log.WarnContext(ctx, "a cut is given up", "cut_id", job.Args.Cut, "error", err)
	return w.media.FailCut(context.WithoutCancel(ctx), job.Args.ChannelID, job.Args.Cut)
}

// sweepCutsArgs gives up the cuts that should have been made long ago.
type sweepCutsArgs struct{}

// Kind names the job in the queue.
func (sweepCutsArgs) Kind() string { return "media.sweep_cuts" }

// reapCutsArgs removes what was stored for cuts that are no more.
type reapCutsArgs struct{}

// Kind names the job in the queue.
func (reapCutsArgs) Kind() string { return "media.reap_cuts" }

// cuttings puts the making of cuts into the queue, in the transaction that adds them.
type cuttings struct{ app *App }

// EnqueueCut has a cut made, and FailCut called should that be impossible.
func (c cuttings) EnqueueCut(ctx context.Context, tx bun.Tx, channelID int64, id media.CutID) error {
	return c.app.queue.InsertTx(ctx, tx, makeCutArgs{channelID, id}, &river.InsertOpts{MaxAttempts: cutAttempts})
}

// mayCut decides about a clip's video. Everybody who has its address may watch it where the
// event may be watched, as long as the purchase that it was made with holds; to load it down
// takes what the viewer has bought.
func (a access) mayCut(ctx context.Context, v media.Viewer, who commerce.Viewer) (bool, error) {
	found, err := a.cuts().FindCuts(ctx, v.ChannelID, []media.CutID{v.CutID})
	cut, there := found[v.CutID]
	if err != nil || !there {
		return false, err
	}
	if held, err := a.clipHolds(ctx, v); err != nil || !held {
		return false, err
	}
	decision, err := a.onEvent(ctx, v, who, cut.EventID)
	if fault.KindOf(err) == fault.NotFound { // the event is gone, and its rules with it
		return !who.GeoBlocked && !v.Download, nil
	}
	if err != nil {
		return false, err
	}
	if v.Download {
		return may(decision, commerce.DownloadClip), nil
	}
	return decision.Reason != commerce.ReasonGeoBlocked && decision.Reason != commerce.ReasonBlackout, nil
}

// clipHolds reports whether the clip that shows a cut is shown, see clip.Service.Hold. A cut
// without a clip is one that was removed a moment ago, or is not a user's.
func (a access) clipHolds(ctx context.Context, v media.Viewer) (bool, error) {
	made, err := a.clips().FindByCut(ctx, v.ChannelID, clip.CutID(v.CutID))
	if fault.KindOf(err) == fault.NotFound {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	held, err := a.clips().Hold(ctx, v.ChannelID, []*clip.Clip{made})
	return held[made.ID], err
}

// onEvent is the rule of access for an event.
func (a access) onEvent(ctx context.Context, v media.Viewer, who commerce.Viewer, eventID int64) (commerce.Access, error) {
	held, err := a.commerce.Grants(ctx, v.ChannelID, v.UserID)
	if err != nil {
		return commerce.Access{}, err
	}
	event, err := a.saleEvent(ctx, v.ChannelID, catalog.EventID(eventID))
	if err != nil {
		return commerce.Access{}, err
	}
	return commerce.Decide(event, who, held, a.clock.Now()), nil
}

func may(decision commerce.Access, c commerce.Capability) bool {
	return decision.Granted && slices.Contains(decision.Capabilities, c)
}
