package app

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"
	"golang.org/x/sync/errgroup"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/analytics"
	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/lease"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/vod"
)

func (a *App) openAnalytics(secret []byte) error {
	var err error
	a.Analytics, err = analytics.New(analytics.Deps{
		DB: a.DB, Clock: a.Clock, Log: a.Log, Metrics: a.Metrics, Subjects: newStreamed(a), Secret: secret,
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

// streamed answers analytics what a channel has, and who may watch it.
type streamed struct {
	app     *App
	granted *cache.TTL[analytics.Watcher, analytics.Grant]
}

const (
	// grantedKept is how long a grant counts: reports of what was watched come late.
	grantedKept = 10 * time.Minute
	// refusedKept is how long a refusal does.
	refusedKept = 5 * time.Second
	maxGrants   = 100_000
	// askedTogether is how many grants are asked for at a time.
	askedTogether = 64
)

func newStreamed(a *App) streamed {
	s := streamed{app: a}
	s.granted = cache.NewTTL(cache.TTLOptions[analytics.Watcher, analytics.Grant]{
		Load: s.findGrant,
		TTL: func(grant analytics.Grant) time.Duration {
			if grant.Allowed {
				return grantedKept
			}
			return refusedKept
		},
		MaxWeight: maxGrants, Clock: a.Clock,
	})
	return s
}

// Granted is part of analytics.Subjects.
func (s streamed) Granted(ctx context.Context, list []analytics.Watcher) (map[analytics.Watcher]analytics.Grant, error) {
	answers := make([]analytics.Grant, len(list))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(askedTogether)
	for i, w := range list {
		group.Go(func() (err error) {
			answers[i], err = s.granted.Get(ctx, w)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	granted := make(map[analytics.Watcher]analytics.Grant, len(list))
	for i, w := range list {
		granted[w] = answers[i]
	}
	return granted, nil
}

// findGrant asks whether a session is given an address of something: it may watch it, and there
// is something to play. Clips are for everyone.
func (s streamed) findGrant(ctx context.Context, w analytics.Watcher) (analytics.Grant, error) {
	viewer := media.Viewer{ChannelID: w.ChannelID, UserID: w.UserID, SessionID: w.SessionID, Place: w.Place}
	switch w.Subject.Kind {
	case analytics.Event:
		viewer.EventID = w.Subject.ID
		found, err := s.app.Media.ListMedia(ctx, w.ChannelID, w.Subject.ID)
		if err != nil || !slices.ContainsFunc(found, func(m media.Medium) bool { return m.Type != media.TypeImage }) {
			return analytics.Grant{}, err
		}
	case analytics.Medium:
		viewer.VODID = w.Subject.ID
	case analytics.Cut:
		return analytics.Grant{}, nil // reports name the clip
	case analytics.Clip:
		cut, err := s.app.Clips.FindCut(ctx, w.ChannelID, clip.ID(w.Subject.ID))
		if fault.KindOf(err) == fault.NotFound {
			return analytics.Grant{}, nil
		}
		return analytics.Grant{Allowed: err == nil, Media: analytics.Subject{Kind: analytics.Cut, ID: int64(cut)}}, err
	}
	allowed, err := s.app.access().Allowed(ctx, viewer)
	if err != nil || !allowed {
		return analytics.Grant{}, err
	}
	slots, err := s.countSlots(ctx, viewer)
	return analytics.Grant{Allowed: true, Media: w.Subject, Slots: slots}, err
}

// mediaDelivered records for analytics that media were sent to the holder of a grant.
func (a *App) mediaDelivered(g media.Grant) {
	subject := analytics.Subject{Kind: analytics.Event, ID: g.EventID}
	switch {
	case g.CutID != 0:
		subject = analytics.Subject{Kind: analytics.Cut, ID: int64(g.CutID)}
	case g.VODID != 0:
		subject = analytics.Subject{Kind: analytics.Medium, ID: g.VODID}
	}
	a.Analytics.RecordDelivery(g.ChannelID, g.SessionID, subject)
}

// countSlots returns the slots of a user for what the user bought, 0 for what was not bought. A channel without a limit is
// taken to have the highest one: no user watches on more screens.
func (s streamed) countSlots(ctx context.Context, v media.Viewer) (int, error) {
	if v.UserID == 0 {
		return 0, nil
	}
	_, bought, err := s.app.access().address(ctx, media.Playing{Viewer: v})
	if err != nil || !bought {
		return 0, err
	}
	owner, err := s.app.Channels.FindByID(ctx, channel.ID(v.ChannelID))
	if err != nil {
		return 0, err
	}
	return cmp.Or(int(owner.Settings.ConcurrentStreams), lease.MaxSlots), nil
}

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
		_, err = s.app.Clips.FindCut(ctx, channelID, clip.ID(one.ID))
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

// pruneAnalytics deletes the playbacks, single events, sessions and views that are older than they are kept.
func (a *App) pruneAnalytics(ctx context.Context) error {
	if err := pruneAll(ctx, a.Analytics.PrunePlaybacks); err != nil {
		return err
	}
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
