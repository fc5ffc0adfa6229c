package app

import (
	"context"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/geo"
	"github.com/grandstand/grandstand/internal/media"
)

// access answers media's question whether a session that was given a signed address
// may still watch: it asks accounts who that is, the catalogue what the event takes,
// and commerce for the decision.
type access struct {
	accounts *account.Service
	channels *channel.Service
	catalog  *catalog.Service
	commerce *commerce.Service
	clock    clock.Clock
}

// Allowed is part of media.Access.
func (a access) Allowed(ctx context.Context, v media.Viewer) (bool, error) {
	session, err := a.accounts.FindSessionByID(ctx, v.ChannelID, v.SessionID)
	if fault.CodeOf(err) == "invalid_api_key" || err == nil && int64(session.UserID) != v.UserID {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	event, err := a.catalog.FindEvent(ctx, v.ChannelID, catalog.EventID(v.EventID))
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	sale, err := a.sale(ctx, v.ChannelID, event)
	if err != nil {
		return false, err
	}
	owner, err := a.channels.FindByID(ctx, channel.ID(v.ChannelID))
	if err != nil {
		return false, err
	}
	by := session.Actor()
	blocked := session.GeoBlocked || geo.Blocks(owner.Settings.BlockedCountries, geo.ParsePlace(v.Place).Country)
	viewer := commerce.Viewer{LoggedIn: by.IsUser(), Operator: by.Operates(v.ChannelID), GeoBlocked: blocked, Place: v.Place}
	return commerce.Decide(sale, viewer, nil, a.clock.Now()).Granted, nil
}

// sale is the event as the rule of access sees it.
func (a access) sale(ctx context.Context, channelID int64, event *catalog.Event) (commerce.Event, error) {
	ref, err := a.catalog.Reference(ctx, channelID)
	if err != nil {
		return commerce.Event{}, err
	}
	rules, err := a.commerce.Blackouts(ctx, channelID)
	if err != nil {
		return commerce.Event{}, err
	}
	id := int64(event.ID)
	sale := commerce.Event{ID: id, Type: string(event.Type), Blackouts: rules.Of(id), End: event.Over()}
	for _, c := range ref.Lineage(event.CategoryID) {
		sale.Categories = append(sale.Categories, int64(c))
	}
	for _, p := range event.Participants {
		sale.Participants = append(sale.Participants, int64(p))
	}
	return sale, nil
}
