package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/riverqueue/river"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/media"
)

type keepRecordingsArgs struct{}

// Kind names the job in the queue.
func (keepRecordingsArgs) Kind() string { return "media.keep_recordings" }

type keepRecordings struct {
	river.WorkerDefaults[keepRecordingsArgs]
	app *App
}

// Work removes the recordings that channels keep no longer. One channel's trouble is not
// another's.
func (w *keepRecordings) Work(ctx context.Context, _ *river.Job[keepRecordingsArgs]) error {
	channels, err := w.app.Channels.List(ctx, actor.Actor{Role: actor.System})
	if err != nil {
		return err
	}
	for _, c := range channels {
		err = errors.Join(err, w.app.keepRecordings(ctx, c))
	}
	files, clearing := w.app.Media.ClearRemoved(ctx)
	if files > 0 {
		w.app.Log.InfoContext(ctx, "files of removed recordings are gone", "files", files)
	}
	return errors.Join(err, clearing)
}

// keepRecordings removes those recordings of a channel that are older than it keeps them. What
// its library plays was chosen to stay.
func (a *App) keepRecordings(ctx context.Context, c *channel.Channel) error {
	keeps := c.Settings.Retention()
	if keeps == 0 {
		return nil
	}
	played, err := a.VOD.Events(ctx, int64(c.ID))
	if err == nil {
		_, err = a.Media.RemoveRecordings(ctx, int64(c.ID), a.Clock.Now().Add(-keeps), played)
	}
	if err != nil {
		return fmt.Errorf("keep the recordings of channel %d: %w", c.ID, err)
	}
	return nil
}

type reapOrphansArgs struct{}

// Kind names the job in the queue.
func (reapOrphansArgs) Kind() string { return "media.reap_orphans" }

type reapOrphans struct {
	river.WorkerDefaults[reapOrphansArgs]
	media *media.Service
	log   *slog.Logger
}

// Work removes the files of the media store that nothing names.
func (w *reapOrphans) Work(ctx context.Context, _ *river.Job[reapOrphansArgs]) error {
	found, err := w.media.Orphans(ctx, true)
	for _, o := range found {
		if o.Files > 0 {
			w.log.InfoContext(ctx, "files that nothing names are removed", "kind", o.Kind, "files", o.Files, "bytes", o.Bytes)
		}
	}
	return err
}
