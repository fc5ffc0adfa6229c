package app

import (
	"context"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/geo"
	"github.com/grandstand/grandstand/internal/lease"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/vod"
)

// access answers media's question whether a session that was given a signed address
// may still watch: it asks accounts who that is, the catalogue or the VOD library what
// it takes, and commerce for the decision.
type access struct {
	accounts *account.Service
	channels *channel.Service
	catalog  *catalog.Service
	library  *vod.Service
	commerce *commerce.Service
	leases   *lease.Service
	clock    clock.Clock
	cuts     func() *media.Service
	clips    func() *clip.Service
}

// access is who answers questions about access from the domains of this house.
func (a *App) access() access {
	return access{a.Accounts, a.Channels, a.Catalog, a.VOD, a.Commerce, a.Leases, a.Clock, func() *media.Service { return a.Media }, func() *clip.Service { return a.Clips }}
}

// Allowed is part of media.Access.
func (a access) Allowed(ctx context.Context, v media.Viewer) (bool, error) {
	if v.Still {
		return a.mayStill(ctx, v)
	}
	if v.CutID != 0 && v.Download && v.SessionID == 0 {
		v.Download = false // the file of a public clip, see clipFiles, is shown where the clip plays
		return a.mayStill(ctx, v)
	}
	session, err := a.accounts.FindSessionByID(ctx, v.ChannelID, v.SessionID)
	if fault.CodeOf(err) == "invalid_api_key" || err == nil && int64(session.UserID) != v.UserID {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	who, err := a.viewer(ctx, v, session)
	if err != nil {
		return false, err
	}
	if v.CutID != 0 {
		return a.mayCut(ctx, v, who)
	}
	decision, err := a.decide(ctx, v, who)
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	if v.Download {
		return may(decision, commerce.Download), err
	}
	return err == nil && (decision.Granted || v.Sound && decision.MayListen()), err
}

// viewer is who asks and from where, as the rule of access sees them.
func (a access) viewer(ctx context.Context, v media.Viewer, session account.Session) (commerce.Viewer, error) {
	owner, err := a.channels.FindByID(ctx, channel.ID(v.ChannelID))
	if err != nil {
		return commerce.Viewer{}, err
	}
	by := session.Actor()
	return commerce.Viewer{
		LoggedIn: by.IsUser(), Operator: by.Operates(v.ChannelID), Place: v.Place,
		GeoBlocked: session.GeoBlocked || geo.Blocks(owner.Settings.BlockedCountries, geo.ParsePlace(v.Place).Country),
	}, nil
}

func (a access) decide(ctx context.Context, v media.Viewer, who commerce.Viewer) (commerce.Access, error) {
	if v.VODID == 0 {
		return a.onEvent(ctx, v, who, v.EventID)
	}
	held, err := a.commerce.Grants(ctx, v.ChannelID, v.UserID)
	if err != nil {
		return commerce.Access{}, err
	}
	item, err := a.library.FindByMedium(ctx, v.ChannelID, vod.MediumID(v.VODID))
	if err != nil {
		return commerce.Access{}, err
	}
	part, err := a.partOf(ctx, v.ChannelID, vod.MediumID(v.VODID))
	if err != nil {
		return commerce.Access{}, err
	}
	return commerce.DecideVideo(commerce.Video{Type: string(item.Access), Parts: []commerce.Event{part}}, who, held, a.clock.Now()), nil
}

// mayStill reports whether a still of an event, or the poster of a clip, is shown at a place. It checks the place alone and no session: an
// <img> sends none. The address of a still has 130 random bits, and the API tells it only to viewers who may watch at that moment.
// Such an address works until the event has three newer stills, also for a viewer who has lost access meanwhile; it does not tell
// the address of a later still. A poster follows its clip: everyone with the clip's address may watch it.
func (a access) mayStill(ctx context.Context, v media.Viewer) (bool, error) {
	who, err := a.viewer(ctx, v, account.Session{})
	if err != nil {
		return false, err
	}
	if v.CutID != 0 {
		return a.mayCut(ctx, v, who)
	}
	event, err := a.saleEvent(ctx, v.ChannelID, catalog.EventID(v.EventID))
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	return err == nil && commerce.RefusedHere(event, who, a.clock.Now()) == nil, err
}

// partOf is the event whose recording a medium of the library plays, with its blackouts; the
// zero Event for a film.
func (a access) partOf(ctx context.Context, channelID int64, id vod.MediumID) (commerce.Event, error) {
	played, err := a.library.Played(ctx, channelID, []vod.MediumID{id})
	if err != nil || played[id].EventID == 0 {
		return commerce.Event{}, err
	}
	return a.saleEvent(ctx, channelID, catalog.EventID(played[id].EventID))
}

// saleEvent is an event as the rule of access sees it.
func (a access) saleEvent(ctx context.Context, channelID int64, id catalog.EventID) (commerce.Event, error) {
	event, err := a.catalog.KnownEvent(ctx, channelID, id)
	if err != nil {
		return commerce.Event{}, err
	}
	ref, err := a.catalog.Reference(ctx, channelID)
	if err != nil {
		return commerce.Event{}, err
	}
	rules, err := a.commerce.Blackouts(ctx, channelID)
	if err != nil {
		return commerce.Event{}, err
	}
	sale := commerce.Event{ID: int64(id), Type: string(event.Type), Blackouts: rules.Of(int64(id)), End: event.Over()}
	for _, c := range ref.Lineage(event.CategoryID) {
		sale.Categories = append(sale.Categories, int64(c))
	}
	for _, p := range event.Participants {
		sale.Participants = append(sale.Participants, int64(p))
	}
	return sale, nil
}
