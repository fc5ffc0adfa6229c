package app

import (
	"context"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/schedule"
)

// UndoImport reverts an import of a schedule. Events that were sold or streamed stay.
func (a *App) UndoImport(ctx context.Context, channelKey string, importID int64) (catalog.ImportUndone, error) {
	id, err := a.channelID(ctx, channelKey)
	if err != nil {
		return catalog.ImportUndone{}, err
	}
	by := actor.ForSystem(id)
	return a.Catalog.UndoImport(ctx, by, id, importID, func(ctx context.Context, event catalog.EventID) (string, error) {
		err := schedules{a}.Remove(ctx, by, id, int64(event))
		switch fault.CodeOf(err) {
		case "event_sold":
			return "it has been sold; use event cancel", nil
		case "event_in_use":
			return "an encoder has used its stream; use event cancel", nil
		}
		return "", err
	})
}

// Imports lists the imports of a channel that are kept, the latest first.
func (a *App) Imports(ctx context.Context, channelKey string) ([]catalog.ImportRecord, error) {
	id, err := a.channelID(ctx, channelKey)
	if err != nil {
		return nil, err
	}
	return a.Catalog.ListImports(ctx, id)
}

// ScheduleSources lists the sources of a channel's schedules.
func (a *App) ScheduleSources(ctx context.Context, channelKey string) ([]catalog.ScheduleSource, error) {
	id, err := a.channelID(ctx, channelKey)
	if err != nil {
		return nil, err
	}
	return a.Catalog.ScheduleSources(ctx, id)
}

// ScheduleMapping returns the mapping of a source.
func (a *App) ScheduleMapping(ctx context.Context, channelKey, source string) (string, error) {
	id, err := a.channelID(ctx, channelKey)
	if err != nil {
		return "", err
	}
	kept, err := a.Catalog.FindScheduleSource(ctx, id, source)
	return kept.Mapping, err
}

// SetScheduleMapping replaces the mapping of a source.
func (a *App) SetScheduleMapping(ctx context.Context, channelKey, source string, content []byte) error {
	answers, err := schedule.ParseAnswers(content)
	if err != nil {
		return err
	}
	mapping, err := answers.Format()
	if err != nil {
		return err
	}
	id, err := a.channelID(ctx, channelKey)
	if err != nil {
		return err
	}
	return a.Catalog.KeepScheduleSource(ctx, actor.ForSystem(id), id, source, string(mapping))
}

// RemoveScheduleMapping forgets the mapping of a source.
func (a *App) RemoveScheduleMapping(ctx context.Context, channelKey, source string) error {
	id, err := a.channelID(ctx, channelKey)
	if err != nil {
		return err
	}
	return a.Catalog.RemoveScheduleSource(ctx, actor.ForSystem(id), id, source)
}

func (a *App) channelID(ctx context.Context, key string) (int64, error) {
	c, err := a.channelOf(ctx, key)
	if err != nil {
		return 0, err
	}
	return int64(c.ID), nil
}
