package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media"
)

type makeUploadArgs struct {
	ChannelID int64          `json:"channel_id"`
	Upload    media.UploadID `json:"upload"`
}

// Kind names the job in the queue.
func (makeUploadArgs) Kind() string { return "media.upload" }

const (
	// uploadTimeout bounds one attempt; what ffmpeg may take is bounded by the film's length.
	uploadTimeout = 50 * time.Hour
	// uploadAttempts is how often making a film is tried. An attempt that is killed with
	// its node counts too, so that a file that kills nodes does not go round for ever.
	uploadAttempts = 4
	uploadRest     = 30 * time.Second
	// uploadPatience is how soon an upload is looked at again while this node makes another
	// film: one at a time, so that the queue's other work goes on.
	uploadPatience = 10 * time.Second
)

type makeUpload struct {
	river.WorkerDefaults[makeUploadArgs]
	media *media.Service
	clock clock.Clock
	log   *slog.Logger
}

// Timeout is part of river.Worker.
func (w *makeUpload) Timeout(*river.Job[makeUploadArgs]) time.Duration { return uploadTimeout }

// NextRetry is part of river.Worker.
func (w *makeUpload) NextRetry(job *river.Job[makeUploadArgs]) time.Time {
	return w.clock.Now().Add(time.Duration(job.Attempt) * uploadRest)
}

// Work makes a film of an upload, or gives it up after the last attempt.
func (w *makeUpload) Work(ctx context.Context, job *river.Job[makeUploadArgs]) error {
	err := w.media.MakeUpload(ctx, job.Args.ChannelID, job.Args.Upload)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, media.ErrStudioBusy):
		return river.JobSnooze(uploadPatience)
	case errors.Is(ctx.Err(), context.Canceled): // this node stops: another begins anew
		return river.JobSnooze(0)
	case job.Attempt < job.MaxAttempts && fault.KindOf(err) == fault.Internal:
		return err
	}
	w.log.WarnContext(ctx, "an upload is given up", "upload_id", job.Args.Upload, "error", err)
	return w.media.FailUpload(context.WithoutCancel(ctx), job.Args.ChannelID, job.Args.Upload, err)
}

// sweepUploadsArgs gives up the uploads of which nothing becomes, and removes what was sent of them.
type sweepUploadsArgs struct{}

// Kind names the job in the queue.
func (sweepUploadsArgs) Kind() string { return "media.sweep_uploads" }

// uploadArrived has a film made of an upload.
func (a *App) uploadArrived(ctx context.Context, tx bun.Tx, channelID int64, id media.UploadID) error {
	return a.queue.InsertTx(ctx, tx, makeUploadArgs{channelID, id}, &river.InsertOpts{MaxAttempts: uploadAttempts})
}
