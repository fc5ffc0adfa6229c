package app

import (
	"context"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

// access answers media's question whether a session that was given a signed address
// may still watch: it asks accounts who that is, the catalogue what the event takes,
// and commerce for the decision.
type access struct {
	accounts *account.Service
	catalog  *catalog.Service
	clock    clock.Clock
}

// Allowed is part of media.Access.
func (a access) Allowed(ctx context.Context, channelID, eventID, userID, sessionID int64) (bool, error) {
	session, err := a.accounts.FindSessionByID(ctx, channelID, sessionID)
	if fault.CodeOf(err) == "invalid_api_key" || err == nil && int64(session.UserID) != userID {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	event, err := a.catalog.FindEvent(ctx, channelID, catalog.EventID(eventID))
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	ref, err := a.catalog.Reference(ctx, channelID)
	if err != nil {
		return false, err
	}
	sale := commerce.Event{ID: eventID, Type: string(event.Type)}
	for _, c := range ref.Lineage(event.CategoryID) {
		sale.Categories = append(sale.Categories, int64(c))
	}
	for _, p := range event.Participants {
		sale.Participants = append(sale.Participants, int64(p))
	}
	by := session.Actor()
	viewer := commerce.Viewer{LoggedIn: by.IsUser(), Operator: by.Operates(channelID), GeoBlocked: session.GeoBlocked}
	return commerce.Decide(sale, viewer, nil, a.clock.Now()).Granted, nil
}
