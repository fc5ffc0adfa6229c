package app

import (
	"context"
	"errors"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/riverqueue/river"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/picture"
)

type makePicturesArgs struct {
	ChannelID int64 `json:"channel_id"`
}

// Kind names the job in the queue.
func (makePicturesArgs) Kind() string { return "picture.make" }

const (
	// picturesTimeout bounds one attempt; the next goes on where it stopped.
	picturesTimeout = 10 * time.Minute
	// picturesPatience is how long a channel waits while pictures of another are made.
	picturesPatience = 2 * time.Second
)

type sweepPicturesArgs struct{}

// Kind names the job in the queue.
func (sweepPicturesArgs) Kind() string { return "picture.sweep" }

type sweepPictures struct {
	river.WorkerDefaults[sweepPicturesArgs]
	pictures *picture.Service
	metrics  *metrics.Set
}

// Work removes the pictures that nothing has shown for a while.
func (w *sweepPictures) Work(ctx context.Context, _ *river.Job[sweepPicturesArgs]) error {
	swept, err := w.pictures.Sweep(ctx)
	w.metrics.GetOrCreateCounter("grandstand_pictures_removed_total").Add(swept.Pictures)
	return err
}

type makePictures struct {
	river.WorkerDefaults[makePicturesArgs]
	pictures *picture.Service
}

// Timeout is part of river.Worker.
func (w *makePictures) Timeout(*river.Job[makePicturesArgs]) time.Duration { return picturesTimeout }

// Work makes the channel's pictures, unless this node is at that already.
func (w *makePictures) Work(ctx context.Context, job *river.Job[makePicturesArgs]) error {
	err := w.pictures.Make(ctx, job.Args.ChannelID)
	if errors.Is(err, picture.ErrBusy) {
		return river.JobSnooze(picturesPatience)
	}
	return err
}

// darkroom puts the making of pictures into the queue, in the transaction that wants
// them.
type darkroom struct{ app *App }

// MakePictures is part of picture.Queue.
func (d darkroom) MakePictures(ctx context.Context, tx bun.Tx, channelID int64) error {
	return d.app.queue.InsertTx(ctx, tx, makePicturesArgs{ChannelID: channelID}, nil)
}

func (a *App) openPictures() {
	a.Pictures = picture.NewService(picture.Deps{
		DB: a.DB, Revisions: a.revisions, Media: a.Media, Queue: darkroom{a}, Clock: a.Clock, Log: a.Log,
	})
}
