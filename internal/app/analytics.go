package app

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/analytics"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/vod"
)

func (a *App) openAnalytics(secret []byte) error {
	var err error
	a.Analytics, err = analytics.New(analytics.Deps{
		DB: a.DB, Clock: a.Clock, Log: a.Log, Metrics: a.Metrics, Subjects: streamed{a}, Secret: secret,
	})
	return err
}

func (a *App) analyticsComponent() component {
	return component{
		name:  "analytics",
		start: func(ctx context.Context) error { a.Analytics.Start(ctx); return nil },
		stop:  a.Analytics.Stop,
	}
}

// streamed answers analytics what a channel has.
type streamed struct{ app *App }

// Known is part of analytics.Subjects.
func (s streamed) Known(ctx context.Context, channelID int64, list []analytics.Subject) ([]analytics.Subject, error) {
	var known []analytics.Subject
	for _, one := range list {
		has, err := s.has(ctx, channelID, one)
		if err != nil {
			return nil, err
		}
		if has {
			known = append(known, one)
		}
	}
	return known, nil
}

func (s streamed) has(ctx context.Context, channelID int64, one analytics.Subject) (bool, error) {
	var err error
	switch one.Kind {
	case analytics.Event:
		_, err = s.app.Catalog.KnownEvent(ctx, channelID, catalog.EventID(one.ID))
	case analytics.Medium:
		_, err = s.app.VOD.FindByMedium(ctx, channelID, vod.MediumID(one.ID))
	case analytics.Clip:
		return s.app.Clips.Has(ctx, channelID, clip.ID(one.ID))
	default:
		return false, nil
	}
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	return err == nil, err
}

type pruneAnalyticsArgs struct{}

// Kind names the job in the queue.
func (pruneAnalyticsArgs) Kind() string { return "analytics.prune" }

// pruneAnalytics deletes the single events, sessions and views that are older than they are kept.
func (a *App) pruneAnalytics(ctx context.Context) error {
	if days := a.Config.AnalyticsDays; days > 0 {
		if err := pruneAll(ctx, a.Analytics.Prune(days)); err != nil {
			return err
		}
	}
	if days := a.Config.AnalyticsViewsDays; days > 0 {
		return pruneAll(ctx, a.Analytics.PruneViews(days))
	}
	return nil
}

// traced is what analytics keep of a user.
type traced struct{ app *App }

// Name is part of account.Belongings.
func (traced) Name() string { return "analytics" }

// Export is part of account.Belongings.
func (t traced) Export(ctx context.Context, channelID int64, user account.UserID, add func(item any) error) error {
	err := t.app.Analytics.ExportViews(ctx, channelID, int64(user), func(w analytics.Watched) error {
		return add(map[string]any{
			"type": "view", "stream_type": orNull(w.Kind), "stream_id": orNull(w.ID), "live": w.Live, "device": w.Device, "country": w.Country,
			"from": w.From, "until": w.Until, "viewing_time": w.Watched.Seconds(),
		})
	})
	if err != nil {
		return err
	}
	return t.app.Analytics.ExportEvents(ctx, channelID, int64(user), func(d analytics.Did) error {
		return add(map[string]any{
			"type": "event", "event": d.Name, "at": d.At, "stream_type": orNull(d.Subject.Kind), "stream_id": orNull(d.Subject.ID), "extras": d.Extras,
		})
	})
}

// Erase is part of account.Belongings.
func (t traced) Erase(ctx context.Context, tx bun.Tx, channelID int64, user account.UserID) error {
	return t.app.Analytics.EraseUser(ctx, tx, channelID, int64(user))
}
